import { bodyOfFunction } from '../../ir/bodyOfFunction.ts';
import type { Graph } from '../../graph/types.ts';
import type { FunctionRef } from '../../model/state.ts';
import { refKey } from '../../model/state.ts';
import type { Candidate } from '../candidates.ts';
import { normalForm, settle } from '../normal/normalise.ts';
import { digestOf } from '../normal/order.ts';
import { MOST_NODES } from '../normal/normalise.ts';
import { termOf, type BodyTerm } from '../normal/term.ts';
import { dialectOf } from '../prints.ts';
import { sameCallees } from '../sameCallees.ts';
import { joinForms, plainForm, type Form, type Forms } from './forms.ts';
import { judge, type Judgement } from './judge.ts';
import { inlineHelpers, type Helper } from './split.ts';

/** A target that a function repeats. */
export interface Repeat extends Omit<Judgement, 'containment'> {
  target: FunctionRef;
  /** Both have one normal form. */
  proved: boolean;
  /** Helpers that were written out for it. */
  helpers: readonly FunctionRef[];
  containment: 'whole' | 'contained' | 'split';
}

/** A function for which look-alikes are wanted, with the helpers that only it calls. */
export interface Asked {
  fn: FunctionRef;
  helpers: FunctionRef[];
}

/**
 * What the given functions repeat of their look-alikes, beyond equal normal forms: with gaps, inside a larger body, or spread over
 * helpers. Every pair is judged by itself on the bodies.
 * @param candidates of each function its look-alikes
 * @param accept what may be a target of a function
 * @returns for each function its repeats, best first
 */
export function repeatsOf(
  asked: readonly Asked[],
  candidates: readonly (readonly Candidate[])[],
  graph: Graph,
  forms: Forms,
  accept: (fn: FunctionRef, target: FunctionRef) => boolean,
): Repeat[][] {
  return asked.map(({ fn, helpers }, i) => {
    const form = forms.of(fn);
    if (!form) return [];
    const found: Repeat[] = [];
    let joined: Form | null | undefined;
    for (const { target } of candidates[i]!) {
      if (refKey(target) === refKey(fn) || !accept(fn, target)) continue;
      const other = forms.of(target);
      if (!other) continue;
      const judged = isComparable(form, other) ? judge(form, other) : null;
      if (judged) {
        if (sameCallees(fn, graph, target, graph)) found.push({ ...judged, target, proved: false, helpers: [] });
        continue;
      }
      if (helpers.length === 0) continue;
      if (joined === undefined) joined = joinedForm(fn, helpers);
      const split = joined && isComparable(joined, other) ? judge(joined, other) : null;
      if (!split || split.containment !== 'whole') continue;
      const exact = digestOf(joined!.body) === digestOf(other.body);
      const region = { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine };
      found.push({
        ...split,
        containment: 'split',
        cloneType: exact ? 4 : split.cloneType,
        similarity: exact ? 1 : split.similarity,
        region,
        target,
        proved: exact,
        helpers,
      });
    }
    return found.sort((a, b) => rank(b) - rank(a));
  });
}

function rank({ containment, similarity }: Repeat): number {
  return similarity + (containment === 'whole' ? 1 : 0);
}

/** Bodies of very different sizes are compared too: one may lie inside the other. A tiny target never is. */
function isComparable(a: Form, b: Form): boolean {
  return b.size * 0.5 <= a.size * 1.5;
}

/** The form of a function with its helpers written out, or null when none could be. */
function joinedForm(fn: FunctionRef, helpers: readonly FunctionRef[]): Form | null {
  const body = joinedBody(fn, helpers);
  if (!body) return null;
  const light = plainForm(body);
  const normal = settle(body);
  return normal && joinForms(normal, light);
}

/** The body of a function, not in normal form, with its helpers written out; null when none could be. */
export function joinedBody(fn: FunctionRef, helpers: readonly FunctionRef[]): BodyTerm | null {
  const view = bodyOfFunction(fn);
  const dialect = dialectOf(fn.file.language);
  const body = view && termOf(view, dialect, MOST_NODES);
  if (!body) return null;
  const bodies: Helper[] = [];
  for (const helper of helpers) {
    const own = bodyOfFunction(helper);
    const form = own && normalForm(own, dialect);
    if (form) bodies.push({ name: helper.symbol.name, body: form, names: namesOf(helper) });
  }
  return inlineHelpers(body, bodies) === 0 ? null : body;
}

/** Names of the parameters, a receiver left out. */
function namesOf({ symbol }: FunctionRef): string[] {
  const names = symbol.parameters.map(({ name }) => name);
  return symbol.kind === 'method' && (names[0] === 'self' || names[0] === 'cls') ? names.slice(1) : names;
}
