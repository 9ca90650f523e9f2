import { folderOf, foldersUp, inFolder, joinPath } from '../paths.ts';
import type { ClassIndex } from './classIndex.ts';

/** Which files of the workspace a file requires: beside it, or below a `lib` (or `app`, `spec`, `test`) of a folder above. */
export class Requires {
  private readonly closures = new Map<string, ReadonlySet<string>>();

  constructor(private readonly index: ClassIndex) {}

  /** The file itself and all that it requires, over others too. */
  visible(path: string): ReadonlySet<string> {
    let closure = this.closures.get(path);
    if (closure) return closure;
    const found = new Set([path]);
    for (const at of found)
      for (const { form, module } of this.index.file(at)?.detail().imports ?? []) {
        const target = form === 'side-effect' ? this.resolve(at, module) : null;
        if (target !== null) found.add(target);
      }
    closure = found;
    this.closures.set(path, closure);
    return closure;
  }

  private resolve(path: string, module: string): string | null {
    const named = module.endsWith('.rb') ? module : `${module}.rb`;
    const folder = folderOf(path);
    const roots = module.startsWith('.')
      ? [folder]
      : foldersUp(folder).flatMap((above) => ['lib', 'app', 'spec', 'test', ''].map((name) => inside(above, name)));
    for (const root of roots) {
      const candidate = joinPath(root, named);
      if (candidate !== null && this.index.file(candidate)) return candidate;
    }
    return null;
  }
}

const inside = (folder: string, name: string): string => (name === '' ? folder : inFolder(folder, name));
