import { isLiteral, substitute, copyOf, type BodyTerm, type Term } from '../normal/term.ts';
import { NodeKind } from '../../ir/model.ts';
import { shownLiteral } from './shownLiteral.ts';
import type { Alignment } from './align.ts';
import { isUnordered, looseHash, type Item } from './items.ts';

/**
 * Says, without full stop, when the parameters that two bodies share stand in another order.
 * @param ours for each parameter what it is known by; -1 for nothing
 * @param theirs the same of the target
 */
export function orderNote(a: BodyTerm, b: BodyTerm, ours: readonly number[], theirs: readonly number[]): string | null {
  const pairs: [number, number][] = [];
  ours.forEach((slot, i) => {
    const j = slot < 0 ? -1 : theirs.indexOf(slot);
    if (j >= 0) pairs.push([i, j]);
  });
  if (pairs.every(([, j], at) => at === 0 || j > pairs[at - 1]![1])) return null;
  const named = pairs.map(([i, j]): [string, string] => [a.names[i] ?? '?', b.names[j] ?? '?']);
  if (named.some(([here, there]) => here !== there))
    return `the parameters are in another order: ${named.map(([here, there]) => `${here} is ${there}`).join(', ')}`;
  const there = [...pairs].sort(([, x], [, y]) => x - y).map(([, j]) => b.names[j] ?? '?');
  return `the parameters are in another order, there it is ${there.join(', ')}`;
}

/** The same for two bodies that were aligned. */
export function alignedOrderNote(a: BodyTerm, b: BodyTerm, { renaming }: Alignment): string | null {
  const ours = a.parameters.map(({ kids }) => kids[0]?.variable ?? -1);
  const theirs = b.parameters.map(({ kids }) => renaming.get(kids[0]?.variable ?? -1) ?? -1);
  return orderNote(a, b, ours, theirs);
}

/** Parameters of the target in whose place the other body has a literal: variables and their values. */
export function fixedParameters(
  a: readonly Item[],
  b: readonly Item[],
  target: BodyTerm,
  { matches }: Alignment,
): Map<number, Term> {
  const own = new Set(target.parameters.map(({ kids }) => kids[0]?.variable ?? -1));
  own.delete(-1);
  const found = new Map<number, Term>();
  const wrong = new Set<number>();
  const walk = (one: Term, other: Term): void => {
    if (own.has(other.variable)) {
      const before = found.get(other.variable);
      if (!isLiteral(one) || (before && (before.kind !== one.kind || before.value !== one.value)))
        wrong.add(other.variable);
      else found.set(other.variable, one);
      return;
    }
    if (one.kind !== other.kind || one.value !== other.value) return;
    const [left, right] = isUnordered(other) ? apart(one, other) : [one.kids, other.kids];
    if (left.length !== right.length) return;
    left.forEach((kid, i) => kid.kind !== NodeKind.Block && walk(kid, right[i]!));
  };
  // Where both have as many statements, those at one place belong together too.
  const pairs = a.length === b.length ? a.map((_, i) => ({ a: i, b: i })) : matches;
  for (const { a: i, b: j } of pairs) walk(a[i]!.term, b[j]!.term);
  for (const variable of wrong) found.delete(variable);
  return found;
}

/** The operands of each side that the other has not. */
function apart(one: Term, other: Term): [Term[], Term[]] {
  const hashes = (of: Term): number[] => of.kids.map((kid) => looseHash(kid)[0]);
  const [ours, theirs] = [hashes(one), hashes(other)];
  return [
    one.kids.filter((_, i) => !theirs.includes(ours[i]!)),
    other.kids.filter((_, i) => !ours.includes(theirs[i]!)),
  ];
}

/** A copy of the body with literals in the place of parameters. */
export function withFixed(body: BodyTerm, fixed: ReadonlyMap<number, Term>): BodyTerm {
  const block = copyOf(body.block);
  for (const [variable, value] of fixed) substitute(block, variable, value);
  return { ...body, block };
}

/** Says which parameters are literals in the other body. */
export function fixedNotes(body: BodyTerm, fixed: ReadonlyMap<number, Term>): string[] {
  return body.parameters.flatMap(({ kids }, i) => {
    const value = fixed.get(kids[0]?.variable ?? -1);
    return value ? [`its parameter ${body.names[i] ?? '?'} is always ${shownLiteral(value)} here`] : [];
  });
}
