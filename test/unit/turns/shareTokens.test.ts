import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shareTokens } from '../../../src/engine/turns/effort/shareTokens.ts';

describe('sharing tokens', () => {
  const cases: [string, number, number[], number[]][] = [
    ['nobody to share with', 10, [], []],
    ['one takes all', 7, [3], [7]],
    ['exact shares', 60, [1, 2, 3], [10, 20, 30]],
    // 10 * 1/3 = 3.33 each: the earliest of equal remainders gets the one that is left.
    ['equal remainders: the earlier first', 10, [5, 5, 5], [4, 3, 3]],
    // 100 * 1/7 = 14.28…, 2/7 = 28.57…, 4/7 = 57.14…: the largest remainder is the second.
    ['the largest remainder first', 100, [1, 2, 4], [14, 29, 57]],
    ['no weights at all: equal parts', 5, [0, 0], [3, 2]],
    ['a weight of nothing gets nothing', 9, [0, 4], [0, 9]],
    ['nothing to share', 0, [3, 1], [0, 0]],
    ['more than doubles can multiply', 9_007_199_254_740_991, [1, 1], [4_503_599_627_370_496, 4_503_599_627_370_495]],
  ];
  for (const [name, total, weights, shares] of cases) {
    it(name, () => {
      assert.deepEqual(shareTokens(total, weights), shares);
    });
  }

  it('always sums to the total, within one of the exact share', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.nat(5000), { minLength: 1 }), (total, weights) => {
        const shares = shareTokens(total, weights);
        assert.equal(
          shares.reduce((a, b) => a + b, 0),
          total,
        );
        const sum = weights.reduce((a, b) => a + b, 0);
        if (sum === 0) return;
        for (const [index, share] of shares.entries()) {
          assert.ok(Math.abs(share - (total * (weights[index] as number)) / sum) < 1);
        }
      }),
    );
  });
});
