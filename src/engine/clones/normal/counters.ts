import { NodeFlag, NodeKind } from '../../ir/model.ts';
import { leaves } from './control.ts';
import { isPure, writesOf } from './effects.ts';
import { truth } from './logic.ts';
import { isOwn, isStable, isWritten, total } from './loopFacts.ts';
import { LOOPS } from './statements.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

function range(from: Term, to: Term, step: Term | null, at: Term): Term {
  if (step) return t.call('range', [from, to, step], at);
  return t.isNumber(from, '0') ? t.call('range', [to], at) : t.call('range', [from, to], at);
}

/** `for (let i = a; i < b; i++)`. */
export function counted(one: Term, body: BodyTerm): Term[] {
  const [start, test, step, block] = one.kids as [Term, Term, Term, Term];
  const begin = start.kids.length === 1 ? start.kids[0]! : null;
  if (begin?.kind === NodeKind.Assign && begin.kids.length === 2 && step.kids.length === 1) {
    const made = overRange(begin.kids[0]!, begin.kids[1]!, test, step.kids[0]!, block, one, body);
    if (made && isOwn(one, begin.kids[0]!.variable, body)) return [made];
  }
  if (t.some(block, (inner) => inner.kind === NodeKind.Continue)) return [one];
  // Each round has a counter of its own, which a function in it keeps.
  if (start.kids.some((each) => each.kind === NodeKind.Assign && each.flags & NodeFlag.Declares)) return [one];
  const condition = test.kind === NodeKind.Empty ? t.make(NodeKind.BooleanLiteral, 'true', [], test) : test;
  const inner = t.block([...block.kids, ...step.kids], block);
  return [...start.kids, t.make(NodeKind.While, '', [truth(condition, body.language === 'python'), inner], one)];
}

function overRange(
  variable: Term,
  from: Term,
  test: Term,
  step: Term,
  block: Term,
  at: Term,
  body: BodyTerm,
): Term | null {
  if (variable.variable < 0 || isWritten(block, variable.variable) || body.kept.has(variable.variable)) return null;
  const isCounter = (one: Term | undefined): boolean => one?.variable === variable.variable;
  if (step.kind !== NodeKind.AugmentedAssign || !isCounter(step.kids[0])) return null;
  if (test.kind !== NodeKind.Comparison || test.kids.length !== 2 || !isPure(from)) return null;
  const [left, right] = test.kids as [Term, Term];
  const by = step.kids[1]!;
  const one = t.isNumber(by, '1');
  if (step.value === '+' && by.kind === NodeKind.NumberLiteral && isCounter(left) && isStable(right, block)) {
    if (t.mentions(right, variable.variable)) return null;
    if (test.value === '<' || test.value === '!=' || test.value === '!==')
      return t.make(NodeKind.ForEach, '', [variable, range(from, right, one ? null : by, at), block], at);
    if (test.value !== '<=') return null;
    const end = plusOne(right);
    return t.make(NodeKind.ForEach, '', [variable, range(from, end, one ? null : by, at), block], at);
  }
  if (step.value === '-' && one && isCounter(right) && isStable(left, block) && !t.mentions(left, variable.variable)) {
    const end = test.value === '<' ? left : test.value === '<=' ? minusOne(left) : null;
    if (end)
      return t.make(NodeKind.ForEach, '', [variable, t.call('range', [from, end, t.number('-1', at)], at), block], at);
  }
  return null;
}

function plusOne(term: Term): Term {
  if (term.kind === NodeKind.NumberLiteral && /^-?\d{1,9}$/.test(term.value))
    return t.number(String(Number(term.value) + 1), term);
  if (term.kind === NodeKind.Binary && term.value === '-' && t.isNumber(term.kids[1], '1')) return term.kids[0]!;
  return t.make(NodeKind.Binary, '+', [term, t.number('1', term)], term);
}

function minusOne(term: Term): Term {
  if (term.kind === NodeKind.NumberLiteral && /^-?\d{1,9}$/.test(term.value))
    return t.number(String(Number(term.value) - 1), term);
  return t.make(NodeKind.Binary, '-', [term, t.number('1', term)], term);
}

/** `i = a; while i < b: …; i += 1`, where i counts for the loop alone. */
export function whileCounters(statements: Term[], body: BodyTerm): Term[] {
  const kept = [...statements];
  for (let i = 0; i < kept.length; i++) {
    const one = kept[i]!;
    if (one.kind !== NodeKind.While || one.kids.length !== 2) continue;
    const [test, block] = one.kids as [Term, Term];
    const holder = lastBlock(block);
    const step = holder.kids[holder.kids.length - 1];
    if (step?.kind !== NodeKind.AugmentedAssign || step.kids[0]!.variable < 0 || step.flags !== 0) continue;
    const variable = step.kids[0]!;
    let at = i - 1;
    while (at >= 0 && !t.mentions(kept[at]!, variable.variable)) at--;
    const begin = kept[at];
    if (begin?.kind !== NodeKind.Assign || begin.kids.length !== 2 || begin.kids[0]!.variable !== variable.variable)
      continue;
    if (t.countOf(one, variable.variable) + t.countOf(begin, variable.variable) < total(body, variable.variable))
      continue;
    if (hasContinue(block) || !isMovable(begin.kids[1]!, kept.slice(at + 1, i))) continue;
    holder.kids = holder.kids.slice(0, -1);
    const made = overRange(variable, begin.kids[1]!, test, step, block, one, body);
    if (!made) {
      holder.kids = [...holder.kids, step];
      continue;
    }
    kept[i] = made;
    kept.splice(at, 1);
    i--;
  }
  return kept;
}

/** The block whose end is the end of a round: where one side of an `if` leaves, it is in the other side. */
function lastBlock(block: Term): Term {
  const last = block.kids[block.kids.length - 1];
  if (last?.kind !== NodeKind.If || last.kids.length !== 3) return block;
  const [, then, otherwise] = last.kids as [Term, Term, Term];
  if (leaves(then.kids)) return lastBlock(otherwise);
  return leaves(otherwise.kids) ? lastBlock(then) : block;
}

function isMovable(value: Term, over: Term[]): boolean {
  if (!isPure(value)) return false;
  const written = new Set<number>();
  for (const one of over) writesOf(one, written);
  return !t.some(value, (one) => one.variable >= 0 && written.has(one.variable));
}

function hasContinue(term: Term): boolean {
  if (term.kind === NodeKind.Continue) return true;
  if (LOOPS.has(term.kind) || term.kind === NodeKind.Function) return false;
  return term.kids.some(hasContinue);
}
