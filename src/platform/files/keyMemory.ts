import type { Stats } from 'node:fs';
import type { Repository } from '../git/repository.ts';
import type { ObjectFormat } from './contentKey.ts';

/**
 * Milliseconds that a file must have lain unchanged when it was read. A file system's clock ticks in steps (up to two
 * seconds on FAT): a write in the same tick as the read would leave the same times.
 */
const SETTLED_MS = 2_500;
const MOST_FILES = 200_000;
/** Revisions whose files are remembered: a session compares with few. */
const MOST_TREES = 8;

/** Contents of a commit's files that are remembered: a turn is audited again and again, and its few changed files with it. */
const MOST_BLOB_BYTES = 8 << 20;
const LARGEST_BLOB = 512 << 10;
/** Commits that git has found to be there. */
const MOST_COMMITS = 64;

/** A file of a revision, without the repository that it is read from. */
export interface KnownTreeFile {
  path: string;
  id: string;
  size: number;
}

interface Known {
  format: ObjectFormat;
  size: number;
  modified: number;
  changed: number;
  inode: number;
  key: string;
}

/**
 * Content keys of files on disk for a process that audits the same workspace again and again: a file whose size, times and
 * inode are what they were need not be read to know its key. Files that were written shortly before they were read are
 * not remembered, since a later write could go unseen. Listings of commits, a few contents of their files, and what git told
 * of a repository, are remembered too.
 */
export class KeyMemory {
  private readonly known = new Map<string, Known>();
  private readonly trees = new Map<string, readonly KnownTreeFile[]>();
  private readonly blobs = new Map<string, Buffer>();
  private blobBytes = 0;
  private readonly commits = new Set<string>();
  private readonly ages = new Map<string, ReadonlyMap<string, number>>();
  private readonly repositories = new Map<string, { signature: string; repository: Repository }>();

  /** Key of the file at a real path, when it is the one that was read before. */
  find(path: string, stats: Stats, format: ObjectFormat): string | undefined {
    const known = this.known.get(path);
    if (
      known?.format !== format ||
      known.size !== stats.size ||
      known.modified !== stats.mtimeMs ||
      known.changed !== stats.ctimeMs ||
      known.inode !== stats.ino
    ) {
      return undefined;
    }
    return known.key;
  }

  /**
   * Remembers a key.
   * @param stats taken before the file was read
   * @param bytes length of what was read: a file that grew meanwhile is not remembered
   */
  keep(path: string, stats: Stats, bytes: number, format: ObjectFormat, key: string): void {
    const last = Math.max(stats.mtimeMs, stats.ctimeMs);
    if (bytes !== stats.size || Date.now() - last < SETTLED_MS) {
      this.known.delete(path);
      return;
    }
    if (this.known.size >= MOST_FILES) this.known.clear();
    const { size, mtimeMs: modified, ctimeMs: changed, ino: inode } = stats;
    this.known.set(path, { format, size, modified, changed, inode, key });
  }

  /** The files of a commit, which never change. `key` names all that decides which of them are listed. */
  findTree(key: string): readonly KnownTreeFile[] | undefined {
    return this.trees.get(key);
  }

  keepTree(key: string, files: readonly KnownTreeFile[]): void {
    const [oldest] = this.trees.keys();
    if (this.trees.size >= MOST_TREES && oldest !== undefined) this.trees.delete(oldest);
    this.trees.set(key, files);
  }

  /** The repository that a folder lies in, while all that decides it (`signature`) is what it was. */
  findRepository(folder: string, signature: string): Repository | undefined {
    const known = this.repositories.get(folder);
    return known?.signature === signature ? known.repository : undefined;
  }

  keepRepository(folder: string, signature: string, repository: Repository): void {
    if (this.repositories.size >= MOST_TREES) this.repositories.clear();
    this.repositories.set(folder, { signature, repository });
  }

  /** Content of an object by its id, in memory of its own. */
  findBlob(id: string): Buffer | undefined {
    const known = this.blobs.get(id);
    if (!known) return undefined;
    const copy = Buffer.allocUnsafeSlow(known.length);
    known.copy(copy);
    return copy;
  }

  keepBlob(id: string, bytes: Buffer): void {
    if (bytes.length > LARGEST_BLOB || this.blobs.has(id)) return;
    for (const [oldest, kept] of this.blobs) {
      if (this.blobBytes + bytes.length <= MOST_BLOB_BYTES) break;
      this.blobs.delete(oldest);
      this.blobBytes -= kept.length;
    }
    this.blobs.set(id, Buffer.from(bytes));
    this.blobBytes += bytes.length;
  }

  /** Whether git has said that a repository, by its shared folder, holds this commit. */
  knowsCommit(commonFolder: string, id: string): boolean {
    return this.commits.has(`${commonFolder}\0${id}`);
  }

  keepCommit(commonFolder: string, id: string): void {
    if (this.commits.size >= MOST_COMMITS) this.commits.clear();
    this.commits.add(`${commonFolder}\0${id}`);
  }

  /** When files of a commit came to be. `key` names the commit and the files. */
  findAges(key: string): ReadonlyMap<string, number> | undefined {
    return this.ages.get(key);
  }

  keepAges(key: string, ages: ReadonlyMap<string, number>): void {
    if (this.ages.size >= MOST_COMMITS) this.ages.clear();
    this.ages.set(key, ages);
  }
}
