import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findGitEntry, gitFolders } from '../files/gitEntry.ts';
import type { KeyMemory } from '../files/keyMemory.ts';
import { openRepository, type Repository } from './repository.ts';

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
