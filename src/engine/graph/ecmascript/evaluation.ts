import type { BindingFact } from '../../model/facts.ts';
import { Receiver, RefFlag, SymbolFlag } from '../../model/facts.ts';
import { builtinsOf, isBuiltinMethod } from '../builtins.ts';
import type { ResolverContext } from '../types.ts';
import { MAX_DESCENT, TooDeep, type Evaluator } from './evaluator.ts';
import { FileIndex, holderOf } from './fileIndex.ts';
import { Members } from './members.ts';
import { ModuleExports } from './moduleExports.ts';
import { ModuleResolution } from './moduleResolution.ts';
import { sameValue, UNRESOLVED, VALUE, type Value } from './values.ts';

/** Kinds of binding that say that there is a value, not which. */
const UNKNOWN_VALUE = new Set<BindingFact['kind']>([
  ...(['parameter', 'loop', 'with', 'except', 'walrus', 'comprehension', 'pattern'] as const),
]);

/** Works out what references stand for, and remembers it. */
export class Evaluation implements Evaluator {
  readonly members = new Members(this);
  private readonly exports: ModuleExports;
  private readonly indexes = new Map<string, FileIndex | null>();
  private readonly thisValues = new Map<FileIndex, Map<number, Value>>();
  private depth = 0;

  constructor(private readonly context: ResolverContext) {
    const modules = new ModuleResolution(context.input.configs, (path) => this.isSource(path));
    this.exports = new ModuleExports(this, modules);
  }

  private isSource(path: string): boolean {
    const file = this.context.file(path);
    return file !== undefined && file.summary.language !== 'python';
  }

  index(path: string): FileIndex | undefined {
    let index = this.indexes.get(path);
    if (index === undefined) {
      index = this.isSource(path) ? new FileIndex(this.context.file(path)!) : null;
      this.indexes.set(path, index);
    }
    return index ?? undefined;
  }

  /** `question` asked afresh, in as many descents as it needs. */
  answer<T>(question: () => T): T {
    const pending: TooDeep[] = [];
    for (;;) {
      this.depth = 0;
      this.exports.restart();
      try {
        const next = pending.at(-1);
        if (!next) return question();
        next.run();
        pending.pop();
      } catch (error) {
        if (!(error instanceof TooDeep)) throw error;
        if (pending.some((earlier) => earlier.key === error.key)) error.settle();
        else pending.push(error);
      }
    }
  }

  reference(index: FileIndex, id: number): Value {
    const known = index.memo[id]!;
    if (known > 0) return index.values[known]!;
    // Asked for while it is being worked out: a cycle, which stands for nothing.
    if (known < 0) return UNRESOLVED;
    if (this.depth >= MAX_DESCENT) {
      throw new TooDeep(
        `reference ${index.path} ${id}`,
        () => this.reference(index, id),
        () => this.keep(index, id, UNRESOLVED),
      );
    }
    index.memo[id] = -1;
    this.depth++;
    let value: Value;
    try {
      value = this.evaluate(index, id);
    } catch (error) {
      index.memo[id] = 0;
      throw error;
    }
    this.depth--;
    this.keep(index, id, value);
    return value;
  }

  private keep(index: FileIndex, id: number, value: Value): void {
    index.memo[id] = index.values.push(value) - 1;
  }

  private evaluate(index: FileIndex, id: number): Value {
    const { references } = index.detail;
    if ((references.flags[id]! & RefFlag.Type) !== 0) return UNRESOLVED;
    const name = index.nameOf(id);
    const receiver = references.receiver[id]!;
    if (receiver >= 0) {
      const base = this.reference(index, receiver);
      const isNew = (references.flags[receiver]! & RefFlag.New) !== 0;
      return this.member(references.receiverCalled[id] === 1 ? this.result(base, isNew) : base, name);
    }
    if (receiver === Receiver.None) return this.plain(index, references.scope[id]!, name);
    if (receiver === Receiver.Super) return this.member(this.superValue(index, references.scope[id]!), name);
    if (receiver === Receiver.Literal && isBuiltinMethod(index.language, name))
      return { kind: 'builtin', name: `.${name}` };
    return UNRESOLVED;
  }

  private plain(index: FileIndex, scope: number, name: string): Value {
    if (name === 'this') return this.thisValue(index, scope);
    if (name === 'super') return this.superClass(index, scope);
    const found = index.scopeOf(scope, name);
    if (found >= 0) return this.binding(index, found, name) ?? UNRESOLVED;
    if (name === 'arguments') return VALUE;
    if (name === 'exports' && index.language === 'javascript') return { kind: 'module', file: index.path };
    return builtinsOf(index.language).names.has(name) ? { kind: 'builtin', name } : UNRESOLVED;
  }

  member(value: Value, name: string): Value {
    return this.members.member(value, name);
  }

  exported(path: string, name: string): Value | null {
    return this.exports.named(path, name);
  }

  wholeModule(path: string): Value {
    return this.exports.whole(path);
  }

  result(value: Value, construct: boolean): Value {
    if (!construct) return VALUE;
    if (value.kind === 'builtin') return { kind: 'builtin-instance', name: value.name };
    return value.kind === 'symbol' ? { kind: 'instance', file: value.file, symbol: value.symbol } : VALUE;
  }

  binding(index: FileIndex, scope: number, name: string): Value | null {
    const key = `${scope} ${name}`;
    const known = index.bindingValues.get(key);
    if (known !== undefined) return known;
    const group = index.bindings(scope, name);
    const value = group ? this.groupValue(index, scope, name, group) : null;
    index.bindingValues.set(key, value);
    return value;
  }

  private groupValue(index: FileIndex, scope: number, name: string, group: BindingFact[]): Value {
    if (group.some((binding) => binding.import < 0 && UNKNOWN_VALUE.has(binding.kind))) return VALUE;
    if (index.isStored(scope, name)) return VALUE;
    const imports = group.filter((binding) => binding.import >= 0);
    if (imports.length > 0) return this.importedValue(index, group, imports);
    const symbols = [...new Set(group.map((binding) => binding.symbol).filter((symbol) => symbol >= 0))];
    if (symbols.length > 0) {
      // An enum or namespace of the same name merges with the definition; a plain value replaces it.
      if (group.some((binding) => binding.symbol < 0 && binding.kind !== 'definition')) return VALUE;
      const declared = group.every((binding) => binding.kind === 'definition');
      if (!declared && symbols.length > 1) return VALUE;
      return { kind: 'symbol', file: index.path, symbol: index.implementation(symbols) };
    }
    return this.assignedValue(index, scope, name, group);
  }

  private importedValue(index: FileIndex, group: BindingFact[], imports: BindingFact[]): Value {
    if (imports.length < group.length) return VALUE;
    const values = imports.map((binding) => this.exports.imported(index, index.detail.imports[binding.import]!));
    return values.every((value) => sameValue(value, values[0]!)) ? values[0]! : UNRESOLVED;
  }

  private assignedValue(index: FileIndex, scope: number, name: string, group: BindingFact[]): Value {
    const [first] = group;
    if (group.length === 1 && first!.value >= 0) {
      const value = this.reference(index, first!.value);
      const isNew = (index.detail.references.flags[first!.value]! & RefFlag.New) !== 0;
      const held = first!.valueCalled ? this.result(value, isNew) : value;
      return held.kind === 'unresolved' ? VALUE : held;
    }
    if (group.length > 1 && group.some((binding) => binding.kind !== 'definition')) return VALUE;
    const parent = this.enclosingSymbol(index, scope);
    const holder = parent < 0 ? name : `${index.symbols[parent]!.qualifiedName}.${name}`;
    return index.isHolder(parent, holder) ? { kind: 'object', file: index.path, parent, holder } : VALUE;
  }

  private enclosingSymbol(index: FileIndex, scope: number): number {
    const { scopes } = index.detail;
    for (let current = scope; current >= 0; current = scopes[current]!.parent)
      if (scopes[current]!.symbol >= 0) return scopes[current]!.symbol;
    return -1;
  }

  /** `this` as it stands in a scope: arrow functions and blocks have that of what they are in. */
  private thisValue(index: FileIndex, scope: number): Value {
    let known = this.thisValues.get(index);
    if (!known) this.thisValues.set(index, (known = new Map<number, Value>()));
    let value = known.get(scope);
    if (!value) known.set(scope, (value = this.findThis(index, scope)));
    return value;
  }

  private findThis(index: FileIndex, scope: number): Value {
    const { scopes } = index.detail;
    for (let current = scope; current >= 0; current = scopes[current]!.parent) {
      const { kind, symbol } = scopes[current]!;
      if (kind === 'class') {
        // A field's initialiser or a static block.
        return symbol < 0 ? UNRESOLVED : { kind: 'instance', file: index.path, symbol, either: true };
      }
      if (kind === 'function') return symbol < 0 ? UNRESOLVED : this.thisOf(index, symbol);
    }
    return UNRESOLVED;
  }

  /** `this` in the body of a function that has its own. */
  private thisOf(index: FileIndex, symbol: number): Value {
    const fact = index.symbols[symbol]!;
    const holder = holderOf(fact);
    const parent = fact.parent >= 0 ? index.symbols[fact.parent]! : undefined;
    if (parent?.kind === 'class' && parent.qualifiedName === holder) {
      const isStatic = (fact.flags & SymbolFlag.Static) !== 0;
      return { kind: isStatic ? 'symbol' : 'instance', file: index.path, symbol: fact.parent };
    }
    if (holder !== '' && parent?.qualifiedName !== holder) {
      const prototype = holder.endsWith('.prototype');
      const owner = this.symbolAt(index, fact.parent, prototype ? holder.slice(0, -'.prototype'.length) : holder);
      if (owner >= 0) return { kind: prototype ? 'instance' : 'symbol', file: index.path, symbol: owner };
      return prototype ? UNRESOLVED : { kind: 'object', file: index.path, parent: fact.parent, holder };
    }
    // A constructor function of the older form.
    if (index.isHolder(fact.parent, `${fact.qualifiedName}.prototype`))
      return { kind: 'instance', file: index.path, symbol };
    return UNRESOLVED;
  }

  private symbolAt(index: FileIndex, parent: number, qualifiedName: string): number {
    return index.symbols.findIndex((symbol) => symbol.parent === parent && symbol.qualifiedName === qualifiedName);
  }

  private superValue(index: FileIndex, scope: number): Value {
    const itself = this.thisValue(index, scope);
    if (itself.kind !== 'instance' && itself.kind !== 'symbol') return UNRESOLVED;
    return { kind: 'super', file: itself.file, symbol: itself.symbol, static: itself.kind === 'symbol' };
  }

  /** `super(…)` in a constructor: the class that is extended. */
  private superClass(index: FileIndex, scope: number): Value {
    const itself = this.thisValue(index, scope);
    return (itself.kind === 'instance' && this.members.baseOf(index, itself.symbol)) || UNRESOLVED;
  }
}
