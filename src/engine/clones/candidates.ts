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
  // Most prints of most functions are wanted by nobody: a bit tells so without a look into the map.
  const maybe = new Uint8Array(BUCKETS);
  queries.forEach(({ features }, id) => {
    for (const feature of features) {
      maybe[feature & MASK] = 1;
      const list = wanted.get(feature);
      if (list) list.push(id);
      else wanted.set(feature, [id]);
    }
  });
  if (wanted.size === 0) return found;
  const weights = shared.weightsOf(state);
  const sums = new Float64Array(queries.length);
  const touched: number[] = [];
  for (const file of state.files) {
    const { prints, symbols } = file.summary;
    if (!file.audited || !prints) continue;
    const { start, values } = prints;
    for (let index = 0; index < symbols.length; index++) {
      const [from, to] = [start[index]!, start[index + 1]!];
      for (let i = from; i < to; i++) {
        const value = values[i]!;
        if (maybe[value & MASK] === 0) continue;
        for (const id of wanted.get(value) ?? []) {
          if (sums[id] === 0) touched.push(id);
          sums[id]! += weights.of(value);
        }
      }
      if (touched.length === 0) continue;
      let total = 0;
      for (let i = from; i < to; i++) total += weights.of(values[i]!);
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
 * How many functions of a state have each print. From one state to the next only the files that differ are counted again;
 * the numbers are those of a count from the start.
 */
class PrintCounts {
  private readonly counts = new Uint32Array(BUCKETS);
  private functions = 1;
  private counted = new Set<FileSummary>();

  /** Weight of a print: bits that it tells, by how many functions have it. Valid until the next call. */
  weightsOf(state: State): { of(feature: number): number } {
    const now = new Set<FileSummary>();
    for (const file of state.files) if (file.audited && file.summary.prints) now.add(file.summary);
    for (const summary of now) if (!this.counted.has(summary)) this.add(summary, 1);
    for (const summary of this.counted) if (!now.has(summary)) this.add(summary, -1);
    this.counted = now;
    const { counts, functions } = this;
    // Few different numbers occur: the logarithm of each is taken once.
    const known: number[] = [];
    return {
      of: (feature) => {
        const count = counts[feature & MASK]!;
        return (known[count] ??= Math.log2(1 + functions / Math.max(1, count)));
      },
    };
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
