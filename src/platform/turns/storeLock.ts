import { makeFolder } from '../files/makeFolder.ts';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { RewheelError } from '../../protocol/errors.ts';
import { storeFailed } from './storeFiles.ts';

const ownerSchema = z.object({ pid: z.int().positive(), host: z.string(), token: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/** The holder touches its lock this often. */
const TOUCH_MS = 2_000;
/** A lock that nobody touched while we waited so long is left over, whatever process has its number now. */
const LEFT_OVER_MS = 30_000;
/** The same for one that does not name its holder. */
const NAMELESS_MS = 2_000;
const RETRY_MS = 25;

export interface LockOptions {
  /** Milliseconds to wait for another process. */
  waitMs?: number;
  signal?: AbortSignal;
}

/**
 * Does work that one process at a time may do. The lock is a file that names its holder: one whose process is gone, or
 * that is not touched any more, is taken over. Calls of one process wait for each other too.
 * @throws RewheelError `store-failed` when another process holds it too long or the file cannot be made, `cancelled`
 */
export async function withLock<T>(path: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const owner: Owner = { pid: process.pid, host: hostname(), token: randomBytes(12).toString('hex') };
  const until = Date.now() + (options.waitMs ?? 60_000);
  const watch = new LockWatch(path);
  while (!take(path, owner)) {
    if (options.signal?.aborted) throw new RewheelError('cancelled', 'Cancelled.');
    if (breakLeftOver(watch)) continue;
    if (Date.now() > until) {
      const holder = readOwner(path);
      throw new RewheelError(
        'store-failed',
        `The turn store is in use by ${holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}`}. Try again when it is done, or remove ${path} if it is not running.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (1 + Math.random())));
  }
  const touch = setInterval(() => {
    try {
      if (readOwner(path)?.token === owner.token) utimesSync(path, new Date(), new Date());
    } catch {
      // The next one may go better; nobody takes a lock over so soon.
    }
  }, TOUCH_MS);
  touch.unref();
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if (readOwner(path)?.token === owner.token) rmSync(path, { force: true });
  }
}

/** True when the process runs, as far as this machine can tell: for another machine's it is assumed. */
export function isRunning(process_: { pid: number; host: string }): boolean {
  if (process_.host !== hostname()) return true;
  try {
    process.kill(process_.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function take(path: string, owner: Owner): boolean {
  let descriptor: number;
  try {
    makeFolder(dirname(path));
    descriptor = openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Windows answers so while the file is being removed.
    if (code === 'EEXIST' || (process.platform === 'win32' && code === 'EPERM')) return false;
    throw storeFailed(path, 'cannot be made', error);
  }
  try {
    writeSync(descriptor, JSON.stringify(owner));
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw storeFailed(path, 'cannot be written', error);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes a lock that is left over. A second file makes sure that only one process does: without it, one of two that
 * saw the same old lock would remove the other's new one.
 * @returns true when it is worth trying again at once
 */
function breakLeftOver(watch: LockWatch): boolean {
  const { path } = watch;
  const seen = watch.judge();
  if (seen !== 'left-over') return seen === 'gone';
  const breaker = `${path}.break`;
  try {
    closeSync(openSync(breaker, 'wx', 0o600));
  } catch {
    if (Date.now() - (touchedAt(breaker) ?? Infinity) > LEFT_OVER_MS) rmSync(breaker, { force: true });
    return false;
  }
  try {
    if (watch.judge() === 'left-over') rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(breaker, { force: true });
  }
}

/**
 * Looks at a lock that another process holds. How long it lay untouched is measured by our own clock while we wait: the
 * time of day may jump, and a holder that slept with the machine has to have its chance to go on.
 */
class LockWatch {
  #touched: number | null = null;
  #since = 0;

  constructor(readonly path: string) {}

  judge(): 'gone' | 'held' | 'left-over' {
    const touched = touchedAt(this.path);
    if (touched === null) return 'gone';
    if (touched !== this.#touched) {
      this.#touched = touched;
      this.#since = performance.now();
    }
    const untouched = performance.now() - this.#since;
    const owner = readOwner(this.path);
    // A holder that was killed before it wrote its name, or is about to write it.
    if (owner === null) return untouched > NAMELESS_MS ? 'left-over' : 'held';
    return untouched > LEFT_OVER_MS || !isRunning(owner) ? 'left-over' : 'held';
  }
}

/** When the file was touched, in ms since the epoch; null when it is not there. */
function touchedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function readOwner(path: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
