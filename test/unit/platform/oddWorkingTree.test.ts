import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskSnapshot } from '../../../src/platform/snapshots/diskSnapshot.ts';
import { skipLoudly } from '../../support/skip.ts';
import {
  commit,
  git,
  newFolder,
  newRepository,
  open,
  paths,
  removeFolders,
  revision,
  text,
  write,
} from './testRepository.ts';

describe('working tree in odd places', () => {
  after(removeFolders);

  it('does not follow symlinks', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
    const outside = newFolder();
    write(outside, { 'secret.py': 'secret = 1\n', 'folder/x.py': '' });
    const root = newRepository({ 'real/a.py': '', 'swapped/b.py': '', 'swapped/c.py': '', 'plain.py': '' });
    symlinkSync(join(outside, 'secret.py'), join(root, 'link.py'));
    symlinkSync('real/a.py', join(root, 'alias.py'));
    symlinkSync('real', join(root, 'aliases'));
    symlinkSync('..', join(root, 'real/loop'));
    symlinkSync('nowhere', join(root, 'broken.py'));
    const id = commit(root, 'links');
    rmSync(join(root, 'swapped'), { recursive: true });
    symlinkSync(join(outside, 'folder'), join(root, 'swapped'));
    write(outside, { 'folder/b.py': 'outside' });
    rmSync(join(root, 'plain.py'));
    symlinkSync('real/a.py', join(root, 'plain.py'));
    for (const trusted of [true, false]) {
      const { head } = await open(root, { trusted, overlay: { 'alias.py': 'x', 'plain.py': 'x' } });
      assert.deepEqual(paths(head.files), ['real/a.py'], `trusted: ${trusted}`);
      assert.deepEqual(head.skipped, []);
    }
    const { head } = await open(root, { head: revision(id) });
    assert.deepEqual(paths(head.files), ['plain.py', 'real/a.py', 'swapped/b.py', 'swapped/c.py']);
  });

  it('opens the root through a symlink', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
    const root = newRepository({ 'a.py': '' });
    const other = join(newFolder(), 'link');
    symlinkSync(root, other);
    assert.deepEqual(paths((await open(other, { base: revision('HEAD') })).head.files), ['a.py']);
  });

  it('keeps odd names as they are', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
    const names = [
      ' lead.py',
      '"quoted".py',
      "'single'.py",
      '-dash.py',
      '--output=x.py',
      ':(glob)x.py',
      '?? x.py',
      'H 100644 x.py',
      'a\\b.py',
      'a\nb.py',
      'a\tb.py',
      'nfc-\u00e9.py',
      'nfd-e\u0301.py',
      'sp ace/in dir.py',
      '*.py',
      'emoji-😀.py',
      'trailing .py',
    ].sort();
    const root = newRepository(Object.fromEntries(names.map((name) => [name, `x = ${JSON.stringify(name)}\n`])));
    for (const request of [{ base: revision('HEAD') }, { trusted: false }]) {
      const { base, head } = await open(root, request);
      for (const state of [base, head]) {
        if (state === null) continue;
        assert.deepEqual(paths(state.files), names);
        for (const name of names) assert.equal(await text(state, name), `x = ${JSON.stringify(name)}\n`);
      }
    }
  });

  it('says which names are not UTF-8', async function () {
    if (process.platform !== 'linux') skipLoudly(this, 'it needs Linux');
    const root = newFolder();
    git(root, 'init', '-q');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.py')]), '');
    for (const trusted of [true, false]) {
      const { head } = await open(root, { trusted });
      assert.deepEqual(head.files, []);
      assert.deepEqual(head.skipped, [{ path: 'caf\uFFFD.py', reason: 'unreadable', detail: 'its name is not UTF-8' }]);
    }
    const id = commit(root, 'odd');
    assert.equal((await open(root, { head: revision(id) })).head.skipped[0]?.reason, 'unreadable');
  });

  it('gives null, never other bytes, for a file that changed or vanished since it was listed', async () => {
    const root = newRepository({ 'a.py': 'a = 0\n', 'b.py': 'b\n' });
    const { head } = await open(root);
    appendFileSync(join(root, 'a.py'), 'more\n');
    rmSync(join(root, 'b.py'));
    assert.equal(await head.read('a.py'), null);
    assert.equal(await head.read('b.py'), null);
  });

  it('leaves out, and names, files that vanish while they are read', async () => {
    const root = newFolder();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.py`);
    const problems: string[] = [];
    const listing = {
      files: [...names, 'g.md'].map((path) => ({ path, tracked: false, kept: null })),
      unreadable: [],
      nested: [],
      problems: [],
    };
    write(root, { 'f.py': '' });
    const state = await diskSnapshot(listing, {
      root,
      label: 'x',
      format: 'sha1',
      filter: () => true,
      overlay: new Map(),
      named: [],
      topLevel: null,
      blobs: () => assert.fail(),
      problems,
    });
    assert.deepEqual(paths(state.files), ['f.py']);
    assert.deepEqual(state.skipped, []);
    assert.deepEqual(problems, ['Files that vanished while they were read are left out: a.py, b.py, c.py, d.py, e.py']);
  });

  it('works in a folder whose name has a line feed', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
    const root = join(newFolder(), 'a\nb');
    mkdirSync(root);
    git(root, 'init', '-q');
    write(root, { 'a.py': 'a\n', 'sub/b.py': '' });
    commit(root, 'first');
    for (const folder of [root, join(root, 'sub')]) {
      const { base, head } = await open(folder, { base: revision('HEAD') });
      assert.ok(head.files.length > 0);
      assert.deepEqual(base!.files, head.files);
    }
  });

  it('does not wait for pipes', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
    const root = newRepository({ 'a.py': '', 'was.py': '' });
    rmSync(join(root, 'was.py'));
    execFileSync('mkfifo', [join(root, 'was.py'), join(root, 'pipe.py')]);
    for (const trusted of [true, false]) assert.deepEqual(paths((await open(root, { trusted })).head.files), ['a.py']);
  });

  it('is the folder with the .git entry, whatever core.worktree says', async () => {
    const other = newFolder();
    write(other, { 'foreign.py': '' });
    const root = newRepository({ 'a.py': '', 'sub/b.py': '' });
    for (const place of [other, join(other, 'nowhere')]) {
      git(root, 'config', 'core.worktree', place);
      assert.deepEqual(paths((await open(root)).head.files), ['a.py', 'sub/b.py']);
      assert.deepEqual(paths((await open(join(root, 'sub'), { base: revision('HEAD') })).base!.files), ['b.py']);
    }
  });

  it('is not redirected by variables of the caller', async () => {
    const other = newRepository({ 'foreign.py': '' });
    const root = newRepository({ 'a.py': '' });
    const variables: Record<string, string> = {
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git/index'),
      GIT_OBJECT_DIRECTORY: join(other, '.git/objects'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.excludesFile',
      GIT_CONFIG_VALUE_0: '/dev/null',
      GIT_TRACE: join(other, 'trace'),
      GIT_LITERAL_PATHSPECS: '0',
    };
    const old = { ...process.env };
    Object.assign(process.env, variables);
    try {
      const { base, head } = await open(root, { base: revision('HEAD') });
      assert.deepEqual(paths(head.files), ['a.py']);
      assert.deepEqual(paths(base!.files), ['a.py']);
    } finally {
      for (const name of Object.keys(variables)) {
        if (old[name] === undefined) delete process.env[name];
        else process.env[name] = old[name];
      }
    }
  });
});
