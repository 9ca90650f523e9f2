import type { BindingFact } from '../../model/facts.ts';
import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { builtinsOf, isBuiltinMethod } from '../builtins.ts';
import type { ResolverContext } from '../types.ts';
import { MAX_DESCENT, TooDeep, type Assigned, type Evaluator } from './evaluator.ts';
import { FileIndex, holderOf } from './fileIndex.ts';
import { Members } from './members.ts';
import { ModuleExports } from './moduleExports.ts';
import { ModuleResolution } from './moduleResolution.ts';
import { sameValue, UNRESOLVED, VALUE, type Space, type Value } from './values.ts';

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
    return file !== undefined && /^(?:typescript|tsx|javascript)$/.test(file.summary.language);
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
    const brokenOff: TooDeep[] = [];
    for (;;) {
      this.depth = 0;
      this.exports.restart();
      try {
        const first = brokenOff.at(-1);
        if (!first) return question();
        first.run();
        brokenOff.pop();
        // The descent that needed this answer begins again.
        for (const { index, id } of first.underway) index.memo[id] = 0;
      } catch (error) {
        if (!(error instanceof TooDeep)) throw error;
        if (!brokenOff.some((earlier) => earlier.key === error.key)) brokenOff.push(error);
        else {
          error.settle();
          for (const { index, id } of error.underway) index.memo[id] = 0;
        }
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
      // Left as underway: whoever comes back to it before it is taken up again has found a cycle.
      if (error instanceof TooDeep) error.underway.push({ index, id });
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
    const space = (references.flags[id]! & RefFlag.Type) !== 0 ? 'type' : 'value';
    const name = index.nameOf(id);
    const receiver = references.receiver[id]!;
    if (receiver >= 0) {
      const base = this.reference(index, receiver);
      const isNew = (references.flags[receiver]! & RefFlag.New) !== 0;
      if (space === 'type' && base.kind === 'module') return this.exported(base.file, name, space) ?? UNRESOLVED;
      if (references.receiverCalled[id] !== 1) return this.member(this.read(base), name);
      return this.member(this.loadedBy(index, receiver, base) ?? this.result(base, isNew), name);
    }
    if (receiver === Receiver.None) return this.plain(index, references.scope[id]!, name, space);
    if (receiver === Receiver.Super && name === 'super') return this.superClass(index, references.scope[id]!);
    if (receiver === Receiver.Super) return this.member(this.superValue(index, references.scope[id]!), name);
    if (receiver === Receiver.Literal && isBuiltinMethod(index.language, name))
      return { kind: 'builtin', name: `.${name}` };
    return UNRESOLVED;
  }

  /** What reading a value gives: of an accessor, what it returns, which is not known. */
  private read(value: Value): Value {
    if (value.kind !== 'symbol') return value;
    const { flags } = this.index(value.file)!.symbols[value.symbol]!;
    return (flags & SymbolFlag.Accessor) !== 0 ? VALUE : value;
  }

  /** The module of `require('m').name`: the only load on that line that is bound to no name. */
  private loadedBy(index: FileIndex, callee: number, value: Value): Value | null {
    if (value.kind !== 'builtin' || value.name !== 'require') return null;
    const loads = index.looseLoads(index.detail.references.line[callee]!);
    return loads.length === 1 ? this.exports.imported(index, loads[0]!, 'value') : null;
  }

  private plain(index: FileIndex, scope: number, name: string, space: Space): Value {
    if (name === 'this') return this.thisValue(index, scope);
    const found = index.scopeOf(scope, name, space);
    if (found >= 0) return this.binding(index, found, name, space) ?? UNRESOLVED;
    if (name === 'arguments') return VALUE;
    if (name === 'exports' && index.language === 'javascript') return { kind: 'module', file: index.path };
    return builtinsOf(index.language).names.has(name) ? { kind: 'builtin', name } : UNRESOLVED;
  }

  member(value: Value, name: string): Value {
    return this.members.member(value, name);
  }

  exported(path: string, name: string, space: Space): Value | null {
    return this.exports.named(path, name, space);
  }

  wholeModule(path: string): Value {
    return this.exports.whole(path);
  }

  result(value: Value, construct: boolean): Value {
    if (!construct) return VALUE;
    if (value.kind === 'builtin') return { kind: 'builtin-instance', name: value.name };
    return value.kind === 'symbol' ? { kind: 'instance', file: value.file, symbol: value.symbol } : VALUE;
  }

  binding(index: FileIndex, scope: number, name: string, space: Space): Value | null {
    const group = index.bindings(scope, name, space);
    if (!group) return null;
    group.value ??=
      space === 'type' ? this.namedType(index, group.bindings) : this.groupValue(index, scope, name, group.bindings);
    return group.value;
  }

  /** The class that a name of a type stands for; other types tell nothing. */
  private namedType(index: FileIndex, group: BindingFact[]): Value {
    const classes = group.filter((binding) => binding.symbol >= 0 && index.symbols[binding.symbol]!.kind === 'class');
    if (classes.length > 0) return { kind: 'symbol', file: index.path, symbol: classes.at(-1)!.symbol };
    const [first] = group;
    if (group.length > 1 || first!.import < 0) return VALUE;
    return this.exports.imported(index, index.detail.imports[first!.import]!, 'type');
  }

  private groupValue(index: FileIndex, scope: number, name: string, group: BindingFact[]): Value {
    const symbols = [...new Set(group.map((binding) => binding.symbol).filter((symbol) => symbol >= 0))];
    const annotated = symbols.length > 0 ? undefined : group.find((binding) => this.isAnnotated(index, binding));
    if (annotated) return this.assigned(index, annotated);
    if (group.some((binding) => binding.import < 0 && UNKNOWN_VALUE.has(binding.kind))) return VALUE;
    if (index.isAugmented(scope, name)) return VALUE;
    const imports = group.filter((binding) => binding.import >= 0);
    if (imports.length > 0) return this.importedValue(index, group, imports);
    if (symbols.length > 0) {
      // An enum or namespace of the same name merges with the definition; a plain value replaces it.
      if (group.some((binding) => binding.symbol < 0 && binding.kind !== 'definition')) return VALUE;
      const declared = group.every((binding) => binding.kind === 'definition');
      if (!declared && symbols.length > 1) return VALUE;
      return { kind: 'symbol', file: index.path, symbol: index.implementation(symbols) };
    }
    return this.assignedValue(index, scope, name, group);
  }

  /** `x: Foo`: the value is told by a name in a type. */
  isAnnotated(index: FileIndex, binding: Assigned): boolean {
    return binding.value >= 0 && (index.detail.references.flags[binding.value]! & RefFlag.Type) !== 0;
  }

  assigned(index: FileIndex, binding: Assigned): Value {
    if (binding.value < 0) return VALUE;
    let value = this.read(this.reference(index, binding.value));
    if (this.isAnnotated(index, binding)) value = isClassLike(value) ? this.result(value, true) : VALUE;
    else if (binding.valueCalled)
      value = this.result(value, (index.detail.references.flags[binding.value]! & RefFlag.New) !== 0);
    return value.kind === 'unresolved' ? VALUE : value;
  }

  private importedValue(index: FileIndex, group: BindingFact[], imports: BindingFact[]): Value {
    if (imports.length < group.length) return VALUE;
    const values = imports.map((binding) =>
      this.exports.imported(index, index.detail.imports[binding.import]!, 'value'),
    );
    return values.every((value) => sameValue(value, values[0]!)) ? values[0]! : UNRESOLVED;
  }

  private assignedValue(index: FileIndex, scope: number, name: string, group: BindingFact[]): Value {
    const [first] = group;
    if (group.length === 1 && first!.value >= 0) return this.assigned(index, first!);
    if (group.length > 1 && group.some((binding) => binding.kind !== 'definition')) return VALUE;
    const parent = this.enclosingSymbol(index, scope);
    const holder = parent < 0 ? name : `${index.symbols[parent]!.qualifiedName}.${name}`;
    // A literal of that name in another block of the function is another object.
    const { startLine, endLine } = index.detail.scopes[scope]!;
    return index.isHolderWithin(parent, holder, startLine, endLine)
      ? { kind: 'object', file: index.path, parent, holder }
      : VALUE;
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
    if (holder === '') return this.thisOfConstructor(index, symbol);
    const owner = this.ownerOf(index, fact.parent, holder);
    if (owner >= 0) {
      // Nested in a function: a local of it, with a `this` of its own that only its caller knows.
      if (owner === fact.parent && index.symbols[owner]!.kind !== 'class') return this.thisOfConstructor(index, symbol);
      const ofInstance = fact.kind === 'method' && (fact.flags & SymbolFlag.Static) === 0;
      return { kind: ofInstance ? 'instance' : 'symbol', file: index.path, symbol: owner };
    }
    if (holder.endsWith('.prototype')) {
      const constructor = this.ownerOf(index, fact.parent, holder.slice(0, -'.prototype'.length));
      return constructor < 0 ? UNRESOLVED : { kind: 'instance', file: index.path, symbol: constructor };
    }
    return { kind: 'object', file: index.path, parent: fact.parent, holder };
  }

  /** A constructor function of the older form has methods on its prototype; any other function has a `this` unknown. */
  private thisOfConstructor(index: FileIndex, symbol: number): Value {
    const { parent, qualifiedName } = index.symbols[symbol]!;
    return index.hasMethods(parent, qualifiedName) || index.isHolder(parent, `${qualifiedName}.prototype`)
      ? { kind: 'instance', file: index.path, symbol }
      : UNRESOLVED;
  }

  /** The function or class of a qualified name: one that encloses the place, else one beside it; -1 for none. */
  private ownerOf(index: FileIndex, parent: number, qualifiedName: string): number {
    for (let current = parent; current >= 0; current = index.symbols[current]!.parent)
      if (index.symbols[current]!.qualifiedName === qualifiedName) return current;
    return index.symbolAt(parent, qualifiedName);
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

/** Types that are worth knowing: classes, and the builtin ones. */
function isClassLike(value: Value): boolean {
  return value.kind === 'symbol' || value.kind === 'builtin';
}
