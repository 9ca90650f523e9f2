import { readFileSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findGitEntry, gitFolders } from '../files/gitEntry.ts';

/**
 * Folders of this machine that hold the same workspace in other git worktrees of the repository around `root` (real
 * paths): an agent may have worked in one of them. Only reads files; git is not run.
 */
export function workspaceRoots(root: string): string[] {
  const top = findGitEntry(root);
  const folders = top === null ? null : gitFolders(top);
  if (top === null || folders === null) return [];
  const below = relative(top, root);
  const tops = [dirname(folders.common), ...worktreesOf(folders.common)];
  return [...new Set(tops)].filter((other) => other !== top).map((other) => join(other, below));
}

function worktreesOf(common: string): string[] {
  const list = join(common, 'worktrees');
  try {
    return readdirSync(list).flatMap((name) => {
      try {
        const entry = readFileSync(join(list, name, 'gitdir'), 'utf8').trim();
        return [realpathSync.native(dirname(entry))];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
