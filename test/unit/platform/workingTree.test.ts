import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contentKey } from '../../../src/platform/files/contentKey.ts';
import { openStates } from '../../../src/platform/snapshots/openStates.ts';
import { loadConfigTexts } from '../../../src/platform/snapshots/loadConfigTexts.ts';
import { isRewheelError } from '../../../src/protocol/errors.ts';
import {
  commit,
  git,
  keys,
  newFolder,
  newRepository,
  open,
  paths,
  removeFolders,
  revision,
  text,
  write,
} from './testRepository.ts';

describe('working tree of a repository', () => {
  after(removeFolders);

  it('holds staged, unstaged and untracked files, and not ignored or deleted ones', async () => {
    const root = newRepository({
      'kept.py': 'a = 1\n',
      'changed.py': 'a = 1\n',
      'deleted.py': 'a = 1\n',
      'removed.py': 'a = 1\n',
      'forced/x.py': 'a = 1\n',
      'readme.md': 'text',
    });
    write(root, {
      '.gitignore': 'build/\n/local.py\nforced/\n',
      'sub/.gitignore': '*.tmp.py\n!keep.tmp.py\n',
      'changed.py': 'a = 2\n',
      'staged.py': 'a = 3\n',
      'untracked.ts': 'let a\n',
      'build/out.py': '',
      'local.py': '',
      'sub/local.py': '',
      'sub/a.tmp.py': '',
      'sub/keep.tmp.py': '',
      'forced/untracked.py': '',
      '.git/info/exclude': 'excluded.py\n',
      'excluded.py': '',
    });
    git(root, 'add', 'staged.py');
    git(root, 'rm', '-q', '--cached', 'removed.py');
    rmSync(join(root, 'deleted.py'));
    const { base, head, problems } = await open(root, { base: revision('HEAD') });
    assert.deepEqual(problems, []);
    assert.deepEqual(paths(head.files), [
      'changed.py',
      'forced/x.py',
      'kept.py',
      'removed.py',
      'staged.py',
      'sub/keep.tmp.py',
      'sub/local.py',
      'untracked.ts',
    ]);
    assert.deepEqual(paths(base!.files), ['changed.py', 'deleted.py', 'forced/x.py', 'kept.py', 'removed.py']);
    assert.equal(base!.label, git(root, 'rev-parse', 'HEAD'));
    const [before, after] = [keys(base!.files), keys(head.files)];
    assert.equal(before['kept.py'], after['kept.py']);
    assert.notEqual(before['changed.py'], after['changed.py']);
    assert.equal(after['changed.py'], git(root, 'hash-object', 'changed.py'));
    assert.equal(await text(base!, 'changed.py'), 'a = 1\n');
    assert.equal(await text(head, 'changed.py'), 'a = 2\n');
    assert.equal(await base!.read('untracked.ts'), null);
    assert.equal(await head.read('../../etc/passwd'), null);
  });

  it('honours the excludes of the user', async () => {
    const root = newRepository({ 'a.py': '' });
    const home = newFolder();
    write(home, { excludes: 'scratch.py\n', gitconfig: `[core]\n\texcludesFile = ${join(home, 'excludes')}\n` });
    write(root, { 'scratch.py': '', 'b.py': '' });
    const old = process.env.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_GLOBAL = join(home, 'gitconfig');
    try {
      assert.deepEqual(paths((await open(root)).head.files), ['a.py', 'b.py']);
    } finally {
      if (old === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = old;
    }
  });

  it('is relative to the root when that is a subfolder', async () => {
    const root = newRepository({ 'top.py': '', 'packages/one/a.py': 'x = 1\n', 'packages/two/b.py': '' });
    const first = git(root, 'rev-parse', 'HEAD');
    write(root, { 'packages/one/new.py': '', 'later/c.py': '' });
    commit(root, 'second');
    const { base, head } = await open(join(root, 'packages/one'), { base: revision(first) });
    assert.deepEqual(paths(base!.files), ['a.py']);
    assert.deepEqual(paths(head.files), ['a.py', 'new.py']);
    assert.equal(await text(base!, 'a.py'), 'x = 1\n');
    const later = await open(join(root, 'later'), { base: revision(first) });
    assert.deepEqual(later.base!.files, []);
    assert.deepEqual(paths(later.head.files), ['c.py']);
  });

  it('is that of the git worktree it is opened in, and leaves other worktrees inside out', async () => {
    const root = newRepository({ 'a.py': '' });
    git(root, 'worktree', 'add', '-q', '-b', 'feature', join(root, '.worktrees/feature'));
    write(root, { '.worktrees/feature/b.py': '', 'c.py': '' });
    assert.deepEqual(paths((await open(root)).head.files), ['a.py', 'c.py']);
    assert.deepEqual(paths((await open(root, { trusted: false })).head.files), ['a.py', 'c.py']);
    const inner = await open(join(root, '.worktrees/feature'), { base: revision('main') });
    assert.deepEqual(paths(inner.head.files), ['a.py', 'b.py']);
    assert.deepEqual(paths(inner.base!.files), ['a.py']);
  });

  it('covers submodules and repositories inside', async () => {
    const library = newRepository({ 'lib.py': 'one = 1\n', '.gitignore': 'out/\n' });
    const root = newRepository({ 'a.py': '' });
    git(root, 'submodule', 'add', '-q', '--name', 'the lib', library, 'deps/lib');
    commit(root, 'with a submodule');
    git(root, 'init', '-q', 'tool');
    write(root, {
      'deps/lib/new.py': '',
      'deps/lib/out/x.py': '',
      'deps/lib/lib.py': 'one = 2\n',
      'tool/t.py': '',
      'tool/.gitignore': 'no.py',
      'tool/no.py': '',
    });
    const { base, head, problems } = await open(root, { base: revision('HEAD') });
    assert.deepEqual(paths(head.files), ['a.py', 'deps/lib/lib.py', 'deps/lib/new.py', 'tool/t.py']);
    assert.deepEqual(paths(base!.files), ['a.py', 'deps/lib/lib.py']);
    assert.equal(await text(base!, 'deps/lib/lib.py'), 'one = 1\n');
    assert.equal(await text(head, 'deps/lib/lib.py'), 'one = 2\n');
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, /^tool\/ is a git repository of its own/);

    // Not checked out: the git folder in .git/modules still gives the revision.
    git(root, 'submodule', 'deinit', '-q', '-f', 'deps/lib');
    // Compared with a working tree that lacks it, its functions would all come out as deleted.
    const without = await open(root, { base: revision('HEAD') });
    assert.deepEqual(paths(without.base!.files), ['a.py']);
    assert.deepEqual(paths(without.head.files), ['a.py', 'tool/t.py']);
    assert.ok(without.problems.some((problem) => /^The submodule deps\/lib\/ is not checked out/.test(problem)));
    const between = await open(root, { base: revision('HEAD'), head: revision('HEAD') });
    assert.equal(await text(between.base!, 'deps/lib/lib.py'), 'one = 1\n');

    // Gone altogether: said, and the rest still works.
    rmSync(join(root, '.git/modules'), { recursive: true });
    const gone = await open(root, { base: revision('HEAD'), head: revision('HEAD') });
    assert.deepEqual(paths(gone.base!.files), ['a.py']);
    assert.ok(
      gone.problems.some((problem) => /^The submodule deps\/lib\/ at [0-9a-f]{12} is not in this clone/.test(problem)),
    );
  });

  it('takes unsaved texts instead of files that belong to it', async () => {
    const root = newRepository({
      'a.py': 'old = 1\n',
      'gone.py': 'x\n',
      '.gitignore': 'ignored.py\n',
      'tsconfig.json': '{}',
    });
    write(root, { 'ignored.py': '' });
    rmSync(join(root, 'gone.py'));
    const overlay = {
      'a.py': 'new = 1\n',
      'gone.py': 'back\n',
      'ignored.py': 'no',
      '../x.py': 'no',
      'tsconfig.json': '{"a":1}',
    };
    const { base, head } = await open(root, { base: revision('HEAD'), overlay });
    assert.deepEqual(paths(head.files), ['a.py', 'gone.py']);
    assert.equal(await text(head, 'a.py'), 'new = 1\n');
    assert.equal(keys(head.files)['a.py'], contentKey(Buffer.from('new = 1\n'), 'sha1'));
    assert.equal(await text(base!, 'a.py'), 'old = 1\n');
    assert.deepEqual(await loadConfigTexts(head), new Map([['tsconfig.json', '{"a":1}']]));
    assert.deepEqual(await loadConfigTexts(base!), new Map([['tsconfig.json', '{}']]));
  });

  it('lists configuration files, those of dependencies left out', async () => {
    const root = newRepository({
      'package.json': '\uFEFF{}',
      'tsconfig.base.json': '{}',
      'jsconfig.json': '{}',
      'py/pyproject.toml': '',
      'py/setup.cfg': '',
      'other.json': '',
      'node_modules/x/package.json': '{}',
    });
    const { base, head } = await open(root, { base: revision('HEAD'), include: ['src'] });
    const expected = ['jsconfig.json', 'package.json', 'py/pyproject.toml', 'py/setup.cfg', 'tsconfig.base.json'];
    assert.deepEqual(head.configFiles, expected);
    assert.deepEqual(base!.configFiles, expected);
    assert.equal((await loadConfigTexts(head)).get('package.json'), '{}');
  });

  it('keeps the files that a sparse checkout leaves off the disk', async () => {
    const root = newRepository({ 'in/a.py': 'a = 1\n', 'out/b.py': 'b = 1\n', 'out/package.json': '{}' });
    for (const index of ['--no-sparse-index', '--sparse-index']) {
      git(root, 'sparse-checkout', 'set', '--cone', index, 'in');
      const { base, head } = await open(root, { base: revision('HEAD') });
      assert.deepEqual(keys(head.files), keys(base!.files));
      assert.equal(await text(head, 'out/b.py'), 'b = 1\n');
      assert.deepEqual(head.configFiles, ['out/package.json']);
    }
  });

  it('lists a file in conflict once', async () => {
    const root = newRepository({ 'a.py': 'a = 0\n' });
    git(root, 'checkout', '-q', '-b', 'other');
    write(root, { 'a.py': 'a = 1\n' });
    commit(root, 'other');
    git(root, 'checkout', '-q', 'main');
    write(root, { 'a.py': 'a = 2\n' });
    commit(root, 'main');
    assert.throws(() => git(root, 'merge', 'other'));
    assert.deepEqual(paths((await open(root)).head.files), ['a.py']);
  });

  it('says that a named file is ignored', async () => {
    const root = newRepository({ 'a.py': '', '.gitignore': 'gen/\n' });
    write(root, { 'gen/x.py': '', 'gen/y.md': '' });
    const { head } = await open(root, { include: ['a.py', 'gen/x.py', 'gen/y.md', 'none.py', '../z.py'] });
    assert.deepEqual(paths(head.files), ['a.py']);
    assert.deepEqual(head.skipped, [{ path: 'gen/x.py', reason: 'ignored', detail: 'git ignores it' }]);
    assert.deepEqual((await open(root, { only: ['gen/x.py'] })).head.skipped, head.skipped);
  });

  it('is walked when the repository around ignores the root', async () => {
    const root = newRepository({ '.gitignore': 'tmp/\n', 'a.py': '' });
    write(root, { 'tmp/x/b.py': '' });
    for (const trusted of [true, false]) {
      assert.deepEqual(paths((await open(join(root, 'tmp/x'), { trusted })).head.files), ['b.py']);
    }
    const compared = await open(join(root, 'tmp/x'), { base: revision('HEAD') });
    assert.deepEqual(compared.head.files, []);
    assert.match(compared.problems[0]!, /is ignored by the git repository/);
  });

  it('uses the object format of the repository', async () => {
    const root = newRepository({ 'a.py': 'a = 1\n' }, '--object-format=sha256');
    write(root, { 'b.py': '' });
    const folder = newFolder();
    write(folder, { 'a.py': 'a = 1\n' });
    const { base, head } = await open(root, { base: revision('HEAD') });
    assert.equal(keys(base!.files)['a.py'], contentKey(Buffer.from('a = 1\n'), 'sha256'));
    assert.equal(keys(head.files)['a.py'], keys(base!.files)['a.py']);
    const against = await open(root, { base: { kind: 'folder', path: folder, name: 'before' } });
    assert.equal(keys(against.base!.files)['a.py'], keys(head.files)['a.py']);
  });

  it('works before the first commit', async () => {
    const root = newFolder();
    git(root, 'init', '-q', '-b', 'main');
    write(root, { 'a.py': '' });
    assert.deepEqual(paths((await open(root)).head.files), ['a.py']);
    for (const name of ['HEAD', 'main', 'HEAD~1', '@']) {
      await assert.rejects(open(root, { base: revision(name) }), (error) => {
        assert.ok(isRewheelError(error, 'unborn-head'));
        assert.match(error.message, /no commit yet.*--all/);
        return true;
      });
    }
  });

  it('stops when it is told to', async () => {
    const root = newRepository({ 'a.py': '' });
    const request = {
      root,
      base: revision('HEAD'),
      head: { kind: 'working-tree' as const },
      overlay: {},
      trusted: true,
      include: [],
      exclude: [],
    };
    await assert.rejects(openStates(request, undefined, AbortSignal.abort()), (error) =>
      isRewheelError(error, 'cancelled'),
    );
    const controller = new AbortController();
    const opening = openStates(request, undefined, controller.signal);
    controller.abort();
    await assert.rejects(opening, (error) => isRewheelError(error, 'cancelled'));
  });

  it('lets two states of any kind share a key for the same bytes', async () => {
    const content = { 'a.py': 'x = 1\r\n', 'b.ts': 'let x\n' };
    const root = newRepository(content);
    const folder = newFolder();
    write(folder, content);
    mkdirSync(join(folder, 'empty'));
    const { base, head } = await open(root, { base: revision('HEAD') });
    const other = await open(root, { base: { kind: 'folder', path: folder, name: 'before' }, trusted: false });
    assert.deepEqual(base!.files, head.files);
    assert.deepEqual(other.base!.files, head.files);
    assert.deepEqual(other.head.files, head.files);
  });
});
