import type { Turn } from '../session.ts';
import { absoluteSegments } from './workspacePaths.ts';

/** Segments of a path that are tried as a path of the workspace. */
const MAX_DEPTH = 64;

/**
 * The folder that stood for the workspace root, for logs that state none (`opencode run --format json`): the one below
 * which most absolute paths of the turns are files of the workspace. Null when there is none.
 * @param isFile whether a path relative to the root is a file of the workspace, before or after the turn
 */
export function inferredFolder(turns: readonly Turn[], isFile: (path: string) => boolean): string | null {
  const paths = new Set<string>();
  for (const { actions } of turns) {
    for (const { shown, edits } of actions) for (const { path } of [...shown, ...edits]) paths.add(path);
  }
  const votes = new Map<string, number>();
  for (const path of paths) {
    const segments = absoluteSegments(path);
    if (!segments) continue;
    // The longest piece that is a file tells the shortest folder; `src/a.py` is likelier than a second `a.py`.
    for (let from = Math.max(1, segments.length - MAX_DEPTH); from < segments.length; from++) {
      if (!isFile(segments.slice(from).join('/'))) continue;
      const folder = segments.slice(0, from).join('/');
      votes.set(folder, (votes.get(folder) ?? 0) + 1);
      break;
    }
  }
  let best: string | null = null;
  let most = 0;
  for (const [folder, count] of votes) {
    if (count < most || (count === most && best !== null && folder > best)) continue;
    best = folder;
    most = count;
  }
  if (best === null) return null;
  return /^[a-z]:/.test(best) ? best : `/${best}`;
}
