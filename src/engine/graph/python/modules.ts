import { folderOf, inFolder } from '../paths.ts';
import type { Resolution, ResolverContext } from '../types.ts';
import { statedRoots } from './projectConfig.ts';

/** A module, package or namespace package of the workspace. */
export interface Module {
  kind: 'module';
  /** Dotted name under the root where it was found, for what lies outside the workspace below a namespace package. */
  name: string;
  /** Its file; undefined for a namespace package. */
  path: string | undefined;
  /** Its folder when it is a package (namespace packages too), else undefined. */
  folder: string | undefined;
  children: Map<string, Module | null>;
  resolution: Resolution;
}

/** What a module name stands for, seen from one file. */
export type FoundModule =
  | Module
  /** Not in the workspace: the absolute dotted name. */
  | { kind: 'external'; name: string }
  /** Should be in the workspace and is not (a compiled or generated module, a relative import that leads out). */
  | { kind: 'missing' };

const MISSING: FoundModule = { kind: 'missing' };

/**
 * Finds modules by the layout of the workspace, as CPython would with the importing file's source roots on sys.path.
 *
 * Source roots of a file, first one first: the folder above its topmost `__init__.py` chain (its own folder when it is
 * in no package); then each folder above that one, up to the workspace root, when it is the workspace root, holds a
 * project file, or holds packages; each with the folders that its project file states and its `src` and `lib`. A folder
 * above the file also serves for a namespace package that the file itself lies in. Only then the roots of other
 * projects of the workspace, when a project file above the importing file names the module (as a dependency does) and
 * exactly one of them has it.
 */
export class ModuleTable {
  private readonly files = new Set<string>();
  /** Folders that hold Python files, at any depth. */
  private readonly folders = new Set<string>();
  /** Folders with packages as children that are none themselves. */
  private readonly packageRoots = new Set<string>();
  /** Folders with a project file, each with the roots that the file states. */
  private readonly projects = new Map<string, string[]>();
  private readonly configs = new Map<string, string[]>();
  private readonly modules = new Map<string, Module>();
  private readonly rootsOfFolder = new Map<string, Roots>();
  private readonly projectRoots: string[];

  constructor(context: ResolverContext) {
    for (const file of context.input.files) {
      // Nobody imports a notebook.
      if (file.summary.language !== 'python' || file.summary.cells) continue;
      this.files.add(file.path);
      for (let folder = folderOf(file.path); !this.folders.has(folder); folder = folderOf(folder)) {
        this.folders.add(folder);
        if (folder === '') break;
      }
      if (baseName(file.path) === 'setup.py') this.projects.set(folderOf(file.path), []);
    }
    for (const folder of this.folders)
      if (folder !== '' && this.isPackage(folder) && !this.isPackage(folderOf(folder)))
        this.packageRoots.add(folderOf(folder));
    for (const [path, text] of context.input.configs) {
      const name = baseName(path);
      if (name !== 'pyproject.toml' && name !== 'setup.cfg') continue;
      const folder = folderOf(path);
      this.projects.set(folder, [...(this.projects.get(folder) ?? []), ...statedRoots(folder, name, text)]);
      this.configs.set(folder, [...(this.configs.get(folder) ?? []), text]);
    }
    const roots = [...this.projects.keys()].sort().flatMap((folder) => this.rootsAt(folder));
    this.projectRoots = [...new Set(roots)];
  }

  /** The module that `name` (as written, leading dots for relative imports) means in the file `from`. */
  find(from: string, name: string): FoundModule {
    return name.startsWith('.') ? this.findRelative(from, name) : this.findAbsolute(from, name);
  }

  /** The first segment of an absolute name: what `import a.b` binds. */
  findTop(from: string, name: string): Module | null {
    const folder = folderOf(from);
    let roots = this.rootsOfFolder.get(folder);
    if (!roots) this.rootsOfFolder.set(folder, (roots = this.rootsOf(folder)));
    let found = roots.found.get(name);
    if (found === undefined) roots.found.set(name, (found = this.search(roots, name)));
    return found;
  }

  /** Module or namespace package `name` inside the package `parent`. */
  child(parent: Module, name: string): Module | null {
    if (parent.folder === undefined) return null;
    let found = parent.children.get(name);
    if (found === undefined) {
      const dotted = parent.name === '' ? name : `${parent.name}.${name}`;
      parent.children.set(name, (found = this.moduleAt(parent.folder, name, dotted)));
    }
    return found;
  }

  private findAbsolute(from: string, name: string): FoundModule {
    const parts = name.split('.');
    const top = this.findTop(from, parts[0]!);
    return top ? this.descend(top, parts, 1) : { kind: 'external', name };
  }

  private findRelative(from: string, name: string): FoundModule {
    let level = 0;
    while (name.charCodeAt(level) === 46) level++;
    let folder = folderOf(from);
    for (let up = 1; up < level; up++) {
      if (folder === '') return MISSING;
      folder = folderOf(folder);
    }
    const start = this.packageAt(folder);
    const rest = name.slice(level);
    if (rest === '') return start;
    const found = this.descend(start, rest.split('.'), 0);
    return found.kind === 'external' ? MISSING : found;
  }

  private descend(start: Module, parts: string[], from: number): FoundModule {
    let module = start;
    for (let i = from; i < parts.length; i++) {
      const child = this.child(module, parts[i]!);
      if (!child) {
        // A namespace package may have portions elsewhere; a package with a file has them all.
        if (module.path !== undefined) return MISSING;
        return { kind: 'external', name: [module.name, ...parts.slice(i)].filter((part) => part !== '').join('.') };
      }
      module = child;
    }
    return module;
  }

  private search(roots: Roots, name: string): Module | null {
    let namespace: Module | null = null;
    for (const root of roots.list) {
      const found = this.moduleAt(root, name, name);
      if (found?.path !== undefined) return found;
      namespace ??= found;
    }
    const own = roots.ownNamespaces.get(name);
    if (own !== undefined) return this.moduleAt(own, name, name);
    return this.inOtherProject(roots, name) ?? namespace;
  }

  private inOtherProject(roots: Roots, name: string): Module | null {
    const found = new Set<Module>();
    for (const root of this.projectRoots) {
      const module = this.moduleAt(root, name, name);
      if (module?.path !== undefined) found.add(module);
    }
    if (found.size !== 1) return null;
    // Distribution names are written with either of `-` and `_`.
    const named = new RegExp(`\\b${name.replaceAll('_', '[-_]')}\\b`, 'i');
    return roots.configs.some((text) => named.test(text)) ? [...found][0]! : null;
  }

  private rootsOf(folder: string): Roots {
    let top = folder;
    while (top !== '' && this.isPackage(top)) top = folderOf(top);
    const list = [top];
    const ownNamespaces = new Map<string, string>();
    const configs: string[] = [];
    for (let above = top; ; above = folderOf(above)) {
      if (above === '' || this.projects.has(above) || this.packageRoots.has(above)) list.push(...this.rootsAt(above));
      configs.push(...(this.configs.get(above) ?? []));
      if (above === '') break;
      ownNamespaces.set(baseName(above), folderOf(above));
    }
    return { list: [...new Set(list)], ownNamespaces, configs, found: new Map() };
  }

  private rootsAt(folder: string): string[] {
    const usual = ['src', 'lib', 'python'].map((name) => inFolder(folder, name));
    return [...(this.projects.get(folder) ?? []), ...usual, folder].filter(
      (root) => root === folder || (this.folders.has(root) && !this.isPackage(root)),
    );
  }

  private isPackage(folder: string): boolean {
    return this.files.has(inFolder(folder, '__init__.py')) || this.files.has(inFolder(folder, '__init__.pyi'));
  }

  private moduleAt(folder: string, name: string, dotted: string): Module | null {
    const base = inFolder(folder, name);
    const known = this.modules.get(base);
    if (known) return known;
    for (const ending of ['/__init__.py', '.py', '/__init__.pyi', '.pyi'])
      if (this.files.has(base + ending))
        return this.add(base, dotted, base + ending, ending.startsWith('/') ? base : undefined);
    return this.folders.has(base) ? this.add(base, dotted, undefined, base) : null;
  }

  /** The package of a folder, for relative imports. */
  private packageAt(folder: string): Module {
    // A module file may stand beside a folder of the same name: then the folder has an entry of its own.
    const known = this.modules.get(folder);
    if (known?.folder !== undefined) return known;
    const beside = this.modules.get(`${folder}/`);
    if (beside) return beside;
    const init = ['__init__.py', '__init__.pyi']
      .map((name) => inFolder(folder, name))
      .find((path) => this.files.has(path));
    return this.add(
      known || this.files.has(`${folder}.py`) ? `${folder}/` : folder,
      this.dottedName(folder),
      init,
      folder,
    );
  }

  private dottedName(folder: string): string {
    let top = folder;
    while (top !== '' && this.isPackage(top)) top = folderOf(top);
    return top === folder ? baseName(folder) : folder.slice(top === '' ? 0 : top.length + 1).replaceAll('/', '.');
  }

  private add(key: string, name: string, path: string | undefined, folder: string | undefined): Module {
    const resolution: Resolution = { kind: 'module', file: path ?? folder ?? key };
    const made: Module = { kind: 'module', name, path, folder, children: new Map(), resolution };
    this.modules.set(key, made);
    return made;
  }
}

interface Roots {
  list: string[];
  /** Names of the folders above that are no roots themselves: the file lies in a namespace package of that name. */
  ownNamespaces: Map<string, string>;
  /** Texts of the project files above. */
  configs: string[];
  found: Map<string, Module | null>;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
