import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/**
 * The nearest folder, from `folder` upwards, that holds a `.git` entry (a folder, or the file of a worktree or
 * submodule); null when there is none. Git itself is not asked.
 */
export function findGitEntry(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** The nearest folder, from `folder` upwards, that looks like the inside of a git folder (a bare repository), or null. */
export function findBareFolder(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, 'HEAD')) && exists(join(at, 'objects')) && exists(join(at, 'refs'))) return at;
    if (dirname(at) === at) return null;
  }
}

export interface GitFolders {
  /** The git folder of this working tree. */
  own: string;
  /** The git folder that all working trees of the repository share. */
  common: string;
}

/** Where the `.git` entry in `folder` leads to (real paths); null when it leads nowhere. Only reads files. */
export function gitFolders(folder: string): GitFolders | null {
  try {
    const entry = join(folder, '.git');
    let own = entry;
    if (!lstatSync(entry).isDirectory()) {
      const target = /^gitdir: (.+?)\r?\n?$/s.exec(readFileSync(entry, 'utf8'))?.[1];
      if (target === undefined) return null;
      own = isAbsolute(target) ? target : resolve(folder, target);
    }
    own = realpathSync.native(own);
    const shared = join(own, 'commondir');
    const common = exists(shared) ? resolve(own, readFileSync(shared, 'utf8').trim()) : own;
    return { own, common: realpathSync.native(common) };
  } catch {
    return null;
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
