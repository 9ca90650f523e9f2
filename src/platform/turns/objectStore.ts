import { makeFolder } from '../files/makeFolder.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RewheelError } from '../../protocol/errors.ts';
import type { ObjectFormat } from '../files/contentKey.ts';
import type { Repository } from '../git/repository.ts';
import { firstLine, runGit } from '../git/runGit.ts';
import { gitStoreFailed, storeFailed, TEMPORARY, writeFault } from './storeFiles.ts';
import { initEnvironment, objectsFolder, storeRepository, type StorePlaces } from './storePlaces.ts';
import { entriesOf } from '../files/entriesOf.ts';

/** A pack without an index is removed when it is older. */
const LEFT_OVER_MS = 3_600_000;

/**
 * The git folder of the store for ids of a format, made when it is not there.
 * @throws RewheelError `store-failed`, `git-missing`
 */
export async function openObjects(places: StorePlaces, format: ObjectFormat): Promise<Repository> {
  const folder = objectsFolder(places, format);
  if (!existsSync(folder)) await makeObjects(places, folder, format);
  return storeRepository(folder, format);
}

/** A git folder is made beside and moved into place, so that a half-made one is never met. */
async function makeObjects(places: StorePlaces, folder: string, format: ObjectFormat): Promise<void> {
  const temporary = `${folder}.${randomBytes(6).toString('hex')}${TEMPORARY}`;
  try {
    makeFolder(places.folder);
  } catch (error) {
    throw storeFailed(places.folder, 'cannot be made', error);
  }
  const args = ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, temporary];
  const output = await runGit(places.folder, args, { env: initEnvironment });
  if (output.code !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    throw gitStoreFailed(places.folder, firstLine(output.stderr));
  }
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(folder)) throw storeFailed(folder, 'cannot be made', error);
  }
}

/** True when the store holds the snapshot. */
export async function hasSnapshot(repository: Repository, id: string, signal?: AbortSignal): Promise<boolean> {
  if (!existsSync(repository.folder)) return false;
  return (await repository.run(['cat-file', '-e', `${id}^{tree}`], { signal })).code === 0;
}

/** Bytes that the objects take on disk, and how many files they are in. */
export function sizeOf(repository: Repository): { bytes: number; files: number } {
  const size = { bytes: 0, files: 0 };
  const visit = (folder: string): void => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else {
        size.files++;
        size.bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      }
    }
  };
  visit(join(repository.folder, 'objects'));
  return size;
}

/**
 * Puts all that the given snapshots need into one pack, beside what is there.
 * @returns removes all that was there before and is not needed; objects that came meanwhile stay
 * @throws RewheelError `store-failed` when a snapshot is not whole or cannot be written, `cancelled`
 */
export async function packKept(
  repository: Repository,
  kept: readonly string[],
  signal?: AbortSignal,
): Promise<() => void> {
  const objects = join(repository.folder, 'objects');
  const packs = join(objects, 'pack');
  const before = objectFiles(objects);
  let made: string | null = null;
  if (kept.length > 0) {
    const input = kept.map((id) => `${id}\n`).join('');
    const args = ['pack-objects', '--quiet', '--revs', '--non-empty', join(packs, 'pack')];
    const output = await repository.run(args, { input, signal });
    if (output.code !== 0) {
      const said = firstLine(output.stderr);
      if (writeFault(said) !== null) throw gitStoreFailed(repository.folder, said);
      throw new RewheelError(
        'store-failed',
        `The turn store at ${repository.folder} is damaged, so nothing was removed from it: git says: ${said}`,
      );
    }
    made = join(packs, `pack-${output.stdout.toString('utf8').trim()}.`);
  }
  return () => {
    // A pack without its index is nothing to git, an index without its pack would be an error.
    const gone = before.filter((path) => made === null || !path.startsWith(made)).sort(indexesFirst);
    for (const path of gone) removeFile(path);
    removeLeftOvers(repository);
  };
}

function indexesFirst(a: string, b: string): number {
  return Number(b.endsWith('.idx')) - Number(a.endsWith('.idx'));
}

/**
 * Removes what was begun and not finished. Only the holder of the store's lock may: then a file that is being written can
 * only be that of a git whose parent was killed, and nobody waits for it. A full disk gets its room back so.
 */
export function removeLeftOvers(repository: Repository): void {
  const packs = join(repository.folder, 'objects', 'pack');
  const old = Date.now() - LEFT_OVER_MS;
  for (const folder of [repository.folder, join(repository.folder, 'objects'), packs]) {
    for (const { name } of entriesOf(folder)) {
      const path = join(folder, name);
      // Git puts the index in place after the pack.
      const alone = /^pack-.*\.pack$/.test(name) && !existsSync(path.replace(/pack$/, 'idx'));
      const unfinished = /^(?:tmp_|\.tmp-|fast_import_crash_)/.test(name) || name.endsWith(TEMPORARY);
      if (unfinished || (alone && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < old)) {
        removeFile(path);
      }
    }
  }
}

/** What cannot be removed now (Windows keeps a pack that another process reads) goes the next time. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It takes room and does no harm.
  }
}

/** Packs with what belongs to them, and single objects. */
function objectFiles(objects: string): string[] {
  return entriesOf(objects).flatMap(({ name }) => {
    const folder = join(objects, name);
    const wanted = name === 'pack' ? /^pack-[0-9a-f]+\.(?:pack|idx|rev|bitmap|mtimes|keep)$/ : /^[0-9a-f]{38,62}$/;
    if (name !== 'pack' && !/^[0-9a-f]{2}$/.test(name)) return [];
    return entriesOf(folder).flatMap((entry) => (wanted.test(entry.name) ? [join(folder, entry.name)] : []));
  });
}
