import type { Alignment } from './align.ts';
import type { Item } from './items.ts';

/**
 * Nodes of matched statements that do not stand under what their like stands under: in the other branch, behind a condition
 * that the other does not have, outside of a loop. Statements that were put around others, and those that are gone, have no
 * say: what stands under them is taken for what stands under the next one that matches.
 */
export function outOfPlace(a: readonly Item[], b: readonly Item[], { matches }: Alignment): number {
  const ofB = new Map(matches.map((match) => [match.b, match.a]));
  const ofA = new Map(matches.map((match) => [match.a, match.b]));
  let weight = 0;
  for (const match of matches) {
    const ours = above(a, match.a, ofA);
    const theirs = above(b, match.b, ofB);
    const expected = theirs.at < 0 ? -1 : ofB.get(theirs.at)!;
    if (ours.at !== expected || (expected >= 0 && ours.branch !== theirs.branch)) weight += b[match.b]!.weight;
  }
  return weight;
}

/** The nearest statement around one that has its like, and the block of it that leads there. */
function above(
  items: readonly Item[],
  from: number,
  matched: ReadonlyMap<number, number>,
): { at: number; branch: number } {
  let { parent, branch } = items[from]!;
  while (parent >= 0 && !matched.has(parent)) ({ parent, branch } = items[parent]!);
  return { at: parent, branch };
}
