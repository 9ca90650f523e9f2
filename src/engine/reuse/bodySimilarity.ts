import type { Graph } from '../graph/types.ts';
import { Receiver, RefFlag } from '../model/references.ts';
import type { FunctionRef, StateFile } from '../model/state.ts';

/** A multiset of consecutive steps of one body. */
interface Steps {
  counts: Map<string, number>;
  total: number;
}

/**
 * How much two bodies have in common, 0 to 1: Dice's coefficient over the multisets of consecutive steps, a step being
 * one value reference as `name`, `.name`, `name()` or `.name()`, with names that the function itself binds folded
 * into one. It judges pairs that already call the same functions; whole clones are found by digest. The steps of a
 * body are kept, since one function is compared with many.
 */
export class BodySimilarity {
  private readonly known = new WeakMap<StateFile, Map<number, Steps>>();

  /** @param graphA graph of the state that `a` stands in; likewise `graphB` */
  of(a: FunctionRef, graphA: Graph, b: FunctionRef, graphB: Graph): number {
    const left = this.stepsOf(a, graphA);
    const right = this.stepsOf(b, graphB);
    let common = 0;
    for (const [key, count] of left.counts) common += Math.min(count, right.counts.get(key) ?? 0);
    return Math.round((2 * common * 1000) / (left.total + right.total)) / 1000;
  }

  private stepsOf(ref: FunctionRef, graph: Graph): Steps {
    let ofFile = this.known.get(ref.file);
    if (!ofFile) this.known.set(ref.file, (ofFile = new Map()));
    let steps = ofFile.get(ref.index);
    if (!steps) ofFile.set(ref.index, (steps = pairsOf(stepsIn(ref, graph))));
    return steps;
  }
}

function stepsIn(ref: FunctionRef, graph: Graph): string[] {
  const { references, strings } = ref.file.detail();
  const own = ownNames(ref);
  const found: string[] = [];
  for (const id of graph.references({ file: ref.file.path, symbol: ref.index })) {
    const flags = references.flags[id]!;
    if (flags & RefFlag.Type) continue;
    const name = strings[references.name[id]!]!;
    const plain = references.receiver[id] === Receiver.None;
    const text = plain ? (own.has(name) ? '$' : name) : `.${name}`;
    found.push(flags & (RefFlag.Call | RefFlag.New) ? `${text}()` : text);
  }
  return found;
}

/** Names that the function's scope, and the scopes inside it, bind otherwise than by import. */
function ownNames({ file, symbol }: FunctionRef): Set<string> {
  const own = new Set<string>();
  if (symbol.scope < 0) return own;
  const { scopes } = file.detail();
  const within = new Set([symbol.scope]);
  // A scope comes after the one around it, and the scopes of a body stand together.
  for (let index = symbol.scope; index < scopes.length; index++) {
    const scope = scopes[index]!;
    if (index !== symbol.scope && !within.has(scope.parent)) {
      if (scope.startLine > symbol.endLine) break;
      continue;
    }
    within.add(index);
    for (const binding of scope.bindings) if (binding.kind !== 'import') own.add(binding.name);
  }
  return own;
}

/** Consecutive pairs, the beginning and the end of the body taken for steps too: never empty. */
function pairsOf(steps: string[]): Steps {
  const counts = new Map<string, number>();
  for (let i = 0; i <= steps.length; i++) {
    const key = `${steps[i - 1] ?? ''}\u0000${steps[i] ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { counts, total: steps.length + 1 };
}
