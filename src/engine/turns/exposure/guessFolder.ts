import type { Action } from '../session.ts';

/**
 * The folder that stood for the workspace, for logs that do not tell it (a stream that only prints tool calls): the folder
 * above most of the absolute paths of the log that are files of the workspace. Null when no path tells.
 * @param files paths of the workspace's files before and after the turn
 */
export function guessFolder(actions: readonly Action[], files: ReadonlySet<string>): string | null {
  const votes = new Map<string, number>();
  const paths = actions.flatMap(({ shown, edits }) => [...shown, ...edits].map(({ path }) => path));
  for (const path of new Set(paths)) {
    const segments = path.replaceAll('\\', '/').split('/');
    if (segments[0] !== '' && !/^[a-z]:$/i.test(segments[0]!)) continue;
    // The longest end that is a file: a short one may be a file of the same name elsewhere.
    for (let at = 1; at < segments.length; at++) {
      if (!files.has(segments.slice(at).join('/'))) continue;
      const folder = segments.slice(0, at).join('/');
      votes.set(folder, (votes.get(folder) ?? 0) + 1);
      break;
    }
  }
  let best: string | null = null;
  for (const [folder, count] of [...votes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (best === null || count > votes.get(best)!) best = folder;
  }
  return best;
}
