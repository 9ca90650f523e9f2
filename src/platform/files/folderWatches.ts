import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export type FolderEvent = 'entry' | 'content';

/**
 * How far up a folder that is not there is waited for. macOS tells of everything below a watched folder, so that a home
 * folder is better left alone.
 */
const LEVELS = process.platform === 'darwin' ? 1 : 6;

interface Watched {
  watcher: FSWatcher;
  /** Identity of the folder: one that was made anew is watched anew. */
  stamp: string;
  /** Wanted folders, each with the entry on the way to it; null: this folder itself. */
  wanted: Map<string, string | null>;
}

/**
 * Tells of changes right in a set of folders. A folder that is not there yet is told of when it appears. The system
 * watches: nothing is polled, and nothing happens while nothing changes.
 */
export class FolderWatches {
  readonly #onEvent: (folder: string, name: string | null, event: FolderEvent) => void;
  readonly #onFailure: (error: Error) => void;
  readonly #watched = new Map<string, Watched>();

  /**
   * @param onEvent `name` is the entry that changed, null when it is not known; `entry`: it appeared, vanished or was
   *   renamed, `content`: something was written to it
   * @param onFailure the system does not give another watch: what changes there is not told
   */
  constructor(
    onEvent: (folder: string, name: string | null, event: FolderEvent) => void,
    onFailure: (error: Error) => void,
  ) {
    this.#onEvent = onEvent;
    this.#onFailure = onFailure;
  }

  get size(): number {
    return this.#watched.size;
  }

  /** Watches these folders and no others. */
  set(folders: Iterable<string>): void {
    const wanted = new Map<string, Map<string, string | null>>();
    for (const folder of folders) {
      const there = nearest(folder);
      if (there === null) continue;
      const entry = there === folder ? null : relative(there, folder).split(sep)[0]!;
      wanted.set(there, (wanted.get(there) ?? new Map<string, string | null>()).set(folder, entry));
    }
    for (const [folder, { watcher }] of this.#watched) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watched.delete(folder);
    }
    for (const [folder, entries] of wanted) this.#watch(folder, entries);
  }

  /** Watches one more folder, which is there. */
  add(folder: string): void {
    const wanted = this.#watched.get(folder)?.wanted ?? new Map<string, string | null>();
    this.#watch(folder, wanted.set(folder, null));
  }

  close(): void {
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  #watch(folder: string, wanted: Map<string, string | null>): void {
    const known = this.#watched.get(folder);
    const stamp = stampOf(folder);
    if (known && known.stamp === stamp) {
      known.wanted = wanted;
      return;
    }
    known?.watcher.close();
    this.#watched.delete(folder);
    if (stamp === null) return;
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        for (const [each, entry] of this.#watched.get(folder)?.wanted ?? []) {
          if (entry === null) this.#onEvent(each, name, event === 'rename' ? 'entry' : 'content');
          else if (name === null || name === entry) this.#onEvent(each, null, 'entry');
        }
      });
      // Windows says so when the folder is removed.
      watcher.on('error', () => {
        watcher.close();
        this.#watched.delete(folder);
        for (const each of wanted.keys()) this.#onEvent(each, null, 'entry');
      });
      this.#watched.set(folder, { watcher, stamp, wanted });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#onFailure(error as Error);
    }
  }
}

/** The folder, else the nearest one above it that is there. */
function nearest(folder: string): string | null {
  for (let at = folder, level = 0; level <= LEVELS; level++, at = dirname(at)) {
    if (dirname(at) === at) return null;
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory()) return at;
  }
  return null;
}

function stampOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(join(folder, '.'));
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
