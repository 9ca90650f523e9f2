import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commit, git, newFolder, newRepository, write } from '../unit/platform/testRepository.ts';
import { briefly, cleanUp, reportOf, rewheel } from './runCli.ts';

const body = (name: string): string =>
  `def ${name}(rows, limit):\n    best = None\n    for row in rows:\n        if row.value > limit and row.ok:\n            best = row.value * 2 - limit\n    return best\n`;
const COPY = 'warning reimplements-logic choose -> pick type 1';

/** A repository of two commits, in whose second one `choose` repeats `pick`. */
function twoCommits(): string {
  const root = newRepository({ 'lib.py': body('pick') });
  write(root, { 'new.py': body('choose') });
  commit(root, 'second');
  return root;
}

describe('repositories that cannot be audited', () => {
  after(cleanUp);

  const cases: [title: string, make: () => string, args: string[], message: RegExp][] = [
    ['a folder that is not there', () => newFolder(), ['nowhere', '--all'], /There is no folder .*nowhere/],
    [
      'a workspace that is a file',
      () => newRepository({ 'a.py': '' }),
      ['a.py', '--all'],
      /a\.py is not a folder\. Give the folder that holds the workspace/,
    ],
    [
      'no repository',
      () => newFolder(),
      ['--base', 'HEAD'],
      /is not in a git repository, so revision 'HEAD' cannot be read\. Give a folder instead .* --all/,
    ],
    ['an unknown revision', twoCommits, ['--base', 'nope'], /'nope'/],
    ['an unknown head', twoCommits, ['--base', 'HEAD', '--head', 'nope'], /'nope'/],
    ['a revision that is an option', twoCommits, ['--base=--output=x'], /'--output=x'/],
    ['a range', twoCommits, ['--base', 'HEAD~1..HEAD'], /'HEAD~1\.\.HEAD'/],
    ['an empty revision', twoCommits, ['--base', ''], /revision/i],
    ['a folder as base that is not there', twoCommits, ['--base', './old'], /There is no folder .*old/],
    ['a base that is a file', twoCommits, ['--base', './lib.py'], /lib\.py is not a folder/],
    [
      'a shallow clone without the base',
      () => {
        const root = newFolder();
        git(root, 'clone', '-q', '--depth', '1', pathToFileURL(twoCommits()).href, 'shallow');
        return join(root, 'shallow');
      },
      ['--base', 'HEAD~1'],
      /'HEAD~1' is not in this shallow clone\. .*git fetch --unshallow/,
    ],
    [
      'the working tree of a bare repository',
      () => {
        const root = newFolder();
        git(root, 'clone', '-q', '--bare', twoCommits(), 'bare.git');
        return join(root, 'bare.git');
      },
      ['--base', 'HEAD~1'],
      /is a bare repository .*Compare revisions \(--base REV --head REV\)/,
    ],
    [
      'no commit yet',
      () => {
        const root = newFolder();
        git(root, 'init', '-q');
        write(root, { 'a.py': body('pick') });
        return root;
      },
      ['--base', 'HEAD'],
      /'HEAD' cannot be read: there is no commit yet\. Make a commit, or .*--all/,
    ],
    [
      'a git folder that is damaged',
      () => {
        const root = twoCommits();
        rmSync(join(root, '.git/objects'), { recursive: true });
        return root;
      },
      ['--base', 'HEAD'],
      /git/,
    ],
  ];
  for (const [title, make, args, message] of cases) {
    it(`${title}: exit 4, named, with advice`, async () => {
      const { code, stdout, stderr } = await rewheel(['audit', ...args], { cwd: make() });
      assert.equal(code, 4, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /^rewheel: /);
      assert.match(stderr, message);
      // One message, not a list of what followed from it.
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    });
  }

  it('the index says the same of a workspace that is a file', async () => {
    const root = newRepository({ 'a.py': '' });
    const { code, stderr } = await rewheel(['index', 'a.py'], { cwd: root });
    assert.equal(code, 4);
    assert.match(stderr, /a\.py is not a folder/);
  });
});

describe('repositories that are odd, and audited', () => {
  after(cleanUp);

  it('a bare repository, between revisions', async () => {
    const root = newFolder();
    git(root, 'clone', '-q', '--bare', twoCommits(), 'bare.git');
    const bare = join(root, 'bare.git');
    assert.deepEqual(briefly(await reportOf(['--base', 'HEAD~1', '--head', 'HEAD'], { cwd: bare })), [COPY]);
  });

  it('a shallow clone, from the commit that it has', async () => {
    const root = newFolder();
    git(root, 'clone', '-q', '--depth', '1', pathToFileURL(newRepository({ 'lib.py': body('pick') })).href, 'shallow');
    write(root, { 'shallow/new.py': body('choose') });
    assert.deepEqual(briefly(await reportOf(['--base', 'HEAD'], { cwd: join(root, 'shallow') })), [COPY]);
  });

  it('no commit and no repository, with --all', async () => {
    const root = newFolder();
    write(root, { 'lib.py': body('pick'), 'new.py': body('choose') });
    assert.equal((await reportOf(['--all'], { cwd: root })).findings.length, 1);
    git(root, 'init', '-q');
    assert.equal((await reportOf(['--all'], { cwd: root })).findings.length, 1);
  });

  it('a worktree', async () => {
    const root = twoCommits();
    const tree = join(newFolder(), 'tree');
    git(root, 'worktree', 'add', '-q', '--detach', tree, 'HEAD~1');
    write(tree, { 'new.py': body('choose') });
    assert.deepEqual(briefly(await reportOf(['--base', 'HEAD'], { cwd: tree })), [COPY]);
  });

  it('a submodule: its files belong to both states, so what it had is nothing new', async () => {
    const root = newRepository({ 'lib.py': body('pick') });
    git(root, 'submodule', '--quiet', 'add', newRepository({ 'copy.py': body('choose') }), 'vend');
    commit(root, 'with a submodule');
    write(root, { 'plain.py': 'x = 1\n' });
    const report = await reportOf(['--base', 'HEAD'], { cwd: root });
    assert.deepEqual([report.findings, report.metrics.functions.new], [[], 0]);
  });

  it('a repository in the repository: audited, and said to be new', async () => {
    const root = newRepository({ 'lib.py': body('pick') });
    write(root, { 'inner/new.py': body('choose') });
    git(join(root, 'inner'), 'init', '-q');
    const { code, stderr, stdout } = await rewheel(['audit', '--base', 'HEAD'], { cwd: root });
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^rewheel: inner\/ is a git repository of its own: .*Exclude it/);
    assert.match(stdout, /inner\/new\.py:1/);
  });

  it('a folder inside the repository as root: paths begin there', async () => {
    const root = newRepository({ 'pkg/lib.py': body('pick'), 'other.py': body('scan') });
    write(root, { 'pkg/new.py': body('choose') });
    const report = await reportOf(['pkg', '--base', 'HEAD'], { cwd: root });
    assert.deepEqual(
      report.findings.map(({ function: fn, target }) => [fn.file, target.file]),
      [['new.py', 'lib.py']],
    );
    assert.equal(report.workspace, 'pkg');
  });

  it('a root that is reached through a link', async () => {
    const root = newRepository({ 'lib.py': body('pick') });
    write(root, { 'new.py': body('choose') });
    const link = join(newFolder(), 'link');
    symlinkSync(root, link);
    assert.deepEqual(briefly(await reportOf([link, join(link, 'new.py'), '--base', 'HEAD'])), [COPY]);
    assert.deepEqual(briefly(await reportOf([link, 'new.py', '--base', 'HEAD'], { cwd: root })), [COPY]);
  });

  it('no file that can be read: the report says that nothing was read', async () => {
    const empty = newFolder();
    const nothing = await rewheel(['audit', '--all'], { cwd: empty });
    assert.equal(nothing.code, 0);
    assert.match(nothing.stdout, /Nothing was read: there is no Python, TypeScript or JavaScript file here/);
    assert.doesNotMatch(nothing.stdout, /No findings/);
    write(empty, { 'a.py': 'a\0b', 'b.ts': Buffer.from('caf\xe9', 'latin1') });
    const { stdout } = await rewheel(['audit', '--all'], { cwd: empty });
    assert.match(stdout, /Nothing was read: all 2 files were left out \(binary 1, encoding 1\)/);
  });
});
