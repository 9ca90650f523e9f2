import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { FileView } from '../../../src/engine/turns/shell/fileState.ts';
import type { CommandEffect } from '../../../src/engine/turns/shell/shownByCommand.ts';
import { shownByCommand } from '../../../src/engine/turns/shell/shownByCommand.ts';
import { installedGrammars } from '../../support/grammars.ts';

/** A folder with files, a git history of one commit, and a shell to run commands in. */
export class ShellFolder {
  readonly path: string;
  private readonly committed: Record<string, string>;

  /** @param changed files as they are now, where they differ from the commit */
  constructor(committed: Record<string, string>, changed: Record<string, string> = {}) {
    this.path = mkdtempSync(join(tmpdir(), 'rewheel-shell-'));
    this.committed = committed;
    this.write(committed);
    const git = (...args: string[]): void => void execFileSync('git', args, { cwd: this.path, stdio: 'ignore' });
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'x');
    this.write(changed);
  }

  /** The files of this moment by path, `.git` left out. */
  files(): Record<string, string> {
    const out: Record<string, string> = {};
    const visit = (folder: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.name === '.git') continue;
        if (entry.isDirectory()) visit(path);
        else if (entry.isFile()) out[relative(this.path, path)] = readFileSync(path, 'utf8');
      }
    };
    visit(this.path);
    return out;
  }

  /** The workspace as it is now, which later changes on disk do not reach. */
  view(known: Record<string, string> | null = this.files()): FileView {
    const files = known ?? {};
    return {
      read: (path) => Promise.resolve(Object.hasOwn(files, path) ? files[path]! : null),
      list: () => Object.keys(files),
      revision: (revision, path) =>
        Promise.resolve(revision === 'HEAD' && Object.hasOwn(this.committed, path) ? this.committed[path]! : null),
      absolute: (path) =>
        path === this.path ? '' : path.startsWith(`${this.path}/`) ? path.slice(this.path.length + 1) : null,
    };
  }

  /** Runs a command as agents do, errors and output in one. */
  run(command: string, cwd = ''): string {
    const ran = spawnSync('bash', ['-c', `exec 2>&1\n${command}`], {
      cwd: join(this.path, cwd),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: '/nonexistent', LC_ALL: 'C.UTF-8', GIT_PAGER: 'cat' },
    });
    return ran.stdout;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, path)), { recursive: true });
      writeFileSync(join(this.path, path), text);
    }
  }
}

/** What a command showed, for a given output. */
export function effectOf(
  text: string,
  output: string | null,
  files: FileView,
  more: { cwd?: string | null; cut?: boolean; shell?: 'posix' | 'powershell' | 'python' } = {},
): Promise<CommandEffect> {
  return shownByCommand(
    {
      command: { text, shell: more.shell ?? 'posix', argv: null, workdir: null, keepsFolder: false, terminal: null },
      cwd: more.cwd === undefined ? '' : more.cwd,
      output,
      outputCut: more.cut ?? false,
      files,
    },
    installedGrammars,
  );
}

/** Lines of one class as `{path: "1-3,5"}`. */
export function linesShown(effect: CommandEffect, kind: 'read' | 'search'): Record<string, string> {
  const lines = new Map<string, Set<number>>();
  for (const { path, class: shownClass, ranges } of effect.shown) {
    if (shownClass !== kind) continue;
    const set = lines.get(path) ?? new Set<number>();
    lines.set(path, set);
    for (const { startLine, endLine } of ranges) for (let line = startLine; line <= endLine; line++) set.add(line);
  }
  return Object.fromEntries([...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, set]) => [path, spans(set)]));
}

function spans(lines: ReadonlySet<number>): string {
  const out: string[] = [];
  const sorted = [...lines].sort((a, b) => a - b);
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i]!;
    while (sorted[i + 1] === sorted[i]! + 1) i++;
    out.push(sorted[i] === from ? String(from) : `${from}-${sorted[i]}`);
  }
  return out.join(',');
}
