import assert from 'node:assert/strict';
import { openTurnStore, type TurnStore } from '../../../src/platform/turns/turnStore.ts';
import type { TurnRecord, WatchRequest } from '../../../src/protocol/turns.ts';
import type { WatchNews } from '../../../src/service/server/watch/watchNews.ts';
import { WorkspaceWatcher, type WatcherOptions } from '../../../src/service/server/watch/workspaceWatcher.ts';
import { texts } from '../platform/turnsSupport.ts';
import { newFolder } from '../platform/testRepository.ts';

/** Longest that something which has to happen is waited for: a test that has to fail does so then. */
const PATIENCE_MS = 60_000;

export interface Place {
  root: string;
  home: string;
  data: string;
}

export function newPlace(root: string): Place {
  return { root, home: newFolder(), data: newFolder() };
}

/** A watcher in this process, with what it told. */
export class Watching {
  readonly news: WatchNews[] = [];
  readonly place: Place;
  watcher: WorkspaceWatcher | null = null;

  constructor(place: Place) {
    this.place = place;
  }

  async start(request: Partial<WatchRequest> = {}, times: WatcherOptions['times'] = {}): Promise<this> {
    const { root, home, data } = this.place;
    this.watcher = await WorkspaceWatcher.start({
      request: { root, logs: true, logPlaces: {}, bursts: false, ...request },
      dataFolder: data,
      machine: { platform: 'linux', env: {}, home },
      times,
      tell: (news) => this.news.push(news),
    });
    return this;
  }

  turns(kind: 'began' | 'ended'): TurnRecord[] {
    return this.news.flatMap((news) => (news.kind === kind ? [news.turn] : []));
  }

  get problems(): string[] {
    return this.news.flatMap((news) => (news.kind === 'problem' ? [news.message] : []));
  }

  /** Waits until so many turns began, or ended. */
  async until(kind: 'began' | 'ended', count: number): Promise<TurnRecord> {
    await eventually(
      () => this.turns(kind).length >= count,
      () => `${count} turns ${kind}: ${JSON.stringify(this.news, null, 1)}`,
    );
    return this.turns(kind)[count - 1]!;
  }

  async stop(): Promise<void> {
    await this.watcher?.close();
    this.watcher = null;
  }

  store(): Promise<TurnStore> {
    return openTurnStore({ root: this.place.root, dataFolder: this.place.data });
  }

  async kept(): Promise<TurnRecord[]> {
    const store = await this.store();
    return store.list();
  }

  /** Path to text of a turn's two states. */
  async states({ base, head }: TurnRecord): Promise<{ base: Record<string, string>; head: Record<string, string> }> {
    const store = await this.store();
    return { base: texts(store, base), head: texts(store, head!) };
  }
}

export async function eventually(holds: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > until) assert.fail(`in vain waited for ${what()}`);
    await pause(20);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
