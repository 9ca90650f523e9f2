import type { BindingFact, ExportFact, FileDetail, ImportFact, LanguageId, SymbolFact } from '../../model/facts.ts';
import { Receiver, RefFlag, SymbolFlag } from '../../model/facts.ts';
import type { GraphFile } from '../types.ts';
import { VALUE, type Value } from './values.ts';

/** Bindings of a name in one scope that make it a value there, in source order. */
export type BindingGroup = BindingFact[];

const NONE: readonly number[] = [];

/** Look-up tables over one file's facts, each made on first use, and what was found out about its references. */
export class FileIndex {
  readonly path: string;
  readonly language: LanguageId;
  readonly symbols: readonly SymbolFact[];
  readonly detail: FileDetail;
  /** Per reference: index into `values`, 0 while unknown, -1 while it is being worked out. */
  readonly memo: Int32Array;
  readonly values: Value[] = [VALUE];
  readonly bindingValues = new Map<string, Value | null>();
  readonly exportValues = new Map<string, Value | null>();

  private readonly scopeTables: (Map<string, BindingGroup> | undefined)[];
  private exportTable: Map<string, ExportFact[]> | undefined;
  private reexportTable: Map<string, ImportFact> | undefined;
  private starList: ImportFact[] | undefined;
  private holderTable: Map<string, Map<string, number[]>> | undefined;
  private storedNames: Set<string> | undefined;
  private baseTable: Map<number, number[]> | undefined;

  constructor(file: GraphFile) {
    this.path = file.path;
    this.language = file.summary.language;
    this.symbols = file.summary.symbols;
    this.detail = file.detail();
    this.memo = new Int32Array(this.detail.references.name.length);
    this.scopeTables = new Array<Map<string, BindingGroup> | undefined>(this.detail.scopes.length);
  }

  nameOf(reference: number): string {
    return this.detail.strings[this.detail.references.name[reference]!]!;
  }

  /** Bindings of `name` in `scope` itself; undefined when it binds no value of that name. */
  bindings(scope: number, name: string): BindingGroup | undefined {
    let table = this.scopeTables[scope];
    if (!table) this.scopeTables[scope] = table = this.tableOf(scope);
    return table.get(name);
  }

  /** The scope at or above `scope` in which a plain name is found, or -1. */
  scopeOf(scope: number, name: string): number {
    for (let current = scope; current >= 0; current = this.detail.scopes[current]!.parent)
      if (this.bindings(current, name)) return current;
    return -1;
  }

  private tableOf(scope: number): Map<string, BindingGroup> {
    const table = new Map<string, BindingGroup>();
    const fact = this.detail.scopes[scope]!;
    for (const binding of fact.bindings) {
      if (!this.bindsValue(binding)) continue;
      // Members of a class are no plain names; only the class's own name is known inside it.
      if (fact.kind === 'class' && (binding.symbol < 0 || binding.symbol !== fact.symbol)) continue;
      const group = table.get(binding.name);
      if (group) group.push(binding);
      else table.set(binding.name, [binding]);
    }
    return table;
  }

  private bindsValue(binding: BindingFact): boolean {
    if (binding.kind === 'type' || binding.kind === 'delete') return false;
    if (binding.import >= 0 && this.detail.imports[binding.import]!.typeOnly) return false;
    return binding.symbol < 0 || this.symbols[binding.symbol]!.kind !== 'interface';
  }

  /** Whether the name bound in `scope` is assigned again by a store that is not among its bindings. */
  isStored(scope: number, name: string): boolean {
    if (!this.storedNames) {
      this.storedNames = new Set();
      const { references } = this.detail;
      for (let id = 0; id < references.name.length; id++) {
        if ((references.flags[id]! & (RefFlag.Store | RefFlag.Augmented)) === 0) continue;
        if (references.receiver[id] !== Receiver.None) continue;
        const stored = this.nameOf(id);
        this.storedNames.add(`${this.scopeOf(references.scope[id]!, stored)} ${stored}`);
      }
    }
    return this.storedNames.has(`${scope} ${name}`);
  }

  /** Value exports of a name as the file states them itself (re-exports from other modules apart). */
  exports(name: string): readonly ExportFact[] {
    if (!this.exportTable) {
      this.exportTable = new Map();
      for (const fact of this.detail.exports) {
        const known = this.exportTable.get(fact.name);
        if (known) known.push(fact);
        else this.exportTable.set(fact.name, [fact]);
      }
    }
    return this.exportTable.get(name) ?? [];
  }

  reexport(name: string): ImportFact | undefined {
    if (!this.reexportTable) this.readReexports();
    return this.reexportTable!.get(name);
  }

  /** `export * from …` facts in source order. */
  stars(): readonly ImportFact[] {
    if (!this.starList) this.readReexports();
    return this.starList!;
  }

  private readReexports(): void {
    this.reexportTable = new Map();
    this.starList = [];
    for (const fact of this.detail.imports) {
      if (fact.typeOnly) continue;
      if (fact.form === 'reexport-all' && (fact.local === '*' || fact.local === '')) this.starList.push(fact);
      else if (fact.form === 'reexport' || fact.form === 'reexport-all') this.reexportTable.set(fact.local, fact);
    }
  }

  /**
   * Symbols named `name` that hang on a holder: the members of a class, the functions of an object literal, what is
   * assigned to a function's properties. `parent` is the symbol that encloses the holder, `holder` its qualified name.
   */
  members(parent: number, holder: string, name: string): readonly number[] {
    return this.holders().get(`${parent} ${holder}`)?.get(name) ?? NONE;
  }

  /** Whether anything is known to hang on that holder. */
  isHolder(parent: number, holder: string): boolean {
    return this.holders().has(`${parent} ${holder}`);
  }

  private holders(): Map<string, Map<string, number[]>> {
    if (this.holderTable) return this.holderTable;
    this.holderTable = new Map();
    for (let id = 0; id < this.symbols.length; id++) {
      const symbol = this.symbols[id]!;
      const holder = holderOf(symbol);
      if (holder === '') continue;
      const parent = symbol.parent >= 0 ? this.symbols[symbol.parent]! : undefined;
      // Nested in a function: a local of it, no member.
      if (parent && parent.kind !== 'class' && parent.qualifiedName === holder) continue;
      this.addMember(`${symbol.parent} ${holder}`, symbol.name, id);
      this.addEnclosing(symbol.parent, holder);
    }
    return this.holderTable;
  }

  /** `api.inner` has members, so `api` has a member `inner`, which is an object. */
  private addEnclosing(parent: number, holder: string): void {
    const inside = parent >= 0 ? this.symbols[parent]!.qualifiedName : '';
    for (let dot = holder.lastIndexOf('.'); dot > 0; dot = holder.lastIndexOf('.', dot - 1)) {
      const outer = holder.slice(0, dot);
      if (outer === inside || this.holderTable!.has(`${parent} ${outer}`)) return;
      this.holderTable!.set(`${parent} ${outer}`, new Map());
    }
  }

  private addMember(key: string, name: string, symbol: number): void {
    let members = this.holderTable!.get(key);
    if (!members) this.holderTable!.set(key, (members = new Map<string, number[]>()));
    const same = members.get(name);
    if (same) same.push(symbol);
    else members.set(name, [symbol]);
  }

  /** References that are the base classes of a class. */
  bases(symbol: number): readonly number[] {
    this.baseTable ??= new Map(this.detail.bases.map((entry) => [entry.symbol, entry.references]));
    return this.baseTable.get(symbol) ?? NONE;
  }

  /**
   * The symbol that a name means when several definitions share it: the one with a body among overloads, the last of
   * functions declared again. -1 when there is none.
   */
  implementation(candidates: readonly number[]): number {
    let best = -1;
    for (const id of candidates) {
      if (best < 0 || this.rank(id) >= this.rank(best)) best = id;
    }
    return best;
  }

  private rank(id: number): number {
    const { flags, kind } = this.symbols[id]!;
    if (kind === 'interface') return -1;
    if ((flags & SymbolFlag.TypeOnly) !== 0) return 0;
    if ((flags & SymbolFlag.Overload) !== 0) return 1;
    return (flags & SymbolFlag.Setter) !== 0 ? 2 : 3;
  }
}

/** Qualified name of what a symbol hangs on; empty for a plain name. */
export function holderOf(symbol: SymbolFact): string {
  const length = symbol.qualifiedName.length - symbol.name.length - 1;
  return length > 0 ? symbol.qualifiedName.slice(0, length) : '';
}
