import type { StateFile } from '../model/state.ts';
import type { ImportStyle } from './importAdvice.ts';

/** Files that are followed before a circle counts as not found. */
const MOST_FILES = 200;

/** Which files import which, each file read once and when it is asked for. */
export class ImportWays {
  private readonly known = new Map<string, readonly string[]>();

  constructor(
    private readonly style: ImportStyle,
    private readonly files: ReadonlyMap<string, StateFile>,
  ) {}

  /** Files that a file imports when it is loaded: imports inside functions and of types only are left out. */
  importedBy(path: string): readonly string[] {
    const known = this.known.get(path);
    if (known) return known;
    const file = this.files.get(path);
    const found = new Set<string>();
    for (const fact of file?.detail().imports ?? []) {
      if (fact.scope !== 0 || fact.typeOnly) continue;
      const imported = this.style.fileOf(file!, fact);
      if (imported !== null) found.add(imported);
    }
    const list = [...found];
    this.known.set(path, list);
    return list;
  }

  /**
   * The way by which `to` imports `from` already, so that an import the other way round would close a circle: both ends
   * included. Null where there is none, and where the circle is there as it is.
   */
  closedBy(from: string, to: string): string[] | null {
    if (this.importedBy(from).includes(to)) return null;
    const before = new Map<string, string>([[to, '']]);
    const queue = [to];
    for (let i = 0; i < queue.length && i < MOST_FILES; i++) {
      const file = queue[i]!;
      for (const path of this.importedBy(file)) {
        if (before.has(path)) continue;
        before.set(path, file);
        if (path === from) {
          const way = [path];
          for (let at = file; at !== ''; at = before.get(at)!) way.unshift(at);
          return way;
        }
        queue.push(path);
      }
    }
    return null;
  }
}
