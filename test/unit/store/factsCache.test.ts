import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openFactsCache, type FactsCacheOptions } from '../../../src/platform/store/factsCache.ts';
import type { FactsStore, StoreEntry } from '../../../src/platform/store/factsStore.ts';
import { skipLoudly } from '../../support/skip.ts';
import { entryOf } from './entries.ts';

const WRITER = fileURLToPath(new URL('cacheWriter.ts', import.meta.url));

describe('the facts cache on disk', () => {
  let folder: string;
  const open: FactsStore[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewheel-cache-'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((cache) => cache.close()));
    await rm(folder, { recursive: true, force: true });
  });

  function newCache(options: Partial<FactsCacheOptions> = {}): FactsStore {
    const cache = openFactsCache({ folder, version: 'test', ...options });
    open.push(cache);
    return cache;
  }

  async function put(cache: FactsStore, numbers: number[], bytes = 100): Promise<void> {
    for (const number of numbers) {
      const { key, entry } = entryOf(number, bytes);
      cache.write(key, entry);
    }
    await cache.flush();
  }

  /** Numbers of the entries that are there; each must be whole. */
  async function held(cache: FactsStore, numbers: number[], bytes = 100): Promise<number[]> {
    const found = await cache.read(numbers.map((number) => entryOf(number, bytes).key));
    return numbers.filter((number) => {
      const { key, entry } = entryOf(number, bytes);
      const read = found.get(key);
      if (!read) return false;
      assert.deepEqual(plain(read), plain(entry));
      return true;
    });
  }

  const plain = (entry: StoreEntry): unknown =>
    entry.ok ? [Buffer.from(entry.summary).toString(), Buffer.from(entry.detail).toString()] : entry;
  const range = (count: number, first = 0): number[] => Array.from({ length: count }, (_, i) => first + i);
  const segments = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.facts')).sort();

  it('gives back what another process wrote, and nothing else', async () => {
    const writer = newCache();
    writer.write('python:deep', { ok: false, reason: 'too-deep', detail: 'nests' });
    writer.write('python:empty', { ok: true, summary: new Uint8Array(), detail: new Uint8Array() });
    await put(writer, range(50));
    const reader = newCache();
    assert.deepEqual(await held(reader, range(60)), range(50));
    const others = await reader.read(['python:deep', 'python:empty', 'python:never']);
    assert.deepEqual(others.get('python:deep'), { ok: false, reason: 'too-deep', detail: 'nests' });
    assert.equal(others.get('python:empty')?.ok, true);
    assert.equal(others.has('python:never'), false);
    assert.deepEqual(reader.takeProblems(), []);
  });

  it('sees segments that are written after it has looked first', async () => {
    const reader = newCache();
    assert.deepEqual(await held(reader, [1]), []);
    await put(newCache(), [1]);
    assert.deepEqual(await held(reader, [1]), [1]);
  });

  it('does not read what another version wrote, and removes it when it is old', async () => {
    await put(newCache({ version: 'old' }), [1]);
    const [old] = await segments();
    const cache = newCache({ version: 'new' });
    assert.deepEqual(await held(cache, [1]), []);
    await put(cache, [2]);
    assert.ok((await segments()).includes(old!), 'another version may be running at this moment');
    const lastWeek = Date.now() / 1000 - 7 * 86_400;
    await utimes(join(folder, old!), lastWeek, lastWeek);
    await put(cache, [3]);
    assert.ok(!(await segments()).includes(old!));
  });

  it('holds no more than it may: the segment that was not used for longest goes', async () => {
    const limits = { maxBytes: 50_000, segmentBytes: 1 };
    await put(newCache(limits), [1], 10_000);
    await put(newCache(limits), [2], 10_000);
    const [first, second] = await segments();
    await utimes(join(folder, first!), 1000, 1000);
    await utimes(join(folder, second!), 2000, 2000);
    // Reading the first marks it as used.
    assert.deepEqual(await held(newCache(limits), [1], 10_000), [1]);
    await put(newCache(limits), [3], 10_000);
    assert.deepEqual(await held(newCache(limits), [1, 2, 3], 10_000), [1, 3]);
  });

  it('merges many small segments into one and loses nothing', async () => {
    const cache = newCache({ maxSmallSegments: 5 });
    const reader = newCache();
    for (const number of range(12)) {
      await put(cache, [number]);
      if (number === 3) assert.deepEqual(await held(reader, range(4)), range(4));
    }
    assert.ok((await segments()).length <= 6);
    assert.deepEqual(await held(reader, range(12)), range(12), 'also for one that had the old segments open');
    assert.deepEqual(await held(newCache(), range(12)), range(12));
  });

  for (const [what, damage] of [
    ['cut short', async (path: string) => truncate(path, (await stat(path)).size - 10)],
    ['empty', (path: string) => truncate(path, 0)],
    ['rubbish', (path: string) => writeFile(path, Buffer.alloc(5_000, 7))],
    ['damaged in an entry', (path: string) => flip(path, 100)],
    ['damaged in its index', async (path: string) => flip(path, (await stat(path)).size - 60)],
    ['damaged in its foot', async (path: string) => flip(path, (await stat(path)).size - 20)],
  ] as const) {
    it(`removes a segment that is ${what} and uses the others`, async () => {
      await put(newCache(), range(5));
      const [bad] = await segments();
      await put(newCache(), range(5, 5));
      await damage(join(folder, bad!));
      const cache = newCache();
      assert.deepEqual(await held(cache, range(10)), range(5, 5));
      assert.ok(!(await segments()).includes(bad!));
      await put(cache, range(5));
      assert.deepEqual(await held(newCache(), range(10)), range(10));
    });
  }

  it('keeps what two processes write at the same time', async () => {
    const writers = [0, 1000].map((first) => startWriter(first, 40, 2_000));
    const outputs = await Promise.all(
      writers.map(async (writer) => {
        let output = '';
        writer.stdout.on('data', (text: Buffer) => (output += text.toString()));
        const [code] = (await once(writer, 'close')) as [number];
        return { code, last: output.trim().split('\n').at(-1) };
      }),
    );
    assert.deepEqual(outputs, Array(2).fill({ code: 0, last: 'done' }));
    const all = [...range(40), ...range(40, 1000)];
    assert.deepEqual(await held(newCache(), all, 2_000), all);
  });

  it('is whole after a writer was killed', async () => {
    const bytes = 3_000_000;
    for (const first of [0, 100, 200]) {
      const writer = startWriter(first, 100, bytes);
      const lines = createInterface({ input: writer.stdout });
      const died = once(writer, 'exit');
      // Right after a segment came the next one begins: the kill falls into the writing of it.
      let seen = 0;
      for await (const line of lines) {
        assert.notEqual(line, 'done', 'the writer was not killed in time');
        if (++seen === 2) writer.kill('SIGKILL');
      }
      await died;
    }
    const numbers = [0, 100, 200].flatMap((first) => range(20, first));
    const found = await held(newCache(), numbers, bytes);
    for (const first of [0, 100, 200]) {
      assert.ok(found.includes(first + 3), 'what was written before the kill is there');
    }
    // A half-written file that the kill left is cleared away once no writer can be at it any more.
    const left = join(folder, `${'0'.repeat(16)}-1-aa.tmp`);
    await writeFile(left, 'half');
    await utimes(left, 1000, 1000);
    await put(newCache(), [7], bytes);
    await assert.rejects(stat(left));
  });

  it('goes on without writing where it may not, and says so once', async () => {
    const blocked = join(folder, 'file');
    await writeFile(blocked, '');
    const cache = newCache({ folder: join(blocked, 'cache') });
    await put(cache, [1]);
    await put(cache, [2]);
    assert.deepEqual(await held(cache, [1, 2]), []);
    const problems = cache.takeProblems();
    assert.equal(problems.filter((problem) => problem.includes('cannot be written')).length, 1);
    assert.deepEqual(cache.takeProblems(), []);
  });

  it('goes on when the disk is full, and keeps what was there', async function () {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1M', 'tmpfs', disk], { encoding: 'utf8' });
    if (mounted.status !== 0) skipLoudly(this, `a small disk cannot be mounted: ${mounted.stderr}`);
    try {
      const cache = newCache({ folder: disk });
      await put(cache, [1], 100_000);
      await put(cache, [2], 3_000_000);
      await put(cache, [3], 100_000);
      const problems = cache.takeProblems();
      assert.equal(problems.length, 1);
      assert.match(problems[0]!, /cannot be written.*ENOSPC/);
      assert.deepEqual(await held(newCache({ folder: disk }), [1], 100_000), [1]);
      assert.deepEqual((await readdir(disk)).length, 1, 'nothing half-written is left');

      spawnSync('mount', ['-o', 'remount,ro', disk]);
      const readOnly = newCache({ folder: disk });
      assert.deepEqual(await held(readOnly, [1], 100_000), [1]);
      await put(readOnly, [4]);
      assert.match(readOnly.takeProblems().join(), /cannot be written.*EROFS/);
      await readOnly.close();
    } finally {
      await Promise.all(open.splice(0).map((cache) => cache.close()));
      spawnSync('umount', [disk]);
    }
  });

  function startWriter(first: number, count: number, bytes: number) {
    const args = ['--import', 'tsx', WRITER, folder, String(first), String(count), String(bytes)];
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  async function flip(path: string, at: number): Promise<void> {
    const bytes = await readFile(path);
    bytes[at] = bytes[at]! ^ 0xff;
    await writeFile(path, bytes);
  }
});
