import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { BodyFilter } from '../../../src/engine/clones/bodyFilter.ts';
import { candidatesOf, queryOf } from '../../../src/engine/clones/candidates.ts';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import type { FunctionRef, State, StateFile } from '../../../src/engine/model/state.ts';
import { installedGrammars } from '../../support/grammars.ts';

async function stateOf(files: Record<string, string>): Promise<State> {
  const found: StateFile[] = [];
  for (const [path, text] of Object.entries(files)) {
    const result = await extractFacts('python', text, installedGrammars);
    assert.ok(result.ok);
    const { summary, detail } = result.facts;
    found.push({ path, contentKey: path, language: 'python', summary, detail: () => detail, audited: true });
  }
  return {
    label: 'test',
    files: found,
    byPath: new Map(found.map((file) => [file.path, file])),
    text: () => Promise.resolve(null),
  };
}

function refOf(state: State, path: string, name: string): FunctionRef {
  const file = state.byPath.get(path)!;
  const index = file.summary.symbols.findIndex((symbol) => symbol.name === name);
  return { file, index, symbol: file.summary.symbols[index]! };
}

const TOTAL = `
def weighted_total(rows, rate):
    total = 0
    for row in rows:
        if row.active:
            total += row.price * rate
    return round(total, 2)
`;

const OTHERS = Array.from(
  { length: 40 },
  (_, i) => `
def fetch_${i}(url, session):
    answer = session.get(url, timeout=${i + 10})
    answer.raise_for_status()
    return [entry["field_${i}"] for entry in answer.json() if entry.get("kind_${i}")]
`,
).join('');

const LOOKS: Record<string, string> = {
  renamed: TOTAL.replaceAll('weighted_total', 'sum_up').replaceAll('row', 'item').replaceAll('total', 'result'),
  comprehension: `
def sum_up(items, factor):
    return round(sum(factor * item.price for item in items if item.active), 2)
`,
  'inside a larger function': `
def report(path, items, factor):
    with open(path) as handle:
        header = handle.readline()
    amount = 0
    for item in items:
        if not item.active:
            continue
        amount = amount + item.price * factor
    print(header, round(amount, 2))
    return amount
`,
};

describe('candidates by prints', () => {
  for (const [how, text] of Object.entries(LOOKS)) {
    it(`finds what is ${how}`, async () => {
      const state = await stateOf({ 'old.py': TOTAL + OTHERS, 'new.py': text });
      const name = how === 'inside a larger function' ? 'report' : 'sum_up';
      const [found] = candidatesOf(state, [queryOf([refOf(state, 'new.py', name)])]);
      const names = found!.map(({ target }) => target.symbol.name).filter((one) => one !== name);
      assert.equal(names[0], 'weighted_total', names.join(', '));
      assert.ok(names.length <= 3, names.join(', '));
    });
  }

  it('weighs the same whatever states were looked at before', async () => {
    const one = await stateOf({ 'a.py': TOTAL + OTHERS, 'b.py': LOOKS.renamed! });
    const two = await stateOf({ 'a.py': OTHERS, 'b.py': LOOKS.comprehension!, 'c.py': TOTAL });
    const ask = (state: State, name: string): unknown =>
      candidatesOf(state, [queryOf([refOf(state, 'b.py', name)])])[0]!.map(({ target, share }) => [
        target.symbol.name,
        share,
      ]);
    const first = ask(one, 'sum_up');
    const between = ask(two, 'sum_up');
    assert.deepEqual(ask(one, 'sum_up'), first);
    assert.deepEqual(ask(two, 'sum_up'), between);
  });
});

describe('BodyFilter', () => {
  it('finds the functions whose body is one of a set, and no other', async () => {
    const state = await stateOf({ 'old.py': TOTAL + OTHERS });
    const { summary } = state.files[0]!;
    const wanted = [0, 7, 40].map((index) => summary.symbols[index]!.renamed);
    const expected = summary.symbols.flatMap(({ renamed }, index) => (wanted.includes(renamed) ? [index] : []));
    assert.deepEqual(new BodyFilter(new Set(wanted)).in(summary), expected);
    assert.deepEqual(new BodyFilter(new Set()).in(summary), []);
  });
});
