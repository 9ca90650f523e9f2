import type { Language } from 'web-tree-sitter';
import type { BodyBuilder } from '../../../ir/bodyBuilder.ts';
import { NodeKind, Origin } from '../../../ir/model.ts';
import type { BindingFact } from '../../../model/facts.ts';
import { TreeLowering, type LowerNode, type LowerTables } from '../../treeLowering.ts';
import type { Kind } from '../kinds.ts';
import type { NameLookup } from '../names.ts';
import type { Walk } from '../walk.ts';

export type Lower = LowerNode<Lowering>;

/** State of the lowering of one ECMAScript file: what variables the names mean. */
export class Lowering extends TreeLowering<Lowering> {
  /** By string and scope, as one number: the variable of the body table. */
  private readonly variables = new Map<number, number>();
  /** `Function` node of each scope that a function opens, -1 while it is not open. */
  private readonly functionOf: Int32Array;
  private readonly firstOf: (Map<string, BindingFact> | undefined)[] = [];

  constructor(
    readonly walk: Walk,
    out: BodyBuilder,
    grammar: Language,
    tables: LowerTables<Lowering>,
    private readonly lookup: NameLookup,
    /** Symbol of each function by its node. */
    readonly symbolOfNode: ReadonlyMap<number, number>,
  ) {
    super(walk, out, grammar, tables, walk.symbols.length);
    this.functionOf = new Int32Array(walk.scopes.length).fill(-1);
  }

  k(node: number): Kind {
    return this.walk.k(node);
  }

  /** A `Name` for the identifier that `node` spells; names that the parser invented are Empty. */
  nameAt(node: number): void {
    if (this.walk.start[node] === this.walk.end[node]) this.empty(node);
    else this.out.name(this.variableAt(node), this.startLine(node));
  }

  /** Scope that binds the name at `node`, -1 when the file binds it nowhere around. */
  scopeAt(node: number): number {
    const name = this.walk.names[node]!;
    return name === 0 ? -1 : name < 0 ? -name - 1 : this.lookup.ofReference(name - 1);
  }

  private variableAt(node: number): number {
    const text = this.walk.textOf(node);
    const scope = this.scopeAt(node);
    return scope < 0 ? this.out.unbound(text) : this.variable(text, scope);
  }

  /** Variable of a name in the scope that binds it, -1 when no name has meant it so far. */
  known(name: string, scope: number): number {
    return this.variables.get(this.key(name, scope)) ?? -1;
  }

  /** Notes that a function whose `Function` node is `made` opens `scope`. */
  enter(scope: number, made: number): void {
    if (scope >= 0) this.functionOf[scope] = made;
  }

  private key(name: string, scope: number): number {
    return this.walk.intern(name) * this.walk.scopes.length + scope;
  }

  private variable(name: string, scope: number): number {
    const key = this.key(name, scope);
    let variable = this.variables.get(key);
    if (variable !== undefined) return variable;
    let at = scope;
    while (at > 0 && this.functionOf[at]! < 0) at = this.walk.scopes[at]!.parent;
    const owner = at > 0 ? this.functionOf[at]! : -1;
    const first = this.first(scope, name);
    const path = first && first.import >= 0 ? this.pathOf(first.import) : '';
    variable = this.out.variable(name, originOf(first, owner, path), owner, path);
    this.variables.set(key, variable);
    return variable;
  }

  private first(scope: number, name: string): BindingFact | undefined {
    let map = this.firstOf[scope];
    if (!map) {
      map = new Map();
      for (const binding of this.walk.scopes[scope]!.bindings)
        if (binding.kind !== 'type' && !map.has(binding.name)) map.set(binding.name, binding);
      this.firstOf[scope] = map;
    }
    return map.get(name);
  }

  private pathOf(index: number): string {
    const { module, imported } = this.walk.imports[index]!;
    return imported === '' ? module : `${module}#${imported}`;
  }

  /** The statement as a Block of its own, unless it is a block already. */
  block(node: number): void {
    if (node < 0) this.out.leaf(NodeKind.Block, this.out.lastEnd);
    else if (this.type(node) === 'statement_block') this.statement(node);
    else {
      const made = this.out.open(NodeKind.Block, this.startLine(node));
      this.statement(node);
      this.out.closeAfterLast(made);
    }
  }
}

function originOf(first: BindingFact | undefined, owner: number, path: string): Origin {
  if (path !== '') return Origin.Import;
  if (owner < 0) return first?.kind === 'definition' || (first?.symbol ?? -1) >= 0 ? Origin.Definition : Origin.Global;
  return first?.kind === 'parameter' ? Origin.Parameter : Origin.Local;
}
