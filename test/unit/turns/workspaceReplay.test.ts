import assert from 'node:assert/strict';
import { commandFiles } from '../../../src/engine/turns/exposure/shellReader.ts';
import { WorkspaceReplay } from '../../../src/engine/turns/exposure/workspaceReplay.ts';
import type { FileEdit } from '../../../src/engine/turns/session.ts';
import { filesOf, numbered, pathsOf, type Files } from './writtenTurn.ts';

const A = numbered('a', 4);

interface Case {
  title: string;
  base: Files;
  head?: Files;
  edits: FileEdit[];
  /** Text of each file after the edits; null: none. */
  now: Record<string, string | null>;
  /** Names in the base. */
  from?: Record<string, string | null>;
  list: string[];
  unexplained?: string[];
}

const cases: Case[] = [
  {
    title: 'a folder that was deleted, and one file of it written again',
    base: { 'd/a.py': A, 'd/b.py': 'b\n', 'c.py': 'c\n' },
    head: { 'd/a.py': 'new\n', 'c.py': 'c\n' },
    edits: [
      { kind: 'delete', path: 'd' },
      { kind: 'write', path: 'd/a.py', content: 'new\n' },
    ],
    now: { 'd/a.py': 'new\n', 'd/b.py': null, 'c.py': 'c\n' },
    from: { 'd/a.py': 'd/a.py' },
    list: ['c.py', 'd/a.py'],
    unexplained: [],
  },
  {
    title: 'a file that was moved, and another written in its place',
    base: { 'a.py': A },
    head: { 'b.py': A, 'a.py': 'other\n' },
    edits: [
      { kind: 'move', path: 'a.py', to: 'b.py' },
      { kind: 'write', path: 'a.py', content: 'other\n' },
    ],
    now: { 'a.py': 'other\n', 'b.py': A },
    from: { 'a.py': null, 'b.py': 'a.py' },
    list: ['a.py', 'b.py'],
    unexplained: [],
  },
  {
    title: 'a file that was moved over another',
    base: { 'a.py': A, 'b.py': 'b\n' },
    head: { 'b.py': A },
    edits: [{ kind: 'move', path: 'a.py', to: 'b.py' }],
    now: { 'a.py': null, 'b.py': A },
    from: { 'b.py': 'a.py' },
    list: ['b.py'],
    unexplained: [],
  },
  {
    title: 'a new file that was edited, moved and deleted',
    base: {},
    edits: [
      { kind: 'replace', path: 'n.py', old: '', new: 'one\n', all: false },
      { kind: 'insert', path: 'n.py', afterLine: 1, text: 'two' },
      { kind: 'move', path: 'n.py', to: 'm.py' },
      { kind: 'delete', path: 'm.py' },
    ],
    now: { 'n.py': null, 'm.py': null },
    list: [],
    unexplained: [],
  },
  {
    title: 'edits of files that are not there',
    base: { 'a.py': A },
    edits: [
      { kind: 'insert', path: 'b.py', afterLine: 0, text: 'x' },
      { kind: 'delete', path: 'b.py' },
      { kind: 'move', path: 'b.py', to: 'c.py' },
      { kind: 'unknown', path: 'b.py' },
    ],
    now: { 'a.py': A, 'b.py': null, 'c.py': null },
    list: ['a.py'],
    unexplained: [],
  },
  {
    title: 'what a command made unseen has the text of the end',
    base: { 'a.py': A },
    head: { 'a.py': `${A}more\n`, 'made.py': 'made\n' },
    edits: [
      { kind: 'unknown', path: 'made.py' },
      { kind: 'unknown', path: 'a.py' },
    ],
    now: { 'a.py': `${A}more\n`, 'made.py': 'made\n' },
    from: { 'a.py': 'a.py', 'made.py': null },
    list: ['a.py', 'made.py'],
  },
  {
    title: 'a file that is gone at the end, and the log does not tell it',
    base: { 'a.py': A },
    head: {},
    edits: [{ kind: 'insert', path: 'a.py', afterLine: 0, text: 'x' }],
    now: { 'a.py': `x\n${A}` },
    list: ['a.py'],
    unexplained: ['a.py'],
  },
];

describe('the workspace in the course of a turn', () => {
  for (const { title, base, head = base, edits, now, from = {}, list, unexplained } of cases) {
    it(title, async () => {
      const replay = new WorkspaceReplay(
        filesOf(base, head),
        edits.map((edit, action) => ({ action, edit })),
      );
      for (const [action, edit] of edits.entries()) await replay.edit(edit, action);
      for (const [path, text] of Object.entries(now))
        assert.equal((await replay.file(path))?.text() ?? null, text, path);
      for (const [path, name] of Object.entries(from)) assert.equal((await replay.file(path))!.basePath, name, path);
      assert.deepEqual(replay.paths().sort(), list);
      if (unexplained) assert.deepEqual(await replay.unexplained(), unexplained);
    });
  }

  it('other letters name the one file that has them', () => {
    const replay = new WorkspaceReplay(filesOf({ 'Pkg/A.py': '', 'x.py': '', 'X.py': '' }, {}));
    assert.equal(replay.spelling('pkg/a.py'), 'Pkg/A.py');
    assert.equal(replay.spelling('x.py'), 'x.py');
    assert.equal(replay.spelling('none.py'), 'none.py');
  });

  it('is what a command sees', async () => {
    const files = { ...filesOf({ 'a.py': A }, {}), revision: (rev: string) => Promise.resolve(`at ${rev}`) };
    const view = commandFiles(new WorkspaceReplay(files), files, pathsOf());
    assert.equal(await view.read('a.py'), A);
    assert.equal(await view.read('b.py'), null);
    assert.deepEqual(view.list(), ['a.py']);
    assert.equal(await view.revision('HEAD', 'a.py'), 'at HEAD');
    assert.equal(view.absolute('/home/dev/project/x'), 'x');
    assert.equal(view.absolute('/etc/passwd'), null);
  });
});
