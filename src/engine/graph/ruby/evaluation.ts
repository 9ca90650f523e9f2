import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { builtinsOf, isBuiltinMethod } from '../builtins.ts';
import type { GraphFile, Resolution, ResolverContext, SymbolRef } from '../types.ts';
import { ClassIndex } from './classIndex.ts';
import { Requires } from './requires.ts';

const UNRESOLVED: Resolution = { kind: 'unresolved' };
const VALUE: Resolution = { kind: 'value' };

/** Ancestors are followed this far up; a longer chain is damage or a cycle. */
const MAX_ANCESTORS = 32;

/** What the object of a call is, as far as it is evident: an object of a class, or the class itself. */
interface ObjectType {
  owner: string;
  singleton: boolean;
}

/**
 * Resolution of Ruby: constants by their nesting, methods through self, evident classes (`Foo.new`, `x = Foo.new`) and
 * their ancestors. A method that is defined twice, that comes by `extend`, or that an object of unknown class has stays
 * unresolved.
 */
export class RubyEvaluation {
  private readonly index: ClassIndex;
  private readonly requires: Requires;
  private readonly known = new Map<string, (Resolution | undefined)[]>();
  private readonly bases = new Map<string, readonly string[]>();

  constructor(context: ResolverContext) {
    this.index = new ClassIndex(context);
    this.requires = new Requires(this.index);
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
    const entry = this.index
      .file(ref.file)
      ?.detail()
      .bases.find(({ symbol }) => symbol === ref.symbol);
    return (entry?.references ?? []).flatMap((id) => {
      const meaning = this.reference(ref.file, id);
      return meaning.kind === 'symbol' && this.index.isClass(meaning.target) ? [meaning.target] : [];
    });
  }

  private evaluate(file: GraphFile, id: number): Resolution {
    const { references, strings, lexical } = file.detail();
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver === Receiver.None) {
      if (/^[A-Z]/.test(name) && (references.flags[id]! & RefFlag.Call) === 0) return this.constant(file, id, name);
      if ((references.flags[id]! & RefFlag.Call) !== 0) return this.selfCall(file, id, name);
      const meaning = lexical?.meaning[id] ?? -1;
      return meaning >= 0 ? { kind: 'symbol', target: { file: file.path, symbol: meaning } } : VALUE;
    }
    if (receiver === Receiver.Super) return this.superCall(file, id, name);
    if (receiver === Receiver.Literal) return this.builtinMember(name);
    if (receiver < 0) return UNRESOLVED;
    if (/^[A-Z]/.test(name) && (references.flags[id]! & RefFlag.Call) === 0) return this.nested(file, receiver, name);
    const object = this.typeOf(file, receiver, references.receiverCalled[id] === 1);
    // What a function of elsewhere gives is not known.
    if (!object) return references.receiverCalled[id] ? UNRESOLVED : this.ofBuiltin(file, receiver, name);
    // `Foo.new` is a call of the class.
    if (object.singleton && name === 'new' && this.index.methods(object.owner, 'new', true).length === 0)
      return this.classNamed(object.owner) ?? UNRESOLVED;
    return this.method(object, name) ?? UNRESOLVED;
  }

  private ofBuiltin(file: GraphFile, receiver: number, name: string): Resolution {
    const meaning = this.reference(file.path, receiver);
    if (meaning.kind === 'external') return { kind: 'external', name: `${meaning.name}.${name}` };
    return meaning.kind === 'builtin' ? { kind: 'builtin', name: `${meaning.name}.${name}` } : UNRESOLVED;
  }

  private builtinMember(name: string): Resolution {
    return isBuiltinMethod('ruby', name) ? { kind: 'builtin', name: `.${name}` } : UNRESOLVED;
  }

  /** Class that a value is evidently of. */
  private typeOf(file: GraphFile, id: number, called: boolean): ObjectType | null {
    const { references, strings, lexical } = file.detail();
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver === Receiver.None && name === 'self') return this.selfAt(file, references.symbol[id]!);
    if (called || (references.flags[id]! & RefFlag.Call) !== 0) {
      if (receiver === Receiver.None && name === 'new') {
        const self = this.selfAt(file, references.symbol[id]!);
        return self?.singleton ? { owner: self.owner, singleton: false } : null;
      }
      if (receiver < 0) return null;
      const object = this.typeOf(file, receiver, references.receiverCalled[id] === 1);
      if (name === 'new' && object?.singleton) return { owner: object.owner, singleton: false };
      return name === 'class' && object && !object.singleton ? { owner: object.owner, singleton: true } : null;
    }
    const meaning = this.reference(file.path, id);
    if (meaning.kind === 'symbol' && this.index.isClass(meaning.target))
      return { owner: this.index.nameOf(meaning.target), singleton: true };
    const type = lexical?.type[id] ?? -1;
    const made = type >= 0 ? this.reference(file.path, type) : UNRESOLVED;
    if (made.kind !== 'symbol' || !this.index.isClass(made.target)) return null;
    return { owner: this.index.nameOf(made.target), singleton: false };
  }

  /** What `self` is in a symbol: an object of the class around a method, the class in its body; null outside classes. */
  private selfAt(file: GraphFile, symbol: number): ObjectType | null {
    for (let at = symbol; at >= 0; at = file.summary.symbols[at]!.parent) {
      const { kind, name, qualifiedName, flags } = file.summary.symbols[at]!;
      if (kind === 'class') return { owner: qualifiedName, singleton: true };
      if (kind !== 'method') continue;
      const owner = qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1));
      return { owner, singleton: (flags & SymbolFlag.Static) !== 0 };
    }
    return null;
  }

  private selfCall(file: GraphFile, id: number, name: string): Resolution {
    const self = this.selfAt(file, file.detail().references.symbol[id]!);
    if (self && self.singleton && name === 'new') return this.classNamed(self.owner) ?? UNRESOLVED;
    const own = self ? this.method(self, name) : null;
    if (own) return own;
    // Methods outside classes belong to every object, once their file is loaded.
    const visible = this.requires.visible(file.path);
    const free = this.index.methods('', name, false).filter((ref) => visible.has(ref.file));
    if (free.length > 0) return free.length === 1 ? { kind: 'symbol', target: free[0]! } : UNRESOLVED;
    return builtinsOf('ruby').names.has(name) ? { kind: 'builtin', name } : UNRESOLVED;
  }

  private superCall(file: GraphFile, id: number, name: string): Resolution {
    const self = this.selfAt(file, file.detail().references.symbol[id]!);
    return (self && this.inherited(self, name, 0)) ?? UNRESOLVED;
  }

  /** A method of a class or of what it inherits from; null where none is known. */
  private method(object: ObjectType, name: string, depth = 0): Resolution | null {
    const { owner, singleton } = object;
    const found = this.index.methods(owner, name, singleton);
    if (found.length > 0) return found.length === 1 ? { kind: 'symbol', target: found[0]! } : UNRESOLVED;
    if (!singleton && this.index.isNoted(`${owner}.${name}`)) return UNRESOLVED;
    return this.inherited(object, name, depth);
  }

  /** Modules that were included last come first, the base class comes last. */
  private inherited({ owner, singleton }: ObjectType, name: string, depth: number): Resolution | null {
    if (depth > MAX_ANCESTORS) return null;
    for (const base of this.basesOf(owner)) {
      const found = this.method({ owner: base, singleton }, name, depth + 1);
      if (found) return found;
    }
    return null;
  }

  private basesOf(owner: string): readonly string[] {
    let found = this.bases.get(owner);
    if (found) return found;
    this.bases.set(owner, []);
    const all = this.index.opened(owner).flatMap((ref) => this.baseClasses(ref).map((base) => this.index.nameOf(base)));
    found = [...new Set(all.reverse())];
    this.bases.set(owner, found);
    return found;
  }

  /** Full names of the classes around a symbol, innermost first, the file's level last (an empty text). */
  private nesting(file: GraphFile, symbol: number): string[] {
    const names: string[] = [];
    for (let at = symbol; at >= 0; at = file.summary.symbols[at]!.parent)
      if (file.summary.symbols[at]!.kind === 'class') names.push(file.summary.symbols[at]!.qualifiedName);
    names.push('');
    return names;
  }

  private constant(file: GraphFile, id: number, name: string): Resolution {
    const { references } = file.detail();
    const scopes = this.nesting(file, references.symbol[id]!);
    // The base of a class is looked for around it.
    if (references.flags[id]! & RefFlag.Base && scopes.length > 1) scopes.shift();
    for (const scope of scopes) {
      const found = this.inScope(scope, name);
      if (found) return found;
    }
    for (const base of scopes[0] === undefined || scopes[0] === '' ? [] : this.basesOf(scopes[0])) {
      const found = this.inScope(base, name);
      if (found) return found;
    }
    return builtinsOf('ruby').names.has(name) ? { kind: 'builtin', name } : { kind: 'external', name };
  }

  private inScope(scope: string, name: string): Resolution | null {
    const whole = scope === '' ? name : `${scope}.${name}`;
    return this.classNamed(whole) ?? (this.index.isNoted(whole) ? VALUE : null);
  }

  private nested(file: GraphFile, receiver: number, name: string): Resolution {
    const outer = this.reference(file.path, receiver);
    if (outer.kind === 'external' || outer.kind === 'builtin') return { ...outer, name: `${outer.name}::${name}` };
    if (outer.kind !== 'symbol' || !this.index.isClass(outer.target)) return UNRESOLVED;
    return this.inScope(this.index.nameOf(outer.target), name) ?? UNRESOLVED;
  }

  /** A class by its full name: where it is first opened with a base, else where it is first opened. */
  private classNamed(name: string): Resolution | null {
    const opened = this.index.opened(name);
    const main = opened.find((ref) => /</.test(this.index.file(ref.file)!.summary.symbols[ref.symbol]!.signature));
    const target = main ?? opened[0];
    return target ? { kind: 'symbol', target } : null;
  }
}
