import assert from 'node:assert/strict';
import { lstatSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentKey } from '../../../src/platform/files/contentKey.ts';
import { KeyMemory } from '../../../src/platform/files/keyMemory.ts';
import { openStates } from '../../../src/platform/snapshots/openStates.ts';
import { commit, newRepository, removeFolders, write } from './testRepository.ts';

describe('KeyMemory', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rewheel-keys-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const keyed = (memory: KeyMemory, path: string): string => {
    const stats = lstatSync(path);
    const bytes = readFileSync(path);
    const key = contentKey(bytes, 'sha1');
    memory.keep(path, stats, bytes.byteLength, 'sha1', key);
    return key;
  };

  it('does not remember a file that was written just before it was read', () => {
    const path = join(folder, 'a.py');
    writeFileSync(path, 'a = 1\n');
    const memory = new KeyMemory();
    keyed(memory, path);
    assert.equal(memory.find(path, lstatSync(path), 'sha1'), undefined);
  });

  it('keeps contents of objects up to a size, the oldest going first, and hands out copies', () => {
    const memory = new KeyMemory();
    memory.keepBlob('large', Buffer.alloc((512 << 10) + 1));
    assert.equal(memory.findBlob('large'), undefined);
    for (let i = 0; i < 20; i++) memory.keepBlob(`blob ${i}`, Buffer.alloc(512 << 10, i));
    assert.equal(memory.findBlob('blob 0'), undefined);
    assert.deepEqual(memory.findBlob('blob 19'), Buffer.alloc(512 << 10, 19));
    memory.findBlob('blob 19')!.fill(0);
    assert.equal(memory.findBlob('blob 19')![0], 19);
  });

  it('finds a settled file, and not when size, times or the kind of key differ', () => {
    const path = join(folder, 'a.py');
    writeFileSync(path, 'a = 1\n');
    const memory = new KeyMemory();
    const stats = lstatSync(path);
    // The change time cannot be set: the file is kept as if it had been looked at long after.
    const settled = Object.assign(Object.create(stats) as typeof stats, { mtimeMs: 1_000, ctimeMs: 2_000 });
    memory.keep(path, settled, 6, 'sha1', 'key');
    assert.equal(memory.find(path, settled, 'sha1'), 'key');
    assert.equal(memory.find(path, settled, 'sha256'), undefined);
    assert.equal(memory.find(path, stats, 'sha1'), undefined);
    const grown = Object.assign(Object.create(settled) as typeof stats, { size: 7 });
    assert.equal(memory.find(path, grown, 'sha1'), undefined);
    memory.keep(path, settled, 5, 'sha1', 'short');
    assert.equal(memory.find(path, settled, 'sha1'), undefined, 'what was read is not what the size says');
  });

  it('sees a rewrite of equal length whose modification time was put back', async () => {
    const path = join(folder, 'a.py');
    writeFileSync(path, 'a = 1\n');
    const old = new Date(Date.now() - 100_000);
    utimesSync(path, old, old);
    const memory = new KeyMemory();
    const open = async (): Promise<string> => {
      const request = { root: folder, base: null, head: { kind: 'working-tree' as const }, overlay: {}, trusted: true };
      const { head } = await openStates({ ...request, include: [], exclude: [] }, undefined, undefined, memory);
      return head.files[0]!.contentKey;
    };
    const before = await open();
    writeFileSync(path, 'a = 2\n');
    utimesSync(path, old, old);
    assert.notEqual(await open(), before);
  });

  it('remembers the files of a commit with the globs that chose them, and reads them all the same', async () => {
    const root = newRepository({ 'a.py': 'a = 1\n', 'b.ts': 'let b\n' });
    const memory = new KeyMemory();
    const list = async (exclude: string[]): Promise<string[]> => {
      const base = { kind: 'revision' as const, revision: 'HEAD' };
      const request = { root, base, head: base, overlay: {}, trusted: true, include: [], exclude };
      const states = await openStates(request, undefined, undefined, memory);
      const texts = await Promise.all(states.base!.files.map((file) => states.base!.read(file.path)));
      states.close();
      return texts.map((bytes) => Buffer.from(bytes!).toString());
    };
    assert.deepEqual(await list([]), ['a = 1\n', 'let b\n']);
    assert.deepEqual(await list([]), ['a = 1\n', 'let b\n']);
    assert.deepEqual(await list(['*.ts']), ['a = 1\n']);
    write(root, { 'a.py': 'a = 2\n' });
    commit(root, 'second');
    assert.deepEqual(await list([]), ['a = 2\n', 'let b\n']);
    removeFolders();
  });
});
