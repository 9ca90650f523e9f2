import type { Language } from 'web-tree-sitter';
import type { BodyBuilder } from '../../../ir/bodyBuilder.ts';
import { NodeFlag, Origin } from '../../../ir/model.ts';
import { TreeLowering, type LowerNode, type LowerTables } from '../../treeLowering.ts';
import { K } from '../kinds.ts';
import type { Walk } from '../walk.ts';

export type Lower = LowerNode<Lowering>;

/** State of the lowering of one Python file: which scope a node stands in, and what variables the scopes' are. */
export class Lowering extends TreeLowering<Lowering> {
  /** Scope that the node at hand stands in. */
  scope = 0;
  /** `Function` node that the node at hand stands in. */
  current = -1;
  /** Variable of the body table by variable of the walk's scopes; -1 while not met. */
  private readonly variables: Int32Array;
  /** `Function` node of each function scope, -1 while it is not open. */
  private readonly functionOf: Int32Array;

  constructor(
    readonly walk: Walk,
    out: BodyBuilder,
    grammar: Language,
    tables: LowerTables<Lowering>,
    /** Symbol of each definition by its node. */
    readonly symbolOfNode: ReadonlyMap<number, number>,
  ) {
    super(walk, out, grammar, tables, walk.symbols.length);
    this.variables = new Int32Array(walk.scopes.variableScope.length).fill(-1);
    this.functionOf = new Int32Array(walk.scopes.scopes.length).fill(-1);
  }

  /** True when a child of the kind is there. */
  has(node: number, kind: number): boolean {
    return this.walk.childOf(node, kind) >= 0;
  }

  /** True when a comma stands among the children. */
  hasComma(node: number): boolean {
    return this.has(node, K.Comma);
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
    this.current = made;
  }

  /** The function at hand is a generator. */
  noteYield(): void {
    if (this.current >= 0) this.out.flag(this.current, NodeFlag.Generator);
  }

  /** Marks the first parameter of a method. */
  noteReceiver(scope: number, name: number): void {
    const variable = this.walk.scopes.lookup(scope, name);
    if (variable < 0 || this.walk.scopes.variableScope[variable] !== scope) return;
    const owner = this.functionOf[scope]!;
    this.variables[variable] = this.out.variable(this.walk.strings[name]!, Origin.Receiver, owner);
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
}
