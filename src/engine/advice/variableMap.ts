import { align } from '../clones/compare/align.ts';
import { itemsOf, valueOf } from '../clones/compare/items.ts';
import { fixedParameters, withFixed } from '../clones/compare/parameters.ts';
import { lightForm, normalForm, settle } from '../clones/normal/normalise.ts';
import { digestOf } from '../clones/normal/order.ts';
import { isLiteral, visit, type BodyTerm, type Term } from '../clones/normal/term.ts';
import type { BodyView } from '../ir/bodyView.ts';
import { NodeFlag, NodeKind } from '../ir/model.ts';
import { writeTerm, type Dialect } from './writeTerm.ts';

/** What the new function has in the place of a variable of the target. */
export interface Counterpart {
  /** As it is written in the new function. */
  text: string;
  kind: 'parameter' | 'rest' | 'keyword-rest' | 'receiver' | 'local' | 'value';
}

/** What stands for what in two bodies. */
export interface VariableMap {
  /** By variable of the target's body. */
  of: ReadonlyMap<number, Counterpart>;
  /** For the target's receiver; null when its body does not use it, or nothing certain stands for it. */
  receiver: Counterpart | null;
  /** Both bodies have one normal form: what is told here holds everywhere in them. */
  proven: boolean;
  /** True when the target's body names its receiver. */
  usesReceiver: boolean;
}

/**
 * Pairs the variables of a target with what the new function has in their place: by equal normal forms, else by the
 * statements that are alike. What different places tell differently of is left out.
 * @param joined makes the new function's body with its helpers written out, where its work is spread over them
 */
export function variableMap(
  fn: BodyView,
  target: BodyView,
  dialect: Dialect,
  joined?: () => BodyTerm | null,
): VariableMap | null {
  const language = dialect === 'python' || dialect === 'ecmascript' ? dialect : 'other';
  const whole = joined?.() ?? null;
  const [a, b] = [whole ? settle(whole) : normalForm(fn, language), normalForm(target, language)];
  if (a && b && digestOf(a) === digestOf(b)) {
    const pairs = new Pairs(true);
    pairs.walk(a.block, b.block);
    return finish(pairs, fn, a, b, dialect, true);
  }
  const fixed = a && b ? fixedIn(a, b) : NO_FIXED;
  if (a && b && fixed.size > 0) {
    // With its parameters set as the new function sets them, the target may be the same after all.
    const set = settle(withFixed(b, fixed));
    if (set && digestOf(set) === digestOf(a)) {
      const pairs = new Pairs(true);
      pairs.walk(a.block, set.block);
      pairs.set(fixed);
      return finish(pairs, fn, a, b, dialect, true);
    }
  }
  // What was written out is alike in normal form only: before it the parameters of the helpers stand between.
  const [left, right] = whole ? [a, b] : [lightForm(fn, language), lightForm(target, language)];
  if (!left || !right) return null;
  const [ours, theirs] = [itemsOf(left), itemsOf(right)];
  const aligned = align(ours, theirs);
  const pairs = new Pairs(false);
  for (const match of aligned.matches) {
    const [one, other] = [ours[match.a]!.term, theirs[match.b]!.term];
    if (one.kind === other.kind) pairs.walk(one, other);
    else {
      const [value, wanted] = [valueOf(one), valueOf(other)];
      if (value && wanted) pairs.walk(value, wanted);
    }
  }
  for (const [of, by] of aligned.renaming) pairs.guess(of, by);
  pairs.set(fixed);
  return finish(pairs, fn, left, right, dialect, false);
}

const NO_FIXED: ReadonlyMap<number, Term> = new Map();

/** Parameters of the target that are literals in the new function. */
function fixedIn(ours: BodyTerm, theirs: BodyTerm): ReadonlyMap<number, Term> {
  const [a, b] = [itemsOf(ours), itemsOf(theirs)];
  return fixedParameters(a, b, theirs, align(a, b));
}

/** Votes for what stands in the place of each variable. */
class Pairs {
  private readonly votes = new Map<number, Term | null>();
  private readonly guesses = new Map<number, number>();

  /** @param intoBlocks false where the statements of blocks are paired by themselves */
  constructor(private readonly intoBlocks: boolean) {}

  walk(ours: Term, theirs: Term): void {
    if (theirs.variable >= 0) {
      this.vote(theirs.variable, ours);
      return;
    }
    if (ours.kind !== theirs.kind || ours.value !== theirs.value || ours.kids.length !== theirs.kids.length) return;
    if (theirs.kind === NodeKind.Block && !this.intoBlocks) return;
    for (const [i, kid] of theirs.kids.entries()) this.walk(ours.kids[i]!, kid);
  }

  guess(variable: number, by: number): void {
    this.guesses.set(variable, by);
  }

  /** Literals that stand for variables for which nothing else does. */
  set(literals: ReadonlyMap<number, Term>): void {
    for (const [variable, value] of literals)
      if (!this.votes.get(variable) && !this.guesses.has(variable)) this.votes.set(variable, value);
  }

  of(variable: number): Term | number | null {
    return this.votes.get(variable) ?? this.guesses.get(variable) ?? null;
  }

  variables(): Set<number> {
    return new Set([...this.votes.keys(), ...this.guesses.keys()]);
  }

  private vote(variable: number, term: Term): void {
    const known = this.votes.get(variable);
    if (known === undefined) this.votes.set(variable, isSimple(term) ? term : null);
    else if (known && !isEqual(known, term)) this.votes.set(variable, null);
  }
}

/** A variable, a literal, or an attribute of such: what may stand as an argument without being computed twice. */
function isSimple(term: Term): boolean {
  if (term.variable >= 0 || isLiteral(term)) return true;
  if (term.kind === NodeKind.Unary) return term.value === '-' && isLiteral(term.kids[0]);
  return term.kind === NodeKind.Attribute && isSimple(term.kids[0]!);
}

function isEqual(a: Term, b: Term): boolean {
  if (a.kind !== b.kind || a.value !== b.value || a.variable !== b.variable) return false;
  return a.kids.length === b.kids.length && a.kids.every((kid, i) => isEqual(kid, b.kids[i]!));
}

function finish(
  pairs: Pairs,
  fn: BodyView,
  ours: BodyTerm,
  theirs: BodyTerm,
  dialect: Dialect,
  proven: boolean,
): VariableMap {
  const parameters = new Map<number, Counterpart['kind']>();
  for (const parameter of ours.parameters)
    visit(parameter, (one) => {
      if (one.variable >= 0) parameters.set(one.variable, kindOf(parameter));
    });
  const nameOf = (variable: number): string | null => {
    const { name } = fn.table.variables;
    if (variable < name.length) return fn.table.strings[name[variable]!]!;
    // A variable that a rule made has no name; the receiver has one in every language.
    return variable === ours.receiver ? 'this' : null;
  };
  const of = new Map<number, Counterpart>();
  for (const variable of pairs.variables()) {
    const found = pairs.of(variable);
    if (found === null) continue;
    const own = typeof found === 'number' ? found : found.variable;
    const text = own >= 0 ? nameOf(own) : writeTerm(found as Term, dialect, nameOf);
    if (text === null) continue;
    const kind = own < 0 ? 'value' : own === ours.receiver ? 'receiver' : (parameters.get(own) ?? 'local');
    of.set(variable, { text, kind });
  }
  let usesReceiver = false;
  visit(theirs.block, (one) => {
    if (theirs.receiver >= 0 && one.variable === theirs.receiver) usesReceiver = true;
  });
  return { of, receiver: of.get(theirs.receiver) ?? null, proven, usesReceiver };
}

function kindOf({ flags }: Term): Counterpart['kind'] {
  if (flags & NodeFlag.KeywordRest) return 'keyword-rest';
  return flags & NodeFlag.Rest ? 'rest' : 'parameter';
}
