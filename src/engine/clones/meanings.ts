import { ModuleResolution } from '../graph/ecmascript/moduleResolution.ts';
import { ModuleTable } from '../graph/python/modules.ts';
import { folderOf } from '../graph/paths.ts';
import type { Graph, GraphFile } from '../graph/types.ts';
import type { ImportFact, LanguageId } from '../model/facts.ts';

/** What a name of file level stands for. */
export interface Meaning {
  /** Identity: equal for one thing. */
  key: string;
  /** Equal for things that are alike; empty where that is not known. */
  digest: string;
  isLogger: boolean;
}

/** Imports that are followed from file to file. */
const MOST_STEPS = 6;
const LOGGER = /^_*(?:log|logger|logging)$/i;
const SCRIPT: ReadonlySet<LanguageId> = new Set<LanguageId>(['typescript', 'tsx', 'javascript']);
/** Languages whose values the facts hold wherever there are any. */
const WITH_VALUES: ReadonlySet<LanguageId> = new Set<LanguageId>(['python', ...SCRIPT, 'go', 'c', 'cpp', 'rust']);

/** Follows the names of one state to what defines them: through imports, re-exports and packages. Remembers what it found. */
export class Meanings {
  private readonly python: ModuleTable;
  private readonly script: ModuleResolution;
  private readonly values = new Map<string, ReadonlyMap<string, string>>();
  private readonly folders = new Map<string, GraphFile[]>();

  constructor(private readonly graph: Graph) {
    const context = { input: graph.input, file: (path: string) => graph.file(path) };
    this.python = new ModuleTable(context);
    this.script = new ModuleResolution(graph.input.configs, (path) => graph.file(path) !== undefined);
    for (const file of graph.input.files) {
      if (file.summary.language !== 'go') continue;
      const folder = folderOf(file.path);
      const known = this.folders.get(folder);
      if (known) known.push(file);
      else this.folders.set(folder, [file]);
    }
  }

  /** A name that the file binds at its own level, and not by an import. Null where nothing can be told. */
  own(path: string, name: string): Meaning | null {
    const file = this.graph.file(path);
    if (!file) return null;
    const symbol = file.summary.symbols.findLastIndex((one) => one.qualifiedName === name);
    const { kind, renamed } = file.summary.symbols[symbol] ?? {};
    if (kind === 'function' || kind === 'class')
      return { key: `${path}#${name}`, digest: renamed ?? '', isLogger: false };
    const digest = this.valuesIn(file).get(name);
    if (digest === undefined && !WITH_VALUES.has(file.summary.language)) return null;
    return { key: `${path}#${name}`, digest: digest ?? '', isLogger: LOGGER.test(name) };
  }

  /** A name that nothing in the file binds: a macro, or what another file of the package defines. */
  unbound(path: string, name: string): Meaning | null {
    const file = this.graph.file(path);
    if (!file) return null;
    if (this.valuesIn(file).has(name)) return this.own(path, name);
    for (const other of this.folders.get(folderOf(path)) ?? [])
      if (this.valuesIn(other).has(name)) return this.own(other.path, name);
    return null;
  }

  /** A member of a class by its qualified name, where it has a value. */
  member(path: string, qualifiedName: string): Meaning | null {
    const file = this.graph.file(path);
    const digest = file && this.valuesIn(file).get(qualifiedName);
    return digest === undefined ? null : { key: `${path}#${qualifiedName}`, digest, isLogger: false };
  }

  /** An imported name; with `member`, what a module that it stands for has under that name. */
  imported(path: string, local: string, member: string | null): Meaning | null {
    const file = this.graph.file(path);
    if (!file) return null;
    const found: Meaning[] = [];
    for (const fact of file.detail().imports) {
      if (fact.local !== local || fact.typeOnly || fact.form === 'reexport') continue;
      const meaning = this.follow(file, fact, member, 0);
      if (!meaning) return null;
      found.push(meaning);
    }
    const [first, ...others] = found;
    if (!first || others.length === 0) return first ?? null;
    return { ...first, key: found.map(({ key }) => key).join('|'), digest: '' };
  }

  private follow(file: GraphFile, fact: ImportFact, member: string | null, steps: number): Meaning | null {
    const { language } = file.summary;
    if (language === 'python') return this.followPython(file, fact, member, steps);
    if (SCRIPT.has(language)) return this.followScript(file, fact, member, steps);
    return language === 'go' ? named(`package ${fact.module}`) : null;
  }

  private followPython(file: GraphFile, fact: ImportFact, member: string | null, steps: number): Meaning | null {
    if (fact.form !== 'module' && fact.form !== 'from') return null;
    const found = this.python.find(file.path, fact.module);
    if (found.kind === 'missing') return null;
    const names = fact.form === 'from' ? [fact.imported] : [];
    if (found.kind === 'external') return named(`external ${[found.name, ...names].join('.')}`);
    if (fact.form === 'module') {
      // `import a.b` binds a.
      if (member === null || fact.local !== fact.module.split('.').pop())
        return named(`module ${found.path ?? found.folder}`);
      return found.path === undefined ? null : this.offered(found.path, member, steps + 1);
    }
    const child =
      found.path === undefined || !this.has(found.path, fact.imported) ? this.python.child(found, fact.imported) : null;
    if (!child) return found.path === undefined ? null : this.offered(found.path, fact.imported, steps + 1);
    if (member !== null && child.path !== undefined) return this.offered(child.path, member, steps + 1);
    return named(`module ${child.path ?? child.folder}`);
  }

  private followScript(file: GraphFile, fact: ImportFact, member: string | null, steps: number): Meaning | null {
    const target = this.script.resolve(file.path, fact.module);
    if (target.kind === 'missing') return null;
    const whole =
      fact.form === 'namespace' || fact.form === 'require' || fact.form === 'module' || fact.imported === '*';
    const name = fact.form === 'default' ? 'default' : fact.imported;
    if (target.kind === 'external') return named(`external ${target.name}${whole ? '' : `#${name}`}`);
    if (!whole) return this.offered(target.path, name, steps + 1);
    return member === null ? named(`module ${target.path}`) : this.offered(target.path, member, steps + 1);
  }

  private has(path: string, name: string): boolean {
    const file = this.graph.file(path);
    return file !== undefined && file.detail().scopes[0]?.bindings.some((one) => one.name === name) === true;
  }

  /** What a file gives to those who import the name from it. */
  private offered(path: string, name: string, steps: number): Meaning | null {
    const file = this.graph.file(path);
    if (!file || steps > MOST_STEPS) return null;
    const detail = file.detail();
    let own = name;
    if (SCRIPT.has(file.summary.language)) {
      const fact = detail.exports.find((one) => one.name === name);
      if (fact && fact.symbol >= 0) {
        const { renamed } = file.summary.symbols[fact.symbol]!;
        return { key: `${path}#${name}`, digest: renamed, isLogger: false };
      }
      if (fact && fact.local !== '') own = fact.local;
      else if (!fact) {
        const again = detail.imports.find((one) => one.form === 'reexport' && one.local === name);
        if (again) return this.follow(file, again, null, steps);
        for (const all of detail.imports) {
          if (all.form !== 'reexport-all' || all.local !== '*') continue;
          const target = this.script.resolve(path, all.module);
          if (target.kind === 'file' && this.offers(target.path, name, steps))
            return this.offered(target.path, name, steps + 1);
        }
      }
    }
    const passed = detail.imports.find((one) => one.local === own && one.scope === 0 && one.form !== 'reexport');
    if (passed) return this.follow(file, passed, null, steps);
    if (file.summary.language === 'python' && !this.has(path, own)) {
      for (const star of detail.imports) {
        if (star.form !== 'star') continue;
        const target = this.python.find(path, star.module);
        if (target.kind === 'module' && target.path !== undefined && this.has(target.path, own))
          return this.offered(target.path, own, steps + 1);
      }
    }
    return this.own(path, own);
  }

  private offers(path: string, name: string, steps: number): boolean {
    const detail = this.graph.file(path)?.detail();
    if (!detail || steps > MOST_STEPS) return false;
    return (
      detail.exports.some((one) => one.name === name) ||
      detail.imports.some((one) => one.form === 'reexport' && one.local === name)
    );
  }

  private valuesIn(file: GraphFile): ReadonlyMap<string, string> {
    let known = this.values.get(file.path);
    if (!known) {
      known = new Map((file.detail().values ?? []).map(({ name, digest }) => [name, digest]));
      this.values.set(file.path, known);
    }
    return known;
  }
}

function named(key: string): Meaning {
  return { key, digest: '', isLogger: false };
}

/** True when both are one thing, copies of one another, or loggers, which differ by their name alone. */
export function isAlike(a: Meaning, b: Meaning): boolean {
  return a.key === b.key || (a.digest !== '' && a.digest === b.digest) || (a.isLogger && b.isLogger);
}
