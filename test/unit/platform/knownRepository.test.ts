import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { KeyMemory } from '../../../src/platform/files/keyMemory.ts';
import { openKnownRepository, resolveKnownRevision } from '../../../src/platform/git/knownRepository.ts';
import { git, newFolder, newRepository, removeFolders, write } from './testRepository.ts';

describe('a repository that was opened before', () => {
  afterEach(removeFolders);

  it('is not asked for again while nothing changed', async () => {
    const root = newRepository({ 'a.py': 'x = 1\n', 'pkg/b.py': 'y = 1\n' });
    const memory = new KeyMemory();
    const first = await openKnownRepository(root, memory);
    assert.equal(await openKnownRepository(root, memory), first);
    const below = await openKnownRepository(join(root, 'pkg'), memory);
    assert.equal(below?.prefix, 'pkg/');
    assert.equal(await openKnownRepository(join(root, 'pkg'), memory), below);
  });

  it('is asked for again after what decides its answers changed', async () => {
    const root = newRepository({ 'a.py': 'x = 1\n' });
    const memory = new KeyMemory();
    assert.equal((await openKnownRepository(root, memory))?.topLevel, root);
    writeFileSync(join(root, '.git/shallow'), `${git(root, 'rev-parse', 'HEAD').trim()}\n`);
    assert.equal((await openKnownRepository(root, memory))?.shallow, true);
    git(root, 'config', 'core.bare', 'true');
    assert.equal((await openKnownRepository(root, memory))?.topLevel, null);
    rmSync(join(root, '.git'), { recursive: true });
    assert.equal(await openKnownRepository(root, memory), null);
    git(root, 'init', '--quiet', '--object-format=sha256');
    assert.equal((await openKnownRepository(root, memory))?.format, 'sha256');
  });

  it('is never remembered when its configuration takes in other files', async () => {
    const root = newRepository({ 'a.py': 'x = 1\n' });
    const other = newFolder();
    write(other, { config: '' });
    git(root, 'config', 'include.path', join(other, 'config'));
    const memory = new KeyMemory();
    const first = await openKnownRepository(root, memory);
    assert.notEqual(await openKnownRepository(root, memory), first);
  });
});

describe('HEAD of a repository that was opened before', () => {
  afterEach(removeFolders);

  const headOf = async (root: string, memory: KeyMemory): Promise<string> =>
    resolveKnownRevision((await openKnownRepository(root, memory))!, 'HEAD', memory);
  const said = (root: string): string => git(root, 'rev-parse', 'HEAD').trim();

  it('is what git says after commits, a switch, a detached head, packed refs and a worktree', async () => {
    const root = newRepository({ 'a.py': 'x = 1\n' });
    const memory = new KeyMemory();
    const check = async (): Promise<void> => {
      for (let i = 0; i < 2; i++) assert.equal(await headOf(root, memory), said(root));
    };
    await check();
    write(root, { 'a.py': 'x = 2\n' });
    git(root, 'commit', '--quiet', '-am', 'two');
    await check();
    git(root, 'checkout', '--quiet', '-b', 'feature/one', 'HEAD~1');
    await check();
    git(root, 'checkout', '--quiet', '--detach', 'HEAD');
    await check();
    git(root, 'pack-refs', '--all');
    git(root, 'checkout', '--quiet', 'feature/one');
    await check();
    const other = join(newFolder(), 'tree');
    git(root, 'worktree', 'add', '--quiet', other, '-b', 'beside', 'HEAD');
    write(other, { 'a.py': 'x = 3\n' });
    git(other, 'commit', '--quiet', '-am', 'three');
    for (let i = 0; i < 2; i++) assert.equal(await headOf(other, memory), said(other));
    await check();
  });

  it('is asked of git when its file names a commit that nobody has seen', async () => {
    const root = newRepository({ 'a.py': 'x = 1\n' });
    const memory = new KeyMemory();
    await headOf(root, memory);
    writeFileSync(join(root, '.git/HEAD'), `${'1'.repeat(40)}\n`);
    await assert.rejects(headOf(root, memory), { code: 'git-failed' });
  });
});
