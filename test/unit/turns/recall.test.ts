import assert from 'node:assert/strict';
import { explorationOf, readInstead } from '../../../src/engine/turns/exposure/measures.ts';
import { gapOf, recallOf, type RecallTarget } from '../../../src/engine/turns/exposure/recall.ts';
import { edit, exposed, numbered, read, readable, shows } from './writtenTurn.ts';

const A = numbered('a', 10);
const SOURCE = ['import x', '', 'def first():', '    one()', '    two()', '', 'def second():', '    three()', ''].join(
  '\n',
);
const FIRST: RecallTarget = { origin: 'repo', path: 'm.py', startLine: 3, endLine: 5 };
const SECOND: RecallTarget = { origin: 'self', path: 'm.py', startLine: 7, endLine: 8 };

describe('recall', () => {
  it('counts targets with one line read, and tells when', async () => {
    const exposure = await exposed([read('m.py', SOURCE, 5, 6)], { 'm.py': SOURCE });
    const recall = recallOf([FIRST, SECOND], exposure);
    assert.deepEqual(recall.repo, { recalled: 1, targets: 1, rate: 1 });
    assert.deepEqual(recall.self, { recalled: 0, targets: 1, rate: 0 });
    assert.deepEqual(recall.reads.map(gapOf), ['execution', 'exploration']);
    assert.match(recall.reads[0]!.at!, /^2026-11-29T12:/);
    assert.equal(recallOf([FIRST], exposure).self.rate, null);
  });

  it('a later edit does not shift a read onto another function', async () => {
    const longer = SOURCE.replace('import x\n', 'import x\nimport y\nimport z\nimport w\nimport v\n');
    const exposure = await exposed(
      [
        read('m.py', SOURCE, 3, 5),
        edit({ kind: 'replace', path: 'm.py', old: 'import x\n', new: longer.slice(0, 45), all: false }),
        read('m.py', longer, 7, 9),
      ],
      { 'm.py': SOURCE },
      { 'm.py': longer },
    );
    assert.deepEqual(recallOf([FIRST, SECOND], exposure).reads.map(gapOf), ['execution', 'exploration']);
    assert.equal(explorationOf(exposure).lines, 3);
  });

  it('new lines inside a function belong to it, those after it do not', async () => {
    const inside = SOURCE.replace('    two()\n', '    new()\n    two()\n');
    const after = SOURCE.replace('    two()\n', '    two()\n\ndef third():\n    pass\n');
    for (const [text, line, gap] of [
      [inside, 5, 'execution'],
      [after, 7, 'exploration'],
    ] as const) {
      const exposure = await exposed(
        [edit({ kind: 'write', path: 'm.py', content: text }), read('m.py', text, line, line)],
        { 'm.py': SOURCE },
        { 'm.py': text },
      );
      assert.deepEqual(readable(exposure.parts), ['m.py: +']);
      assert.deepEqual(recallOf([FIRST], exposure).reads.map(gapOf), [gap]);
    }
  });

  it('a function that was written anew is known by its place at the end', async () => {
    const anew = SOURCE.replace('def first():\n    one()\n    two()', 'def first(a):\n    return a');
    const exposure = await exposed(
      [edit({ kind: 'write', path: 'm.py', content: anew }), read('m.py', anew, 4, 4)],
      { 'm.py': SOURCE },
      { 'm.py': anew },
    );
    const target = { ...FIRST, head: { path: 'm.py', startLine: 3, endLine: 4 } };
    assert.deepEqual(recallOf([target, SECOND], exposure).reads.map(gapOf), ['execution', 'exploration']);
  });

  it('a target whose file was renamed in the turn', async () => {
    const exposure = await exposed(
      [edit({ kind: 'move', path: 'm.py', to: 'n.py' }), read('n.py', SOURCE, 8, 8)],
      { 'm.py': SOURCE },
      { 'n.py': SOURCE },
    );
    assert.deepEqual(recallOf([FIRST, SECOND], exposure).reads.map(gapOf), ['exploration', 'execution']);
  });

  it('searches and sub-agents by the options', async () => {
    const hit = { path: 'm.py', ranges: [{ startLine: 7, endLine: 7 }], lines: ['def second():'] };
    const exposure = await exposed(
      [
        shows({ ...hit, class: 'search', how: 'printed' }),
        { ...read('m.py', SOURCE, 3, 3), by: 'helper' },
        shows({ path: 'other.py', class: 'listing', ranges: [], how: 'structured', lines: null }),
        shows({ path: 'pkg', class: 'listing', ranges: [], how: 'structured', lines: null }),
      ],
      { 'm.py': SOURCE, 'other.py': '', 'pkg/x.py': '' },
    );
    assert.deepEqual(explorationOf(exposure), { files: 2, lines: 1, searchedLines: 1 });
    assert.deepEqual(explorationOf(exposure, { searchesAsReads: true }), { files: 2, lines: 2, searchedLines: 0 });
    assert.deepEqual(explorationOf(exposure, { subAgents: false }), { files: 2, lines: 0, searchedLines: 1 });
    const gaps = (options: Parameters<typeof recallOf>[2]): unknown =>
      recallOf([FIRST, SECOND], exposure, options).reads.map(gapOf);
    assert.deepEqual(gaps({}), ['execution', 'exploration']);
    assert.deepEqual(gaps({ searchesAsReads: true }), ['execution', 'execution']);
    assert.deepEqual(gaps({ subAgents: false }), ['exploration', 'exploration']);
  });

  it('says what was read instead, most lines first', async () => {
    const files = { 'a.py': A, 'b.py': numbered('b', 3), 'c.py': numbered('c', 3), 'd.py': 'd\n' };
    const exposure = await exposed(
      [
        read('c.py', files['c.py']),
        read('a.py', A, 1, 4),
        read('a.py', A, 3, 6),
        read('b.py', files['b.py']),
        read('d.py', files['d.py']),
      ],
      files,
    );
    assert.deepEqual(
      readInstead(exposure, 3).map(({ path, lines }) => [path, lines]),
      [
        ['a.py', 6],
        ['b.py', 3],
        ['c.py', 3],
      ],
    );
  });
});
