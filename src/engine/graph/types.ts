import type { FileDetail, FileSummary, SymbolFact } from '../model/facts.ts';

/**
 * The border between resolution and everything that uses it. All answers are on demand and remembered: nothing is
 * resolved that nobody asks for.
 */

/** A symbol of the workspace: file path and index into that file's `FileSummary.symbols`. */
export interface SymbolRef {
  file: string;
  symbol: number;
}

export type Resolution =
  /** A function, method or class of the workspace. A call of a class is a call of the class (and of its constructor). */
  | { kind: 'symbol'; target: SymbolRef }
  /** A module or namespace of the workspace. */
  | { kind: 'module'; file: string }
  /** Something outside the workspace, by its import path: `numpy.mean`, `react.useState`. */
  | { kind: 'external'; name: string }
  /** A builtin of the language, or a method of a builtin type (a literal's method, `str.join`). */
  | { kind: 'builtin'; name: string }
  /** A parameter, local value or module variable that names no known function: known, but no function of ours. */
  | { kind: 'value' }
  /** Not known. Never guessed. */
  | { kind: 'unresolved' };

/** One file as resolution sees it. */
export interface GraphFile {
  path: string;
  summary: FileSummary;
  /** Decoded on first use. */
  detail(): FileDetail;
}

/** Everything of one state that resolution needs. */
export interface GraphInput {
  /** Sorted by path. */
  files: readonly GraphFile[];
  /** Texts of the state's configuration files by path (tsconfig, package.json, pyproject.toml…). */
  configs: ReadonlyMap<string, string>;
}

export interface CallSite {
  /** Reference id in the caller's file. */
  reference: number;
  line: number;
}

/** What a function calls or passes on, one entry a distinct callee. */
export interface Callee {
  /**
   * Identity for comparing two functions' callees: `file#qualifiedName` for workspace symbols, the import path for
   * external ones (`numpy.mean`), `.name` for a method on an unknown receiver, `name` for an unknown plain name.
   */
  key: string;
  /** Last segment as written, for messages. */
  name: string;
  resolution: Resolution;
  builtin: boolean;
  /** True for a call or `new`; false when the function is only passed on or named as a value. */
  called: boolean;
  sites: CallSite[];
}

export interface Graph {
  readonly input: GraphInput;
  file(path: string): GraphFile | undefined;
  symbol(ref: SymbolRef): SymbolFact;
  /** Meaning of one reference of a file. */
  resolve(path: string, reference: number): Resolution;
  /**
   * Distinct callees of a symbol's own body, functions nested in it included (they are part of its lines), sorted by
   * key. References in type positions, stores, decorators and base lists are left out; references to itself too.
   */
  callees(ref: SymbolRef): Callee[];
  /** The same for a file's module-level code. */
  moduleCallees(path: string): Callee[];
  /** Ids of the references in a symbol and in all that is nested in it, in source order. */
  references(ref: SymbolRef): Uint32Array;
  /** Base classes of a class that are classes of the workspace, in order. */
  baseClasses(ref: SymbolRef): SymbolRef[];
}

/** What a language's resolver sees of the state. */
export interface ResolverContext {
  readonly input: GraphInput;
  file(path: string): GraphFile | undefined;
}

/** Resolution of one language family; one per state, made on first use. Implementations remember what they found. */
export interface LanguageResolver {
  resolve(path: string, reference: number): Resolution;
  baseClasses(ref: SymbolRef): SymbolRef[];
}
