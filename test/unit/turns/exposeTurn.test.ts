import assert from 'node:assert/strict';
import type { CommandShown } from '../../../src/engine/turns/shell/exposures.ts';
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

describe('commands in a turn', () => {
  it('a folder lasts in its terminal, is taken back by a reset, and the log has the last word', async () => {
    const command = { text: '', shell: 'posix', argv: null, workdir: null, keepsFolder: true, terminal: 't' } as const;
    const seen: (string | null)[] = [];
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
          return Promise.resolve({
            shown: [],
            paths: [],
            cwdAfter: `${cwd ? `${cwd}/` : ''}cd`,
            edits: [],
            unattributed: [],
          });
        },
      },
    );
    assert.deepEqual(seen, ['', 'cd', 'log', 'log', 'log/cd/w', 'log']);
  });

  it('reads before and after an edit in one command', async () => {
    const shown = (line: string, afterEdits: number): CommandShown => ({
      afterEdits,
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
            shown: [shown('a line 2', 0), shown('a line 3', 1)],
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
