import { Receiver, RefFlag } from '../../model/references.ts';
import { builtinsOf } from '../builtins.ts';
import type { GraphFile, Resolution, ResolverContext, SymbolRef } from '../types.ts';
import { FamilyIndex } from './familyIndex.ts';
import { Includes } from './includes.ts';

const UNRESOLVED: Resolution = { kind: 'unresolved' };
const VALUE: Resolution = { kind: 'value' };

/** Base classes are followed this far up; a longer chain is damage or a cycle. */
const MAX_BASES = 32;

/**
 * Resolution of C and C++. A name means what the file or one that it includes defines; where only a declaration is seen,
 * the one definition of that name in the workspace that other files can use. A macro, one of several overloads and what
 * templates choose stay unresolved.
 */
export class FamilyEvaluation {
  private readonly index: FamilyIndex;
  private readonly includes: Includes;
  private readonly known = new Map<string, (Resolution | undefined)[]>();
  private readonly lookups = new Map<string, Resolution | null>();

  constructor(context: ResolverContext) {
    this.index = new FamilyIndex(context);
    this.includes = new Includes(context);
  }

  reference(path: string, id: number): Resolution {
    const file = this.index.file(path);
    if (!file || id < 0 || id >= file.detail().references.name.length) return UNRESOLVED;
    let memo = this.known.get(path);
    if (!memo) this.known.set(path, (memo = []));
    const known = memo[id];
    if (known) return known;
    memo[id] = UNRESOLVED;
    return (memo[id] = this.evaluate(file, id));
  }

  baseClasses(ref: SymbolRef): SymbolRef[] {
    const bases = this.index
      .file(ref.file)
      ?.detail()
      .bases.find((entry) => entry.symbol === ref.symbol);
    return (bases?.references ?? []).flatMap((id) => {
      const meaning = this.reference(ref.file, id);
      return meaning.kind === 'symbol' && this.index.isClass(meaning.target) ? [meaning.target] : [];
    });
  }

  private evaluate(file: GraphFile, id: number): Resolution {
    const { references, strings } = file.detail();
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver === Receiver.None) return this.plainName(file, id, name);
    if (receiver < 0) return UNRESOLVED;
    if (references.receiverCalled[id]) {
      // `T().name()`, `(new T)->name()`: what a constructor gives is evident, what a function gives is not.
      const made = this.reference(file.path, receiver);
      return made.kind === 'symbol' && this.index.isClass(made.target) ? this.orUnknown(made.target, name) : UNRESOLVED;
    }
    return this.memberOf(file, receiver, name);
  }

  private memberOf(file: GraphFile, receiver: number, name: string): Resolution {
    const type = this.typeOf(file, receiver);
    if (type) return this.orUnknown(type, name);
    const object = this.reference(file.path, receiver);
    if (object.kind === 'external') return { kind: 'external', name: `${object.name}::${name}` };
    if (object.kind === 'symbol')
      return this.index.isClass(object.target) ? this.orUnknown(object.target, name) : UNRESOLVED;
    if (object.kind === 'value') return UNRESOLVED;
    const scope = this.scopeNamed(file, receiver);
    return (scope === null ? null : this.lookup(file.path, `${scope}.${name}`)) ?? UNRESOLVED;
  }

  private orUnknown(type: SymbolRef, name: string): Resolution {
    return this.member(type, name) ?? UNRESOLVED;
  }

  /** Class that is the evident type of a reference's value; `this` has the class of the method around. */
  private typeOf(file: GraphFile, id: number): SymbolRef | null {
    const { references, strings, lexical } = file.detail();
    const type = lexical?.type[id] ?? -1;
    if (type <= -2) return { file: file.path, symbol: -2 - type };
    if (type >= 0) {
      const meaning = this.reference(file.path, type);
      return meaning.kind === 'symbol' && this.index.isClass(meaning.target) ? meaning.target : null;
    }
    if (strings[references.name[id]!] !== 'this' || references.receiver[id] !== Receiver.None) return null;
    for (const scope of this.scopesAround(file, references.symbol[id]!)) {
      const found = this.classNamed(file.path, scope);
      if (found) return found;
    }
    return null;
  }

  private classNamed(path: string, qualifiedName: string): SymbolRef | null {
    const visible = this.includes.visible(path);
    const found = this.index.defined(qualifiedName).filter((ref) => visible.has(ref.file) && this.index.isClass(ref));
    return found.length === 1 ? found[0]! : null;
  }

  /** Qualified names of the scopes around a symbol, innermost first, the file's last (an empty text). */
  private scopesAround(file: GraphFile, symbol: number): string[] {
    const scopes: string[] = [];
    let name = file.summary.symbols[symbol]?.qualifiedName ?? '';
    if (symbol >= 0 && this.index.isClass({ file: file.path, symbol })) scopes.push(name);
    while (name.includes('.')) {
      name = name.slice(0, name.lastIndexOf('.'));
      scopes.push(name);
    }
    scopes.push('');
    return scopes;
  }

  private plainName(file: GraphFile, id: number, name: string): Resolution {
    const { references, lexical, imports } = file.detail();
    const { path, summary } = file;
    const meaning = lexical?.meaning[id] ?? -1;
    if (meaning === -2) return VALUE;
    if (meaning >= 0) {
      const { parent } = summary.symbols[meaning]!;
      // A function inside a function is seen by nobody else.
      if (parent >= 0 && !this.index.isClass({ file: path, symbol: parent }))
        return { kind: 'symbol', target: { file: path, symbol: meaning } };
    }
    if (this.index.hasMacro(this.includes.visible(path), name)) return UNRESOLVED;
    const calls = summary.language === 'c' && (references.flags[id]! & RefFlag.Call) !== 0;
    for (const scope of this.scopesAround(file, references.symbol[id]!)) {
      const type = scope === '' ? null : this.classNamed(path, scope);
      const found = type ? this.member(type, name) : this.lookup(path, scope === '' ? name : `${scope}.${name}`, calls);
      if (found) return found;
    }
    for (const { form, module, local, imported } of imports) {
      if (form === 'from' && local === name) {
        const whole = `${module}.${imported}`.replace(/::/g, '.');
        return (
          this.lookup(path, whole) ?? (module === 'std' ? { kind: 'external', name: `std::${imported}` } : UNRESOLVED)
        );
      }
      const found = form === 'star' ? this.lookup(path, `${module.replace(/::/g, '.')}.${name}`) : null;
      if (found) return found;
    }
    if (meaning <= -3) return UNRESOLVED;
    if (name === 'std' && summary.language === 'cpp') return { kind: 'external', name };
    return builtinsOf(summary.language).names.has(name) ? { kind: 'builtin', name } : UNRESOLVED;
  }

  /** What a qualified name means to a file; null where nothing that it sees has it. */
  private lookup(path: string, qualifiedName: string, functionsOnly = false): Resolution | null {
    const key = `${functionsOnly ? '()' : ''}${qualifiedName} ${path}`;
    let found = this.lookups.get(key);
    if (found === undefined) this.lookups.set(key, (found = this.find(path, qualifiedName, functionsOnly)));
    return found;
  }

  private find(path: string, qualifiedName: string, functionsOnly: boolean): Resolution | null {
    const visible = this.includes.visible(path);
    const all = this.index.defined(qualifiedName).filter((ref) => !functionsOnly || !this.index.isClass(ref));
    const seen = all.filter((ref) => visible.has(ref.file));
    if (seen.length > 0) return this.one(seen);
    if (!this.index.declares(visible, qualifiedName)) return null;
    return this.one(all.filter((ref) => this.index.isExported(ref)));
  }

  /** The only one; of several that branches of the preprocessor choose from the first. */
  private one(candidates: readonly SymbolRef[]): Resolution {
    const [first] = candidates;
    if (!first) return UNRESOLVED;
    const alternatives = candidates.every((ref) => ref.file === first.file && this.index.isConditional(ref));
    return candidates.length === 1 || alternatives ? { kind: 'symbol', target: first } : UNRESOLVED;
  }

  /** A member of a class, of its bases where it has none of the name; null where nothing is known of one. */
  private member(type: SymbolRef, name: string, depth = 0): Resolution | null {
    const file = this.index.file(type.file);
    if (!file || depth > MAX_BASES) return null;
    const { qualifiedName, name: own } = file.summary.symbols[type.symbol]!;
    if (own === name) return { kind: 'symbol', target: type };
    const all = this.index.defined(`${qualifiedName}.${name}`);
    if (all.length > 0) return this.one(all);
    if (this.index.declares([type.file], `${qualifiedName}.${name}`)) return UNRESOLVED;
    const inherited = this.baseClasses(type)
      .map((base) => this.member(base, name, depth + 1))
      .filter((one) => one !== null);
    if (inherited.length === 0) return null;
    return inherited.length === 1 ? inherited[0]! : UNRESOLVED;
  }

  /** Qualified name of the namespace that a reference names; null for what is none of the workspace's. */
  private scopeNamed(file: GraphFile, id: number): string | null {
    const { references, strings, imports } = file.detail();
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver >= 0) {
      const outer = this.scopeNamed(file, receiver);
      const whole = `${outer}.${name}`;
      return outer !== null && this.index.isScope(whole) ? whole : null;
    }
    if (receiver !== Receiver.None) return null;
    const alias = imports.find(({ form, local }) => form === 'namespace' && local === name);
    if (alias) return alias.module.replace(/::/g, '.');
    for (const scope of this.scopesAround(file, references.symbol[id]!)) {
      const whole = scope === '' ? name : `${scope}.${name}`;
      if (this.index.isScope(whole)) return whole;
    }
    const opened = imports
      .filter(({ form }) => form === 'star')
      .map(({ module }) => `${module.replace(/::/g, '.')}.${name}`)
      .filter((whole) => this.index.isScope(whole));
    return opened.length === 1 ? opened[0]! : null;
  }
}
