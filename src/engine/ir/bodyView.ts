import { NodeFlag, NodeKind, Origin, type BodyTable } from './model.ts';

/** What a name means, seen from one function. */
export enum Binding {
  /** A variable that the function binds itself (or a function inside it): `slot` tells which. */
  Slot = 0,
  /** The function's own name. */
  Self,
  /** A variable of a function around it: known by its text. */
  Captured,
  /** A function or class of the file. */
  Definition,
  /** Another variable of the file. */
  Global,
  /** `path` tells of what. */
  Import,
  /** Bound nowhere in the file: a builtin or a global. */
  Unbound,
  /** Bound in a class body inside the function. */
  Member,
}

/** By `Origin`, for variables that the function at hand does not bind itself. */
const BINDING_OF_ORIGIN: readonly Binding[] = [
  Binding.Unbound,
  Binding.Captured,
  Binding.Captured,
  Binding.Captured,
  Binding.Definition,
  Binding.Global,
  Binding.Import,
  Binding.Member,
];

/** The body of one function: the slice of a `BodyTable` from its `Function` node on. Nodes are indices of the table. */
export class BodyView {
  readonly start: number;
  readonly end: number;
  private slots: Map<number, number> | undefined;
  private parents: Int32Array | undefined;

  /** @param symbol index of the function in `FileSummary.symbols`; see `bodyOf` */
  constructor(
    readonly table: BodyTable,
    readonly symbol: number,
  ) {
    this.start = table.root[symbol]!;
    this.end = table.next[this.start]!;
  }

  kind(node: number): NodeKind {
    return this.table.kind[node]!;
  }

  flags(node: number): number {
    return this.table.flags[node]!;
  }

  /** Index behind the subtree: the next sibling, while that lies in the parent. */
  next(node: number): number {
    return this.table.next[node]!;
  }

  line(node: number): number {
    return this.table.line[node]!;
  }

  endLine(node: number): number {
    return this.table.endLine[node]!;
  }

  /** The value of a node as text: a name, an operator, a literal. */
  text(node: number): string {
    const { kind, value, strings, variables } = this.table;
    const id = value[node]!;
    return strings[kind[node] === NodeKind.Name ? variables.name[id]! : id]!;
  }

  children(node: number): number[] {
    const { next } = this.table;
    const found: number[] = [];
    for (let child = node + 1; child < next[node]!; child = next[child]!) found.push(child);
    return found;
  }

  /** Child number `index`, -1 when there are not so many. */
  child(node: number, index: number): number {
    const { next } = this.table;
    const end = next[node]!;
    let child = node + 1;
    for (let i = 0; i < index && child < end; i++) child = next[child]!;
    return child < end ? child : -1;
  }

  /** Parent inside the function, -1 for its `Function` node. */
  parent(node: number): number {
    this.parents ??= this.parentsOf();
    return this.parents[node - this.start]!;
  }

  /** Variable of a `Name`: equal for the same variable of the same file. */
  variable(node: number): number {
    return this.table.value[node]!;
  }

  binding(node: number): Binding {
    return this.bindingOf(this.variable(node));
  }

  bindingOf(variable: number): Binding {
    if (variable === this.table.self[this.symbol]) return Binding.Self;
    const { owner, origin } = this.table.variables;
    const at = owner[variable]!;
    const from = origin[variable]!;
    if (from === Origin.Import) return Binding.Import;
    if (from !== Origin.Member && at >= this.start && at < this.end) return Binding.Slot;
    return BINDING_OF_ORIGIN[from]!;
  }

  /** Number of a `Name`'s variable by first occurrence among those that the function binds; -1 for other names. */
  slot(node: number): number {
    this.slots ??= this.slotsOf();
    return this.slots.get(this.variable(node)) ?? -1;
  }

  /** Path of an imported name (`os.path.join`, `./x.js#name`), empty for other names. */
  path(node: number): string {
    const { strings, variables } = this.table;
    return strings[variables.path[this.variable(node)]!]!;
  }

  /** True for the receiver of a method: `this`, or the parameter that Python calls self. */
  isReceiver(node: number): boolean {
    const kind = this.kind(node);
    if (kind === NodeKind.This) return true;
    return kind === NodeKind.Name && this.table.variables.origin[this.variable(node)] === Origin.Receiver;
  }

  private slotsOf(): Map<number, number> {
    const slots = new Map<number, number>();
    const { kind, value } = this.table;
    for (let node = this.start; node < this.end; node++) {
      if (kind[node] !== NodeKind.Name) continue;
      const variable = value[node]!;
      if (!slots.has(variable) && this.bindingOf(variable) === Binding.Slot) slots.set(variable, slots.size);
    }
    return slots;
  }

  private parentsOf(): Int32Array {
    const parents = new Int32Array(this.end - this.start).fill(-1);
    const { next } = this.table;
    for (let node = this.start; node < this.end; node++)
      for (let child = node + 1; child < next[node]!; child = next[child]!) parents[child - this.start] = node;
    return parents;
  }
}

/** The body of a symbol, or undefined when it has none (classes, stubs, constants). */
export function bodyOf(table: BodyTable, symbol: number): BodyView | undefined {
  return (table.root[symbol] ?? -1) >= 0 ? new BodyView(table, symbol) : undefined;
}

const SHARED_FLAGS: readonly (readonly [number, string, readonly NodeKind[]])[] = [
  [NodeFlag.New, 'new', [NodeKind.Call]],
  [NodeFlag.Macro, 'macro', [NodeKind.Call]],
  [NodeFlag.Receiver, 'receiver', [NodeKind.Parameter]],
  [NodeFlag.KeywordOnly, 'keyword', [NodeKind.Parameter]],
  [NodeFlag.Lexical, 'lexical', [NodeKind.Function]],
  [NodeFlag.Prefix, 'prefix', [NodeKind.Update]],
  [NodeFlag.Delegate, 'from', [NodeKind.Yield]],
  [NodeFlag.Getter, 'get', [NodeKind.Entry, NodeKind.FunctionDefinition]],
  [NodeFlag.Setter, 'set', [NodeKind.Entry, NodeKind.FunctionDefinition]],
  [NodeFlag.Declares, 'declares', [NodeKind.Assign, NodeKind.ForEach]],
  [NodeFlag.Constant, 'constant', [NodeKind.Assign, NodeKind.ForEach]],
];

const PLAIN_FLAGS: readonly (readonly [number, string])[] = [
  [NodeFlag.Expression, 'expression'],
  [NodeFlag.Async, 'async'],
  [NodeFlag.Generator, 'generator'],
  [NodeFlag.Optional, 'optional'],
  [NodeFlag.Rest, 'rest'],
  [NodeFlag.KeywordRest, 'keyword-rest'],
];

function flagWords(kind: NodeKind, flags: number): string {
  let words = '';
  for (const [bit, word, kinds] of SHARED_FLAGS) if (flags & bit && kinds.includes(kind)) words += ` :${word}`;
  for (const [bit, word] of PLAIN_FLAGS) if (flags & bit) words += ` :${word}`;
  return words;
}

function slotOrText(view: BodyView, node: number): string {
  const binding = view.binding(node);
  if (binding === Binding.Slot) return `$${view.slot(node)}`;
  return binding === Binding.Self ? '@self' : view.text(node);
}

/**
 * A subtree as an S-expression, for tests and for looking: `(If (Comparison "<" $0 $1) (Block (Return $0)))`.
 * @param name how a name is shown; by default `$n` for slots, `@self` for the own name, their text for others
 */
export function sExpression(
  view: BodyView,
  node = view.start,
  name: (node: number) => string = (at) => slotOrText(view, at),
): string {
  const kind = view.kind(node);
  if (kind === NodeKind.Name) return name(node);
  const text = view.text(node);
  const parts = view.children(node).map((child) => sExpression(view, child, name));
  const head = `${NodeKind[kind]}${flagWords(kind, view.flags(node))}${text === '' ? '' : ` ${JSON.stringify(text)}`}`;
  return `(${[head, ...parts].join(' ')})`;
}
