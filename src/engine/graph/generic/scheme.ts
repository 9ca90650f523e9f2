import type { ImportFact } from '../../model/facts.ts';
import type { ResolverContext, SymbolRef } from '../types.ts';

/** What a name stands for outside the file that uses it. */
export type Outside =
  /** A package or module of the workspace: its files, and the prefix of its symbols' qualified names in them (`tests.`). */
  | { kind: 'package'; files: readonly string[]; prefix: string }
  | { kind: 'symbol'; target: SymbolRef }
  | { kind: 'external'; name: string };

/**
 * How a language names what lies in other files. One per state; everything on demand and remembered. To add a language:
 * implement this, and name it in `SCHEMES` (`resolver.ts`).
 */
export interface ModuleScheme {
  /** Files whose names at file level are seen without an import, the file itself included: those of its package. */
  packageFiles(path: string): readonly string[];
  /** What an import brings in; null for what cannot be told. */
  imported(path: string, fact: ImportFact): Outside | null;
  /** What a name of the language's own means in a path (Rust's `crate`, `self`, `super`); null for none. */
  word?(path: string, name: string, prefix: string): Outside | null;
  /** What a package of the workspace has under a name beside its symbols: a package inside it. */
  inside?(outside: Extract<Outside, { kind: 'package' }>, name: string): Outside | null;
  /** What a name that the file does not declare means by itself: the name of a crate. */
  root?(path: string, name: string): Outside | null;
  /** Files whose functions `name` that extend a type are seen here; left out where a language has none. */
  extensionFiles?(path: string, name: string): readonly string[];
  /** The one type that several definitions of a name are parts of; null where they are different ones. */
  parts?(found: readonly SymbolRef[]): SymbolRef | null;
  /** Files in which methods of a type of this file may stand. */
  methodFiles(path: string): readonly string[];
  /** Separator of external paths. */
  separator: string;
}

export type SchemeFactory = (context: ResolverContext) => ModuleScheme;
