import { diffArrays } from 'diff';

/** Edits beyond which a stretch without any line of its own counts as wholly changed. */
const MAX_EDITS = 400;

/** Levels of division; what is not matched below them is compared directly. */
const MAX_DEPTH = 12;

/**
 * Which lines of `now` are lines of `old`: for each line of `now` the index in `old`, or -1. Keeps the order. Divides at
 * the lines that stand once in both, so that moved blocks and long rewrites cost no more than n log n.
 */
export function matchLines(old: readonly string[], now: readonly string[]): Int32Array {
  const found = new Int32Array(now.length).fill(-1);
  const stretch = (oldFrom: number, oldTo: number, nowFrom: number, nowTo: number, depth: number): void => {
    while (oldFrom < oldTo && nowFrom < nowTo && old[oldFrom] === now[nowFrom]) found[nowFrom++] = oldFrom++;
    while (oldFrom < oldTo && nowFrom < nowTo && old[oldTo - 1] === now[nowTo - 1]) found[--nowTo] = --oldTo;
    if (oldFrom === oldTo || nowFrom === nowTo) return;
    if (oldTo - oldFrom === 1 && nowTo - nowFrom === 1) return;
    const anchors = depth < MAX_DEPTH ? uniqueAnchors(old, now, oldFrom, oldTo, nowFrom, nowTo) : [];
    if (anchors.length === 0) {
      direct(oldFrom, oldTo, nowFrom, nowTo);
      return;
    }
    for (const [oldAt, nowAt] of anchors) {
      stretch(oldFrom, oldAt, nowFrom, nowAt, depth + 1);
      found[nowAt] = oldAt;
      oldFrom = oldAt + 1;
      nowFrom = nowAt + 1;
    }
    stretch(oldFrom, oldTo, nowFrom, nowTo, depth + 1);
  };
  const direct = (oldFrom: number, oldTo: number, nowFrom: number, nowTo: number): void => {
    const parts = diffArrays(old.slice(oldFrom, oldTo), now.slice(nowFrom, nowTo), { maxEditLength: MAX_EDITS });
    for (const part of parts ?? []) {
      const { length } = part.value;
      if (!part.added && !part.removed) for (let i = 0; i < length; i++) found[nowFrom + i] = oldFrom + i;
      if (!part.added) oldFrom += length;
      if (!part.removed) nowFrom += length;
    }
  };
  stretch(0, old.length, 0, now.length, 0);
  return found;
}

/** Pairs of lines that stand exactly once in both stretches, as many as keep one order. */
export function uniqueAnchors(
  old: readonly string[],
  now: readonly string[],
  oldFrom: number,
  oldTo: number,
  nowFrom: number,
  nowTo: number,
): [oldAt: number, nowAt: number][] {
  const places = new Map<string, { oldAt: number; nowAt: number }>();
  for (let at = nowFrom; at < nowTo; at++) {
    const place = places.get(now[at]!);
    if (place) place.nowAt = -1;
    else places.set(now[at]!, { oldAt: -1, nowAt: at });
  }
  for (let at = oldFrom; at < oldTo; at++) {
    const place = places.get(old[at]!);
    if (place) place.oldAt = place.oldAt === -1 ? at : -2;
  }
  // A Map keeps the order of `now`; of the places in `old` the longest rising chain is kept.
  const pairs = [...places.values()].filter(({ oldAt, nowAt }) => oldAt >= 0 && nowAt >= 0);
  return risingChain(pairs.map(({ oldAt }) => oldAt)).map((index) => [pairs[index]!.oldAt, pairs[index]!.nowAt]);
}

/** Indexes of a longest strictly rising subsequence. */
function risingChain(values: readonly number[]): number[] {
  const ends: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  values.forEach((value, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1]!;
    ends[low] = index;
  });
  const chain: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(at);
  return chain.reverse();
}
