import type {
  BindingFact,
  ExportFact,
  FileDetail,
  ImportFact,
  LanguageId,
  ObjectMemberFact,
  SymbolFact,
} from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import type { GraphFile } from '../types.ts';
import { VALUE, type Space, type Value } from './values.ts';
import { addToList } from '../../model/counts.ts';

/** Bindings of a name in one scope, in source order, and what was found out about them. */
export interface BindingGroup {
  readonly bindings: BindingFact[];
  /** Undefined until somebody asked. */
  value: Value | undefined;
}

/** What hangs on one holder (an object literal, a class, a function with properties). */
interface Holder {
  /** Symbols by name. */
  readonly members: Map<string, number[]>;
  /** Lines on which something is hung on it, or on an object inside it. */
  readonly lines: number[];
}

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
  /** By space, then name. */
  readonly exportValues: Record<Space, Map<string, Value | null>> = { value: new Map(), type: new Map() };

  private readonly scopeTables: Record<Space, (Map<string, BindingGroup> | undefined)[]>;
  private exportTable: Map<string, ExportFact[]> | undefined;
  private readonly reexportTables: Partial<Record<Space, Map<string, ImportFact>>> = {};
  private readonly starLists: Partial<Record<Space, ImportFact[]>> = {};
  private holderTable: Map<string, Holder> | undefined;
  private storeTable: Map<string, number[]> | undefined;
  private loadTable: Map<number, ImportFact[]> | undefined;
  private memberTable: Map<string, ObjectMemberFact[]> | undefined;
  private fieldTable: Map<string, BindingFact[]> | undefined;
  private augmented: Set<string> | undefined;
  private symbolTable: Map<string, number> | undefined;
  private baseTable: Map<number, number[]> | undefined;

  constructor(file: GraphFile) {
    this.path = file.path;
    this.language = file.summary.language;
    this.symbols = file.summary.symbols;
    this.detail = file.detail();
    this.memo = new Int32Array(this.detail.references.name.length);
    this.scopeTables = { value: [], type: [] };
  }

  nameOf(reference: number): string {
    return this.detail.strings[this.detail.references.name[reference]!]!;
  }

  /** Bindings of `name` in `scope` itself; undefined when it binds nothing of that name in that space. */
  bindings(scope: number, name: string, space: Space): BindingGroup | undefined {
    const tables = this.scopeTables[space];
    let table = tables[scope];
    if (!table) tables[scope] = table = this.tableOf(scope, space);
    return table.get(name);
  }

  /** The scope at or above `scope` in which a plain name is found, or -1. */
  scopeOf(scope: number, name: string, space: Space): number {
    for (let current = scope; current >= 0; current = this.detail.scopes[current]!.parent)
      if (this.bindings(current, name, space)) return current;
    return -1;
  }

  private tableOf(scope: number, space: Space): Map<string, BindingGroup> {
    const table = new Map<string, BindingGroup>();
    const fact = this.detail.scopes[scope]!;
    for (const binding of fact.bindings) {
      if (space === 'value' ? !this.bindsValue(binding) : !this.bindsType(binding)) continue;
      // Members of a class are no plain names; only the class's own name is known inside it.
      if (fact.kind === 'class' && binding.kind !== 'type' && (binding.symbol < 0 || binding.symbol !== fact.symbol))
        continue;
      const group = table.get(binding.name);
      if (group) group.bindings.push(binding);
      else table.set(binding.name, { bindings: [binding], value: undefined });
    }
    return table;
  }

  private bindsValue(binding: BindingFact): boolean {
    if (binding.kind === 'type' || binding.kind === 'delete') return false;
    if (binding.import >= 0 && this.detail.imports[binding.import]!.typeOnly) return false;
    return binding.symbol < 0 || this.symbols[binding.symbol]!.kind !== 'interface';
  }

  private bindsType(binding: BindingFact): boolean {
    if (binding.kind === 'type' || binding.import >= 0) return true;
    if (binding.symbol < 0) return binding.kind === 'definition';
    const { kind } = this.symbols[binding.symbol]!;
    return kind === 'class' || kind === 'interface';
  }

  /** Whether the name bound in `scope` is written by `+=`, `||=`, `++` and the like. */
  isAugmented(scope: number, name: string): boolean {
    if (!this.augmented) {
      this.augmented = new Set();
      const { references } = this.detail;
      for (let id = 0; id < references.name.length; id++) {
        if ((references.flags[id]! & RefFlag.Augmented) === 0 || references.receiver[id] !== Receiver.None) continue;
        const written = this.nameOf(id);
        this.augmented.add(`${this.scopeOf(references.scope[id]!, written, 'value')} ${written}`);
      }
    }
    return this.augmented.size > 0 && this.augmented.has(`${scope} ${name}`);
  }

  /** Value exports of a name as the file states them itself (re-exports from other modules apart). */
  exports(name: string): readonly ExportFact[] {
    if (!this.exportTable) {
      this.exportTable = new Map();
      for (const fact of this.detail.exports) {
        addToList(this.exportTable, fact.name, fact);
      }
    }
    return this.exportTable.get(name) ?? [];
  }

  reexport(name: string, space: Space): ImportFact | undefined {
    let table = this.reexportTables[space];
    if (!table) {
      table = this.reexportTables[space] = new Map<string, ImportFact>();
      for (const fact of this.reexports(space)) if (!isStar(fact)) table.set(fact.local, fact);
    }
    return table.get(name);
  }

  /** `export * from …` facts in source order. */
  stars(space: Space): readonly ImportFact[] {
    return (this.starLists[space] ??= this.reexports(space).filter(isStar));
  }

  /** `require('m')` calls of a line that are bound to no name. */
  looseLoads(line: number): readonly ImportFact[] {
    if (!this.loadTable) {
      this.loadTable = new Map();
      for (const fact of this.detail.imports) {
        if (fact.form !== 'require' || fact.local !== '') continue;
        addToList(this.loadTable, fact.line, fact);
      }
    }
    return this.loadTable.get(line) ?? [];
  }

  private reexports(space: Space): ImportFact[] {
    return this.detail.imports.filter(
      (fact) => (fact.form === 'reexport' || fact.form === 'reexport-all') && (space === 'type' || !fact.typeOnly),
    );
  }

  /**
   * Symbols named `name` that hang on a holder: the members of a class, the functions of an object literal, what is
   * assigned to a function's properties. `parent` is the symbol that encloses the holder, `holder` its qualified name.
   */
  members(parent: number, holder: string, name: string): readonly number[] {
    return this.holders().get(`${parent} ${holder}`)?.members.get(name) ?? NONE;
  }

  /** Members of an object literal that name references. */
  memberValues(parent: number, holder: string, name: string): readonly ObjectMemberFact[] {
    if (!this.memberTable) {
      this.memberTable = new Map();
      for (const member of this.detail.members ?? []) {
        const key = `${member.parent} ${member.holder} ${member.name}`;
        addToList(this.memberTable, key, member);
      }
    }
    return this.memberTable.get(`${parent} ${holder} ${name}`) ?? [];
  }

  /** References that store to a member of that name (`x.name = …`). */
  memberStores(name: string): readonly number[] {
    if (!this.storeTable) {
      this.storeTable = new Map();
      const { references } = this.detail;
      for (let id = 0; id < references.name.length; id++) {
        if ((references.flags[id]! & RefFlag.Store) === 0 || references.receiver[id]! < 0) continue;
        const stored = this.nameOf(id);
        addToList(this.storeTable, stored, id);
      }
    }
    return this.storeTable.get(name) ?? NONE;
  }

  /** Whether anything is known to hang on that holder. */
  isHolder(parent: number, holder: string): boolean {
    return this.holders().has(`${parent} ${holder}`);
  }

  /** Whether something hangs on that holder that stands between two lines. */
  isHolderWithin(parent: number, holder: string, startLine: number, endLine: number): boolean {
    const lines = this.holders().get(`${parent} ${holder}`)?.lines ?? [];
    return lines.some((line) => line >= startLine && line <= endLine);
  }

  /** Whether methods hang on that holder (`X.prototype.m = …` makes them members of `X`). */
  hasMethods(parent: number, holder: string): boolean {
    for (const ids of this.holders().get(`${parent} ${holder}`)?.members.values() ?? [])
      if (ids.some((id) => this.symbols[id]!.kind === 'method')) return true;
    return false;
  }

  /** The function or class of a qualified name directly inside `parent`, -1 for none. */
  symbolAt(parent: number, qualifiedName: string): number {
    if (!this.symbolTable) {
      this.symbolTable = new Map();
      for (let id = 0; id < this.symbols.length; id++) {
        const symbol = this.symbols[id]!;
        if (symbol.kind !== 'interface') this.symbolTable.set(`${symbol.parent} ${symbol.qualifiedName}`, id);
      }
    }
    return this.symbolTable.get(`${parent} ${qualifiedName}`) ?? -1;
  }

  private holders(): Map<string, Holder> {
    if (this.holderTable) return this.holderTable;
    this.holderTable = new Map();
    for (let id = 0; id < this.symbols.length; id++) {
      const symbol = this.symbols[id]!;
      const name = holderOf(symbol);
      if (name === '') continue;
      const parent = symbol.parent >= 0 ? this.symbols[symbol.parent]! : undefined;
      // Nested in a function: a local of it, no member.
      if (parent && parent.kind !== 'class' && parent.qualifiedName === name) continue;
      const { members } = this.addHolder(symbol.parent, name, symbol.nameLine);
      addToList(members, symbol.name, id);
    }
    for (const { parent, holder, value } of this.detail.members ?? [])
      this.addHolder(parent, holder, this.detail.references.line[value]!);
    return this.holderTable;
  }

  /** `api.inner` has members, so `api` has a member `inner`, which is an object. */
  private addHolder(parent: number, holder: string, line: number): Holder {
    const inside = parent >= 0 ? this.symbols[parent]!.qualifiedName : '';
    const table = this.holderTable!;
    const at = (name: string): Holder => {
      const key = `${parent} ${name}`;
      let entry = table.get(key);
      if (!entry) table.set(key, (entry = { members: new Map<string, number[]>(), lines: [] }));
      if (entry.lines.at(-1) !== line) entry.lines.push(line);
      return entry;
    };
    for (let dot = holder.lastIndexOf('.'); dot > 0; dot = holder.lastIndexOf('.', dot - 1)) {
      if (holder.slice(0, dot) === inside) break;
      at(holder.slice(0, dot));
    }
    return at(holder);
  }

  /** Fields of a class by name: what its body declares and what its methods store on `this`. */
  fields(symbol: number, name: string): readonly BindingFact[] {
    if (!this.fieldTable) {
      this.fieldTable = new Map();
      for (const scope of this.detail.scopes) {
        if (scope.kind !== 'class') continue;
        for (const binding of scope.bindings) {
          if (binding.kind !== 'assignment') continue;
          const key = `${scope.symbol} ${binding.name}`;
          addToList(this.fieldTable, key, binding);
        }
      }
    }
    return this.fieldTable.get(`${symbol} ${name}`) ?? [];
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

function isStar(fact: ImportFact): boolean {
  return fact.form === 'reexport-all' && (fact.local === '*' || fact.local === '');
}

/** Qualified name of what a symbol hangs on; empty for a plain name. */
export function holderOf(symbol: SymbolFact): string {
  const length = symbol.qualifiedName.length - symbol.name.length - 1;
  return length > 0 ? symbol.qualifiedName.slice(0, length) : '';
}
