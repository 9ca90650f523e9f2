import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { KeyMemory } from '../../../src/platform/files/keyMemory.ts';
import { openKnownRepository } from '../../../src/platform/git/knownRepository.ts';
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
