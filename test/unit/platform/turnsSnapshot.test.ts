import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { skipLoudly } from '../../support/skip.ts';
import {
  commit,
  digestOf,
  git,
  keys,
  newFolder,
  newRepository,
  open,
  paths,
  removeFolders,
  text,
  write,
} from './testRepository.ts';
import { checkObjects, openStore, stored, texts } from './turnsSupport.ts';

describe('snapshots of the turn store', () => {
  afterEach(removeFolders);

  it('keep tracked and untracked files, and honour every kind of ignore rule', async () => {
    const root = newRepository({
      'a.py': 'a\n',
      '.gitignore': 'build/\n',
      'sub/.gitignore': '*.tmp\n',
      'sub/b.py': 'b\n',
    });
    write(root, { 'new.py': 'n\n', 'build/x.py': 'x\n', 'sub/y.tmp': 'y\n', 'mine.py': 'm\n', 'global.py': 'g\n' });
    write(root, { '.git/info/exclude': 'mine.py\n' });
    const settings = newFolder();
    write(settings, { config: `[core]\n\texcludesFile = ${join(settings, 'ignore')}\n`, ignore: 'global.py\n' });
    const before = process.env.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_GLOBAL = join(settings, 'config');
    try {
      const store = await openStore(root);
      const id = await store.snapshot();
      assert.deepEqual(Object.keys(texts(store, id)), ['.gitignore', 'a.py', 'new.py', 'sub/.gitignore', 'sub/b.py']);
    } finally {
      if (before === undefined) delete process.env.GIT_CONFIG_GLOBAL;
      else process.env.GIT_CONFIG_GLOBAL = before;
    }
  });

  it('keep a plain folder', async () => {
    const root = newFolder();
    write(root, { 'a.py': 'a\n', 'out/b.py': 'b\n', '.gitignore': 'out\n', 'deep/er/c.py': 'c\n' });
    symlinkSync('a.py', join(root, 'link.py'));
    const store = await openStore(root);
    const first = await store.snapshot();
    assert.deepEqual(texts(store, first), {
      '.gitignore': 'out\n',
      'a.py': 'a\n',
      'deep/er/c.py': 'c\n',
      'link.py': 'a.py',
    });
    rmSync(join(root, 'deep'), { recursive: true });
    write(root, { deep: 'now a file' });
    const second = await store.snapshot();
    assert.deepEqual(Object.keys(texts(store, second)), ['.gitignore', 'a.py', 'deep', 'link.py']);
    rmSync(join(root, 'deep'));
    write(root, { 'deep/er/c.py': 'c\n' });
    assert.equal(await store.snapshot(), first, 'the same state has the same id');
    rmSync(root, { recursive: true });
    mkdirSync(root);
    assert.deepEqual(texts(store, await store.snapshot()), {});
    write(root, { 'a.py': 'a\n' });
    assert.deepEqual(texts(store, await store.snapshot()), { 'a.py': 'a\n' });
  });

  it('are byte-exact whatever attributes and settings say', async () => {
    const raw = Buffer.from('$Id$\r\nx\r\n\xe9\n', 'latin1');
    const root = newRepository({ 'first.py': 'x\n' });
    git(root, 'config', 'core.autocrlf', 'true');
    git(root, 'config', 'filter.loud.clean', 'tr a-z A-Z');
    git(root, 'config', 'filter.loud.smudge', 'tr A-Z a-z');
    git(root, 'config', 'filter.lfs.clean', 'git-lfs clean -- %f');
    git(root, 'config', 'filter.lfs.required', 'true');
    const attributes =
      '* text=auto ident\n*.loud filter=loud\n*.big filter=lfs\n*.utf16 text working-tree-encoding=UTF-16\n';
    const files = {
      'a.py': raw,
      'b.loud': 'quiet\n',
      'c.big': 'big\n',
      'd.utf16': Buffer.from('\ufeffhi\n', 'utf16le'),
    };
    write(root, { ...files, '.gitattributes': attributes });
    const store = await openStore(root);
    const kept = new Map(stored(store, await store.snapshot()).map(({ path, bytes }) => [path, bytes]));
    for (const [path, content] of Object.entries(files)) assert.deepEqual(kept.get(path), Buffer.from(content), path);
  });

  it('cover nested repositories and submodules, and leave out further working trees', async () => {
    const library = newRepository({ 'lib.py': 'l\n' });
    const root = newRepository({ 'a.py': 'a\n' });
    git(root, 'submodule', '--quiet', 'add', library, 'lib');
    commit(root, 'submodule');
    git(root, 'worktree', 'add', '-q', 'other', '-b', 'other');
    mkdirSync(join(root, 'inner'));
    git(join(root, 'inner'), 'init', '-q');
    write(root, { 'inner/i.py': 'i\n', 'inner/.gitignore': 'no.py\n', 'inner/no.py': 'no\n', 'lib/more.py': 'more\n' });
    const store = await openStore(root);
    const kept = Object.keys(texts(store, await store.snapshot()));
    assert.deepEqual(
      kept.filter((path) => path.endsWith('.py')),
      ['a.py', 'inner/i.py', 'lib/lib.py', 'lib/more.py'],
    );
  });

  it('keep links as links, and never follow one', async () => {
    const outside = newFolder();
    write(outside, { 'secret.py': 'secret\n' });
    const root = newRepository({ 'a.py': 'a\n', 'folder/b.py': 'b\n' });
    symlinkSync(join(outside, 'secret.py'), join(root, 'link.py'));
    symlinkSync('.', join(root, 'loop'));
    symlinkSync('nowhere', join(root, 'dangling'));
    const store = await openStore(root);
    const first = await store.snapshot();
    const modes = Object.fromEntries(stored(store, first).map(({ path, mode }) => [path, mode]));
    assert.deepEqual(modes, {
      'a.py': '100644',
      dangling: '120000',
      'folder/b.py': '100644',
      'link.py': '120000',
      loop: '120000',
    });
    // A folder that becomes a link takes its files along.
    renameSync(join(root, 'folder'), join(outside, 'folder'));
    symlinkSync(join(outside, 'folder'), join(root, 'folder'));
    const kept = texts(store, await store.snapshot());
    assert.equal(kept['folder/b.py'], undefined);
    assert.equal(kept.folder, join(outside, 'folder'));
  });

  it('keep odd names, and name those that are not UTF-8 as unreadable', async function () {
    if (process.platform !== 'linux') skipLoudly(this, 'it needs a file system that takes any name');
    const root = newRepository({ 'a.py': 'a\n' });
    const odd = [
      'line\nfeed.py',
      'quo"te.py',
      "it's.py",
      'back\\slash.py',
      'tab\t.py',
      ' lead.py',
      'git~1',
      'ünï\u0301.py',
      ':colon',
    ];
    for (const name of odd) write(root, { [`dir/${name}`]: name });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/latin`), Buffer.from([0xe9]), Buffer.from('.py')]), 'x');
    const store = await openStore(root);
    const id = await store.snapshot();
    const kept = texts(store, id);
    for (const name of odd) assert.equal(kept[`dir/${name}`], name);
    assert.equal(Object.keys(kept).length, odd.length + 1);
    const state = await store.snapshotOf(id);
    assert.deepEqual(state.skipped, [
      { path: 'latin\ufffd.py', reason: 'unreadable', detail: 'its name is not UTF-8' },
    ]);
    store.close();
  });

  it('name what is too large without keeping it, a gigabyte at once', async () => {
    const root = newRepository({ 'a.py': 'a\n' });
    writeFileSync(join(root, 'huge.py'), '');
    truncateSync(join(root, 'huge.py'), 1024 * 1024 * 1024);
    write(root, { 'big.bin': Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'fits.bin': Buffer.alloc(5 * 1024 * 1024, 2) });
    const store = await openStore(root);
    const turn = await store.begin({ source: 'command' });
    assert.deepEqual(
      stored(store, turn.base).map(({ path }) => path),
      ['a.py', 'fits.bin'],
    );
    const state = await store.snapshotOf(turn.base);
    assert.deepEqual(paths(state.skipped), ['huge.py']);
    assert.equal(state.skipped[0]!.reason, 'too-large');
    assert.equal(await store.snapshot(), turn.base);
    appendFileSync(join(root, 'big.bin'), 'x');
    rmSync(join(root, 'huge.py'));
    write(root, { 'more.bin': Buffer.alloc(6 * 1024 * 1024), 'fits.bin': Buffer.alloc(7 * 1024 * 1024) });
    await store.end(turn.id);
    assert.deepEqual((await store.show()).changes, {
      added: ['more.bin'],
      modified: ['big.bin', 'fits.bin'],
      deleted: ['huge.py'],
    });
    store.close();
  });

  it('keep only what Rewheel reads of a workspace that is too large', async () => {
    const root = newFolder();
    write(root, { 'a.bin': Buffer.alloc(5000, 1), 'b.bin': Buffer.alloc(5000, 2), 'c.py': 'c\n' });
    const store = await openStore(root, { workspaceBytes: 8000 });
    assert.deepEqual(Object.keys(texts(store, await store.snapshot())), ['a.bin', 'c.py']);
    write(root, { 'd.py': 'd'.repeat(9000) });
    await assert.rejects(store.snapshot(), { code: 'unreadable-input' });
  });

  it('hold files that a sparse checkout keeps off the disk', async () => {
    const root = newRepository({ 'in/a.py': 'a\n', 'out/b.py': 'b\n' });
    git(root, 'sparse-checkout', 'set', '--cone', 'in');
    const store = await openStore(root);
    const id = await store.snapshot();
    assert.deepEqual(texts(store, id), { 'in/a.py': 'a\n', 'out/b.py': 'b\n' });
    assert.equal(await store.snapshot(), id);
  });

  it('are of the same object format as the repository', async () => {
    const root = newRepository({ 'a.py': 'a\n' }, '--object-format=sha256');
    const store = await openStore(root);
    const turn = await store.begin({ source: 'command' });
    assert.match(turn.base, /^[0-9a-f]{64}$/);
    write(root, { 'b.py': 'b\n' });
    await store.end(turn.id);
    assert.deepEqual((await store.show()).changes.added, ['b.py']);
    assert.equal((await store.prune()).removed.length, 0);
    checkObjects(store);
  });

  it('work in a subfolder, in a worktree, and in a folder that the repository around ignores', async () => {
    const root = newRepository({ 'pkg/a.py': 'a\n', 'b.py': 'b\n', '.gitignore': 'gen/\n' });
    write(root, { 'gen/c.py': 'c\n' });
    git(root, 'worktree', 'add', '-q', join(root, '../tree'), '-b', 'tree');
    const data = newFolder();
    const kept = async (folder: string) => {
      const store = await openStore(folder, {}, data);
      return Object.keys(texts(store, await store.snapshot()));
    };
    try {
      assert.deepEqual(await kept(join(root, 'pkg')), ['a.py']);
      assert.deepEqual(await kept(join(root, 'gen')), ['c.py']);
      assert.deepEqual(await kept(join(root, '../tree')), ['.gitignore', 'b.py', 'pkg/a.py']);
    } finally {
      rmSync(join(root, '../tree'), { recursive: true, force: true });
    }
    const bare = newFolder();
    git(bare, 'init', '-q', '--bare');
    await assert.rejects((await openStore(bare, {}, data)).snapshot(), { code: 'bare-repository' });
  });

  it('leave the data folder out when it lies in the workspace, and refuse a workspace in it', async () => {
    const root = newFolder();
    write(root, { 'a.py': 'a\n', '.data/facts/x': 'x' });
    const store = await openStore(root, {}, join(root, '.data'));
    const first = await store.snapshot();
    assert.deepEqual(Object.keys(texts(store, first)), ['a.py']);
    assert.equal(await store.snapshot(), first);
    const around = newFolder();
    write(around, { 'ws/a.py': 'a\n', 'b.py': 'b\n' });
    assert.deepEqual(
      Object.keys(texts(await inside(join(around, 'ws')), await (await inside(join(around, 'ws'))).snapshot())),
      ['a.py'],
    );
    const whole = await inside(around);
    const id = await whole.snapshot();
    assert.deepEqual(Object.keys(texts(whole, id)), ['b.py', 'ws/a.py']);
    assert.equal(await whole.snapshot(), id);
    await assert.rejects(inside(join(around, 'turns')), { code: 'store-failed' });
    function inside(folder: string) {
      return openStore(folder, {}, around);
    }
  });

  it('choose files for the engine as the working tree does, with the same keys', async () => {
    const root = newRepository({
      'shop/a.py': 'def a():\n    return 1\n',
      'shop/b.ts': 'export const b = 1;\n',
      'shop/data.txt': 'no source\n',
      'shop/node_modules/x/index.js': 'x\n',
      'shop/gen_pb2.py': '# generated\n',
      'shop/package.json': '{}\n',
      'shop/big.py': `x = "${'ab '.repeat(500_000)}"\n`,
      '.gitattributes': 'shop/b.ts linguist-generated\n',
      'shop/.gitattributes': 'third.py linguist-vendored\n',
      'shop/third.py': 'x = 1\n',
    });
    for (const folder of [root, join(root, 'shop')]) {
      const store = await openStore(folder);
      const id = await store.snapshot();
      const state = await store.snapshotOf(id);
      const { head, close } = await open(folder);
      assert.deepEqual(keys(state.files), keys(head.files));
      assert.deepEqual(state.skipped, head.skipped);
      assert.deepEqual(state.configFiles, head.configFiles);
      for (const { path } of state.files) assert.equal(await text(state, path), await text(head, path));
      const narrow = await store.snapshotOf(id, { include: ['**/*.ts'] });
      assert.deepEqual(paths(narrow.files), []);
      close();
      store.close();
    }
  });

  it('can be compared by an audit', async () => {
    const root = newRepository({ 'a.py': 'a\n' });
    const data = newFolder();
    const store = await openStore(root, {}, data);
    const id = await store.snapshot();
    write(root, { 'b.py': 'b\n' });
    const before = process.env.REWHEEL_DATA;
    process.env.REWHEEL_DATA = data;
    try {
      const { base, head, close } = await open(root, { base: { kind: 'stored', id } });
      assert.deepEqual(paths(base!.files), ['a.py']);
      assert.deepEqual(paths(head.files), ['a.py', 'b.py']);
      close();
      const gone = { kind: 'stored' as const, id: '0'.repeat(40) };
      await assert.rejects(open(root, { base: gone }), { code: 'unknown-turn' });
      await assert.rejects(open(root, { base: { kind: 'stored', id: '--help' } }), { code: 'unknown-turn' });
      await assert.rejects(open(root, { base: { kind: 'stored', id }, trusted: false }), { code: 'unreadable-input' });
    } finally {
      if (before === undefined) delete process.env.REWHEEL_DATA;
      else process.env.REWHEEL_DATA = before;
    }
  });

  it('never touch the repository: 50 turns leave .git as it was', async () => {
    const root = newRepository({ 'a.py': 'a\n', 'b/c.py': 'c\n' });
    // An index whose stats are stale is what git likes to refresh.
    write(root, { 'a.py': 'A\n' });
    utimesSync(join(root, 'b/c.py'), new Date(), new Date());
    const store = await openStore(root);
    const before = digestOf(join(root, '.git'));
    for (let turn = 1; turn <= 50; turn++) {
      const { id } = await store.begin({ source: 'command', prompt: `turn ${turn}` });
      write(root, { [`b/${turn % 7}.py`]: `x = ${turn}\n`, 'a.py': `a = ${turn}\n` });
      await store.end(id);
      if (turn % 20 === 0) await store.prune();
    }
    assert.equal(digestOf(join(root, '.git')), before);
    assert.equal((await store.list()).length, 50);
    checkObjects(store);
  });

  it('leave out what was deleted, and pipes', async function () {
    if (process.platform === 'win32') skipLoudly(this, 'it needs mkfifo');
    const root = newRepository({ 'a.py': 'a\n', 'gone.py': 'g\n' });
    rmSync(join(root, 'gone.py'));
    execFileSync('mkfifo', [join(root, 'pipe.py')]);
    const store = await openStore(root);
    assert.deepEqual(Object.keys(texts(store, await store.snapshot())), ['a.py']);
  });
});
