import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isRewheelError, RewheelError } from '../../protocol/errors.ts';
import { RealFolder } from '../files/realFile.ts';
import { openGitFolder, openRepository, type Repository } from './repository.ts';
import { gitFailed } from './runGit.ts';

/** A file of a revision. */
export interface TreeFile {
  /** Relative to the workspace root, with `/`. */
  path: string;
  /** Blob id. */
  id: string;
  /** Bytes; null when the repository does not have the object (a partial clone). */
  size: number | null;
  repository: Repository;
}

export interface TreeListing {
  files: TreeFile[];
  problems: string[];
}

const MAX_SUBMODULE_DEPTH = 16;

/**
 * Lists the regular files of a commit below the folder that the repository was opened from, submodules included
 * (through their own git folders, when they are there). Symlinks are no files.
 * @param wanted which paths to list
 * @param hasSubmodule whether the state that is compared with this one has the submodule at a path
 * @throws RewheelError `git-failed`, `cancelled`
 */
export async function listTree(
  repository: Repository,
  commit: string,
  wanted: (path: string) => boolean,
  signal?: AbortSignal,
  hasSubmodule: (path: string) => boolean = () => true,
): Promise<TreeListing> {
  const listing: TreeListing = { files: [], problems: [] };
  const folder = repository.prefix.slice(0, -1);
  if (folder !== '') {
    const there = await repository.run(['rev-parse', '--verify', '--quiet', `${commit}:${folder}`], { signal });
    // The folder came later than this commit: an empty state.
    if (there.code !== 0) return listing;
  }
  await addTree({ repository, commit, folder, at: '', depth: 0, hasSubmodule }, listing, wanted, signal);
  return listing;
}

interface Place {
  repository: Repository;
  commit: string;
  /** Folder of the tree to list, without a trailing `/`; empty for all. */
  folder: string;
  /** Where its files lie below the workspace root, with a trailing `/`; empty at the root. */
  at: string;
  depth: number;
  hasSubmodule: (path: string) => boolean;
}

async function addTree(
  place: Place,
  listing: TreeListing,
  wanted: (path: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { repository, commit, folder, at } = place;
  const tree = folder === '' ? commit : `${commit}:${folder}`;
  const args = ['ls-tree', '-r', '-z', '--full-tree'];
  let output = await repository.run([...args, '-l', tree], { signal });
  const sized = output.code === 0;
  // Sizes need the objects, which a partial clone may lack.
  if (!sized) output = await repository.run([...args, tree], { signal });
  if (output.code !== 0) {
    if (/could not fetch|not our ref|missing|unable to read|not a tree object|bad tree/i.test(output.stderr)) {
      throw new RewheelError(
        'git-failed',
        `The files of ${commit} are not all in the repository at ${repository.folder} (a partial clone?). Fetch them with: git fetch --refetch --no-filter`,
      );
    }
    throw gitFailed(repository.folder, 'git ls-tree', output);
  }
  const files: TreeFile[] = [];
  const modules: { path: string; commit: string }[] = [];
  for (const record of output.stdout.toString('utf8').split('\0')) {
    const tab = record.indexOf('\t');
    if (tab < 0) continue;
    const [mode, type, id, size] = record.slice(0, tab).split(/ +/);
    const local = record.slice(tab + 1);
    const path = at + local;
    if (!isInside(path)) continue;
    if (mode === '160000') modules.push({ path: local, commit: id! });
    else if (type === 'blob' && mode !== '120000' && wanted(path)) {
      files.push({ path, id: id!, size: sized && /^\d+$/.test(size ?? '') ? Number(size) : null, repository });
    }
  }
  if (!sized) await addSizes(place, files, signal);
  const missing = files.filter((file) => file.size === null);
  if (missing.length > 0) {
    listing.problems.push(
      `${missing.length === 1 ? '1 file' : `${missing.length} files`} of ${commit.slice(0, 12)} cannot be read because the repository does not hold the content (a partial clone?), the first is ${missing[0]!.path}. Fetch it with: git fetch --refetch --no-filter`,
    );
  }
  for (const file of files) listing.files.push(file);
  if (modules.length > 0) await addSubmodules(place, modules, listing, wanted, signal);
}

/** Paths come from the repository: whatever would lead out of the workspace, or into `.git`, names no file here. */
function isInside(path: string): boolean {
  if (process.platform === 'win32' && /[\\:]/.test(path)) return false;
  return !path.split('/').some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git');
}

/** Sizes of the files that are there. Git ends over an object that a partial clone lacks, so those are found first. */
async function addSizes(place: Place, files: TreeFile[], signal: AbortSignal | undefined): Promise<void> {
  const { repository, commit } = place;
  const listed = await repository.output(['rev-list', '--objects', '--no-walk', '--missing=print', commit], { signal });
  const missing = new Set<string>();
  for (const [, id] of listed.toString('utf8').matchAll(/^\?([0-9a-f]+)$/gm)) missing.add(id!);
  const present = files.filter((file) => !missing.has(file.id));
  const input = present.map((file) => `${file.id}\n`).join('');
  const output = await repository.output(['cat-file', '--batch-check'], { input, signal });
  for (const [index, line] of output.toString('utf8').split('\n').entries()) {
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(line)?.[1];
    if (size !== undefined) present[index]!.size = Number(size);
  }
}

async function addSubmodules(
  place: Place,
  modules: { path: string; commit: string }[],
  listing: TreeListing,
  wanted: (path: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const names = await submoduleNames(place, signal);
  for (const { path, commit } of modules) {
    const at = `${place.at}${path}/`;
    if (!place.hasSubmodule(at)) {
      listing.problems.push(
        `The submodule ${at} is not checked out, so its files are left out of both states. Check it out with: git submodule update --init`,
      );
      continue;
    }
    try {
      const repository = place.depth < MAX_SUBMODULE_DEPTH ? await openSubmodule(place, path, names, signal) : null;
      const has = await repository?.run(['cat-file', '-e', `${commit}^{commit}`], { signal });
      if (!repository || has?.code !== 0) {
        listing.problems.push(
          `The submodule ${at} at ${commit.slice(0, 12)} is not in this clone, so its files are left out. Fetch it with: git submodule update --init`,
        );
        continue;
      }
      const inner = { repository, commit, folder: '', at, depth: place.depth + 1, hasSubmodule: place.hasSubmodule };
      await addTree(inner, listing, wanted, signal);
    } catch (error) {
      if (!isRewheelError(error) || error.code === 'cancelled') throw error;
      listing.problems.push(`The submodule ${at} is left out: ${error.message}`);
    }
  }
}

/** The repository of a submodule: its checked-out folder, else its git folder in the one of the repository around it. */
async function openSubmodule(
  place: Place,
  path: string,
  names: Map<string, string>,
  signal: AbortSignal | undefined,
): Promise<Repository | null> {
  const { repository } = place;
  if (repository.topLevel !== null) {
    const checkedOut = join(repository.folder, path);
    if (isRealFolder(repository.folder, `${path}/.git`)) {
      const opened = await openRepository(checkedOut, signal);
      if (opened?.topLevel === checkedOut) return opened;
    }
  }
  const whole = place.folder === '' ? path : `${place.folder}/${path}`;
  for (const name of [names.get(whole), whole]) {
    if (name === undefined || !isInside(name)) continue;
    const folder = `modules/${name}`;
    if (isRealFolder(repository.commonFolder, `${folder}/HEAD`)) {
      return openGitFolder(join(repository.commonFolder, folder), signal);
    }
  }
  return null;
}

/** True when `path` is there below `root` and no folder on the way to it is a symlink. */
function isRealFolder(root: string, path: string): boolean {
  try {
    return !lstatSync(join(root, path)).isSymbolicLink() && new RealFolder(root).isReal(path);
  } catch {
    return false;
  }
}

/** Names of the submodules by path, as the commit's `.gitmodules` gives them. */
async function submoduleNames(place: Place, signal: AbortSignal | undefined): Promise<Map<string, string>> {
  const args = ['config', '-z', `--blob=${place.commit}:.gitmodules`, '--get-regexp', '^submodule\\..*\\.path$'];
  const output = await place.repository.run(args, { signal });
  const names = new Map<string, string>();
  if (output.code !== 0) return names;
  for (const record of output.stdout.toString('utf8').split('\0')) {
    const found = /^submodule\.(.*)\.path\n(.*)$/s.exec(record);
    if (found) names.set(found[2]!, found[1]!);
  }
  return names;
}
