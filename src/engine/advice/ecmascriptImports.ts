import { ModuleResolution } from '../graph/ecmascript/moduleResolution.ts';
import { folderOf } from '../graph/paths.ts';
import type { ResolverContext } from '../graph/types.ts';
import type { ImportFact } from '../model/facts.ts';
import type { StateFile } from '../model/state.ts';
import { EcmascriptModules } from './ecmascriptModules.ts';
import { freeName, type ImportAdvice, type ImportStyle, type Wanted } from './importAdvice.ts';
import { isName, nameOfFile } from './localNames.ts';

/** Files that are asked for their habit when the file has no imports of the workspace itself. */
const MOST_ASKED = 40;

interface Habit {
  /** Relative imports end in `.js` (and its kin), in the file's own ending, or in none. */
  ending: 'js' | 'own' | 'none' | null;
  /** What the file's own aliases stand for: `@/` for `src/`. */
  aliases: { written: string; folder: string }[];
  /** More imports by alias than relative ones. */
  prefersAlias: boolean;
}

/** Import lines of TypeScript and JavaScript: module system, ending and aliases as the file has them. */
export function ecmascriptImports(context: ResolverContext, files: ReadonlyMap<string, StateFile>): ImportStyle {
  const modules = new ModuleResolution(context.input.configs, (path) => files.has(path));
  const systems = new EcmascriptModules(context.input.configs, files);
  const pathOf = (from: string, specifier: string): string | null => {
    const found = modules.resolve(from, specifier);
    return found.kind === 'file' ? found.path : null;
  };
  const fileOf = (from: StateFile, fact: ImportFact): string | null =>
    fact.typeOnly || fact.form === 'dynamic' ? null : pathOf(from.path, fact.module);

  const habitOf = (file: StateFile): Habit => {
    const habit: Habit = { ending: null, aliases: [], prefersAlias: false };
    let balance = 0;
    for (const { module } of file.detail().imports) {
      const path = pathOf(file.path, module);
      if (path === null) continue;
      if (module.startsWith('.')) {
        balance--;
        habit.ending ??= /\.[cm]?jsx?$/.test(module) ? 'js' : /\.[cm]?tsx?$/.test(module) ? 'own' : 'none';
        continue;
      }
      const alias = aliasOf(module, path);
      if (!alias) continue;
      balance++;
      habit.aliases.push(alias);
    }
    habit.prefersAlias = balance > 0;
    return habit;
  };

  const fullHabit = (from: StateFile): Habit => {
    const own = habitOf(from);
    if (own.ending !== null) return own;
    const near = [...files.values()].filter(({ path, language }) => language === from.language && path !== from.path);
    const folder = folderOf(from.path);
    near.sort((a, b) => Number(folderOf(b.path) === folder) - Number(folderOf(a.path) === folder));
    for (const file of near.slice(0, MOST_ASKED)) {
      const { ending } = habitOf(file);
      if (ending !== null) return { ...own, ending };
    }
    return own;
  };

  const specifier = (from: StateFile, to: string): string | null => {
    const habit = fullHabit(from);
    const isScript = from.language === 'javascript';
    const ending = habit.ending ?? (isScript || systems.needsEnding(from) ? 'js' : 'none');
    const tries = [ending, 'none', 'js', 'own'] as const;
    const relative = tries.map((one) => ended(relativePath(folderOf(from.path), to), one));
    const aliased = habit.aliases.flatMap(({ written, folder }) =>
      to.startsWith(folder) ? tries.map((one) => ended(written + to.slice(folder.length), one)) : [],
    );
    // An alias is written as the other aliases are, mostly without an ending.
    const all = habit.prefersAlias ? [...aliased.slice(1), ...aliased.slice(0, 1), ...relative] : relative;
    return all.find((one) => pathOf(from.path, one) === to) ?? null;
  };

  /** Names under which a file gives on what another exports, by named and by whole re-exports. */
  const givenOn = (entry: StateFile, to: StateFile, names: readonly string[], depth = 0): string[] => {
    if (entry === to) return [...names];
    if (depth >= MOST_BARRELS) return [];
    const { imports, exports } = entry.detail();
    for (const fact of imports) {
      const path = fact.typeOnly || fact.form === 'dynamic' ? null : pathOf(entry.path, fact.module);
      const file = path === null ? undefined : files.get(path);
      if (!file || file === entry) continue;
      if (fact.form === 'reexport-all' && fact.local !== '*') continue;
      if (fact.form === 'reexport-all') {
        const found = givenOn(file, to, names, depth + 1).filter((one) => one !== 'default');
        if (found.length > 0) return found;
      } else if (['reexport', 'from', 'default'].includes(fact.form) || fact.imported !== '') {
        if (!givenOn(file, to, names, depth + 1).includes(fact.imported)) continue;
        if (fact.form === 'reexport') return [fact.local];
        const own = exports.filter(({ local }) => local !== '' && local === fact.local);
        if (own.length > 0) return own.map(({ name }) => name);
      }
    }
    return [];
  };

  /** Another package is imported by its name, as far as its entry gives the name on. */
  const byPackage = (wanted: Wanted, names: readonly string[]): PackageImport | null => {
    const { from, to } = wanted;
    const other = systems.otherPackage(from, to);
    if (!other) return null;
    if (!other.isDependency) return { obstacle: `its package ${other.name} is no dependency here` };
    const entry = pathOf(from.path, other.name);
    const file = entry === null ? undefined : files.get(entry);
    const given = file ? givenOn(file, to, names).sort(plainFirst) : [];
    if (given.length === 0) return { obstacle: `its package ${other.name} does not export it` };
    return { module: other.name, names: given, through: entry! };
  };

  return {
    fileOf,
    advise(wanted: Wanted): ImportAdvice {
      const { from, to, name } = wanted;
      let names = exportNames(wanted);
      const exported = names.length > 0;
      const has = exported ? known(wanted, names, pathOf) : null;
      const importedAs = has !== null && wanted.inside.has(has.split('.')[0]!) ? null : has;
      if (importedAs !== null) return { line: null, importedAs, local: importedAs, exported, reachable: true };
      const packaged = exported ? byPackage(wanted, names) : null;
      const module = packaged?.module ?? (exported ? specifier(from, to.path) : null);
      names = packaged?.names ?? names;
      const given = names[0] ?? name;
      const wish = given !== 'default' && given !== '=' ? given : isName(name) ? name : nameOfFile(to);
      const local = freeName(wanted, wish, `existing${wish.charAt(0).toUpperCase()}${wish.slice(1)}`);
      const required = systems.systemOf(from, to) === 'commonjs';
      const loaded = (packaged?.through !== undefined && files.get(packaged.through)) || to;
      const obstacle =
        packaged?.obstacle ??
        (required && systems.isOnlyImported(loaded)
          ? `${loaded.path} is a module that require cannot load`
          : undefined);
      let line: string | null = null;
      if (module !== null) {
        const path = `'${module}'`;
        if (required) {
          const key = given === local ? local : `${given}: ${local}`;
          line = given === '=' ? `const ${local} = require(${path});` : `const { ${key} } = require(${path});`;
        } else if (given === 'default' || given === '=') line = `import ${local} from ${path};`;
        else line = `import { ${given === local ? local : `${given} as ${local}`} } from ${path};`;
      }
      return {
        ...{ line, importedAs: null, local, exported, reachable: line !== null },
        ...(packaged?.through !== undefined && { through: packaged.through }),
        ...(obstacle !== undefined && { obstacle }),
      };
    },
  };
}

interface PackageImport {
  module?: string;
  names?: string[];
  through?: string;
  obstacle?: string;
}

/** Files that give a name on, one after the other. */
const MOST_BARRELS = 6;

function plainFirst(a: string, b: string): number {
  return Number(a === 'default' || a === '=') - Number(b === 'default' || b === '=');
}

/** Names under which the file exports it, plain ones first. */
function exportNames({ to, name, symbol }: Wanted): string[] {
  const names = to.detail().exports.flatMap((fact) => {
    const same = symbol >= 0 && fact.symbol === symbol;
    return same || fact.local === name || (fact.symbol < 0 && fact.local === '' && fact.name === name)
      ? [fact.name]
      : [];
  });
  return [...new Set(names)].sort(plainFirst);
}

function known(
  { from, to, name }: Wanted,
  names: readonly string[],
  pathOf: (from: string, specifier: string) => string | null,
): string | null {
  const facts = from
    .detail()
    .imports.filter(
      ({ scope, typeOnly, local, module }) =>
        scope === 0 && !typeOnly && local !== '' && pathOf(from.path, module) === to.path,
    );
  const direct = facts.find(({ form, imported }) => form === 'from' && names.includes(imported));
  if (direct) return direct.local;
  for (const fact of facts) {
    if (fact.form === 'from' || fact.form === 'require') {
      if (fact.imported !== '' && names.includes(fact.imported)) return fact.local;
      if (fact.imported === '' && names.includes(name)) return `${fact.local}.${name}`;
      if (fact.imported === '' && names.includes('=')) return fact.local;
    } else if (fact.form === 'default' && names.some((one) => one === 'default' || one === '=')) return fact.local;
    else if (fact.form === 'namespace') return `${fact.local}.${names[0] === '=' ? 'default' : names[0]!}`;
  }
  return null;
}

/** What an alias and a path have in common at their ends tells what the alias stands for. */
function aliasOf(module: string, path: string): { written: string; folder: string } | null {
  const bare = path.replace(/\.[^./]+$/, '').replace(/\/index$/, '');
  const written = module.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
  let same = 0;
  while (same < bare.length && same < written.length && bare.at(-1 - same) === written.at(-1 - same)) same++;
  const tail = bare.slice(bare.length - same);
  const cut = tail.indexOf('/');
  const rest = cut < 0 || bare.length === same ? tail : tail.slice(cut + 1);
  if (rest === '') return null;
  const head = written.slice(0, written.length - rest.length);
  const folder = bare.slice(0, bare.length - rest.length);
  return head.endsWith('/') ? { written: head, folder } : null;
}

function relativePath(folder: string, to: string): string {
  const own = folder === '' ? [] : folder.split('/');
  const theirs = to.split('/');
  let same = 0;
  while (same < own.length && same < theirs.length - 1 && own[same] === theirs[same]) same++;
  const up = '../'.repeat(own.length - same);
  return (up === '' ? './' : up) + theirs.slice(same).join('/');
}

function ended(path: string, ending: 'js' | 'own' | 'none'): string {
  if (ending === 'own') return path;
  // No ending stands for `.mjs` and `.cjs` but the ending itself.
  if (ending === 'js' || /\.[cm][jt]s$/.test(path))
    return path.replace(/\.([cm]?)tsx?$/, '.$1js').replace(/\.jsx$/, '.js');
  return path.replace(/(?:\/index)?\.[jt]sx?$/, '');
}
