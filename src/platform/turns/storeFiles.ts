import { makeFolder } from '../files/makeFolder.ts';
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RewheelError } from '../../protocol/errors.ts';

/** Files that a killed process left half-written end like this. */
export const TEMPORARY = '.tmp';

/**
 * Puts a file in place whole: it is written beside, brought to the disk, and renamed. Folders are made as needed.
 * @param durable false for what can be made anew: then only the death of the process is provided for
 * @throws RewheelError `store-failed`
 */
export function writeWhole(path: string, content: string | Uint8Array, durable = true): void {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}${TEMPORARY}`;
  try {
    makeFolder(dirname(path));
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      if (durable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    if (durable) syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw storeFailed(path, 'cannot be written', error);
  }
}

/** Removes what killed processes left half-written in a folder. Only the holder of the store's lock may. */
export function removeTemporaries(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (name.endsWith(TEMPORARY)) rmSync(join(folder, name), { recursive: true, force: true });
    }
  } catch {
    // It takes room and does no harm.
  }
}

/** Text of a file; null when it is not there. @throws RewheelError `store-failed` */
export function readWhole(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw storeFailed(path, 'cannot be read', error);
  }
}

/** An error that says what to do about a file of the store. */
export function storeFailed(path: string, what: string, error: unknown): RewheelError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new RewheelError('store-failed', `${path} ${what}: ${cure(code ?? message)}`, { cause: error });
}

/** As `storeFailed`, for what git said of the folder that it could not write. */
export function gitStoreFailed(folder: string, said: string): RewheelError {
  const code = writeFault(said);
  const why = code === null ? `git says: ${said}` : cure(code);
  return new RewheelError('store-failed', `The turn store at ${folder} cannot be written: ${why}`);
}

/** The system's code for what git says when it cannot write; null when it says something else. */
export function writeFault(said: string): string | null {
  if (/no space left|out of diskspace|disk quota exceeded/i.test(said)) return 'ENOSPC';
  if (/permission denied|operation not permitted/i.test(said)) return 'EACCES';
  return /read-only file system/i.test(said) ? 'EROFS' : null;
}

function cure(code: string): string {
  const elsewhere = 'or let REWHEEL_DATA name another data folder.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk is full. Make room there, ${elsewhere}`;
  if (code === 'EACCES' || code === 'EPERM') return `no permission. Make it yours, ${elsewhere}`;
  if (code === 'EROFS') return `the disk cannot be written. Make it writable, ${elsewhere}`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `a file stands where a folder must be. Move it away, ${elsewhere}`;
  return code;
}

/** Brings a rename to the disk, on the systems that can. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows has no such thing.
  }
}
