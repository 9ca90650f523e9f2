import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { listRefs, mergeBase, recentCommits, repositoryInfo } from '../../../src/platform/git/repositoryInfo.ts';
import { skipLoudly } from '../../support/skip.ts';
import {
  digestOf,
  git,
  newFolder,
  newRepository,
  commit,
  open,
  paths,
  removeFolders,
  revision,
  write,
} from './testRepository.ts';
import { openStore } from './turnsSupport.ts';

/**
 * A repository in which everything that git can be told to run is told to leave a mark. The first test shows that the
 * marks are left by ordinary git commands, so that the second one proves something.
 */
function hostileRepository(): { root: string; marks: string } {
  const marks = newFolder();
  const root = newRepository({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'sub/c.ts': 'let c\n', 'package.json': '{}' });
  write(root, { 'sub/c.ts': 'let c = 2\n' });
  commit(root, 'second');
  const script = (name: string) => {
    const path = join(marks, `${name}.sh`);
    writeFileSync(
      path,
      `#!/bin/sh\necho x >> '${join(marks, name)}'\n${/clean|smudge/.test(name) ? 'cat' : 'exit 1'}\n`,
    );
    chmodSync(path, 0o755);
    return path;
  };
  const settings: [string, string][] = [
    ['core.fsmonitor', script('fsmonitor')],
    ['filter.evil.clean', script('clean')],
    ['filter.evil.smudge', script('smudge')],
    ['filter.evil.required', 'true'],
    ['filter.service.process', script('process')],
    ['diff.evil.textconv', script('textconv')],
    ['diff.evil.command', script('diff-command')],
    ['diff.external', script('external-diff')],
    ['core.pager', script('pager')],
    ['pager.ls-files', script('pager')],
    ['pager.ls-tree', script('pager')],
    ['pager.rev-list', script('pager')],
    ['core.editor', script('editor')],
    ['core.askPass', script('askpass')],
    ['core.sshCommand', script('ssh')],
    ['core.gitProxy', script('proxy')],
    ['core.alternateRefsCommand', script('alternates')],
    ['credential.helper', `!${script('credential')}`],
    ['gpg.program', script('gpg')],
    ['log.showSignature', 'true'],
    ['uploadpack.packObjectsHook', script('pack-objects')],
    ['alias.ls-files', `!${script('alias')}`],
    ['alias.ls-tree', `!${script('alias')}`],
    ['alias.cat-file', `!${script('alias')}`],
    ['core.untrackedCache', 'true'],
    ['gc.auto', '1'],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['protocol.file.allow', 'always'],
    ['remote.origin.url', `ext::${script('transport')}`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['remote.origin.uploadpack', script('uploadpack')],
    ['extensions.partialClone', 'origin'],
    ['core.repositoryFormatVersion', '1'],
  ];
  for (const hook of [
    'post-index-change',
    'post-checkout',
    'reference-transaction',
    'pre-auto-gc',
    'fsmonitor-watchman',
  ]) {
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    execFileSync('cp', [script(`hook-${hook}`), join(root, '.git/hooks', hook)]);
  }
  const included = join(marks, 'included');
  writeFileSync(included, `[core]\n\tfsmonitor = ${script('included-fsmonitor')}\n`);
  write(root, {
    '.gitattributes': '*.py filter=evil diff=evil\n*.ts filter=service diff=evil\n',
    '.git/info/attributes': '*.py filter=evil\n',
    'a.py': 'a = 222\n',
    'new.py': 'n = 1\n',
  });
  // A blob that is not there would be fetched from the promisor.
  const lost = git(root, 'rev-parse', 'HEAD:b.py');
  rmSync(join(root, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  for (const [name, value] of settings) git(root, 'config', name, value);
  git(root, 'config', 'include.path', included);
  return { root, marks };
}

function marksIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.endsWith('.sh') && name !== 'included');
}

describe('a hostile repository', () => {
  before(function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs a POSIX system');
  });
  after(removeFolders);

  it('would run programs under ordinary git', () => {
    const { root, marks } = hostileRepository();
    for (const args of [
      ['status'],
      ['diff'],
      ['diff', 'HEAD~1', 'HEAD'],
      // A filter process that dies may end git before it comes to the difference.
      ['-c', 'filter.service.process=', 'diff', 'HEAD~1', 'HEAD'],
      ['diff', '--no-ext-diff', 'HEAD~1', 'HEAD'],
      ['add', 'new.py'],
      ['cat-file', '--filters', 'HEAD:a.py'],
      ['cat-file', '-p', 'HEAD:b.py'],
    ]) {
      try {
        git(root, ...args);
      } catch {
        // What it ran made it fail.
      }
    }
    const left = marksIn(marks);
    for (const mark of ['included-fsmonitor', 'clean', 'smudge', 'process', 'transport']) {
      assert.ok(left.includes(mark), `${mark}: ${left}`);
    }
    // Which of the two it comes to depends on whether git takes a file on disk for the content of the commit.
    assert.ok(left.includes('diff-command') || left.includes('textconv'), String(left));
  });

  it('has its turns kept without running anything, and nothing in it changes', async () => {
    const { root, marks } = hostileRepository();
    const before = digestOf(root);
    const store = await openStore(root);
    const { id, base } = await store.begin({ source: 'command' });
    assert.equal((await store.end(id)).head, base);
    await store.prune({ storeBytes: 1 });
    assert.deepEqual(paths((await store.snapshotOf(base)).files), ['a.py', 'b.py', 'new.py', 'sub/c.ts']);
    store.close();
    assert.deepEqual(marksIn(marks), []);
    assert.equal(digestOf(root), before);
  });

  it('is read without running anything, and nothing in it changes', async () => {
    const { root, marks } = hostileRepository();
    const before = digestOf(root);
    for (const folder of [root, join(root, 'sub')]) {
      const { base, head, close } = await open(folder, { base: revision('HEAD~1') });
      for (const state of [base!, head]) {
        for (const file of state.files) assert.ok(await state.read(file.path), file.path);
        for (const path of state.configFiles) assert.ok(await state.read(path), path);
      }
      if (folder === root) {
        assert.deepEqual(paths(head.files), ['a.py', 'b.py', 'new.py', 'sub/c.ts']);
        assert.deepEqual(paths(base!.files), ['a.py', 'sub/c.ts']);
        assert.deepEqual(paths(base!.skipped), ['b.py']);
      }
      close();
    }
    await repositoryInfo(root);
    await listRefs(root);
    await recentCommits(root);
    await mergeBase(root, 'HEAD', 'HEAD~1');
    await assert.rejects(open(root, { base: revision('0123456789012345678901234567890123456789') }));
    await assert.rejects(open(root, { base: revision('nonsense') }));
    assert.equal(digestOf(root), before);
    assert.deepEqual(marksIn(marks), []);
  });

  it('of another kind: as submodule, as nested repository, as given folder', async () => {
    const hostile = hostileRepository();
    const root = newRepository({ 'top.py': '' });
    execFileSync('cp', ['-r', hostile.root, join(root, 'nested')]);
    execFileSync('cp', ['-r', hostile.root, join(root, 'module')]);
    const id = git(hostile.root, 'rev-parse', 'HEAD~1');
    git(root, 'update-index', '--add', '--cacheinfo', `160000,${id},module`);
    git(root, 'commit', '-q', '-m', 'with a submodule');
    const before = digestOf(root);
    const { base, head } = await open(root, { base: revision('HEAD') });
    assert.ok(paths(head.files).includes('nested/new.py') && paths(head.files).includes('module/new.py'));
    assert.deepEqual(paths(base!.files), ['module/a.py', 'module/sub/c.ts', 'top.py']);
    const folders = await open(root, {
      base: { kind: 'folder', path: 'nested', name: 'folder' },
      head: { kind: 'folder', path: 'module', name: 'folder' },
    });
    assert.deepEqual(paths(folders.base!.files), ['a.py', 'b.py', 'new.py', 'sub/c.ts']);
    assert.deepEqual(folders.base!.files, folders.head.files);
    assert.equal(digestOf(root), before);
    assert.deepEqual(marksIn(hostile.marks), []);
  });

  it('gets no git at all when it is not trusted', async () => {
    const { root, marks } = hostileRepository();
    const log = join(newFolder(), 'started');
    const bin = newFolder();
    writeFileSync(join(bin, 'git'), `#!/bin/sh\ntouch '${log}'\n`);
    chmodSync(join(bin, 'git'), 0o755);
    const old = process.env.PATH;
    process.env.PATH = `${bin}:${old}`;
    try {
      const { head } = await open(root, { trusted: false, base: { kind: 'folder', path: '.', name: 'folder' } });
      assert.deepEqual(paths(head.files), ['a.py', 'b.py', 'new.py', 'sub/c.ts']);
      assert.equal(existsSync(log), false);
      assert.deepEqual(marksIn(marks), []);
    } finally {
      process.env.PATH = old;
    }
  });
});
