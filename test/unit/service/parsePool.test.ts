import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactsRequest } from '../../../src/engine/ports/ports.ts';
import { isRewheelError } from '../../../src/protocol/errors.ts';
import { ParsePool, type ParsePoolOptions } from '../../../src/service/pool/parsePool.ts';
import type { ParseOptions, ParseOutcome } from '../../../src/service/pool/parseTask.ts';
import { longPython, realRequests, requestOf } from './samples.ts';
import { serviceBundles } from './serviceBundles.ts';

describe('the parse pool', () => {
  let dist: string;
  const pools: ParsePool[] = [];

  before(async () => {
    dist = await serviceBundles();
  });
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.dispose()));
  });

  function newPool(options: Partial<ParsePoolOptions> = {}): ParsePool {
    const pool = new ParsePool({
      scriptPath: join(dist, 'parse.cjs'),
      grammarFolder: join(dist, 'grammars'),
      ...options,
    });
    pools.push(pool);
    return pool;
  }

  async function parse(
    pool: ParsePool,
    requests: FactsRequest[],
    options: Partial<ParseOptions> = {},
  ): Promise<ParseOutcome[]> {
    const outcomes = new Array<ParseOutcome>(requests.length);
    await pool.parse(requests, {
      workers: 1,
      timeLimitMs: 0,
      onResult: (index, outcome) => {
        assert.equal(outcomes[index], undefined, 'a job has one outcome');
        outcomes[index] = outcome;
      },
      ...options,
    });
    assert.equal(Object.keys(outcomes).length, requests.length, 'every job has an outcome');
    return outcomes;
  }

  it('gives the same facts with one thread and with two', async () => {
    const requests = [
      ...realRequests(),
      ...[1, 2, 3, 4].map((seed) => requestOf(`${seed}.py`, longPython(200_000, seed))),
    ];
    const one = await parse(newPool(), requests, { workers: 1 });
    const pool = newPool();
    const two = await parse(pool, requests, { workers: 2 });
    const expected = new Set(['generated', 'encoding', 'unreadable']);
    assert.deepEqual(
      one.flatMap((outcome) => (outcome.ok || expected.has(outcome.reason) ? [] : [outcome])),
      [],
    );
    assert.deepEqual(two, one);
  });

  it('starts one thread for little work and keeps it for the next call', async () => {
    const pool = newPool();
    await parse(pool, [requestOf('a.py', 'a = 1\n')], { workers: 0 });
    assert.equal(pool.threadCount, 1);
    await parse(pool, [requestOf('b.ts', 'const b = 1;\n')], { workers: 0 });
    assert.equal(pool.threadCount, 1);
  });

  it('ends threads that nobody needs any more', async () => {
    const pool = newPool({ idleMs: 1 });
    await parse(pool, [requestOf('a.py', 'a = 1\n')]);
    while (pool.threadCount > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const [again] = await parse(pool, [requestOf('a.py', 'a = 1\n')]);
    assert.ok(again?.ok);
  });

  it('names what cannot be read and goes on with the rest', async () => {
    const gone = { ...requestOf('gone.py', 'x'), read: () => Promise.resolve(null) };
    const broken = { ...requestOf('broken.py', 'x'), read: () => Promise.reject(new Error('EIO: disk on fire')) };
    const binary = requestOf('binary.py', 'a\0b');
    const deep = requestOf('deep.py', `${'(\n'.repeat(3_000)}1${')\n'.repeat(3_000)}`);
    const outcomes = await parse(newPool(), [gone, broken, binary, deep, requestOf('fine.py', 'a = 1\n')]);
    const reasons = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason));
    assert.deepEqual(reasons, ['unreadable', 'unreadable', 'binary', 'too-deep', 'ok']);
    assert.match((outcomes[1] as { detail: string }).detail, /disk on fire/);
  });

  it('skips a file that takes longer than its time', async () => {
    const outcomes = await parse(newPool(), [requestOf('long.py', longPython(1_000_000, 1))], { timeLimitMs: 1 });
    assert.equal(outcomes[0]!.ok ? 'ok' : outcomes[0]!.reason, 'time-limit');
  });

  it('outlives a file that kills its thread: the file is named, the others have their facts', async () => {
    // So little heap that the facts of the large file do not fit, while those of the small ones do.
    const pool = newPool({ threadHeapMb: 12 });
    const killer = requestOf('killer.py', longPython(1_000_000, 1));
    const small = Array.from({ length: 30 }, (_, i) => requestOf(`small${i}.py`, longPython(2_000, i)));
    const requests = [...small.slice(0, 15), killer, ...small.slice(15)];
    const outcomes = await parse(pool, requests);
    const bad = outcomes.flatMap((outcome, index) => (outcome.ok ? [] : [{ path: requests[index]!.path, ...outcome }]));
    assert.deepEqual(
      bad.map(({ path, reason }) => ({ path, reason })),
      [{ path: 'killer.py', reason: 'unreadable' }],
    );
    assert.match(bad[0]!.detail, /killer\.py.*memory/);
  });

  it('replaces a thread whose WebAssembly memory has grown too large', async () => {
    const pool = newPool({ recycleBytes: 1 });
    const requests = Array.from({ length: 4 }, (_, i) => requestOf(`${i}.py`, longPython(150_000, i)));
    const outcomes = await parse(pool, requests);
    assert.ok(outcomes.every((outcome) => outcome.ok));
    while (pool.threadCount > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  describe('when cancelled', () => {
    const large = Array.from({ length: 24 }, (_, i) => requestOf(`${i}.py`, longPython(500_000, i)));

    it('rejects at once, and its threads drop the work', async () => {
      // No grace that could end a thread: the thread itself must hear, in the middle of a file.
      const pool = newPool({ cancelGraceMs: 1e9 });
      const abort = new AbortController();
      let done = 0;
      await assert.rejects(
        pool.parse(large, {
          workers: 2,
          timeLimitMs: 0,
          signal: abort.signal,
          onResult: () => {
            if (++done === 2) abort.abort();
          },
        }),
        (error) => isRewheelError(error, 'cancelled'),
      );
      const before = done;
      assert.ok(before < large.length);
      const [after] = await parse(pool, [requestOf('after.py', 'a = 1\n')]);
      assert.ok(after?.ok);
      assert.equal(done, before, 'nothing comes in for a call that has ended');
    });

    it('leaves other calls alone', async () => {
      const pool = newPool();
      const abort = new AbortController();
      const doomed = pool.parse(large, {
        workers: 2,
        timeLimitMs: 0,
        signal: abort.signal,
        onResult: () => abort.abort(),
      });
      const others = parse(pool, realRequests().slice(0, 40), { workers: 2 });
      await assert.rejects(doomed, (error) => isRewheelError(error, 'cancelled'));
      assert.equal((await others).length, 40);
    });

    it('does not begin when it is so beforehand', async () => {
      const pool = newPool();
      await assert.rejects(
        pool.parse(large, { workers: 1, timeLimitMs: 0, signal: AbortSignal.abort(), onResult: () => assert.fail() }),
        (error) => isRewheelError(error, 'cancelled'),
      );
      assert.equal(pool.threadCount, 0);
    });
  });

  it('rejects calls that wait when it is disposed of', async () => {
    const pool = newPool();
    const waiting = parse(pool, [requestOf('a.py', longPython(500_000, 1))]);
    const rejected = assert.rejects(waiting, (error) => isRewheelError(error, 'engine-stopped'));
    await pool.dispose();
    await rejected;
    assert.equal(pool.threadCount, 0);
  });

  it('says that the engine is incomplete when its parts are missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rewheel-parts-'));
    try {
      const noScript = newPool({ scriptPath: join(folder, 'parse.cjs') });
      await assert.rejects(parse(noScript, [requestOf('a.py', '')]), (error) =>
        isRewheelError(error, 'engine-missing'),
      );
      await cp(join(dist, 'grammars/web-tree-sitter.wasm'), join(folder, 'web-tree-sitter.wasm'));
      const noGrammar = newPool({ grammarFolder: folder });
      await assert.rejects(
        parse(noGrammar, [requestOf('a.py', '')]),
        (error) => isRewheelError(error, 'engine-missing') && error.message.includes('tree-sitter-python.wasm'),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
