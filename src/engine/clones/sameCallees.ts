import { Binding, bodyOf } from '../ir/bodyView.ts';
import { NodeKind } from '../ir/model.ts';
import type { Graph } from '../graph/types.ts';
import { holds, type FunctionRef } from '../model/state.ts';
import { sameValues } from './sameValues.ts';

/**
 * Whether two functions with equal renamed bodies also call the same things. Equal tokens are not enough: two modules
 * may each define another `load`, and then the same text does another thing. Callees agree when their keys are equal,
 * when one side is not known, or when both are functions of the workspace that are copies of each other; variables of file
 * level by `sameValues`.
 */
export function sameCallees(a: FunctionRef, graphA: Graph, b: FunctionRef, graphB: Graph): boolean {
  const inB = resolvedByName(b, graphB);
  for (const [name, targets] of resolvedByName(a, graphA)) {
    const others = inB.get(name);
    if (!others) continue;
    for (const [key, digest] of targets) {
      if (others.has(key)) continue;
      if (digest !== '' && [...others.values()].includes(digest)) continue;
      return false;
    }
  }
  return sameValues(a, b);
}

/** Callees of `ref` that are known for certain: name as written to (key to body digest, empty outside the workspace). */
function resolvedByName(ref: FunctionRef, graph: Graph): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  let own: ReadonlySet<string> | undefined;
  const isFree = (name: string): boolean => !(own ??= ownNames(ref)).has(name);
  for (const callee of graph.callees({ file: ref.file.path, symbol: ref.index })) {
    const { resolution } = callee;
    // A plain name that is known to be a value is certainly no function of that name elsewhere.
    const isValue = resolution.kind === 'value' && callee.key === callee.name && isFree(callee.name);
    if (resolution.kind !== 'symbol' && resolution.kind !== 'external' && !isValue) continue;
    let digest = '';
    if (resolution.kind === 'symbol') {
      const { file, symbol } = resolution.target;
      // What stands inside the function itself was compared with its body.
      if (file === ref.file.path && holds(ref, symbol)) continue;
      digest = graph.symbol(resolution.target).renamed;
    }
    const targets = found.get(callee.name) ?? new Map<string, string>();
    targets.set(callee.key, digest);
    found.set(callee.name, targets);
  }
  return found;
}

/** Names that the function binds itself: what they call was compared with the body. */
function ownNames({ file, index }: FunctionRef): Set<string> {
  const names = new Set<string>();
  const { bodies } = file.detail();
  const view = bodies && bodyOf(bodies, index);
  if (!view) return names;
  for (let node = view.start; node < view.end; node++)
    if (view.kind(node) === NodeKind.Name && view.binding(node) === Binding.Slot) names.add(view.text(node));
  return names;
}
