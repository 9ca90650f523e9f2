import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findGitEntry, gitFolders } from '../files/gitEntry.ts';
import { openRepository, type Repository } from '../git/repository.ts';

/** The repository that a workspace lies in, for a process that asks again and again. */
export class WorkspaceRepository {
  private opened: { stamp: string; repository: Repository | null } | null = null;

  /** @param root real path of the workspace */
  constructor(private readonly root: string) {}

  /** Git is asked again only when the `.git` entry or its settings are others. @throws RewheelError as `openRepository` */
  async open(signal?: AbortSignal): Promise<Repository | null> {
    const stamp = this.stamp();
    if (stamp !== null && stamp === this.opened?.stamp) return this.opened.repository;
    const repository = await openRepository(this.root, signal);
    this.opened = stamp === null ? null : { stamp, repository };
    return repository;
  }

  /** What decides how git sees the folder; null when it lies in no ordinary repository. */
  private stamp(): string | null {
    const top = findGitEntry(this.root);
    const folders = top === null ? null : gitFolders(top);
    if (top === null || folders === null) return null;
    const files = [join(folders.own, 'HEAD'), join(folders.common, 'config')].map((path) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    });
    return [top, folders.own, folders.common, ...files].join('\0');
  }
}
