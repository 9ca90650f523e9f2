import { lstatSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { FolderWatches } from './folderWatches.ts';
import { entriesOf } from './entriesOf.ts';

export interface TreeWatchOptions {
  /** Real path of the folder. */
  root: string;
  /** Git folder of the working tree (real path), where there is one. */
  gitFolder: string | null;
  /** Folders with files of the workspace, relative to the root with `/`, '' for the root. Only Linux needs them. */
  folders: () => Promise<Iterable<string>>;
  /** Whether a folder that appeared is to be watched. */
  isWanted: (folder: string) => Promise<boolean>;
  /** Something at a path (relative to the root, with `/`) changed. */
  onChange: (path: string) => void;
  /** Git changes HEAD or the index, or is about to. */
  onGit: () => void;
  /** Not all changes are told any more. */
  onFailure: (message: string) => void;
}

/** Folders above which a tree is not watched: each takes one of the user's few watches. */
const MOST_FOLDERS = 10_000;

/** Never part of a workspace's own code, and large. */
const NEVER = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.venv']);

const GIT_STATE = /^(?:HEAD|index|ORIG_HEAD|MERGE_HEAD|CHERRY_PICK_HEAD|rebase-merge|rebase-apply)(?:\.lock)?$/;

/** Tells of every change of a file below a folder. The system watches; on Linux each folder for itself. */
export class TreeWatch {
  readonly #options: TreeWatchOptions;
  readonly #watches: FolderWatches;
  #folders = new Set<string>();
  #recursive: FSWatcher | null = null;
  #closed = false;
  #failed = false;

  constructor(options: TreeWatchOptions) {
    this.#options = options;
    this.#watches = new FolderWatches(
      (folder, name, event) => {
        if (folder === options.gitFolder) {
          if (name === null || GIT_STATE.test(name)) options.onGit();
        } else if (name !== null) this.#onChange(join(folder, name), event === 'entry');
      },
      (error) => this.#fail(error.message),
    );
  }

  async start(): Promise<void> {
    const { root, gitFolder, folders } = this.#options;
    if (process.platform === 'linux') {
      this.#folders = new Set([root]);
      for (const folder of await folders()) {
        for (let at = join(root, folder); at.length > root.length && !this.#folders.has(at); at = dirname(at)) {
          this.#folders.add(at);
        }
        if (this.#tooMany()) return;
      }
    } else this.#watchAll();
    if (this.#closed) return;
    this.#watches.set([...this.#folders, ...(gitFolder === null ? [] : [gitFolder])]);
  }

  close(): void {
    this.#closed = true;
    this.#watches.close();
    this.#recursive?.close();
  }

  #watchAll(): void {
    const { root } = this.#options;
    try {
      this.#recursive = watch(root, { recursive: true, persistent: false }, (_, name) => {
        if (name !== null) this.#onChange(join(root, name), false);
      });
      this.#recursive.on('error', (error) => this.#fail(error.message));
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #onChange(path: string, entry: boolean): void {
    if (this.#closed) return;
    const below = relative(this.#options.root, path).split(sep);
    if (below[0] === '' || below[0] === '..' || below.some((name) => NEVER.has(name))) return;
    const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isFolder) {
      if (entry && process.platform === 'linux') void this.#add(path, below.join('/'));
      // A folder is no content: its files are told of themselves.
      return;
    }
    this.#options.onChange(below.join('/'));
  }

  async #add(path: string, below: string): Promise<void> {
    if (this.#failed || NEVER.has(basename(path)) || !(await this.#options.isWanted(below)) || this.#closed) return;
    const waiting = [path];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      this.#folders.add(next);
      if (this.#tooMany()) return;
      this.#watches.add(next);
      // What is in it already was written before anybody watched.
      for (const entry of entriesOf(next)) {
        if (NEVER.has(entry.name)) continue;
        const inside = join(next, entry.name);
        if (entry.isDirectory()) waiting.push(inside);
        else this.#options.onChange(relative(this.#options.root, inside).split(sep).join('/'));
      }
    }
  }

  #tooMany(): boolean {
    if (this.#folders.size <= MOST_FOLDERS) return false;
    this.#fail(`the workspace has more than ${MOST_FOLDERS} folders`);
    this.#watches.close();
    return true;
  }

  #fail(why: string): void {
    if (this.#failed || this.#closed) return;
    this.#failed = true;
    this.#options.onFailure(why);
  }
}
