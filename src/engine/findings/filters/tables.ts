import { NodeKind, type BodyTable } from '../../ir/model.ts';
import type { FunctionRef } from '../../model/state.ts';

const VALUES = new Set<NodeKind>([
  ...[NodeKind.StringLiteral, NodeKind.NumberLiteral, NodeKind.BooleanLiteral, NodeKind.NoneLiteral],
  ...[NodeKind.RegexLiteral, NodeKind.BytesLiteral, NodeKind.CharacterLiteral, NodeKind.SymbolLiteral],
]);
const HOLDERS = new Set<NodeKind>([
  ...[NodeKind.List, NodeKind.Tuple, NodeKind.Set, NodeKind.Dictionary, NodeKind.Entry, NodeKind.Unary],
  ...[NodeKind.KeywordArgument, NodeKind.Empty],
]);
/** Literals from which a body may be a table. */
const FEWEST = 6;
/** Share of a body that is literals and what holds them. */
const MOSTLY = 0.7;
/** Share of equal literals from which two tables are copies. */
const SAME_VALUES = 0.8;

/** True when both bodies are little more than tables of literals, and most of the literals differ: values are the content. */
export function areOtherTables(a: FunctionRef, b: FunctionRef): boolean {
  const inA = literalsOf(a);
  const inB = inA && literalsOf(b);
  if (!inA || !inB) return false;
  const left = new Map<string, number>();
  for (const value of inA) left.set(value, (left.get(value) ?? 0) + 1);
  let same = 0;
  for (const value of inB) {
    const count = left.get(value) ?? 0;
    if (count === 0) continue;
    left.set(value, count - 1);
    same++;
  }
  return same < SAME_VALUES * Math.max(inA.length, inB.length);
}

/** The literals of a body that is a table; null for any other. */
function literalsOf({ file, index }: FunctionRef): string[] | null {
  const { bodies } = file.detail();
  const root = bodies?.root[index] ?? -1;
  return bodies && root >= 0 ? tableOf(bodies, root) : null;
}

function tableOf(bodies: BodyTable, root: number): string[] | null {
  const literals: string[] = [];
  let others = 0;
  let holders = 0;
  for (let node = bodies.next[root + 1]!; node < bodies.next[root]!; node++) {
    const kind = bodies.kind[node]! as NodeKind;
    if (VALUES.has(kind)) literals.push(`${kind} ${bodies.strings[bodies.value[node]!] ?? ''}`);
    else if (HOLDERS.has(kind)) holders++;
    else if (kind !== NodeKind.Block && kind !== NodeKind.Return) others++;
  }
  if (literals.length < FEWEST) return null;
  return literals.length + holders >= MOSTLY * (literals.length + holders + others) ? literals : null;
}
