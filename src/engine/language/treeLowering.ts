import type { Language } from 'web-tree-sitter';
import type { BodyBuilder } from '../ir/bodyBuilder.ts';
import { NodeKind } from '../ir/model.ts';
import type { TreeWalk } from './treeWalk.ts';

/** Writes one node of the grammar. */
export type LowerNode<L> = (lowering: L, node: number) => void;

/** What handlers are looked up by: the grammar's names of its kinds. */
export interface LowerTables<L> {
  expressions: Record<string, LowerNode<L>>;
  /** Kinds that are written in another way where a statement stands, and kinds that only stand there. */
  statements: Record<string, LowerNode<L>>;
  /** Named kinds that are no part of a body: comments, types. */
  skipped: readonly string[];
}

interface GrammarTables {
  expressions: (unknown | undefined)[];
  statements: (unknown | undefined)[];
  part: Uint8Array;
}

const grammarTables = new WeakMap<Language, GrammarTables>();
const ERROR_ID = 0xffff;

function tablesOf<L>(grammar: Language, tables: LowerTables<L>): GrammarTables {
  let made = grammarTables.get(grammar);
  if (made) return made;
  made = { expressions: [], statements: [], part: new Uint8Array(ERROR_ID + 1) };
  const skipped = new Set(tables.skipped);
  for (let id = 0; id < grammar.nodeTypeCount; id++) {
    const name = grammar.nodeTypeForId(id) ?? '';
    made.expressions.push(undefined);
    made.statements.push(undefined);
    if (!grammar.nodeTypeIsNamed(id)) continue;
    made.part[id] = skipped.has(name) ? 0 : 1;
    if (Object.hasOwn(tables.expressions, name)) made.expressions[id] = tables.expressions[name];
    if (Object.hasOwn(tables.statements, name)) made.statements[id] = tables.statements[name];
  }
  made.part[ERROR_ID] = 1;
  grammarTables.set(grammar, made);
  return made;
}

/**
 * What lowering from a flat tree has in common for all languages: handlers by kind, parts of nodes, lines. A language
 * derives from it and adds what its names mean. It runs when the file's walk is done, since only then is it known what
 * binds a name.
 */
export abstract class TreeLowering<L> {
  private readonly tables: GrammarTables;
  private readonly raw: Uint16Array;

  constructor(
    private readonly tree: TreeWalk,
    readonly out: BodyBuilder,
    private readonly grammar: Language,
    tables: LowerTables<L>,
    symbols: number,
  ) {
    this.tables = tablesOf(grammar, tables);
    this.raw = tree.tree.kind;
    this.roots = new Int32Array(symbols).fill(-1);
  }

  /** `Function` node of each symbol, -1 for none. */
  readonly roots: Int32Array;

  startLine(node: number): number {
    return this.tree.line(this.tree.start[node]!);
  }

  endLine(node: number): number {
    return this.tree.line(this.tree.end[node]!);
  }

  /** Name of the grammar's kind; of a word or operator its text. */
  type(node: number): string {
    const raw = this.raw[node]!;
    return raw === ERROR_ID ? 'ERROR' : (this.grammar.nodeTypeForId(raw) ?? '');
  }

  /** False for brackets, words and operators of the grammar, comments and types. */
  isPart(node: number): boolean {
    return this.tables.part[this.raw[node]!] === 1;
  }

  /** Children that are parts, in order. */
  parts(node: number): number[] {
    const { next } = this.tree;
    const found: number[] = [];
    const end = next[node]!;
    for (let child = node + 1; child < end; child = next[child]!) if (this.isPart(child)) found.push(child);
    return found;
  }

  /** Operators and words between the parts of a node, each as written, blanks folded. */
  operators(node: number): string[] {
    const { next } = this.tree;
    const found: string[] = [];
    let current = '';
    for (let child = node + 1; child < next[node]!; child = next[child]!) {
      if (this.isPart(child)) {
        if (current !== '') found.push(current);
        current = '';
      } else if ((next[child] === child + 1 || this.type(child).includes(' ')) && !this.isSkipped(child))
        current += (current === '' ? '' : ' ') + this.type(child);
    }
    if (current !== '') found.push(current);
    return found;
  }

  /** True when the word or operator `text` stands among the children. */
  hasToken(node: number, text: string): boolean {
    const { next } = this.tree;
    for (let child = node + 1; child < next[node]!; child = next[child]!)
      if (!this.isPart(child) && this.type(child) === text) return true;
    return false;
  }

  expression(node: number): void {
    const handler = this.tables.expressions[this.raw[node]!] as LowerNode<L> | undefined;
    if (handler) handler(this as unknown as L, node);
    else this.other(node);
  }

  expressions(nodes: readonly number[]): void {
    for (const node of nodes) this.expression(node);
  }

  statement(node: number): void {
    const raw = this.raw[node]!;
    const handler = (this.tables.statements[raw] ?? this.tables.expressions[raw]) as LowerNode<L> | undefined;
    if (handler) handler(this as unknown as L, node);
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

  /** Writes `kind` around the given nodes, over the lines of `node`. */
  row(kind: NodeKind, node: number, nodes: readonly number[], value = '', flags = 0): void {
    const made = this.out.open(kind, this.startLine(node), value, flags);
    for (const each of nodes) this.expression(each);
    this.out.close(made, this.endLine(node));
  }

  empty(node: number): void {
    this.out.leaf(NodeKind.Empty, this.startLine(node));
  }

  private isSkipped(node: number): boolean {
    return this.raw[node] !== ERROR_ID && this.grammar.nodeTypeIsNamed(this.raw[node]!);
  }
}

/** What leaves nothing in a body but where it ends. */
export function nothing<L>(lowering: TreeLowering<L>, node: number): void {
  lowering.out.lastEnd = lowering.endLine(node);
}
