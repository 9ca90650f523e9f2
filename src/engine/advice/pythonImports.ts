import { ModuleTable } from '../graph/python/modules.ts';
import { folderOf, foldersUp, inFolder } from '../graph/paths.ts';
import type { ResolverContext } from '../graph/types.ts';
import type { ImportFact } from '../model/facts.ts';
import type { StateFile } from '../model/state.ts';
import { freeName, type ImportAdvice, type ImportStyle, type Wanted } from './importAdvice.ts';
import { isName } from './localNames.ts';

/** Files of the folder that are asked for their habit when the file has no imports of the workspace itself. */
const MOST_ASKED = 20;

/** Import lines of Python: absolute or relative as the file does it, through the layout that resolution knows. */
export function pythonImports(context: ResolverContext, files: ReadonlyMap<string, StateFile>): ImportStyle {
  const modules = new ModuleTable(context);
  const pathOf = (from: string, name: string): string | null => {
    const found = modules.find(from, name);
    return found.kind === 'module' ? (found.path ?? null) : null;
  };

  const fileOf = (from: StateFile, fact: ImportFact): string | null => {
    if (fact.form === 'from') {
      const joined = fact.module.endsWith('.') ? fact.module + fact.imported : `${fact.module}.${fact.imported}`;
      return pathOf(from.path, joined) ?? pathOf(from.path, fact.module);
    }
    return fact.form === 'module' || fact.form === 'star' ? pathOf(from.path, fact.module) : null;
  };

  /** How the file has the name already: by itself, or through its module. */
  const known = ({ from, to, name }: Wanted): string | null => {
    const facts = from.detail().imports.filter((fact) => fact.scope === 0 && !fact.typeOnly);
    const direct = facts.find(
      (fact) => fact.form === 'from' && fact.imported === name && pathOf(from.path, fact.module) === to.path,
    );
    if (direct) return direct.local;
    for (const fact of facts) {
      if (fact.form === 'from') {
        const joined = fact.module.endsWith('.') ? fact.module + fact.imported : `${fact.module}.${fact.imported}`;
        if (pathOf(from.path, joined) === to.path) return `${fact.local}.${name}`;
      } else if (fact.form === 'module' && pathOf(from.path, fact.module) === to.path) {
        const whole = fact.local === fact.module.split('.')[0] && fact.local !== fact.module;
        return `${whole ? fact.module : fact.local}.${name}`;
      } else if (fact.form === 'star' && pathOf(from.path, fact.module) === to.path) {
        const all = to.detail().dunderAll;
        if (all ? all.includes(name) : !name.startsWith('_')) return name;
      }
    }
    return null;
  };

  /** True when the file, or else its neighbours, import what is near them with leading dots. */
  const isRelative = (from: StateFile): boolean => {
    const habit = (file: StateFile): boolean | null => {
      const own = file.detail().imports.filter((fact) => fact.form !== 'dynamic' && fileOf(file, fact) !== null);
      return own.length === 0 ? null : own.some((fact) => fact.module.startsWith('.'));
    };
    const first = habit(from);
    if (first !== null) return first;
    const folder = folderOf(from.path);
    let asked = 0;
    for (const [path, file] of files) {
      if (file.language !== 'python' || folderOf(path) !== folder || path === from.path) continue;
      const found = habit(file);
      if (found !== null) return found;
      if (++asked >= MOST_ASKED) break;
    }
    return false;
  };

  const relativeName = (from: string, to: string): string | null => {
    const own = folderOf(from).split('/').filter(Boolean);
    const theirs = to
      .replace(/(?:\/?__init__)?\.pyi?$/, '')
      .split('/')
      .filter(Boolean);
    let same = 0;
    while (same < own.length && same < theirs.length && own[same] === theirs[same]) same++;
    return '.'.repeat(own.length - same + 1) + theirs.slice(same).join('.');
  };

  const absoluteName = (from: StateFile, to: string): string | null => {
    const parts = to
      .replace(/(?:\/?__init__)?\.pyi?$/, '')
      .split('/')
      .filter(Boolean);
    const names = parts.map((_, i) => parts.slice(parts.length - 1 - i).join('.'));
    const found = names.filter((name) => pathOf(from.path, name) === to);
    const written = found.filter((name) => name.split('.').every(isName));
    const good = written.length > 0 ? written : found;
    const tops = new Set(
      from
        .detail()
        .imports.flatMap((fact) =>
          fileOf(from, fact) && !fact.module.startsWith('.') ? [fact.module.split('.')[0]!] : [],
        ),
    );
    return good.find((name) => tops.has(name.split('.')[0]!)) ?? good[0] ?? null;
  };

  const moduleName = (from: StateFile, to: string): string | null => {
    if (isRelative(from)) {
      const name = relativeName(from.path, to);
      if (name !== null && pathOf(from.path, name) === to) return name;
    }
    return absoluteName(from, to);
  };

  /** The outermost package that says in `__all__` that it gives the name on, for files outside of it. */
  const publicPlace = ({ from, to, name }: Wanted): { path: string; name: string } | null => {
    for (const folder of foldersUp(folderOf(to.path)).reverse()) {
      const path = inFolder(folder, '__init__.py');
      const init = files.get(path);
      if (!init || path === to.path || path === from.path || from.path.startsWith(`${folder}/`)) continue;
      const { imports, dunderAll } = init.detail();
      const fact = imports.find(
        ({ form, imported, module, scope, typeOnly }) =>
          form === 'from' && scope === 0 && !typeOnly && imported === name && pathOf(path, module) === to.path,
      );
      if (fact && dunderAll?.includes(fact.local)) return { path, name: fact.local };
    }
    return null;
  };

  return {
    fileOf,
    advise(wanted: Wanted): ImportAdvice {
      const { from, to, name } = wanted;
      const all = to.detail().dunderAll;
      const exported = !name.startsWith('_') && (all === null || all.includes(name));
      const has = known(wanted);
      const importedAs = has !== null && wanted.inside.has(has.split('.')[0]!) ? null : has;
      if (importedAs !== null) return { line: null, importedAs, local: importedAs, exported, reachable: true };
      const place = wanted.direct ? null : publicPlace(wanted);
      const given = place?.name ?? name;
      const module = moduleName(from, place?.path ?? to.path);
      const wrong = module?.split('.').find((part) => part !== '' && !isName(part));
      if (module === null || wrong !== undefined) {
        const obstacle = wrong === undefined ? undefined : `no import can name ${wrong}`;
        const reach = { line: null, importedAs: null, local: name, exported, reachable: false };
        return { ...reach, ...(obstacle !== undefined && { obstacle }) };
      }
      const local = freeName(wanted, given, `existing_${given.replace(/^_+/, '')}`);
      const line = `from ${module} import ${given}${local === given ? '' : ` as ${local}`}`;
      return { line, importedAs: null, local, exported, reachable: true, ...(place && { through: place.path }) };
    },
  };
}
