import picomatch from 'picomatch';
import type { FileEdit } from '../session.ts';
import { compareText } from '../../model/state.ts';

/** The workspace at the moment of a command. Paths are relative to its root, with `/`. */
export interface FileView {
  /** Text of a file; null when there is none or it is not known. */
  read(path: string): Promise<string | null>;
  /** All files, whatever their kind. The same array each time saves time: what is made of it is kept with it. */
  list(): readonly string[];
  /** Whether a path is in the list, where that is quicker to tell. */
  isFile?(path: string): boolean;
  /** Text of a file in a revision that a command names; null when it is not known. */
  revision(revision: string, path: string): Promise<string | null>;
  /** Takes an absolute path of the log (`/x`, `~/x`, `C:/x`) into the workspace: '' for its root, null outside. */
  absolute(path: string): string | null;
}

/** Files in a glob, or named by a `find`, beyond which a command is not followed. */
export const MAX_FILES = 400;

interface FileIndex {
  files: Set<string>;
  folders: Set<string>;
}

const indexes = new WeakMap<readonly string[], FileIndex>();

function indexOf(list: readonly string[]): FileIndex {
  const known = indexes.get(list);
  if (known) return known;
  const folders = new Set<string>();
  for (const file of list)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  const index = { files: new Set(list), folders };
  indexes.set(list, index);
  return index;
}

/** The files as a command line sees them, with the edits that it made itself. */
export class FileState {
  readonly edits: FileEdit[] = [];
  private readonly view: FileView;
  /** Null: deleted, or changed in a way that is not known. */
  private readonly changed = new Map<string, string | null>();
  private readonly gone = new Set<string>();
  /** Every change of a file, with the number of edits after it. */
  private readonly history = new Map<string, { edits: number; text: string | null }[]>();
  private indexed: FileIndex | undefined;

  constructor(view: FileView) {
    this.view = view;
  }

  async read(path: string): Promise<string | null> {
    const changed = this.changed.get(path);
    return changed !== undefined ? changed : this.view.read(path);
  }

  /** The file as it was after the first `moment` edits. */
  async readAt(path: string, moment: number): Promise<string | null> {
    const before = this.history.get(path)?.findLast(({ edits }) => edits <= moment);
    return before ? before.text : this.view.read(path);
  }

  revision(revision: string, path: string): Promise<string | null> {
    return this.view.revision(revision, path);
  }

  isFile(path: string): boolean {
    if (this.gone.has(path)) return false;
    return this.changed.has(path) || (this.view.isFile?.(path) ?? this.files().has(path));
  }

  isFolder(path: string): boolean {
    if (path === '') return true;
    return this.index().folders.has(path);
  }

  files(): Set<string> {
    return this.index().files;
  }

  private index(): FileIndex {
    this.indexed ??= indexOf(this.view.list());
    return this.indexed;
  }

  /** Files in a folder, at any depth. */
  below(folder: string): string[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    return [...this.files()].filter((path) => path.startsWith(prefix) && !this.gone.has(path));
  }

  /**
   * A path of a command in the workspace: '' for its root, null when it lies outside.
   * @param folder where the command runs: relative to the root, or absolute when outside
   */
  resolve(path: string, folder: string): string | null {
    const joined = this.join(path, folder);
    return isAbsolute(joined) ? null : joined;
  }

  /** Like `resolve`, but a path outside comes back as an absolute one. */
  join(path: string, folder: string): string {
    const slashed = /^[A-Za-z]:[\\/]|^\\\\|^[^/]*\\/.test(path) ? path.replaceAll('\\', '/') : path;
    if (isAbsolute(slashed)) return this.inside(slashed) ?? normal(slashed);
    if (isAbsolute(folder)) {
      const outside = normal(`${folder}/${slashed}`);
      return this.inside(outside) ?? outside;
    }
    return normal(folder === '' ? slashed : `${folder}/${slashed}`) ?? '/';
  }

  /** Files that a glob stands for, sorted as a shell does; at most `MAX_FILES`. */
  glob(pattern: string, folder: string): string[] {
    const base = this.join('.', folder);
    const absolute = this.join(pattern.replace(/[*?[{].*$/, ''), folder);
    if (isAbsolute(absolute) || isAbsolute(base)) {
      if (isAbsolute(absolute)) return [];
    }
    const full = isAbsolute(pattern)
      ? this.absolutePattern(pattern)
      : normal(base === '' ? pattern : `${base}/${pattern}`);
    if (full === null || isAbsolute(full)) return [];
    const matches = picomatch(full, { nobrace: true, noextglob: true, noglobstar: !full.includes('**/') });
    const out = [...this.files()].filter((path) => matches(path) && !this.gone.has(path)).sort(compareText);
    return out.slice(0, MAX_FILES);
  }

  /** Notes an edit and makes it, as far as the texts are known. */
  async edit(edit: FileEdit): Promise<void> {
    this.edits.push(edit);
    switch (edit.kind) {
      case 'write':
        return this.set(edit.path, edit.content);
      case 'delete':
        this.set(edit.path, null);
        this.gone.add(edit.path);
        return;
      case 'move': {
        const text = await this.read(edit.path);
        this.set(edit.to, text);
        this.set(edit.path, null);
        this.gone.add(edit.path);
        return;
      }
      default:
        return this.set(edit.path, null);
    }
  }

  private set(path: string, text: string | null): void {
    this.changed.set(path, text);
    const history = this.history.get(path) ?? [];
    history.push({ edits: this.edits.length, text });
    this.history.set(path, history);
    this.gone.delete(path);
  }

  private inside(path: string): string | null {
    const relative = this.view.absolute(path);
    return relative === null ? null : (normal(relative) ?? null);
  }

  private absolutePattern(pattern: string): string | null {
    const fixed = pattern.replace(/[^/]*[*?[{].*$/, '');
    const root = this.inside(fixed === '/' ? fixed : fixed.replace(/\/$/, ''));
    if (root === null) return null;
    return root === '' ? pattern.slice(fixed.length) : `${root}/${pattern.slice(fixed.length)}`;
  }
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:($|\/)/.test(path);
}

/** Without `.`, `..` and double slashes. A relative path that leaves its root becomes `/..`, which is outside. */
function normal(path: string): string {
  const lead = path.startsWith('/') ? '/' : '';
  const out: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') out.push(segment);
    else if (out.length > 0) out.pop();
    else if (!lead) return '/..';
  }
  return lead + out.join('/');
}
