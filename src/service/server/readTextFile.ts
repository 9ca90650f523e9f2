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
    if (reason === 'ENOENT' && !named) return null;
    const why = reason === 'ENOENT' ? 'there is no such file' : reason === 'EISDIR' ? 'it is a folder' : String(reason);
    throw new RewheelError(code, `${what} ${path} cannot be read: ${why}. Check the path.`, { cause: error });
  }
}
