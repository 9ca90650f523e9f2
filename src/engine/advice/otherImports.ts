import { Includes } from '../graph/cfamily/includes.ts';
import { folderOf, foldersUp, inFolder } from '../graph/paths.ts';
import type { ResolverContext } from '../graph/types.ts';
import { SymbolFlag } from '../model/facts.ts';
import { isFunction } from '../model/state.ts';
import type { ImportAdvice, ImportStyle, Wanted } from './importAdvice.ts';

const NO_FILE = (): null => null;

/** Go: packages by the module path of the nearest `go.mod`; nothing to import inside one package. */
export function goImports(context: ResolverContext): ImportStyle {
  return {
    fileOf: NO_FILE,
    advise({ from, to, name }: Wanted): ImportAdvice {
      const exported = /^\p{Lu}/u.test(name);
      const folder = folderOf(to.path);
      if (folder === folderOf(from.path))
        return { line: null, importedAs: null, local: name, exported, reachable: true };
      const reach = { line: null, importedAs: null, local: name, exported, reachable: false };
      if (to.detail().namespace === 'main') return { ...reach, obstacle: 'package main cannot be imported' };
      const path = goPath(context, folder);
      const fact = from.detail().imports.find(({ module }) => module === path);
      const prefix = fact?.local || to.detail().namespace || folder.slice(folder.lastIndexOf('/') + 1);
      const local = `${prefix}.${name}`;
      if (fact) return { line: null, importedAs: local, local, exported, reachable: exported };
      const line = path === null || !exported ? null : `import "${path}"`;
      return { line, importedAs: null, local, exported, reachable: line !== null };
    },
  };
}

function goPath(context: ResolverContext, folder: string): string | null {
  for (const up of foldersUp(folder)) {
    const text = context.input.configs.get(inFolder(up, 'go.mod'));
    const module = text === undefined ? null : /^\s*module\s+("?)(\S+)\1\s*$/m.exec(text)?.[2];
    if (module) return up === folder ? module : `${module}/${up === '' ? folder : folder.slice(up.length + 1)}`;
  }
  return null;
}

/** Java: classes by their package; those of the own package need no import. */
export function javaImports(): ImportStyle {
  return {
    fileOf: NO_FILE,
    advise({ from, to, name, symbol }: Wanted): ImportAdvice {
      const [own, theirs] = [from.detail().namespace ?? '', to.detail().namespace ?? ''];
      const exported = ((to.summary.symbols[symbol]?.flags ?? 0) & SymbolFlag.Exported) !== 0;
      if (own === theirs) return { line: null, importedAs: null, local: name, exported, reachable: true };
      const path = theirs === '' ? null : `${theirs}.${name}`;
      const has = from
        .detail()
        .imports.some(({ module, imported }) => module === path || `${module}.${imported}` === path);
      if (has) return { line: null, importedAs: name, local: name, exported, reachable: exported };
      const line = path === null || !exported ? null : `import ${path};`;
      return { line, importedAs: null, local: name, exported, reachable: line !== null };
    },
  };
}

/** Rust: paths from the crate's root, where both files belong to one crate. */
export function rustImports(context: ResolverContext): ImportStyle {
  return {
    fileOf: NO_FILE,
    advise({ from, to, name, symbol }: Wanted): ImportAdvice {
      const exported = ((to.summary.symbols[symbol]?.flags ?? 0) & SymbolFlag.Exported) !== 0;
      const [crate, path] = rustPath(context, to.path);
      const [own] = rustPath(context, from.path);
      const full = crate === null || crate !== own ? null : `crate::${path}${name}`;
      const has = from.detail().imports.find(({ module, imported, local }) => {
        return local !== '' && full !== null && [module, `${module}::${imported}`].includes(full);
      });
      if (has) return { line: null, importedAs: has.local, local: has.local, exported, reachable: exported };
      const line = full === null || !exported ? null : `use ${full};`;
      return { line, importedAs: null, local: name, exported, reachable: line !== null };
    },
  };
}

/** Folder of the crate, and the module's path with `::` behind it. */
function rustPath(context: ResolverContext, path: string): [string | null, string] {
  for (const up of foldersUp(folderOf(path))) {
    if (!context.input.configs.has(inFolder(up, 'Cargo.toml'))) continue;
    const root = inFolder(up, 'src/');
    if (!path.startsWith(root)) return [null, ''];
    const module = path.slice(root.length).replace(/(?:^|\/)(?:mod|lib|main)\.rs$|\.rs$/, '');
    return [up, module === '' ? '' : `${module.replaceAll('/', '::')}::`];
  }
  return [null, ''];
}

/**
 * Kotlin, C#, PHP: names by the namespace or package that a file says it belongs to.
 * @param lineOf the line for a full name, its namespace, and whether it is a function
 */
export function namespaceImports(
  separator: string,
  lineOf: (path: string, namespace: string, isFunction: boolean) => string | null,
): ImportStyle {
  return {
    fileOf: NO_FILE,
    advise({ from, to, name, symbol }: Wanted): ImportAdvice {
      const [own, theirs] = [from.detail().namespace ?? '', to.detail().namespace ?? ''];
      const exported = isExported(to, symbol);
      if (own === theirs) return { line: null, importedAs: null, local: name, exported, reachable: true };
      const path = theirs === '' ? name : `${theirs}${separator}${name}`;
      const has = from.detail().imports.some(({ module, imported }) => {
        return module === path || module === theirs || `${module}${separator}${imported}` === path;
      });
      if (has) return { line: null, importedAs: name, local: name, exported, reachable: exported };
      const fact = to.summary.symbols[symbol];
      const line = exported ? lineOf(path, theirs, fact !== undefined && isFunction(fact)) : null;
      return { line, importedAs: null, local: name, exported, reachable: line !== null };
    },
  };
}

/** Swift: what a module has is seen in all of it; another module is imported as a whole. */
export function swiftImports(): ImportStyle {
  const moduleOf = (path: string): string => /(?:^|\/)(?:Sources|Tests)\/([^/]+)\//.exec(path)?.[1] ?? '';
  return {
    fileOf: NO_FILE,
    advise({ from, to, name, symbol }: Wanted): ImportAdvice {
      const exported = isExported(to, symbol);
      const module = moduleOf(to.path);
      if (module === moduleOf(from.path))
        return { line: null, importedAs: null, local: name, exported, reachable: true };
      const has = from.detail().imports.some((fact) => fact.module === module);
      const line = has || !exported || module === '' ? null : `import ${module}`;
      return { line, importedAs: has ? name : null, local: name, exported, reachable: has || line !== null };
    },
  };
}

/** Ruby: the file is required, and its constants and methods are there. */
export function rubyImports(): ImportStyle {
  return {
    fileOf: NO_FILE,
    advise({ from, to, name, symbol }: Wanted): ImportAdvice {
      const path = relativePath(folderOf(from.path), to.path.replace(/\.rb$/, ''));
      const known = [path, `./${path}`, to.path.replace(/^(?:.*\/)?lib\//, '').replace(/\.rb$/, '')];
      const has = from.detail().imports.some(({ module }) => known.includes(module));
      const line = has ? null : `require_relative '${path}'`;
      return { line, importedAs: has ? name : null, local: name, exported: isExported(to, symbol), reachable: true };
    },
  };
}

/** C and C++: a header of the workspace that declares it, or that it stands in, is included. */
export function includedImports(context: ResolverContext): ImportStyle {
  const includes = new Includes(context);
  const isHeader = (path: string): boolean => /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp)$/i.test(path);
  let headers: string[] | undefined;
  const headerOf = ({ to, name, symbol }: Wanted): string | null => {
    if (isHeader(to.path)) return to.path;
    const full = to.summary.symbols[symbol]?.qualifiedName ?? name;
    headers ??= context.input.files.map(({ path }) => path).filter(isHeader);
    const declares = (path: string): boolean =>
      context
        .file(path)
        ?.detail()
        .scopes[0]?.bindings.some((one) => one.kind === 'declaration' && one.name === full) ?? false;
    const own = [...includes.visible(to.path)].filter(isHeader);
    return [...own, ...headers].find(declares) ?? null;
  };
  return {
    fileOf: NO_FILE,
    advise(wanted: Wanted): ImportAdvice {
      const { from, name } = wanted;
      const header = headerOf(wanted);
      const exported = isExported(wanted.to, wanted.symbol) || (header !== null && isHeader(wanted.to.path));
      const has = header !== null && includes.visible(from.path).has(header);
      const line =
        header === null || has || !exported ? null : `#include "${relativePath(folderOf(from.path), header)}"`;
      const obstacle = header === null && exported ? 'no header declares it' : undefined;
      return {
        ...{ line, importedAs: has ? name : null, local: name, exported, reachable: exported },
        ...(obstacle !== undefined && { obstacle }),
      };
    },
  };
}

function isExported({ summary }: Wanted['to'], symbol: number): boolean {
  return ((summary.symbols[symbol]?.flags ?? 0) & SymbolFlag.Exported) !== 0;
}

function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}
