import assert from 'node:assert/strict';
import { exposeTurn } from '../../../src/engine/turns/exposure/exposeTurn.ts';
import { explorationOf } from '../../../src/engine/turns/exposure/measures.ts';
import type { Action } from '../../../src/engine/turns/session.ts';
import { shownByCommand } from '../../../src/engine/turns/shell/shownByCommand.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { action, edit, filesOf, numbered, pathsOf, read, readable, turn, type Files } from './writtenTurn.ts';

const A = numbered('a', 12);
const B = numbered('b', 6);
const BASE: Files = { 'a.py': A, 'pkg/b.py': B, 'pkg/c.py': 'c\n' };

function run(text: string, output: string, more: Partial<Action> = {}): Action {
  const command = { text, shell: 'posix', argv: null, workdir: null, keepsFolder: true, terminal: 't' } as const;
  return action({ kind: 'run', command, output, ...more });
}

function lines(name: string, from: number, to: number): string {
  return numbered(name, to)
    .split('\n')
    .slice(from - 1)
    .join('\n');
}

interface Case {
  title: string;
  actions: () => Action[];
  head?: Files;
  parts: string[];
  files: number;
}

const cases: Case[] = [
  {
    title: 'two files in one output',
    actions: () => [run("sed -n '2,3p' a.py; head -1 pkg/b.py", `${lines('a', 2, 3)}b line 1\n`)],
    parts: ['a.py: 2 3', 'pkg/b.py: 1'],
    files: 2,
  },
  {
    title: 'a read after an edit of the same command',
    actions: () => [run("sed -i '1d' a.py && sed -n '1,3p' a.py", lines('a', 2, 4))],
    head: { ...BASE, 'a.py': lines('a', 2, 12) },
    parts: ['a.py: 2 3 4'],
    files: 1,
  },
  {
    title: 'a read after an edit by a tool',
    actions: () => [
      edit({ kind: 'insert', path: 'a.py', afterLine: 0, text: 'new' }),
      run("sed -n '1,3p' a.py", `new\n${lines('a', 1, 2)}`),
    ],
    head: { ...BASE, 'a.py': `new\n${A}` },
    parts: ['a.py: + 1 2'],
    files: 1,
  },
  {
    title: 'a file written by a here-document and read back',
    actions: () => [run("cat > n.py <<'EOF'\none\ntwo\nEOF\ncat n.py", 'one\ntwo\n')],
    head: { ...BASE, 'n.py': 'one\ntwo\n' },
    parts: ['n.py: + +'],
    files: 1,
  },
  {
    title: 'a file that was moved by a command',
    actions: () => [run('git mv a.py lib.py', ''), read('lib.py', A, 3, 4)],
    head: { 'pkg/b.py': B, 'pkg/c.py': 'c\n', 'lib.py': A },
    parts: ['lib.py: 3 4'],
    files: 1,
  },
  {
    title: 'a formatter that was run, then a read',
    actions: () => [run('black a.py', ''), run("sed -n '3,4p' a.py", lines('a', 2, 3))],
    head: { ...BASE, 'a.py': `import z\n${A}` },
    parts: ['a.py: 2 3'],
    files: 1,
  },
  {
    title: 'changes that were taken back unseen',
    actions: () => [
      edit({ kind: 'write', path: 'a.py', content: 'all new\n' }),
      run("sed -i 's/x/x/' made.py; ./restore.sh", ''),
      read('a.py', A, 3, 4),
    ],
    parts: ['a.py: 3 4'],
    files: 1,
  },
  {
    title: 'a folder that lasts in the terminal',
    actions: () => [run('cd pkg', ''), run('head -2 b.py', lines('b', 1, 2))],
    parts: ['pkg/b.py: 1 2'],
    files: 1,
  },
  {
    title: 'a revision, where the file has changed since',
    actions: () => [
      edit({ kind: 'replace', path: 'a.py', old: 'a line 2\n', new: 'x\ny\n', all: false }),
      run("git show HEAD:a.py | sed -n '1,4p'", lines('a', 1, 4)),
    ],
    head: { ...BASE, 'a.py': A.replace('a line 2\n', 'x\ny\n') },
    parts: ['a.py: 1 3 4'],
    files: 1,
  },
  {
    title: 'a search and a listing give no lines',
    actions: () => [run('grep -n "line 3" a.py; ls pkg', '3:a line 3\nb.py\nc.py\n')],
    parts: ['a.py: 3', 'pkg/b.py: ', 'pkg/c.py: '],
    files: 3,
  },
  {
    title: 'a command that failed has shown what it shows',
    actions: () => [
      run('cat none.py pkg/b.py', `cat: none.py: No such file or directory\n${B}`, { state: 'failed', exitCode: 1 }),
    ],
    parts: ['pkg/b.py: 1 2 3 4 5 6'],
    files: 1,
  },
  {
    title: 'a refused command shows nothing',
    actions: () => [run('cat a.py', 'not allowed', { state: 'denied' })],
    parts: [],
    files: 0,
  },
];

describe('commands of a turn, followed on the replay', () => {
  for (const { title, actions, head = BASE, parts, files } of cases) {
    it(title, async () => {
      const states = { ...filesOf(BASE, head), revision: (_: string, path: string) => filesOf(BASE, {}).base(path) };
      const exposure = await exposeTurn(turn(actions()), states, pathsOf(), (request) =>
        shownByCommand(request, installedGrammars),
      );
      assert.deepEqual(readable(exposure.parts), parts);
      assert.equal(explorationOf(exposure).files, files);
      assert.deepEqual(exposure.unattributed, []);
    });
  }
});
