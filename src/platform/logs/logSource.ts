import { createReadStream } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { LogDatabase, LogSource } from '../../engine/ports/logs.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { openDatabaseCopy } from './sqliteCopy.ts';

/** Bytes that one read takes: big enough that JSON parsing, not reading, sets the pace. */
const CHUNK = 1024 * 1024;

/**
 * Opens a log file or folder.
 * @throws RewheelError `log-unreadable` when there is none
 */
export async function openLogSource(path: string): Promise<LogSource> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  const source = await sourceOf(real);
  if (!source) throw new RewheelError('log-unreadable', `${path} is neither a file nor a folder.`);
  return source;
}

async function sourceOf(path: string): Promise<LogSource | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isFile()) return new DiskLogSource(path, 'file');
  return stats?.isDirectory() ? new DiskLogSource(path, 'folder') : null;
}

class DiskLogSource implements LogSource {
  readonly kind: 'file' | 'folder';
  readonly #path: string;

  constructor(path: string, kind: 'file' | 'folder') {
    this.#path = path;
    this.kind = kind;
  }

  get path(): string {
    return this.#path.split(sep).join('/');
  }

  async size(): Promise<number | null> {
    const stats = await stat(this.#path).catch(() => null);
    if (!stats) return null;
    return stats.isFile() ? stats.size : 0;
  }

  async *bytes(start = 0): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of createReadStream(this.#path, { start, highWaterMark: CHUNK })) {
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw unreadable(this.#path, error);
    }
  }

  async entries(): Promise<{ name: string; kind: 'file' | 'folder' }[]> {
    const folder = this.kind === 'file' ? dirname(this.#path) : this.#path;
    const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
    return found
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ name: entry.name, kind: entry.isFile() ? ('file' as const) : ('folder' as const) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async beside(relative: string): Promise<LogSource | null> {
    const parts = relative.split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\:\0]/.test(part))) return null;
    const folder = this.kind === 'file' ? dirname(this.#path) : this.#path;
    const path = join(folder, ...parts);
    // The folder's path is real already: another real path below it means that a link stands in between.
    const real = await realpath(path).catch(() => null);
    return real === path ? sourceOf(path) : null;
  }

  async database(): Promise<LogDatabase | null> {
    if (this.kind === 'folder') return null;
    try {
      return await openDatabaseCopy(this.#path);
    } catch (error) {
      throw unreadable(this.#path, error);
    }
  }
}

function unreadable(path: string, error: unknown): RewheelError {
  return new RewheelError(
    'log-unreadable',
    `The log ${basename(path)} cannot be read: ${(error as Error).message}. Name a log file or folder that you may read.`,
    { cause: error },
  );
}
