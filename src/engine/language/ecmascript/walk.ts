import {
  type BindingFact,
  type BindingKind,
  type ExportFact,
  type ImportFact,
  type LanguageId,
  type ObjectMemberFact,
  type ScopeFact,
  type ScopeKind,
  type SymbolFact,
} from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import type { FlatTree } from '../flatTree.ts';
import type { ReferenceTable } from '../referenceTable.ts';
import { TreeWalk } from '../treeWalk.ts';
import { Kind, type Fields, type KindTable } from './kinds.ts';

/**
 * What a visit of an expression tells its parent: the reference that it is (`id << 1`), the result of calling a
 * reference (`id << 1 | 1`), or one of `Receiver` (below zero).
 */
export type Value = number;

export type Handler = (walk: Walk, node: number) => Value;

/** A symbol with what later steps need of its nodes. */
export interface SymbolDraft {
  fact: SymbolFact;
  /** Definition node itself (function, class, signature). */
  node: number;
  nameNode: number;
  /** Parameter list (or the only parameter of an arrow function), -1 for none. */
  parameters: number;
  body: number;
  /** True for an arrow function whose body is an expression. */
  expressionBody: boolean;
  /** References from the parameters to the end of the body: [refStart, refEnd). */
  refStart: number;
  refEnd: number;
  /** Scopes that the function opens: [fact.scope, scopeEnd). */
  scopeEnd: number;
  /** Scope that binds the own name, -1 when no scope does (members). */
  home: number;
  /** Name that a function expression has inside itself, empty for none. */
  innerName: string;
  /** Name in module scope through which the symbol is reached from outside, empty for none. */
  root: string;
  decoratorNodes: number[];
  /** Stands in the arguments of a decorator. */
  inDecorator: boolean;
}

/** What a function, class or object literal that is about to be visited is bound to. */
export interface BoundTo {
  name: string;
  nameNode: number;
  /** Qualified name of what the name is a member of; empty at module level. */
  prefix: string;
  start: number;
  end: number;
  method: boolean;
  flags: number;
  root: string;
  home: number;
  decorators: number[];
  /** The object literal is `module.exports`: its members are exports. */
  exportsMembers?: boolean;
}

type Place = Pick<Walk, 'symbol' | 'classSymbol' | 'base' | 'namespaceRoot' | 'conditional' | 'registering'>;

/** State of the one pass over a tree, and the tables that it fills. Handlers by kind do the work. */
export class Walk extends TreeWalk {
  readonly kind: Uint16Array;
  readonly fieldOf: Uint16Array;
  readonly parent: Int32Array;
  readonly kindOf: Uint8Array;
  readonly field: Fields;

  readonly references: ReferenceTable;
  /** Per node: reference id + 1, or -(scope + 1) of the scope where the name is bound; 0 for neither. */
  readonly names: Int32Array;
  readonly scopes: ScopeFact[] = [];
  /** Per scope: true where `var` and parameters are bound (functions, namespaces, static blocks, the module). */
  readonly hoists: boolean[] = [];
  /** Per scope: first scope that is not inside it. */
  readonly scopeEnds: number[] = [];
  readonly symbols: SymbolDraft[] = [];
  readonly imports: ImportFact[] = [];
  readonly exports: ExportFact[] = [];
  readonly bases: { symbol: number; references: number[] }[] = [];
  readonly members: ObjectMemberFact[] = [];
  /** Assignments to names whose scope is known only when all is bound. */
  readonly assignments: { reference: number; scope: number; binding: BindingFact }[] = [];
  /** Exported names of module scope (their symbols count as exported). */
  readonly exportedLocals = new Set<string>();
  /** Scope that each function opens, by its node. */
  readonly scopeOfNode = new Map<number, number>();
  /** Same-file value of each import call node: index of its import. */
  readonly importOfCall = new Map<number, number>();

  scope = 0;
  symbol = -1;
  /** Innermost class symbol whose member is being visited, -1 outside. */
  classSymbol = -1;
  /** Qualified name of the enclosing symbol or namespace. */
  base = '';
  /** Exported module name that the current namespace is reached through. */
  namespaceRoot = '';
  /** RefFlag.Type inside a type. */
  typeFlag = 0;
  /** Scope of the innermost conditional type, which `infer` binds in; -1 outside. */
  inferScope = -1;
  conditional = false;
  ambient = false;
  errorDepth = 0;
  decoratorDepth = 0;
  /** The word `export` that the grammar took for a name, -1 when there was none. */
  strayExport = -1;
  /** True inside the arguments of a call until a function body begins. */
  registering = false;
  expected = -1;
  bound: BoundTo | undefined;
  /** Symbol that the last visited bound value became, -1 when it became none. */
  made = -1;
  /** Last doc comment and the end of the run of comments that it begins. */
  docNode = -1;
  docEnd = -1;

  constructor(
    tree: FlatTree,
    table: KindTable,
    readonly language: LanguageId,
    private readonly handlers: readonly (Handler | undefined)[],
    buffers: { names: Int32Array; references: ReferenceTable },
  ) {
    super(tree);
    this.kind = tree.kind;
    this.fieldOf = tree.field;
    this.parent = tree.parent;
    this.kindOf = table.kindOf;
    this.field = table.field;
    this.names = buffers.names;
    this.references = buffers.references;
  }

  k(node: number): Kind {
    return this.kindOf[this.kind[node]!]!;
  }

  /** First child in `field`, -1 when there is none. */
  child(node: number, field: number): number {
    const stop = this.next[node]!;
    for (let c = node + 1; c < stop; c = this.next[c]!) if (this.fieldOf[c] === field) return c;
    return -1;
  }

  /** First child of `kind`, -1 when there is none. */
  childOf(node: number, kind: Kind): number {
    const stop = this.next[node]!;
    for (let c = node + 1; c < stop; c = this.next[c]!) if (this.k(c) === kind) return c;
    return -1;
  }

  visit(node: number): Value {
    const handler = this.handlers[this.kindOf[this.kind[node]!]!];
    if (handler) return handler(this, node);
    if (this.next[node] !== node + 1) this.visitChildren(node);
    return Receiver.Expression;
  }

  visitChildren(node: number): void {
    const { next, kind, kindOf, handlers } = this;
    const stop = next[node]!;
    for (let c = node + 1; c < stop; c = next[c]!) {
      const handler = handlers[kindOf[kind[c]!]!];
      if (handler) handler(this, c);
      else if (next[c] !== c + 1) this.visitChildren(c);
    }
  }

  /** Visits what is written in a type: every reference inside it is a type's. */
  visitType(node: number): void {
    const before = this.typeFlag;
    this.typeFlag = RefFlag.Type;
    this.visit(node);
    this.typeFlag = before;
  }

  /** Adds a reference whose last segment is `node`. */
  reference(node: number, receiver: Value, flags: number): Value {
    const offset = this.start[node]!;
    // A name that the parser had to invent.
    if (this.end[node] === offset) return Receiver.Expression;
    const line = this.line(offset);
    const id = this.references.add(
      this.intern(this.textOf(node)),
      receiver >= 0 ? receiver >> 1 : receiver,
      receiver >= 0 ? receiver & 1 : 0,
      this.scope,
      this.symbol,
      line,
      offset - this.tree.lineStarts[line - 1]!,
      flags | this.typeFlag,
    );
    this.names[node] = id + 1;
    return id << 1;
  }

  flag(value: Value, flags: number): void {
    if (value >= 0 && (value & 1) === 0) this.references.flags[value >> 1]! |= flags;
  }

  openScope(kind: ScopeKind, symbol: number, node: number): number {
    const id = this.scopes.length;
    this.scopes.push({
      kind,
      parent: id === 0 ? -1 : this.scope,
      symbol,
      startLine: this.line(this.start[node]!),
      endLine: this.line(this.end[node]!),
      bindings: [],
    });
    this.scopeEnds.push(0);
    this.hoists.push(kind === 'function' || kind === 'lambda' || kind === 'module');
    this.scope = id;
    return id;
  }

  closeScope(id: number): void {
    this.scopeEnds[id] = this.scopes.length;
    this.scope = Math.max(0, this.scopes[id]!.parent);
  }

  /** What a function or class body changes for its inside; `returnTo` sets it back. */
  place(): Place {
    const { symbol, classSymbol, base, namespaceRoot, conditional, registering } = this;
    return { symbol, classSymbol, base, namespaceRoot, conditional, registering };
  }

  returnTo(place: Place): void {
    this.symbol = place.symbol;
    this.classSymbol = place.classSymbol;
    this.base = place.base;
    this.namespaceRoot = place.namespaceRoot;
    this.conditional = place.conditional;
    this.registering = place.registering;
  }

  /** Scope that `var` and parameters of the current place belong to. */
  functionScope(): number {
    let scope = this.scope;
    while (!this.hoists[scope]) scope = this.scopes[scope]!.parent;
    return scope;
  }

  bind(node: number, kind: BindingKind, scope: number): BindingFact {
    const name = this.textOf(node);
    if (this.scopes[scope]!.kind !== 'class') this.names[node] = -(scope + 1);
    return this.bindName(name, kind, scope, this.line(this.start[node]!));
  }

  bindName(name: string, kind: BindingKind, scope: number, line: number): BindingFact {
    const binding: BindingFact = {
      name: this.strings[this.intern(name)]!,
      kind,
      line,
      symbol: -1,
      import: -1,
      value: -1,
      valueCalled: false,
    };
    this.scopes[scope]!.bindings.push(binding);
    return binding;
  }

  setValue(binding: BindingFact, value: Value): void {
    if (value < 0) return;
    binding.value = value >> 1;
    binding.valueCalled = (value & 1) === 1;
  }

  /** What a value is behind parentheses and type assertions. */
  unwrap(node: number): number {
    let at = node;
    for (;;) {
      const kind = this.k(at);
      if (
        kind !== Kind.parenthesized_expression &&
        kind !== Kind.as_expression &&
        kind !== Kind.satisfies_expression &&
        kind !== Kind.non_null_expression &&
        kind !== Kind.type_assertion
      )
        return at;
      let inner = -1;
      const stop = this.next[at]!;
      for (let c = at + 1; c < stop; c = this.next[c]!) {
        const k = this.k(c);
        if (k === Kind.comment || k === Kind.type_arguments || k === Kind.tokenOpenParen) continue;
        inner = c;
        break;
      }
      if (inner < 0 || inner === at) return at;
      at = inner;
    }
  }

  /** True when a value of this kind takes the name that it is bound to. */
  isNameable(node: number): boolean {
    switch (this.k(node)) {
      case Kind.arrow_function:
      case Kind.function_expression:
      case Kind.generator_function:
      case Kind.class:
      case Kind.object:
      case Kind.assignment_expression:
        return true;
      default:
        return false;
    }
  }

  /** Visits `value` as what `bound` names; `made` tells the symbol that it became. */
  visitBound(value: number, bound: BoundTo): Value {
    const inner = this.unwrap(value);
    this.expected = inner;
    this.bound = bound;
    this.made = -1;
    const result = this.visit(value);
    this.expected = -1;
    this.bound = undefined;
    return result;
  }

  /** The name that the node at hand was announced with, once. */
  takeBound(node: number): BoundTo | undefined {
    if (this.expected !== node) return undefined;
    const bound = this.bound;
    this.expected = -1;
    this.bound = undefined;
    return bound;
  }

  join(prefix: string, name: string): string {
    return prefix === '' ? name : `${prefix}.${name}`;
  }
}
