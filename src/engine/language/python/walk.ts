import type { Language } from 'web-tree-sitter';
import type {
  AttributeStoreFact,
  BindingFact,
  BindingKind,
  FileSummary,
  ImportFact,
  SymbolFact,
} from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import type { FlatTree } from '../flatTree.ts';
import { ReferenceTable } from '../referenceTable.ts';
import { TreeWalk } from '../treeWalk.ts';
import { K, kindTable } from './kinds.ts';
import { ScopeTable } from './scopeTable.ts';
import { TokenStream } from './tokenStream.ts';

/**
 * Handles one node. Answers what a reference on the node's value has as its receiver: a reference id, or one of
 * `Receiver`; with an id, `Walk.called` tells whether the value is the result of calling it.
 */
export type Handler = (walk: Walk, node: number) => number;

/** What the walk remembers of a definition until its digests are made. */
export interface DefinitionSpan {
  /** Node of the definition or lambda; -1 for one that was only recovered by its head. */
  node: number;
  /** Slice of the token stream: parameters and body. */
  tokenStart: number;
  tokenEnd: number;
  /** Slice that the whole definition takes, decorators included. */
  outerStart: number;
  /** References made inside the body. */
  referenceStart: number;
  referenceEnd: number;
  /** Variable identity of the own name: the scope that the definition stands in and the id of the name. */
  scope: number;
  name: number;
  /** Id of the first parameter's name for methods, else -1. */
  self: number;
  /** Decorators as tokens. */
  decorators: string[];
}

const references = new ReferenceTable();
const tokens = new TokenStream();
let kinds = new Uint8Array(1 << 15);

/** State of one file's walk: what has been collected and where the walk stands. */
export class Walk extends TreeWalk {
  readonly kinds: Uint8Array;
  readonly handlers: readonly Handler[];
  private readonly rawKind: Uint16Array;
  private readonly tokenText: readonly string[];

  readonly references = references;
  readonly tokens = tokens;
  readonly scopes = new ScopeTable(this.strings);
  readonly symbols: SymbolFact[] = [];
  readonly spans: DefinitionSpan[] = [];
  /** Scope that each function, lambda, class and comprehension opens, by its node. */
  readonly scopeOfNode = new Map<number, number>();
  readonly imports: ImportFact[] = [];
  readonly bases: { symbol: number; references: number[] }[] = [];
  readonly stores: AttributeStoreFact[] = [];
  readonly suppressions: FileSummary['suppressions'] = [];
  dunderAll: string[] | null = null;
  /** False once something that is no literal went into `__all__`. */
  dunderAllKnown = true;

  scope = 0;
  symbol = -1;
  /** Innermost function whose body is walked (what a `yield` makes a generator), -1 in lambdas and at module level. */
  functionSymbol = -1;
  /** Bits that every reference gets here (`RefFlag.Type` inside annotations). */
  baseFlags = 0;
  /** Definitions that enclose this place: tokens are kept only inside them. */
  depth = 0;
  /** Above 0 where tokens are out: annotations and docstrings. */
  muted = 0;
  /** Above 0 inside a conditional or try block of the current level. */
  conditional = 0;
  /** Above 0 under `if TYPE_CHECKING`. */
  typeOnly = 0;
  /** Above 0 inside an error region. */
  damaged = 0;
  statements = 0;
  /** Set with every answer that is a reference id. */
  called = false;

  constructor(tree: FlatTree, grammar: Language, handlers: readonly Handler[]) {
    super(tree);
    const table = kindTable(grammar);
    this.rawKind = tree.kind;
    this.tokenText = table.textOf;
    this.handlers = handlers;
    if (kinds.length < tree.count) kinds = new Uint8Array(tree.kind.length);
    const { kindOf } = table;
    const raw = tree.kind;
    for (let i = 0; i < tree.count; i++) kinds[i] = kindOf[raw[i]!]!;
    this.kinds = kinds;
    references.clear();
    tokens.clear();
  }

  get emitting(): boolean {
    return this.depth > 0 && this.muted === 0;
  }

  visit(node: number): number {
    const kind = this.kinds[node]!;
    if (kind === K.Token) {
      if (this.depth > 0 && this.muted === 0) this.tokens.push(this.tokenText[this.rawKind[node]!]!);
      return Receiver.Expression;
    }
    return this.handlers[kind]!(this, node);
  }

  /** Visits the children in order; a trailing comma is layout except where it makes a tuple. */
  visitChildren(node: number, visitor?: (child: number) => void): number {
    const end = this.next[node]!;
    let commas = 0;
    for (let child = node + 1; child < end; child = this.next[child]!) {
      const kind = this.kinds[child]!;
      if (kind === K.Comma) this.comma(node, child, commas++);
      else if (visitor && kind > K.Error) visitor(child);
      else this.visit(child);
    }
    return Receiver.Expression;
  }

  comma(node: number, comma: number, before: number): void {
    if (!this.emitting) return;
    const end = this.next[node]!;
    let after = this.next[comma]!;
    while (after < end && this.isTrivia(after)) after = this.next[after]!;
    if (after >= end || this.kinds[after] === K.Close) {
      const kind = this.kinds[node]!;
      const single =
        kind === K.Tuple ||
        kind === K.ExpressionList ||
        kind === K.PatternList ||
        kind === K.TuplePattern ||
        kind === K.Subscript;
      if (!single || before > 0) return;
    }
    this.tokens.push(',');
  }

  isTrivia(node: number): boolean {
    const kind = this.kinds[node];
    return kind === K.Comment || kind === K.LineContinuation;
  }

  emit(text: string): void {
    if (this.depth > 0 && this.muted === 0) this.tokens.push(text);
  }

  emitMarker(text: string): void {
    if (this.depth > 0 && this.muted === 0) this.tokens.marker(text);
  }

  emitName(name: number): void {
    if (this.depth > 0 && this.muted === 0) this.tokens.pushName(this.strings[name]!, this.scope, name);
  }

  /** Id of the identifier that `node` spells. Python compares identifiers in their NFKC form. */
  nameOf(node: number): number {
    const text = this.textOf(node);
    let id = this.ids.get(text);
    if (id === undefined) {
      // eslint-disable-next-line no-control-regex -- everything beyond ASCII
      id = this.intern(/[^\x00-\x7f]/.test(text) ? text.normalize('NFKC') : text);
      this.ids.set(text, id);
    }
    return id;
  }

  /** Adds a reference at `node` and answers its id. */
  refer(name: number, receiver: number, receiverCalled: boolean, node: number, flags = 0): number {
    const offset = this.start[node]!;
    const line = this.line(offset);
    return this.references.add(
      name,
      receiver,
      receiver >= 0 && receiverCalled ? 1 : 0,
      this.scope,
      this.symbol,
      line,
      offset - this.tree.lineStarts[line - 1]!,
      flags | this.baseFlags,
    );
  }

  /** Binds the name that `node` spells in the current scope and puts it into the token stream. */
  bind(node: number, kind: BindingKind): BindingFact {
    const name = this.nameOf(node);
    this.emitName(name);
    return this.bindName(name, kind, node);
  }

  bindName(name: number, kind: BindingKind, node: number, scope = this.scope): BindingFact {
    return this.scopes.bind(scope, name, kind, this.line(this.start[node]!), this.conditional > 0);
  }

  /** Runs `action` with references marked as types and tokens out. */
  asType(action: () => void): void {
    const flags = this.baseFlags;
    this.baseFlags = flags | RefFlag.Type;
    this.muted++;
    action();
    this.muted--;
    this.baseFlags = flags;
  }

  /** First child of the given kind, or -1. */
  childOf(node: number, kind: number): number {
    const end = this.next[node]!;
    for (let child = node + 1; child < end; child = this.next[child]!) if (this.kinds[child] === kind) return child;
    return -1;
  }

  /** First child that is no comment, bracket or other token, or -1. */
  firstNode(node: number): number {
    const end = this.next[node]!;
    for (let child = node + 1; child < end; child = this.next[child]!) {
      const kind = this.kinds[child]!;
      if (kind !== K.Open && kind !== K.Token && !this.isTrivia(child)) return child;
    }
    return -1;
  }

  /** Offset behind the last character of the last token of a node: comments that end a block are not part of it. */
  lastOffset(node: number): number {
    let at = node;
    for (;;) {
      const end = this.next[at]!;
      let last = -1;
      for (let child = at + 1; child < end; child = this.next[child]!)
        if (!this.isTrivia(child) && this.end[child]! > this.start[child]!) last = child;
      if (last < 0) return this.end[at]!;
      at = last;
    }
  }
}
