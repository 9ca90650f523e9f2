import picomatch from 'picomatch';
import { folderOf, foldersUp, joinPath } from '../paths.ts';
import { asObject, asStrings, own, readConfigObject, type JsonObject } from './configJson.ts';
import { addToList } from '../../model/counts.ts';

/** A package.json of the workspace. */
export interface WorkspacePackage {
  folder: string;
  name: string | null;
  manifest: JsonObject;
}

/** The packages of the workspace: every package.json counts; those that a root's `workspaces` lists come first. */
export class WorkspacePackages {
  private readonly byFolder = new Map<string, WorkspacePackage>();
  private readonly byName = new Map<string, WorkspacePackage[]>();

  /** @param configs texts of configuration files by path */
  constructor(configs: ReadonlyMap<string, string>) {
    for (const path of [...configs.keys()].sort()) {
      if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
      const manifest = readConfigObject(configs.get(path));
      if (!manifest) continue;
      const name = own(manifest, 'name');
      const entry = { folder: folderOf(path), name: typeof name === 'string' && name !== '' ? name : null, manifest };
      this.byFolder.set(entry.folder, entry);
      if (entry.name === null) continue;
      addToList(this.byName, entry.name, entry);
    }
  }

  /** The package whose package.json is the nearest at or above `folder`, or null. */
  around(folder: string): WorkspacePackage | null {
    for (const up of foldersUp(folder)) {
      const entry = this.byFolder.get(up);
      if (entry) return entry;
    }
    return null;
  }

  at(folder: string): WorkspacePackage | null {
    return this.byFolder.get(folder) ?? null;
  }

  /**
   * The package that a name means to a file of `folder`: the one around the file (self reference), else the only one,
   * else the only one that `workspaces` lists. Several of one name (test data, templates) mean none: null.
   */
  named(name: string, folder: string): WorkspacePackage | null {
    const same = this.byName.get(name);
    if (!same) return null;
    const around = this.around(folder);
    if (around?.name === name) return around;
    if (same.length === 1) return same[0]!;
    const listed = same.filter((entry) => this.isListed(entry));
    return listed.length === 1 ? listed[0]! : null;
  }

  /** Whether a package above names this one in its `workspaces`. */
  private isListed(entry: WorkspacePackage): boolean {
    return foldersUp(folderOf(entry.folder)).some((folder) => {
      const root = this.byFolder.get(folder);
      return root !== undefined && root !== entry && workspaceGlobs(root).some((glob) => glob(entry.folder));
    });
  }
}

/** Globs longer than this are no folder patterns of a person. */
const LONGEST_GLOB = 200;

function workspaceGlobs(root: WorkspacePackage): ((folder: string) => boolean)[] {
  const field = own(root.manifest, 'workspaces');
  return asStrings(Array.isArray(field) ? field : own(asObject(field), 'packages'))
    .filter((glob) => !glob.startsWith('!') && glob.length <= LONGEST_GLOB)
    .map((glob) => joinPath(root.folder, glob))
    .filter((glob): glob is string => glob !== null && glob !== '')
    .map((glob) => picomatch(glob, { noextglob: true }));
}

/** Package name and subpath (`.` or `./rest`) of a bare specifier; null when it cannot be a package's. */
export function splitSpecifier(specifier: string): { name: string; subpath: string } | null {
  const match = /^((?:@[^/]+\/)?[^./@#~][^/]*)(\/.*)?$/.exec(specifier);
  if (!match) return null;
  return { name: match[1]!, subpath: match[2] === undefined || match[2] === '/' ? '.' : `.${match[2]}` };
}

/**
 * Targets that `exports` or `imports` of a package.json give for a subpath, in the order of the conditions as written;
 * those under a `types` condition last, as an implementation is wanted. Empty when nothing matches or it is blocked.
 * @param key `.`, `./sub`, or `#internal/x`
 */
export function mappedTargets(field: unknown, key: string): string[] {
  const table = asObject(field);
  const isSubpathTable =
    table !== null && Object.keys(table).some((name) => name.startsWith('.') || name.startsWith('#'));
  if (!isSubpathTable) return key === '.' ? leaves(field, '', 0) : [];
  if (Object.hasOwn(table, key) && !key.includes('*')) return leaves(table[key], '', 0);
  let best: { prefix: string; suffix: string; value: unknown } | null = null;
  for (const [pattern, value] of Object.entries(table)) {
    const star = pattern.indexOf('*');
    // The older form `"./sub/": "./dist/sub/"` maps a whole folder.
    const prefix = star < 0 ? (pattern.endsWith('/') ? pattern : null) : pattern.slice(0, star);
    if (prefix === null || !key.startsWith(prefix)) continue;
    const suffix = star < 0 ? '' : pattern.slice(star + 1);
    if (!key.endsWith(suffix) || key.length <= prefix.length + suffix.length - (suffix === '' ? 0 : 1)) continue;
    if (best === null || prefix.length > best.prefix.length) best = { prefix, suffix, value };
  }
  if (best === null) return [];
  const matched = key.slice(best.prefix.length, key.length - best.suffix.length);
  return leaves(best.value, matched, 0);
}

const TOO_NESTED = 32;

function leaves(value: unknown, matched: string, depth: number): string[] {
  if (typeof value === 'string') {
    if (value.includes('*')) return [value.replaceAll('*', () => matched)];
    return [value.endsWith('/') ? value + matched : value];
  }
  if (depth > TOO_NESTED) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, matched, depth + 1));
  const conditions = Object.entries(asObject(value) ?? {});
  const isTypes = (name: string): boolean => name === 'types' || name.startsWith('types@');
  return [...conditions.filter(([name]) => !isTypes(name)), ...conditions.filter(([name]) => isTypes(name))].flatMap(
    ([, target]) => leaves(target, matched, depth + 1),
  );
}

/** Entry files of a package without `exports`, in the order in which they are tried. */
export function mainTargets(manifest: JsonObject): string[] {
  return ['source', 'module', 'main', 'types', 'typings']
    .map((field) => own(manifest, field))
    .filter((target): target is string => typeof target === 'string' && target !== '');
}

/** `exports` or `imports` of a package, undefined when it has none. */
export function fieldOf(entry: WorkspacePackage, field: 'exports' | 'imports'): unknown {
  return own(entry.manifest, field) ?? undefined;
}
