import { folderOf, foldersUp, inFolder, joinPath } from '../paths.ts';
import { asObject, asStrings, own, readConfigObject, type JsonObject } from './configJson.ts';

/** Path aliases of one project, as TypeScript reads them. */
export interface PathAliases {
  /** Folder that non-relative specifiers are tried in, or null. */
  baseUrl: string | null;
  /** In order of precedence: exact patterns first, then by the length of the text before the `*`. */
  patterns: AliasPattern[];
}

export interface AliasPattern {
  prefix: string;
  /** Text behind the `*`; null for a pattern without one, which must match exactly. */
  suffix: string | null;
  /** Workspace-relative targets, in order; `*` stands for what the pattern's matched. */
  targets: string[];
}

interface Options {
  baseUrl: string | null;
  paths: JsonObject | null;
  /** Folder that `paths` are relative to when there is no baseUrl: that of the config that has them. */
  pathsFolder: string;
}

const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];
/** Longest chain of `extends` that is followed. */
const MOST_EXTENDED = 100;

const NONE: PathAliases = { baseUrl: null, patterns: [] };

/** Finds and remembers the aliases that hold for a file: those of the nearest tsconfig.json or jsconfig.json. */
export class TsconfigPaths {
  private readonly byFolder = new Map<string, PathAliases[]>();

  /**
   * @param configs texts of configuration files by path
   * @param packageFolder folder of a workspace package by name, for `extends` of a shared config package
   */
  constructor(
    private readonly configs: ReadonlyMap<string, string>,
    private readonly packageFolder: (name: string) => string | null,
  ) {}

  /**
   * Aliases for files of `folder`, in the order in which they are tried. More than one only for a config that
   * delegates to others by `references` and has no aliases itself.
   */
  aliasesFor(folder: string): PathAliases[] {
    let known = this.byFolder.get(folder);
    if (!known) {
      known = this.find(folder);
      this.byFolder.set(folder, known);
    }
    return known;
  }

  private find(folder: string): PathAliases[] {
    for (const up of foldersUp(folder)) {
      for (const name of CONFIG_NAMES) {
        const path = inFolder(up, name);
        if (this.configs.has(path)) return this.read(path);
      }
    }
    return [];
  }

  private read(path: string): PathAliases[] {
    const own = this.aliases(path);
    if (own !== NONE) return [own];
    return this.references(path)
      .map((reference) => this.aliases(reference))
      .filter((aliases) => aliases !== NONE);
  }

  private references(path: string): string[] {
    const references = own(readConfigObject(this.configs.get(path)), 'references');
    if (!Array.isArray(references)) return [];
    const found: string[] = [];
    for (const reference of references) {
      const target = own(asObject(reference), 'path');
      const joined = typeof target === 'string' ? joinPath(folderOf(path), target) : null;
      if (joined === null) continue;
      const config = this.configs.has(joined) ? joined : inFolder(joined, 'tsconfig.json');
      // A reference to another folder is another project; only a config beside this one shares its files.
      if (this.configs.has(config) && folderOf(config) === folderOf(path)) found.push(config);
    }
    return found;
  }

  private aliases(path: string): PathAliases {
    const leafFolder = folderOf(path);
    const options = this.options(path, leafFolder, new Map(), 0);
    if (options.baseUrl === null && options.paths === null) return NONE;
    const base = options.baseUrl ?? options.pathsFolder;
    const patterns: AliasPattern[] = [];
    for (const [pattern, value] of Object.entries(options.paths ?? {})) {
      const star = pattern.indexOf('*');
      const targets = asStrings(value)
        .map((target) => joinFrom(base, target, leafFolder))
        .filter((target): target is string => target !== null);
      if (star < 0) patterns.push({ prefix: pattern, suffix: null, targets });
      else patterns.push({ prefix: pattern.slice(0, star), suffix: pattern.slice(star + 1), targets });
    }
    patterns.sort((a, b) => Number(a.suffix !== null) - Number(b.suffix !== null) || b.prefix.length - a.prefix.length);
    return { baseUrl: options.baseUrl, patterns };
  }

  /**
   * Options of a config with those that it extends. `known` holds what was read for this leaf already: it ends cycles,
   * and reads a config that is extended on many ways once.
   */
  private options(path: string, leafFolder: string, known: Map<string, Options>, depth: number): Options {
    const seen = known.get(path);
    if (seen) return seen;
    const result: Options = { baseUrl: null, paths: null, pathsFolder: folderOf(path) };
    known.set(path, result);
    if (depth > MOST_EXTENDED) return result;
    const config = readConfigObject(this.configs.get(path));
    // Later entries of an array win over earlier ones, and the config itself over all of them.
    for (const base of asStrings(own(config, 'extends'))) {
      const basePath = this.extended(folderOf(path), base);
      if (basePath === null) continue;
      const inherited = this.options(basePath, leafFolder, known, depth + 1);
      if (inherited.baseUrl !== null) result.baseUrl = inherited.baseUrl;
      if (inherited.paths !== null) {
        result.paths = inherited.paths;
        result.pathsFolder = inherited.pathsFolder;
      }
    }
    const compiler = asObject(own(config, 'compilerOptions'));
    const baseUrl = own(compiler, 'baseUrl');
    if (typeof baseUrl === 'string') result.baseUrl = joinFrom(folderOf(path), baseUrl, leafFolder);
    const paths = asObject(own(compiler, 'paths'));
    if (paths) {
      result.paths = paths;
      result.pathsFolder = folderOf(path);
    }
    return result;
  }

  /** Path of the config that `extends` names: relative, with or without `.json`, or of a package of the workspace. */
  private extended(folder: string, specifier: string): string | null {
    const slashed = specifier.replace(/\\/g, '/');
    if (slashed.startsWith('.')) return this.existing(joinPath(folder, slashed));
    const [, name = '', rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(slashed) ?? [];
    const packageFolder = this.packageFolder(name);
    if (packageFolder === null) return null;
    if (rest !== undefined) return this.existing(joinPath(packageFolder, rest));
    const manifest = readConfigObject(this.configs.get(inFolder(packageFolder, 'package.json')));
    const named = own(manifest, 'tsconfig');
    return this.existing(joinPath(packageFolder, typeof named === 'string' ? named : 'tsconfig.json'));
  }

  private existing(path: string | null): string | null {
    if (path === null) return null;
    for (const candidate of [path, `${path}.json`, inFolder(path, 'tsconfig.json')]) {
      if (this.configs.has(candidate)) return candidate;
    }
    return null;
  }
}

const CONFIG_DIR = '${configDir}';

/** `target` seen from `folder`; `${configDir}` stands for the folder of the config in use, not of one it extends. */
function joinFrom(folder: string, target: string, leafFolder: string): string | null {
  if (!target.startsWith(CONFIG_DIR)) return joinPath(folder, target);
  return joinPath(leafFolder, `./${target.slice(CONFIG_DIR.length)}`);
}

/** What `*` stands for when `pattern` matches `specifier` (empty for an exact pattern); null when it does not match. */
export function matchPattern(pattern: { prefix: string; suffix: string | null }, specifier: string): string | null {
  if (pattern.suffix === null) return specifier === pattern.prefix ? '' : null;
  if (specifier.length < pattern.prefix.length + pattern.suffix.length) return null;
  if (!specifier.startsWith(pattern.prefix) || !specifier.endsWith(pattern.suffix)) return null;
  return specifier.slice(pattern.prefix.length, specifier.length - pattern.suffix.length);
}
