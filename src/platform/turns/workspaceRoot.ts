import { statSync } from 'node:fs';
import { RewheelError } from '../../protocol/errors.ts';
import { realFolder } from '../files/realFile.ts';

/** Real path of a workspace. @throws RewheelError `not-a-folder` */
export function workspaceRoot(path: string): string {
  try {
    const root = realFolder(path);
    if (!statSync(root).isDirectory()) throw new Error('it is a file');
    return root;
  } catch (error) {
    const denied = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    const message = denied ? `${path} cannot be opened: no permission.` : `There is no folder ${path}.`;
    throw new RewheelError('not-a-folder', message, { cause: error });
  }
}
