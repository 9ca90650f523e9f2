import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Python that tests run: a name on the path or a file. */
export const PYTHON = process.env.PYTHON ?? 'python3';

/** Folder with the real packages that tests of Python read; installed by pip when it is not there yet. */
export function pythonPackages(): string {
  const folder = fileURLToPath(new URL('../.cache/python', import.meta.url));
  if (!existsSync(join(folder, 'networkx'))) {
    const requirements = fileURLToPath(new URL('../unit/python/requirements.txt', import.meta.url));
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', folder];
    execFileSync(PYTHON, [...pip, '-r', requirements], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}

/** Folder of the running Python's standard library. */
export function standardLibrary(): string {
  const script = "import sysconfig; print(sysconfig.get_paths()['stdlib'], end='')";
  return execFileSync(PYTHON, ['-c', script], { encoding: 'utf8' });
}

/** `major.minor` of the running Python. */
export function pythonVersion(): string {
  return execFileSync(PYTHON, ['-c', "import sys; print('%d.%d' % sys.version_info[:2], end='')"], {
    encoding: 'utf8',
  });
}
