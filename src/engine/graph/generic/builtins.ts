import type { LanguageId } from '../../model/facts.ts';
import { words, type Builtins } from '../builtinWords.ts';

// The language specification's predeclared identifiers (1.24).
const GO_NAMES = words(`
  any append bool byte cap clear close comparable complex complex128 complex64 copy delete error false float32 float64
  imag int int16 int32 int64 int8 iota len make max min new nil panic print println real recover rune string true uint
  uint16 uint32 uint64 uint8 uintptr`);

// The prelude of the 2021 and 2024 editions with the standard macros, marked as calls of macros are.
const RUST_NAMES = words(`
  AsMut AsRef Box Clone Copy Default DoubleEndedIterator Drop Eq Err ExactSizeIterator Extend Fn FnMut FnOnce From
  FromIterator Into IntoIterator Iterator None Ok Option Ord PartialEq PartialOrd Result Send Sized Some String Sync
  ToOwned ToString TryFrom TryInto Unpin Vec bool char drop f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8
  usize assert! assert_eq! assert_ne! cfg! column! compile_error! concat! dbg! debug_assert! debug_assert_eq!
  debug_assert_ne! env! eprint! eprintln! file! format! format_args! include! include_bytes! include_str! line!
  matches! module_path! option_env! panic! print! println! stringify! thread_local! todo! unimplemented! unreachable!
  vec! write! writeln!`);

// Methods of strings, slices, vectors, maps, options, results, iterators and references that everybody calls.
const RUST_METHODS = words(`
  abs all and and_then any as_bytes as_deref as_mut as_ref as_slice as_str borrow borrow_mut bytes ceil chain chars
  chunks clear clone cloned cmp collect concat contains contains_key copied count cycle dedup drain ends_with entry
  enumerate eq err expect extend filter filter_map find find_map first flat_map flatten floor fold for_each get get_mut
  get_or_insert_with insert inspect into into_iter is_empty is_err is_none is_ok is_some iter iter_mut join keys last
  len lines lock map map_err map_or map_or_else max max_by max_by_key min min_by min_by_key ne next nth ok ok_or
  ok_or_else or or_default or_else or_insert or_insert_with parse partial_cmp partition peek peekable pop position pow
  product push push_str remove repeat replace resize retain rev round rsplit set skip skip_while sort sort_by
  sort_by_key sort_unstable split split_at split_whitespace splitn sqrt starts_with step_by sum swap take take_while
  to_lowercase to_owned to_string to_uppercase to_vec trim trim_end trim_start truncate unwrap unwrap_or
  unwrap_or_default unwrap_or_else unzip values values_mut windows with_capacity zip`);

// `java.lang`: what is there without an import.
const JAVA_NAMES = words(`
  AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable
  Boolean Byte CharSequence Character Class ClassCastException ClassLoader ClassNotFoundException
  CloneNotSupportedException Cloneable Comparable Deprecated Double Enum Error Exception
  ExceptionInInitializerError Float FunctionalInterface IllegalAccessException IllegalArgumentException
  IllegalMonitorStateException IllegalStateException IndexOutOfBoundsException InheritableThreadLocal Integer
  InterruptedException Iterable LinkageError Long Math NegativeArraySizeException NoClassDefFoundError
  NoSuchFieldException NoSuchMethodException NullPointerException Number NumberFormatException Object
  OutOfMemoryError Override Process ProcessBuilder Readable Record ReflectiveOperationException Runnable Runtime
  RuntimeException SafeVarargs SecurityException Short StackOverflowError StackTraceElement StrictMath String
  StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadGroup ThreadLocal
  Throwable UnsupportedOperationException Void`);

// Methods of Object, String, StringBuilder, collections, maps, streams and Optional.
const JAVA_METHODS = words(`
  add addAll allMatch anyMatch append charAt chars clear clone close collect compareTo compareToIgnoreCase
  computeIfAbsent computeIfPresent concat contains containsAll containsKey containsValue count delete distinct
  endsWith entrySet equals equalsIgnoreCase filter findAny findFirst flatMap forEach format get getClass getKey
  getMessage getOrDefault getValue hasNext hashCode ifPresent indexOf insert intValue isBlank isEmpty isPresent
  iterator join keySet lastIndexOf length limit lines longValue map mapToInt mapToObj matches max merge min name next
  noneMatch notify notifyAll of orElse orElseGet orElseThrow ordinal peek poll pop push put putAll putIfAbsent reduce
  remove removeIf repeat replace replaceAll replaceFirst reverse set setLength size skip sort sorted split
  startsWith stream strip subList substring sum toArray toCharArray toList toLowerCase toString toUpperCase trim
  valueOf values wait`);

/** What the languages of the table-driven extractor bring along. */
export const GENERIC_BUILTINS: Partial<Record<LanguageId, Builtins>> = {
  go: { names: GO_NAMES, methods: new Set() },
  rust: { names: RUST_NAMES, methods: RUST_METHODS },
  java: { names: JAVA_NAMES, methods: JAVA_METHODS },
};
