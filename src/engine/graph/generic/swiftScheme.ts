import type { ResolverContext } from '../types.ts';
import type { ModuleScheme } from './scheme.ts';
import { addToList } from '../../model/counts.ts';

/**
 * Swift: files of a module see each other's names. Modules are the folders below `Sources` and `Tests` of a package; what
 * lies in none is taken for one module, in which a name that is declared twice means nothing that could be told.
 */
export function swiftScheme({ input, file: fileAt }: ResolverContext): ModuleScheme {
  const modules = new Map<string, string[]>();
  for (const { path, summary } of input.files) {
    if (summary.language !== 'swift') continue;
    addToList(modules, folderOfModule(path), path);
  }
  const named = new Map<string, string[]>();
  for (const folder of modules.keys()) {
    if (folder === '') continue;
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    addToList(named, name, folder);
  }
  const own = (path: string): readonly string[] => modules.get(folderOfModule(path)) ?? [path];

  return {
    separator: '.',
    packageFiles: own,
    extensionFiles: (path) => {
      const found = new Set(own(path));
      for (const { module } of fileAt(path)?.detail().imports ?? [])
        for (const folder of named.get(module) ?? []) for (const other of modules.get(folder)!) found.add(other);
      return [...found];
    },
    methodFiles: own,
    imported: (_path, { module }) => {
      const folders = named.get(module);
      if (!folders) return { kind: 'external', name: module };
      return folders.length === 1 ? { kind: 'package', files: modules.get(folders[0]!)!, prefix: '' } : null;
    },
  };
}

function folderOfModule(path: string): string {
  return /^(?:.*\/)?(?:Sources|Tests)\/[^/]+(?=\/)/.exec(path)?.[0] ?? '';
}
