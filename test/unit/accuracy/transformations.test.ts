import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { seededRandom } from '../../bench/accuracy/random.ts';
import { collectFunctions, type SourceFunction } from '../../bench/accuracy/typescript/collect.ts';
import { RECIPES, reimplement } from '../../bench/accuracy/typescript/mutate.ts';
import { singleExit } from '../../bench/accuracy/typescript/shapes.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { PYTHON } from '../../support/pythonPackages.ts';

const FIXTURES = join(PROJECT, 'test/fixtures/accuracy');
const ROUNDS = 3;

interface PythonCheck {
  recipes: string[];
  applied: Record<string, number>;
  wrong: { recipe: string; text: string; given: string; expected: string }[];
}

/** Arguments on which an original and what was made of it are run. */
const INPUTS: Record<string, unknown[][]> = {
  agrees: [
    [[1, 2, 3], 2],
    [[4, 7], 3],
    [[4, 1], 3],
    [[], 1],
  ],
  totals: [
    [
      [
        ['a', 1],
        ['b', null],
        ['a', 4],
      ],
      2,
    ],
    [[], 1],
    [[['x', null]], 3],
  ],
  squares: [
    [[1, 2, 5, 9], 6],
    [[], 1],
    [[2, 2], 9],
  ],
  classify: [
    [1, {}],
    [4, { 4: 'four' }],
    [5, {}],
    [12, { 12: 'dozen' }],
    [7, { 1: 'one' }],
  ],
  windows: [
    ['abcd', 2],
    ['', 2],
    ['a', 0],
    ['abc', 5],
  ],
  search: [
    [
      [
        [1, 2],
        [3, 4],
      ],
      4,
    ],
    [[[1, null]], 9],
    [[[7, 8], [1]], 99],
    [[], 1],
  ],
  measure: [
    [
      [
        { x: 1, y: 2 },
        { x: 3, y: 1 },
      ],
      2,
    ],
    [[], 5],
  ],
  merge: [
    [
      { a: 1, b: 2 },
      { b: 3, c: 4 },
    ],
    [{}, {}],
  ],
};

type Outcome = { value: unknown } | { error: string };

function runnable(text: string, name: string): (...args: unknown[]) => unknown {
  const code = ts.transpile(`function shout(text) { return text.toUpperCase(); }\n${text}\nreturn ${name};`, {
    target: ts.ScriptTarget.ESNext,
  });
  return new Function('console', code)({ debug: () => undefined, log: () => undefined }) as (
    ...args: unknown[]
  ) => unknown;
}

function outcome(run: (...args: unknown[]) => unknown, args: unknown[]): Outcome {
  try {
    return { value: run(...structuredClone(args)) };
  } catch (error) {
    return { error: (error as Error).name };
  }
}

describe('accuracy: what the transformations make does the same', () => {
  it('in Python, every transformation', () => {
    const args = [
      'test/unit/accuracy/checkPython.py',
      'test/bench/accuracy/python',
      'test/fixtures/accuracy/python',
      String(ROUNDS),
    ];
    const check = JSON.parse(execFileSync(PYTHON, ['-B', ...args], { cwd: PROJECT, encoding: 'utf8' })) as PythonCheck;
    assert.deepEqual(check.wrong, []);
    for (const recipe of check.recipes) assert.ok((check.applied[recipe] ?? 0) > 0, `${recipe} applied nowhere`);
  });

  const functions = collectFunctions({ name: 'samples', root: join(FIXTURES, 'typescript') }).filter(
    ({ qualified }) => INPUTS[qualified],
  );
  const originals = new Map(functions.map(({ qualified, plain }) => [qualified, runnable(plain.text, qualified)]));

  it('takes every sample function of TypeScript', () => {
    assert.deepEqual(functions.map(({ qualified }) => qualified).sort(), Object.keys(INPUTS).sort());
  });

  for (const recipe of RECIPES) {
    it(`in TypeScript, ${recipe}`, () => {
      let applied = 0;
      for (let seed = 0; seed < ROUNDS; seed++) {
        for (const source of functions) {
          const random = seededRandom(`${recipe}/${seed}/${source.qualified}`);
          const hosts = random.shuffled(functions.filter((host) => host !== source && singleExit(host.plain)));
          const made = reimplement(source, recipe, 'madeAnew', random, hosts);
          if (!made) continue;
          applied++;
          const run = runnable(made.text, made.name);
          // A guard that was dropped or a message that was changed is meant to differ.
          if (recipe !== 'gap-change') compare(source, run, made.text, made.applied.at(-1)!);
        }
      }
      assert.ok(applied > 0, 'applied nowhere');
    });
  }

  function compare(source: SourceFunction, run: (...args: unknown[]) => unknown, text: string, last: string): void {
    const host = last.startsWith('in ') ? last.slice(last.indexOf(':') + 1) : null;
    for (const args of INPUTS[source.qualified]!) {
      const expected = outcome(originals.get(source.qualified)!, args);
      if (!host) assert.deepEqual(outcome(run, args), expected, text);
      for (const more of host ? INPUTS[host]! : []) {
        const beside = outcome(originals.get(host!)!, more);
        const given = outcome(run, [...args, ...more]);
        if ('error' in expected || 'error' in beside) assert.ok('error' in given, text);
        else
          assert.deepEqual(
            given,
            { value: given && 'value' in given ? inOrder(given.value, expected.value, beside.value) : null },
            text,
          );
      }
    }
  }

  /** What a function that holds two gives: the results of both, in the order in which they stand in it. */
  function inOrder(given: unknown, own: unknown, other: unknown): unknown {
    try {
      assert.deepEqual(given, [own, other]);
      return [own, other];
    } catch {
      return [other, own];
    }
  }
});

describe('accuracy: seeds', () => {
  it('the same seed makes the same choices, another makes others', () => {
    const draw = (seed: string): number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 20 }, () => random.integer(0, 99));
    };
    assert.deepEqual(draw('one'), draw('one'));
    assert.notDeepEqual(draw('one'), draw('two'));
  });
});
