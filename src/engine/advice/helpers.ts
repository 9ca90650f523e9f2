import type { Graph } from '../graph/types.ts';
import { isFunction, refKey, type FunctionRef, type State } from '../model/state.ts';

/** Helpers that are followed. */
const MOST_HELPERS = 12;

/** Functions that one function calls, by way of others too, and the target does not: what its work may be spread over. */
export function helpersBetween(fn: FunctionRef, target: FunctionRef, graph: Graph, state: State): FunctionRef[] {
  const seen = new Set([fn, target, ...calledBy(target, graph, state)].map(refKey));
  const helpers: FunctionRef[] = [];
  const queue = [fn];
  for (let i = 0; i < queue.length; i++) {
    for (const ref of calledBy(queue[i]!, graph, state)) {
      if (seen.has(refKey(ref))) continue;
      if (helpers.length === MOST_HELPERS) return helpers;
      seen.add(refKey(ref));
      helpers.push(ref);
      queue.push(ref);
    }
  }
  return helpers;
}

function calledBy({ file, index }: FunctionRef, graph: Graph, state: State): FunctionRef[] {
  return graph.callees({ file: file.path, symbol: index }).flatMap(({ resolution, called }) => {
    if (!called || resolution.kind !== 'symbol') return [];
    const found = state.byPath.get(resolution.target.file);
    const symbol = found?.summary.symbols[resolution.target.symbol];
    return found && symbol && isFunction(symbol) ? [{ file: found, index: resolution.target.symbol, symbol }] : [];
  });
}
