import type { References, LexicalFacts } from './references.ts';
/**
 * The facts of one file: everything that the engine keeps of a source text. A parse thread makes them
 * from the text alone (no other file is looked at), they are plain data, they cross thread and process
 * borders, and they are cached by content hash. Syntax trees never leave the thread that made them.
 *
 * Two halves, so that a warm start reads only what it needs:
 * - `FileSummary`: the inventory (functions, classes, fingerprints, called names). Always loaded.
 * - `FileDetail`: scopes, bindings, imports and value references. Loaded when a reference of the file, or a name
 *   that another file imports from it, has to be resolved.
 *
 * Positions: lines are 1-based and inclusive; columns are 0-based UTF-16 code units; offsets are 0-based UTF-16 code
 * units into the decoded text (BOM stripped, line ends as they are).
 */

import type { BodyTable } from '../ir/model.ts';

/**
 * Version of the facts' meaning, for whoever reads them elsewhere. The cache does not rely on it: it is keyed by a hash of
 * the parse bundle and the grammars, so facts of other code are never read.
 */
export const FACTS_VERSION = 3;

export type LanguageId =
  | 'python'
  | 'typescript'
  | 'tsx'
  | 'javascript'
  | 'go'
  | 'rust'
  | 'java'
  | 'c'
  | 'cpp'
  | 'ruby'
  | 'php'
  | 'csharp'
  | 'kotlin'
  | 'swift';

/** Formats that hold code among other things. */
export type EmbeddedKind = 'notebook' | 'vue' | 'svelte';

/** What a source file is by its name. The facts of an `EmbeddedKind` are those of the language that its code is in. */
export type SourceKind = LanguageId | EmbeddedKind;

export type SymbolKind = 'function' | 'method' | 'class' | 'interface' | 'constant';

/** Bits of `SymbolFact.flags`. */
export const SymbolFlag = {
  Async: 1 << 0,
  Generator: 1 << 1,
  Static: 1 << 2,
  ClassMethod: 1 << 3,
  /** A property, getter or setter: read without a call. */
  Accessor: 1 << 4,
  Abstract: 1 << 5,
  /** An overload signature or a protocol stub: declares, does not implement. */
  Overload: 1 << 6,
  /** Bound to a name rather than declared (arrow function, function expression, lambda, object member). */
  Bound: 1 << 7,
  Constructor: 1 << 8,
  /** Visible from outside its file (Python: module or class level; TypeScript: exported, or member of what is). */
  Exported: 1 << 9,
  DefaultExport: 1 << 10,
  /** The body is pass, a constant, a name or attribute, or one call on the own parameters (design.md: trivial bodies). */
  TrivialBody: 1 << 11,
  /** No body at all, or a body that only declares: docstring, `...`, `raise NotImplementedError`. */
  Stub: 1 << 12,
  /** Decorated or passed to a registering call at its definition: called by a framework. */
  Registered: 1 << 13,
  /** Stands in a conditional or try block at its level, so another definition of the name may exist. */
  Conditional: 1 << 14,
  /** A constructor that only stores its parameters. */
  StoresParameters: 1 << 15,
  /** Lies inside the error region of a file with syntax errors: its facts may be partial. */
  Damaged: 1 << 16,
  /** Type-only declaration (ambient, `declare`, .d.ts). */
  TypeOnly: 1 << 17,
  Setter: 1 << 18,
  /** Fulfils a contract that stands elsewhere (a method of a trait's implementation, `@Override`): it cannot be merged away. */
  Implements: 1 << 19,
  /** Test code inside a file of production code (`#[cfg(test)]`). */
  Test: 1 << 20,
} as const;

export interface ParameterFact {
  name: string;
  kind: 'positional-only' | 'normal' | 'keyword-only' | 'rest' | 'keyword-rest' | 'pattern';
  optional: boolean;
}

/** A function, method, class (or, later, a constant) that a file defines. */
export interface SymbolFact {
  kind: SymbolKind;
  /** Own name; `default` for an unnamed default export. */
  name: string;
  /** Qualified inside its file: `Class.method`, `outer.inner`, `object.member`. */
  qualifiedName: string;
  /** Index of the symbol that encloses this one in `FileSummary.symbols`, or -1. */
  parent: number;
  /** Index into `FileDetail.scopes` of the scope that the body opens, or -1 when it has none. */
  scope: number;
  /** From the first decorator (else the def line) to the last line. */
  startLine: number;
  endLine: number;
  /** Line and column of the name itself (of the keyword where there is no name). */
  nameLine: number;
  nameColumn: number;
  /** Offsets of the whole definition, decorators included. */
  startOffset: number;
  endOffset: number;
  /** Offsets of the body (block or expression); both -1 for stubs without one. */
  bodyStart: number;
  bodyEnd: number;
  /** Text of the signature on one line, white space folded, at most 400 characters. */
  signature: string;
  /** First paragraph of the docstring or doc comment, at most 400 characters; empty when there is none. */
  doc: string;
  parameters: ParameterFact[];
  flags: number;
  /** Number of body tokens (comments, docstrings, annotations out). */
  tokens: number;
  /** Number of statements in the body, nested ones included. */
  statements: number;
  /**
   * 128-bit hex digests over token streams in which docstrings, comments, type annotations, decorators and the
   * function's own name are out; parameters (names and defaults, without annotations) and body are in.
   * `exact`: tokens as written (strings keep their value, not their quote style).
   * `renamed`: names that the function itself binds (parameters, locals, comprehension variables, nested definitions)
   * replaced by their order of first occurrence; free names, attributes, operators and literals as written.
   * Empty strings for classes and stubs.
   */
  exact: string;
  renamed: string;
  /** Digest of `exact` plus decorators: what "modified" means. Classes: of all that is not inside a method. */
  content: string;
  /** Distinct last segments of what the body calls (nested functions included), sorted. For candidate search only. */
  calledNames: string[];
  /** Decorators as written without `@` and arguments, e.g. `functools.cache`. */
  decorators: string[];
}

/** A constant of a file, a class or an enum whose value is of some length. */
export interface ConstantFact {
  name: string;
  /** Qualified inside its file: `Class.NAME`. */
  qualifiedName: string;
  kind: 'string' | 'number' | 'pattern' | 'collection';
  /** 128-bit hex digest of the value: quotes, escapes, digit separators, the order in sets and mappings make no difference. */
  digest: string;
  /** Characters (of a number: digits) that make the value distinctive; 0 for a common one. */
  weight: number;
  startLine: number;
  endLine: number;
}

/** What a name of file level, or of a class, stands for that is no function or class. */
export interface ValueFact {
  /** Qualified inside its file: `LIMIT`, `Class.LIMIT`. */
  name: string;
  /** 128-bit hex digest: equal for equal literals, and for equal tokens of other values. */
  digest: string;
}

export interface FileSummary {
  version: number;
  language: LanguageId;
  /** Number of lines as an editor counts them. */
  lines: number;
  /** Number of syntax error nodes (and missing tokens) that the parser met. */
  syntaxErrors: number;
  symbols: SymbolFact[];
  /** Suppression comments: `rewheel-ignore[RULE]: reason`; rule empty for all rules. */
  suppressions: { line: number; rule: string; reason: string }[];
  /** True when the file says at its head that it is generated. */
  generated: boolean;
  /**
   * Notebooks: the cells with code in order. Lines and offsets of the facts are those of the code of all cells, one
   * below the other (`language/embedded/notebookCode.ts`); a report names cell and line in it.
   */
  cells?: CellFact[];
  /** Constants of some length in source order; left out when there are none. */
  constants?: ConstantFact[];
  /** Fingerprints of the bodies. Left out by an extractor that does not make bodies. */
  prints?: BodyPrints;
}

/** A cell of a notebook. */
export interface CellFact {
  /** Place among all cells of the notebook, from 0. */
  cell: number;
  /** First line of its code in the lines of the facts. */
  line: number;
  /** For each line of its code the line of the file that it stands on; empty where that is not known. */
  raw: readonly number[];
}

/**
 * Fingerprints by which candidates are found without reading bodies: 32-bit hashes that do not depend on names that a
 * function binds itself. Equal prints hint at equal parts and prove nothing.
 */
export interface BodyPrints {
  /** Per symbol: where its prints begin in `values`; one more at the end. */
  start: Uint32Array;
  /** Sorted and distinct within a symbol. */
  values: Uint32Array;
}

export type ScopeKind = 'module' | 'class' | 'function' | 'lambda' | 'comprehension' | 'block' | 'type';

/** How a name came to be bound in a scope. */
export type BindingKind =
  | 'parameter'
  | 'assignment'
  | 'import'
  | 'definition' // def, class, function declaration
  | 'loop'
  | 'with'
  | 'except'
  | 'walrus'
  | 'comprehension'
  | 'pattern' // match captures, destructuring
  | 'global' // `global x`: resolves to module scope
  | 'nonlocal'
  | 'delete'
  | 'type' // type alias, interface, type parameter: no value
  | 'declaration' // C and C++: a prototype, by its qualified name, in the file's scope
  | 'macro'; // C and C++: a macro, in the file's scope

export interface BindingFact {
  name: string;
  kind: BindingKind;
  line: number;
  /** Index into `FileSummary.symbols` for definitions (and names bound to a function), else -1. */
  symbol: number;
  /** Index into `FileDetail.imports` for imports, else -1. */
  import: number;
  /**
   * For `name = <value reference>` or `name = <value reference>(…)`: index into the reference table, else -1;
   * `valueCalled` tells the second form. One level only: the base of alias and constructor inference.
   */
  value: number;
  valueCalled: boolean;
  /**
   * Stands in a conditional, loop, match or try block (except and else parts too) of its scope, so it may not happen.
   * Left out by an extractor that does not know; resolution then takes the careful reading.
   */
  conditional?: boolean;
}

/** `<reference> = <value reference>` or `<reference> = <value reference>(…)`, one level only, as in `BindingFact`. */
export interface AttributeStoreFact {
  /** The `Store` reference: `x` of `self.x = …`. */
  reference: number;
  /** Index into the reference table. */
  value: number;
  valueCalled: boolean;
}

/**
 * Member of an object literal that has a name, where the member's value is a reference or a call of one: `run` and
 * `stop` of `const api = {run: start, stop}`. (Members that are functions themselves are symbols.)
 */
export interface ObjectMemberFact {
  /** Symbol that encloses the literal, -1 at module level. */
  parent: number;
  /** Qualified name of the object, as its functions have it before theirs: `api`, `outer.api.inner`. */
  holder: string;
  name: string;
  /** Index into the reference table. */
  value: number;
  valueCalled: boolean;
}

export interface ScopeFact {
  kind: ScopeKind;
  /** Enclosing scope, -1 for the module. */
  parent: number;
  /** Symbol whose body this is, else -1. */
  symbol: number;
  startLine: number;
  endLine: number;
  /** Every binding of the scope in source order; a name may occur several times. */
  bindings: BindingFact[];
}

/** One imported name (or module). A statement that imports three names yields three facts. */
export interface ImportFact {
  form:
    | 'module' // Python `import a.b` / `import a.b as c`
    | 'from' // Python `from m import n` / TS `import {n} from 'm'`
    | 'star' // Python `from m import *`
    | 'default' // TS `import x from 'm'`
    | 'namespace' // TS `import * as x from 'm'`
    | 'require' // CommonJS `const x = require('m')`, TS `import x = require('m')`
    | 'side-effect' // `import 'm'`
    | 'dynamic' // `import('m')`, importlib.import_module('m') with a literal
    | 'reexport' // `export {n as k} from 'm'`
    | 'reexport-all'; // `export * from 'm'` (local = '*') / `export * as ns from 'm'` (local = 'ns')
  /** Module as written: `a.b`, `.sibling`, `..`, `./x.js`, `@scope/pkg/sub`. */
  module: string;
  /** Name inside the module (`n`); `*` for star and namespace, `default` for default, empty for module forms. */
  imported: string;
  /** Name that it is bound to here (for re-exports: the exported name); empty when nothing is bound. */
  local: string;
  line: number;
  scope: number;
  /** Under `if TYPE_CHECKING`, `import type`, `export type`. */
  typeOnly: boolean;
}

/** What a file offers under a name when other files import from it (ECMAScript; Python exports its module scope). */
export interface ExportFact {
  /** Exported name; `default`; `=` for `export =` and for `module.exports = <reference>`. */
  name: string;
  /** Local binding in module scope that it names, or empty when the export is a symbol or reference itself. */
  local: string;
  /** Symbol exported in place (`export function f`, `export default () => …`), else -1. */
  symbol: number;
  /** Reference exported in place (`module.exports = a.b`), else -1. */
  reference: number;
  line: number;
}

export interface FileDetail {
  version: number;
  /** Distinct strings that the tables point into. */
  strings: string[];
  scopes: ScopeFact[];
  imports: ImportFact[];
  exports: ExportFact[];
  /** Python `__all__` when it is a list of literals (additions included), else null. */
  dunderAll: string[] | null;
  references: References;
  /** Per class symbol: ids of the references that are its bases, in order (Python keyword arguments left out). */
  bases: { symbol: number; references: number[] }[];
  /** Attribute stores whose value is a reference or a call of one. Left out by an extractor that does not know. */
  stores?: AttributeStoreFact[];
  /** ECMAScript: members of named object literals that are bound to references. */
  members?: ObjectMemberFact[];
  lexical?: LexicalFacts;
  /** Values of names of file level and of classes; left out when there are none. */
  values?: ValueFact[];
  /** Package or namespace that the file says it belongs to (Go, Java). */
  namespace?: string;
  /** Bodies of the functions; read through `bodyOf`. Left out by an extractor that does not make them. */
  bodies?: BodyTable;
}

export interface FileFacts {
  summary: FileSummary;
  detail: FileDetail;
}

/** Why a file yields no facts (design.md section 3, "Reasons for skipping"). */
export type SkipReason =
  | 'too-deep'
  | 'minified'
  | 'too-large'
  | 'binary'
  | 'encoding'
  | 'unreadable'
  | 'ignored'
  | 'generated'
  | 'vendored'
  | 'time-limit';

export type ExtractResult = { ok: true; facts: FileFacts } | { ok: false; reason: SkipReason; detail: string };
