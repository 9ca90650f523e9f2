import { join } from 'node:path';
import { isRewheelError } from '../../protocol/errors.ts';
import { realFolder } from '../files/realFile.ts';
import { openRepository, type Repository } from './repository.ts';
import { gitFailed } from './runGit.ts';

/** A path that git counts to the working tree; whether a file is there is for the reader to see. */
export interface WorkingFile {
  /** Relative to the workspace root, with `/`. */
  path: string;
  /** In the index: when nothing is on disk the file was deleted. Others were there a moment ago. */
  tracked: boolean;
  /**
   * For a file that a sparse checkout keeps off the disk: where its content is. It belongs to the working tree all the
   * same: git does not take it for deleted.
   */
  kept: { id: string; repository: Repository } | null;
}

export interface WorkingListing {
  files: WorkingFile[];
  /** Folders (with a trailing `/`) that could not be listed. */
  unreadable: { path: string; detail: string }[];
  /** Repositories inside that are no submodules (with a trailing `/`); their files are in `files`. */
  nested: string[];
  problems: string[];
}

/**
 * Lists what git counts to the working tree below the folder that the repository was opened from: tracked files, and
 * untracked ones that no exclude rule (of any level, the user's own included) ignores. Checked-out submodules and
 * repositories that lie inside are listed through their own git. Further working trees of the same repository are left
 * out: they are other copies of the same files.
 * @throws RewheelError `git-failed`, `cancelled`
 */
export async function listWorkingTree(repository: Repository, signal?: AbortSignal): Promise<WorkingListing> {
  const listing: WorkingListing = { files: [], unreadable: [], nested: [], problems: [] };
  await addWorkingTree(repository, '', listing, new Set([repository.commonFolder]), signal);
  return listing;
}

async function addWorkingTree(
  repository: Repository,
  at: string,
  listing: WorkingListing,
  seen: Set<string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const args = ['ls-files', '-z', '-t', '--stage', '--cached', '--others', '--exclude-standard'];
  const output = await repository.run(args, { signal });
  if (output.code !== 0) throw gitFailed(repository.folder, 'git ls-files', output);
  for (const [, said] of output.stderr.matchAll(/^warning: could not open directory '(.*)': .*$/gm)) {
    // Git names the folder from the top of the working tree.
    if (said!.startsWith(repository.prefix)) {
      listing.unreadable.push({ path: at + said!.slice(repository.prefix.length), detail: 'it cannot be listed' });
    }
  }
  const inside: { path: string; submodule: boolean }[] = [];
  let last = '';
  for (const record of output.stdout.toString('utf8').split('\0')) {
    if (record === '') continue;
    if (record.startsWith('? ')) {
      const path = record.slice(2);
      if (path.endsWith('/')) inside.push({ path: path.slice(0, -1), submodule: false });
      else listing.files.push({ path: at + path, tracked: false, kept: null });
      continue;
    }
    const tab = record.indexOf('\t');
    const [tag, mode, id] = record.slice(0, tab).split(' ');
    const path = record.slice(tab + 1);
    // A conflict has up to three entries of one path.
    if (path === last) continue;
    last = path;
    if (mode === '160000') inside.push({ path, submodule: true });
    else if (mode !== '120000') {
      listing.files.push({
        path: at + path,
        tracked: true,
        kept: tag?.toUpperCase() === 'S' ? { id: id!, repository } : null,
      });
    }
    // An entry that is a symlink in the index may have become a file on disk.
    else listing.files.push({ path: at + path, tracked: true, kept: null });
  }
  for (const { path, submodule } of inside) {
    const folder = join(repository.folder, path);
    try {
      if (!isReal(folder)) continue;
      const inner = await openRepository(folder, signal);
      // A submodule that is not checked out lies in the repository around it.
      if (inner?.topLevel !== folder || seen.has(inner.commonFolder)) continue;
      if (!submodule) listing.nested.push(`${at}${path}/`);
      await addWorkingTree(inner, `${at}${path}/`, listing, new Set([...seen, inner.commonFolder]), signal);
    } catch (error) {
      if (!isRewheelError(error) || error.code === 'cancelled') throw error;
      listing.problems.push(`${at}${path}/ is left out: ${error.message}`);
    }
  }
}

/** False for a folder that is gone or that a symlink stands for. */
function isReal(folder: string): boolean {
  try {
    return realFolder(folder) === folder;
  } catch {
    return false;
  }
}
