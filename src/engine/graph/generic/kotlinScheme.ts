import type { ResolverContext } from '../types.ts';
import { javaScheme } from './javaScheme.ts';
import type { ModuleScheme } from './scheme.ts';

/** Kotlin: packages as in Java; beside classes they hold functions, and functions that extend types of elsewhere. */
export function kotlinScheme(context: ResolverContext): ModuleScheme {
  const packages = javaScheme(context, 'kotlin');
  return {
    ...packages,
    extensionFiles: (path, name) => {
      const found = new Set(packages.packageFiles(path));
      for (const { form, module, imported } of context.file(path)?.detail().imports ?? [])
        if (form === 'star' || imported === name) for (const other of packages.filesOf(module)) found.add(other);
      return [...found];
    },
  };
}
