import { folderOf, foldersUp, inFolder } from '../paths.ts';
import type { ResolverContext } from '../types.ts';
import type { ModuleScheme } from './scheme.ts';
import { addToList } from '../../model/counts.ts';

/** Go: a folder is a package, and imports name folders below the module that `go.mod` declares. */
export function goScheme({ input, file }: ResolverContext): ModuleScheme {
  const folders = new Map<string, string[]>();
  for (const { path, summary } of input.files) {
    if (summary.language !== 'go') continue;
    addToList(folders, folderOf(path), path);
  }
  const packages = new Map<string, readonly string[]>();

  /** Files of one folder that belong to the same package; tests of a package `name_test` are one of their own. */
  const packageFiles = (path: string): readonly string[] => {
    let files = packages.get(path);
    if (!files) {
      const isTest = path.endsWith('_test.go');
      const own = namespaceOf(path);
      const all = folders.get(folderOf(path)) ?? [];
      files = all.filter((other) => (isTest || !other.endsWith('_test.go')) && namespaceOf(other) === own);
      packages.set(path, files);
    }
    return files;
  };
  const namespaceOf = (path: string): string => file(path)?.detail().namespace ?? '';

  return {
    separator: '.',
    packageFiles,
    methodFiles: packageFiles,
    imported(path, { module }) {
      for (const folder of foldersUp(folderOf(path))) {
        const name = moduleName(input.configs.get(inFolder(folder, 'go.mod')));
        if (name === null) continue;
        if (module !== name && !module.startsWith(`${name}/`)) break;
        const rest = module.slice(name.length + 1);
        const target = rest === '' ? folder : inFolder(folder, rest);
        const files = (folders.get(target) ?? []).filter((one) => !one.endsWith('_test.go'));
        return files.length > 0 ? { kind: 'package', files, prefix: '' } : null;
      }
      return { kind: 'external', name: module };
    },
  };
}

/** Path that a `go.mod` declares for its module; null without one. */
function moduleName(text: string | undefined): string | null {
  const line = /^[ \t]*module[ \t]+(?:"([^"\n]+)"|([^\s"]+))/m.exec(text ?? '');
  return line ? (line[1] ?? line[2] ?? null) : null;
}
