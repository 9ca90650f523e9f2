import { NodeKind } from '../../ir/model.ts';
import { isPure } from './effects.ts';
import { conditional, isNegative, logical, negate } from './logic.ts';
import { LOOPS, plain } from './statements.ts';
import { isText } from './strings.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** What running off the end of a block means. */
export type Tail = 'function' | 'loop' | null;

/** Rules for the statements of one block, after those inside are done. */
export type BlockRule = (statements: Term[], tail: Tail, body: BodyTerm) => Term[];

/**
 * Brings the control flow of a block into one shape: what follows a branch that leaves goes into the other side, branches
 * that end the same end after the `if`, branches that only choose a value become the choice.
 * @param rule applied to every block, innermost first
 */
export function flow(block: Term, tail: Tail, body: BodyTerm, rule: BlockRule): void {
  let statements = block.kids.flatMap((kid) => plain(kid, body));
  statements = nested(statements);
  for (let i = 0; i < statements.length; i++)
    inner(statements[i]!, i === statements.length - 1 ? tail : null, body, rule);
  statements = statements.flatMap((one) => joined(one, body));
  statements = ended(statements, tail, body);
  statements = merged(statements, body);
  block.kids = rule(statements, tail, body);
}

/** The blocks and functions inside a statement. */
function inner(term: Term, tail: Tail, body: BodyTerm, rule: BlockRule): void {
  if (term.kind === NodeKind.Function) {
    const block = term.kids[term.kids.length - 1];
    if (block?.kind === NodeKind.Block) flow(block, 'function', body, rule);
    return;
  }
  const own = LOOPS.has(term.kind) ? 'loop' : term.kind === NodeKind.If ? tail : null;
  for (const kid of term.kids) {
    if (kid.kind === NodeKind.Block) flow(kid, own, body, rule);
    else if (kid.kids.length > 0) inner(kid, term.kind === NodeKind.If ? null : null, body, rule);
  }
}

/** True when control never comes to the end of the statements. */
export function leaves(statements: readonly Term[]): boolean {
  const last = statements[statements.length - 1];
  if (!last) return false;
  switch (last.kind) {
    case NodeKind.Return:
    case NodeKind.Throw:
    case NodeKind.Break:
    case NodeKind.Continue:
      return true;
    case NodeKind.If:
      return last.kids.length === 3 && leaves(last.kids[1]!.kids) && leaves(last.kids[2]!.kids);
    default:
      return false;
  }
}

/** Puts what follows a branch that leaves into its other side, and drops what is never reached. */
function nested(statements: Term[]): Term[] {
  for (let i = 0; i < statements.length - 1; i++) {
    const one = statements[i]!;
    if (one.kind === NodeKind.If) {
      if (one.kids.length === 2) one.kids.push(t.block([], one));
      const [, then, otherwise] = one.kids as [Term, Term, Term];
      const [thenLeaves, elseLeaves] = [leaves(then.kids), leaves(otherwise.kids)];
      if (!thenLeaves && !elseLeaves) continue;
      const rest = statements.splice(i + 1);
      if (!thenLeaves) then.kids = [...then.kids, ...rest];
      else if (!elseLeaves) otherwise.kids = [...otherwise.kids, ...rest];
      break;
    }
    if (leaves([one])) return statements.slice(0, i + 1);
  }
  return statements;
}

/** An `if` after its sides are done: equal ends behind it, choices of a value as a value. */
function joined(one: Term, body: BodyTerm): Term[] {
  if (one.kind === NodeKind.While) return [looped(one, body)];
  if (one.kind !== NodeKind.If) return [one];
  const python = body.language === 'python';
  const after: Term[] = [];
  let [test, then, otherwise] = one.kids as [Term, Term, Term | undefined];
  otherwise ??= t.block([], one);
  for (;;) {
    const [a, b] = [then.kids[then.kids.length - 1], otherwise.kids[otherwise.kids.length - 1]];
    if (!a || !b || !t.same(a, b)) break;
    after.unshift(a);
    then.kids = then.kids.slice(0, -1);
    otherwise.kids = otherwise.kids.slice(0, -1);
  }
  if (then.kids.length === 0 && otherwise.kids.length === 0)
    return isPure(test) ? after : [t.make(NodeKind.ExpressionStatement, '', [test], test), ...after];
  // Tests in a row with one outcome are one test.
  for (let changed = true; changed;) {
    changed = false;
    if (then.kids.length === 0) [test, then, otherwise] = [negate(test), otherwise, then];
    const inside: Term | null = then.kids.length === 1 && then.kids[0]!.kind === NodeKind.If ? then.kids[0]! : null;
    if (inside) {
      const [innerTest, innerThen, innerElse] = inside.kids as [Term, Term, Term];
      if (t.same(innerElse, otherwise)) {
        test = logical(t.make(NodeKind.Logical, 'and', [test, innerTest], test));
        then = innerThen;
        changed = true;
      } else if (t.same(innerThen, otherwise)) {
        test = logical(t.make(NodeKind.Logical, 'and', [test, negate(innerTest)], test));
        then = innerElse;
        changed = true;
      }
    }
    const below: Term | null =
      otherwise.kids.length === 1 && otherwise.kids[0]!.kind === NodeKind.If ? otherwise.kids[0]! : null;
    if (!changed && below) {
      const [innerTest, innerThen, innerElse] = below.kids as [Term, Term, Term];
      if (t.same(innerThen, then)) {
        test = logical(t.make(NodeKind.Logical, 'or', [test, innerTest], test));
        otherwise = innerElse;
        changed = true;
      } else if (t.same(innerElse, then)) {
        test = logical(t.make(NodeKind.Logical, 'or', [test, negate(innerTest)], test));
        otherwise = innerThen;
        changed = true;
      }
    }
  }
  if (isNegative(test)) [test, then, otherwise] = [negate(test), otherwise, then];
  one.kids = [test, then, otherwise];
  return [chosen(one, python), ...after];
}

/** `if c: x = a else: x = b` is `x = a if c else b`; returns, and additions to one thing, likewise. */
function chosen(one: Term, python: boolean): Term {
  const [test, then, otherwise] = one.kids as [Term, Term, Term];
  if (then.kids.length !== 1 || otherwise.kids.length !== 1) return one;
  const [a, b] = [then.kids[0]!, otherwise.kids[0]!];
  const counted = countedUp(test, a, b, one, python);
  if (counted) return counted;
  if (a.kind !== b.kind || a.value !== b.value || a.kids.length !== b.kids.length || a.flags !== b.flags) return one;
  const { kind } = a;
  const last = a.kids.length - 1;
  if (kind === NodeKind.Return || kind === NodeKind.Assign || kind === NodeKind.AugmentedAssign) {
    if (last < 0) return one;
    for (let i = 0; i < last; i++) if (!t.same(a.kids[i]!, b.kids[i]!) || !isPure(a.kids[i]!)) return one;
    const choice = t.make(NodeKind.Conditional, '', [test, a.kids[last]!, b.kids[last]!], one);
    return t.make(kind, a.value, [...a.kids.slice(0, last), conditional(choice, python)], one, a.flags);
  }
  if (kind === NodeKind.ExpressionStatement || kind === NodeKind.Throw) {
    const choice = choiceOf(test, a.kids[0], b.kids[0], one, python);
    if (choice) return t.make(kind, '', [choice], one);
  }
  return one;
}

/** `if k in d: d[k] += n else: d[k] = n` sets `d[k]` to `d.get(k, 0) + n`. */
function countedUp(test: Term, a: Term, b: Term, at: Term, python: boolean): Term | null {
  if (a.kind !== NodeKind.AugmentedAssign || b.kind !== NodeKind.Assign || b.kids.length !== 2) return null;
  if (!t.same(a.kids[0]!, b.kids[0]!) || !isPure(a.kids[0]!)) return null;
  const sum = t.make(NodeKind.Binary, a.value, [t.copyOf(a.kids[0]!), a.kids[1]!], a);
  const choice = conditional(t.make(NodeKind.Conditional, '', [test, sum, b.kids[1]!], at), python);
  return choice.kind === NodeKind.Conditional ? null : t.make(NodeKind.Assign, '', [b.kids[0]!, choice], at);
}

/** Two calls that differ in one argument are one call with a choice, when what comes before it is pure. */
function choiceOf(test: Term, a: Term | undefined, b: Term | undefined, at: Term, python: boolean): Term | null {
  if (a?.kind !== NodeKind.Call || b?.kind !== NodeKind.Call || a.kids.length !== b.kids.length || a.flags !== b.flags)
    return null;
  let differs = -1;
  for (let i = 0; i < a.kids.length; i++) {
    if (t.same(a.kids[i]!, b.kids[i]!)) {
      if (!isPure(a.kids[i]!)) return null;
    } else if (differs >= 0 || i === 0 || a.kids[i]!.kind === NodeKind.KeywordArgument) return null;
    else differs = i;
  }
  if (differs < 0) return null;
  const kids = [...a.kids];
  kids[differs] = conditional(t.make(NodeKind.Conditional, '', [test, a.kids[differs]!, b.kids[differs]!], at), python);
  return t.make(NodeKind.Call, '', kids, at, a.flags);
}

/** `while True` that begins with a way out is a loop with that test. */
function looped(one: Term, body: BodyTerm): Term {
  const [test, block] = one.kids as [Term, Term];
  const first = block.kids[0];
  if (!(t.isBoolean(test, 'true') || t.isNumber(test, '1')) || one.kids.length !== 2) return one;
  if (first?.kind !== NodeKind.If || first.kids.length !== 3) return one;
  const [out, then, otherwise] = first.kids as [Term, Term, Term];
  const isBreak = (side: Term): boolean =>
    side.kids.length === 1 && side.kids[0]!.kind === NodeKind.Break && side.kids[0]!.value === '';
  if (isBreak(then)) one.kids = [negate(out), t.block([...otherwise.kids, ...block.kids.slice(1)], block)];
  else if (isBreak(otherwise)) one.kids = [out, t.block([...then.kids, ...block.kids.slice(1)], block)];
  void body;
  return one;
}

/** Takes away what only runs off the end, and gives a value to the sides of a choice that run off it. */
function ended(statements: Term[], tail: Tail, body: BodyTerm): Term[] {
  const last = statements[statements.length - 1];
  if (!last) return statements;
  if (tail === 'loop' && last.kind === NodeKind.Continue && last.value === '') return statements.slice(0, -1);
  if (tail !== 'function') return statements;
  if (last.kind === NodeKind.Return && (last.kids.length === 0 || isNothing(last.kids[0]!, body)))
    return statements.slice(0, -1);
  if (last.kind === NodeKind.If) {
    const [test, then, otherwise] = last.kids as [Term, Term, Term];
    const value = (side: Term): Term | null =>
      side.kids.length === 1 && side.kids[0]!.kind === NodeKind.Return ? (side.kids[0]!.kids[0] ?? null) : null;
    const [a, b] = [value(then), value(otherwise)];
    if ((a && otherwise.kids.length === 0) || (b && then.kids.length === 0)) {
      const nothing = t.make(NodeKind.NoneLiteral, body.language === 'python' ? '' : 'undefined', [], last);
      const choice = t.make(NodeKind.Conditional, '', [test, a ?? nothing, b ?? nothing], last);
      const returned = t.make(NodeKind.Return, '', [conditional(choice, body.language === 'python')], last);
      return [...statements.slice(0, -1), returned];
    }
  }
  return statements;
}

/** What a function gives that returns nothing. */
export function isNothing(term: Term, body: BodyTerm): boolean {
  return (
    term.kind === NodeKind.NoneLiteral && (body.language === 'python' ? term.value === '' : term.value === 'undefined')
  );
}

/** Statements that make one with the one before: a value and the case where it is another, a default in a table. */
function merged(statements: Term[], body: BodyTerm): Term[] {
  const python = body.language === 'python';
  const kept: Term[] = [];
  const assigned = new Set<number>();
  for (const one of statements) {
    const before = kept[kept.length - 1];
    const filled = one.kind === NodeKind.If ? filledIn(one) : null;
    if (filled) {
      kept.push(filled);
      continue;
    }
    const only = one.kind === NodeKind.If ? onlyAssign(one) : null;
    if (
      only &&
      before?.kind === NodeKind.Assign &&
      before.kids.length === 2 &&
      before.kids[0]!.variable === only.variable
    ) {
      const value = before.kids[1]!;
      const free = !t.mentions(one.kids[0]!, only.variable) && !t.mentions(only.value, only.variable);
      if (free && isPure(value) && isPure(one.kids[0]!)) {
        const sides = only.then ? [only.value, value] : [value, only.value];
        const choice = t.make(NodeKind.Conditional, '', [one.kids[0]!, ...sides], one);
        before.kids[1] = conditional(choice, python);
        continue;
      }
    }
    if (only && isPure(one.kids[0]!) && (assigned.has(only.variable) || isParameter(only.variable, body))) {
      const own = t.local(only.variable, one);
      const sides = only.then ? [only.value, own] : [own, only.value];
      const choice = t.make(NodeKind.Conditional, '', [one.kids[0]!, ...sides], one);
      kept.push(t.make(NodeKind.Assign, '', [t.copyOf(own), conditional(choice, python)], one));
      body.uses.delete(only.variable);
      continue;
    }
    if (before && addsTo(one, before)) {
      before.kids[1] = t.make(NodeKind.Binary, one.value, [before.kids[1]!, one.kids[1]!], one);
      before.endLine = one.endLine;
      continue;
    }
    if (one.kind === NodeKind.Assign && one.kids.length === 2 && one.kids[0]!.variable >= 0)
      assigned.add(one.kids[0]!.variable);
    kept.push(one);
  }
  return kept;
}

/** `s = 'a'` and `s += b` after it are `s = 'a' + b`: texts and numbers are never changed in place. */
function addsTo(one: Term, before: Term): boolean {
  if (one.kind !== NodeKind.AugmentedAssign || before.kind !== NodeKind.Assign || before.kids.length !== 2)
    return false;
  const [target, value] = before.kids as [Term, Term];
  if (target.variable < 0 || one.kids[0]!.variable !== target.variable || one.value === '??') return false;
  return (isText(value) || value.kind === NodeKind.NumberLiteral) && !t.mentions(one.kids[1]!, target.variable);
}

function isParameter(variable: number, body: BodyTerm): boolean {
  return body.parameters.some(
    (parameter) => parameter.kind === NodeKind.Parameter && parameter.kids[0]!.variable === variable,
  );
}

function onlyAssign(one: Term): { variable: number; value: Term; then: boolean } | null {
  const [, then, otherwise] = one.kids as [Term, Term, Term];
  const side = otherwise.kids.length === 0 ? then : then.kids.length === 0 ? otherwise : null;
  const only = side?.kids.length === 1 ? side.kids[0]! : null;
  if (only?.kind !== NodeKind.Assign || only.kids.length !== 2 || only.kids[0]!.variable < 0) return null;
  return { variable: only.kids[0]!.variable, value: only.kids[1]!, then: side === then };
}

/** `if k not in d: d[k] = v` is `d.setdefault(k, v)`. */
function filledIn(one: Term): Term | null {
  const [test, then, otherwise] = one.kids as [Term, Term, Term];
  if (test.kind !== NodeKind.Comparison || test.value !== 'in' || then.kids.length !== 0 || otherwise.kids.length !== 1)
    return null;
  const set = otherwise.kids[0]!;
  if (set.kind !== NodeKind.Assign || set.kids.length !== 2) return null;
  const [target, value] = set.kids as [Term, Term];
  const [key, table] = test.kids as [Term, Term];
  if (target.kind !== NodeKind.Index || target.kids.length !== 2 || !isPure(value)) return null;
  if (!t.same(target.kids[0]!, table) || !t.same(target.kids[1]!, key) || !isPure(test)) return null;
  return t.make(NodeKind.ExpressionStatement, '', [t.method(table, 'setdefault', [key, value], one)], one);
}
