import { WorkspacePaths } from '../../../engine/turns/exposure/workspacePaths.ts';
import { workspaceRoots } from '../../../platform/git/workspaceRoots.ts';
import type { WorkspaceNames } from '../../../platform/logs/find/found.ts';

/** Milliseconds that the list of git worktrees is used for: agents make new ones. */
const FRESH_MS = 5_000;

/**
 * The workspace as logs may name it.
 * @param root its real path
 * @param given as the front end named it, perhaps by a link
 */
export function workspaceNames(root: string, given: string): WorkspaceNames {
  let known: { at: number; roots: string[]; paths: WorkspacePaths } | null = null;
  const now = () => {
    if (known === null || performance.now() - known.at > FRESH_MS) {
      const others = [...new Set([given, ...workspaceRoots(root)])].filter((other) => other !== root);
      // Paths of another machine mean nothing here: only what lies in the workspace itself is its own.
      const paths = new WorkspacePaths({ root, alsoRoots: others, folders: [], exists: () => true });
      known = { at: performance.now(), roots: [root, ...others], paths };
    }
    return known;
  };
  return {
    get roots() {
      return now().roots;
    },
    contains: (folder) => now().paths.relative(folder) !== null,
  };
}
