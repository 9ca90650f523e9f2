import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Flags that neither follow a symlink nor wait for the other end of a pipe (0 where the platform has no such flag). */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `gone`: nothing is there; `other`: a folder, a device, a symlink, or something behind a symlink. */
export type Probe =
  { kind: 'file'; stats: Stats } | { kind: 'gone' } | { kind: 'other' } | { kind: 'unreadable'; detail: string };

/**
 * Reads files below one real folder without ever leaving it: neither the file nor a folder on the way to it may be a
 * symlink, so one real file has one path.
 */
export class RealFolder {
  readonly #root: string;
  readonly #folders = new Map<string, boolean>();

  /** @param root real path (no symlinks in it) of the folder */
  constructor(root: string) {
    this.#root = root;
  }

  /** What stands at a path. */
  probe(path: string): Probe {
    // A name that is not UTF-8 cannot be opened by the string it decodes to.
    if (path.includes('\uFFFD')) return { kind: 'unreadable', detail: 'its name is not UTF-8' };
    try {
      const stats = lstatSync(join(this.#root, path));
      if (!stats.isFile() || !this.isReal(path)) return { kind: 'other' };
      return { kind: 'file', stats };
    } catch (error) {
      return failure(error);
    }
  }

  /**
   * Reads a file, at most `limit` bytes of it. Null when it has vanished or is no regular file any more.
   * @throws the system's error when it is there and cannot be read
   */
  read(path: string, limit = Infinity): Buffer | null {
    if (path.includes('\uFFFD')) return null;
    this.#folders.clear();
    let descriptor: number;
    try {
      if (!this.isReal(path)) return null;
      descriptor = openSync(join(this.#root, path), OPEN_FLAGS);
    } catch (error) {
      if (failure(error).kind !== 'unreadable') return null;
      throw error;
    }
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return null;
      // One byte more than the file had, so that a file that grows is seen to.
      let buffer = Buffer.allocUnsafeSlow(Math.min(stats.size + 1, limit));
      let length = 0;
      while (length < limit) {
        if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit));
        const count = readSync(descriptor, buffer, length, buffer.length - length, null);
        if (count === 0) break;
        length += count;
      }
      return buffer.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  }

  /** True when no folder on the way to `path` is a symlink; throws when one cannot be looked at. Answers are kept until the next `read`. */
  isReal(path: string): boolean {
    const slash = path.lastIndexOf('/');
    if (slash < 0) return true;
    const folder = path.slice(0, slash);
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const real = this.isReal(folder) && !lstatSync(join(this.#root, folder)).isSymbolicLink();
    this.#folders.set(folder, real);
    return real;
  }
}

function failure(error: unknown): Probe {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' };
  // ELOOP: the path itself is a symlink (O_NOFOLLOW).
  if (code === 'ELOOP' || code === 'EISDIR') return { kind: 'other' };
  return { kind: 'unreadable', detail: `it cannot be read (${code ?? String(error)})` };
}

/** The real path of a folder: symlinks resolved, and on Windows the case that the disk has. */
export function realFolder(path: string): string {
  return realpathSync.native(path);
}

/** The real path of a folder; the path as it was given where there is none. */
export function realFolderOrSame(path: string): string {
  try {
    return realFolder(path);
  } catch {
    return path;
  }
}
