import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { RewheelError } from '../../protocol/errors.ts';

let found: { path: string | undefined; program: string } | undefined;

/**
 * Absolute path of the git program, looked for in the absolute folders of PATH only: a program that lies in the
 * workspace must never be taken for git (some platforms look in the current folder first).
 * @throws RewheelError `git-missing`
 */
export function findGit(): string {
  const path = process.env.PATH ?? process.env.Path;
  if (found !== undefined && found.path === path) return found.program;
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const folder of (path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = join(folder, name);
    if (!isProgram(program)) continue;
    found = { path, program };
    return program;
  }
  throw new RewheelError(
    'git-missing',
    'Git was not found on PATH. Install git, or compare folders instead of revisions.',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
