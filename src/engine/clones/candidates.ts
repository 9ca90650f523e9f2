import type { FunctionRef, State } from '../model/state.ts';
import { isFunction } from '../model/state.ts';

/** A function, or several taken together, for which look-alikes are wanted. */
export interface Query {
  /** Prints, sorted and distinct. */
  features: readonly number[];
}

export interface Candidate {
  target: FunctionRef;
  /** Share of the target's prints, weighed by rarity, that the query has. */
  share: number;
}

/** Share from which bodies are compared. */
const LEAST_SHARE = 0.3;
/** Bodies compared for one query, likeliest first. */
const MOST_COMPARED = 12;
const BUCKETS = 1 << 18;

/**
 * For each query the functions of a state that have most of their prints in common with it. One pass over the prints of all
 * functions counts how rare each is, a second one weighs: what half of all functions have says little. No body is read.
 * @param accept functions that may be a target
 */
export function candidatesOf(
  state: State,
  queries: readonly Query[],
  accept: (ref: FunctionRef) => boolean,
): Candidate[][] {
  const found: Candidate[][] = queries.map(() => []);
  const wanted = new Map<number, number[]>();
  queries.forEach(({ features }, id) => {
    for (const feature of features) {
      const list = wanted.get(feature);
      if (list) list.push(id);
      else wanted.set(feature, [id]);
    }
  });
  if (wanted.size === 0) return found;
  const weigh = rarity(state);
  const sums = new Float64Array(queries.length);
  for (const file of state.files) {
    const { prints, symbols } = file.summary;
    if (!file.audited || !prints) continue;
    const { start, values } = prints;
    for (let index = 0; index < symbols.length; index++) {
      const [from, to] = [start[index]!, start[index + 1]!];
      if (from === to) continue;
      let total = 0;
      const touched: number[] = [];
      for (let i = from; i < to; i++) {
        const weight = weigh(values[i]!);
        total += weight;
        for (const id of wanted.get(values[i]!) ?? []) {
          if (sums[id] === 0) touched.push(id);
          sums[id]! += weight;
        }
      }
      for (const id of touched) {
        const share = sums[id]! / total;
        sums[id] = 0;
        if (share < LEAST_SHARE) continue;
        const target = { file, index, symbol: symbols[index]! };
        if (isFunction(target.symbol) && accept(target)) found[id]!.push({ target, share });
      }
    }
  }
  return found.map((list) => list.sort((a, b) => b.share - a.share).slice(0, MOST_COMPARED));
}

/** Weight of a print: bits that it tells, by how many functions have it. */
export function rarity(state: State): (feature: number) => number {
  const counts = new Uint32Array(BUCKETS);
  let functions = 1;
  for (const file of state.files) {
    const { prints } = file.summary;
    if (!file.audited || !prints) continue;
    functions += prints.start.length;
    for (const value of prints.values) counts[value & (BUCKETS - 1)]!++;
  }
  return (feature) => Math.log2(1 + functions / Math.max(1, counts[feature & (BUCKETS - 1)]!));
}

/** Prints of one function. */
export function printsAt({ file, index }: FunctionRef): readonly number[] {
  const { prints } = file.summary;
  return prints ? [...prints.values.subarray(prints.start[index]!, prints.start[index + 1]!)] : [];
}
