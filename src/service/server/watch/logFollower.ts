import { GrowingLog, type LogProgress } from '../../../engine/turns/readLog.ts';
import type { SessionInfo } from '../../../engine/turns/session.ts';
import type { LogFormat } from '../../../engine/turns/sources/format.ts';
import type { FoundLog } from '../../../platform/logs/find/found.ts';
import { openLogSource } from '../../../platform/logs/logSource.ts';
import type { LogChange } from '../../../platform/logs/logWatch.ts';
import { isRewheelError } from '../../../protocol/errors.ts';
import { isOver, keyOf, timeOf, type LogTurn, type LogTurnSink } from './logTurn.ts';

export interface FollowOptions {
  log: FoundLog;
  /** Formats that it may have. */
  formats: readonly LogFormat[];
  /** How it was found. */
  change: LogChange;
  changedAt: number;
  /** When watching began, in ms. */
  since: number;
  belongs: (session: SessionInfo) => boolean;
  /** Whether the store holds this turn as open: it was watched before, by a process that has died. */
  isResumed: (turn: LogTurn) => boolean;
  sink: LogTurnSink;
}

/** Part of the time that reading one log may take: a store that is read anew each time is read less often. */
const SHARE = 4;
const LEAST_PAUSE_MS = 30;
const LONGEST_PAUSE_MS = 5_000;

/** A log that is written anew may lack a turn for a moment. */
const LOST_MS = 3_000;

/** Slack for clocks, in ms. */
const CLOCK_MS = 1_000;
const CLOCK_BACK_MS = 60_000;

type State = 'left' | 'open' | 'over';

/**
 * Follows one log: reads what comes, and tells which turns begin and end. Turns that were over when watching began are
 * left alone, the running one is not.
 */
export class LogFollower {
  readonly #options: FollowOptions;
  readonly #turns = new Map<string, State>();
  readonly #open = new Map<string, LogTurn>();
  readonly #missing = new Map<string, number>();
  readonly #abort = new AbortController();
  #log: GrowingLog | null = null;
  #looked = false;
  #dirty = false;
  #dead = false;
  #gone = false;
  #running: Promise<void> | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** The log may have grown: it is read on soon. */
  changed(): void {
    this.#gone = false;
    this.#soon();
  }

  /** The log is not there any more. */
  gone(): void {
    this.#gone = true;
    this.#later();
  }

  /** Resolves when nothing is being read. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  #soon(): void {
    if (this.#dead || this.#abort.signal.aborted) return;
    this.#dirty = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  async #run(): Promise<void> {
    while (this.#dirty && !this.#abort.signal.aborted) {
      this.#dirty = false;
      const before = performance.now();
      try {
        await this.#advance();
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        this.#failed(error);
      }
      const took = performance.now() - before;
      if (this.#dirty)
        await pause(Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, took * SHARE)), this.#abort.signal);
    }
  }

  #failed(error: unknown): void {
    const { sink, log } = this.#options;
    // No first line yet, or no log after all: the next growth shows.
    if (isRewheelError(error, 'unknown-log')) return;
    if (isRewheelError(error, 'log-unreadable')) {
      // Removed between the look at it and the reading.
      if (this.#open.size > 0) this.#later();
      if (!this.#gone) sink.problem(error.message);
      return;
    }
    this.#dead = true;
    sink.problem(`The log ${log.path} cannot be followed: ${(error as Error).message}`);
  }

  async #advance(): Promise<void> {
    const { log, formats } = this.#options;
    this.#log ??= await GrowingLog.open(await openLogSource(log.path), formats);
    this.#take(await this.#log.advance(this.#abort.signal));
  }

  #take({ restarted, completed, open }: LogProgress): void {
    const { log, belongs, sink, isResumed } = this.#options;
    const turns = [...completed, ...open].map((each): LogTurn => ({ ...each, logPath: log.path }));
    const told = new Set<string>();
    for (const [place, turn] of turns.entries()) {
      const key = keyOf(turn);
      told.add(key);
      let state = this.#turns.get(key);
      if (state === undefined) {
        if (!log.belongs && !belongs(turn.session)) continue;
        if (!this.#looked && !isResumed(turn) && !this.#isNew(turn, isLast(turns, place))) state = 'left';
        else {
          state = 'open';
          sink.began(turn);
        }
      }
      if (state === 'open') {
        this.#open.set(key, turn);
        if (isOver(turn)) {
          state = 'over';
          this.#open.delete(key);
          sink.ended(turn);
        }
      }
      this.#turns.set(key, state);
    }
    this.#looked = true;
    if (restarted || this.#missing.size > 0) this.#findMissing(told);
  }

  /** At the first look: whether a turn is of the time of watching. */
  #isNew({ turn }: LogTurn, last: boolean): boolean {
    const { change, changedAt, since } = this.#options;
    // In a log that lay there for long the agent may have died in the midst of its last turn.
    if (change !== 'grown' && turn.outcome === 'running') return true;
    if (change === 'there') return false;
    // A clock that went backwards did so for the log and its turns alike.
    const from = changedAt >= since ? since - CLOCK_MS : changedAt - CLOCK_BACK_MS;
    const active = timeOf(turn.endedAt) ?? timeOf(turn.startedAt);
    return active === null ? last : active >= from;
  }

  #findMissing(told: ReadonlySet<string>): void {
    const now = performance.now();
    for (const key of [...this.#missing.keys()]) if (told.has(key) || !this.#open.has(key)) this.#missing.delete(key);
    for (const [key, turn] of [...this.#open]) {
      if (told.has(key)) continue;
      const since = this.#missing.get(key) ?? now;
      this.#missing.set(key, since);
      if (now - since >= LOST_MS - CLOCK_MS) this.#lose(key, turn);
    }
    if (this.#missing.size > 0) this.#later();
  }

  /** Looks again after a while: is the log still gone, or the turn still missing? */
  #later(): void {
    const timer = setTimeout(() => {
      if (this.#abort.signal.aborted) return;
      if (!this.#gone) return this.#soon();
      for (const [key, turn] of [...this.#open]) this.#lose(key, turn);
    }, LOST_MS);
    timer.unref();
    this.#abort.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  #lose(key: string, turn: LogTurn): void {
    this.#open.delete(key);
    this.#missing.delete(key);
    this.#turns.set(key, 'over');
    this.#options.sink.lost(turn);
  }
}

function isLast(turns: readonly LogTurn[], place: number): boolean {
  const { id } = turns[place]!.session;
  return !turns.slice(place + 1).some(({ session }) => session.id === id);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
