/**
 * The intermediate form of function bodies: one shape for all languages, so that what means the same has the same
 * kinds. Lowering (`language/*`) writes it with `BodyBuilder`, clone detection reads it with `BodyView`.
 *
 * A file has one `BodyTable`: a forest in pre-order whose roots are `Function` nodes. Functions of the outermost level
 * (and methods of outermost classes) are trees of their own; a function inside another is part of the outer one's tree,
 * and its body is that subtree. So every function is a slice `[start, next[start])` and nothing is stored twice.
 *
 * What is not in it: comments, docstrings, type annotations and casts that do nothing at run time, parentheses,
 * statements that do nothing (`pass`, `;`), and of the function itself its name and decorators (design.md, section 2).
 * Whatever a lowering does not know becomes `Other` with its children: nothing else is left out.
 *
 * The forms below give the children in order: `x?` may be absent, `x|Empty` is always there, `x*` is any number.
 */
export enum NodeKind {
  /** Holds the place of a child that is absent. */
  Empty = 0,
  /** Value: the grammar's name of what no kind fits. Children as they come. */
  Other,

  // Functions
  /** `Parameters Block`. A body that is an expression is `Block(Return(x))`. Flags Async, Generator, Lexical. */
  Function,
  /** `Parameter*`. */
  Parameters,
  /** `target default?`. Flags Rest, KeywordRest, Optional, KeywordOnly, Receiver. */
  Parameter,
  /** Inside a body: `Name|Empty Function Decorator*`. */
  FunctionDefinition,
  /** Inside a body: `Name|Empty Bases Block Decorator*`; members are statements (fields `Assign` or `Declare`). */
  ClassDefinition,
  /** `expression*` (`KeywordArgument` too). */
  Bases,
  /** `expression`. */
  Decorator,

  // Statements
  /** `statement*`. */
  Block,
  ExpressionStatement,
  /** `target+ value`. Flags Declares, Constant, Expression (its value is used: walrus, `a = b` in an expression). */
  Assign,
  /** Value: the binary operator. `target value`. `i++` whose value is not used is this with 1. Flag Expression. */
  AugmentedAssign,
  /** `target+`: variables without a value. */
  Declare,
  /** `value?`. */
  Return,
  /** `value? cause?`. */
  Throw,
  /** Value: label or empty. */
  Break,
  /** Value: label or empty. */
  Continue,
  /** `target+`. */
  Delete,
  /** `test message?`. */
  Assert,
  /** `test Block Block?`. `else if` is a Block that holds an If. Flag Expression where its value is used. */
  If,
  /** `test Block Else?`. A loop without a test has BooleanLiteral true. */
  While,
  /** `Block test`. */
  DoWhile,
  /** `target iterable Block Else?`. Value: `in` for loops over keys (JavaScript), else empty. Flags Declares, Async. */
  ForEach,
  /** `Block test|Empty Block Block`: start, test, step, body. */
  ForCount,
  /**
   * `subject|Empty Case*`. Value: `switch` where a case falls into the next without Break, else `match`. Without a subject
   * the tests are conditions: also for chains of very many `else if`, which would nest too deep. Flag Expression.
   */
  Switch,
  /** `test* Guard? Block`: no test for the default. Tests are expressions or `Pattern`. */
  Case,
  /** `expression`. */
  Guard,
  /** `Block Catch* Else? Finally?`. */
  Try,
  /** `types|Empty target|Empty Block`; several types are a Tuple. Flag Rest for Python's `except*`. */
  Catch,
  /** `Block`: of a loop that was not broken, of a try without exception. */
  Else,
  /** `Block`. */
  Finally,
  /** `WithItem+ Block`: with, using, try with resources. Flag Async. */
  With,
  /** `expression target?`. */
  WithItem,
  /** Value: module as written. `ImportedName*`. */
  Import,
  /** Value: name inside the module (`*`, `default`, or empty for the module itself). `Name?` that it is bound to. */
  ImportedName,
  /** Value: `global` or `nonlocal`. `Name+`. */
  ScopeStatement,
  /** Value: label. `statement`. */
  Labelled,
  /** Value: what kind of block (`unsafe`, `synchronized`, `defer`, `go`, `autoreleasepool` …). `expression? Block`, or the call of a defer. */
  Scoped,

  // Expressions
  /** Value: variable. See `BodyVariables`. */
  Name,
  /** `this`, `self`, `$this`, `@x`'s owner. In Python the receiver is a Name whose variable has the origin Receiver. */
  This,
  Super,
  /** Value: the text that it stands for, escapes resolved. */
  StringLiteral,
  /** Value: as written without separators, suffixes and case: `1000`, `255` for `0xff`, `0.5` for `.5`. */
  NumberLiteral,
  /** Value: `true` or `false`. */
  BooleanLiteral,
  /** Value: empty for None, null, nil, nullptr; `undefined` and Python's `...` for those. */
  NoneLiteral,
  /** Value: `/pattern/flags`. */
  RegexLiteral,
  /** Value: text. */
  BytesLiteral,
  /** Value: the character. */
  CharacterLiteral,
  /** Value: name of a Ruby symbol and the like. */
  SymbolLiteral,
  /** `(StringLiteral | Interpolation)*`: f-strings, template literals. `%` and `.format` stay what they are. */
  StringTemplate,
  /** Value: conversion (`!r`) or empty. `expression format?`; the format is a StringLiteral or StringTemplate. */
  Interpolation,
  /** `callee StringTemplate`. */
  TaggedTemplate,
  /** `callee argument*`. Flags New, Optional (`f?.()`), Macro. */
  Call,
  /** Value: name. `expression`. */
  KeywordArgument,
  /** `expression`. Flag KeywordRest for `**x`. As a target: the rest. */
  Spread,
  /** Value: name. `object`. Flag Optional (`a?.b`). */
  Attribute,
  /** `object index+`. Flag Optional. */
  Index,
  /** `from|Empty to|Empty step|Empty`. */
  Slice,
  /** Value: operator. `left right`. Operators are written as in Python and JavaScript; integer division is `//`. */
  Binary,
  /** Value: operators, separated by a comma in a chain: `==`, `===`, `is not`, `not in`, `instanceof`, `<,<=`. `operand+`. */
  Comparison,
  /** Value: `and`, `or` or `??`. `operand+`: `a and b and c` is one node. */
  Logical,
  Not,
  /** Value: operator: `-`, `+`, `~`, `typeof`, `void`, `&`, `*`, `<-` …. */
  Unary,
  /** Value: `++` or `--`, where its value is used. `target`. Flag Prefix. */
  Update,
  /** `test then else`. */
  Conditional,
  /** Value: `list`, `set`, `dictionary`, `generator`. `element (ForClause | IfClause)*`; a dictionary's element is an Entry. */
  Comprehension,
  /** `target iterable`. Flag Async. */
  ForClause,
  /** `test`. */
  IfClause,
  List,
  Tuple,
  Set,
  /** `(Entry | Spread)*`: dictionaries, object literals, maps. As a target: destructuring by key. */
  Dictionary,
  /** `key value`; a plain key of an object is a StringLiteral. Flags Getter, Setter. */
  Entry,
  /** In a target: `target default`. */
  DefaultValue,
  Await,
  /** `value?`. Flag Delegate. */
  Yield,
  /** `expression+`: the comma operator. */
  Sequence,
  /** Value: `..` (end out) or `..=` (end in). `from|Empty to|Empty`. */
  Range,
  /** Value: type as written, white space out. `expression`. Only for casts that change the value (`(int) x`). */
  Cast,
  /** Value: type as written. A type where a value stands (`int.class`, the operand of `instanceof`, `sizeof`). */
  TypeName,
  /** Rust's `x?`, Swift's `try x`. */
  Propagate,
  /**
   * Value: `value` (an expression), `capture` (a Name), `wildcard`, `sequence`, `mapping` (Entry, Spread), `class`
   * (callee, then patterns and KeywordArguments), `or`, `as` (pattern, Name), `rest` (Name?), `type`.
   */
  Pattern,
  /** `tag (JsxAttribute | Spread)* child*`; the tag is an expression, a StringLiteral, or Empty for a fragment. */
  JsxElement,
  /** Value: name. `value?`. */
  JsxAttribute,
}

/** Bits of `BodyTable.flags`. Bits that never meet in one kind share a place. */
export const NodeFlag = {
  /** Assign, ForEach: `let`, `const`, `:=`, a declaration with a type. Not `var` of ECMAScript, which is of the function. */
  Declares: 1 << 0,
  Constant: 1 << 1,
  /** Assign, AugmentedAssign, If, Switch, Try, Block …: stands where its value is used. */
  Expression: 1 << 2,
  Async: 1 << 3,
  Generator: 1 << 4,
  /** `?.`, a parameter that may be left out. */
  Optional: 1 << 5,
  Rest: 1 << 6,
  KeywordRest: 1 << 7,
  /** Call: `new X()`. */
  New: 1 << 0,
  /** Call: a macro (Rust). */
  Macro: 1 << 1,
  /** Parameter: the object that a method belongs to (Python's self, Go's receiver, Rust's self). */
  Receiver: 1 << 0,
  KeywordOnly: 1 << 1,
  /** Function: `this` is that of the surroundings (arrow functions). */
  Lexical: 1 << 1,
  /** Update: `++i`. */
  Prefix: 1 << 0,
  /** Yield: `yield from`, `yield*`. */
  Delegate: 1 << 0,
  Getter: 1 << 0,
  Setter: 1 << 1,
} as const;

/** How a variable came to be. */
export enum Origin {
  /** Bound nowhere in the file: a builtin or a global of elsewhere. */
  Unbound = 0,
  /** Bound in a function (parameters apart). */
  Local,
  Parameter,
  /** First parameter of a method in languages that name it. */
  Receiver,
  /** At file level: a function or class defined there. */
  Definition,
  /** At file level: another variable. */
  Global,
  /** `BodyVariables.path` tells of what; inside functions too. */
  Import,
  /** Bound in a class body inside a function: known by its name. */
  Member,
}

/** The variables that the names of one file mean; `Name` nodes hold an index of these columns. */
export interface BodyVariables {
  /** Index into `BodyTable.strings`. */
  name: Uint32Array;
  origin: Uint8Array;
  /** `Function` node that binds it; -1 for those of file level and unbound ones. */
  owner: Int32Array;
  /** Index into `BodyTable.strings` of the imported path: `os.path.join`, `./x.js#name`; of an empty text for others. */
  path: Uint32Array;
}

export interface BodyTable {
  strings: string[];
  kind: Uint8Array;
  flags: Uint8Array;
  /** What `NodeKind` calls value: an index into `strings`; for `Name` one into the variables; 0 (an empty text) for none. */
  value: Uint32Array;
  /** Index behind the last node of the subtree. */
  next: Uint32Array;
  line: Uint32Array;
  endLine: Uint32Array;
  variables: BodyVariables;
  /** `Function` node of each symbol of the file, -1 for symbols without a body. */
  root: Int32Array;
  /** Variable that the symbol's own name is, -1 where no variable is. */
  self: Int32Array;
}

/** Kinds that stand in a Block. */
export const IS_STATEMENT: Uint8Array = (() => {
  const set = new Uint8Array(128);
  for (let kind = NodeKind.ExpressionStatement; kind <= NodeKind.Scoped; kind++) set[kind] = 1;
  for (const part of [
    ...[NodeKind.Case, NodeKind.Guard, NodeKind.Catch, NodeKind.Else, NodeKind.Finally],
    ...[NodeKind.WithItem, NodeKind.ImportedName],
  ])
    set[part] = 0;
  set[NodeKind.FunctionDefinition] = set[NodeKind.ClassDefinition] = 1;
  return set;
})();

/** Kinds that never have children. */
export const IS_LEAF: Uint8Array = (() => {
  const set = new Uint8Array(128);
  for (let kind = NodeKind.Name; kind <= NodeKind.SymbolLiteral; kind++) set[kind] = 1;
  for (const kind of [NodeKind.Empty, NodeKind.Break, NodeKind.Continue, NodeKind.TypeName]) set[kind] = 1;
  return set;
})();
