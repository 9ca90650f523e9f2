import type { LanguageId } from '../model/facts.ts';
import { words, type Builtins } from './builtinWords.ts';
import { C_BUILTINS, CPP_BUILTINS } from './cfamily/builtins.ts';
import { GENERIC_BUILTINS } from './generic/builtins.ts';
import { RUBY_BUILTINS } from './ruby/builtins.ts';

const PYTHON_NAMES = words(`
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
  BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
  ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
  False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
  ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
  MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError
  OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError
  ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning
  SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
  UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError
  __build_class__ __import__ __debug__ __name__ __file__ __doc__ __package__ __spec__ __loader__ __builtins__ __path__
  __annotations__ __dict__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod
  compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset
  getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map max
  memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted
  staticmethod str sum super tuple type vars zip`);

// str, bytes, bytearray, list, dict, set, frozenset, tuple, int, float, complex, memoryview, range, files, generators
// and coroutines, exceptions, property. Dunder methods are builtin by their form and are not listed.
const PYTHON_METHODS = words(`
  add add_note append as_integer_ratio bit_count bit_length capitalize casefold cast center clear close conjugate copy
  count decode deleter detach difference difference_update discard encode endswith expandtabs extend fileno find flush
  format format_map from_bytes fromhex fromkeys get getbuffer getter getvalue hex index indices insert intersection
  intersection_update is_integer isalnum isalpha isascii isatty isdecimal isdigit isdisjoint isidentifier islower
  isnumeric isprintable isspace issubset issuperset istitle isupper items join keys ljust lower lstrip maketrans mro
  partition peek pop popitem read read1 readable readall readinto readinto1 readline readlines reconfigure release
  remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip seek seekable send
  setdefault setter sort split splitlines startswith strip swapcase symmetric_difference symmetric_difference_update
  tell throw title to_bytes tobytes tolist toreadonly translate truncate union update upper values with_traceback
  writable write writelines zfill`);

const ECMASCRIPT_NAMES = words(`
  AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Blob Boolean
  BroadcastChannel Buffer CustomEvent DOMException DataView Date Error EvalError Event EventTarget File
  FinalizationRegistry Float16Array Float32Array Float64Array FormData Function Headers Infinity Int16Array Int32Array
  Int8Array Intl Iterator JSON Map Math MessageChannel MessageEvent MessagePort NaN Number Object Promise Proxy
  RangeError ReadableStream ReferenceError Reflect RegExp Request Response Set SharedArrayBuffer String Symbol
  SyntaxError TextDecoder TextEncoder TransformStream TypeError URIError URL URLSearchParams Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WritableStream XMLHttpRequest __dirname __filename
  alert atob btoa cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console crypto decodeURI
  decodeURIComponent document encodeURI encodeURIComponent escape eval exports fetch global globalThis import isFinite
  isNaN localStorage module navigator parseFloat parseInt performance process prompt queueMicrotask
  requestAnimationFrame require sessionStorage setImmediate setInterval setTimeout structuredClone undefined unescape
  window`);

// Members of prototypes. String's HTML methods (link, small, anchor…) are left out: nobody calls them, and the same
// names are common among own methods. Static members (`Math.max`, `JSON.parse`) follow from their receiver.
const ECMASCRIPT_METHODS = words(`
  add apply at bind call catch charAt charCodeAt clear codePointAt concat copyWithin delete deref difference drop
  endsWith entries every exec fill filter finally find findIndex findLast findLastIndex flat flatMap forEach get
  getBigInt64 getBigUint64 getDate getDay getFloat32 getFloat64 getFullYear getHours getInt16 getInt32 getInt8
  getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear
  getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getUint16 getUint32 getUint8 has
  hasOwnProperty includes indexOf intersection isDisjointFrom isPrototypeOf isSubsetOf isSupersetOf isWellFormed join
  keys lastIndexOf localeCompare map match matchAll next normalize padEnd padStart pop propertyIsEnumerable push reduce
  reduceRight repeat replace replaceAll return reverse search set setBigInt64 setBigUint64 setDate setFloat32
  setFloat64 setFullYear setHours setInt16 setInt32 setInt8 setMilliseconds setMinutes setMonth setSeconds setTime
  setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setUint16 setUint32
  setUint8 shift slice some sort splice split startsWith subarray substr substring symmetricDifference take test then
  throw toArray toDateString toExponential toFixed toISOString toJSON toLocaleDateString toLocaleLowerCase
  toLocaleString toLocaleTimeString toLocaleUpperCase toLowerCase toPrecision toReversed toSorted toSpliced toString
  toTimeString toUTCString toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart union unshift valueOf
  values with`);

const PYTHON: Builtins = { names: PYTHON_NAMES, methods: PYTHON_METHODS };
const ECMASCRIPT: Builtins = { names: ECMASCRIPT_NAMES, methods: ECMASCRIPT_METHODS };
const NONE: Builtins = { names: new Set(), methods: new Set() };

const BUILTINS: Partial<Record<LanguageId, Builtins>> = {
  ...{ python: PYTHON, typescript: ECMASCRIPT, tsx: ECMASCRIPT, javascript: ECMASCRIPT },
  ...GENERIC_BUILTINS,
  ...{ c: C_BUILTINS, cpp: CPP_BUILTINS, ruby: RUBY_BUILTINS },
};

/** The builtins of a file's language. */
export function builtinsOf(language: LanguageId): Builtins {
  return BUILTINS[language] ?? NONE;
}

/** True for a method name that every object of the language may have: listed, or a Python dunder method. */
export function isBuiltinMethod(language: LanguageId, name: string): boolean {
  if (builtinsOf(language).methods.has(name)) return true;
  return language === 'python' && name.length > 4 && name.startsWith('__') && name.endsWith('__');
}
