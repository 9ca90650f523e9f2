import type { BodyPrints } from '../model/facts.ts';
import { IS_STATEMENT, NodeFlag, NodeKind, Origin, type BodyTable } from './model.ts';

/** Statements in a row that make one print. */
export const GRAM = 3;
/** Of so many neighbouring prints one is kept, so a run of GRAM + WINDOW - 1 equal statements is always found. */
export const WINDOW = 4;

/** A local variable: which one it is does not matter. */
const LOCAL = 0x9e3779b1;

function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x85ebca6b);
  h ^= h >>> 13;
  return Math.imul(h, 0xc2b2ae35) ^ (h >>> 16);
}

function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}

/**
 * Fingerprints of all functions of a table: winnowed hashes of runs of statements, where each statement counts without
 * the blocks in it, local variables and the values of literals count by their kind, and free names, attributes and
 * operators by their text. (Schleimer, Wilkerson, Aiken: Winnowing, 2003.)
 */
export function printsOf(table: BodyTable): BodyPrints {
  const { nodes, hashes } = statementHashes(table);
  const start = new Uint32Array(table.root.length + 1);
  const values: number[] = [];
  for (let symbol = 0; symbol < table.root.length; symbol++) {
    start[symbol] = values.length;
    const root = table.root[symbol]!;
    if (root < 0) continue;
    const from = lowerBound(nodes, root);
    const to = lowerBound(nodes, table.next[root]!);
    for (const value of winnow(hashes, from, to)) values.push(value);
  }
  start[table.root.length] = values.length;
  return { start, values: Uint32Array.from(values) };
}

/** First index whose value is not below `value`. */
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One hash a statement, in the order of the table. */
function statementHashes(table: BodyTable): { nodes: number[]; hashes: number[] } {
  const { kind, flags, value, next, strings, variables } = table;
  const texts = new Int32Array(strings.length);
  const known = new Uint8Array(strings.length);
  const textHash = (id: number): number => {
    if (known[id] === 0) {
      known[id] = 1;
      texts[id] = hashText(strings[id]!);
    }
    return texts[id]!;
  };
  const nodes: number[] = [];
  const hashes: number[] = [];
  // Statements that are open, innermost last: the index of each in `hashes` and the node behind it.
  const open: number[] = [];
  const ends: number[] = [];
  for (let node = 0; node < kind.length; node++) {
    while (ends.length > 0 && ends[ends.length - 1]! <= node) {
      open.pop();
      ends.pop();
    }
    const k = kind[node]!;
    if (k === NodeKind.Block) continue;
    if (IS_STATEMENT[k] === 1) {
      open.push(nodes.push(node) - 1);
      ends.push(next[node]!);
      hashes.push(0);
    }
    if (open.length === 0) continue;
    const at = open[open.length - 1]!;
    let own = k;
    if (k === NodeKind.Name) {
      const variable = value[node]!;
      const origin = variables.origin[variable]!;
      const local = origin === Origin.Local || origin === Origin.Parameter || origin === Origin.Receiver;
      own = local ? LOCAL : mix(k, textHash(variables.name[variable]!));
    } else if (k === NodeKind.This) own = LOCAL;
    else if ((k < NodeKind.StringLiteral || k > NodeKind.SymbolLiteral) && value[node] !== 0)
      own = mix(k, textHash(value[node]!));
    if (k === NodeKind.Call && (flags[node]! & NodeFlag.New) !== 0) own++;
    hashes[at] = mix(hashes[at]!, own);
  }
  return { nodes, hashes };
}

/** Sorted distinct prints of the statements `[from, to)`. */
function winnow(hashes: readonly number[], from: number, to: number): number[] {
  const count = to - from;
  if (count === 0) return [];
  const size = Math.min(GRAM, count);
  const grams: number[] = [];
  for (let i = from; i + size <= to; i++) {
    let hash = size;
    for (let j = i; j < i + size; j++) hash = mix(hash, hashes[j]!);
    grams.push(hash >>> 0);
  }
  const kept = new Set<number>();
  if (grams.length <= WINDOW) for (const gram of grams) kept.add(gram);
  else {
    let least = -1;
    for (let end = WINDOW - 1; end < grams.length; end++) {
      const begin = end - WINDOW + 1;
      if (least < begin) {
        least = begin;
        for (let i = begin + 1; i <= end; i++) if (grams[i]! <= grams[least]!) least = i;
      } else if (grams[end]! <= grams[least]!) least = end;
      kept.add(grams[least]!);
    }
  }
  return [...kept].sort((a, b) => a - b);
}
