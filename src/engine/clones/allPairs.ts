import type { FunctionRef, State } from '../model/state.ts';

/** Functions that may share a print before it is too common to make a pair. */
const MOST_SHARING = 12;
/** Pairs that are counted at most; beyond it the commoner prints are left out first. */
const MOST_PAIRS = 3_000_000;
/** Share of the rare prints of the smaller function that the other has, from which bodies are compared. */
const LEAST_SHARE = 0.5;
/** Bodies compared for one function, likeliest first. */
const MOST_COMPARED = 4;
const IDS = 1 << 20;

export interface LikelyPair {
  a: FunctionRef;
  b: FunctionRef;
  share: number;
}

/**
 * Pairs of functions of one state that share most of their rare prints. Near linear: a print that many functions have
 * makes no pair.
 * @param accept functions that take part
 */
export function likelyPairs(state: State, accept: (ref: FunctionRef) => boolean): LikelyPair[] {
  const refs: FunctionRef[] = [];
  let count = 0;
  for (const file of state.files) {
    const { prints, symbols } = file.summary;
    if (!file.audited || !prints) continue;
    for (let index = 0; index < symbols.length; index++) {
      const size = prints.start[index + 1]! - prints.start[index]!;
      if (size === 0 || refs.length >= IDS) continue;
      const ref = { file, index, symbol: symbols[index]! };
      if (!accept(ref)) continue;
      refs.push(ref);
      count += size;
    }
  }
  const keys = new Float64Array(count);
  let at = 0;
  refs.forEach(({ file, index }, id) => {
    const { start, values } = file.summary.prints!;
    for (let i = start[index]!; i < start[index + 1]!; i++) keys[at++] = values[i]! * IDS + id;
  });
  keys.sort();
  return rated(refs, keys);
}

function rated(refs: readonly FunctionRef[], keys: Float64Array): LikelyPair[] {
  const totals = new Float64Array(refs.length);
  const pairs = new Map<number, number>();
  for (let from = 0; from < keys.length;) {
    const feature = Math.floor(keys[from]! / IDS);
    let to = from + 1;
    while (to < keys.length && Math.floor(keys[to]! / IDS) === feature) to++;
    const size = to - from;
    if (size <= MOST_SHARING) {
      const weight = Math.log2(1 + MOST_SHARING / size);
      for (let i = from; i < to; i++) {
        const id = keys[i]! % IDS;
        totals[id]! += weight;
        if (size > 1 && pairs.size < MOST_PAIRS) {
          for (let j = i + 1; j < to; j++) {
            const key = id * IDS + (keys[j]! % IDS);
            pairs.set(key, (pairs.get(key) ?? 0) + weight);
          }
        }
      }
    }
    from = to;
  }
  const perFunction = new Map<number, { key: number; share: number }[]>();
  for (const [key, weight] of pairs) {
    const [a, b] = [Math.floor(key / IDS), key % IDS];
    const share = weight / Math.min(totals[a]!, totals[b]!);
    if (share < LEAST_SHARE) continue;
    for (const id of [a, b]) {
      const list = perFunction.get(id);
      if (list) list.push({ key, share });
      else perFunction.set(id, [{ key, share }]);
    }
  }
  const chosen = new Map<number, number>();
  for (const list of perFunction.values()) {
    list.sort((x, y) => y.share - x.share || x.key - y.key);
    for (const { key, share } of list.slice(0, MOST_COMPARED)) chosen.set(key, share);
  }
  return [...chosen]
    .sort(([x], [y]) => x - y)
    .map(([key, share]) => ({ a: refs[Math.floor(key / IDS)]!, b: refs[key % IDS]!, share }));
}
