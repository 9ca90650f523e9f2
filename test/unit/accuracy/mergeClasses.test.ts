import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { mergeClasses, scoreAlignment } from '../../bench/accuracy/mergeClasses.ts';
import { PYTHON } from '../../support/pythonPackages.ts';

type Compute = (...values: bigint[]) => bigint;

/** The method of a generated TypeScript class, on whole numbers of any size. */
function compute(text: string): Compute {
  const whole = text
    .replaceAll(': number', '')
    .replace(/\b\d+\b/g, '$&n')
    .replace('export class', 'return class');
  const made = new (new Function(ts.transpile(whole))() as new () => { compute: Compute })();
  return (...values) => made.compute(...values);
}

const VALUES = [3n, -2n, 7n, 1n, 5n, -4n, 2n, 9n, -6n, 8n];
const options = { lines: 100, divergent: 3, language: 'typescript' } as const;

describe('accuracy: classes to merge', () => {
  it('compute the same without divergent lines, and something else with them', () => {
    for (let seed = 0; seed < 10; seed++) {
      const same = mergeClasses(`same ${seed}`, { ...options, divergent: 0 });
      assert.equal(compute(same.a.text)(...VALUES), compute(same.b.text)(...VALUES), same.b.text);
      const other = mergeClasses(`other ${seed}`, options);
      assert.notEqual(compute(other.a.text)(...VALUES), compute(other.b.text)(...VALUES));
    }
  });

  it('are Python too', () => {
    const { a, b } = mergeClasses('python', { ...options, divergent: 0, language: 'python' });
    const call = (name: string): string => `${name}().compute(${VALUES.join(', ')})`;
    const output = execFileSync(PYTHON, [
      '-c',
      `${a.text}\n${b.text}\nprint(${call('CalculateA')} == ${call('CalculateB')}, end='')`,
    ]);
    assert.equal(output.toString(), 'True');
  });

  it('differ by all five transformations, and most lines stay single lines', () => {
    const { a, b, equal, divergent } = mergeClasses('five', options);
    assert.ok(equal.length > 70 && equal.length < 97, `${equal.length} equal lines`);
    assert.equal(divergent.a.length, 3);
    assert.notEqual(a.text.split('\n').length, 0);
    assert.ok(b.text.split('\n').length !== a.text.split('\n').length || b.lineOf.size !== a.lineOf.size);
    assert.ok([...b.lineOf.keys()].some((id) => id.endsWith('part')));
  });

  it('are the same for the same seed', () => {
    assert.deepEqual(mergeClasses('again', options), mergeClasses('again', options));
    assert.notEqual(mergeClasses('again', options).a.text, mergeClasses('other', options).a.text);
  });

  it('scores alignments', () => {
    const classes = mergeClasses('score', options);
    const { equal, divergent } = classes;
    const all = { equal: equal.length, aligned: equal.length, divergent: 3, calledEqual: 0, wrong: 0 };
    assert.deepEqual(scoreAlignment(classes, equal), all);
    assert.deepEqual(scoreAlignment(classes, []), { ...all, aligned: 0 });
    assert.equal(scoreAlignment(classes, [...equal, [divergent.a[0]!, 1]]).calledEqual, 1);
    const [[a]] = equal as [[number, number]];
    assert.equal(scoreAlignment(classes, [[a, equal[1]![1]]]).wrong, 1);
  });
});
