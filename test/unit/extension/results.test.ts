import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { textDigest, textLines } from '../../../src/extension/base/text.ts';
import { DisposableStore } from '../../../src/extension/base/disposableStore.ts';
import { percentDone } from '../../../src/extension/audit/auditProgress.ts';
import { auditTurnArgsSchema } from '../../../src/extension/audit/comparison.ts';
import { storedResultSchema } from '../../../src/extension/results/storedResult.ts';

describe('textDigest', () => {
  it('takes a text as the editor sees it: without BOM, whatever the line ends', () => {
    const expected = textDigest('a\nb\n');
    for (const text of ['\uFEFFa\nb\n', 'a\r\nb\r\n', 'a\rb\r', 'a\r\nb\n']) assert.equal(textDigest(text), expected);
    assert.notEqual(textDigest('a\nb'), expected);
    assert.notEqual(textDigest('a\n\nb\n'), expected);
    assert.deepEqual(textLines('a\r\nb\rc\n'), ['a', 'b', 'c', '']);
  });
});

describe('percentDone', () => {
  it('never falls from one phase to the next, and ends at 100', () => {
    const phases = ['listing', 'reading', 'resolving', 'comparing', 'reporting'] as const;
    const seen = phases.flatMap((phase) => [0, 1, 2, 3].map((done) => percentDone({ phase, done, total: 3 })));
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
    assert.equal(seen.at(-1), 100);
  });

  it('stands at the beginning of a phase while the total is not known, and never beyond its end', () => {
    assert.equal(percentDone({ phase: 'reading', done: 7, total: 0 }), 5);
    assert.equal(percentDone({ phase: 'reading', done: 9, total: 3 }), 70);
  });
});

describe('what comes from outside', () => {
  it('is refused when it is no comparison', () => {
    assert.equal(auditTurnArgsSchema.safeParse({ comparison: { kind: 'revision' } }).success, false);
    assert.equal(auditTurnArgsSchema.safeParse({ comparison: { kind: 'since-ever' } }).success, false);
    assert.equal(auditTurnArgsSchema.safeParse('HEAD').success, false);
    assert.equal(auditTurnArgsSchema.safeParse(undefined).success, true);
    assert.equal(auditTurnArgsSchema.safeParse({ comparison: { kind: 'merge-base', branch: 'main' } }).success, true);
  });

  it('is no stored result of another version or without a whole report', () => {
    assert.equal(storedResultSchema.safeParse({ version: 0 }).success, false);
    const parts = { folder: 'file:///a', comparison: { kind: 'everything' }, file: null, auditedAt: '', digests: {} };
    assert.equal(
      storedResultSchema.safeParse({ version: 1, ...parts, report: { schema: 'rewheel/audit@1' } }).success,
      false,
    );
  });
});

describe('DisposableStore', () => {
  it('ends its items once, last first, and at once what comes late', () => {
    const ended: string[] = [];
    const store = new DisposableStore();
    for (const name of ['a', 'b']) store.add({ dispose: () => ended.push(name) });
    store.dispose();
    store.dispose();
    store.add({ dispose: () => ended.push('late') });
    assert.deepEqual(ended, ['b', 'a', 'late']);
  });
});
