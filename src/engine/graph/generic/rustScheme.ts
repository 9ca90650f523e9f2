import { folderOf, foldersUp, inFolder } from '../paths.ts';
import type { ResolverContext } from '../types.ts';
import type { ModuleScheme, Outside } from './scheme.ts';
import { addToList } from '../../model/counts.ts';

type Package = Extract<Outside, { kind: 'package' }>;

interface Place {
  /** Folder of the crate's root file. */
  root: string;
  /** Names of the modules from the root on; empty for the root file itself. */
  modules: string[];
}

/**
 * Rust: a crate is the folder of its `lib.rs` or `main.rs`, and a module is the file of its name. Modules inside a file
 * are prefixes of qualified names. `#[path]` and generated modules are not followed.
 */
export function rustScheme({ input, file: fileAt }: ResolverContext): ModuleScheme {
  const files = input.files.filter((file) => file.summary.language === 'rust').map((file) => file.path);
  const known = new Set(files);
  const crates = crateNames(input.configs, known);
  const filesOf = new Map<string, string[]>();
  for (const path of files) {
    const { root } = placeOf(path);
    addToList(filesOf, root, path);
  }

  function placeOf(path: string): Place {
    const folders = foldersUp(folderOf(path));
    const root =
      folders.find((folder) => known.has(inFolder(folder, 'lib.rs')) || known.has(inFolder(folder, 'main.rs'))) ??
      folders.find((folder) => /(^|\/)src$/.test(folder)) ??
      folderOf(path);
    const inner = path.slice(root === '' ? 0 : root.length + 1).replace(/\.rs$/, '');
    const parts = inner.split('/');
    if (parts[parts.length - 1] === 'mod') parts.pop();
    const isRoot = parts.length === 1 && /^(lib|main)$/.test(parts[0]!);
    return { root, modules: isRoot ? [] : parts };
  }

  /** File of a module; for the crate's root its `lib.rs`, else its `main.rs`. */
  function fileOf({ root, modules }: Place): string | undefined {
    const names = modules.join('/');
    const candidates = modules.length === 0 ? ['lib.rs', 'main.rs'] : [`${names}.rs`, `${names}/mod.rs`];
    return candidates.map((name) => inFolder(root, name)).find((path) => known.has(path));
  }

  const moduleAt = (place: Place): Package | null => {
    const file = fileOf(place);
    return file === undefined ? null : { kind: 'package', files: [file], prefix: '' };
  };

  /** The module around one: inside its file first, then the file above. */
  function above(from: Package): Package | null {
    const inner = from.prefix.split('.').filter((name) => name !== '');
    if (inner.length > 0)
      return {
        ...from,
        prefix: inner
          .slice(0, -1)
          .map((name) => `${name}.`)
          .join(''),
      };
    const place = placeOf(from.files[0]!);
    if (place.modules.length === 0) return null;
    return moduleAt({ root: place.root, modules: place.modules.slice(0, -1) });
  }

  function inside(from: Package, name: string): Package | null {
    const [file] = from.files;
    if (file === undefined) return null;
    const prefix = `${from.prefix}${name}.`;
    const source = fileAt(file);
    if (source?.summary.symbols.some((symbol) => symbol.qualifiedName.startsWith(prefix) && symbol.parent < 0))
      return { ...from, prefix };
    if (from.prefix !== '') return null;
    const place = placeOf(file);
    return moduleAt({ root: place.root, modules: [...place.modules, name] });
  }

  /** What the first word of a path means. */
  function start(path: string, name: string, prefix: string): Package | null {
    const here: Package = { kind: 'package', files: [path], prefix };
    if (name === 'self') return here;
    if (name === 'super') return above(here);
    if (name === 'crate') return moduleAt({ root: placeOf(path).root, modules: [] });
    const root = crates.get(name);
    return root === undefined ? null : moduleAt({ root, modules: [] });
  }

  return {
    separator: '::',
    packageFiles: (path) => [path],
    methodFiles: (path) => filesOf.get(placeOf(path).root) ?? [path],
    word: (path, name, prefix) => (/^(?:self|super|crate)$/.test(name) ? start(path, name, prefix) : null),
    root: (path, name) => start(path, name, ''),
    inside: (from, name) => (name === 'super' ? above(from) : inside(from, name)),
    imported(path, fact) {
      const file = fileAt(path);
      const prefix = modulePrefix(file?.detail().scopes ?? [], fact.scope);
      const words = fact.module.split('::').filter((word) => word !== '');
      const [first, ...rest] = words;
      if (first === undefined) return null;
      const here: Package = { kind: 'package', files: [path], prefix };
      let at: Package | null = start(path, first, prefix) ?? inside(here, first);
      const own = at !== null;
      for (const word of rest) at = at && (word === 'super' ? above(at) : inside(at, word));
      if (at) return at;
      if (own) return null;
      const whole = fact.imported === '' || fact.imported === '*' ? fact.module : `${fact.module}::${fact.imported}`;
      return { kind: 'external', name: whole };
    },
  };
}

function modulePrefix(
  scopes: readonly {
    kind: string;
    parent: number;
    startLine: number;
    bindings: { kind: string; name: string; symbol: number; line: number }[];
  }[],
  scope: number,
): string {
  let prefix = '';
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const { kind, parent, startLine } = scopes[at]!;
    if (kind !== 'module') continue;
    const binding = scopes[parent]!.bindings.find(
      (one) => one.kind === 'definition' && one.symbol < 0 && one.line === startLine,
    );
    prefix = `${binding?.name ?? '?'}.${prefix}`;
  }
  return prefix;
}

/** Folder of the library of each crate that a `Cargo.toml` of the workspace names. */
function crateNames(configs: ReadonlyMap<string, string>, known: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [path, text] of configs) {
    if (!/(^|\/)Cargo\.toml$/.test(path)) continue;
    const section = /^\[package\]([^]*?)(?:^\[|(?![^]))/m.exec(text)?.[1] ?? '';
    const name = /^\s*name\s*=\s*["']([^"'\n]+)["']/m.exec(section)?.[1];
    const root = inFolder(folderOf(path), 'src');
    if (name !== undefined && known.has(inFolder(root, 'lib.rs'))) names.set(name.replace(/-/g, '_'), root);
  }
  return names;
}
