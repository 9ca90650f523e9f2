import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PYTHON, pythonPackages, pythonVersion, standardLibrary } from '../../support/pythonPackages.ts';
import { differences, type Difference } from './pythonReality.ts';
import { stateOf, textsIn } from './pythonState.ts';

/**
 * Resolution held against CPython, over its own standard library and over installed packages: what we say that a name
 * means is what the imported module has under it. Differences must be explained in explained.json, by a pattern over
 * `where chain: ours -> theirs` with its reason. The list is complete for the version it was made with; another
 * version's standard library may differ in a few names.
 */
const LISTED_FOR = '3.11';
const EXPLAINED = fileURLToPath(new URL('../../recorded/graph-python-reality/explained.json', import.meta.url));

/** Packages of the standard library that can be imported without effects; single modules are all taken but a few. */
const PACKAGES =
  /^(asyncio|collections|concurrent|email|http|importlib|json|logging|multiprocessing|unittest|urllib|xml)\//;
const EFFECTS = /^(antigravity|this|turtle|__phello__.*|_aix_support|_osx_support|idlelib)\.py$/;

function unexplained(found: readonly Difference[]): string[] {
  const rules = JSON.parse(readFileSync(EXPLAINED, 'utf8')) as { pattern: string; reason: string }[];
  const patterns = rules.map(({ pattern }) => new RegExp(pattern));
  return found
    .map(({ where, chain, ours, theirs }) => `${where} ${chain}: ${ours} -> ${theirs}`)
    .filter((line) => !patterns.some((pattern) => pattern.test(line)));
}

describe('Python resolution against CPython', function () {
  this.timeout(0);

  it('means what the standard library means', async () => {
    const root = standardLibrary();
    const wanted = (path: string): boolean =>
      path.endsWith('.py') && (path.includes('/') ? PACKAGES.test(path) : !EFFECTS.test(path));
    const result = differences(root, PYTHON, await stateOf(textsIn(root, wanted)));
    assert.ok(result.files > 150, `only ${result.files} modules could be imported`);
    assert.ok(result.compared > 5_000, `only ${result.compared} chains compared`);
    const left = unexplained(result.differences);
    if (pythonVersion() === LISTED_FOR || left.length > result.compared / 200) assert.deepEqual(left, []);
    // What CPython knows and we leave open is allowed, but must stay the exception.
    assert.ok(result.missed.length < result.agreed / 20, `${result.missed.length} of ${result.agreed} left open`);
  });

  it('means what installed packages mean', async () => {
    const root = pythonPackages();
    const wanted = (path: string): boolean => path.endsWith('.py') && !/(^|\/)(tests?|bin)\//.test(path);
    const result = differences(root, PYTHON, await stateOf(textsIn(root, wanted)));
    assert.ok(result.compared > 2_000, `only ${result.compared} chains compared`);
    assert.deepEqual(unexplained(result.differences), []);
  });
});
