import { Receiver, RefFlag, type FileDetail } from '../model/facts.ts';
import { totalOf } from '../model/counts.ts';
import type { FunctionRef } from '../model/state.ts';

/**
 * How much two bodies have in common, 0 to 1: Dice's coefficient over the multisets of consecutive steps, a step being
 * one value reference as `name`, `.name`, `name()` or `.name()`, with names that the function itself binds folded
 * into one. It judges pairs that already call the same functions; whole clones are found by digest.
 */
export function bodySimilarity(a: FunctionRef, b: FunctionRef): number {
  const stepsA = steps(a);
  const stepsB = steps(b);
  const pairsA = bigrams(stepsA);
  const pairsB = bigrams(stepsB);
  const total = totalOf(pairsA) + totalOf(pairsB);
  if (total === 0) return 0;
  let common = 0;
  for (const [key, count] of pairsA) common += Math.min(count, pairsB.get(key) ?? 0);
  return Math.round((2 * common * 1000) / total) / 1000;
}

function steps(ref: FunctionRef): string[] {
  const detail = ref.file.detail();
  const inside = insideOf(ref);
  const own = ownNames(ref, detail, inside);
  const { references, strings } = detail;
  const found: string[] = [];
  for (let id = 0; id < references.name.length; id++) {
    if (!inside.has(references.symbol[id]!)) continue;
    const flags = references.flags[id]!;
    if (flags & RefFlag.Type) continue;
    const name = strings[references.name[id]!]!;
    const plain = references.receiver[id] === Receiver.None;
    const text = plain ? (own.has(name) ? '$' : name) : `.${name}`;
    found.push(flags & (RefFlag.Call | RefFlag.New) ? `${text}()` : text);
  }
  return found;
}

/** The function's own index and those of the symbols nested in it. */
function insideOf(ref: FunctionRef): Set<number> {
  const inside = new Set([ref.index]);
  const { symbols } = ref.file.summary;
  for (let i = ref.index + 1; i < symbols.length; i++) if (inside.has(symbols[i]!.parent)) inside.add(i);
  return inside;
}

function ownNames(ref: FunctionRef, detail: FileDetail, inside: Set<number>): Set<string> {
  const own = new Set<string>();
  const root = ref.symbol.scope;
  const within = new Set<number>();
  detail.scopes.forEach((scope, index) => {
    if (index !== root && !within.has(scope.parent) && !(scope.symbol >= 0 && inside.has(scope.symbol))) return;
    within.add(index);
    for (const binding of scope.bindings) if (binding.kind !== 'import') own.add(binding.name);
  });
  return own;
}

function bigrams(steps: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i <= steps.length; i++) {
    const key = `${steps[i - 1] ?? ''}\u0000${steps[i] ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
