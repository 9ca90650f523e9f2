import { NodeKind } from '../../ir/model.ts';
import { hashText, mix } from '../normal/order.ts';
import type { Term } from '../normal/term.ts';
import type { Alignment } from './align.ts';
import type { Item } from './items.ts';

/** Quality from which two statements count as equal. */
export const EQUAL = 0.95;

/** Share of a body that may be such changes. */
const MOST_CHANGED = 0.05;

/**
 * True when more than a trifle of the second body does another thing in the first one with the same words: another function
 * is called, or the same operands stand in other places. Statements that were put in, taken out or changed otherwise are no
 * such change.
 */
export function changesMeaning(a: readonly Item[], b: readonly Item[], { matches, totalB }: Alignment): boolean {
  let changed = 0;
  let [nextA, nextB] = [0, 0];
  for (const match of matches) {
    // What stands in the same gap on both sides may be one statement, rearranged.
    for (; nextA < match.a && nextB < match.b; nextA++, nextB++)
      if (isRearranged(a[nextA]!, b[nextB]!)) changed += b[nextB]!.weight;
    [nextA, nextB] = [match.a + 1, match.b + 1];
    if (match.quality >= EQUAL) continue;
    const [one, other] = [a[match.a]!, b[match.b]!];
    if (callsOther(one.term, other.term) || isRearranged(one, other)) changed += other.weight;
  }
  return changed > totalB * MOST_CHANGED;
}

function callsOther(a: Term, b: Term): boolean {
  const [ours, theirs] = [calleesIn(a, new Set()), calleesIn(b, new Set())];
  return [...ours].some((name) => !theirs.has(name)) && [...theirs].some((name) => !ours.has(name));
}

function isRearranged(a: Item, b: Item): boolean {
  return a.weight === b.weight && a.head !== b.head && bagOf(a.term) === bagOf(b.term);
}

function calleesIn(term: Term, found: Set<string>): Set<string> {
  if (term.kind === NodeKind.Call && term.kids[0]!.value !== '') found.add(term.kids[0]!.value);
  for (const kid of term.kids) if (kid.kind !== NodeKind.Block) calleesIn(kid, found);
  return found;
}

/** Hash of the nodes of a statement, wherever they stand in it. */
function bagOf(term: Term): number {
  if (term.variable >= 0) return 1;
  let sum = mix(hashText(term.value), term.kind);
  for (const kid of term.kids) if (kid.kind !== NodeKind.Block) sum = (sum + bagOf(kid)) >>> 0;
  return sum;
}
