import { words, type Builtins } from '../builtinWords.ts';

// Kernel's and Module's methods, and the constants that are there without `require` (Ruby 3.3).
const NAMES = words(`
  ARGF ARGV ArgumentError Array BasicObject Binding Class ClosedQueueError Comparable Complex ConditionVariable Data Dir
  ENV EOFError Encoding EncodingError Enumerable Enumerator Errno Exception FalseClass Fiber FiberError File FileTest
  Float FloatDomainError FrozenError GC Hash IO IOError IndexError Integer Interrupt Kernel KeyError LoadError
  LocalJumpError Marshal MatchData Math Method Module Monitor Mutex NameError NilClass NoMatchingPatternError
  NoMethodError NotImplementedError Numeric Object ObjectSpace Proc Process Queue RUBY_PLATFORM RUBY_VERSION Ractor
  Random Range RangeError Rational Regexp RegexpError RubyVM RuntimeError STDERR STDIN STDOUT ScriptError
  SecurityError Signal SignalException SizedQueue StandardError StopIteration String Struct Symbol SyntaxError
  SystemCallError SystemExit SystemStackError Thread ThreadError Time TracePoint TrueClass TypeError UnboundMethod
  UncaughtThrowError Warning ZeroDivisionError
  __callee__ __dir__ __method__ abort alias_method at_exit attr attr_accessor attr_reader attr_writer autoload binding
  block_given? caller caller_locations catch class_eval const_get const_set define_method eval exec exit exit! extend
  fail fork format frozen? gets global_variable_set include instance_variable_get instance_variable_set lambda load
  local_variables loop method module_function open p pp prepend print printf private private_class_method
  private_constant proc protected public public_class_method public_send putc puts raise rand readline readlines
  refine remove_method require require_relative respond_to? select send set_trace_func sleep spawn sprintf srand
  syscall system tap test then throw trap undef_method using warn`);

// Methods of strings, numbers, arrays, hashes, ranges, enumerables and all objects.
const METHODS = words(`
  abs all? any? append assoc at b between? bytes bytesize call capitalize ceil center chars chomp chop chr chunk clamp
  class clear clone codepoints collect collect_concat combination compact compare_by_identity concat count cycle
  default delete delete_at delete_if delete_prefix delete_suffix detect dig display div divmod downcase drop drop_while
  dup each each_char each_cons each_entry each_index each_key each_line each_pair each_slice each_value each_with_index
  each_with_object empty? encode encoding end_with? entries eql? equal? even? except extend fetch fetch_values fill
  filter filter_map find find_all find_index first flat_map flatten floor force_encoding freeze frozen? gcd group_by
  gsub gsub! has_key? has_value? hash hex include? index inject insert inspect instance_of? instance_variable_get
  instance_variable_set intern invert is_a? itself join keep_if key key? keys kind_of? last lazy length lines ljust
  lstrip map map! match match? max max_by member? merge merge! message method methods min min_by minmax modulo name new
  next nil? none? nonzero? object_id odd? one? ord pack partition permutation pop positive? pow pred prepend product
  public_send push rassoc reduce reject reject! replace respond_to? rest reverse reverse_each rindex rjust rotate round
  rpartition rstrip sample scan select select! send shift shuffle singleton_class size slice slice! sort sort! sort_by
  sort_by! split squeeze start_with? step store strip strip! sub sub! succ sum swapcase take take_while tally tap then
  times to_a to_c to_f to_h to_i to_proc to_r to_s to_set to_str to_sym tr transform_keys transform_values transpose
  truncate union uniq uniq! unpack unshift upcase update upto valid_encoding? value? values values_at with_index
  yield_self zero? zip`);

export const RUBY_BUILTINS: Builtins = { names: NAMES, methods: METHODS };
