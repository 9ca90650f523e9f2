import type { StateFile } from '../model/state.ts';
import type { ImportStyle } from './importAdvice.ts';

/** Files that are followed before a cycle counts as not found. */
const MOST_FILES = 300;

/**
 * The way by which `to` imports `from` already, so that an import the other way round would close a circle: both ends
 * included, or null. Imports inside functions and of types only are left out.
 */
export function importWay(
  from: StateFile,
  to: StateFile,
  style: ImportStyle,
  files: ReadonlyMap<string, StateFile>,
): string[] | null {
  const before = new Map<string, string>([[to.path, '']]);
  const queue = [to.path];
  for (let i = 0; i < queue.length && i < MOST_FILES; i++) {
    const file = files.get(queue[i]!);
    if (!file) continue;
    for (const fact of file.detail().imports) {
      if (fact.scope !== 0 || fact.typeOnly) continue;
      const path = style.fileOf(file, fact);
      if (path === null || before.has(path)) continue;
      before.set(path, file.path);
      if (path === from.path) {
        const way = [path];
        for (let at = file.path; at !== ''; at = before.get(at)!) way.unshift(at);
        return way;
      }
      queue.push(path);
    }
  }
  return null;
}
