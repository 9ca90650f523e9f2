import { IS_STATEMENT, NodeFlag, NodeKind, type BodyTable } from '../../ir/model.ts';
import { Binding, type BodyView } from '../../ir/bodyView.ts';

/** A body took more steps than it may. */
class TooManySteps extends Error {}

let stepsLeft = Infinity;

/** Counts one step: every walk over terms calls it for each term that it comes to. */
export function step(): void {
  if (--stepsLeft < 0) throw new TooManySteps();
}

/**
 * Runs a rewriting that may take so many steps. Steps, not time, so that the same body is given up everywhere.
 * @returns what it returns; null when it took more steps
 */
export function withinSteps<T>(limit: number, run: () => T): T | null {
  const outer = stepsLeft;
  stepsLeft = limit;
  try {
    return run();
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  } finally {
    stepsLeft = outer;
  }
}

/**
 * A node of a body while it is rewritten. Local variables are names with a `variable`; every other name has a text.
 * Rules change terms in place or put others in their stead; a term stands in one place only.
 */
export class Term {
  readonly kind: NodeKind;
  value: string;
  kids: Term[];
  line: number;
  endLine: number;
  flags: number;
  /** Variable of a local name, -1 for all else. */
  variable: number;
  /** Hash of the term; valid after `hashTerm`. */
  hash = 0;

  constructor(kind: NodeKind, value: string, kids: Term[], line: number, endLine = line, flags = 0, variable = -1) {
    step();
    this.kind = kind;
    this.value = value;
    this.kids = kids;
    this.line = line;
    this.endLine = endLine;
    this.flags = flags;
    this.variable = variable;
  }
}

/** Flags that mean nothing for what a body does. */
const MEANINGLESS: Partial<Record<NodeKind, number>> = {
  [NodeKind.Assign]: NodeFlag.Constant,
  [NodeKind.ForEach]: NodeFlag.Constant,
  [NodeKind.Function]: NodeFlag.Lexical,
  [NodeKind.Parameter]: NodeFlag.Receiver | NodeFlag.Optional | NodeFlag.KeywordOnly,
};

/** A `NodeKind.Function` term, with what the rules need to know of the function. */
export interface BodyTerm {
  /** Parameters in order, receiver left out; patterns stand for themselves. */
  parameters: Term[];
  /** Names of the parameters; empty for patterns. */
  names: string[];
  /** Variable of the object that a method belongs to: for what a body does it is one more parameter. -1 for none. */
  receiver: number;
  block: Term;
  /** Async and Generator. */
  flags: number;
  language: 'python' | 'ecmascript' | 'other';
  /** Number for the next variable that a rule makes. */
  fresh: number;
  /** How often each variable is named, as it was when the round began; a rule that adds names forgets the entry. */
  uses: Map<number, number>;
  /**
   * ECMAScript: variables that a function written in a loop keeps. For these alone it counts whether each round of the loop
   * declares its own: their Assign and ForEach keep the flag Declares.
   */
  kept: ReadonlySet<number>;
  /** Functions of the file, by name and by variable, that are known to take one argument. */
  unary: ReadonlySet<string | number>;
}

/**
 * Copies a body out of its table.
 * @returns null when it has more than `limit` nodes
 */
export function termOf(view: BodyView, language: BodyTerm['language'], limit: number): BodyTerm | null {
  if (view.end - view.start > limit) return null;
  const { table } = view;
  const { kind, flags, value, next, line, endLine, strings, variables } = table;
  let receiver = -1;
  let fresh = variables.name.length;
  let depth = 0;
  const unary = new Set<string | number>();
  const asked = new Set<number>();
  const nameOf = (node: number): Term => {
    const variable = value[node]!;
    const at = line[node]!;
    const binding = view.bindingOf(variable);
    if (language === 'ecmascript' && !asked.has(variable)) {
      asked.add(variable);
      if (takesOne(table, variable))
        unary.add(binding === Binding.Slot ? variable : binding === Binding.Self ? '@self' : view.text(node));
    }
    if (binding === Binding.Slot) return new Term(NodeKind.Name, '', [], at, at, 0, variable);
    if (binding === Binding.Self) return new Term(NodeKind.Name, '@self', [], at);
    const text = binding === Binding.Import ? importedName(view.path(node), view.text(node)) : view.text(node);
    return new Term(NodeKind.Name, text, [], at);
  };
  const build = (node: number): Term => {
    const of = kind[node] as NodeKind;
    if (of === NodeKind.Name) return nameOf(node);
    if (of === NodeKind.This && depth === 0) {
      if (receiver < 0) receiver = fresh++;
      return new Term(NodeKind.Name, '', [], line[node]!, line[node]!, 0, receiver);
    }
    const own =
      (of === NodeKind.Function && (flags[node]! & NodeFlag.Lexical) === 0) || of === NodeKind.ClassDefinition;
    if (own) depth++;
    const kids: Term[] = [];
    const end = next[node]!;
    for (let child = node + 1; child < end; child = next[child]!) kids.push(build(child));
    if (own) depth--;
    const bits = flags[node]! & ~(MEANINGLESS[of] ?? 0);
    return new Term(of, strings[value[node]!]!, kids, line[node]!, endLine[node]!, bits);
  };
  const root = view.start;
  const parameters: Term[] = [];
  const names: string[] = [];
  let block: Term | null = null;
  for (let child = root + 1; child < next[root]!; child = next[child]!) {
    if (kind[child] === NodeKind.Parameters) {
      for (let one = child + 1; one < next[child]!; one = next[one]!) {
        if (flags[one]! & NodeFlag.Receiver && kind[one] === NodeKind.Parameter) {
          if (kind[one + 1] === NodeKind.Name) receiver = value[one + 1]!;
          continue;
        }
        parameters.push(build(one));
        names.push(kind[one + 1] === NodeKind.Name ? strings[variables.name[value[one + 1]!]!]! : '');
      }
    } else if (kind[child] === NodeKind.Block) block = build(child);
  }
  if (!block) return null;
  const kept = language === 'ecmascript' ? keptInLoops(block) : NONE;
  dropDeclarations(block, kept);
  return {
    parameters,
    names,
    receiver,
    block,
    flags: flags[root]! & (NodeFlag.Async | NodeFlag.Generator),
    language,
    fresh,
    uses: new Map(),
    kept,
    unary,
  };
}

const NONE: ReadonlySet<number> = new Set();

/** True when the variable names a function of the file that has one plain parameter. */
function takesOne(table: BodyTable, variable: number): boolean {
  const { self, root, kind, next, flags } = table;
  const symbol = self.indexOf(variable);
  const fn = symbol < 0 ? -1 : root[symbol]!;
  if (fn < 0) return false;
  for (let child = fn + 1; child < next[fn]!; child = next[child]!) {
    if (kind[child] !== NodeKind.Parameters) continue;
    const one = child + 1;
    return one < next[child]! && next[one] === next[child] && (flags[one]! & (NodeFlag.Rest | NodeFlag.Receiver)) === 0;
  }
  return false;
}

const LOOP_KINDS = new Set([NodeKind.While, NodeKind.DoWhile, NodeKind.ForEach, NodeKind.ForCount]);
/** Methods that call what they are given before they return, and keep nothing of it. */
const CALLED_AT_ONCE = new Set(
  'map filter some every find findIndex findLast findLastIndex forEach reduce reduceRight sort flatMap from'.split(' '),
);

/** Variables that a function keeps that is made in a loop and may be called after the round is over. */
function keptInLoops(block: Term): Set<number> {
  const kept = new Set<number>();
  const walk = (term: Term, inLoop: boolean): void => {
    if (term.kind === NodeKind.Function && inLoop) {
      visit(term, (one) => one.variable >= 0 && kept.add(one.variable));
      return;
    }
    const isAtOnce = CALLED_AT_ONCE.has(calledMethod(term));
    for (const kid of term.kids) {
      if (isAtOnce && kid.kind === NodeKind.Function) for (const part of kid.kids) walk(part, true);
      else if (kid.kids.length > 0) walk(kid, inLoop || LOOP_KINDS.has(term.kind));
    }
  };
  walk(block, false);
  return kept;
}

/** Takes the flag Declares away where it says nothing. */
function dropDeclarations(block: Term, kept: ReadonlySet<number>): void {
  visit(block, (term) => {
    if (term.kind !== NodeKind.Assign && term.kind !== NodeKind.ForEach) return;
    if ((term.flags & NodeFlag.Declares) === 0) return;
    const targets = term.kind === NodeKind.ForEach ? term.kids.slice(0, 1) : term.kids.slice(0, -1);
    if (kept.size === 0 || !targets.some((target) => some(target, (one) => kept.has(one.variable))))
      term.flags &= ~NodeFlag.Declares;
  });
}

/** Last segment of an imported path: which module it comes from is asked of the graph, not of the spelling. */
function importedName(path: string, text: string): string {
  const cut = Math.max(path.lastIndexOf('#'), path.lastIndexOf('.'), path.lastIndexOf('/'));
  const name = path.slice(cut + 1);
  return name === '' || name === '*' || name === 'default' ? text : name;
}

export function isStatement(term: Term): boolean {
  return IS_STATEMENT[term.kind] === 1 && (term.flags & NodeFlag.Expression) === 0;
}

/** True when both terms are equal, variables included. */
export function same(a: Term, b: Term): boolean {
  step();
  if (a.kind !== b.kind || a.value !== b.value || a.variable !== b.variable || a.flags !== b.flags) return false;
  if (a.kids.length !== b.kids.length) return false;
  for (let i = 0; i < a.kids.length; i++) if (!same(a.kids[i]!, b.kids[i]!)) return false;
  return true;
}

export function copyOf(term: Term): Term {
  const kids = term.kids.map(copyOf);
  return new Term(term.kind, term.value, kids, term.line, term.endLine, term.flags, term.variable);
}

export function sizeOf(term: Term): number {
  let size = 1;
  for (const kid of term.kids) size += sizeOf(kid);
  return size;
}

/** True when `test` holds for the term or one inside it. */
export function some(term: Term, test: (term: Term) => boolean): boolean {
  step();
  if (test(term)) return true;
  for (const kid of term.kids) if (some(kid, test)) return true;
  return false;
}

export function visit(term: Term, seen: (term: Term) => void): void {
  step();
  seen(term);
  for (const kid of term.kids) visit(kid, seen);
}

/** How often the variable is named in the term. */
export function countOf(term: Term, variable: number): number {
  step();
  let count = term.variable === variable ? 1 : 0;
  for (const kid of term.kids) count += countOf(kid, variable);
  return count;
}

export function mentions(term: Term, variable: number): boolean {
  step();
  if (term.variable === variable) return true;
  for (const kid of term.kids) if (mentions(kid, variable)) return true;
  return false;
}

/** Puts a copy of `by` in the place of every name of the variable below `term`; of `term` itself the caller takes care. */
export function substitute(term: Term, variable: number, by: Term): void {
  step();
  const { kids } = term;
  for (let i = 0; i < kids.length; i++) {
    if (kids[i]!.variable === variable) kids[i] = copyOf(by);
    else substitute(kids[i]!, variable, by);
  }
}

/** The same for any part of a term that equals `what`. */
export function replaceSame(term: Term, what: Term, by: Term): number {
  step();
  let count = 0;
  const { kids } = term;
  for (let i = 0; i < kids.length; i++) {
    if (same(kids[i]!, what)) {
      kids[i] = copyOf(by);
      count++;
    } else count += replaceSame(kids[i]!, what, by);
  }
  return count;
}

// Makers: a term that a rule writes takes the lines of the one it stands for.

export function make(kind: NodeKind, value: string, kids: Term[], at: Term, flags = 0): Term {
  return new Term(kind, value, kids, at.line, at.endLine, flags);
}

export function local(variable: number, at: Term): Term {
  return new Term(NodeKind.Name, '', [], at.line, at.endLine, 0, variable);
}

export function freeName(text: string, at: Term): Term {
  return make(NodeKind.Name, text, [], at);
}

export function number(text: string, at: Term): Term {
  return make(NodeKind.NumberLiteral, text, [], at);
}

export function call(name: string, args: Term[], at: Term): Term {
  return make(NodeKind.Call, '', [freeName(name, at), ...args], at);
}

export function method(object: Term, name: string, args: Term[], at: Term): Term {
  return make(NodeKind.Call, '', [make(NodeKind.Attribute, name, [object], at), ...args], at);
}

export function block(statements: Term[], at: Term): Term {
  const { length } = statements;
  const made = make(NodeKind.Block, '', statements, at);
  if (length > 0) {
    made.line = statements[0]!.line;
    made.endLine = statements[length - 1]!.endLine;
  }
  return made;
}

export function not(term: Term): Term {
  return make(NodeKind.Not, '', [term], term);
}

// Questions that many rules ask.

export function isName(term: Term | undefined, text: string): boolean {
  return term !== undefined && term.kind === NodeKind.Name && term.variable < 0 && term.value === text;
}

/** The arguments of a call of a free name, or null. */
export function callOf(term: Term | undefined, name: string): Term[] | null {
  if (term?.kind !== NodeKind.Call || term.flags !== 0 || !isName(term.kids[0], name)) return null;
  return term.kids.slice(1);
}

/** Name of the free function that is called, or empty. */
export function calledName(term: Term): string {
  if (term.kind !== NodeKind.Call) return '';
  const callee = term.kids[0]!;
  return callee.kind === NodeKind.Name && callee.variable < 0 ? callee.value : '';
}

/** Name of the method that is called, or empty. */
export function calledMethod(term: Term): string {
  if (term.kind !== NodeKind.Call || term.kids.length === 0) return '';
  const callee = term.kids[0]!;
  return callee.kind === NodeKind.Attribute && callee.flags === 0 ? callee.value : '';
}

export function isNumber(term: Term | undefined, text: string): boolean {
  return term !== undefined && term.kind === NodeKind.NumberLiteral && term.value === text;
}

export function isBoolean(term: Term | undefined, text: 'true' | 'false'): boolean {
  return term !== undefined && term.kind === NodeKind.BooleanLiteral && term.value === text;
}

export function isEmpty(term: Term | undefined): boolean {
  return term === undefined || term.kind === NodeKind.Empty || (term.kind === NodeKind.Block && term.kids.length === 0);
}

const LITERAL = new Set([
  NodeKind.StringLiteral,
  NodeKind.NumberLiteral,
  NodeKind.BooleanLiteral,
  NodeKind.NoneLiteral,
  NodeKind.RegexLiteral,
  NodeKind.BytesLiteral,
  NodeKind.CharacterLiteral,
  NodeKind.SymbolLiteral,
]);

export function isLiteral(term: Term | undefined): boolean {
  return term !== undefined && LITERAL.has(term.kind);
}

/** Statements of a Block, or the one statement. */
export function statementsOf(term: Term | undefined): Term[] {
  return term === undefined || term.kind === NodeKind.Empty ? [] : term.kind === NodeKind.Block ? term.kids : [term];
}
