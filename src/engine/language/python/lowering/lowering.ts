import type { Language } from 'web-tree-sitter';
import type { BodyBuilder } from '../../../ir/bodyBuilder.ts';
import { NodeKind, Origin } from '../../../ir/model.ts';
import { K } from '../kinds.ts';
import type { Walk } from '../walk.ts';

/** Writes one node of the grammar. */
export type Lower = (lowering: Lowering, node: number) => void;

/** What handlers are looked up by: kinds of expressions and of statements, by the grammar's names. */
export interface LowerTables {
  expressions: Record<string, Lower>;
  statements: Record<string, Lower>;
}

interface GrammarTables {
  expressions: (Lower | undefined)[];
  statements: (Lower | undefined)[];
  named: Uint8Array;
}

const grammarTables = new WeakMap<Language, GrammarTables>();

function tablesOf(grammar: Language, tables: LowerTables): GrammarTables {
  let made = grammarTables.get(grammar);
  if (made) return made;
  made = { expressions: [], statements: [], named: new Uint8Array(0x10000) };
  for (let id = 0; id < grammar.nodeTypeCount; id++) {
    if (!grammar.nodeTypeIsNamed(id)) continue;
    const name = grammar.nodeTypeForId(id) ?? '';
    made.named[id] = 1;
    if (Object.hasOwn(tables.expressions, name)) made.expressions[id] = tables.expressions[name];
    if (Object.hasOwn(tables.statements, name)) made.statements[id] = tables.statements[name];
  }
  made.named[0xffff] = 1;
  grammarTables.set(grammar, made);
  return made;
}

/**
 * State of the lowering of one Python file. It runs when the walk is done, since only then is it known which scope
 * binds a name.
 */
export class Lowering {
  /** Scope that the node at hand stands in. */
  scope = 0;
  /** `Function` node of each symbol, -1 for none. */
  readonly roots: Int32Array;
  private readonly tables: GrammarTables;
  private readonly raw: Uint16Array;
  /** Variable of the body table by variable of the walk's scopes; -1 while not met. */
  private readonly variables: Int32Array;
  /** `Function` node of each function scope, -1 while it is not open. */
  private readonly functionOf: Int32Array;

  constructor(
    readonly walk: Walk,
    readonly out: BodyBuilder,
    private readonly grammar: Language,
    tables: LowerTables,
    /** Symbol of each definition by its node. */
    readonly symbolOfNode: ReadonlyMap<number, number>,
  ) {
    this.tables = tablesOf(grammar, tables);
    this.raw = walk.tree.kind;
    this.roots = new Int32Array(walk.symbols.length).fill(-1);
    this.variables = new Int32Array(walk.scopes.variableScope.length).fill(-1);
    this.functionOf = new Int32Array(walk.scopes.scopes.length).fill(-1);
  }

  startLine(node: number): number {
    return this.walk.line(this.walk.start[node]!);
  }

  endLine(node: number): number {
    return this.walk.line(this.walk.end[node]!);
  }

  /** Name of the grammar's kind. */
  type(node: number): string {
    const raw = this.raw[node]!;
    return raw === 0xffff ? 'ERROR' : (this.grammar.nodeTypeForId(raw) ?? '');
  }

  /** True for nodes that are no brackets, words or operators of the grammar, nor comments. */
  isPart(node: number): boolean {
    return this.tables.named[this.raw[node]!] === 1 && !this.walk.isTrivia(node);
  }

  /** Children that are parts, in order. */
  parts(node: number): number[] {
    const { next } = this.walk;
    const found: number[] = [];
    for (let child = node + 1; child < next[node]!; child = next[child]!) if (this.isPart(child)) found.push(child);
    return found;
  }

  /** True when a child of the kind is there. */
  has(node: number, kind: number): boolean {
    return this.walk.childOf(node, kind) >= 0;
  }

  expression(node: number): void {
    const handler = this.tables.expressions[this.raw[node]!];
    if (handler) handler(this, node);
    else this.other(node);
  }

  expressions(nodes: readonly number[]): void {
    for (const node of nodes) this.expression(node);
  }

  statement(node: number): void {
    const raw = this.raw[node]!;
    const handler = this.tables.statements[raw] ?? this.tables.expressions[raw];
    if (handler) handler(this, node);
    else this.other(node);
  }

  /** What no handler knows keeps its kind and its children. */
  other(node: number): void {
    const made = this.out.open(NodeKind.Other, this.startLine(node), this.type(node));
    for (const child of this.parts(node)) this.statement(child);
    this.out.close(made, this.endLine(node));
  }

  /** Writes `kind` around what `inside` writes, over the lines of `node`. */
  around(kind: NodeKind, node: number, inside: () => void, value = '', flags = 0): number {
    const made = this.out.open(kind, this.startLine(node), value, flags);
    inside();
    this.out.close(made, this.endLine(node));
    return made;
  }

  empty(node: number): void {
    this.out.leaf(NodeKind.Empty, this.startLine(node));
  }

  /** A `Name` for the identifier that `node` spells; names that the parser invented are Empty. */
  nameAt(node: number): void {
    if (this.walk.start[node] === this.walk.end[node]) this.empty(node);
    else this.name(this.walk.nameOf(node), this.startLine(node));
  }

  /** @param name id of the name in the walk's strings */
  name(name: number, line: number): void {
    const variable = this.walk.scopes.lookup(this.scope, name);
    this.out.name(variable < 0 ? this.out.unbound(this.walk.strings[name]!) : this.variable(variable, name), line);
  }

  /** Variable of the body table for a variable of the scopes, -1 when no name has meant it so far. */
  known(variable: number): number {
    return variable < 0 ? -1 : this.variables[variable]!;
  }

  /** Opens the scope of a function whose `Function` node is `made`. */
  enter(scope: number, made: number): void {
    this.functionOf[scope] = made;
    this.scope = scope;
  }

  /** Marks the first parameter of a method. */
  noteReceiver(scope: number, name: number): void {
    const variable = this.walk.scopes.lookup(scope, name);
    if (variable < 0 || this.walk.scopes.variableScope[variable] !== scope) return;
    this.variables[variable] = this.out.variable(this.walk.strings[name]!, Origin.Receiver, this.functionOf[scope]!);
  }

  private variable(variable: number, name: number): number {
    const known = this.variables[variable]!;
    if (known >= 0) return known;
    const { scopes } = this.walk;
    const scope = scopes.variableScope[variable]!;
    const path = scopes.variableImport[variable];
    let at = scope;
    while (at > 0 && this.functionOf[at]! < 0) at = scopes.scopes[at]!.parent;
    const owner = at > 0 ? this.functionOf[at]! : -1;
    const made = this.out.variable(this.walk.strings[name]!, this.originOf(variable, owner), owner, path ?? '');
    this.variables[variable] = made;
    return made;
  }

  private originOf(variable: number, owner: number): Origin {
    const { scopes } = this.walk;
    if (scopes.variableImport[variable] !== undefined) return Origin.Import;
    if (scopes.scopes[scopes.variableScope[variable]!]!.kind === 'class') return Origin.Member;
    const first = scopes.firstKind(variable);
    if (owner < 0) return first === 'definition' ? Origin.Definition : Origin.Global;
    return first === 'parameter' ? Origin.Parameter : Origin.Local;
  }

  /** Operator tokens between the parts of a node, each as written, blanks folded. */
  operators(node: number): string[] {
    const { next } = this.walk;
    const found: string[] = [];
    let current = '';
    for (let child = node + 1; child < next[node]!; child = next[child]!) {
      if (this.walk.isTrivia(child)) continue;
      if (this.isPart(child)) {
        if (current !== '') found.push(current);
        current = '';
      } else current += (current === '' ? '' : ' ') + this.type(child);
    }
    if (current !== '') found.push(current);
    return found;
  }

  /** True when a comma stands among the children. */
  hasComma(node: number): boolean {
    return this.has(node, K.Comma);
  }
}
