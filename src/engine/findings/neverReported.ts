import type { SymbolFact } from '../model/facts.ts';
import { SymbolFlag } from '../model/facts.ts';
import { isFunction } from '../model/state.ts';

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

/** Names of test files: pytest, unittest, Go, RSpec, minitest, GoogleTest; mocha, jest, vitest, Cypress, Storybook. */
const TEST_FILE =
  /(^|\/)(test_[^/]*|[^/]*_(?:test|tests|spec|unittest)|conftest)\.\w+$|\.(?:test|tests|spec|e2e-spec|e2e|cy|stories|bench)\.\w+$/i;
/** JUnit, NUnit, xUnit, PHPUnit, XCTest, GoogleTest. Case matters: `Latest.java` is no test. */
const TEST_CLASS = /(?:Test|Tests|TestCase|IT|ITCase|Spec|Specs)\.(?:java|kts?|cs|php|swift|scala|groovy|cpp|cc|mm?)$/;
const TEST_FOLDER =
  /(^|\/)(?:tests?|__tests__|__mocks__|specs?|testing|unittests?|e2e|cypress|[\w.-]+[._-]tests?|androidTest|[A-Z]\w*Tests)\//;
const ANY_CASE_FOLDER = /(^|\/)(?:tests?|specs?)\//i;

/** True for test code by the path conventions of the languages that are read. */
export function isTestPath(path: string): boolean {
  return TEST_FILE.test(path) || TEST_FOLDER.test(path) || ANY_CASE_FOLDER.test(path) || TEST_CLASS.test(path);
}

/** True for test code: by its path, or by what the file says of it (`#[cfg(test)]`). */
export function isTestCode(path: string, symbol: SymbolFact): boolean {
  return (symbol.flags & SymbolFlag.Test) !== 0 || isTestPath(path);
}
