import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openTurnStore, type StoreLimits, type TurnStore } from '../../../src/platform/turns/turnStore.ts';
import { newFolder } from './testRepository.ts';

/** The turn store of a workspace in a data folder of its own, or in the one given. */
export function openStore(root: string, limits: Partial<StoreLimits> = {}, data = newFolder()): Promise<TurnStore> {
  return openTurnStore({ root, dataFolder: data, limits });
}

/** Files of a snapshot as git has them in the store: mode, id and path, and with the bytes where asked for. */
export function stored(store: TurnStore, id: string): { mode: string; path: string; bytes: Buffer }[] {
  const run = (...args: string[]): Buffer =>
    execFileSync('git', [`--git-dir=${objects(store)}`, ...args], { maxBuffer: 1e9, stdio: 'pipe' });
  return run('ls-tree', '-r', '-z', id)
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map((record) => {
      const tab = record.indexOf('\t');
      const [mode, , blob] = record.slice(0, tab).split(' ');
      return { mode: mode!, path: record.slice(tab + 1), bytes: run('cat-file', 'blob', blob!) };
    });
}

/** Path to text. */
export function texts(store: TurnStore, id: string): Record<string, string> {
  return Object.fromEntries(stored(store, id).map(({ path, bytes }) => [path, bytes.toString('utf8')]));
}

/** Git's own check of the store's objects; throws with what it says when something is missing or damaged. */
export function checkObjects(store: TurnStore): void {
  execFileSync('git', [`--git-dir=${objects(store)}`, 'fsck', '--full', '--no-dangling'], { stdio: 'pipe' });
}

export function objects(store: TurnStore): string {
  const sha256 = join(store.folder, 'objects-sha256.git');
  return existsSync(sha256) ? sha256 : join(store.folder, 'objects-sha1.git');
}

/** Path to content of every file below a folder. */
export function contentsOf(folder: string): Record<string, string> {
  const files = (readdirSync(folder, { recursive: true }) as string[]).sort();
  const isFile = (path: string) => statSync(join(folder, path)).isFile();
  return Object.fromEntries(files.filter(isFile).map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}
