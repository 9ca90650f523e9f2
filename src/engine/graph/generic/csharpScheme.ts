import type { GraphFile, ResolverContext, SymbolRef } from '../types.ts';
import type { ModuleScheme, Outside } from './scheme.ts';
import { addToList } from '../../model/counts.ts';

/** C#: names belong to namespaces; a file sees those of its own, those around it, and those that it uses. */
export function csharpScheme({ input, file: fileAt }: ResolverContext): ModuleScheme {
  const files = new Map<string, GraphFile[]>();
  const namespaceOf = new Map<string, string>();
  const known = new Set<string>();
  for (const file of input.files) {
    if (file.summary.language !== 'csharp') continue;
    const name = file.detail().namespace ?? '';
    namespaceOf.set(file.path, name);
    addToList(files, name, file);
    for (const around of outwards(name)) known.add(around);
  }
  const pathsOf = (name: string): string[] => (files.get(name) ?? []).map((file) => file.path);
  const isPartial = ({ summary }: GraphFile): boolean =>
    summary.symbols.some((symbol) => symbol.parent < 0 && /\bpartial\b/.test(symbol.signature));

  const parts = (found: readonly SymbolRef[]): SymbolRef | null => {
    const namespaces = new Set(found.map(({ file }) => namespaceOf.get(file)));
    const partial = found.every(({ file, symbol }) =>
      /\bpartial\b/.test(fileAt(file)!.summary.symbols[symbol]!.signature),
    );
    return partial && namespaces.size === 1 ? found[0]! : null;
  };

  /** The type that a full name names: `A.B.C`, `A.B.C.D`. */
  const typeNamed = (full: string): SymbolRef | null | undefined => {
    const words = full.split('.');
    for (let cut = words.length - 1; cut >= 0; cut--) {
      const name = words.slice(cut).join('.');
      const found = (files.get(words.slice(0, cut).join('.')) ?? []).flatMap((file) =>
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
    if (known.has(full)) return { kind: 'package', files: pathsOf(full), prefix: '' };
    const type = typeNamed(full);
    if (type !== undefined) return type && { kind: 'symbol', target: type };
    return outwards(full).some((around) => files.has(around)) ? null : { kind: 'external', name: full };
  };

  const visible = new Map<string, readonly string[]>();
  const packageFiles = (path: string): readonly string[] => {
    const own = namespaceOf.get(path) ?? '';
    if (own === '?') return [path];
    let all = visible.get(own);
    if (!all) visible.set(own, (all = [...outwards(own), ''].flatMap(pathsOf)));
    return all;
  };

  return {
    separator: '.',
    packageFiles,
    extensionFiles: (path) => {
      const used = (fileAt(path)?.detail().imports ?? []).filter(({ form }) => form === 'star');
      return [...new Set([...packageFiles(path), ...used.flatMap(({ module }) => pathsOf(module))])];
    },
    parts,
    methodFiles: (path) => {
      const own = files.get(namespaceOf.get(path) ?? '') ?? [];
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
