import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Entry {
  name: string;
  path: string;
  kind: 'file' | 'folder';
}

/** Files and folders in a folder, links left out; empty when it is not there or may not be read. */
export async function entriesOf(folder: string): Promise<Entry[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({
      name: entry.name,
      path: join(folder, entry.name),
      kind: entry.isFile() ? ('file' as const) : ('folder' as const),
    }));
}

export async function filesOf(folder: string, matches: RegExp): Promise<Entry[]> {
  return (await entriesOf(folder)).filter(({ kind, name }) => kind === 'file' && matches.test(name));
}

export async function foldersOf(folder: string, matches = /^/): Promise<Entry[]> {
  return (await entriesOf(folder)).filter(({ kind, name }) => kind === 'folder' && matches.test(name));
}

/** True for a file that is no link. */
export async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() ?? false;
}

/** The entries that changed last, newest first. */
export async function newest<T extends { path: string }>(entries: readonly T[], most: number): Promise<T[]> {
  const timed = await Promise.all(
    entries.map(async (entry) => ({ entry, time: (await lstat(entry.path).catch(() => null))?.mtimeMs ?? 0 })),
  );
  return timed
    .sort((a, b) => b.time - a.time)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** First bytes of a file as text, '' when it cannot be read. A link is not followed and a pipe not waited for. */
export async function headOf(path: string, bytes: number): Promise<string> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => null);
  if (file === null) return '';
  try {
    if (!(await file.stat()).isFile()) return '';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close().catch(() => undefined);
  }
}

/** Remembers what the start of a file says, so that it is read once: a log's start does not change while it grows. */
export class HeadMemory<T> {
  readonly #known = new Map<string, T>();
  readonly #bytes: number;
  readonly #read: (head: string) => T | null;

  /** @param read null while too little is there to tell */
  constructor(bytes: number, read: (head: string) => T | null) {
    this.#bytes = bytes;
    this.#read = read;
  }

  async of(path: string): Promise<T | null> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const value = this.#read(await headOf(path, this.#bytes));
    if (value !== null) {
      if (this.#known.size > 10_000) this.#known.clear();
      this.#known.set(path, value);
    }
    return value;
  }
}

/** String values of a key in JSON text, as far as it is there: for a first look at a log. */
export function valuesOf(text: string, key: string): string[] {
  const found: string[] = [];
  for (const [, value] of text.matchAll(new RegExp(`"${key}"\\s*:\\s*"((?:[^"\\\\]|\\\\.){1,4096})"`, 'g'))) {
    try {
      found.push(JSON.parse(`"${value}"`) as string);
    } catch {
      // Cut within an escape.
    }
    if (found.length === 64) break;
  }
  return found;
}
