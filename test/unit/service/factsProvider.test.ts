import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactsOutcome, FactsRequest } from '../../../src/engine/ports/ports.ts';
import { openFactsCache } from '../../../src/platform/store/factsCache.ts';
import { isRewheelError } from '../../../src/protocol/errors.ts';
import { FactsMemory } from '../../../src/service/pool/factsMemory.ts';
import { createFactsProvider, type FactsService } from '../../../src/service/pool/factsProvider.ts';
import { ParsePool } from '../../../src/service/pool/parsePool.ts';
import { longPython, requestOf } from './samples.ts';
import { serviceBundles } from './serviceBundles.ts';

const HOW = { workers: 1, timeLimitMs: 0 };

describe('the facts provider', () => {
  let dist: string;
  let folder: string;
  const open: FactsService[] = [];

  before(async () => {
    dist = await serviceBundles();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewheel-facts-'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((provider) => provider.close()));
    await rm(folder, { recursive: true, force: true });
  });

  function newProvider(cached: boolean): FactsService {
    const pool = new ParsePool({ scriptPath: join(dist, 'parse.cjs'), grammarFolder: join(dist, 'grammars') });
    const cache = cached ? openFactsCache({ folder, version: 'test' }) : null;
    const provider = createFactsProvider({ pool, cache });
    open.push(provider);
    return provider;
  }

  const names = (outcomes: FactsOutcome[]): string[] =>
    outcomes.map((outcome) =>
      outcome.ok
        ? outcome.facts
            .summary()
            .symbols.map(({ name }) => name)
            .join()
        : outcome.reason,
    );

  it('answers in the order of the requests and parses equal contents once', async () => {
    const provider = newProvider(false);
    const reads: string[] = [];
    const counted = (request: FactsRequest): FactsRequest => ({
      ...request,
      read: () => {
        reads.push(request.path);
        return request.read();
      },
    });
    const requests = [
      requestOf('a.py', 'def one(): return x.y\n'),
      requestOf('b.py', `def two(): return 2\n${'# long\n'.repeat(1000)}`),
      requestOf('copy.py', 'def one(): return x.y\n'),
      requestOf('c.ts', 'export function three() { return 3; }\n'),
    ].map(counted);
    const done: number[] = [];
    const outcomes = await provider.facts(requests, { ...HOW, onDone: (count) => done.push(count) });
    assert.deepEqual(names(outcomes), ['one', 'two', 'one', 'three']);
    assert.deepEqual(reads.sort(), ['a.py', 'b.py', 'c.ts']);
    assert.equal(done.at(-1), 4);
    await provider.facts(requests, HOW);
    assert.equal(reads.length, 3, 'a second call finds everything in memory');
  });

  it('tells the same bytes in another language apart', async () => {
    const text = 'x = 1\n';
    const outcomes = await newProvider(false).facts([requestOf('a.py', text), requestOf('a.js', text)], HOW);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.ok && outcome.facts.summary().language),
      ['python', 'javascript'],
    );
  });

  it('parses a content once when two calls ask for it at the same time', async () => {
    const provider = newProvider(false);
    const requests = [1, 2, 3].map((seed) => requestOf(`${seed}.py`, longPython(50_000, seed)));
    const [first, second] = [provider.session(), provider.session()];
    const [one, two] = await Promise.all([first.facts(requests, HOW), second.facts(requests, HOW)]);
    assert.deepEqual(names(one), names(two));
    assert.deepEqual([first.parsedFiles + second.parsedFiles, first.cachedFiles + second.cachedFiles], [3, 3]);
  });

  it('sees to it itself when the call that it relied on is cancelled', async () => {
    const provider = newProvider(false);
    const requests = [1, 2, 3, 4].map((seed) => requestOf(`${seed}.py`, longPython(300_000, seed)));
    const abort = new AbortController();
    const cancelled = provider.facts(requests, { ...HOW, signal: abort.signal, onDone: () => abort.abort() });
    const waiting = provider.facts(requests, HOW);
    await assert.rejects(cancelled, (error) => isRewheelError(error, 'cancelled'));
    assert.ok((await waiting).every((outcome) => outcome.ok));
  });

  it('can be cancelled while it relies on another call', async () => {
    const provider = newProvider(false);
    const requests = [requestOf('a.py', longPython(800_000, 1))];
    const abort = new AbortController();
    const first = provider.facts(requests, HOW);
    const second = provider.facts(requests, { ...HOW, signal: abort.signal });
    abort.abort();
    await assert.rejects(second, (error) => isRewheelError(error, 'cancelled'));
    assert.ok((await first)[0]!.ok);
  });

  it('finds in a new process what an earlier one kept, halves and reasons alike', async () => {
    const requests = [
      requestOf('a.py', longPython(20_000, 1)),
      requestOf('deep.py', `${'(\n'.repeat(3_000)}1${')\n'.repeat(3_000)}`),
      requestOf('binary.py', 'a\0b'),
    ];
    const before = newProvider(true);
    const first = await before.facts(requests, HOW);
    await before.close();
    const later = newProvider(true).session();
    const unread = requests.map((request) => ({ ...request, read: () => assert.fail('is not read again') }));
    const second = await later.facts(unread, HOW);
    assert.deepEqual([later.parsedFiles, later.cachedFiles], [0, 3]);
    assert.deepEqual(names(second), names(first));
    assert.deepEqual(names(first).slice(1), ['too-deep', 'binary']);
    const [one, two] = [first[0]!, second[0]!];
    assert.ok(one.ok && two.ok);
    assert.deepEqual(two.facts.detail(), one.facts.detail());
  });

  it('does not keep that a file could not be read', async () => {
    const provider = newProvider(true);
    const request = requestOf('a.py', 'def a(): pass\n');
    const [gone] = await provider.facts([{ ...request, read: () => Promise.resolve(null) }], HOW);
    assert.equal(gone!.ok, false);
    const [back] = await provider.facts([request], HOW);
    assert.ok(back!.ok);
  });
});

describe('facts in memory', () => {
  it('stay within their bytes; the longest unused go first', () => {
    const memory = new FactsMemory(300);
    const entry: FactsOutcome = { ok: false, reason: 'binary', detail: '' };
    for (const key of ['a', 'b', 'c']) memory.set(key, entry, 100);
    memory.get('a');
    memory.set('d', entry, 100);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => memory.get(key) !== undefined),
      [true, false, true, true],
    );
    memory.set('d', entry, 250);
    assert.equal(memory.weight, 250);
  });
});
