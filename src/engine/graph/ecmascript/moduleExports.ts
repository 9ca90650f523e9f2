import type { ExportFact, ImportFact } from '../../model/facts.ts';
import { MAX_DESCENT, TooDeep, type Evaluator } from './evaluator.ts';
import type { FileIndex } from './fileIndex.ts';
import type { ModuleResolution } from './moduleResolution.ts';
import { sameValue, UNRESOLVED, VALUE, type Space, type Value } from './values.ts';

/** Follows names through imports, exports, re-exports and barrels. */
export class ModuleExports {
  private depth = 0;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly modules: ModuleResolution,
  ) {}

  /** Must be called before a new descent: a descent that was broken off leaves its count behind. */
  restart(): void {
    this.depth = 0;
  }

  /**
   * The export `name` of a file (`=` for `module.exports = …` and `export =`), found as ECMAScript's ResolveExport
   * does: own exports, then named re-exports, then `export *`, where two different finds are none. Null when there is
   * no such export.
   */
  named(path: string, name: string, space: Space): Value | null {
    const index = this.evaluator.index(path);
    if (!index) return null;
    const known = index.exportValues[space].get(name);
    if (known !== undefined) return known;
    index.exportValues[space].set(name, null);
    try {
      const found = this.find(index, name, space, new Set());
      index.exportValues[space].set(name, found);
      return found;
    } catch (error) {
      index.exportValues[space].delete(name);
      throw error;
    }
  }

  /** The value that a file has as a whole for `require`, `import *` and `import()`. */
  whole(path: string): Value {
    const assigned = this.named(path, '=', 'value');
    if (assigned && assigned.kind !== 'value' && assigned.kind !== 'unresolved') return assigned;
    return { kind: 'module', file: path };
  }

  /** What an import binds its local name to. */
  imported(index: FileIndex, fact: ImportFact, space: Space): Value {
    return this.target(index, fact, space, new Set()) ?? UNRESOLVED;
  }

  private target(index: FileIndex, fact: ImportFact, space: Space, seen: Set<string>): Value | null {
    const target = this.modules.resolve(index.path, fact.module);
    if (target.kind === 'missing') return UNRESOLVED;
    const whole = isWhole(fact);
    if (target.kind === 'external') {
      const named = !whole && fact.form !== 'default' && fact.imported !== 'default';
      return { kind: 'external', name: named ? `${target.name}.${fact.imported}` : target.name };
    }
    if (whole) return this.evaluator.wholeModule(target.path);
    const file = this.evaluator.index(target.path);
    if (!file) return UNRESOLVED;
    if (fact.form === 'require') return this.evaluator.member(this.evaluator.wholeModule(target.path), fact.imported);
    const name = fact.form === 'default' ? 'default' : fact.imported;
    const found = seen.size === 0 ? this.named(target.path, name, space) : this.descend(file, name, space, seen);
    return found ?? (name === 'default' && hasWholeDefault(file) ? this.evaluator.wholeModule(target.path) : null);
  }

  private descend(index: FileIndex, name: string, space: Space, seen: Set<string>): Value | null {
    const known = index.exportValues[space].get(name);
    // Null may also mean that the question is being answered further up: the walk below finds that out by `seen`.
    if (known) return known;
    if (this.depth >= MAX_DESCENT) {
      throw new TooDeep(
        `export ${space} ${index.path} ${name}`,
        () => this.named(index.path, name, space),
        () => index.exportValues[space].set(name, UNRESOLVED),
      );
    }
    this.depth++;
    const found = this.find(index, name, space, seen);
    this.depth--;
    return found;
  }

  private find(index: FileIndex, name: string, space: Space, seen: Set<string>): Value | null {
    const key = `${name} ${index.path}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const direct = this.direct(index, name, space);
    if (direct) return direct;
    const reexport = index.reexport(name, space);
    if (reexport) return this.target(index, reexport, space, seen);
    if (name !== '=' && index.exports('=').length > 0) {
      const whole = this.named(index.path, '=', 'value') ?? UNRESOLVED;
      if (name === 'default') return whole;
      const member = this.evaluator.member(whole, name);
      if (member.kind !== 'unresolved') return member;
    }
    // `module.exports = require('./x')` is recorded as `export *`, and passes on the whole.
    const passedOn = name !== '=' || (isCommonJs(index) && index.stars(space).length === 1);
    return name === 'default' || !passedOn ? null : this.throughStars(index, name, space, seen);
  }

  private throughStars(index: FileIndex, name: string, space: Space, seen: Set<string>): Value | null {
    let found: Value | null = null;
    const outside: string[] = [];
    for (const star of index.stars(space)) {
      const target = this.modules.resolve(index.path, star.module);
      if (target.kind === 'missing') outside.push('');
      else if (target.kind === 'external') outside.push(target.name);
      const file = target.kind === 'file' ? this.evaluator.index(target.path) : undefined;
      const one = file ? this.descend(file, name, space, seen) : null;
      if (!one) continue;
      if (found && !sameValue(found, one)) return UNRESOLVED;
      found = one;
    }
    if (found || outside.length !== 1 || outside[0] === '') return found;
    // The only other place that the name can come from.
    return { kind: 'external', name: name === '=' ? outside[0]! : `${outside[0]}.${name}` };
  }

  private direct(index: FileIndex, name: string, space: Space): Value | null {
    let found: Value | null = null;
    for (const fact of index.exports(name)) {
      const value = this.exportValue(index, fact, space);
      if (!value || (found && sameValue(found, value))) continue;
      // Compiled CommonJS clears its exports first (`exports.f = void 0`).
      if (!found || found.kind === 'value') found = value;
      else if (value.kind !== 'value') return UNRESOLVED;
    }
    return found;
  }

  private exportValue(index: FileIndex, fact: ExportFact, space: Space): Value | null {
    if (fact.local !== '') return this.evaluator.binding(index, 0, fact.local, space);
    if (fact.symbol >= 0) {
      const symbol = index.symbols[fact.symbol]!;
      if (symbol.kind === 'interface') return space === 'type' ? VALUE : null;
      const bound = index.bindings(0, symbol.name, space)?.bindings.some((binding) => binding.symbol === fact.symbol);
      const value = bound ? this.evaluator.binding(index, 0, symbol.name, space) : null;
      return value ?? { kind: 'symbol', file: index.path, symbol: fact.symbol };
    }
    if (fact.reference >= 0) {
      const value = this.evaluator.reference(index, fact.reference);
      return value.kind === 'unresolved' ? VALUE : value;
    }
    const holder = fact.name === '=' ? 'module.exports' : fact.name;
    if (index.isHolder(-1, holder)) return { kind: 'object', file: index.path, parent: -1, holder };
    return VALUE;
  }
}

function isWhole(fact: ImportFact): boolean {
  if (fact.imported === '*' || fact.form === 'namespace' || fact.form === 'module') return true;
  if (fact.form === 'reexport-all') return true;
  return (fact.form === 'require' || fact.form === 'dynamic') && fact.imported === '';
}

/** The default export is the file as a whole: a component is made of all of it. */
function hasWholeDefault(index: FileIndex): boolean {
  return /\.(?:vue|svelte)$/i.test(index.path) || isCommonJs(index);
}

/** A file with exports but no sign of ECMAScript modules: its default import is the whole of it. */
function isCommonJs(index: FileIndex): boolean {
  if (/\.(cjs|cts)$/.test(index.path)) return true;
  if (!/\.jsx?$/.test(index.path)) return false;
  return !index.detail.imports.some((fact) => ['from', 'default', 'namespace', 'side-effect'].includes(fact.form));
}
