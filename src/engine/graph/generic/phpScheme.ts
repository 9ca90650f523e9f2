import type { ResolverContext, SymbolRef } from '../types.ts';
import type { ModuleScheme, Outside } from './scheme.ts';
import { NamespaceFiles } from './namespaceFiles.ts';

/** A namespace, with its name: `files` may be empty where only namespaces inside it have files. */
interface Namespace extends Extract<Outside, { kind: 'package' }> {
  namespace: string;
}

/** PHP: names belong to namespaces, whatever the folder; functions of the root are seen from everywhere. */
export function phpScheme({ input }: ResolverContext): ModuleScheme {
  const namespaces = new NamespaceFiles(input.files, 'php');
  const known = new Set<string>();
  for (const name of namespaces.all()) {
    for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('\\')))) known.add(at);
  }

  const namespace = (name: string): Namespace | null =>
    name === '' || known.has(name)
      ? { kind: 'package', files: namespaces.pathsIn(name), prefix: '', namespace: name }
      : null;

  /** The only symbol of a full name; `undefined` for none, null for several. */
  const symbolNamed = (full: string): SymbolRef | null | undefined => {
    const cut = full.lastIndexOf('\\');
    const name = full.slice(cut + 1);
    const found = namespaces
      .in(full.slice(0, Math.max(0, cut)))
      .flatMap((file) =>
        file.summary.symbols.flatMap((symbol, index) =>
          symbol.qualifiedName === name && symbol.parent < 0 ? [{ file: file.path, symbol: index }] : [],
        ),
      );
    return found.length > 1 ? null : found[0];
  };

  /** What a full name names: a symbol, a namespace, or something outside. */
  const named = (full: string): Outside | null => {
    const symbol = symbolNamed(full);
    if (symbol) return { kind: 'symbol', target: symbol };
    if (symbol === null) return null;
    const inside = namespace(full);
    if (inside) return inside;
    for (let at = full; at.includes('\\');) {
      at = at.slice(0, at.lastIndexOf('\\'));
      if (namespaces.has(at)) return null;
    }
    return { kind: 'external', name: full };
  };

  return {
    separator: '\\',
    packageFiles: (path) => {
      const own = namespaces.of(path) ?? '';
      return own === '?' ? [path] : namespaces.pathsIn(own);
    },
    methodFiles: (path) => [path],
    word: (path, name) => {
      if (name.startsWith('\\')) return named(name.slice(1));
      return name === 'namespace' ? namespace(namespaces.of(path) ?? '') : null;
    },
    root: (path, name) => {
      const own = namespaces.of(path) ?? '';
      const inside = own === '?' ? null : namespace(own === '' ? name : `${own}\\${name}`);
      if (inside) return inside;
      // A function that the namespace does not have is the one of the root.
      const symbol = symbolNamed(name);
      const fact = symbol && input.files.find(({ path: at }) => at === symbol.file)!.summary.symbols[symbol.symbol]!;
      return fact && (fact.kind === 'function' || own === '') ? { kind: 'symbol', target: symbol } : null;
    },
    inside: (outside, name) => {
      const own = (outside as Namespace).namespace;
      return own === undefined ? null : namespace(own === '' ? name : `${own}\\${name}`);
    },
    imported: (_path, { module, imported }) => {
      const meaning = named(module === '' ? imported : `${module}\\${imported}`);
      // What is imported from a package is looked up in it: of a namespace the one around it is needed.
      return meaning?.kind === 'package' ? namespace(module) : meaning;
    },
  };
}
