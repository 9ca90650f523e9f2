import type { BindingFact, FileDetail, FileSummary, SymbolFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag, Receiver } from '../../model/references.ts';
import type { GraphFile, Resolution, SymbolRef } from '../types.ts';
import { newEntry, type Entry } from './cycleGuard.ts';
import type { Module } from './modules.ts';

/** What an expression stands for, as far as it can be told without running it. One object a meaning. */
export type Value = SymbolValue | Module | ExternalValue | InstanceValue | PlainValue;

export interface SymbolValue {
  kind: 'symbol';
  file: PythonFile;
  symbol: number;
  resolution: { kind: 'symbol'; target: SymbolRef };
}

export interface ExternalValue {
  kind: 'external' | 'builtin';
  name: string;
  members: Map<string, ExternalValue>;
  resolution: Resolution;
}

/** An object of a class of the workspace (`self`, `Foo()`), or the class as a parameter (`cls`). */
export interface InstanceValue {
  kind: 'instance' | 'class-parameter';
  of: SymbolValue;
  resolution: Resolution;
}

export interface PlainValue {
  kind: 'value' | 'unresolved';
  resolution: Resolution;
}

/** All bindings of one name in one scope, with what they were found to mean. */
export interface NameGroup extends Entry<Value> {
  bindings: BindingFact[];
  /** True when `global name` or `nonlocal name` stands in the scope. */
  global: boolean;
  nonlocal: boolean;
  deleted: boolean;
}

type NameTable = Map<string, NameGroup>;

/** One Python file as resolution works on it: lookups made from its facts on first use, and what was resolved. */
export class PythonFile {
  readonly summary: FileSummary;
  readonly detail: FileDetail;
  readonly resolved: (Value | undefined)[];
  readonly importValues: (Value | undefined)[];
  private readonly tables: (NameTable | undefined)[];
  private readonly symbolValues: (SymbolValue | undefined)[];
  private readonly instances = new Map<number, InstanceValue>();
  private readonly classParameters = new Map<number, InstanceValue>();
  /** What star imports give, by name. */
  readonly starNames = new Map<string, Entry<Value>>();
  /** Members of classes by class symbol, then name; of instances under the name with a leading dot. */
  readonly members = new Map<number, Map<string, Entry<Value>>>();
  private starImports: Map<number, number[]> | undefined;
  private baseReferences: Map<number, number[]> | undefined;
  private attributeStores: Map<number, Map<string, number[]>> | undefined;
  private storedValues: Map<number, { value: number; called: boolean }> | undefined;
  private exported: Set<string> | undefined;

  constructor(readonly source: GraphFile) {
    this.summary = source.summary;
    this.detail = source.detail();
    this.resolved = new Array<Value | undefined>(this.detail.references.name.length);
    this.importValues = new Array<Value | undefined>(this.detail.imports.length);
    this.tables = new Array<NameTable | undefined>(this.detail.scopes.length);
    this.symbolValues = new Array<SymbolValue | undefined>(this.summary.symbols.length);
  }

  get path(): string {
    return this.source.path;
  }

  fact(symbol: number): SymbolFact {
    return this.summary.symbols[symbol]!;
  }

  symbolValue(symbol: number): SymbolValue {
    return (this.symbolValues[symbol] ??= {
      kind: 'symbol',
      file: this,
      symbol,
      resolution: { kind: 'symbol', target: { file: this.path, symbol } },
    });
  }

  instanceOf(symbol: number): InstanceValue {
    return remembered(this.instances, symbol, () => ({
      kind: 'instance',
      of: this.symbolValue(symbol),
      resolution: { kind: 'value' },
    }));
  }

  classParameterOf(symbol: number): InstanceValue {
    return remembered(this.classParameters, symbol, () => ({
      kind: 'class-parameter',
      of: this.symbolValue(symbol),
      resolution: { kind: 'value' },
    }));
  }

  /** The names that a scope binds. */
  names(scope: number): NameTable {
    return (this.tables[scope] ??= this.makeTable(scope));
  }

  /** Import ids of the `from m import *` of a scope, last one first. */
  starsOf(scope: number): readonly number[] {
    if (!this.starImports) {
      this.starImports = new Map();
      this.detail.imports.forEach((fact, index) => {
        if (fact.form === 'star') remembered(this.starImports!, fact.scope, () => []).unshift(index);
      });
    }
    return this.starImports.get(scope) ?? [];
  }

  /** Reference ids of the bases of a class. */
  basesOf(symbol: number): readonly number[] {
    this.baseReferences ??= new Map(this.detail.bases.map((entry) => [entry.symbol, entry.references]));
    return this.baseReferences.get(symbol) ?? [];
  }

  /** Store references `self.name = …` in the methods of a class. */
  storesOf(classSymbol: number, name: string): readonly number[] {
    this.attributeStores ??= this.collectStores();
    return this.attributeStores.get(classSymbol)?.get(name) ?? [];
  }

  /** What a store reference stores, when that is a reference or the call of one. */
  storedValue(reference: number): { value: number; called: boolean } | undefined {
    this.storedValues ??= new Map(
      (this.detail.stores ?? []).map((fact) => [fact.reference, { value: fact.value, called: fact.valueCalled }]),
    );
    return this.storedValues.get(reference);
  }

  /** True when `__all__` offers `name` to a star import, or may: without `__all__` each public name is offered. */
  offersToStar(name: string): boolean {
    if (!this.detail.dunderAll) return !name.startsWith('_');
    this.exported ??= new Set(this.detail.dunderAll);
    return this.exported.has(name);
  }

  /**
   * When `name`, looked up from `scope`, is the first parameter of a method: the class of that method and how the
   * parameter stands for it. Null when it is something else.
   */
  selfParameter(scope: number, name: string): { classSymbol: number; isClass: boolean } | null {
    for (let at = scope; at >= 0; at = this.detail.scopes[at]!.parent) {
      if (this.detail.scopes[at]!.kind === 'class' && at !== scope) continue;
      const group = this.names(at).get(name);
      if (!group) continue;
      if (group.nonlocal) continue;
      return group.bindings.length === 1 && group.bindings[0]!.kind === 'parameter' ? this.selfIn(at, name) : null;
    }
    return null;
  }

  /** The same for a parameter binding of the scope itself. */
  selfIn(scope: number, name: string): { classSymbol: number; isClass: boolean } | null {
    const method = this.detail.scopes[scope]!.symbol;
    if (method < 0) return null;
    const fact = this.fact(method);
    const first = fact.parameters[0];
    if (!first || first.name !== name || (first.kind !== 'normal' && first.kind !== 'positional-only')) return null;
    if (this.detail.scopes[scope]!.kind !== 'function' || !this.isClass(fact.parent)) return null;
    if ((fact.flags & SymbolFlag.Static) !== 0 && fact.name !== '__new__') return null;
    const isClass = (fact.flags & SymbolFlag.ClassMethod) !== 0 || IMPLICIT_CLASS_METHODS.has(fact.name);
    return { classSymbol: fact.parent, isClass };
  }

  isClass(symbol: number): boolean {
    return symbol >= 0 && this.summary.symbols[symbol]!.kind === 'class';
  }

  /** Innermost class whose method (or a function nested in it) contains `symbol`; -1 when there is none. */
  enclosingClass(symbol: number): number {
    for (let at = symbol; at >= 0; at = this.fact(at).parent) if (this.isClass(at)) return at;
    return -1;
  }

  private makeTable(scope: number): NameTable {
    const table: NameTable = new Map();
    for (const binding of this.detail.scopes[scope]!.bindings) addBinding(table, binding);
    return table;
  }

  private collectStores(): Map<number, Map<string, number[]>> {
    const found = new Map<number, Map<string, number[]>>();
    const { references, strings } = this.detail;
    for (let id = 0; id < references.name.length; id++) {
      if ((references.flags[id]! & RefFlag.Store) === 0) continue;
      const receiver = references.receiver[id]!;
      if (receiver < 0 || references.receiver[receiver] !== Receiver.None || references.receiverCalled[id] === 1)
        continue;
      const self = this.selfParameter(references.scope[receiver]!, strings[references.name[receiver]!]!);
      if (!self) continue;
      const ofClass = remembered(found, self.classSymbol, () => new Map<string, number[]>());
      remembered(ofClass, strings[references.name[id]!]!, () => []).push(id);
    }
    return found;
  }
}

/** Methods whose first parameter is the class without a decorator that says so. */
const IMPLICIT_CLASS_METHODS = new Set(['__new__', '__init_subclass__', '__class_getitem__']);

function addBinding(table: NameTable, binding: BindingFact): void {
  let group = table.get(binding.name);
  if (!group) {
    group = { bindings: [], global: false, nonlocal: false, deleted: false, ...newEntry<Value>() };
    table.set(binding.name, group);
  }
  if (binding.kind === 'global') group.global = true;
  else if (binding.kind === 'nonlocal') group.nonlocal = true;
  else if (binding.kind === 'delete') group.deleted = true;
  group.bindings.push(binding);
}

function remembered<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
