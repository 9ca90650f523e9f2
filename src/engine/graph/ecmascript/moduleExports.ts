import type { ExportFact, ImportFact } from '../../model/facts.ts';
import { MAX_DESCENT, TooDeep, type Evaluator } from './evaluator.ts';
import type { FileIndex } from './fileIndex.ts';
import type { ModuleResolution } from './moduleResolution.ts';
import { sameValue, UNRESOLVED, VALUE, type Value } from './values.ts';

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
  named(path: string, name: string): Value | null {
    const index = this.evaluator.index(path);
    if (!index) return null;
    const known = index.exportValues.get(name);
    if (known !== undefined) return known;
    index.exportValues.set(name, null);
    try {
      const found = this.find(index, name, new Set());
      index.exportValues.set(name, found);
      return found;
    } catch (error) {
      index.exportValues.delete(name);
      throw error;
    }
  }

  /** The value that a file has as a whole for `require`, `import *` and `import()`. */
  whole(path: string): Value {
    const assigned = this.named(path, '=');
    if (assigned && assigned.kind !== 'value' && assigned.kind !== 'unresolved') return assigned;
    return { kind: 'module', file: path };
  }

  /** What an import binds its local name to. */
  imported(index: FileIndex, fact: ImportFact): Value {
    return this.target(index, fact, new Set()) ?? UNRESOLVED;
  }

  private target(index: FileIndex, fact: ImportFact, seen: Set<string>): Value | null {
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
    const found = seen.size === 0 ? this.named(target.path, name) : this.descend(file, name, seen);
    return found ?? (name === 'default' && isCommonJs(file) ? this.evaluator.wholeModule(target.path) : null);
  }

  private descend(index: FileIndex, name: string, seen: Set<string>): Value | null {
    const known = index.exportValues.get(name);
    // Null may also mean that the question is being answered further up: the walk below finds that out by `seen`.
    if (known) return known;
    if (this.depth >= MAX_DESCENT) {
      throw new TooDeep(
        `export ${index.path} ${name}`,
        () => this.named(index.path, name),
        () => index.exportValues.set(name, UNRESOLVED),
      );
    }
    this.depth++;
    const found = this.find(index, name, seen);
    this.depth--;
    return found;
  }

  private find(index: FileIndex, name: string, seen: Set<string>): Value | null {
    const key = `${name} ${index.path}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const direct = this.direct(index, name);
    if (direct) return direct;
    const reexport = index.reexport(name);
    if (reexport) return this.target(index, reexport, seen);
    if (name !== '=' && index.exports('=').length > 0) {
      const whole = this.named(index.path, '=') ?? UNRESOLVED;
      if (name === 'default') return whole;
      const member = this.evaluator.member(whole, name);
      if (member.kind !== 'unresolved') return member;
    }
    return name === 'default' || name === '=' ? null : this.throughStars(index, name, seen);
  }

  private throughStars(index: FileIndex, name: string, seen: Set<string>): Value | null {
    let found: Value | null = null;
    const outside: string[] = [];
    for (const star of index.stars()) {
      const target = this.modules.resolve(index.path, star.module);
      if (target.kind === 'missing') outside.push('');
      else if (target.kind === 'external') outside.push(target.name);
      const file = target.kind === 'file' ? this.evaluator.index(target.path) : undefined;
      const one = file ? this.descend(file, name, seen) : null;
      if (!one) continue;
      if (found && !sameValue(found, one)) return UNRESOLVED;
      found = one;
    }
    if (found || outside.length !== 1 || outside[0] === '') return found;
    // The only other place that the name can come from.
    return { kind: 'external', name: `${outside[0]}.${name}` };
  }

  private direct(index: FileIndex, name: string): Value | null {
    let found: Value | null = null;
    for (const fact of index.exports(name)) {
      const value = this.exportValue(index, fact);
      if (!value || (found && sameValue(found, value))) continue;
      // Compiled CommonJS clears its exports first (`exports.f = void 0`).
      if (!found || found.kind === 'value') found = value;
      else if (value.kind !== 'value') return UNRESOLVED;
    }
    return found;
  }

  private exportValue(index: FileIndex, fact: ExportFact): Value | null {
    if (fact.local !== '') return this.evaluator.binding(index, 0, fact.local);
    if (fact.symbol >= 0) {
      const symbol = index.symbols[fact.symbol]!;
      if (symbol.kind === 'interface') return null;
      const bound = index.bindings(0, symbol.name)?.some((binding) => binding.symbol === fact.symbol);
      const value = bound ? this.evaluator.binding(index, 0, symbol.name) : null;
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

/** A file with exports but no sign of ECMAScript modules: its default import is the whole of it. */
function isCommonJs(index: FileIndex): boolean {
  if (/\.(cjs|cts)$/.test(index.path)) return true;
  if (!/\.jsx?$/.test(index.path)) return false;
  return !index.detail.imports.some((fact) => !['require', 'dynamic'].includes(fact.form));
}
