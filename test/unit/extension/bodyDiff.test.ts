import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bodyDiff } from '../../../src/extension/hover/bodyDiff.ts';

const lines = (text: string): string[] => text.split(' ');

describe('bodyDiff', () => {
  it('shows one patch: the target’s lines with -, the copy’s with +', () => {
    assert.deepEqual(bodyDiff(lines('a b c'), lines('a x c')), { text: ' a\n-b\n+x\n c', cut: false });
  });

  it('has nothing to show for the same lines', () => {
    assert.equal(bodyDiff(lines('a b'), lines('a b')), null);
  });

  it('leaves out what lies far from a change, and says so', () => {
    const target = Array.from({ length: 30 }, (_, at) => `line ${at}`);
    const copy = target.map((line, at) => (at === 2 || at === 27 ? 'other' : line));
    const diff = bodyDiff(target, copy);
    assert.ok(diff !== null && diff !== 'too-different');
    assert.match(diff.text, /\n…\n/);
    assert.doesNotMatch(diff.text, /line 14/);
  });

  it('cuts what is long, and gives up on what has nothing in common', () => {
    const many = (word: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${word} ${at}`);
    const cut = bodyDiff(many('a', 60), many('b', 60));
    assert.ok(cut !== null && cut !== 'too-different');
    assert.equal(cut.text.split('\n').length, 40);
    assert.ok(cut.cut);
    assert.equal(bodyDiff(many('a', 2000), many('b', 2000)), 'too-different');
  });
});
