import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { BlobReader } from '../../../src/platform/git/blobReader.ts';
import { openRepository } from '../../../src/platform/git/repository.ts';
import { git, newRepository, removeFolders } from './testRepository.ts';

describe('BlobReader', () => {
  after(removeFolders);

  it('gives every content in order, whole or its beginning', async () => {
    const contents = ['', '\n', 'abc', 'missing\n', 'x'.repeat(300_000), '\0\n\0', 'é\n'.repeat(70_000)];
    const root = newRepository(Object.fromEntries(contents.map((content, index) => [`f${index}`, content])));
    const reader = new BlobReader((await openRepository(root))!);
    const ids = contents.map((_, index) => git(root, 'rev-parse', `HEAD:f${index}`));
    for (let round = 0; round < 2; round++) {
      const blobs = await Promise.all([...ids, ...ids].map((id) => reader.read(id)));
      for (const [index, blob] of blobs.entries()) {
        assert.equal(blob?.bytes.toString('utf8'), contents[index % contents.length]);
      }
    }
    const [head, none, tree, after, odd, byName] = await Promise.all([
      reader.read(ids[4]!, 10),
      reader.read('0'.repeat(40)),
      reader.read(git(root, 'rev-parse', 'HEAD^{tree}')),
      reader.read(ids[2]!),
      reader.read('a\nb'),
      reader.read('HEAD:f2'),
    ]);
    assert.deepEqual([head?.bytes.toString(), head?.size], ['xxxxxxxxxx', 300_000]);
    assert.deepEqual([none, tree, odd], [null, null, null]);
    assert.equal(after?.bytes.toString(), 'abc');
    assert.equal(byName?.bytes.toString(), 'abc');
    // Memory of its own: the bytes can be transferred to another thread.
    assert.equal(after?.bytes.buffer.byteLength, 3);
    reader.close();
    assert.equal(await reader.read(ids[0]!), null);
  });

  it('answers what waits when it is closed', async () => {
    const root = newRepository({ a: 'a' });
    const reader = new BlobReader((await openRepository(root))!);
    const waiting = reader.read(git(root, 'rev-parse', 'HEAD:a'));
    reader.close();
    assert.equal(await waiting, null);
  });

  it('does not keep the process running', (done) => {
    const root = newRepository({ 'a.py': 'a = 1\n' });
    const source = `
      import { openStates } from ${JSON.stringify(resolve('src/platform/snapshots/openStates.ts'))};
      const ref = { kind: 'revision', revision: 'HEAD' };
      openStates({ root: ${JSON.stringify(root)}, base: null, head: ref, overlay: {}, trusted: true, include: [], exclude: [] })
        .then(({ head }) => head.read('a.py'))
        .then((bytes) => console.log(Buffer.from(bytes).toString()));`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // Without the test's time limit a process that hangs would never end.
    child.on('close', (code) => {
      try {
        assert.deepEqual([code, output], [0, 'a = 1\n\n']);
        done();
      } catch (error) {
        done(error);
      }
    });
  });
});
