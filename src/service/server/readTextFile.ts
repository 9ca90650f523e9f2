import { readFile } from 'node:fs/promises';
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
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code: reason } = error as NodeJS.ErrnoException;
    if (GONE.has(reason) && !named) return null;
    const why = GONE.has(reason) ? 'there is no such file' : (WHY.get(reason) ?? String(reason));
    throw new RewheelError(code, `${what} ${path} cannot be read: ${why}. Check the path.`, { cause: error });
  }
}

/** ENOTDIR: what should be a folder on the way is a file. A workspace that is one is told of where it is opened. */
const GONE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);
const WHY: ReadonlyMap<string | undefined, string> = new Map([
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['ELOOP', 'it is a symbolic link in a circle'],
]);
