import {
  silentLogger,
  type FactsOutcome,
  type FactsProvider,
  type FactsRequest,
  type Logger,
} from '../../engine/ports/ports.ts';
import type { FactsStore, StoreEntry } from '../../platform/store/factsStore.ts';
import { FactsMemory } from './factsMemory.ts';
import { LazyFacts } from './lazyFacts.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { ParsePool } from './parsePool.ts';
import type { ParseOutcome } from './parseTask.ts';
import { addToList } from '../../engine/model/counts.ts';

export interface FactsProviderOptions {
  pool: ParsePool;
  /** Null keeps facts in memory only. */
  cache: FactsStore | null;
  logger?: Logger;
  /** Bytes of facts to keep in memory. */
  memoryBytes?: number;
}

/** A provider for one audit, which counts what it did for it. */
export interface FactsSession extends FactsProvider {
  /** Files that went through a parse thread. */
  readonly parsedFiles: number;
  /** Files whose facts were at hand, in memory or on disk. */
  readonly cachedFiles: number;
}

export interface FactsService extends FactsProvider {
  session(): FactsSession;
  /** Writes what the cache has not written yet, and ends the threads. */
  close(): Promise<void>;
}

type FactsOptions = Parameters<FactsProvider['facts']>[1];

/**
 * Facts from memory, else from the cache on disk, else from the parse threads. A content that several requests or
 * several calls name at once is parsed once.
 */
export function createFactsProvider(options: FactsProviderOptions): FactsService {
  const source = new FactsSource(options);
  return {
    facts: async (requests, how) => (await source.facts(requests, how)).outcomes,
    session: () => {
      const counts = { parsed: 0, cached: 0 };
      return {
        facts: async (requests, how) => {
          const { outcomes, parsed } = await source.facts(requests, how);
          counts.parsed += parsed;
          counts.cached += requests.length - parsed;
          return outcomes;
        },
        get parsedFiles() {
          return counts.parsed;
        },
        get cachedFiles() {
          return counts.cached;
        },
      };
    },
    close: () => source.close(),
  };
}

class FactsSource {
  private readonly pool: ParsePool;
  private readonly cache: FactsStore | null;
  private readonly logger: Logger;
  private readonly memory: FactsMemory;
  /** Contents that a call is parsing now; undefined when it gave up. */
  private readonly underway = new Map<string, Promise<FactsOutcome | undefined>>();

  constructor(options: FactsProviderOptions) {
    this.pool = options.pool;
    this.cache = options.cache;
    this.logger = options.logger ?? silentLogger;
    this.memory = new FactsMemory(options.memoryBytes ?? 256 << 20);
  }

  async facts(requests: FactsRequest[], options: FactsOptions): Promise<{ outcomes: FactsOutcome[]; parsed: number }> {
    const indexesOf = new Map<string, number[]>();
    requests.forEach((request, index) => {
      const key = `${request.language}:${request.contentKey}`;
      addToList(indexesOf, key, index);
    });
    const outcomes = new Array<FactsOutcome>(requests.length);
    let done = 0;
    const settle = (key: string, outcome: FactsOutcome): void => {
      for (const index of indexesOf.get(key)!) outcomes[index] = outcome;
      done += indexesOf.get(key)!.length;
      options.onDone?.(done);
    };

    let missing: string[] = [];
    for (const key of indexesOf.keys()) {
      const known = this.memory.get(key);
      if (known) settle(key, known);
      else missing.push(key);
    }
    let parsed = 0;
    while (missing.length > 0) {
      const mine = missing.filter((key) => !this.underway.has(key));
      const others = missing.flatMap((key) => {
        const wait = this.underway.get(key);
        return wait ? [{ key, wait }] : [];
      });
      parsed += await this.obtain(
        mine.map((key) => ({ key, request: requests[indexesOf.get(key)![0]!]! })),
        options,
        settle,
      );
      // What other calls have in hand: when such a call gives up, this one has to see to it itself.
      missing = [];
      for (const { key, wait } of others) {
        const outcome = await orAborted(wait, options.signal);
        if (outcome) settle(key, outcome);
        else missing.push(key);
      }
    }
    return { outcomes, parsed };
  }

  async close(): Promise<void> {
    await this.cache?.close();
    await this.pool.dispose();
  }

  /** Gets facts from the disk or the threads; returns how many files were parsed. */
  private async obtain(
    work: Work[],
    options: FactsOptions,
    settle: (key: string, outcome: FactsOutcome) => void,
  ): Promise<number> {
    if (work.length === 0) return 0;
    const tell = new Map<string, (outcome: FactsOutcome | undefined) => void>();
    for (const { key } of work) this.underway.set(key, new Promise((resolve) => tell.set(key, resolve)));
    const finish = (key: string, outcome: FactsOutcome | undefined): void => {
      this.underway.delete(key);
      tell.get(key)!(outcome);
      tell.delete(key);
      if (outcome) settle(key, outcome);
    };
    try {
      const found = (await this.cache?.read(work.map(({ key }) => key))) ?? new Map<string, StoreEntry>();
      for (const [key, entry] of found) finish(key, this.remember(key, entry));
      const rest = work.filter(({ key }) => !found.has(key));
      await this.pool.parse(
        rest.map(({ request }) => request),
        {
          workers: options.workers,
          timeLimitMs: options.timeLimitMs,
          signal: options.signal,
          onResult: (index, result) => {
            const { key, request } = rest[index]!;
            finish(key, this.keep(key, request.path, result));
          },
        },
      );
      // Not waited for: the audit goes on while the rest is written.
      if (rest.length > 0) void this.cache?.flush();
      return rest.length;
    } finally {
      for (const key of [...tell.keys()]) finish(key, undefined);
    }
  }

  private keep(key: string, path: string, result: ParseOutcome): FactsOutcome {
    if (!result.ok) {
      this.logger.log('info', 'parse', `${path} is skipped (${result.reason}): ${result.detail}`);
      // These are no statement about the content: the next try may go better.
      if (result.reason === 'unreadable' || result.reason === 'time-limit') return result;
    }
    this.cache?.write(key, result);
    return this.remember(key, result);
  }

  private remember(key: string, entry: StoreEntry): FactsOutcome {
    if (!entry.ok) {
      this.memory.set(key, entry, 200);
      return entry;
    }
    const facts = new LazyFacts(entry);
    const outcome: FactsOutcome = { ok: true, facts };
    this.memory.set(key, outcome, facts.weight);
    return outcome;
  }
}

interface Work {
  key: string;
  request: FactsRequest;
}

/** What `promise` gives, unless the signal comes first. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new RewheelError('cancelled', 'cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort!);
  }
}
