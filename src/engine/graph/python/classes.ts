import { SymbolFlag } from '../../model/facts.ts';
import { isBuiltinMethod } from '../builtins.ts';
import type { CycleGuard, Entry } from './cycleGuard.ts';
import { newEntry } from './cycleGuard.ts';
import type { NameGroup, PythonFile, SymbolValue, Value } from './pythonFile.ts';
import { NOT_FOUND, UNRESOLVED, VALUE } from './values.ts';

/** A place in a method resolution order: a class of the workspace, a builtin type, or a base that is not known. */
type Ancestor = SymbolValue | 'builtin' | 'unknown';

/** Longer orders are cut: no real hierarchy has them. */
const MAX_ANCESTORS = 200;

/** Bases outside the workspace that bring no methods that code calls by name. */
const HARMLESS_BASE = /^(object|(typing|typing_extensions|abc|collections\.abc)(\.\w+)?)$/;

/** What member search asks back. */
export interface Meanings {
  reference(file: PythonFile, id: number): Value;
  group(file: PythonFile, scope: number, group: NameGroup): Value;
  result(called: Value): Value;
}

/** Where a member is looked for: on the class, on its objects, or by `super()` inside the class. */
export type MemberOf = 'class' | 'instance' | 'super';

/** Classes of the workspace: bases, method resolution order, members. */
export class ClassTable {
  private readonly orders = new Map<PythonFile, Map<number, Entry<Ancestor[]>>>();

  constructor(
    private readonly meanings: Meanings,
    private readonly guard: CycleGuard,
  ) {}

  /** Base classes that are classes of the workspace, in order. */
  bases(of: SymbolValue): SymbolValue[] {
    return this.allBases(of).filter((base) => typeof base !== 'string');
  }

  /**
   * A member by the method resolution order. Unresolved when a base that is not known comes before the class that has
   * it, for that base may have it too.
   */
  member(of: SymbolValue, name: string, where: MemberOf): Value {
    let members = of.file.members.get(of.symbol);
    if (!members) of.file.members.set(of.symbol, (members = new Map()));
    const key = `${where} ${name}`;
    let entry = members.get(key);
    if (!entry) members.set(key, (entry = newEntry<Value>()));
    return this.guard.evaluate<Value>(entry, UNRESOLVED, () => {
      const order = this.order(of);
      return this.find(where === 'super' ? order.slice(1) : order, name, where === 'instance');
    });
  }

  private find(order: readonly Ancestor[], name: string, instance: boolean): Value {
    const declared = this.declared(order, name);
    if (!instance) return declared === NOT_FOUND ? UNRESOLVED : declared;
    let store: { file: PythonFile; reference: number } | undefined;
    for (const ancestor of order) {
      if (typeof ancestor === 'string') continue;
      for (const reference of ancestor.file.storesOf(ancestor.symbol, name)) {
        // Stored twice, or over what the class declares: whatever it was last.
        if (store || declared !== NOT_FOUND) return this.isProperty(declared) ? declared : VALUE;
        store = { file: ancestor.file, reference };
      }
    }
    return store ? this.stored(store.file, store.reference) : declared === NOT_FOUND ? UNRESOLVED : declared;
  }

  private stored(file: PythonFile, reference: number): Value {
    const fact = file.storedValue(reference);
    if (!fact) return VALUE;
    const value = this.meanings.reference(file, fact.value);
    if (fact.called) return this.meanings.result(value);
    return value.kind === 'unresolved' ? VALUE : value;
  }

  /** The first class in order that binds the name in its body; NOT_FOUND when none does. */
  private declared(order: readonly Ancestor[], name: string): Value {
    for (const ancestor of order) {
      if (ancestor === 'unknown') return UNRESOLVED;
      if (ancestor === 'builtin') {
        if (isBuiltinMethod('python', name)) return UNRESOLVED;
        continue;
      }
      const { file } = ancestor;
      const scope = file.fact(ancestor.symbol).scope;
      const group = scope < 0 ? undefined : file.names(scope).get(name);
      if (!group || group.global || group.nonlocal || group.deleted) continue;
      const value = this.meanings.group(file, scope, group);
      if (value !== NOT_FOUND) return value;
    }
    return NOT_FOUND;
  }

  /** A store to a property calls its setter and leaves the property what it is. */
  private isProperty(value: Value): boolean {
    return value.kind === 'symbol' && (value.file.fact(value.symbol).flags & SymbolFlag.Accessor) !== 0;
  }

  private allBases(of: SymbolValue): Ancestor[] {
    const bases: Ancestor[] = [];
    for (const id of of.file.basesOf(of.symbol)) {
      const value = this.meanings.reference(of.file, id);
      if (value.kind === 'symbol' && value.file.isClass(value.symbol)) bases.push(value);
      else if (!isHarmless(value)) bases.push(value.kind === 'builtin' ? 'builtin' : 'unknown');
    }
    return bases;
  }

  /** Method resolution order as CPython makes it (C3), the class itself first. */
  private order(of: SymbolValue): Ancestor[] {
    let ofFile = this.orders.get(of.file);
    if (!ofFile) this.orders.set(of.file, (ofFile = new Map()));
    let entry = ofFile.get(of.symbol);
    if (!entry) ofFile.set(of.symbol, (entry = newEntry<Ancestor[]>()));
    return this.guard.evaluate<Ancestor[]>(entry, [of, 'unknown'], () => {
      const bases = this.allBases(of);
      const orders = bases.map((base) => (typeof base === 'string' ? [base] : this.order(base)));
      const rest = orders.length === 1 ? orders[0]! : merge([...orders, bases]);
      return [of, ...rest.slice(0, MAX_ANCESTORS)];
    });
  }
}

function isHarmless(value: Value): boolean {
  return (value.kind === 'external' || value.kind === 'builtin') && HARMLESS_BASE.test(value.name);
}

/** C3 merge. Orders that contradict each other (CPython refuses them) are read depth first. */
function merge(orders: Ancestor[][]): Ancestor[] {
  const rest = orders.map((order) => ({ order, at: 0 }));
  const merged: Ancestor[] = [];
  const done = new Set<Ancestor>();
  for (;;) {
    const open = rest.filter((list) => {
      while (list.at < list.order.length && done.has(list.order[list.at]!)) list.at++;
      return list.at < list.order.length;
    });
    if (open.length === 0 || merged.length >= MAX_ANCESTORS) return merged;
    const heads = open.map((list) => list.order[list.at]!);
    const next =
      heads.find((head) =>
        open.every((list) => typeof head === 'string' || list.order.indexOf(head, list.at + 1) < 0),
      ) ?? heads[0]!;
    merged.push(next);
    done.add(next);
  }
}
