import assert from 'node:assert/strict';
import { alignClasses } from '../../../src/engine/clones/alignClasses.ts';
import { installedGrammars } from '../../support/grammars.ts';

const A = `class A:
    def run(self, p, q):
        v1 = 3 * p - q
        v2 = v1 + 2 * q
        v3 = v1 * v2 + p
        v4 = 5 * v3 - v2
        return v1, v2, v3, v4
`;

const B = `class B:
    def run(self, x, y):
        a = -y + x + x + x
        t = 2 * y
        b = t + a
        c = x + b * a + 4
        d = -b + 5 * c
        return a, b, c, d
`;

describe('aligning the lines of two classes', () => {
  it('pairs equal lines through all transformations, and sets the divergent one apart', async () => {
    const found = await alignClasses(A, B, 'python', installedGrammars);
    assert.deepEqual(found, {
      equal: [
        { a: [3], b: [3] },
        { a: [4], b: [4, 5] },
        { a: [6], b: [7] },
      ],
      divergent: [{ a: [5], b: [6] }],
    });
  });
});
