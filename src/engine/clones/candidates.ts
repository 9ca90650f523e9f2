import type { FileSummary } from '../model/facts.ts';
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
const LEAST_SHARE = 0.25;
/** Bodies compared for one query, likeliest first. */
const MOST_COMPARED = 14;
/** Share of all functions that have a print, from which on it is common. */
const COMMON = 0.01;
/** Functions that may share a print in a small state before it is common: what two share is in two of them. */
const ALWAYS_RARE = 8;
/** Rare prints that a query needs, or common ones count too. */
const FEWEST_RARE = 2;
const BUCKETS = 1 << 18;
const MASK = BUCKETS - 1;

/**
 * For each query the functions of a state that have most of their prints in common with it. A print weighs the more the
 * rarer it is: what half of all functions have says little. No body is read.
 * @returns a list a query, likeliest first
 */
export function candidatesOf(state: State, queries: readonly Query[]): Candidate[][] {
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
  const { counts, weights, functions } = shared.of(state);
  const signs = signsOf(queries, counts, Math.max(functions * COMMON, ALWAYS_RARE));
  const sums = new Float64Array(queries.length);
  const touched: number[] = [];
  for (const file of state.files) {
    const { prints, symbols } = file.summary;
    if (!file.audited || !prints) continue;
    const { start, values } = prints;
    for (let index = 0; index < symbols.length; index++) {
      const [from, to] = [start[index]!, start[index + 1]!];
      let at = from;
      while (at < to && (signs[(values[at]! & MASK) >>> 5]! & (1 << (values[at]! & 31))) === 0) at++;
      if (at === to) continue;
      let total = 0;
      for (let i = from; i < to; i++) {
        const value = values[i]!;
        const weight = weights[counts[value & MASK]!]!;
        total += weight;
        for (const id of wanted.get(value) ?? []) {
          if (sums[id] === 0) touched.push(id);
          sums[id]! += weight;
        }
      }
      for (const id of touched) {
        const share = sums[id]! / total;
        sums[id] = 0;
        if (share < LEAST_SHARE || !isFunction(symbols[index]!)) continue;
        found[id]!.push({ target: { file, index, symbol: symbols[index]! }, share });
      }
      touched.length = 0;
    }
  }
  // Functions of one share come in the order of the state: sorting is stable.
  return found.map((list) => list.sort((a, b) => b.share - a.share).slice(0, MOST_COMPARED));
}

/**
 * A bit for each print that makes a function worth a closer look: the rare ones of every query. Most functions have none of
 * them. A query of common prints only is known by all of them.
 */
function signsOf(queries: readonly Query[], counts: Uint32Array, common: number): Uint32Array {
  const bits = new Uint32Array(BUCKETS >>> 5);
  for (const { features } of queries) {
    const rare = features.filter((feature) => counts[feature & MASK]! <= common);
    for (const feature of rare.length >= FEWEST_RARE ? rare : features)
      bits[(feature & MASK) >>> 5]! |= 1 << (feature & 31);
  }
  return bits;
}

/**
 * How many functions of a state have each print. From one state to the next only the files that differ are counted again;
 * the numbers are those of a count from the start.
 */
class PrintCounts {
  private readonly counts = new Uint32Array(BUCKETS);
  private functions = 1;
  private counted = new Set<FileSummary>();

  /** The counts, and for each number of functions the weight of a print: the bits that it tells. Valid until the next call. */
  of(state: State): { counts: Uint32Array; weights: Float64Array; functions: number } {
    const now = new Set<FileSummary>();
    for (const file of state.files) if (file.audited && file.summary.prints) now.add(file.summary);
    for (const summary of now) if (!this.counted.has(summary)) this.add(summary, 1);
    for (const summary of this.counted) if (!now.has(summary)) this.add(summary, -1);
    this.counted = now;
    const { counts, functions } = this;
    const weights = new Float64Array(functions + 1);
    for (let count = 0; count <= functions; count++) weights[count] = Math.log2(1 + functions / Math.max(1, count));
    return { counts, weights, functions };
  }

  private add({ prints }: FileSummary, sign: 1 | -1): void {
    const { start, values } = prints!;
    this.functions += sign * start.length;
    for (let i = 0; i < values.length; i++) this.counts[values[i]! & MASK]! += sign;
  }
}

const shared = new PrintCounts();

/** Prints of one function. */
export function printsAt({ file, index }: FunctionRef): readonly number[] {
  const { prints } = file.summary;
  return prints ? [...prints.values.subarray(prints.start[index]!, prints.start[index + 1]!)] : [];
}

/** The query of a function with the helpers that are taken together with it. */
export function queryOf(refs: readonly FunctionRef[]): Query {
  return { features: [...new Set(refs.flatMap((ref) => printsAt(ref)))].sort((a, b) => a - b) };
}
