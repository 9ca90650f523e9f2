import { holds, shared, variablesOfPart, type Item } from './items.ts';

/** A pair of statements that do the same, or nearly. */
export interface Match {
  a: number;
  b: number;
  /** Share of the pair that is equal, 0 to 1. */
  quality: number;
}

export interface Alignment {
  matches: Match[];
  /** Nodes of each side that found their like. */
  weightA: number;
  weightB: number;
  totalA: number;
  totalB: number;
  /** Share of variable places in matches that agree with one renaming. */
  consistency: number;
  /** Variables of a by those of b. */
  renaming: Map<number, number>;
}

/** Statements of a side up to which two bodies are aligned. */
const MOST_ITEMS = 400;
/** Share of parts that two statements have in common from which they may be like each other. */
const NEAR = 0.6;

/** Aligns two bodies in order, statement by statement, and finds the renaming of variables that fits best. */
export function align(a: readonly Item[], b: readonly Item[]): Alignment {
  const n = Math.min(a.length, MOST_ITEMS);
  const m = Math.min(b.length, MOST_ITEMS);
  const width = m + 1;
  const best = new Float32Array((n + 1) * width);
  const quality = new Float32Array(n * m);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      const like = likeness(a[i]!, b[j]!);
      quality[i * m + j] = like;
      let value = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
      if (like > 0) {
        const taken = like * (b[j]!.weight + (a[i]!.depth === b[j]!.depth ? 0.1 : 0)) + best[(i + 1) * width + j + 1]!;
        if (taken > value) value = taken;
      }
      best[i * width + j] = value;
    }
  }
  const matches: Match[] = [];
  for (let i = 0, j = 0; i < n && j < m;) {
    const like = quality[i * m + j]!;
    const here = best[i * width + j]!;
    const taken = like * (b[j]!.weight + (a[i]!.depth === b[j]!.depth ? 0.1 : 0)) + best[(i + 1) * width + j + 1]!;
    if (like > 0 && Math.abs(taken - here) < 1e-3) matches.push({ a: i++, b: j++, quality: like });
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++;
    else j++;
  }
  return weighed(a, b, matches);
}

/** Share of two statements that is equal: 1 for equal ones, less for those with the same value or many parts in common. */
function likeness(a: Item, b: Item): number {
  if (a.head === b.head) return 1;
  if (b.core !== 0 && a.core === b.core) return 0.95;
  if (b.core !== 0 && b.weight > 5 && holds(a.parts, b.core)) return 0.9;
  if (a.term.kind !== b.term.kind || a.parts.length < 3 || b.parts.length < 3) return 0;
  const common = (2 * shared(a.parts, b.parts)) / (a.parts.length + b.parts.length);
  return common >= NEAR ? common * 0.9 : 0;
}

function weighed(a: readonly Item[], b: readonly Item[], matches: Match[]): Alignment {
  const renaming = renamingOf(a, b, matches);
  let places = 0;
  let agreed = 0;
  let weightA = 0;
  let weightB = 0;
  for (const match of matches) {
    const [left, right] = [a[match.a]!, b[match.b]!];
    let share = 1;
    const variables = comparable(left, right);
    if (variables) {
      const [ours, theirs] = variables;
      const count = Math.min(ours.length, theirs.length);
      const from = ours.length - count;
      const fromB = theirs.length - count;
      let same = 0;
      for (let i = 0; i < count; i++) if (renaming.get(theirs[fromB + i]!) === ours[from + i]!) same++;
      places += count;
      agreed += same;
      if (count > 0) share = 0.4 + (0.6 * same) / count;
    }
    weightA += Math.min(left.weight, right.weight) * match.quality * share;
    weightB += right.weight * match.quality * share;
  }
  const total = (items: readonly Item[]): number => items.reduce((sum, item) => sum + item.weight, 0);
  return {
    matches,
    weightA,
    weightB,
    totalA: total(a),
    totalB: total(b),
    consistency: places === 0 ? 1 : agreed / places,
    renaming,
  };
}

/** Variables of the parts of two statements that are equal but for them, or null where no such parts are known. */
function comparable(a: Item, b: Item): [number[], number[]] | null {
  if (a.head === b.head || a.core === b.core) return [a.variables, b.variables];
  if (b.core === 0 || !holds(a.parts, b.core)) return null;
  return [variablesOfPart(a, b.core), variablesOfPart(b, b.core)];
}

/** The renaming with the most places behind it, one variable for one. */
function renamingOf(a: readonly Item[], b: readonly Item[], matches: readonly Match[]): Map<number, number> {
  const votes = new Map<string, { a: number; b: number; count: number }>();
  for (const match of matches) {
    const [left, right] = [a[match.a]!, b[match.b]!];
    const variables = comparable(left, right);
    if (!variables) continue;
    const [ours, theirs] = variables;
    const count = Math.min(ours.length, theirs.length);
    for (let i = 1; i <= count; i++) {
      const [one, other] = [ours[ours.length - i]!, theirs[theirs.length - i]!];
      const key = `${one}:${other}`;
      const vote = votes.get(key);
      if (vote) vote.count++;
      else votes.set(key, { a: one, b: other, count: 1 });
    }
  }
  const renaming = new Map<number, number>();
  const taken = new Set<number>();
  for (const { a: one, b: other } of [...votes.values()].sort((x, y) => y.count - x.count)) {
    if (renaming.has(other) || taken.has(one)) continue;
    renaming.set(other, one);
    taken.add(one);
  }
  return renaming;
}
