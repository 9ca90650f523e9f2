import type { BodyBuilder } from '../../ir/bodyBuilder.ts';
import { NodeFlag, NodeKind, Origin } from '../../ir/model.ts';
import { SymbolFlag } from '../../model/facts.ts';
import type { FactsWalk } from './factsWalk.ts';

/**
 * What the value of the last expression of the block at hand is: nothing, the function's result, or the value of the
 * block (languages in which blocks have values).
 */
export type Tail = 'none' | 'return' | 'value';

/** How the body form of a function's node is made. */
export interface FunctionShape {
  /** Nodes of the parameters, the receiver first. */
  parameters(lowering: Lowering, node: number): number[];
  /** Node of the body, -1 for none. */
  body(lowering: Lowering, node: number): number;
  /** Nodes of statements that run before the body's: what a constructor initialises before its block. */
  prologue?(lowering: Lowering, node: number): number[];
  /** `NodeFlag` bits of the function. */
  flags?(lowering: Lowering, node: number): number;
  /** The last expression of the body's block is the function's result (Rust, Ruby, Kotlin's lambdas). */
  valueBody?: boolean;
  /** What a body that is no block is: the result, unless said otherwise. */
  plainBody?: Tail;
}

/** What a lowering asks of a language. */
export interface LowerTable {
  expressions: (((lowering: Lowering, node: number) => void) | undefined)[];
  statements: (((lowering: Lowering, node: number) => void) | undefined)[];
  functions: Readonly<Record<string, FunctionShape>>;
  parameters: Readonly<Record<string, (lowering: Lowering, node: number) => void>>;
}

/** State of the lowering of one file. It runs when the walk is done, since only then is it known what names mean. */
export class Lowering {
  tail: Tail = 'none';
  /** `Function` node of each symbol, -1 for none. */
  readonly roots: Int32Array;
  private readonly made = new Map<number, number>();
  private readonly functionOf = new Map<number, number>();

  constructor(
    readonly walk: FactsWalk,
    readonly out: BodyBuilder,
    /** Symbol of each function by its node. */
    readonly symbolOfNode: ReadonlyMap<number, number>,
    private readonly tables: LowerTable,
  ) {
    this.roots = new Int32Array(walk.symbols.length).fill(-1);
  }

  startLine(node: number): number {
    return this.walk.line(this.walk.start[node]!);
  }

  endLine(node: number): number {
    const { start, end } = this.walk;
    return this.walk.line(Math.max(start[node]!, end[node]! - 1));
  }

  text(node: number): string {
    return node < 0 ? '' : this.walk.textOf(node);
  }

  type(node: number): string {
    return this.walk.type(node);
  }

  field(node: number, name: string): number {
    return this.walk.field(node, name);
  }

  /** Named children that are no comments. */
  parts(node: number): number[] {
    return this.walk.children(node);
  }

  /** The parts of the list in the field: parameters, arguments; none without it. */
  partsIn(node: number, field: string): number[] {
    const list = this.field(node, field);
    return list < 0 ? [] : this.parts(list);
  }

  /** Texts of the children that have no name, in order: operators and keywords. */
  operators(node: number): string[] {
    const { walk } = this;
    const found: string[] = [];
    for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
      if (!walk.isNamed(child)) found.push(walk.textOf(child));
    return found;
  }

  /** One node around what `children` writes. */
  around(kind: NodeKind, node: number, children: () => void, value = '', flags = 0): number {
    const made = this.out.open(kind, this.startLine(node), value, flags);
    children();
    this.out.close(made, Math.max(this.endLine(node), this.startLine(node)));
    return made;
  }

  leaf(kind: NodeKind, node: number, value = '', flags = 0): void {
    this.out.leaf(kind, this.startLine(node), value, flags, this.endLine(node));
  }

  empty(node: number): void {
    this.out.leaf(NodeKind.Empty, this.startLine(node));
  }

  /** Runs `action` where the last value of blocks is `tail`: `none` for loops, and for all that nobody takes a value from. */
  withTail(tail: Tail, action: () => void): void {
    const outer = this.tail;
    this.tail = tail;
    action();
    this.tail = outer;
  }

  /** One expression; `Empty` for -1, at the line of `at`. */
  expression(node: number, at = node): void {
    if (node < 0) {
      this.empty(at);
      return;
    }
    const outer = this.tail;
    this.tail = 'none';
    const { kinds } = this.walk;
    const { tables } = this;
    const kind = kinds[node]!;
    const shape = tables.functions[this.type(node)];
    const lower = tables.expressions[kind];
    if (shape) this.function(node, shape);
    else if (lower) lower(this, node);
    else if (tables.statements[kind]) tables.statements[kind](this, node);
    else this.other(node);
    this.tail = outer;
  }

  expressions(nodes: readonly number[]): void {
    for (const node of nodes) this.expression(node);
  }

  /** One statement, or the statements that a node stands for. An expression becomes a statement, or what the block is worth. */
  statement(node: number): void {
    const { kinds } = this.walk;
    const { tables } = this;
    const kind = kinds[node]!;
    const lower = tables.statements[kind];
    if (lower) {
      lower(this, node);
      return;
    }
    const shape = tables.functions[this.type(node)];
    if (shape && !this.walk.table.lambda[kind]) this.nested(node, shape);
    else if (this.tail === 'return') this.around(NodeKind.Return, node, () => this.expression(node));
    else this.around(NodeKind.ExpressionStatement, node, () => this.expression(node));
  }

  /** Statements in a row; only the last is what the block is worth. */
  statements(nodes: readonly number[]): void {
    const outer = this.tail;
    nodes.forEach((node, index) => {
      this.tail = index === nodes.length - 1 ? outer : 'none';
      this.statement(node);
    });
    this.tail = outer;
  }

  /** A `Block`: of a block's node its statements, of another node that one statement; an empty one for -1. */
  block(node: number, at = node): void {
    if (node < 0) {
      this.out.leaf(NodeKind.Block, this.startLine(at));
      return;
    }
    const isBlock = this.walk.language.blocks.includes(this.type(node));
    this.around(NodeKind.Block, node, () => this.statements(isBlock ? this.blockParts(node) : [node]));
  }

  /** A `Block` of several statements. */
  blockOf(nodes: readonly number[], at: number): void {
    const made = this.out.open(NodeKind.Block, this.startLine(nodes[0] ?? at));
    this.statements(nodes);
    this.out.closeAfterLast(made);
  }

  /** The statements of a block's node, those of lists inside it (Go) too. */
  blockParts(node: number): number[] {
    return this.parts(node).flatMap((part) =>
      this.walk.language.blocks.includes(this.type(part)) && /list|statements/.test(this.type(part))
        ? this.blockParts(part)
        : [part],
    );
  }

  /** What no table knows: its children, under the grammar's name. */
  other(node: number): void {
    const parts = this.parts(node);
    const value = parts.length === 0 ? `${this.type(node)} ${this.text(node)}` : this.type(node);
    this.around(NodeKind.Other, node, () => this.expressions(parts), value);
  }

  /** The variable that a name's node means. */
  name(node: number): void {
    const variable = this.walk.variableOf[node]!;
    const line = this.startLine(node);
    if (variable >= 0 && this.walk.language.implicitMembers && this.isMember(variable)) {
      this.around(NodeKind.Attribute, node, () => this.leaf(NodeKind.This, node), this.text(node));
      return;
    }
    this.out.name(variable < 0 ? this.out.unbound(this.text(node)) : this.known(variable), line);
  }

  private isMember(variable: number): boolean {
    const { scope, kind, binding } = this.walk.scopes.variables[variable]!;
    const symbol = this.walk.symbols[binding.symbol];
    if (symbol && symbol.kind !== 'method' && symbol.kind !== 'function') return false;
    return kind !== 'type' && this.walk.scopes.scopes[scope]!.kind === 'class';
  }

  /** Variable of the body table of one of the walk's; -1 stays. */
  known(variable: number): number {
    if (variable < 0) return -1;
    let made = this.made.get(variable);
    if (made === undefined) {
      const { name, scope, kind, receiver, path } = this.walk.scopes.variables[variable]!;
      const owner = this.ownerOf(scope);
      const around = this.walk.scopes.scopes[scope]!.kind;
      let origin = Origin.Local;
      if (kind === 'import') origin = Origin.Import;
      else if (around === 'class') origin = Origin.Member;
      else if (receiver) origin = Origin.Receiver;
      else if (kind === 'parameter') origin = Origin.Parameter;
      else if (owner < 0) origin = kind === 'definition' ? Origin.Definition : Origin.Global;
      made = this.out.variable(this.walk.strings[name]!, origin, origin === Origin.Member ? -1 : owner, path);
      this.made.set(variable, made);
    }
    return made;
  }

  private ownerOf(scope: number): number {
    const { scopes } = this.walk.scopes;
    for (let at = scope; at >= 0; at = scopes[at]!.parent) {
      const owner = this.functionOf.get(at);
      if (owner !== undefined) return owner;
      if (scopes[at]!.kind === 'module') return -1;
    }
    return -1;
  }

  /** The `Function` of a definition or of a function without a name; notes it as its symbol's body. */
  function(node: number, shape: FunctionShape): void {
    const { walk, out } = this;
    const symbol = this.symbolOfNode.get(node) ?? -1;
    const fact = walk.symbols[symbol];
    let flags = shape.flags?.(this, node) ?? 0;
    if (fact && fact.flags & SymbolFlag.Async) flags |= NodeFlag.Async;
    if (fact && fact.flags & SymbolFlag.Generator) flags |= NodeFlag.Generator;
    const made = out.open(NodeKind.Function, this.startLine(node), '', flags);
    if (symbol >= 0) this.roots[symbol] = made;
    const scope = walk.scopeOfNode.get(node);
    if (scope !== undefined) this.functionOf.set(scope, made);
    const list = shape.parameters(this, node);
    const parameters = out.open(NodeKind.Parameters, this.startLine(node));
    for (const parameter of list) this.parameter(parameter);
    out.closeAfterLast(parameters);
    const body = shape.body(this, node);
    const outer = this.tail;
    const isBlock = body >= 0 && walk.language.blocks.includes(this.type(body));
    this.tail = shape.valueBody ? 'return' : 'none';
    if (!isBlock && body >= 0) this.tail = shape.plainBody ?? 'return';
    const prologue = shape.prologue?.(this, node) ?? [];
    const own = isBlock ? this.blockParts(body) : body < 0 ? [] : [body];
    if (prologue.length > 0) this.blockOf([...prologue, ...own], body < 0 ? node : body);
    else if (body >= 0) this.block(body);
    else this.blockOf([], node);
    this.tail = outer;
    out.closeAfterLast(made);
  }

  private parameter(node: number): void {
    const lower = this.tables.parameters[this.type(node)];
    if (lower) lower(this, node);
    else this.around(NodeKind.Parameter, node, () => this.expression(node));
  }

  /** A function inside a body. */
  nested(node: number, shape: FunctionShape): void {
    this.around(NodeKind.FunctionDefinition, node, () => {
      const symbol = this.symbolOfNode.get(node) ?? -1;
      const variable = symbol < 0 ? -1 : this.walk.spans[symbol]!.variable;
      if (variable < 0) this.empty(node);
      else this.out.name(this.known(variable), this.startLine(node));
      this.function(node, shape);
    });
  }
}
