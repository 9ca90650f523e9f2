import { join } from 'node:path';
import { FolderWatches, type FolderEvent } from '../files/folderWatches.ts';
import type { FoundLog, WorkspaceNames } from './find/found.ts';
import { logFinders } from './findLogs.ts';
import { logStamp } from './logStamp.ts';
import type { LogPlace } from './places.ts';

/**
 * `there`: it was there when watching began; `new`: it appeared since; `grown`: it changed in any way; `gone`: it is not
 * there any more.
 */
export type LogChange = 'there' | 'new' | 'grown' | 'gone';

export interface LogWatchOptions {
  places: readonly LogPlace[];
  names: WorkspaceNames;
  /** @param changedAt when the log changed last, in ms; 0 when it is gone */
  onLog: (log: FoundLog, change: LogChange, changedAt: number) => void;
  onProblem: (message: string) => void;
  /** Milliseconds between looks that do not wait for the system to tell of a change. */
  pollMs?: number;
}

/** A safety net only: network drives and folders that nobody could watch. */
const POLL_MS = 30_000;

/** When the system gives no watches, this is all there is. */
const POLL_WITHOUT_WATCHES_MS = 2_000;

/** Milliseconds that changes are gathered for. */
const GATHER_MS = 25;

/** Least milliseconds between two searches of a place, after a new entry and after another change. */
const SEARCH_GAP_MS = { entry: 150, content: 2_000 };

/** Searches of a place that other workspaces' agents write to take at most a part of the time. */
const SEARCH_SHARE = 20;

interface KnownLog {
  log: FoundLog;
  stamp: string | null;
}

interface KnownPlace {
  place: LogPlace;
  folders: Set<string>;
  logs: Set<string>;
  searchedAt: number;
  timer: NodeJS.Timeout | null;
  dueAt: number;
}

/** Finds the logs of a workspace in their places, and tells when one appears, grows or goes. */
export class LogWatch {
  readonly #options: LogWatchOptions;
  readonly #finders = logFinders();
  readonly #places: KnownPlace[];
  readonly #logs = new Map<string, KnownLog>();
  /** Paths that tell of a change of a log: its parts. */
  readonly #parts = new Map<string, Set<string>>();
  readonly #watches: FolderWatches;
  readonly #changed = new Set<string>();
  #gathering: NodeJS.Timeout | null = null;
  #poll: NodeJS.Timeout | null = null;
  #begun = false;
  #closed = false;
  #failed = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: LogWatchOptions) {
    this.#options = options;
    this.#places = options.places.map((place) => ({
      place,
      folders: new Set(),
      logs: new Set(),
      searchedAt: 0,
      timer: null,
      dueAt: 0,
    }));
    this.#watches = new FolderWatches(
      (folder, name, event) => this.#onEvent(folder, name, event),
      (error) => this.#onFailure(error),
    );
  }

  /** Looks for the logs that are there, and goes on watching. */
  async start(): Promise<void> {
    await this.#lookAtAll();
    this.#begun = true;
    this.#schedulePoll();
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#watches.close();
    for (const { timer } of this.#places) if (timer) clearTimeout(timer);
    if (this.#gathering) clearTimeout(this.#gathering);
    if (this.#poll) clearTimeout(this.#poll);
    return this.#queue;
  }

  /** One after the other: two searches of a place would tell of a new log twice. */
  #lookAtAll(): Promise<void> {
    return this.#enqueue(async () => {
      for (const place of this.#places) await this.#search(place);
      this.#watchFolders();
      for (const path of this.#logs.keys()) await this.#check(path);
    });
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        this.#options.onProblem(`Looking for logs failed: ${(error as Error).message}`);
      }
    });
    return this.#queue;
  }

  #schedulePoll(): void {
    if (this.#closed) return;
    const wait = this.#options.pollMs ?? (this.#failed ? POLL_WITHOUT_WATCHES_MS : POLL_MS);
    this.#poll = setTimeout(() => void this.#lookAtAll().then(() => this.#schedulePoll()), wait);
    // Watching keeps no process alive that has nothing else to do.
    this.#poll.unref();
  }

  #onFailure(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#options.onProblem(
      `The system does not tell of changes any more (${error.message}): logs are looked at every ${POLL_WITHOUT_WATCHES_MS / 1000} seconds.`,
    );
  }

  #onEvent(folder: string, name: string | null, event: FolderEvent): void {
    if (this.#closed) return;
    const path = name === null ? null : join(folder, name);
    const exact = path === null ? undefined : this.#parts.get(path);
    for (const log of exact ?? this.#parts.get(folder) ?? []) this.#changed.add(log);
    if (this.#changed.size > 0) {
      this.#gathering ??= setTimeout(() => {
        this.#gathering = null;
        const paths = [...this.#changed];
        this.#changed.clear();
        void this.#enqueue(async () => {
          for (const each of paths) await this.#check(each);
        });
      }, GATHER_MS);
    }
    if (exact && event === 'content') return;
    for (const place of this.#places) if (place.folders.has(folder)) this.#searchSoon(place, event);
  }

  #searchSoon(place: KnownPlace, event: FolderEvent): void {
    const dueAt = Math.max(performance.now() + GATHER_MS, place.searchedAt + SEARCH_GAP_MS[event]);
    if (place.timer) {
      if (place.dueAt <= dueAt) return;
      clearTimeout(place.timer);
    }
    place.dueAt = dueAt;
    place.timer = setTimeout(() => {
      place.timer = null;
      void this.#enqueue(async () => {
        await this.#search(place);
        this.#watchFolders();
      });
    }, dueAt - performance.now());
  }

  async #search(place: KnownPlace): Promise<void> {
    const startedAt = performance.now();
    const finding = await this.#finders[place.place.layout](place.place, this.#options.names);
    const logs = new Map(finding.logs.map((log) => [log.path, log]));
    for (const log of logs.values()) await this.#found(log);
    for (const path of place.logs) if (!logs.has(path)) await this.#check(path);
    place.logs = new Set(logs.keys());
    place.folders = new Set(finding.folders);
    place.searchedAt = performance.now() + (performance.now() - startedAt) * SEARCH_SHARE;
  }

  async #found(log: FoundLog): Promise<void> {
    const known = this.#logs.get(log.path);
    if (known) {
      if (known.log.parts.join('\0') !== log.parts.join('\0')) this.#setParts(known.log, log);
      known.log = log;
      if (known.stamp === null) await this.#check(log.path);
      return;
    }
    const { value, changedAt } = await logStamp(log);
    if (value === null) return;
    this.#logs.set(log.path, { log, stamp: value });
    this.#setParts(null, log);
    if (!this.#closed) this.#options.onLog(log, this.#begun ? 'new' : 'there', changedAt);
  }

  async #check(path: string): Promise<void> {
    const known = this.#logs.get(path);
    if (!known) return;
    const { value, changedAt } = await logStamp(known.log);
    if (value === known.stamp || this.#closed) return;
    const change = value === null ? 'gone' : known.stamp === null ? 'new' : 'grown';
    known.stamp = value;
    this.#options.onLog(known.log, change, changedAt);
  }

  #setParts(before: FoundLog | null, now: FoundLog): void {
    for (const part of before?.parts ?? []) this.#parts.get(part)?.delete(now.path);
    for (const part of now.parts) this.#parts.set(part, (this.#parts.get(part) ?? new Set()).add(now.path));
  }

  #watchFolders(): void {
    if (this.#closed) return;
    this.#watches.set(this.#places.flatMap(({ folders }) => [...folders]));
  }
}
