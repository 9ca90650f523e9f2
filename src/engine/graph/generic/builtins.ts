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

// Functions of PHP's core, standard, ctype, json, mbstring and pcre extensions that code calls all the time, and its classes.
const PHP_NAMES = words(`
  ArgumentCountError ArithmeticError ArrayAccess ArrayIterator ArrayObject BackedEnum BadFunctionCallException
  BadMethodCallException Closure Countable DateInterval DatePeriod DateTime DateTimeImmutable DateTimeInterface
  DateTimeZone DivisionByZeroError DomainException Error ErrorException Exception Generator InvalidArgumentException
  Iterator IteratorAggregate JsonException JsonSerializable LengthException LogicException OutOfBoundsException
  OutOfRangeException OverflowException PDO RangeException ReflectionClass RuntimeException SplFileInfo SplObjectStorage
  SplQueue SplStack Stringable Throwable Traversable TypeError UnderflowException UnexpectedValueException UnitEnum
  ValueError WeakMap stdClass
  PHP_EOL PHP_INT_MAX PHP_INT_MIN PHP_VERSION PHP_OS DIRECTORY_SEPARATOR E_ALL M_PI NAN INF
  abs addslashes array array_chunk array_column array_combine array_count_values array_diff array_diff_assoc
  array_diff_key array_fill array_fill_keys array_filter array_find array_flip array_intersect array_intersect_key
  array_is_list array_key_exists array_key_first array_key_last array_keys array_map array_merge array_merge_recursive
  array_multisort array_pad array_pop array_product array_push array_rand array_reduce array_replace array_reverse
  array_search array_shift array_slice array_splice array_sum array_unique array_unshift array_values array_walk arsort
  asort assert base64_decode base64_encode basename bin2hex bindec call_user_func call_user_func_array ceil chr
  class_exists clearstatcache clone compact constant copy cos count crc32 ctype_alnum ctype_alpha ctype_digit
  ctype_lower ctype_space ctype_upper ctype_xdigit current date date_default_timezone_set debug_backtrace decbin dechex
  define defined die dirname echo empty end error_log error_reporting eval exit exp explode extension_loaded extract
  fclose feof fflush fgets file file_exists file_get_contents file_put_contents fileatime filemtime filesize
  filter_var floatval floor flock fopen fputs fread func_get_args function_exists fwrite gc_collect_cycles
  get_called_class get_class get_class_methods get_debug_type get_object_vars get_parent_class getcwd getenv gettype
  glob hash hash_hmac header hex2bin hexdec html_entity_decode htmlentities htmlspecialchars http_build_query hrtime
  iconv implode in_array include include_once ini_get ini_set intdiv interface_exists intval is_a is_array is_bool
  is_callable is_countable is_dir is_file is_float is_int is_iterable is_link is_null is_numeric is_object is_readable
  is_resource is_scalar is_string is_subclass_of is_writable isset iterator_to_array join json_decode json_encode
  json_last_error key krsort ksort lcfirst list log ltrim max mb_convert_encoding mb_internal_encoding mb_strlen
  mb_strpos mb_strtolower mb_strtoupper mb_substr md5 method_exists microtime min mkdir mktime mt_rand natsort next
  number_format ob_end_clean ob_get_clean ob_start octdec ord parse_str parse_url pathinfo phpversion pi pow preg_match
  preg_match_all preg_quote preg_replace preg_replace_callback preg_split prev print print_r printf property_exists
  putenv rand random_bytes random_int range rawurlencode readfile realpath rename require require_once reset rmdir
  round rsort rtrim scandir serialize set_error_handler settype sha1 shuffle sin sleep sort spl_autoload_register
  spl_object_hash spl_object_id sprintf sqrt sscanf str_contains str_ends_with str_ireplace str_pad str_repeat
  str_replace str_split str_starts_with str_word_count strcasecmp strcmp stream_get_contents strip_tags stripos
  stripslashes strlen strncasecmp strncmp strpos strrchr strrev strripos strrpos strspn strstr strtok strtolower
  strtotime strtoupper strtr strval substr substr_compare substr_count substr_replace sys_get_temp_dir tempnam time
  touch trait_exists trigger_error trim uasort ucfirst ucwords uksort uniqid unlink unserialize unset urldecode
  urlencode usleep usort utf8_decode utf8_encode var_dump var_export version_compare vsprintf wordwrap`);

// Methods of closures, iterators, exceptions and dates.
const PHP_METHODS = words(`
  bindTo call count current diff format getCode getFile getIterator getLine getMessage getPrevious getTimestamp
  getTrace getTraceAsString getReturn jsonSerialize key modify next offsetExists offsetGet offsetSet offsetUnset rewind
  send setTime setTimezone valid`);

// C#'s types with words of their own, `nameof`, and types of System and its collections that code uses all the time.
const CSHARP_NAMES = words(`
  bool byte char decimal double dynamic float int long nameof nint nuint object sbyte short string uint ulong ushort
  Action Activator AggregateException AppDomain ArgumentException ArgumentNullException ArgumentOutOfRangeException
  Array ArraySegment Attribute BitConverter Boolean Buffer Byte CancellationToken CancellationTokenSource Char
  Comparer ConcurrentDictionary Console Convert DateOnly DateTime DateTimeOffset Dictionary Double Encoding Enum
  Enumerable Environment EqualityComparer Equals EventArgs EventHandler Exception File Func GC GetHashCode GetType Guid
  HashCode HashSet HttpClient ICollection IComparable IComparer IDictionary IDisposable IEnumerable IEnumerator
  IEqualityComparer IEquatable IFormatProvider IList IReadOnlyCollection IReadOnlyList IndexOutOfRangeException Int16
  Int32 Int64 Interlocked InvalidCastException InvalidOperationException Interlocked KeyNotFoundException KeyValuePair
  Lazy LinkedList List Math MathF MemberwiseClone Memory MemoryStream Monitor NotImplementedException
  NotSupportedException NullReferenceException Nullable Object ObjectDisposedException OperationCanceledException
  OverflowException Path Predicate Queue Random ReadOnlyMemory ReadOnlySpan ReferenceEquals Regex SemaphoreSlim Single
  SortedDictionary Span Stack Stopwatch Stream StreamReader StreamWriter String StringBuilder StringComparer
  StringComparison StringReader StringWriter Task TaskCompletionSource Thread ThreadPool TimeOnly TimeSpan
  TimeoutException ToString Tuple Type UInt32 UInt64 Uri ValueTask ValueTuple Version WeakReference`);

// Methods of Object, String, collections, LINQ, tasks and streams.
const CSHARP_METHODS = words(`
  Add AddRange Aggregate All Any Append AppendFormat AppendLine AsEnumerable AsSpan Average BinarySearch Cancel Cast
  Clear Clone Close CompareTo Concat ConfigureAwait Contains ContainsKey ContainsValue ContinueWith CopyTo Count Dequeue
  Dispose Distinct ElementAt EndsWith Enqueue Equals Except Exists Find FindAll FindIndex First FirstOrDefault Flush
  ForEach Format GetAwaiter GetEnumerator GetHashCode GetResult GetType GetValueOrDefault GroupBy IndexOf IndexOfAny
  Insert Intersect Invoke IsMatch Join Last LastIndexOf LastOrDefault Match Matches Max Min MoveNext OfType OrderBy
  OrderByDescending PadLeft PadRight Peek Pop Push Read ReadLine ReadToEnd Remove RemoveAll RemoveAt Replace Reverse
  Select SelectMany SequenceEqual Single SingleOrDefault Skip SkipWhile Sort Split StartsWith Substring Sum Take
  TakeWhile ThenBy ThrowIfCancellationRequested ToArray ToCharArray ToDictionary ToHashSet ToList ToLower
  ToLowerInvariant ToString ToUpper ToUpperInvariant Trim TrimEnd TrimStart TryAdd TryGetValue TryPeek TryPop Union Wait
  Where Write WriteLine Zip`);

// Kotlin's default imports that code uses all the time: kotlin, kotlin.collections, kotlin.io, kotlin.text, java.lang.
const KOTLIN_NAMES = words(`
  Any Array ArrayDeque ArrayList Boolean BooleanArray Byte ByteArray Char CharArray CharSequence Comparable Comparator
  Deprecated Double DoubleArray Error Exception Float FloatArray Function HashMap HashSet IllegalArgumentException
  IllegalStateException IndexOutOfBoundsException Int IntArray Iterable Iterator Lazy LinkedHashMap LinkedHashSet List
  Long LongArray Map MutableCollection MutableIterator MutableList MutableMap MutableSet NoSuchElementException Nothing
  NotImplementedError NullPointerException Number NumberFormatException Pair Regex Result Runnable RuntimeException
  Sequence Set Short ShortArray String StringBuilder Suppress System TODO Thread Throwable Triple UByte UInt ULong
  UShort Unit UnsupportedOperationException
  also apply arrayListOf arrayOf arrayOfNulls assert booleanArrayOf buildList buildMap buildSet buildString byteArrayOf
  check checkNotNull compareBy compareByDescending doubleArrayOf emptyArray emptyList emptyMap emptySequence emptySet
  enumValueOf enumValues error floatArrayOf generateSequence hashMapOf hashSetOf intArrayOf lazy let linkedMapOf listOf
  listOfNotNull longArrayOf mapOf maxOf minOf mutableListOf mutableMapOf mutableSetOf print println readLine readln
  repeat require requireNotNull run runCatching sequence sequenceOf setOf sortedMapOf sortedSetOf synchronized takeIf
  takeUnless to with`);

// Methods and extensions of texts, collections, sequences and any value.
const KOTLIN_METHODS = words(`
  add addAll all also and any append appendLine apply asIterable asReversed asSequence associate associateBy
  associateWith average chunked clear coerceAtLeast coerceAtMost coerceIn compareTo component1 component2 component3
  contains containsAll containsKey containsValue copy count dec distinct distinctBy div downTo drop dropLast dropWhile
  endsWith entries equals filter filterIndexed filterIsInstance filterNot filterNotNull find first firstOrNull flatMap
  flatten fold forEach forEachIndexed format get getOrDefault getOrElse getOrNull getOrPut getValue groupBy hashCode
  hasNext ifBlank ifEmpty inc indexOf indexOfFirst indexOfLast indices intersect invoke isBlank isEmpty isNotBlank
  isNotEmpty isNullOrBlank isNullOrEmpty iterator joinToString keys last lastIndexOf lastOrNull let lines lowercase map
  mapIndexed mapKeys mapNotNull mapTo mapValues matches max maxBy maxOf maxOrNull min minBy minOf minOrNull minus next
  none not onEach or orEmpty padEnd padStart partition plus put putAll random reduce remove removeAll removeAt
  removeFirst removeIf removeLast removePrefix removeSuffix repeat replace retainAll reversed run set shl shr shuffled
  single singleOrNull size slice sort sortBy sorted sortedBy sortedByDescending sortedDescending sortedWith split
  startsWith step subList substring substringAfter substringAfterLast substringBefore substringBeforeLast sum sumBy
  sumOf take takeIf takeLast takeUnless takeWhile times to toBoolean toByte toByteArray toChar toCharArray toDouble
  toFloat toInt toIntOrNull toList toLong toLongOrNull toMap toMutableList toMutableMap toMutableSet toPair toRegex
  toSet toString toTypedArray trim trimEnd trimIndent trimMargin trimStart union until uppercase use values windowed
  withIndex xor zip zipWithNext`);

// Swift's standard library that code uses all the time.
const SWIFT_NAMES = words(`
  Any AnyClass AnyHashable AnyObject Array ArraySlice Bool CaseIterable Character Codable CodingKey Collection Comparable
  CustomStringConvertible Decodable Decoder Dictionary Double Encodable Encoder Equatable Error Float Hashable Hasher
  Identifiable Int Int16 Int32 Int64 Int8 Iterator JSONDecoder JSONEncoder KeyPath MainActor Mirror Never NSObject
  ObjectIdentifier Optional OptionSet Range RawRepresentable Result Selector Sendable Sequence Set StaticString String
  Substring Task UInt UInt16 UInt32 UInt64 UInt8 UnsafeMutablePointer UnsafePointer UnsafeRawPointer Void
  abs assert assertionFailure debugPrint dump fallthrough fatalError max min numericCast precondition
  preconditionFailure print readLine repeatElement sequence stride swap type unsafeBitCast withUnsafeBytes
  withUnsafePointer zip`);

// Methods of texts, collections, optionals and tasks.
const SWIFT_METHODS = words(`
  addObject adding allSatisfy append appending compactMap components contains count distance drop dropFirst dropLast
  encode enumerated filter first firstIndex flatMap forEach formatted hasPrefix hasSuffix hash index insert isEmpty
  isSubset joined last lastIndex lowercased makeIterator map mapValues max min next popLast prefix randomElement reduce
  remove removeAll removeFirst removeLast removeValue replaceSubrange replacingOccurrences reserveCapacity reverse
  reversed shuffled sort sorted split starts subtracting suffix swapAt trimmingCharacters union updateValue uppercased
  values`);

/** What the languages of the table-driven extractor bring along. */
export const GENERIC_BUILTINS: Partial<Record<LanguageId, Builtins>> = {
  go: { names: GO_NAMES, methods: new Set() },
  rust: { names: RUST_NAMES, methods: RUST_METHODS },
  java: { names: JAVA_NAMES, methods: JAVA_METHODS },
  swift: { names: SWIFT_NAMES, methods: SWIFT_METHODS },
  kotlin: { names: KOTLIN_NAMES, methods: KOTLIN_METHODS },
  csharp: { names: CSHARP_NAMES, methods: CSHARP_METHODS },
  php: { names: PHP_NAMES, methods: PHP_METHODS },
};
