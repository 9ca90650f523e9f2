import { RewheelError } from '../../protocol/errors.ts';
import { findGit } from '../git/findGit.ts';

/** @throws RewheelError `git-missing` */
export function needGit(root: string): void {
  try {
    findGit();
  } catch (error) {
    throw new RewheelError(
      'git-missing',
      `Git was not found on PATH. The turns of ${root} are kept with git, also where the folder is no repository: install git.`,
      { cause: error },
    );
  }
}
