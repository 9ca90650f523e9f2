import { rmSync } from 'node:fs';
import { chmod, constants, copyFile, lstat, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Database } from 'node-sqlite3-wasm';
import type { LogDatabase } from '../../engine/ports/logs.ts';

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** Bytes of a -wal's header: its salts change whenever the log of changes begins anew. */
const WAL_HEADER = 32;

/** Times that a copy is taken anew because the store was checkpointed meanwhile. */
const ATTEMPTS = 5;

const openCopies = new Set<string>();
let sweeping = false;

/**
 * Opens a private copy of a SQLite database, with the changes that still stand in its -wal. The original is only read, and
 * never through SQLite: it is neither locked nor changed, and locks of others do not matter.
 * @returns null when the file is none, or its copy cannot be read as one
 * @throws the file system's error when the file cannot be read or the copy not be written
 */
export async function openDatabaseCopy(path: string): Promise<LogDatabase | null> {
  if (!(await startOf(path, MAGIC.length))?.equals(MAGIC)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'rewheel-log-'));
  openCopies.add(folder);
  removeAtExit();
  let database: Database | null = null;
  try {
    const copy = join(folder, 'copy.db');
    await copyStore(path, copy);
    // WebAssembly of a megabyte, which most logs do not need.
    const { default: sqlite } = await import('node-sqlite3-wasm');
    database = openQuietly(() => new sqlite.Database(copy, { fileMustExist: true }));
    if (database) return new DatabaseCopy(database, folder);
    await discard(folder);
    return null;
  } catch (error) {
    await discard(folder);
    throw new Error(`${basename(path)} cannot be copied: ${(error as Error).message}`, { cause: error });
  }
}

/** Null when the copy is no database after all (cut, damaged, encrypted). */
function openQuietly(open: () => Database): Database | null {
  let database: Database | null = null;
  try {
    database = open();
    // Before the first read: there is no shared memory here, and without it a -wal is read under an exclusive lock only.
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    database.exec('PRAGMA trusted_schema=OFF');
    database.get('SELECT count(*) FROM sqlite_master');
    database.exec('PRAGMA query_only=ON');
    return database;
  } catch {
    try {
      database?.close();
    } catch {
      // The copy is removed anyway.
    }
    return null;
  }
}

/**
 * Copies the main file first, then its -wal. As long as the -wal did not begin anew in between, every page that a
 * checkpoint moved into the main file still stands in the -wal, so that the two fit together.
 */
async function copyStore(path: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = await stateOf(path);
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    // SQLite writes into the copy, whose original may be read-only.
    await chmod(copy, 0o600);
    for (const suffix of ['-wal', '-journal']) {
      await rm(copy + suffix, { force: true });
      const stats = await lstat(path + suffix).catch(() => null);
      if (!stats?.isFile() || stats.size === 0) continue;
      // It may be gone by now; then the state below is another one.
      await copyFile(path + suffix, copy + suffix).catch(() => undefined);
      await chmod(copy + suffix, 0o600).catch(() => undefined);
    }
    if (before === (await stateOf(path)) || attempt === ATTEMPTS) return;
  }
}

/** Changes when a copy that was begun before may be torn. */
async function stateOf(path: string): Promise<string> {
  const wal = await startOf(`${path}-wal`, WAL_HEADER).catch(() => null);
  if (wal && wal.length === WAL_HEADER) return wal.toString('hex');
  const { size, mtimeMs } = await lstat(path);
  return `${size} ${mtimeMs}`;
}

async function startOf(path: string, bytes: number): Promise<Buffer | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

class DatabaseCopy implements LogDatabase {
  readonly #database: Database;
  readonly #folder: string;

  constructor(database: Database, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  *rows(sql: string, parameters: (string | number | null)[] = []): Iterable<Record<string, unknown>> {
    const statement = this.#database.prepare(sql);
    try {
      yield* statement.iterate(parameters) as Iterable<Record<string, unknown>>;
    } finally {
      statement.finalize();
    }
  }

  async close(): Promise<void> {
    try {
      this.#database.close();
    } catch {
      // A damaged -wal cannot be written back into the copy, which goes anyway.
    }
    await discard(this.#folder);
  }
}

async function discard(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  openCopies.delete(folder);
}

/** A copy holds what was said in private: none stays behind when the process is stopped in the midst. */
function removeAtExit(): void {
  if (sweeping) return;
  sweeping = true;
  process.once('exit', () => {
    for (const folder of openCopies) {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // Another process will not find more in it than this one left.
      }
    }
  });
}
