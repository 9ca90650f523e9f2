import type { BindingKind, FileSummary, ImportFact, ParameterFact, SymbolFact } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import type { FlatTree } from '../flatTree.ts';
import { ReferenceTable } from '../referenceTable.ts';
import { suppressionsInComment } from '../suppressions.ts';
import { TreeWalk } from '../treeWalk.ts';
import { LexicalScopes } from './lexicalScopes.ts';
import { Tokens } from './tokens.ts';
import { ERROR_KIND, type LanguageTraits } from './traits.ts';

/** What a walk asks of a grammar, by the numbers of its node types. */
export interface WalkTable {
  rules: (((walk: FactsWalk, node: number) => number) | undefined)[];
  /** Name of each node type. */
  names: string[];
  named: Uint8Array;
  comment: Uint8Array;
  attribute: Uint8Array;
  lambda: Uint8Array;
  layout: Uint8Array;
  /** By field: 1 where the field holds a type. */
  typeField: Uint8Array;
  field(name: string): number;
}

/** What the walk remembers of a definition until its digests are made. */
export interface DefinitionSpan {
  /** Node of the definition; for a lambda with a name the lambda. */
  node: number;
  /** Node of the body, -1 for none. */
  body: number;
  /** Slices of the tokens: parameters and body; the whole definition. */
  tokenStart: number;
  tokenEnd: number;
  outerStart: number;
  /** First token of the body. */
  bodyToken: number;
  referenceStart: number;
  referenceEnd: number;
  /** Variable of the own name, -1 for methods that are named through something. */
  variable: number;
  decorators: string[];
}

interface Deferred {
  node: number;
  kind: BindingKind;
  name: number;
}

const references = new ReferenceTable();
const tokens = new Tokens();
let variableOf = new Int32Array(1 << 15);
let previous = new Int32Array(1 << 15);

/** State of one file's walk: what has been collected and where the walk stands. */
export class FactsWalk extends TreeWalk {
  readonly kinds: Uint16Array;
  readonly references = references;
  readonly tokens = tokens;
  readonly scopes = new LexicalScopes(this.strings);
  readonly symbols: SymbolFact[] = [];
  readonly spans: DefinitionSpan[] = [];
  readonly imports: ImportFact[] = [];
  readonly bases: { symbol: number; references: number[] }[] = [];
  readonly suppressions: FileSummary['suppressions'] = [];
  /** Variable that each name's node means: -1 for names that the file does not declare. */
  readonly variableOf: Int32Array;
  /** Previous sibling of each node, -1 for the first. */
  readonly previous: Int32Array;
  /** Scope that each function, class and block opens, by its node. */
  readonly scopeOfNode = new Map<number, number>();
  /** Variable that each reference to a plain name means, -1 for none. */
  readonly variableOfReference: number[] = [];
  /** Type that `this`, `Self` and their like stand for or have, by reference, as in `Variable.type`. */
  readonly typeOfReference = new Map<number, number>();

  /** Package or namespace that the file says it belongs to. */
  namespace = '';
  scope = 0;
  symbol = -1;
  /** Innermost class symbol, -1 outside. */
  classSymbol = -1;
  /** What qualified names begin with where no symbol encloses the place: `tests.`, `Server.`. */
  prefix = '';
  /** Flags that every symbol here gets: test code. */
  symbolFlags = 0;
  /** Type of the object that methods here belong to, as in `Variable.type`. */
  ownerType = -1;
  /** True while the attributes of a definition are visited with it. */
  annotating = false;
  /** True directly in a block that adds methods to a type (`impl`); and in one that does so for a contract. */
  implementing = false;
  implementsContract = false;
  /** Bits that every reference gets here. */
  referenceFlags = 0;
  /** Above 0 where tokens are out. */
  muted = 0;
  /** Definitions that enclose this place: tokens are kept only inside them. */
  depth = 0;
  damaged = 0;
  conditional = 0;
  /** Where parameters go while those of a symbol are visited. */
  parameters: ParameterFact[] | null = null;
  /** Set with every answer that is a reference id. */
  called = false;
  /** Evident type of the value visited last, as in `Variable.type`. */
  valueType = -1;
  /** What names in the pattern at hand are bound as; for rules of patterns. */
  bindingKind: BindingKind = 'assignment';
  /** True where names of the pattern at hand that the scope declares already are only written to. */
  reusing = false;
  /** Type of the declaration at hand, for the declarators in it, as in `Variable.type`. */
  declaredType = -1;
  /** Type that stands inside the pattern at hand (Kotlin's `x: T`), as in `Variable.type`. */
  patternType = -1;
  /** Symbol that the next lambda is the body of. */
  lambdaSymbol = -1;
  private deferred: Deferred[] | null = null;
  private readonly pending: { node: number; reference: number; scope: number; name: number; key: number }[] = [];

  constructor(
    tree: FlatTree,
    readonly table: WalkTable,
    readonly language: LanguageTraits,
  ) {
    super(tree);
    this.kinds = tree.kind;
    references.clear();
    tokens.clear();
    if (variableOf.length < tree.count) {
      variableOf = new Int32Array(tree.kind.length);
      previous = new Int32Array(tree.kind.length);
    }
    variableOf.fill(-1, 0, tree.count);
    this.variableOf = variableOf;
    this.previous = previous;
    for (let node = 0; node < tree.count; node++) {
      let before = -1;
      for (let child = node + 1; child < tree.next[node]!; child = tree.next[child]!) {
        previous[child] = before;
        before = child;
      }
    }
  }

  // The tree

  type(node: number): string {
    return node < 0 ? '' : this.table.names[this.kinds[node]!]!;
  }

  isNamed(node: number): boolean {
    return this.table.named[this.kinds[node]!] === 1;
  }

  isComment(node: number): boolean {
    return this.table.comment[this.kinds[node]!] === 1;
  }

  /** First named child in the field, -1 for none. */
  field(node: number, name: string): number {
    const id = this.table.field(name);
    if (id < 0 || node < 0) return -1;
    for (let child = node + 1; child < this.next[node]!; child = this.next[child]!)
      if (this.tree.field[child] === id && this.isNamed(child)) return child;
    return -1;
  }

  /** All named children in the field. */
  fields(node: number, name: string): number[] {
    const id = this.table.field(name);
    return this.children(node).filter((child) => this.tree.field[child] === id);
  }

  /** Named children, comments left out. */
  children(node: number): number[] {
    const found: number[] = [];
    for (let child = node + 1; child < this.next[node]!; child = this.next[child]!)
      if (this.isNamed(child) && !this.isComment(child)) found.push(child);
    return found;
  }

  /** First child of the type (anonymous ones too), -1 for none. */
  childOf(node: number, ...types: string[]): number {
    if (node < 0) return -1;
    for (let child = node + 1; child < this.next[node]!; child = this.next[child]!)
      if (types.includes(this.type(child))) return child;
    return -1;
  }

  has(node: number, type: string): boolean {
    return this.childOf(node, type) >= 0;
  }

  lineOf(node: number): number {
    return this.line(this.start[node]!);
  }

  // Walking

  visit(node: number): number {
    const kind = this.kinds[node]!;
    if (this.table.comment[kind]) return this.comment(node);
    if (kind === ERROR_KIND) {
      this.damaged++;
      this.visitChildren(node);
      this.damaged--;
      return Receiver.Expression;
    }
    const rule = this.table.rules[kind];
    if (rule) return rule(this, node);
    if (this.next[node]! === node + 1) {
      if (!this.table.layout[kind]) this.emit(node);
      return Receiver.Expression;
    }
    return this.visitChildren(node);
  }

  /** Visits the children in order; types by their field; a trailing comma is layout. */
  visitChildren(node: number, visitor?: (child: number) => boolean): number {
    const end = this.next[node]!;
    const { typeField } = this.table;
    for (let child = node + 1; child < end; child = this.next[child]!) {
      if (visitor?.(child)) continue;
      if (typeField[this.tree.field[child]!] && this.isNamed(child)) this.asType(() => this.visit(child));
      else if (this.isTrailingComma(child, end)) continue;
      else this.visit(child);
    }
    return Receiver.Expression;
  }

  private isTrailingComma(node: number, end: number): boolean {
    if (this.end[node]! - this.start[node]! !== 1 || this.text[this.start[node]!] !== ',') return false;
    let after = this.next[node]!;
    while (after < end && (this.isComment(after) || this.table.layout[this.kinds[after]!])) after = this.next[after]!;
    return after >= end || (!this.isNamed(after) && /^[)\]}|>]/.test(this.text[this.start[after]!] ?? ''));
  }

  /** Runs `action` with references marked as types and tokens out. */
  asType(action: () => void): void {
    this.with(RefFlag.Type, action);
  }

  /** Runs `action` with tokens out and flags on its references. */
  with(flags: number, action: () => void): void {
    const before = this.referenceFlags;
    this.referenceFlags |= flags;
    this.muted++;
    action();
    this.muted--;
    this.referenceFlags = before;
  }

  /** Runs `action` in a scope of its own. */
  inScope(
    node: number,
    kind: 'block' | 'class' | 'function' | 'lambda' | 'module',
    symbol: number,
    action: () => void,
  ) {
    const outer = this.scope;
    this.scope = this.scopes.open(kind, outer, symbol, this.lineOf(node), this.line(this.end[node]!));
    this.scopeOfNode.set(node, this.scope);
    action();
    this.scope = outer;
  }

  private comment(node: number): number {
    const start = this.start[node]!;
    for (const { offset, rule, reason } of suppressionsInComment(this.textOf(node)))
      this.suppressions.push({ line: this.line(start + offset), rule, reason });
    return Receiver.Expression;
  }

  // Tokens

  emit(node: number): void {
    if (this.depth > 0 && this.muted === 0 && this.end[node]! > this.start[node]!) this.tokens.push(this.textOf(node));
  }

  emitText(text: string, node = -1): void {
    if (this.depth > 0 && this.muted === 0) this.tokens.push(text, node);
  }

  // Names

  /** Adds a reference at `node` and answers its id. */
  refer(name: number, receiver: number, receiverCalled: boolean, node: number, flags = 0): number {
    const line = this.lineOf(node);
    const column = this.start[node]! - this.tree.lineStarts[line - 1]!;
    const viaCall = receiver >= 0 && receiverCalled ? 1 : 0;
    const { scope, symbol } = this;
    return this.references.add(name, receiver, viaCall, scope, symbol, line, column, flags | this.referenceFlags);
  }

  /** A plain name that is read: its token, its reference, and the variable that it means. Answers the reference. */
  name(node: number, text = this.textOf(node), flags = 0, isCall = false): number {
    const name = this.intern(text);
    this.emitText(text, node);
    const reference = this.refer(name, Receiver.None, false, node, flags);
    const key = isCall && this.language.separateMethods ? this.intern(`${text}()`) : name;
    const variable = this.scopes.local(this.scope, key);
    this.variableOf[node] = variable;
    this.variableOfReference[reference] = variable;
    if (variable < 0) this.pending.push({ node, reference, scope: this.scope, name, key });
    this.called = false;
    this.valueType = -1;
    return reference;
  }

  /** The name of a member that is read: its token and its reference. Answers the reference. */
  member(node: number, receiver: number, receiverCalled: boolean, text = this.textOf(node), flags = 0): number {
    const reference = this.refer(this.intern(text), receiver, receiverCalled, node, flags);
    this.emitText(text, -2 - reference);
    this.called = false;
    this.valueType = -1;
    return reference;
  }

  /** Declares the name that `node` spells; inside a deferral when that ends. Answers its variable, -1 while deferred. */
  declare(node: number, kind: BindingKind, text = this.textOf(node)): number {
    const name = this.intern(text);
    this.emitText(text, node);
    if (this.deferred) {
      this.deferred.push({ node, kind, name });
      return -1;
    }
    return this.declareName(name, kind, node);
  }

  declareName(
    name: number,
    kind: BindingKind,
    node: number,
    scope = this.scope,
    hoisted = this.isHoisted(kind),
    isMethod = false,
  ): number {
    const line = this.lineOf(node);
    const key = isMethod && this.language.separateMethods ? this.intern(`${this.strings[name]!}()`) : name;
    const variable = this.scopes.declare(scope, name, kind, line, hoisted, this.conditional > 0, key);
    this.variableOf[node] = variable;
    return variable;
  }

  private isHoisted(kind: BindingKind): boolean {
    const at = this.scopes.scopes[this.scope]!.kind;
    return kind === 'definition' || kind === 'import' || at === 'class' || at === 'module';
  }

  /** A variable that is written to without being declared. */
  assign(node: number, flags: number = RefFlag.Store): void {
    this.name(node, undefined, flags);
  }

  /**
   * For declarations whose names mean something only behind their value: `run` collects what its action declares, and
   * `declared` declares it.
   */
  deferral(): { run(action: () => void): void; declared(): number[] } {
    const mine: Deferred[] = [];
    return {
      run: (action) => {
        const outer = this.deferred;
        this.deferred = mine;
        action();
        this.deferred = outer;
      },
      declared: () => mine.map(({ node, kind, name }) => this.declareName(name, kind, node)),
    };
  }

  /** Looks up what was not local where it stood. Called once, at the end of the file. */
  settle(): void {
    for (const { node, reference, scope, name, key } of this.pending) {
      let variable = this.scopes.later(scope, key);
      if (variable < 0 && key !== name) {
        variable = this.scopes.later(scope, name);
        if (variable >= 0 && this.scopes.variables[variable]!.kind !== 'import') variable = -1;
      }
      this.variableOf[node] = variable;
      this.variableOfReference[reference] = variable;
    }
  }
}
