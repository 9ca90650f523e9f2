import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { LanguageId } from '../../../src/engine/model/facts.ts';
import { cursorSteps } from '../../../src/engine/language/cursorSteps.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { flatten, lineAt, lineStartsOf, MAX_DEPTH, type FlatTree } from '../../../src/engine/language/flatTree.ts';
import { parserFor } from '../../../src/engine/language/runtime.ts';
import { installedGrammars } from '../../support/grammars.ts';

/** What the columns hold, copied out of the buffers that the next call overwrites. */
function columnsOf(flat: FlatTree): Record<string, number[]> {
  const { count } = flat;
  return {
    kind: Array.from(flat.kind.subarray(0, count)),
    field: Array.from(flat.field.subarray(0, count)),
    start: Array.from(flat.start.subarray(0, count)),
    end: Array.from(flat.end.subarray(0, count)),
    next: Array.from(flat.next.subarray(0, count)),
    parent: Array.from(flat.parent.subarray(0, count)),
    error: Array.from(flat.error.subarray(0, count)),
    errorCount: [flat.errorCount],
  };
}

async function flattened(
  language: LanguageId,
  text: string,
  options: { form?: 'best' | 'public'; fields?: boolean } = {},
): Promise<Record<string, number[]>> {
  const { parser } = await parserFor(language, installedGrammars);
  const tree = parser.parse(text)!;
  try {
    return columnsOf(flatten(tree, text, options));
  } finally {
    tree.delete();
  }
}

const broken = 'def f(a, b:\n    x = "é𝔘" + a\nclass C:\n  def m(self): return (1\n';

describe('flatTree', () => {
  const ownSource = new URL('../../../src/engine/language/flatTree.ts', import.meta.url);
  const script = new URL('../python/astFacts.py', import.meta.url);

  for (const [name, language, read] of [
    ['Python', 'python', () => readFile(script, 'utf8')],
    ['TypeScript', 'typescript', () => readFile(ownSource, 'utf8')],
    ['Python with syntax errors and astral characters', 'python', () => Promise.resolve(broken)],
    ['an empty file', 'python', () => Promise.resolve('')],
  ] as [string, LanguageId, () => Promise<string>][])
    it(`gives the same columns by the fast and the public cursor: ${name}`, async () => {
      const text = await read();
      const fast = await flattened(language, text);
      assert.deepEqual(fast, await flattened(language, text, { form: 'public' }));
      assert.equal(fast.end![0], text.length);
    });

  it('the fast form is in use with the pinned web-tree-sitter', async () => {
    const { parser } = await parserFor('python', installedGrammars);
    const tree = parser.parse('x = 1\n')!;
    const cursor = tree.walk();
    cursor.gotoFirstChild = () => assert.fail('stepped through the public cursor');
    const steps = cursorSteps(tree, cursor);
    assert.ok(steps.firstChild());
    steps.finish();
    assert.equal(cursor.nodeType, 'expression_statement');
    cursor.delete();
    tree.delete();
  });

  it('leaves only the fields out when asked to', async () => {
    const text = 'def f(a=1):\n    return a\n';
    const whole = await flattened('python', text);
    const without = await flattened('python', text, { fields: false });
    assert.ok(whole.field!.some((field) => field > 0));
    assert.deepEqual(without, { ...whole, field: whole.field!.map(() => 0) });
  });

  it('relates parents, children and siblings', async () => {
    const { parser } = await parserFor('python', installedGrammars);
    const tree = parser.parse('a = (b, c)\nd\n')!;
    const flat = flatten(tree, 'a = (b, c)\nd\n');
    for (let node = 1; node < flat.count; node++) {
      const parent = flat.parent[node]!;
      assert.ok(parent < node && flat.next[node]! <= flat.next[parent]!);
      let found = false;
      for (let child = parent + 1; child < flat.next[parent]!; child = flat.next[child]!) found ||= child === node;
      assert.ok(found, `node ${node} is a child of its parent`);
    }
    tree.delete();
  });

  it('counts errors and missing tokens', async () => {
    assert.equal((await flattened('python', 'x = 1\n')).errorCount![0], 0);
    assert.ok((await flattened('python', broken)).errorCount![0]! > 0);
  });

  for (const [name, text] of [
    ['brackets', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['a chain of calls', 'f' + '()'.repeat(20_000)],
  ] as const)
    it(`gives up 20,000 levels of ${name} as too deep`, async () => {
      const result = await extractFacts('python', text, installedGrammars);
      assert.deepEqual([result.ok, !result.ok && result.reason], [false, 'too-deep']);
    });

  it('walks what is just within the limit', async () => {
    const depth = MAX_DEPTH - 10;
    const text = 'x = ' + '['.repeat(depth) + 'name' + ']'.repeat(depth) + '\n';
    const result = await extractFacts('python', `def f():\n    ${text}`, installedGrammars);
    assert.ok(result.ok);
    assert.ok(result.facts.detail.strings.includes('name'));
  });
});

describe('lineStartsOf', () => {
  for (const [text, starts] of [
    ['', [0]],
    ['a', [0]],
    ['a\n', [0, 2]],
    ['a\r\nb\rc\n\nd', [0, 3, 5, 7, 8]],
    ['\r\r\n\n', [0, 1, 3, 4]],
    ['a\u2028b\fc', [0]],
  ] as [string, number[]][])
    it(JSON.stringify(text), () => assert.deepEqual(Array.from(lineStartsOf(text)), starts));

  it('lineAt finds the line of every offset', () => {
    const text = 'ab\n\ncd\r\ne';
    const starts = lineStartsOf(text);
    const lines = Array.from(text, (_, offset) => lineAt(starts, offset));
    assert.deepEqual(lines, [1, 1, 1, 2, 3, 3, 3, 3, 4]);
  });
});
