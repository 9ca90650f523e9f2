import type { TurnEvent, WatchRequest } from '../../protocol/turns.ts';

export interface WatchedOptions {
  /** Starts an engine, which then watches everything that is remembered. */
  restart: () => Promise<unknown>;
  tell: (event: TurnEvent) => void;
}

/** Engines that may be lost within the period before watching is given up: something there kills each of them. */
const MOST_LOSSES = 8;
const PERIOD_MS = 10 * 60_000;

/** What an engine is to watch, for the next one when it is lost. */
export class Watched {
  readonly #options: WatchedOptions;
  readonly #requests = new Map<string, WatchRequest>();
  #losses: number[] = [];
  #restarting = false;

  constructor(options: WatchedOptions) {
    this.#options = options;
  }

  get requests(): WatchRequest[] {
    return [...this.#requests.values()];
  }

  has(root: string): boolean {
    return this.#requests.has(root);
  }

  add(request: WatchRequest): void {
    this.#requests.set(request.root, request);
  }

  remove(root: string): void {
    this.#requests.delete(root);
  }

  clear(): void {
    this.#requests.clear();
  }

  /** A new engine cannot watch this one any more. */
  failed(root: string, message: string): void {
    if (this.#requests.delete(root)) this.#options.tell({ root, kind: 'stopped', message });
  }

  /** The engine is gone: another one goes on, unless too many went. */
  engineLost(why: string): void {
    if (this.#requests.size === 0) return;
    const now = performance.now();
    this.#losses = [...this.#losses.filter((at) => now - at < PERIOD_MS), now];
    if (this.#losses.length > MOST_LOSSES) {
      for (const root of [...this.#requests.keys()]) this.failed(root, `the engine was lost too often: ${why}`);
      this.#losses = [];
      return;
    }
    if (this.#restarting) return;
    this.#restarting = true;
    // Whoever lost the engine is told first.
    setImmediate(() => {
      this.#restarting = false;
      // An engine that does not come up is lost again, and counted.
      this.#options.restart().catch((error: Error) => {
        if (this.#requests.size > 0 && !this.#restarting) this.engineLost(error.message);
      });
    });
  }
}
