import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { languageOf } from '../../src/engine/language/languages.ts';
import { PROJECT } from '../support/auditFolders.ts';

/** The package that the figures of issue texts and the changelog refer to. */
const PACKAGE = 'sympy==1.12';
const MAX_BYTES = 1 << 20;

/** Sources of sympy, fetched once into test/.cache. */
export function sympySources(): string {
  const folder = join(PROJECT, 'test/.cache/bench/sympy');
  if (!existsSync(join(folder, 'sympy/__init__.py'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, PACKAGE], {
      stdio: 'inherit',
    });
  }
  return join(folder, 'sympy');
}

export interface SourceFile {
  path: string;
  text: string;
  bytes: number;
}

/** Source files below a folder in path order, up to a total size; files over 1 MiB are left out, as the audit does. */
export function sourceFiles(folder: string, megabytes = Infinity): SourceFile[] {
  const found: SourceFile[] = [];
  let total = 0;
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) walk(full);
      else if (languageOf(entry.name) && statSync(full).size <= MAX_BYTES && total < megabytes * 1e6) {
        const text = readFileSync(full, 'utf8');
        const bytes = Buffer.byteLength(text);
        total += bytes;
        found.push({ path: relative(folder, full), text, bytes });
      }
    }
  };
  walk(folder);
  return found;
}

/** A git repository with the files committed and, in the working tree, a turn that changes five of them. */
export function makeTurn(target: string, files: readonly SourceFile[]): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@rewheel.invalid', ...args], { cwd: target });
  };
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  changeFive(target, files, 0);
}

/** Writes a new function into five files, another one for each `round`. */
export function changeFive(target: string, files: readonly SourceFile[], round: number): void {
  const step = Math.max(1, Math.floor(files.length / 5));
  for (let i = 0; i < 5; i++) {
    const file = files[Math.min(files.length - 1, i * step)]!;
    const body = [
      `def bench_turn_${round}_${i}(values, factor=${round}):`,
      '    total = 0',
      '    for index, value in enumerate(values):',
      '        if value is None:',
      '            continue',
      `        total += value * factor + index - ${i}`,
      '    return sorted([total, len(values)])',
    ];
    writeFileSync(join(target, file.path), `${file.text}\n\n${body.join('\n')}\n`);
  }
}

export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
