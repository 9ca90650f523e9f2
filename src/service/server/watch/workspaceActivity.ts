import type { TurnStore } from '../../../platform/turns/turnStore.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';
import { endedRecord } from './endedRecord.ts';
import type { WorkspaceTimes } from './turnKeeper.ts';
import type { WatchNews } from './watchNews.ts';

export interface ActivityTimes {
  /** Changes are gathered for so long, so that what the editor tells of them has come too. */
  gatherMs: number;
  /** Without a log that tells of a turn, changes that the user did not make are a burst after so long. */
  graceMs: number;
  /** A burst is over when nothing changed for so long. */
  quietMs: number;
  /** The user's changes are kept when nothing changed for so long. */
  settleMs: number;
  /** A change is the user's, or git's, when they were seen at its file, or at the index, within so long. */
  nearMs: number;
}

export const ACTIVITY_TIMES: ActivityTimes = {
  gatherMs: 400,
  graceMs: 3_000,
  quietMs: 10_000,
  settleMs: 2_000,
  nearMs: 2_000,
};

export interface ActivityOptions {
  store: TurnStore;
  /** Whether a burst of changes counts as a turn. */
  bursts: boolean;
  times: ActivityTimes;
  /** Leaves out paths that git ignores. */
  notIgnored: (paths: readonly string[]) => Promise<string[]>;
  /** Does something with the store, after all that was begun before. */
  run: (work: () => Promise<void>) => void;
  tell: (news: WatchNews) => void;
}

/** Paths that the user wrote; older ones are forgotten. */
const MOST_EDITS = 2_000;

/**
 * Knows the last state of the workspace in which no turn ran, and tells whose changes come after it: the user's, git's, or
 * those of an agent that nobody sees. A burst of the last is a turn of its own while no log tells of one.
 */
export class WorkspaceActivity implements WorkspaceTimes {
  readonly #options: ActivityOptions;
  readonly #edits = new Map<string, number>();
  readonly #changed = new Map<string, number>();
  /** Times of git's operations. */
  #git: number[] = [];
  #idle: { snapshot: string; at: number } | null = null;
  /** When changes began since then that neither the user nor git made, and when the last came. */
  #foreign: { first: number; last: number } | null = null;
  #burst: TurnRecord | null = null;
  #openTurns = 0;
  #gathering: NodeJS.Timeout | null = null;
  /** The next step: keep the state, begin the burst, or end it. */
  #step: NodeJS.Timeout | null = null;
  #waits: 'settle' | 'grace' | 'quiet' | null = null;
  #closed = false;

  constructor(options: ActivityOptions) {
    this.#options = options;
  }

  /** Keeps the state of now as the idle one. @throws RewheelError of the store */
  async start(): Promise<void> {
    await this.#keepIdle();
  }

  changed(path: string): void {
    if (this.#closed) return;
    this.#changed.set(path, Date.now());
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      this.#options.run(() => this.#look());
    }, this.#options.times.gatherMs);
  }

  gitWorked(): void {
    const now = Date.now();
    this.#git = [...this.#git.filter((at) => Math.abs(now - at) < 60_000), now].slice(-200);
  }

  userEdited(paths: readonly string[]): void {
    const now = Date.now();
    for (const path of paths) {
      this.#edits.delete(path);
      this.#edits.set(path, now);
    }
    for (const path of this.#edits.keys()) {
      if (this.#edits.size <= MOST_EDITS) break;
      this.#edits.delete(path);
    }
  }

  async beforeTurn(at: number): Promise<string | undefined> {
    if (this.#openTurns > 0) return undefined;
    const burst = this.#burst;
    if (burst !== null && Date.parse(burst.startedAt) >= at - this.#options.times.nearMs) {
      // The log came late: it is its turn, and the burst was never one.
      await this.#endBurst(false);
      return burst.base;
    }
    if (burst !== null) await this.#endBurst(true);
    const gathered = [...this.#changed].filter(([path, time]) => !this.#isKnown(path, time)).map(([, time]) => time);
    const first = Math.min(this.#foreign?.first ?? Infinity, ...gathered);
    return this.#idle !== null && first !== Infinity && first >= at ? this.#idle.snapshot : undefined;
  }

  turnsChanged(open: number, head: string | null): void {
    this.#openTurns = open;
    this.#stop();
    this.#foreign = null;
    if (open === 0 && head !== null) this.#idle = { snapshot: head, at: Date.now() };
  }

  /** Ends a burst that goes on. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop();
    if (this.#gathering) clearTimeout(this.#gathering);
    if (this.#burst !== null) await this.#endBurst(true);
  }

  /** Whether somebody is known who changed a file then. */
  #isKnown(path: string, time: number): boolean {
    const { nearMs } = this.#options.times;
    const edited = this.#edits.get(path);
    if (edited !== undefined && Math.abs(edited - time) <= nearMs) return true;
    // Git locks the index before it writes the first file, and writes it after the last.
    return this.#git.some((at) => time >= at - nearMs / 2 && time <= at + nearMs);
  }

  async #look(): Promise<void> {
    const changed = new Map(this.#changed);
    this.#changed.clear();
    const idleAt = this.#idle?.at ?? 0;
    const paths = [...changed].filter(([, time]) => time > idleAt).map(([path]) => path);
    if (paths.length === 0 || this.#openTurns > 0) return;
    const own = await this.#options.notIgnored(paths);
    if (own.length === 0 || this.#closed) return;
    const times = own.filter((path) => !this.#isKnown(path, changed.get(path)!)).map((path) => changed.get(path)!);
    if (times.length > 0) {
      this.#foreign = {
        first: Math.min(this.#foreign?.first ?? Infinity, ...times),
        last: Math.max(this.#foreign?.last ?? 0, ...times),
      };
    }
    this.#plan(times.length > 0);
  }

  #plan(foreign: boolean): void {
    const { bursts, times } = this.#options;
    if (this.#burst !== null) {
      if (foreign) this.#wait('quiet', times.quietMs);
    } else if (bursts && this.#foreign !== null) {
      if (this.#waits !== 'grace') this.#wait('grace', times.graceMs);
    } else this.#wait('settle', times.settleMs);
  }

  #wait(what: 'settle' | 'grace' | 'quiet', milliseconds: number): void {
    this.#stop();
    if (this.#closed) return;
    this.#waits = what;
    this.#step = setTimeout(() => {
      this.#waits = null;
      this.#options.run(async () => {
        if (this.#closed || this.#openTurns > 0) return;
        if (what === 'settle') await this.#keepIdle();
        else if (what === 'grace') await this.#beginBurst();
        else if (this.#burst !== null) await this.#endBurst(true);
      });
    }, milliseconds);
  }

  #stop(): void {
    if (this.#step) clearTimeout(this.#step);
    this.#step = null;
    this.#waits = null;
  }

  async #keepIdle(): Promise<void> {
    const at = Date.now();
    this.#idle = { snapshot: await this.#options.store.snapshot(), at };
    this.#foreign = null;
  }

  async #beginBurst(): Promise<void> {
    const { store, times, tell } = this.#options;
    const { first } = this.#foreign ?? { first: Date.now() };
    const base = this.#idle?.snapshot;
    const now = await store.snapshot();
    // Somebody else keeps a turn open, or what changed was changed back.
    const busy = (await store.list()).some(({ state, source }) => state === 'open' && source !== 'burst');
    if (busy || now === base) {
      this.#idle = { snapshot: now, at: Date.now() };
      this.#foreign = null;
      return;
    }
    this.#burst = await store.begin({ source: 'burst', base, startedAt: new Date(first).toISOString(), watched: true });
    tell({ kind: 'began', turn: this.#burst });
    const quiet = Date.now() - (this.#foreign?.last ?? first);
    this.#wait('quiet', Math.max(times.gatherMs, times.quietMs - quiet));
  }

  /** @param isTurn false: it was a turn that a log tells of */
  async #endBurst(isTurn: boolean): Promise<void> {
    const { store, tell } = this.#options;
    const burst = this.#burst;
    if (burst === null) return;
    this.#burst = null;
    const endedAt = new Date(this.#foreign?.last ?? Date.now()).toISOString();
    const turn = await endedRecord(store, burst, () =>
      isTurn ? store.end(burst.id, { endedAt }) : store.abandon(burst.id),
    );
    this.#foreign = null;
    this.#stop();
    if (turn.head !== null) this.#idle = { snapshot: turn.head, at: Date.now() };
    tell({ kind: 'ended', turn });
  }
}
