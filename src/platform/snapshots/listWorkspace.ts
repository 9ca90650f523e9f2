import { walkFolder } from '../files/walkFolder.ts';
import { listWorkingTree, type WorkingListing } from '../git/listWorkingTree.ts';
import type { Repository } from '../git/repository.ts';

/**
 * Lists the files that belong to a workspace: those that git counts to the working tree, or without a repository a walk
 * that honours `.gitignore` files. A folder that the repository around it ignores was opened on purpose: it is walked
 * as if it stood alone.
 * @param repository opened from `root`, with a working tree; null where there is none
 * @param links list symbolic links too (git always does)
 * @returns `ignored` when the repository around ignores the folder
 * @throws RewheelError `git-failed`, `not-a-folder`, `cancelled`
 */
export async function listWorkspace(
  root: string,
  repository: Repository | null,
  signal?: AbortSignal,
  links = false,
): Promise<{ listing: WorkingListing; ignored: boolean }> {
  if (repository === null)
    return { listing: await walkListing(root, { standalone: false, signal, links }), ignored: false };
  const listing = await listWorkingTree(repository, signal);
  if (listing.files.length > 0 || !(await isIgnoredFolder(repository, signal))) return { listing, ignored: false };
  return { listing: await walkListing(root, { standalone: true, signal, links }), ignored: true };
}

/** A walk in the form of git's listing; see `walkFolder`. */
export async function walkListing(
  root: string,
  options: { standalone: boolean; signal?: AbortSignal; links?: boolean },
): Promise<WorkingListing> {
  const { files, unreadable } = await walkFolder(root, options);
  return { files: files.map((path) => ({ path, tracked: false, kept: null })), unreadable, nested: [], problems: [] };
}

async function isIgnoredFolder(repository: Repository, signal: AbortSignal | undefined): Promise<boolean> {
  if (repository.prefix === '') return false;
  return (await repository.run(['check-ignore', '-q', '--', '.'], { signal })).code === 0;
}
