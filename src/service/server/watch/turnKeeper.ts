import { isRewheelError } from '../../../protocol/errors.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';
import type { TurnStore } from '../../../platform/turns/turnStore.ts';
import type { TurnStart } from '../../../platform/turns/turnRules.ts';
import { keyOf, timeOf, turnKey, type LogTurn, type LogTurnSink } from './logTurn.ts';
import { endedRecord } from './endedRecord.ts';
import { endFromLog } from './endFromLog.ts';
import type { WatchNews } from './watchNews.ts';

/** What the keeper has to know of the files. */
export interface WorkspaceTimes {
  /**
   * A turn that began at `at` (ms) is about to be kept.
   * @returns the snapshot that is its base when its changes have begun already; undefined: the state of now
   */
  beforeTurn(at: number): Promise<string | undefined>;
  /** Some turns are open now; when the last has ended, its head. */
  turnsChanged(open: number, head: string | null): void;
}

/** A turn that is kept and not over. */
interface OpenTurn {
  record: TurnRecord;
  /** It was open when watching began. */
  resumed: boolean;
}

/** Keeps what logs tell of turns in the store, one thing after the other, and tells the front end. */
export class TurnKeeper implements LogTurnSink {
  readonly #store: TurnStore;
  readonly #times: WorkspaceTimes;
  readonly #tell: (news: WatchNews) => void;
  readonly #open = new Map<string, OpenTurn>();
  readonly #orphans = new Map<string, TurnRecord>();
  readonly #said = new Set<string>();
  #queue: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param orphans open turns of the store that nobody watches, which logs may tell more of */
  constructor(
    store: TurnStore,
    orphans: readonly TurnRecord[],
    times: WorkspaceTimes,
    tell: (news: WatchNews) => void,
  ) {
    this.#store = store;
    this.#times = times;
    this.#tell = tell;
    for (const turn of orphans) this.#orphans.set(turnKey(turn.agent, turn.agentSession, turn.logTurn), turn);
  }

  isResumed(turn: LogTurn): boolean {
    return this.#orphans.has(keyOf(turn));
  }

  /** Takes the orphans over, so that no turn that begins before their logs are read closes them. */
  adopt(): void {
    for (const { agent, agentSession, logTurn, source } of this.#orphans.values()) {
      if (source !== 'log') continue;
      this.run(async () => {
        await this.#store.begin({ source, agent, agentSession, logTurn, watched: true });
      });
    }
  }

  /** Turns that this process keeps open. */
  get openCount(): number {
    return this.#open.size;
  }

  began(turn: LogTurn): void {
    this.run(async () => {
      const { agent } = turn.session;
      const startedAt = Math.min(timeOf(turn.turn.startedAt) ?? Date.now(), Date.now());
      const resumed = this.#orphans.delete(keyOf(turn));
      const start: TurnStart = {
        source: 'log',
        agent,
        agentSession: turn.session.id,
        model: turn.turn.models.at(-1) ?? null,
        prompt: turn.turn.prompt,
        startedAt: new Date(startedAt).toISOString(),
        logPath: turn.logPath,
        logTurn: turn.turn.id,
        base: resumed ? undefined : await this.#times.beforeTurn(startedAt),
        watched: true,
      };
      const record = await this.#begin(start);
      if (record.state !== 'open') {
        // Another process that watches was faster, and it is over already.
        if (record.state === 'finished') this.#tell({ kind: 'ended', turn: record });
        return;
      }
      this.#open.set(keyOf(turn), { record, resumed });
      this.#times.turnsChanged(this.#open.size, null);
      this.#tell({ kind: 'began', turn: record });
      await this.#sayOverlap(record);
    });
  }

  ended(turn: LogTurn): void {
    this.run(async () => {
      const key = keyOf(turn);
      const open = this.#open.get(key);
      if (!open) return;
      const { record, resumed } = open;
      const { models, prompt } = turn.turn;
      const now = Date.now();
      const startedAt = timeOf(record.startedAt) ?? now;
      // Clocks may run backwards, and logs may be of another machine's.
      const endedAt = Math.max(startedAt, Math.min(timeOf(turn.turn.endedAt) ?? now, now));
      const end = { endedAt: new Date(endedAt).toISOString(), model: models.at(-1) ?? null, prompt };
      const kept = await endedRecord(this.#store, record, () =>
        resumed ? endFromLog(this.#store, record, end) : this.#store.end(record.id, end),
      );
      this.#over(key, kept);
    });
  }

  lost(turn: LogTurn): void {
    this.run(async () => {
      const key = keyOf(turn);
      const open = this.#open.get(key);
      if (!open) return;
      this.#over(key, await endedRecord(this.#store, open.record, () => this.#store.abandon(open.record.id)));
    });
  }

  problem(message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.#tell({ kind: 'problem', message });
  }

  /** Closes the orphans that no log told of. */
  closeOrphans(): void {
    this.run(async () => {
      const left = [...this.#orphans.values()];
      this.#orphans.clear();
      for (const { id } of left) await this.#store.abandon(id);
    });
  }

  /** Does something with the store after all that was begun before. What fails is told. */
  run(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        this.problem((error as Error).message);
      }
      for (const problem of this.#store.takeProblems()) this.problem(problem);
    });
  }

  /** Resolves when everything that was told is kept. */
  async idle(): Promise<void> {
    for (let queue; queue !== this.#queue;) {
      queue = this.#queue;
      await queue;
    }
  }

  /** Waits for what is under way. Open turns stay open: who watches next goes on with them. */
  async close(): Promise<void> {
    await this.idle();
    this.#closed = true;
  }

  /** The state that was to be the base may have been pruned meanwhile. */
  async #begin(start: TurnStart): Promise<TurnRecord> {
    try {
      return await this.#store.begin(start);
    } catch (error) {
      if (start.base === undefined || !isRewheelError(error, 'unknown-turn')) throw error;
      return this.#store.begin({ ...start, base: undefined });
    }
  }

  #over(key: string, turn: TurnRecord): void {
    this.#open.delete(key);
    this.#times.turnsChanged(this.#open.size, turn.head);
    this.#tell({ kind: 'ended', turn });
    this.run(async () => {
      await this.#store.prune();
    });
  }

  async #sayOverlap(record: TurnRecord): Promise<void> {
    const others = (await this.#store.list()).filter(
      ({ state, id, source }) => state === 'open' && id !== record.id && source !== 'burst',
    );
    if (others.length === 0) return;
    const names = others.map(({ number, agent }) => `turn ${number} (${agent ?? 'begun by hand'})`).join(', ');
    this.#tell({
      kind: 'problem',
      message: `Turn ${record.number} (${record.agent}) runs at the same time as ${names}: what each of them changed cannot be told apart, and is in both.`,
    });
  }
}
