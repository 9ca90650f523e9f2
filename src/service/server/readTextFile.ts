import { open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { RewheelError, type ErrorCode } from '../../protocol/errors.ts';

/**
 * Text of a file that the user named or that lies at its usual place.
 * @returns null when the file does not exist and need not
 * @throws RewheelError `code` when it cannot be read, or does not exist although it was named
 */
export async function readTextFile(
  path: string,
  named: boolean,
  code: ErrorCode,
  what: string,
): Promise<string | null> {
  try {
    // Not waiting for the other end of a pipe.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat();
      if (stats.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
      if (!stats.isFile()) throw Object.assign(new Error('special file'), { code: 'EINVAL' });
      if (stats.size > MAX_BYTES) throw Object.assign(new Error('large'), { code: 'EFBIG' });
      return (await handle.readFile('utf8')).replace(/^\uFEFF/, '');
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code: reason } = error as NodeJS.ErrnoException;
    if (GONE.has(reason) && !named) return null;
    const why = GONE.has(reason) ? 'there is no such file' : (WHY.get(reason) ?? String(reason));
    throw new RewheelError(code, `${what} ${path} cannot be read: ${why}. Check the path.`, { cause: error });
  }
}

/** Nobody writes a settings, targets or baseline file of this size. */
const MAX_BYTES = 64 << 20;

/** ENOTDIR: what should be a folder on the way is a file. A workspace that is one is told of where it is opened. */
const GONE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);
const WHY: ReadonlyMap<string | undefined, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['EINVAL', 'it is no regular file'],
  ['EFBIG', 'it is larger than 64 MiB'],
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['ELOOP', 'it is a symbolic link in a circle'],
]);
