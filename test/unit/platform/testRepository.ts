import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openStates, type OpenedStates, type StatesRequest } from '../../../src/platform/snapshots/openStates.ts';

const made: string[] = [];

/** A new folder outside every repository; `removeFolders` takes all of them away. */
export function newFolder(): string {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'rewheel-platform-')));
  made.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export function write(root: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Runs git as a user would, with a fixed identity and date, and none of the machine's settings. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
      GIT_AUTHOR_DATE: '2024-01-02T03:04:05Z',
      GIT_COMMITTER_DATE: '2024-01-02T03:04:05Z',
    },
  }).trimEnd();
}

/** A repository with one commit of these files on the branch `main`. */
export function newRepository(files: Record<string, string | Uint8Array>, ...initArgs: string[]): string {
  const root = newFolder();
  git(root, 'init', '-q', '-b', 'main', ...initArgs);
  write(root, files);
  commit(root, 'first');
  return root;
}

export function commit(root: string, subject: string): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', subject);
  return git(root, 'rev-parse', 'HEAD');
}

export function open(root: string, request: Partial<StatesRequest> = {}): Promise<OpenedStates> {
  return openStates({
    root,
    base: null,
    head: { kind: 'working-tree' },
    overlay: {},
    trusted: true,
    include: [],
    exclude: [],
    ...request,
  });
}

export function revision(name: string): { kind: 'revision'; revision: string } {
  return { kind: 'revision', revision: name };
}

export function paths(entries: { path: string }[]): string[] {
  return entries.map((entry) => entry.path);
}

export function keys(entries: { path: string; contentKey: string }[]): Record<string, string> {
  return Object.fromEntries(entries.map((entry) => [entry.path, entry.contentKey]));
}

export async function text(
  state: { read(path: string): Promise<Uint8Array | null> },
  path: string,
): Promise<string | null> {
  const bytes = await state.read(path);
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
}

/** Digest of everything below a folder: names, kinds, contents, and times of change. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    const stats = lstatSync(path);
    hash.update(`${path}\0${stats.mode}\0${stats.size}\0${stats.mtimeMs}\0`);
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stats.isFile()) hash.update(readFileSync(path));
  };
  visit(folder);
  return hash.digest('hex');
}
