import type { BodyView } from '../../ir/bodyView.ts';
import { NodeFlag } from '../../ir/model.ts';
import { algebra, Numbers } from './arithmetic.ts';
import { flow, type Tail } from './control.ts';
import { simplify } from './expressions.ts';
import { loops } from './loops.ts';
import { order } from './order.ts';
import { inline, setsOf } from './temporaries.ts';
import { termOf, withinSteps, type BodyTerm, type Term } from './term.ts';
import { splitVariables } from './variables.ts';

/** Nodes of a body beyond which it is not brought into normal form. */
export const MOST_NODES = 4000;
/** Steps beyond which a body is given up: bodies of real code take some hundred steps a node at most. */
const MOST_STEPS = 4_000_000;
/** Rounds after which a body counts as settled. */
const MOST_ROUNDS = 4;

/**
 * The normal form of a body: equal for bodies that the rules of this folder prove to do the same. Only the body itself is
 * looked at, so it can be made where a file is read, and again wherever it is needed.
 * @returns null when the body is too large, or takes too many steps
 */
export function normalForm(view: BodyView, language: BodyTerm['language'], limit = MOST_NODES): BodyTerm | null {
  const body = termOf(view, language, limit);
  return body && settle(body);
}

/**
 * Rewrites until nothing changes, then orders. Also for bodies that were put together of several.
 * @returns null when that takes too many steps; the body is of no use then
 */
export function settle(body: BodyTerm): BodyTerm | null {
  return withinSteps(MOST_STEPS, () => settled(body));
}

function settled(body: BodyTerm): BodyTerm {
  let before = fingerprint(body.block);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    splitVariables(body);
    countUses(body);
    simplify(body.block, body);
    const sets = setsOf(body);
    flow(body.block, body.flags & NodeFlag.Generator ? null : 'function', body, (statements, tail: Tail, of) =>
      inline(loops(statements, tail, of), of, sets),
    );
    const now = fingerprint(body.block);
    if (now === before) break;
    before = now;
    if (round === MOST_ROUNDS - 1) simplify(body.block, body);
  }
  const numbers = new Numbers(body);
  body.block = algebra(body.block, numbers);
  order(body);
  return body;
}

function countUses(body: BodyTerm): void {
  const { uses } = body;
  uses.clear();
  const count = (term: Term): void => {
    if (term.variable >= 0) uses.set(term.variable, (uses.get(term.variable) ?? 0) + 1);
    for (const kid of term.kids) count(kid);
  };
  for (const parameter of body.parameters) count(parameter);
  if (body.receiver >= 0) uses.set(body.receiver, 1);
  count(body.block);
}

/** Tells whether a round changed the term. */
function fingerprint(term: Term): number {
  let hash = (term.kind * 31 + term.kids.length * 7 + term.variable) | 0;
  for (let i = 0; i < term.value.length; i += 1) hash = (Math.imul(hash, 33) + term.value.charCodeAt(i)) | 0;
  for (const kid of term.kids) hash = (Math.imul(hash, 0x01000193) ^ fingerprint(kid)) | 0;
  return hash;
}

/** A body as it is written, only its expressions brought into one form: for comparing statement by statement. */
export function lightForm(view: BodyView, language: BodyTerm['language'], limit = MOST_NODES * 2): BodyTerm | null {
  const body = termOf(view, language, limit);
  if (!body) return null;
  return withinSteps(MOST_STEPS, () => {
    simplify(body.block, body);
    return body;
  });
}
