import assert from 'node:assert/strict';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { applyEdit, inverseOf, type ContentEdit } from '../../../src/engine/turns/exposure/applyEdit.ts';
import { LineIds, ReplayFile } from '../../../src/engine/turns/exposure/replayFile.ts';
import type { FileEdit, Shown } from '../../../src/engine/turns/session.ts';
import { action, exposed } from './writtenTurn.ts';

const path = 'a.py';
const open = (text: string): ReplayFile => new ReplayFile(path, path, text, new LineIds());

interface Case {
  title: string;
  text: string;
  edit: ContentEdit;
  /** Null: it does not fit. */
  becomes: string | null;
  /** Lines of the base, 0 for new ones. */
  base?: number[];
}

const cases: Case[] = [
  {
    title: 'replaces a part of a line',
    text: 'one two\nthree\n',
    edit: { kind: 'replace', path, old: 'two', new: '2', all: false },
    becomes: 'one 2\nthree\n',
    base: [0, 2],
  },
  {
    title: 'replaces all, several times in one line and over lines',
    text: 'x x\ny\nx\nz x\n',
    edit: { kind: 'replace', path, old: 'x', new: 'w\nw', all: true },
    becomes: 'w\nw w\nw\ny\nw\nw\nz w\nw\n',
    base: [0, 0, 0, 2, 0, 0, 0, 0],
  },
  {
    title: 'replaces a text that ends with a line feed',
    text: 'one\ntwo\nthree\n',
    edit: { kind: 'replace', path, old: 'two\n', new: '', all: false },
    becomes: 'one\nthree\n',
    base: [1, 3],
  },
  {
    title: 'replaces the end of the file',
    text: 'one\ntwo\n',
    edit: { kind: 'replace', path, old: 'two\n', new: 'two\nthree', all: false },
    becomes: 'one\ntwo\nthree',
    base: [1, 2, 0],
  },
  {
    title: 'replaces CRLF by LF',
    text: 'one\r\ntwo\r\n',
    edit: { kind: 'replace', path, old: 'one\ntwo', new: 'one\r\n2', all: false },
    becomes: 'one\n2\n',
    base: [1, 0],
  },
  {
    title: 'finds a place with other indentation when it is the only one',
    text: '    if a:\n        b\nc\n',
    edit: { kind: 'replace', path, old: 'if a:\n    b', new: '    if a:\n        d', all: false },
    becomes: '    if a:\n        d\nc\n',
    base: [1, 0, 3],
  },
  {
    title: 'a text that is not there',
    text: 'one\n',
    edit: { kind: 'replace', path, old: 'two', new: '2', all: false },
    becomes: null,
  },
  {
    title: 'an empty text in a file that is not empty',
    text: 'one\n',
    edit: { kind: 'replace', path, old: '', new: '2', all: false },
    becomes: null,
  },
  {
    title: 'an empty text in an empty file',
    text: '',
    edit: { kind: 'replace', path, old: '', new: 'two\n', all: false },
    becomes: 'two\n',
    base: [0],
  },
  {
    title: 'inserts at the start',
    text: 'one\n',
    edit: { kind: 'insert', path, afterLine: 0, text: 'zero\n' },
    becomes: 'zero\none\n',
    base: [0, 1],
  },
  {
    title: 'inserts after a last line without a line feed',
    text: 'one',
    edit: { kind: 'insert', path, afterLine: 1, text: 'two' },
    becomes: 'one\ntwo',
    base: [1, 0],
  },
  {
    title: 'inserts beyond the end',
    text: 'one\n',
    edit: { kind: 'insert', path, afterLine: 2, text: 'two' },
    becomes: null,
  },
  {
    title: 'inserts nowhere',
    text: 'one\n',
    edit: { kind: 'insert', path, afterLine: -1, text: 'two' },
    becomes: null,
  },
  {
    title: 'replaces lines, and keeps those that stay the same',
    text: 'one\ntwo\nthree\nfour\n',
    edit: { kind: 'replace-lines', path, startLine: 2, endLine: 3, text: 'two\nnew\nthree\n' },
    becomes: 'one\ntwo\nnew\nthree\nfour\n',
    base: [1, 2, 0, 3, 4],
  },
  {
    title: 'deletes lines to the end',
    text: 'one\ntwo\nthree\n',
    edit: { kind: 'replace-lines', path, startLine: 2, endLine: 99, text: '' },
    becomes: 'one\n',
    base: [1],
  },
  {
    title: 'patches by hunks in order, the second of two equal places',
    text: 'a\nx\nb\nx\nc\n',
    edit: {
      kind: 'patch',
      path,
      hunks: [
        { before: ['b'], after: ['b', 'new'] },
        { before: ['x', 'c'], after: ['y', 'c'] },
      ],
    },
    becomes: 'a\nx\nb\nnew\ny\nc\n',
    base: [1, 2, 3, 0, 0, 5],
  },
  {
    title: 'patches at the end',
    text: 'a\n',
    edit: { kind: 'patch', path, hunks: [{ before: [], after: ['b'] }] },
    becomes: 'a\nb\n',
    base: [1, 0],
  },
  {
    title: 'a patch of which one hunk does not fit leaves the file as it was',
    text: 'a\nb\n',
    edit: {
      kind: 'patch',
      path,
      hunks: [
        { before: ['b'], after: ['B'] },
        { before: ['a'], after: ['A'] },
      ],
    },
    becomes: null,
  },
  {
    title: 'a diff whose numbers are off',
    text: 'new at the top\none\ntwo\nthree\n',
    edit: { kind: 'diff', path, diff: createTwoFilesPatch(path, path, 'one\ntwo\nthree\n', 'one\n2\nthree\n') },
    becomes: 'new at the top\none\n2\nthree\n',
    base: [1, 2, 0, 4],
  },
  {
    title: 'a diff without context',
    text: 'one\ntwo\n',
    edit: { kind: 'diff', path, diff: '--- a.py\n+++ a.py\n@@ -1,0 +2,1 @@\n+between\n@@ -2,1 +2,0 @@\n-two\n' },
    becomes: 'one\nbetween\n',
    base: [1, 0],
  },
  {
    title: 'what is no diff',
    text: 'one\n',
    edit: { kind: 'diff', path, diff: '@@ -1,9 +1 @@\n-one\n' },
    becomes: null,
  },
];

describe('edits of a file', () => {
  for (const { title, text, edit, becomes, base } of cases) {
    it(title, () => {
      const file = open(text);
      assert.equal(applyEdit(file, edit), becomes !== null);
      assert.equal(file.text(), becomes ?? text.replaceAll('\r\n', '\n'));
      if (base)
        assert.deepEqual(
          file.ids.slice(0, file.lines).map((id) => file.baseLineOf(id)),
          base,
        );
      const inverse = becomes === null ? null : inverseOf(edit);
      // Where an edit can be taken back, that gives what was before.
      const plain = (all: string): string[] => all.split(/\r?\n/).map((line) => line.trim());
      if (inverse && applyEdit(file, inverse, true)) assert.deepEqual(plain(file.text()), plain(text));
    });
  }

  it('many changes of a large file take one pass', () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `x line ${index}`);
    const file = open(lines.join('\n'));
    assert.ok(applyEdit(file, { kind: 'replace', path, old: 'x', new: 'y', all: true }));
    const hunks = lines.map((line) => ({ before: [line.replace('x', 'y')], after: [line] }));
    assert.ok(applyEdit(file, { kind: 'patch', path, hunks }));
    assert.equal(file.text(), lines.join('\n'));
    const blanks = open('\n'.repeat(30_000));
    const hopeless = Array.from({ length: 1000 }, () => ({
      before: [...new Array<string>(99).fill(''), 'x'],
      after: [],
    }));
    assert.equal(applyEdit(blanks, { kind: 'patch', path, hunks: hopeless }), false);
  });
});

describe('whatever a log says', () => {
  const odd = fc.oneof(fc.integer(), fc.constantFrom(NaN, Infinity, -1, 0, 0.5, 1e300));
  const text = fc.oneof(fc.string(), fc.constantFrom('', '\n', 'a\nb\n', '\uFEFFa', '@@ -1 +1 @@\n-a\n+b\n', '\uFFFD'));
  const where = fc.constantFrom('a.py', 'b.py', '/home/dev/project/a.py', '..', '', '\0', '__proto__', 'constructor');
  const edits: fc.Arbitrary<FileEdit> = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), path: where, content: text }),
    fc.record({ kind: fc.constant('replace' as const), path: where, old: text, new: text, all: fc.boolean() }),
    fc.record({ kind: fc.constant('insert' as const), path: where, afterLine: odd, text }),
    fc.record({ kind: fc.constant('replace-lines' as const), path: where, startLine: odd, endLine: odd, text }),
    fc.record({ kind: fc.constant('diff' as const), path: where, diff: text }),
    fc.record({
      kind: fc.constant('patch' as const),
      path: where,
      hunks: fc.array(fc.record({ before: fc.array(text, { maxLength: 3 }), after: fc.array(text, { maxLength: 3 }) })),
    }),
    fc.record({ kind: fc.constant('move' as const), path: where, to: where }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'unknown' as const), path: where }),
  );
  const shown: fc.Arbitrary<Shown> = fc.record({
    path: where,
    class: fc.constantFrom('read', 'search', 'listing', 'echo', 'given'),
    ranges: fc.array(fc.record({ startLine: odd, endLine: odd }), { maxLength: 3 }),
    how: fc.constantFrom('structured', 'printed', 'simulated', 'arguments', 'unverified'),
    lines: fc.option(fc.array(text, { maxLength: 5 })),
  });

  it('nothing throws, and every line has one identity', async () => {
    const step = fc.record({ edits: fc.array(edits, { maxLength: 2 }), shown: fc.array(shown, { maxLength: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), text, text, async (steps, base, head) => {
        const exposure = await exposed(steps.map(action), { 'a.py': base }, { 'a.py': head, 'b.py': 'b\n' });
        for (const { lines } of exposure.parts) {
          assert.equal(new Set(lines.ids).size, lines.ids.length);
          for (const column of Object.values(lines) as number[][]) assert.equal(column.length, lines.ids.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
