import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { onPath } from '../../../src/build/host/hostInstall.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { PYTHON } from '../../support/pythonPackages.ts';
import type { PackageSources } from './model.ts';

const CACHE = join(PROJECT, 'test/.cache/accuracy');

/** Where a package's TypeScript sources are inside of what npm installs; `src` when it is not named here. */
const SOURCE_FOLDERS: Record<string, string> = { ajv: 'lib' };

/** Not the package's own code: data, other languages' texts, tests. */
const LEFT_OUT =
  /^(__pycache__|tests?|testing|__tests__|locales?|benchmarks?|node_modules)$|\.(pyc|so|d\.ts|map|test\.ts|spec\.ts)$/;

/** Python sources of a requirement such as `click==8.1.7`, fetched once from PyPI into test/.cache. */
export function pythonSources(requirement: string): PackageSources {
  const folder = fetchedOnce(`python/${requirement}`, (into) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile', '--target', into];
    execFileSync(PYTHON, ['-m', 'pip', 'install', ...options, requirement], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (const name of readdirSync(into))
      if (/\.(dist-info|data)$|^bin$/.test(name)) rmSync(join(into, name), { recursive: true });
  });
  return { name: requirement.split('==')[0]!.toLowerCase().replaceAll('-', '_'), root: folder };
}

/** TypeScript sources of a requirement such as `rxjs@7.8.2`, fetched once from npm into test/.cache. */
export function typescriptSources(requirement: string): PackageSources {
  const name = requirement.slice(0, requirement.lastIndexOf('@'));
  const folder = fetchedOnce(`npm/${requirement.replace('/', '__')}`, (into) => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', into];
    execFileSync('npm', ['install', ...options, requirement], { stdio: ['ignore', 'ignore', 'inherit'] });
    const installed = join(into, 'node_modules', name);
    cpSync(join(installed, SOURCE_FOLDERS[name] ?? 'src'), join(into, 'src'), { recursive: true });
    rmSync(join(into, 'node_modules'), { recursive: true });
  });
  return { name: basename(name).replaceAll('-', '_'), root: folder };
}

/** Sources of a Go module such as `github.com/spf13/cobra@v1.8.1`, fetched once by `go`; null where that is not there. */
export function goSources(module: string): string | null {
  if (!onPath('go') && !existsSync(join(CACHE, 'go', module.replaceAll('/', '__')))) return null;
  return fetchedOnce(`go/${module.replaceAll('/', '__')}`, (into) => {
    const told = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8', cwd: into });
    cpSync((JSON.parse(told) as { Dir: string }).Dir, into, { recursive: true });
  });
}

/** Pinned dependencies of a folder with a lock file, installed once into test/.cache; returns the folder there. */
export function installedBeside(folder: string): string {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const target = join(CACHE, basename(folder));
  const copy = join(target, 'package-lock.json');
  if (existsSync(copy) && readFileSync(copy, 'utf8') === lock && existsSync(join(target, 'node_modules')))
    return target;
  rmSync(target, { recursive: true, force: true });
  cpSync(folder, target, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: target,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return target;
}

/** Copies the sources of a package to where a workspace begins. */
export function copySources({ root }: PackageSources, to: string): void {
  cpSync(root, to, { recursive: true, filter: (from) => from === root || !LEFT_OUT.test(basename(from)) });
}

function fetchedOnce(place: string, fetch: (into: string) => void): string {
  const folder = join(CACHE, place);
  if (!existsSync(folder)) {
    const half = `${folder}.part`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    fetch(half);
    renameSync(half, folder);
  }
  return folder;
}
