import assert from 'node:assert/strict';
import { withinSteps, Term, visit } from '../../../src/engine/clones/normal/term.ts';
import { NodeKind } from '../../../src/engine/ir/model.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { bodyOf } from '../../../src/engine/ir/bodyView.ts';
import { normalForm } from '../../../src/engine/clones/normal/normalise.ts';
import { digestOf } from '../../../src/engine/clones/normal/order.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function formsOf(text: string): Promise<(string | null)[]> {
  const result = await extractFacts('python', text, installedGrammars);
  assert.ok(result.ok);
  const view = bodyOf(result.facts.detail.bodies!, 0)!;
  return [1, 2].map(() => {
    const form = normalForm(view, 'python');
    return form && digestOf(form);
  });
}

const repeat = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** Bodies of shapes that take rules long. */
const SHAPES: Record<string, string> = {
  'sums in calls in sums': `def f(a):\n  return ${repeat(60, (i) => `${i} - g(`)}a${')'.repeat(60)}\n`,
  'sums that double': `def f(a):\n${repeat(200, (i) => `  v${i + 1} = ${i === 0 ? 'a' : `v${i}`} * 2 + ${i === 0 ? 'a' : `v${i}`} * 3\n`)}  return v200\n`,
  'products of sums': `def f(a, b):\n  return ${repeat(40, (i) => `(a - ${i} * b) * `)}1\n`,
  'many statements that depend on none': `def f(a):\n${repeat(600, (i) => `  v${i} = a.x${i}\n`)}  return a\n`,
  'choices in choices': `def f(a):\n  return ${repeat(80, (i) => `(${i} if a.x${i} else `)}0${')'.repeat(80)}\n`,
  'branches that leave': `def f(a):\n${repeat(150, (i) => `  if a.x${i}:\n    return ${i}\n`)}  return 0\n`,
};

describe('a body that takes too many steps', () => {
  it('is given up', () => {
    const walk = (): number => {
      let count = 0;
      for (let i = 0; i < 10; i++) visit(new Term(NodeKind.Block, '', [], 1), () => count++);
      return count;
    };
    assert.equal(withinSteps(100, walk), 10);
    assert.equal(withinSteps(15, walk), null);
    // What is given up inside leaves the steps outside as they were.
    assert.equal(
      withinSteps(100, () => withinSteps(1, walk) ?? walk()),
      10,
    );
  });

  for (const [name, text] of Object.entries(SHAPES)) {
    it(`comes to an end, the same each time: ${name}`, async () => {
      const [first, second] = await formsOf(text);
      assert.equal(first, second);
    });
  }
});
