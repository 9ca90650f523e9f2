import { folderOf, inFolder, joinPath } from '../paths.ts';
import { fileCandidate, indexCandidate, sourceOfBuilt, type FileTest } from './fileCandidates.ts';
import { isNodeModule } from './nodeModules.ts';
import { matchPattern, TsconfigPaths } from './tsconfigPaths.ts';
import { fieldOf, mainTargets, mappedTargets, splitSpecifier, WorkspacePackages } from './workspacePackages.ts';
import type { WorkspacePackage } from './workspacePackages.ts';

export type ModuleTarget =
  | { kind: 'file'; path: string }
  /** A package outside the workspace; `name` is the specifier, Node's own modules with `node:`. */
  | { kind: 'external'; name: string }
  /** Meant to be in the workspace (relative, alias, own package), but there is no such source file. */
  | { kind: 'missing' };

const MISSING: ModuleTarget = { kind: 'missing' };

/**
 * Finds the file that a module specifier means, as Node and TypeScript (`moduleResolution: bundler`) do, with one
 * difference: what is wanted is the source. A package of the workspace that names built files gives the sources they
 * are made from (`sourceOfBuilt`), and an implementation goes before its declaration file.
 */
export class ModuleResolution {
  private readonly packages: WorkspacePackages;
  private readonly aliases: TsconfigPaths;
  private readonly known = new Map<string, Map<string, ModuleTarget>>();

  /**
   * @param configs texts of package.json, tsconfig*.json and jsconfig.json files by path
   * @param exists whether the workspace holds a source file of that path
   */
  constructor(
    configs: ReadonlyMap<string, string>,
    private readonly exists: FileTest,
  ) {
    this.packages = new WorkspacePackages(configs);
    this.aliases = new TsconfigPaths(configs, (name) => this.packages.named(name, '')?.folder ?? null);
  }

  /** What `specifier`, as written in `file`, means. Remembered per folder. */
  resolve(file: string, specifier: string): ModuleTarget {
    const folder = folderOf(file);
    let inThis = this.known.get(folder);
    if (!inThis) this.known.set(folder, (inThis = new Map<string, ModuleTarget>()));
    let target = inThis.get(specifier);
    if (!target) inThis.set(specifier, (target = this.find(folder, specifier)));
    return target;
  }

  private find(folder: string, written: string): ModuleTarget {
    // Bundlers' suffixes (`./worker.ts?url`) and loaders' prefixes do not change which file is meant.
    const specifier = written.replace(/\?.*$/, '');
    if (specifier === '') return MISSING;
    if (/^\.\.?(\/|$)/.test(specifier)) return toTarget(this.relative(folder, specifier));
    const aliased = this.alias(folder, specifier);
    if (aliased) return aliased;
    if (specifier.startsWith('#')) return this.internal(folder, specifier);
    if (specifier.startsWith('/')) return MISSING;
    if (isNodeModule(specifier)) return { kind: 'external', name: specifier.replace(/^(node:)?/, 'node:') };
    if (/^[a-z][a-z0-9+.-]*:/i.test(specifier)) return { kind: 'external', name: specifier };
    const split = splitSpecifier(specifier);
    if (!split) return MISSING;
    const own = this.packages.named(split.name, folder);
    if (own) return toTarget(this.inPackage(own, split.subpath));
    return { kind: 'external', name: specifier };
  }

  private relative(folder: string, specifier: string): string | null {
    const path = joinPath(folder, specifier);
    if (path === null) return null;
    const onlyFolder = /(^|\/)\.{0,2}$/.test(specifier);
    return (onlyFolder ? null : fileCandidate(path, this.exists)) ?? this.folder(path);
  }

  /** What importing a folder means: its package.json's entry, else its index file. */
  private folder(path: string): string | null {
    const entry = path === '' ? null : this.packages.at(path);
    return (entry ? this.entryOf(entry) : null) ?? indexCandidate(path, this.exists);
  }

  private alias(folder: string, specifier: string): ModuleTarget | null {
    let claimed = false;
    for (const aliases of this.aliases.aliasesFor(folder)) {
      const pattern = aliases.patterns.find((candidate) => matchPattern(candidate, specifier) !== null);
      if (pattern) {
        const matched = matchPattern(pattern, specifier)!;
        for (const target of pattern.targets) {
          const path = target.replace('*', () => matched);
          const found = fileCandidate(path, this.exists) ?? this.folder(path);
          if (found !== null) return { kind: 'file', path: found };
        }
        // `*` claims every specifier, so it does not say that this one is the workspace's.
        if (pattern.prefix !== '') claimed = true;
      }
      if (aliases.baseUrl !== null) {
        const path = joinPath(aliases.baseUrl, specifier);
        const found = path === null ? null : (fileCandidate(path, this.exists) ?? this.folder(path));
        if (found !== null) return { kind: 'file', path: found };
      }
    }
    if (!claimed) return null;
    // An alias may shadow a package for its types only: `"react": ["./types/react"]`.
    const name = splitSpecifier(specifier)?.name;
    return name !== undefined && this.packages.named(name, folder) === null && !/^[@~#$]\//.test(specifier)
      ? null
      : this.fromPackages(folder, specifier);
  }

  private fromPackages(folder: string, specifier: string): ModuleTarget {
    const split = splitSpecifier(specifier);
    const own = split && this.packages.named(split.name, folder);
    return own ? toTarget(this.inPackage(own, split.subpath)) : MISSING;
  }

  /** `#internal/x`: the `imports` of the package around the file. */
  private internal(folder: string, specifier: string): ModuleTarget {
    const entry = this.packages.around(folder);
    if (!entry) return MISSING;
    const targets = mappedTargets(fieldOf(entry, 'imports'), specifier);
    const found = this.firstTarget(entry, targets);
    if (found !== null) return { kind: 'file', path: found };
    const bare = targets.find((target) => !target.startsWith('.') && !target.startsWith('#'));
    return bare === undefined ? MISSING : this.find(folder, bare);
  }

  private inPackage(entry: WorkspacePackage, subpath: string): string | null {
    const exports = fieldOf(entry, 'exports');
    if (exports !== undefined) {
      const found = this.firstTarget(entry, mappedTargets(exports, subpath));
      if (found !== null || subpath !== '.') return found;
    }
    if (subpath === '.') return this.entryOf(entry);
    const path = joinPath(entry.folder, subpath);
    if (path === null) return null;
    return (
      fileCandidate(path, this.exists) ??
      this.folder(path) ??
      sourceOfBuilt(entry.folder, subpath.slice(2), this.exists)
    );
  }

  private entryOf(entry: WorkspacePackage): string | null {
    const exports = fieldOf(entry, 'exports');
    const named = [...mappedTargets(exports, '.'), ...mainTargets(entry.manifest)];
    return (
      this.firstTarget(entry, named) ??
      indexCandidate(entry.folder, this.exists) ??
      // Rule for a package whose entry is a bundle of another name: its source is `src/index`.
      indexCandidate(inFolder(entry.folder, 'src'), this.exists)
    );
  }

  /** The first target that is there as written, else the first whose source is. */
  private firstTarget(entry: WorkspacePackage, targets: string[]): string | null {
    const paths = targets
      .filter((target) => !target.startsWith('#'))
      .map((target) => joinPath('', target))
      .filter((path): path is string => path !== null && path !== '');
    for (const path of paths) {
      const whole = inFolder(entry.folder, path);
      const found = fileCandidate(whole, this.exists) ?? indexCandidate(whole, this.exists);
      if (found !== null && !isDeclaration(found)) return found;
    }
    for (const path of paths) {
      const found = sourceOfBuilt(entry.folder, path, this.exists);
      if (found !== null) return found;
    }
    for (const path of paths) {
      const found = fileCandidate(inFolder(entry.folder, path), this.exists);
      if (found !== null) return found;
    }
    return null;
  }
}

function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path);
}

function toTarget(path: string | null): ModuleTarget {
  return path === null ? MISSING : { kind: 'file', path };
}
