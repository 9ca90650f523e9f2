import { NodeKind } from '../../ir/model.ts';
import { Effect, effectsOf, isPure, writesOf } from './effects.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** How often a variable is named in the body. */
export const total = (body: BodyTerm, variable: number): number => body.uses.get(variable) ?? Infinity;

/** True when the variable is named nowhere but in the term. */
export function isOwn(term: Term, variable: number, body: BodyTerm): boolean {
  return t.countOf(term, variable) >= total(body, variable);
}

/** True when the term sets the variable. */
export function isWritten(term: Term, variable: number): boolean {
  return writesOf(term, new Set()).has(variable);
}

/** True when nothing in the block changes what the bound is made of. */
export function isStable(bound: Term, block: Term): boolean {
  if (!isPure(bound)) return false;
  const written = writesOf(block, new Set());
  let stable = true;
  t.visit(bound, (one) => {
    if (one.variable >= 0 && (written.has(one.variable) || isGrown(block, one.variable))) stable = false;
  });
  const reads = (effectsOf(bound) & Effect.Load) !== 0;
  return stable && !(reads && bound.kind !== NodeKind.Call && (effectsOf(block) & Effect.Store) !== 0);
}

const GROWING = new Set(
  'append add insert pop popleft remove discard clear extend update push shift unshift splice delete set setdefault appendleft'.split(
    ' ',
  ),
);

/** True when a method that changes it is called on the variable. */
function isGrown(block: Term, variable: number): boolean {
  return t.some(block, (one) => GROWING.has(t.calledMethod(one)) && one.kids[0]!.kids[0]!.variable === variable);
}
