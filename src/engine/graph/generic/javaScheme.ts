import type { LanguageId } from '../../model/facts.ts';
import type { GraphFile, ResolverContext } from '../types.ts';
import type { ModuleScheme, Outside } from './scheme.ts';
import { addToList } from '../../model/counts.ts';

/** Java: files that declare the same package see each other's classes; imports name classes by package. */
export function javaScheme(
  { input }: ResolverContext,
  language: LanguageId = 'java',
): ModuleScheme & { filesOf(name: string): readonly string[] } {
  const packages = new Map<string, string[]>();
  const packageOf = new Map<string, string>();
  const fileOf = new Map<string, GraphFile>();
  for (const file of input.files) {
    if (file.summary.language !== language) continue;
    const name = file.detail().namespace ?? '';
    fileOf.set(file.path, file);
    packageOf.set(file.path, name);
    addToList(packages, name, file.path);
  }

  /** The class that a full name names: `a.b.C`, `a.b.C.D`. */
  const classNamed = (full: string): Outside | null => {
    const parts = full.split('.');
    for (let cut = parts.length - 1; cut >= 0; cut--) {
      const files = packages.get(parts.slice(0, cut).join('.'));
      const name = parts.slice(cut).join('.');
      const found = (files ?? []).flatMap((path) =>
        fileOf
          .get(path)!
          .summary.symbols.flatMap((symbol, index) =>
            symbol.qualifiedName === name ? [{ file: path, symbol: index }] : [],
          ),
      );
      if (found.length === 1) return { kind: 'symbol', target: found[0]! };
      if (found.length > 1) return null;
    }
    return null;
  };

  return {
    separator: '.',
    filesOf: (name) => packages.get(name) ?? [],
    packageFiles: (path) => packages.get(packageOf.get(path) ?? '') ?? [path],
    methodFiles: (path) => [path],
    imported(_path, { form, module, imported }) {
      if (form === 'star') {
        const files = packages.get(module);
        return files ? { kind: 'package', files, prefix: '' } : (classNamed(module) ?? outside(module, packages));
      }
      const full = module === '' ? imported : `${module}.${imported}`;
      return classNamed(full) ?? outside(full, packages);
    },
  };
}

/** What lies in no package of the workspace is external; what should lie in one and does not is unknown. */
function outside(full: string, packages: ReadonlyMap<string, unknown>): Outside | null {
  for (let name = full; name.includes('.');) {
    name = name.slice(0, name.lastIndexOf('.'));
    if (packages.has(name)) return null;
  }
  return { kind: 'external', name: full };
}
