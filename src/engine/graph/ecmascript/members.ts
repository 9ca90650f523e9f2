import type { SymbolFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { builtinsOf, isBuiltinMethod } from '../builtins.ts';
import type { SymbolRef } from '../types.ts';
import type { Evaluator } from './evaluator.ts';
import type { FileIndex } from './fileIndex.ts';
import { sameValue, UNRESOLVED, VALUE, type Value } from './values.ts';

const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self', 'global']);
const FUNCTION_METHODS = new Set(['call', 'apply', 'bind', 'toString']);
const OBJECT_METHODS = new Set([
  ...['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toLocaleString', 'toString', 'valueOf'],
]);

/** Finds members of values: of classes through their bases, of object literals, of modules. */
export class Members {
  constructor(private readonly evaluator: Evaluator) {}

  /** What `value.name` is; `unresolved` when it is not known. */
  member(value: Value, name: string): Value {
    switch (value.kind) {
      case 'symbol':
        return this.ofSymbol(value.file, value.symbol, name);
      case 'instance':
        return this.ofClass(value.file, value.symbol, name, false, value.either === true);
      case 'super': {
        const base = this.baseOf(this.evaluator.index(value.file)!, value.symbol);
        return this.ofBase(base, name, value.static);
      }
      case 'object':
        return this.ofObject(this.evaluator.index(value.file)!, value.parent, value.holder, name);
      case 'module':
        return this.evaluator.exported(value.file, name, 'value') ?? UNRESOLVED;
      case 'external':
        return name === 'default' ? value : { kind: 'external', name: `${value.name}.${name}` };
      case 'builtin':
        if (!GLOBAL_OBJECTS.has(value.name)) return { kind: 'builtin', name: `${value.name}.${name}` };
        return builtinsOf('typescript').names.has(name) ? { kind: 'builtin', name } : UNRESOLVED;
      case 'builtin-instance':
        return isBuiltinMethod('typescript', name) ? { kind: 'builtin', name: `${value.name}.${name}` } : UNRESOLVED;
      default:
        return UNRESOLVED;
    }
  }

  /** Base classes of a class that are classes (or constructor functions) of the workspace. */
  baseClasses(index: FileIndex, symbol: number): SymbolRef[] {
    const found: SymbolRef[] = [];
    for (const reference of index.bases(symbol)) {
      const value = this.baseValue(index, reference);
      if (value.kind === 'symbol') found.push({ file: value.file, symbol: value.symbol });
    }
    return found;
  }

  /** What the class extends; null when it extends nothing. */
  baseOf(index: FileIndex, symbol: number): Value | null {
    for (const reference of index.bases(symbol)) {
      if ((index.detail.references.flags[reference]! & RefFlag.Type) === 0) return this.baseValue(index, reference);
    }
    return null;
  }

  private baseValue(index: FileIndex, reference: number): Value {
    // `extends mixin(Base)`: the base is what a call gives.
    if ((index.detail.references.flags[reference]! & RefFlag.Call) !== 0) return UNRESOLVED;
    return this.evaluator.reference(index, reference);
  }

  private ofSymbol(file: string, symbol: number, name: string): Value {
    const index = this.evaluator.index(file)!;
    const fact = index.symbols[symbol]!;
    if (name === 'prototype') return { kind: 'instance', file, symbol };
    const beside = this.exportedBeside(index, symbol, name);
    if (beside) return beside;
    if (fact.kind === 'class') return this.ofClass(file, symbol, name, true, false);
    const found = this.hungOn(index, symbol, name, true);
    if (found) return found;
    return FUNCTION_METHODS.has(name) ? { kind: 'builtin', name: `Function.${name}` } : UNRESOLVED;
  }

  /** `module.exports = f; module.exports.name = …`: what hangs on the exports hangs on `f`. */
  private exportedBeside(index: FileIndex, symbol: number, name: string): Value | null {
    if (index.exports('=').length === 0 || index.exports(name).length === 0) return null;
    const whole = this.evaluator.exported(index.path, '=', 'value');
    if (whole?.kind !== 'symbol' || whole.file !== index.path || whole.symbol !== symbol) return null;
    return this.evaluator.exported(index.path, name, 'value');
  }

  /** Looks a member up in a class and the classes that it extends. `either` takes a static one when no other is there. */
  private ofClass(file: string, symbol: number, name: string, isStatic: boolean, either: boolean): Value {
    const seen = new Set<string>();
    let index = this.evaluator.index(file)!;
    let current = symbol;
    while (!seen.has(`${current} ${index.path}`)) {
      seen.add(`${current} ${index.path}`);
      const own =
        this.inClass(index, current, name, isStatic) ?? (either ? this.inClass(index, current, name, true) : null);
      if (own) return own;
      const base = this.baseOf(index, current);
      if (base?.kind !== 'symbol') return this.ofBase(base, name, isStatic);
      index = this.evaluator.index(base.file)!;
      current = base.symbol;
    }
    return UNRESOLVED;
  }

  private ofBase(base: Value | null, name: string, isStatic: boolean): Value {
    if (base === null) {
      if (isStatic) return FUNCTION_METHODS.has(name) ? { kind: 'builtin', name: `Function.${name}` } : UNRESOLVED;
      return OBJECT_METHODS.has(name) ? { kind: 'builtin', name: `Object.${name}` } : UNRESOLVED;
    }
    if (base.kind === 'symbol') return this.ofClass(base.file, base.symbol, name, isStatic, false);
    if (base.kind === 'external') return { kind: 'external', name: `${base.name}.${name}` };
    if (base.kind !== 'builtin') return UNRESOLVED;
    if (isStatic) return { kind: 'builtin', name: `${base.name}.${name}` };
    return isBuiltinMethod('typescript', name) ? { kind: 'builtin', name: `${base.name}.${name}` } : UNRESOLVED;
  }

  /** A member that the class has itself; `value` for a field that holds nothing known, null when there is none. */
  private inClass(index: FileIndex, symbol: number, name: string, isStatic: boolean): Value | null {
    // Every object has a `constructor`: its class, or one that extends it.
    if (name === 'constructor') return VALUE;
    const fact = index.symbols[symbol]!;
    const wanted = isStatic ? SymbolFlag.Static : 0;
    const candidates = index
      .members(symbol, fact.qualifiedName, name)
      .filter((id) => isMemberKind(index.symbols[id]!) && (index.symbols[id]!.flags & SymbolFlag.Static) === wanted);
    const best = index.implementation(candidates);
    if (best >= 0) return { kind: 'symbol', file: index.path, symbol: best };
    return this.hungOn(index, symbol, name, isStatic) ?? this.field(index, symbol, name);
  }

  /** `X.name = function…` (static) and `X.prototype.name = function…`, `X.prototype = {name() …}`. */
  private hungOn(index: FileIndex, symbol: number, name: string, isStatic: boolean): Value | null {
    const { parent, qualifiedName } = index.symbols[symbol]!;
    const hung = index
      .members(parent, qualifiedName, name)
      .filter((id) => (index.symbols[id]!.kind === 'method') !== isStatic);
    const best = index.implementation(
      isStatic ? hung : [...index.members(parent, `${qualifiedName}.prototype`, name), ...hung],
    );
    return best < 0 ? null : { kind: 'symbol', file: index.path, symbol: best };
  }

  /** A field that the class declares (`client = new Client()`). */
  private field(index: FileIndex, symbol: number, name: string): Value | null {
    const fields = index.fields(symbol, name);
    if (fields.length === 0) return null;
    const [field] = fields;
    // A type says more than what is stored: it holds for every store.
    const annotated = fields.find((binding) => this.evaluator.isAnnotated(index, binding));
    if (annotated) return this.evaluator.assigned(index, annotated);
    if (fields.length > 1) return VALUE;
    if (field!.symbol >= 0) return { kind: 'symbol', file: index.path, symbol: field!.symbol };
    return this.evaluator.assigned(index, field!);
  }

  /** Whether the object's file stores something else under the name: `api.run = other`. */
  private isOverwritten(index: FileIndex, object: Value, members: readonly number[], name: string): boolean {
    const { references } = index.detail;
    return index.memberStores(name).some((id) => {
      // The store that defines the member itself.
      if (members.some((member) => index.symbols[member]!.nameLine === references.line[id])) return false;
      return sameValue(this.evaluator.reference(index, references.receiver[id]!), object);
    });
  }

  private ofObject(index: FileIndex, parent: number, holder: string, name: string): Value {
    const members = index.members(parent, holder, name);
    if (this.isOverwritten(index, { kind: 'object', file: index.path, parent, holder }, members, name))
      return UNRESOLVED;
    // Two literals of one name in different blocks: not known which is meant.
    if (members.length > 0) {
      const accessors = members.every((id) => (index.symbols[id]!.flags & SymbolFlag.Accessor) !== 0);
      if (members.length > 1 && !accessors) return UNRESOLVED;
      return { kind: 'symbol', file: index.path, symbol: index.implementation(members) };
    }
    const values = index.memberValues(parent, holder, name).map((member) => this.evaluator.assigned(index, member));
    if (values.length > 0) return values.every((value) => sameValue(value, values[0]!)) ? values[0]! : UNRESOLVED;
    const inner = `${holder}.${name}`;
    if (index.isHolder(parent, inner)) return { kind: 'object', file: index.path, parent, holder: inner };
    return OBJECT_METHODS.has(name) ? { kind: 'builtin', name: `Object.${name}` } : UNRESOLVED;
  }
}

/** What stands in a class body is a member only as a method or a class; functions there are parts of initialisers. */
function isMemberKind(symbol: SymbolFact): boolean {
  return symbol.kind === 'method' || symbol.kind === 'class';
}
