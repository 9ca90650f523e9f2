import type { GraphFile, ResolverContext, SymbolRef } from '../types.ts';
import type { ModuleScheme, Outside } from './scheme.ts';
import { NamespaceFiles } from './namespaceFiles.ts';

/** C#: names belong to namespaces; a file sees those of its own, those around it, and those that it uses. */
export function csharpScheme({ input, file: fileAt }: ResolverContext): ModuleScheme {
  const namespaces = new NamespaceFiles(input.files, 'csharp');
  const known = new Set([...namespaces.all()].flatMap(outwards));
  const isPartial = ({ summary }: GraphFile): boolean =>
    summary.symbols.some((symbol) => symbol.parent < 0 && /\bpartial\b/.test(symbol.signature));

  const parts = (found: readonly SymbolRef[]): SymbolRef | null => {
    const declared = new Set(found.map(({ file }) => namespaces.of(file)));
    const partial = found.every(({ file, symbol }) =>
      /\bpartial\b/.test(fileAt(file)!.summary.symbols[symbol]!.signature),
    );
    return partial && declared.size === 1 ? found[0]! : null;
  };

  /** The type that a full name names: `A.B.C`, `A.B.C.D`. */
  const typeNamed = (full: string): SymbolRef | null | undefined => {
    const words = full.split('.');
    for (let cut = words.length - 1; cut >= 0; cut--) {
      const name = words.slice(cut).join('.');
      const found = namespaces
        .in(words.slice(0, cut).join('.'))
        .flatMap((file) =>
          file.summary.symbols.flatMap((symbol, index) =>
            symbol.qualifiedName === name && (symbol.kind === 'class' || symbol.kind === 'interface')
              ? [{ file: file.path, symbol: index }]
              : [],
          ),
        );
      if (found.length > 0) return found.length === 1 ? found[0]! : parts(found);
    }
    return undefined;
  };

  const named = (full: string): Outside | null => {
    if (known.has(full)) return { kind: 'package', files: namespaces.pathsIn(full), prefix: '' };
    const type = typeNamed(full);
    if (type !== undefined) return type && { kind: 'symbol', target: type };
    return outwards(full).some((around) => namespaces.has(around)) ? null : { kind: 'external', name: full };
  };

  const visible = new Map<string, readonly string[]>();
  const packageFiles = (path: string): readonly string[] => {
    const own = namespaces.of(path) ?? '';
    if (own === '?') return [path];
    let all = visible.get(own);
    if (!all) visible.set(own, (all = [...outwards(own), ''].flatMap((name) => namespaces.pathsIn(name))));
    return all;
  };

  return {
    separator: '.',
    packageFiles,
    extensionFiles: (path) => {
      const used = (fileAt(path)?.detail().imports ?? []).filter(({ form }) => form === 'star');
      return [...new Set([...packageFiles(path), ...used.flatMap(({ module }) => namespaces.pathsIn(module))])];
    },
    parts,
    methodFiles: (path) => {
      const own = namespaces.in(namespaces.of(path) ?? '');
      const file = own.find((one) => one.path === path);
      return file && isPartial(file) ? own.filter(isPartial).map((one) => one.path) : [path];
    },
    imported: (_path, { form, module, imported }) =>
      named(form === 'star' ? module : module === '' ? imported : `${module}.${imported}`),
  };
}

/** A namespace and those around it, from the inside out. */
function outwards(name: string): string[] {
  const found: string[] = [];
  for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) found.push(at);
  return found;
}
