import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listRefs, mergeBase, recentCommits, repositoryInfo } from '../../../src/platform/git/repositoryInfo.ts';
import { isRewheelError, type ErrorCode } from '../../../src/protocol/errors.ts';
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

async function refused(opening: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
  await assert.rejects(opening, (error) => {
    assert.ok(isRewheelError(error, code), String(error));
    assert.match(error.message, message);
    return true;
  });
}

describe('revisions', () => {
  after(removeFolders);

  it('compares two revisions and reads both', async () => {
    const root = newRepository({ 'a.py': 'a = 1\n', 'b.py': '' });
    const one = git(root, 'rev-parse', 'HEAD');
    git(root, 'tag', '-a', '-m', 'release', 'v1');
    write(root, { 'a.py': 'a = 2\n', 'c.ts': '' });
    const two = commit(root, 'second');
    write(root, { 'untracked.py': '' });
    for (const [base, head] of [
      ['v1', 'main'],
      ['HEAD~1', 'HEAD'],
      [one.slice(0, 10), two],
      [':/first', 'HEAD@{0}'],
      ['v1^{}', '@'],
    ] as const) {
      const states = await open(root, { base: revision(base), head: revision(head) });
      assert.deepEqual([states.base!.label, states.head.label], [one, two]);
      assert.deepEqual(paths(states.base!.files), ['a.py', 'b.py']);
      assert.deepEqual(paths(states.head.files), ['a.py', 'b.py', 'c.ts']);
      assert.equal(await text(states.base!, 'a.py'), 'a = 1\n');
      assert.equal(await text(states.head, 'a.py'), 'a = 2\n');
    }
  });

  it('refuses what is no single revision', async () => {
    const root = newRepository({ 'a.py': '' });
    git(root, 'branch', 'twice');
    git(root, 'tag', 'twice');
    const cases: [string, RegExp][] = [
      ['-x', /looks like an option/],
      ['--output=/tmp/x', /looks like an option/],
      ['--all', /looks like an option/],
      ['main..HEAD', /names a range/],
      ['main...HEAD', /names a range/],
      ['^main', /names a range/],
      ['HEAD^@', /names a range/],
      ['HEAD^!', /names a range/],
      ['', /is empty/],
      ['  ', /is empty/],
      ['a\nb', /not a name/],
      ['HEAD:a.py', /no revision 'HEAD:a.py'/],
      ['nonsense\u001b[31m', /no revision 'nonsense\?\[31m'/],
      ['mian', /no revision 'mian'.*Did you mean 'main'\?/],
      ['MAIN2', /Did you mean 'main'/],
      ['0123456789012345678901234567890123456789', /no revision/],
      ['twice', /more than one thing.*refs\/heads\/twice/],
    ];
    for (const [name, message] of cases)
      await refused(open(root, { base: revision(name) }), 'unknown-revision', message);
    await open(root, { base: revision('refs/heads/twice') });
  });

  it('are not there outside a repository', async () => {
    const root = newFolder();
    write(root, { 'a.py': '' });
    await refused(open(root, { base: revision('HEAD') }), 'not-a-repository', /not in a git repository.*--all/);
    assert.deepEqual(paths((await open(root)).head.files), ['a.py']);
    write(root, { '.git/nothing': '' });
    await refused(open(root, { base: revision('HEAD') }), 'not-a-repository', /not in a git repository/);
    assert.deepEqual(paths((await open(root)).head.files), ['a.py']);
    assert.equal((await repositoryInfo(root)).kind, 'none');
  });

  it('are not read in an untrusted workspace', async () => {
    const root = newRepository({ 'a.py': '' });
    await refused(open(root, { base: revision('HEAD'), trusted: false }), 'unreadable-input', /not trusted.*'HEAD'/);
  });

  it('of a shallow clone: says how to get the missing ones', async () => {
    const origin = newRepository({ 'a.py': '' });
    commit(origin, 'second');
    commit(origin, 'third');
    const root = join(newFolder(), 'clone');
    git(origin, 'clone', '-q', '--depth=1', pathToFileURL(origin).href, root);
    await refused(
      open(root, { base: revision('HEAD~1') }),
      'shallow-clone',
      /'HEAD~1' is not in this shallow clone.*--unshallow.*--deepen/,
    );
    assert.equal((await repositoryInfo(root)).shallow, true);
    await open(root, { base: revision('HEAD') });
  });

  it('of a bare repository can be compared, its working tree cannot', async () => {
    const origin = newRepository({ 'a.py': 'x\n' });
    const bare = join(newFolder(), 'bare.git');
    git(origin, 'clone', '-q', '--bare', origin, bare);
    const { base, head } = await open(bare, { base: revision('main'), head: revision('HEAD') });
    assert.deepEqual(base!.files, head.files);
    assert.equal(await text(head, 'a.py'), 'x\n');
    await refused(open(bare, { base: revision('main') }), 'bare-repository', /bare repository.*no working tree/);
    await refused(open(bare), 'bare-repository', /bare repository/);
    await refused(open(join(origin, '.git')), 'bare-repository', /inside of a git folder/);
    const info = await repositoryInfo(bare);
    assert.deepEqual([info.kind, info.bare, info.topLevel, info.branch], ['git', true, null, 'main']);
  });

  it('of a partial clone: names what is missing and fetches nothing', async () => {
    const origin = newRepository({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'package.json': '{}' });
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    write(origin, { 'a.py': 'a = 2\n' });
    commit(origin, 'second');
    const root = join(newFolder(), 'clone');
    git(origin, 'clone', '-q', '--filter=blob:none', pathToFileURL(origin).href, root);
    const objects = git(root, 'count-objects', '-v');
    const { base, head, problems } = await open(root, { base: revision('HEAD~1') });
    assert.deepEqual(paths(head.files), ['a.py', 'b.py']);
    assert.deepEqual(paths(base!.files), ['b.py']);
    assert.deepEqual(base!.skipped, [
      { path: 'a.py', reason: 'unreadable', detail: 'the repository does not hold its content' },
    ]);
    assert.equal(await text(base!, 'b.py'), 'b = 1\n');
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, /^1 file of [0-9a-f]{12} cannot be read.*partial clone.*a\.py.*git fetch --refetch/);
    assert.equal(git(root, 'count-objects', '-v'), objects);

    const treeless = join(newFolder(), 'clone');
    git(origin, 'clone', '-q', '--filter=tree:0', pathToFileURL(origin).href, treeless);
    const before = git(treeless, 'count-objects', '-v');
    await refused(open(treeless, { base: revision('HEAD~1') }), 'git-failed', /partial clone.*git fetch --refetch/);
    assert.equal(git(treeless, 'count-objects', '-v'), before);
  });

  it('are as they were committed: replacements and grafts do not count', async () => {
    const root = newRepository({ 'a.py': 'true = 1\n' });
    const one = git(root, 'rev-parse', 'HEAD');
    write(root, { 'a.py': 'false = 1\n' });
    const two = commit(root, 'second');
    git(root, 'replace', one, two);
    write(root, { '.git/info/grafts': `${two}\n` });
    const { base } = await open(root, { base: revision('HEAD~1') });
    assert.equal(base!.label, one);
    assert.equal(await text(base!, 'a.py'), 'true = 1\n');
  });

  it('hostile trees do not lead out of the workspace', async () => {
    const root = newRepository({ 'a.py': '' });
    const blob = git(root, 'hash-object', '-w', 'a.py');
    const { execFileSync } = await import('node:child_process');
    const mktree = (entries: string) =>
      execFileSync('git', ['mktree', '-z'], { cwd: root, input: entries, encoding: 'utf8' }).trim();
    const inner = mktree(`100644 blob ${blob}\tx.py\0`);
    const tree = mktree(`040000 tree ${inner}\t..\0` + `040000 tree ${inner}\t.GIT\0` + `100644 blob ${blob}\tok.py\0`);
    const id = git(root, 'commit-tree', '-m', 'hostile', tree);
    assert.deepEqual(paths((await open(root, { head: revision(id) })).head.files), ['ok.py']);
  });

  it('have a common ancestor, or the error says that they have none', async () => {
    const root = newRepository({ 'a.py': '' });
    const first = git(root, 'rev-parse', 'HEAD');
    git(root, 'checkout', '-q', '-b', 'feature');
    commit(root, 'on feature');
    git(root, 'checkout', '-q', 'main');
    commit(root, 'on main');
    assert.equal(await mergeBase(root, 'main', 'feature'), first);
    git(root, 'checkout', '-q', '--orphan', 'other');
    commit(root, 'apart');
    await refused(mergeBase(root, 'main', 'other'), 'unknown-revision', /no common ancestor/);
    await refused(mergeBase(root, 'main', '-x'), 'unknown-revision', /option/);
    await refused(mergeBase(newFolder(), 'main', 'x'), 'not-a-repository', /not in a git repository/);
  });

  it('are offered with their names, subjects and dates', async () => {
    const root = newRepository({ 'a.py': '' });
    const first = git(root, 'rev-parse', 'HEAD');
    git(root, 'tag', '-a', '-m', 'release', 'v1');
    git(root, 'branch', 'side/one');
    git(root, 'update-ref', 'refs/remotes/origin/main', first);
    git(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    git(root, 'tag', 'a-blob', git(root, 'hash-object', '-w', 'a.py'));
    const second = commit(root, 'second | "quoted" \u00e9');
    const refs = await listRefs(root);
    assert.deepEqual(refs.map((ref) => `${ref.kind} ${ref.name} ${ref.id === first ? 1 : 2}`).sort(), [
      'branch main 2',
      'branch side/one 1',
      'remote origin/main 1',
      'tag v1 1',
    ]);
    assert.deepEqual(await recentCommits(root), [
      { id: second, subject: 'second | "quoted" \u00e9', date: '2024-01-02T03:04:05+00:00', author: 'Ada' },
      { id: first, subject: 'first', date: '2024-01-02T03:04:05+00:00', author: 'Ada' },
    ]);
    assert.deepEqual(await repositoryInfo(root), {
      kind: 'git',
      bare: false,
      unborn: false,
      shallow: false,
      headId: second,
      branch: 'main',
      topLevel: root,
    });
    git(root, 'checkout', '-q', '--detach');
    assert.equal((await repositoryInfo(root)).branch, null);
    const fresh = newFolder();
    git(fresh, 'init', '-q', '-b', 'main');
    assert.deepEqual(await recentCommits(fresh), []);
    assert.deepEqual(await listRefs(fresh), []);
    assert.equal((await repositoryInfo(fresh)).unborn, true);
  });

  it('need a folder', async () => {
    const root = newFolder();
    write(root, { 'file.py': '' });
    await refused(open(join(root, 'none')), 'not-a-folder', /There is no folder .*none/);
    await refused(open(join(root, 'file.py')), 'not-a-folder', /file\.py is not a folder/);
    await refused(
      open(root, { base: { kind: 'folder', path: 'none', name: 'folder' } }),
      'not-a-folder',
      /There is no folder .*none/,
    );
  });

  it('need git, folders do not', async () => {
    const root = newRepository({ 'a.py': '' });
    const plain = newFolder();
    write(plain, { 'b.py': '' });
    const old = process.env.PATH;
    // A program in the current or in a relative folder is never taken for git.
    process.env.PATH = `.:bin:${newFolder()}`;
    try {
      await refused(open(root, { base: revision('HEAD') }), 'git-missing', /Git was not found on PATH/);
      await refused(open(root), 'git-missing', /Git was not found on PATH/);
      assert.deepEqual(paths((await open(plain)).head.files), ['b.py']);
      assert.deepEqual(paths((await open(root, { trusted: false })).head.files), ['a.py']);
      const states = await open(plain, {
        base: { kind: 'folder', path: root, name: 'folder' },
        head: { kind: 'folder', path: '.', name: 'folder' },
      });
      assert.deepEqual(paths(states.base!.files), ['a.py']);
      assert.equal(states.problems.length, 1);
      assert.match(states.problems[0]!, /is read as a plain folder: Git was not found/);
    } finally {
      process.env.PATH = old;
    }
  });

  it('whose objects are damaged fail with what git says', async () => {
    const root = newRepository({ 'a.py': 'x\n' });
    rmSync(join(root, '.git/objects'), { recursive: true });
    write(root, { '.git/objects/x': '' });
    await refused(
      open(root, { base: revision('HEAD') }),
      'git-failed',
      /'HEAD' names [0-9a-f]{40}, which .* does not hold/,
    );
    await refused(open(root, { base: revision('main') }), 'git-failed', /git fsck/);
  });
});
