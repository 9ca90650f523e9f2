import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bodyLines } from '../../../src/extension/compare/bodyText.ts';
import { ownNames, withNames } from '../../../src/extension/compare/ownNames.ts';

const TARGET = `def line_totals(items, rates):
    totals = []
    for item in items:
        rate = rates.get(item.category, DEFAULT)
        totals.append(round_cents(item.price * rate))
    return totals
`;

const COPY = `def sums(rows, taxes):
    found = []
    for row in rows:
        tax = taxes.get(row.category, DEFAULT)
        found.append(round_cents(row.price * tax))
    return found
`;

describe('names of two bodies', () => {
  it('are paired where they stand for the same things', () => {
    assert.deepEqual(
      [...ownNames(COPY, TARGET)],
      [
        ['rows', 'items'],
        ['taxes', 'rates'],
        ['found', 'totals'],
        ['row', 'item'],
        ['tax', 'rate'],
      ],
    );
    assert.equal(withNames(COPY, ownNames(COPY, TARGET)), TARGET.replace('line_totals', 'sums'));
  });

  it('keeps what differs: called functions, strings, constants, attributes', () => {
    const copy = COPY.replace('round_cents', 'floor_cents').replace('DEFAULT', 'OTHER').replace('.price', '.cost');
    const shown = withNames(copy, ownNames(copy, TARGET));
    for (const kept of ['floor_cents', 'OTHER', '.cost']) assert.ok(shown.includes(kept), kept);
    const [a, b] = ['def f(x):\n    y = "eur"\n    return g(x, y)', 'def f(p):\n    q = "usd"\n    return g(p, q)'];
    assert.equal(withNames(a, ownNames(a, b)), b.replace('usd', 'eur'));
  });

  it('leaves a name that stands for two things', () => {
    const [a, b] = ['def f(x):\n    y = x\n    return y', 'def f(p):\n    p = p\n    return p'];
    assert.equal(ownNames(a, b).size, 0);
    assert.equal(ownNames('def f(a, b):\n    return a', 'def f(b, a):\n    return b').size, 0);
  });

  it('works with other languages', () => {
    const ts = ownNames(
      'function sum(rows: Row[]) {\n  let n = 0;\n  for (const row of rows) n += row.price;\n  return n;\n}',
      'function total(items: Row[]) {\n  let all = 0;\n  for (const item of items) all += item.price;\n  return all;\n}',
    );
    assert.deepEqual(Object.fromEntries(ts), { rows: 'items', n: 'all', row: 'item' });
    const go = ownNames(
      'func Sum(rows []Row) int {\n\tn := 0\n\tfor _, row := range rows {\n\t\tn += row.Price\n\t}\n\treturn n\n}',
      'func Total(items []Row) int {\n\tall := 0\n\tfor _, item := range items {\n\t\tall += item.Price\n\t}\n\treturn all\n}',
    );
    assert.equal(go.get('n'), 'all');
    assert.equal(go.get('row'), 'item');
  });

  it('gives up on what is too long or too different', () => {
    const long = 'x = y\n'.repeat(4_000);
    assert.equal(ownNames(long, long.replaceAll('y', 'z')).size, 0);
  });
});

describe('bodyLines', () => {
  it('takes the indentation away that all lines share', () => {
    const lines = ['class A:', '    def f(self):', '', '        return 1', 'x'];
    assert.deepEqual(bodyLines(lines, 1, 3), ['def f(self):', '', '    return 1']);
    assert.deepEqual(bodyLines(['\tif x {', '\t\ty()', '\t}'], 0, 2), ['if x {', '\ty()', '}']);
    assert.deepEqual(bodyLines([' a', '\tb'], 0, 1), [' a', '\tb']);
  });
});
