import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findGitEntry, gitFolders } from '../files/gitEntry.ts';
import type { KeyMemory } from '../files/keyMemory.ts';
import { openRepository, type Repository } from './repository.ts';
import { resolveRevision } from './revisions.ts';

/**
 * Like `openRepository`, without asking git again while nothing that decides its answers has changed: for a process that
 * audits the same workspace again and again.
 */
export async function openKnownRepository(
  folder: string,
  memory: KeyMemory | null,
  signal?: AbortSignal,
): Promise<Repository | null> {
  const signature = memory && signatureOf(folder);
  if (!signature) return openRepository(folder, signal);
  const known = memory.findRepository(folder, signature);
  if (known) return known;
  const repository = await openRepository(folder, signal);
  if (repository) memory.keepRepository(folder, signature, repository);
  return repository;
}

/**
 * Like `resolveRevision`, without asking git for `HEAD` while the files that hold it name a commit that git has found to be
 * there. Where they do not say it plainly (packed refs, other ref stores, a damaged file), git is asked.
 */
export async function resolveKnownRevision(
  repository: Repository,
  revision: string,
  memory: KeyMemory | null,
  signal?: AbortSignal,
): Promise<string> {
  const said = memory && revision === 'HEAD' ? headSaid(repository) : null;
  if (said && memory?.knowsCommit(repository.commonFolder, said)) return said;
  const id = await resolveRevision(repository, revision, signal);
  if (said === id) memory?.keepCommit(repository.commonFolder, id);
  return id;
}

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The commit that HEAD names by its own file, or through the file of a branch. */
function headSaid({ topLevel, commonFolder }: Repository): string | null {
  const folders = topLevel === null ? null : gitFolders(topLevel);
  if (folders?.common !== commonFolder) return null;
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'latin1').trimEnd();
    } catch {
      return '';
    }
  };
  // A branch named HEAD makes the name ambiguous: git says so.
  if (existsSync(join(commonFolder, 'refs/heads/HEAD')) || existsSync(join(commonFolder, 'refs/tags/HEAD')))
    return null;
  const head = read(join(folders.own, 'HEAD'));
  if (ID.test(head)) return head;
  const branch = /^ref: (refs\/heads\/[\w./-]+)$/.exec(head)?.[1];
  if (branch === undefined || branch.split('/').includes('..')) return null;
  const id = read(join(commonFolder, branch));
  return ID.test(id) ? id : null;
}

/** All that decides how git sees the folder; null where other files may have a say (includes), or it cannot be read. */
function signatureOf(folder: string): string | null {
  const top = findGitEntry(folder);
  const folders = top === null ? null : gitFolders(top);
  if (top === null || folders === null) return null;
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const configs = [read(join(folders.common, 'config')), read(join(folders.own, 'config.worktree'))];
  if (configs.some((text) => /^\s*\[\s*include/im.test(text))) return null;
  return JSON.stringify([top, folders, configs, existsSync(join(folders.common, 'shallow'))]);
}
