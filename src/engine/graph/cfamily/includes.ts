import { folderOf, foldersUp, inFolder, joinPath } from '../paths.ts';
import type { GraphFile, ResolverContext } from '../types.ts';
import { addToList } from '../../model/counts.ts';

/** Includes are followed through this many files from one; a larger program is not looked at whole. */
const MOST_FILES = 4_000;

/**
 * Which files of the workspace a file includes. No build says where headers are looked for, so a name is taken beside the
 * file, from the folders above it and their `include`, and else where only one path of the workspace ends with it.
 */
export class Includes {
  private readonly files = new Map<string, GraphFile>();
  /** Paths by their last name. */
  private readonly named = new Map<string, string[]>();
  private readonly closures = new Map<string, ReadonlySet<string>>();
  private readonly direct = new Map<string, readonly string[]>();

  constructor({ input }: ResolverContext) {
    for (const file of input.files) {
      if (file.summary.language !== 'c' && file.summary.language !== 'cpp') continue;
      this.files.set(file.path, file);
      const name = file.path.slice(file.path.lastIndexOf('/') + 1);
      addToList(this.named, name, file.path);
    }
  }

  /** The file itself and all that it includes, over headers too. */
  visible(path: string): ReadonlySet<string> {
    let closure = this.closures.get(path);
    if (closure) return closure;
    const found = new Set([path]);
    for (const at of found) {
      if (found.size > MOST_FILES) break;
      for (const next of this.includedBy(at)) found.add(next);
    }
    closure = found;
    this.closures.set(path, closure);
    return closure;
  }

  private includedBy(path: string): readonly string[] {
    let found = this.direct.get(path);
    if (!found) {
      const imports = this.files.get(path)?.detail().imports ?? [];
      found = imports.flatMap(({ form, module }) => (form === 'side-effect' ? this.resolve(path, module) : []));
      this.direct.set(path, found);
    }
    return found;
  }

  /** The file that `module`, as it is written (`<…>` with its brackets), names; empty for one outside the workspace. */
  private resolve(path: string, module: string): string[] {
    const system = module.startsWith('<');
    const name = system ? module.slice(1, -1) : module;
    const folder = folderOf(path);
    const beside = system ? null : joinPath(folder, name);
    if (beside !== null && this.files.has(beside)) return [beside];
    for (const above of foldersUp(folder)) {
      for (const root of [above, inFolder(above, 'include')]) {
        // `<string.h>` is the system's, also where a file of the workspace is called so.
        if (system && root === above && !name.includes('/')) continue;
        const candidate = joinPath(root, name);
        if (candidate !== null && this.files.has(candidate)) return [candidate];
      }
    }
    if (system && !name.includes('/')) return [];
    const end = name.replace(/^(?:\.\.?\/)+/, '');
    const same = this.named.get(end.slice(end.lastIndexOf('/') + 1)) ?? [];
    const found = same.filter((other) => other === end || other.endsWith(`/${end}`));
    return found.length === 1 ? found : [];
  }
}
