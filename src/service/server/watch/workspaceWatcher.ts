import { homedir } from 'node:os';
import { LOG_FORMATS } from '../../../engine/turns/sources/formats.ts';
import { openCodeStoreOf } from '../../../engine/turns/sources/openCodeStore.ts';
import type { SessionInfo } from '../../../engine/turns/session.ts';
import type { LogFormat } from '../../../engine/turns/sources/format.ts';
import { findGitEntry, gitFolders } from '../../../platform/files/gitEntry.ts';
import { TreeWatch } from '../../../platform/files/treeWatch.ts';
import { IgnoredPaths } from '../../../platform/git/ignoredPaths.ts';
import type { FoundLog, WorkspaceNames } from '../../../platform/logs/find/found.ts';
import { LogWatch, type LogChange } from '../../../platform/logs/logWatch.ts';
import { furtherPlaces, logPlaces, type LogPlace, type Machine } from '../../../platform/logs/places.ts';
import { listWorkspace } from '../../../platform/snapshots/listWorkspace.ts';
import { KeyMemory } from '../../../platform/files/keyMemory.ts';
import { openKnownRepository } from '../../../platform/git/knownRepository.ts';
import { isOrphan } from '../../../platform/turns/turnRules.ts';
import { openTurnStore, type TurnStore } from '../../../platform/turns/turnStore.ts';
import type { TurnRecord, WatchRequest } from '../../../protocol/turns.ts';
import { LogFollower } from './logFollower.ts';
import { TurnKeeper } from './turnKeeper.ts';
import type { WatchNews } from './watchNews.ts';
import { ACTIVITY_TIMES, WorkspaceActivity, type ActivityTimes } from './workspaceActivity.ts';
import { workspaceNames } from './workspaceNames.ts';

export interface WatcherOptions {
  request: WatchRequest;
  dataFolder: string;
  tell: (news: WatchNews) => void;
  /** Where agents keep their logs; this machine when left out. */
  machine?: Machine;
  times?: Partial<ActivityTimes> & { pollMs?: number };
}

/** A log that was touched before is left alone until it grows: no turn runs in it. */
const RECENT_MS = 30 * 60_000;

/** Sessions of a store of many that were touched since are read. */
const STORE_MS = 60 * 60_000;

/**
 * Watches one workspace: finds the agents' logs, keeps the turns that they tell of, and bursts of changes where none
 * does.
 */
export class WorkspaceWatcher {
  readonly #options: WatcherOptions;
  readonly #store: TurnStore;
  readonly #names: WorkspaceNames;
  readonly #keeper: TurnKeeper;
  readonly #activity: WorkspaceActivity;
  readonly #ignored: IgnoredPaths;
  readonly #known = new KeyMemory();
  readonly #orphanLogs: ReadonlySet<string>;
  readonly #followers = new Map<string, LogFollower>();
  readonly #since = Date.now();
  #logs: LogWatch | null = null;
  #tree: TreeWatch | null = null;

  private constructor(options: WatcherOptions, store: TurnStore, orphans: readonly TurnRecord[]) {
    const { request, tell, times } = options;
    this.#options = options;
    this.#store = store;
    this.#names = workspaceNames(store.root, request.root);
    this.#orphanLogs = orphanLogs(orphans);
    this.#ignored = new IgnoredPaths(() => openKnownRepository(store.root, this.#known));
    this.#activity = new WorkspaceActivity({
      store,
      bursts: request.bursts,
      times: {
        ...ACTIVITY_TIMES,
        ...(request.burstQuietMs === undefined ? {} : { quietMs: request.burstQuietMs }),
        ...times,
      },
      notIgnored: (paths) => this.#ignored.without(paths),
      run: (work) => this.#keeper.run(work),
      tell,
    });
    this.#keeper = new TurnKeeper(store, orphans, this.#activity, tell);
  }

  /**
   * Begins to watch. Turns that were left open by a process that died are closed or gone on with.
   * @throws RewheelError `not-a-folder`, `store-failed`, `git-missing`, `git-failed`, `bare-repository`
   */
  static async start(options: WatcherOptions): Promise<WorkspaceWatcher> {
    const { root, keep } = options.request;
    const limits = keep && { storeBytes: keep.bytes, days: keep.days };
    const store = await openTurnStore({ root, dataFolder: options.dataFolder, limits });
    try {
      const watcher = new WorkspaceWatcher(options, store, (await store.list()).filter(isOrphan));
      await watcher.#start();
      return watcher;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** @param paths relative to the root, with `/` */
  userEdited(paths: readonly string[]): void {
    this.#activity.userEdited(paths);
  }

  /** Resolves when everything that was seen is kept. */
  async idle(): Promise<void> {
    for (const follower of this.#followers.values()) await follower.idle();
    await this.#keeper.idle();
  }

  /** Turns that run stay open: who watches next goes on with them. */
  async close(): Promise<void> {
    this.#tree?.close();
    await this.#logs?.close();
    for (const follower of this.#followers.values()) await follower.close();
    this.#keeper.run(() => this.#activity.close());
    await this.#keeper.close();
    this.#store.close();
  }

  async #start(): Promise<void> {
    this.#keeper.adopt();
    await this.#keeper.idle();
    await this.#activity.start();
    await this.#watchFiles();
    if (this.#options.request.logs) {
      this.#logs = new LogWatch({
        places: this.#places(),
        names: this.#names,
        onLog: (log, change, changedAt) => this.#onLog(log, change, changedAt),
        onProblem: (message) => this.#keeper.problem(message),
        pollMs: this.#options.times?.pollMs,
      });
      await this.#logs.start();
    }
    await this.idle();
    this.#keeper.closeOrphans();
    await this.#keeper.idle();
  }

  #places(): LogPlace[] {
    const { request, machine } = this.#options;
    const here = { platform: process.platform, env: process.env, home: homedir() };
    return [...logPlaces(machine ?? here), ...furtherPlaces(request.logPlaces)];
  }

  #onLog(log: FoundLog, change: LogChange, changedAt: number): void {
    const known = this.#followers.get(log.path);
    if (known) return change === 'gone' ? known.gone() : known.changed();
    if (change === 'gone') return;
    const isOld = change === 'there' && changedAt < this.#since - RECENT_MS && !this.#orphanLogs.has(log.path);
    if (isOld) return;
    const follower = new LogFollower({
      log,
      formats: this.#formatsOf(log),
      change,
      changedAt,
      since: this.#since,
      belongs: (session) => this.#belongs(session),
      isResumed: (turn) => this.#keeper.isResumed(turn),
      sink: this.#keeper,
    });
    this.#followers.set(log.path, follower);
    follower.changed();
  }

  #belongs({ folders }: SessionInfo): boolean {
    return folders.some((folder) => this.#names.contains(folder));
  }

  #formatsOf({ formats }: FoundLog): LogFormat[] {
    const from = Math.min(this.#since, Date.now()) - STORE_MS;
    return LOG_FORMATS.filter(({ id }) => formats.includes(id)).map((format) =>
      format.id === 'opencode-store'
        ? openCodeStoreOf(({ directory, updatedAt }) => {
            if (updatedAt !== null && updatedAt < from) return false;
            return directory === null || this.#names.contains(directory);
          })
        : format,
    );
  }

  async #watchFiles(): Promise<void> {
    const { root } = this.#store;
    const top = findGitEntry(root);
    this.#tree = new TreeWatch({
      root,
      gitFolder: (top === null ? null : gitFolders(top)?.own) ?? null,
      folders: async () => {
        const { listing } = await listWorkspace(root, await openKnownRepository(this.#store.root, this.#known));
        return new Set(listing.files.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
      },
      isWanted: async (folder) => (await this.#ignored.without([`${folder}/`]).catch(() => [folder])).length > 0,
      onChange: (path) => {
        if (/(?:^|\/)\.gitignore$/.test(path)) this.#ignored.forget();
        if (!this.#ignored.isKnown(path)) this.#activity.changed(path);
      },
      onGit: () => this.#activity.gitWorked(),
      onFailure: (why) =>
        this.#keeper.problem(`Not all changes of files are seen (${why}): turns without a log may be missed.`),
    });
    await this.#tree.start();
  }
}

function orphanLogs(orphans: readonly { logPath: string | null }[]): ReadonlySet<string> {
  return new Set(orphans.flatMap(({ logPath }) => logPath ?? []));
}
