import type { SymbolFact } from '../model/facts.ts';
import { SymbolFlag } from '../model/facts.ts';
import { isFunction, type FunctionRef } from '../model/state.ts';
import type { HiddenReason } from '../../protocol/hiddenReasons.ts';

/** Why a function can be no side of a finding (design.md section 3, "Never reported"); null when it can. */
export type ExclusionReason = 'no-body' | 'trivial' | 'stores-parameters' | 'small';

/**
 * Judges one symbol alone.
 * @param minTokens body tokens below which equal bodies say nothing
 */
export function exclusionOf(symbol: SymbolFact, minTokens: number): ExclusionReason | null {
  if (!isFunction(symbol) || symbol.renamed === '') return 'no-body';
  const flags = symbol.flags;
  if (flags & (SymbolFlag.Stub | SymbolFlag.Overload | SymbolFlag.Abstract | SymbolFlag.TypeOnly)) return 'no-body';
  if (flags & SymbolFlag.TrivialBody) return 'trivial';
  if (flags & SymbolFlag.StoresParameters) return 'stores-parameters';
  if (symbol.tokens < minTokens) return 'small';
  return null;
}

const TEST_FILE = /(^|\/)(test_[^/]*|[^/]*_test|conftest)\.pyi?$|\.(test|spec)\.[cm]?[jt]sx?$|_test\.go$/i;
/** Case matters: `Latest.java` is no test. */
const TEST_CLASS = /(?:Test|Tests|TestCase|IT)\.java$/;
const TEST_FOLDER = /(^|\/)(tests?|__tests__|specs?|testing)\//i;

/** True for test code by the path conventions of pytest, unittest, mocha, jest, vitest, Go, cargo and JUnit. */
export function isTestPath(path: string): boolean {
  return TEST_FILE.test(path) || TEST_FOLDER.test(path) || TEST_CLASS.test(path);
}

/** True for test code: by its path, or by what the file says of it (`#[cfg(test)]`). */
export function isTestCode(path: string, symbol: SymbolFact): boolean {
  return (symbol.flags & SymbolFlag.Test) !== 0 || isTestPath(path);
}

/**
 * Why two functions that are alike, but not equal, are no finding: code that has to be alike by its place. Equal bodies are
 * another matter, whatever they stand for.
 */
export function pairExclusion(a: FunctionRef, b: FunctionRef): HiddenReason | null {
  const both = a.symbol.flags & b.symbol.flags;
  const methods = a.symbol.kind === 'method' && b.symbol.kind === 'method';
  const sameOwner = a.file === b.file && a.symbol.parent === b.symbol.parent;
  if (methods && a.symbol.name === b.symbol.name && !sameOwner) return 'contract';
  if (both & SymbolFlag.Registered) return 'registered';
  if (both & (SymbolFlag.Accessor | SymbolFlag.Setter)) return 'accessors';
  if (both & SymbolFlag.Constructor) return 'constructors';
  return null;
}
