import assert from 'node:assert/strict';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import type { Action, FileEdit } from '../../../src/engine/turns/session.ts';
import { edit, exposed, read, shows } from './writtenTurn.ts';

/** A line of the model carries its tag wherever it goes: the line of the base, or a number below zero for a new one. */
interface Tagged {
  text: string;
  tag: number;
}

interface Step {
  kind:
    | 'unseen'
    | 'insert'
    | 'replace-lines'
    | 'replace'
    | 'patch'
    | 'diff'
    | 'write'
    | 'read'
    | 'read-numbers'
    | 'read-wrong';
  at: number;
  size: number;
  added: number;
}

const KINDS = fc.constantFrom<Step['kind'][]>(
  'insert' as const,
  'replace-lines' as const,
  'replace' as const,
  'patch' as const,
  'diff' as const,
  'write' as const,
  'read' as const,
  'read-numbers' as const,
  'read-wrong' as const,
);

const stepOf = (kind: fc.Arbitrary<Step['kind']>): fc.Arbitrary<Step> =>
  fc.record({ kind, at: fc.nat(1000), size: fc.nat(6), added: fc.nat(4) });

/** Plays steps on the model and writes them down as a turn. */
class Model {
  lines: Tagged[];
  readonly actions: Action[] = [];
  readonly expected: number[][] = [];
  #fresh = 0;

  constructor(base: readonly string[]) {
    this.lines = base.map((text, index) => ({ text, tag: index + 1 }));
  }

  text(): string {
    return this.lines.map(({ text }) => `${text}\n`).join('');
  }

  play({ kind, at: place, size, added }: Step): void {
    const at = place % (this.lines.length + 1);
    const removed = Math.min(size, this.lines.length - at);
    const fresh = Array.from({ length: added }, () => ({ text: `new ${--this.#fresh}`, tag: this.#fresh }));
    const texts = (lines: readonly Tagged[]): string[] => lines.map(({ text }) => text);
    const block = this.lines.slice(at, at + removed);
    const path = 'a.txt';
    switch (kind) {
      case 'unseen':
        this.lines.splice(at, removed, ...fresh);
        return;
      case 'insert':
        if (added > 0) {
          this.#edit({ kind, path, afterLine: at, text: texts(fresh).join('\n') }, at, 0, fresh);
        }
        return;
      case 'replace-lines':
        if (removed > 0) {
          const text = texts(fresh).join('\n');
          this.#edit({ kind, path, startLine: at + 1, endLine: at + removed, text }, at, removed, fresh);
        }
        return;
      case 'replace': {
        const old = texts(block).join('\n');
        // Only what stands once in the file can be replaced.
        if (removed === 0 || added === 0 || this.text().split(`${old}\n`).length !== 2) return;
        if (this.text().indexOf(old) !== this.text().lastIndexOf(old)) return;
        this.#edit({ kind, path, old, new: texts(fresh).join('\n'), all: false }, at, removed, fresh);
        return;
      }
      case 'patch': {
        const before = texts(block);
        if (removed === 0 || added === 0 || this.text().split(`\n${before.join('\n')}\n`).length !== 2) return;
        if (!this.text().includes(`\n${before.join('\n')}\n`)) return;
        if (this.text().startsWith(`${before.join('\n')}\n`)) return;
        this.#edit({ kind, path, hunks: [{ before, after: texts(fresh) }] }, at, removed, fresh);
        return;
      }
      case 'diff': {
        if (removed + added === 0) return;
        const before = this.text();
        const old = this.lines;
        this.lines = [...old.slice(0, at), ...fresh, ...old.slice(at + removed)];
        const diff = createTwoFilesPatch('a', 'a', before, this.text(), '', '', { context: size });
        // Which of several equal lines a difference names is its own choice: here only those with one way are taken.
        if (new Set(texts(block)).size !== removed || block.some(({ text }) => text === '}')) this.lines = old;
        else this.actions.push(edit({ kind, path, diff }));
        return;
      }
      case 'write':
        if (this.lines.some(({ text }) => text === '}')) return;
        this.lines.splice(at, removed, ...fresh);
        this.actions.push(edit({ kind, path, content: this.text() }));
        return;
      case 'read':
        if (removed === 0) return;
        this.actions.push(read(path, this.text(), at + 1, at + removed));
        break;
      case 'read-numbers':
        if (removed === 0) return;
        this.actions.push(
          shows({
            path,
            class: 'read',
            ranges: [{ startLine: at + 1, endLine: at + removed }],
            how: 'structured',
            lines: null,
          }),
        );
        break;
      case 'read-wrong':
        // The numbers are wrong, so the text must do: one line of it stands once.
        if (!block.some(({ text }) => text !== '}')) return;
        this.actions.push(
          shows({
            path,
            class: 'read',
            ranges: [{ startLine: at + 1 + 5000, endLine: at + removed + 5000 }],
            how: 'printed',
            lines: texts(block),
          }),
        );
        break;
    }
    this.expected.push(block.map(({ tag }) => tag));
  }

  #edit(made: FileEdit, at: number, removed: number, added: Tagged[]): void {
    this.lines.splice(at, removed, ...added);
    this.actions.push(edit(made));
  }
}

describe('identity of lines through the edits of a turn', () => {
  for (const braces of [false, true]) {
    it(`is that of a model that tags every line (${braces ? 'with equal lines' : 'all lines different'})`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 40 }),
          fc.array(stepOf(KINDS), { minLength: 1, maxLength: 30 }),
          async (size, steps) => {
            const base = Array.from({ length: size }, (_, i) => (braces && i % 3 === 1 ? '}' : `base ${i + 1}.`));
            const model = new Model(base);
            const before = model.text();
            for (const each of steps) model.play(each);
            const exposure = await exposed(model.actions, { 'a.txt': before }, { 'a.txt': model.text() });
            assert.equal(exposure.parts.length, model.expected.length);
            const tagOf = new Map<number, number>();
            const idOf = new Map<number, number>();
            exposure.parts.forEach(({ lines }, index) => {
              const expected = model.expected[index]!;
              assert.deepEqual(
                lines.base,
                expected.map((tag) => Math.max(0, tag)),
              );
              lines.ids.forEach((id, i) => {
                const tag = expected[i]!;
                assert.equal(tagOf.get(id) ?? tag, tag);
                assert.equal(idOf.get(tag) ?? id, id);
                tagOf.set(id, tag);
                idOf.set(tag, id);
              });
            });
            assert.deepEqual(exposure.unexplained, []);
          },
        ),
        { numRuns: 300 },
      );
    });
  }

  it('is never that of another line, whatever happens unseen', async () => {
    let lines = 0;
    let found = 0;
    const kinds = fc.oneof(
      KINDS.filter((kind) => kind !== 'read-numbers'),
      fc.constant('unseen' as const),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.array(stepOf(kinds), { minLength: 1, maxLength: 30 }),
        async (size, steps) => {
          const model = new Model(Array.from({ length: size }, (_, i) => `base ${i + 1}.`));
          const before = model.text();
          for (const each of steps) model.play(each);
          const exposure = await exposed(model.actions, { 'a.txt': before }, { 'a.txt': model.text() });
          exposure.parts.forEach(({ lines: { base } }, index) => {
            const expected = model.expected[index]!.map((tag) => Math.max(0, tag));
            for (const line of base) assert.ok(line === 0 || expected.includes(line));
            lines += expected.filter((line) => line > 0).length;
            found += base.filter((line) => line > 0).length;
          });
        },
      ),
      { numRuns: 300, seed: 3 },
    );
    // Most are found all the same: by the end of the turn, or by their text.
    assert.ok(found >= 0.9 * lines, `${found} of ${lines}`);
  });
});
