import assert from 'node:assert/strict';
import { explorationOf, readInstead } from '../../../src/engine/turns/exposure/measures.ts';
import { gapOf, onlySearched, recallOf, type RecallTarget } from '../../../src/engine/turns/exposure/recall.ts';
import type { Action } from '../../../src/engine/turns/session.ts';
import { action, edit, exposed, FOLDER, numbered, pathsOf, read, readable, shows, type Files } from './writtenTurn.ts';

const A = numbered('a', 10);
const head = (text: string, from: number, count: number, by: string): string => {
  const lines = text.split('\n');
  lines.splice(from - 1, count, ...(by === '' ? [] : by.split('\n')));
  return lines.join('\n');
};

interface Case {
  title: string;
  base?: Files;
  head?: Files;
  actions: () => Action[];
  parts: string[];
  unexplained?: string[];
  how?: string[];
}

const cases: Case[] = [
  {
    title: 'a read before and after an edit of the same turn',
    actions: () => {
      const after = head(A, 2, 0, 'new 1\nnew 2');
      return [
        read('a.py', A, 2, 3),
        edit({ kind: 'replace', path: 'a.py', old: 'a line 2\n', new: 'new 1\nnew 2\na line 2\n', all: false }),
        read('a.py', after, 2, 5),
      ];
    },
    head: { 'a.py': head(A, 2, 0, 'new 1\nnew 2') },
    parts: ['a.py: 2 3', 'a.py: + + 2 3'],
  },
  {
    title: 'an edit of the same call is not in what it read',
    actions: () => [
      { ...read('a.py', A, 5, 6), edits: [{ kind: 'insert', path: 'a.py', afterLine: 0, text: 'x\n' }] },
      read('a.py', `x\n${A}`, 5, 6),
    ],
    head: { 'a.py': `x\n${A}` },
    parts: ['a.py: 5 6', 'a.py: 4 5'],
  },
  {
    title: 'a file that was moved keeps its lines',
    actions: () => [edit({ kind: 'move', path: 'a.py', to: 'lib/b.py' }), read('lib/b.py', A, 4, 5)],
    head: { 'lib/b.py': A },
    parts: ['lib/b.py: 4 5'],
  },
  {
    title: 'a folder that was moved',
    base: { 'old/a.py': A, 'old/c.py': 'c\n' },
    actions: () => [edit({ kind: 'move', path: 'old', to: 'new' }), read('new/a.py', A, 4, 5)],
    head: { 'new/a.py': A, 'new/c.py': 'c\n' },
    parts: ['new/a.py: 4 5'],
  },
  {
    title: 'a file that was deleted and written again keeps the lines that it has again',
    actions: () => [
      edit({ kind: 'delete', path: 'a.py' }),
      edit({ kind: 'write', path: 'a.py', content: head(A, 3, 2, 'x') }),
      read('a.py', head(A, 3, 2, 'x'), 2, 4),
    ],
    head: { 'a.py': head(A, 3, 2, 'x') },
    parts: ['a.py: 2 + 5'],
  },
  {
    title: 'a formatter that the log does not tell: the lines by the end of the turn',
    actions: () => [read('a.py', `import x\n\n${A}`, 5, 6)],
    head: { 'a.py': `import x\n\n${A}` },
    parts: ['a.py: 3 4'],
    how: ['printed'],
    unexplained: [],
  },
  {
    title: 'a formatter before a later edit',
    actions: () => [
      edit({ kind: 'unknown', path: 'a.py' }),
      read('a.py', `import x\n\n${A}`, 5, 6),
      edit({ kind: 'replace', path: 'a.py', old: 'a line 9', new: 'nine', all: false }),
      read('a.py', `import x\n\n${A.replace('a line 9', 'nine')}`, 10, 12),
    ],
    head: { 'a.py': `import x\n\n${A.replace('a line 9', 'nine')}` },
    parts: ['a.py: 3 4', 'a.py: 8 + 10'],
    how: ['printed', 'printed'],
  },
  {
    title: 'a state that was gone again at the end: by the text alone',
    actions: () => [read('a.py', `p\nq\n${A}`, 4, 5), edit({ kind: 'write', path: 'a.py', content: 'all new\n' })],
    head: { 'a.py': 'all new\n' },
    parts: ['a.py: 2 3'],
    how: ['aligned'],
  },
  {
    title: 'lines that nobody told of are lines of the file, once',
    actions: () => [
      read('a.py', head(A, 3, 1, 'unseen'), 2, 4),
      read('a.py', head(A, 3, 1, 'unseen'), 3, 3),
      edit({ kind: 'write', path: 'a.py', content: 'all new\n' }),
    ],
    head: { 'a.py': 'all new\n' },
    parts: ['a.py: 2 + 4', 'a.py: +'],
  },
  {
    title: 'an edit that does not fit: the end of the turn tells what it was made of',
    actions: () => [
      edit({ kind: 'replace', path: 'a.py', old: 'formatted(\n', new: 'formatted( # now\n', all: false }),
      read('a.py', `formatted( # now\n${A}`, 1, 3),
    ],
    head: { 'a.py': `formatted( # now\n${A}` },
    parts: ['a.py: + 1 2'],
    how: ['printed'],
    unexplained: [],
  },
  {
    title: 'CRLF, a byte-order mark and no line feed at the end',
    base: { 'a.py': '\uFEFFone\r\ntwo\r\nthree' },
    head: { 'a.py': '\uFEFFone\r\n2\r\nthree\r\n' },
    actions: () => [
      read('a.py', 'one\ntwo\nthree'),
      edit({ kind: 'replace', path: 'a.py', old: 'two\n', new: '2\n', all: false }),
      read('a.py', 'one\n2\nthree\n'),
    ],
    parts: ['a.py: 1 2 3', 'a.py: 1 + 3'],
    unexplained: [],
  },
  {
    title: 'failed, refused and missing reads count nowhere, echoes and given texts neither',
    actions: () => [
      { ...read('a.py', A), state: 'failed' },
      { ...read('a.py', A), state: 'denied' },
      { ...read('a.py', A), state: 'no-result' },
      shows({ path: 'a.py', class: 'echo', ranges: [{ startLine: 1, endLine: 2 }], how: 'printed', lines: null }),
      shows({ path: 'a.py', class: 'given', ranges: [{ startLine: 1, endLine: 2 }], how: 'printed', lines: null }),
    ],
    parts: [],
  },
  {
    title: 'edits of calls that failed did not take place',
    actions: () => [
      { ...edit({ kind: 'insert', path: 'a.py', afterLine: 0, text: 'x' }), state: 'failed' },
      read('a.py', A, 1, 2),
    ],
    parts: ['a.py: 1 2'],
  },
  {
    title: 'a cut output counts as far as it was shown',
    actions: () => [
      shows({
        path: 'a.py',
        class: 'read',
        ranges: [
          { startLine: 1, endLine: 2 },
          { startLine: 9, endLine: 10 },
        ],
        how: 'printed',
        lines: ['a line 1', 'a line 2', 'a line 9', 'a line 10'],
      }),
    ],
    parts: ['a.py: 1 2 9 10'],
  },
  {
    title: 'arguments alone are cut to the file',
    actions: () => [
      shows({
        path: 'a.py',
        class: 'read',
        ranges: [{ startLine: 9, endLine: 2e9 }],
        how: 'arguments',
        lines: null,
      }),
    ],
    parts: ['a.py: 9 10'],
  },
  {
    title: 'numbers that are none, and lines that prove nothing',
    base: { 'a.py': '}\n\n}\nreturn\n' },
    actions: () => [
      shows({ path: 'a.py', class: 'read', ranges: [{ startLine: -4, endLine: 2 }], how: 'structured', lines: null }),
      shows({ path: 'a.py', class: 'read', ranges: [{ startLine: 0.5, endLine: NaN }], how: 'printed', lines: null }),
      shows({ path: 'a.py', class: 'read', ranges: [], how: 'unverified', lines: ['}'] }),
    ],
    parts: ['a.py: ', 'a.py: ', 'a.py: '],
  },
  {
    title: 'blank lines that were trimmed from the end, and the empty row that some tools show',
    base: { 'a.py': 'one\n\n\ntwo\n' },
    actions: () => [
      shows({ path: 'a.py', class: 'read', ranges: [{ startLine: 1, endLine: 3 }], how: 'structured', lines: ['one'] }),
      shows({
        path: 'a.py',
        class: 'read',
        ranges: [{ startLine: 4, endLine: 5 }],
        how: 'structured',
        lines: ['two', ''],
      }),
    ],
    parts: ['a.py: 1 2 3', 'a.py: 4'],
  },
  {
    title: 'a file that was renamed unseen',
    actions: () => [read('b.py', `${A}more\n`, 2, 3)],
    head: { 'b.py': `${A}more\n` },
    parts: ['b.py: 2 3'],
    unexplained: ['b.py'],
  },
];

describe('what a turn exposed', () => {
  for (const { title, base = { 'a.py': A }, head: end = base, actions, parts, unexplained, how } of cases) {
    it(title, async () => {
      const renames = title.includes('renamed unseen') ? { 'b.py': 'a.py' } : undefined;
      const exposure = await exposed(actions(), base, end, renames && { renames });
      assert.deepEqual(readable(exposure.parts), parts);
      if (how)
        assert.deepEqual(
          exposure.parts.map((part) => part.how),
          how,
        );
      if (unexplained) assert.deepEqual(exposure.unexplained, unexplained);
    });
  }
});

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
    assert.deepEqual([onlySearched(FIRST, exposure), onlySearched(SECOND, exposure)], [false, true]);
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

describe('commands in a turn', () => {
  it('a folder lasts in its terminal, is taken back by a reset, and the log has the last word', async () => {
    const command = { text: '', shell: 'posix', argv: null, workdir: null, keepsFolder: true, terminal: 't' } as const;
    const seen: string[] = [];
    const run = (more: Partial<Action> = {}): Action => action({ kind: 'run', command: { ...command }, ...more });
    await exposed(
      [
        run(),
        run({ output: `x\nShell cwd was reset to ${FOLDER}/sub\n` }),
        run({ cwd: `${FOLDER}/log` }),
        run({ cwd: `${FOLDER}/log`, command: { ...command, terminal: 'other' } }),
        run({ cwd: `${FOLDER}/log`, command: { ...command, workdir: 'w' } }),
        run({ cwd: `${FOLDER}/log`, command: { ...command, keepsFolder: false } }),
        run({ state: 'denied' }),
      ],
      { 'a.py': A },
      undefined,
      {
        shell: ({ cwd }) => {
          seen.push(cwd);
          return Promise.resolve({ shown: [], paths: [], cwdAfter: `${cwd}/cd`, edits: [], unattributed: [] });
        },
      },
    );
    assert.deepEqual(
      seen.map((cwd) => cwd.slice(FOLDER.length)),
      ['', '/cd', '/log', '/log', '/log/cd/w', '/log'],
    );
  });

  it('reads before or after an edit in one command are told apart by their text', async () => {
    const shown = (line: string): Parameters<typeof shows>[0] => ({
      path: 'a.py',
      class: 'read',
      ranges: [{ startLine: 2, endLine: 2 }],
      how: 'simulated',
      lines: [line],
    });
    const exposure = await exposed(
      [
        action({
          kind: 'run',
          command: { text: '', shell: 'posix', argv: null, workdir: null, keepsFolder: false, terminal: null },
        }),
      ],
      { 'a.py': A },
      { 'a.py': A.slice(A.indexOf('\n') + 1) },
      {
        shell: () =>
          Promise.resolve({
            shown: [shown('a line 2'), shown('a line 3')],
            paths: ['a.py', '/etc/passwd'],
            cwdAfter: null,
            edits: [{ kind: 'write', path: 'a.py', content: A.slice(A.indexOf('\n') + 1) }],
            unattributed: [],
          }),
      },
    );
    assert.deepEqual(readable(exposure.parts), ['a.py: 2', 'a.py: 3', 'a.py: ']);
  });

  it('a log of Windows', async () => {
    const folder = 'C:\\Users\\Dev\\Project';
    const exposure = await exposed(
      [
        read('c:\\users\\dev\\project\\Pkg\\A.py', A, 1, 1, { cwd: folder }),
        read('pkg\\a.py', A, 2, 2, { cwd: folder }),
        read('C:\\Windows\\a.py', A, 3, 3, { cwd: folder }),
      ],
      { 'pkg/a.py': A },
      undefined,
      { paths: pathsOf([folder]) },
    );
    assert.deepEqual(readable(exposure.parts), ['pkg/a.py: 1', 'pkg/a.py: 2']);
  });
});
