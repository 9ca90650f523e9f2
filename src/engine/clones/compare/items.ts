import { NodeKind } from '../../ir/model.ts';
import { PRODUCT, SUM } from '../normal/arithmetic.ts';
import { SYMMETRIC } from '../normal/logic.ts';
import { hashText, mix } from '../normal/order.ts';
import type { BodyTerm, Term } from '../normal/term.ts';

/** One statement of a body without the blocks in it: what bodies are aligned by. */
export interface Item {
  term: Term;
  /** Hash of the statement, local variables taken for one. */
  head: number;
  /** Hash of the value that it computes: of `x = e`, `return e` and `e` that of e; 0 for none. */
  core: number;
  /** Local variables in the order of their places. */
  variables: number[];
  /** Nodes. */
  weight: number;
  /** Hashes of the parts with more than one node, and of free names and literals, sorted. */
  parts: number[];
  line: number;
  endLine: number;
  /** Number of blocks around it. */
  depth: number;
  /** Index of the statement whose block it stands in, -1 for the body's own; and which of its blocks that is. */
  parent: number;
  branch: number;
}

const LOCAL = 0x9e3779b1;
const UNORDERED = new Set([SUM, PRODUCT, '*', '&', '|', '^']);
/** Comparisons that are written the other way round. */
const MIRRORED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=' };

/** True for operands whose order does not count for likeness. */
export function isUnordered(term: Term): boolean {
  if (term.kind === NodeKind.Binary) return UNORDERED.has(term.value);
  if (term.kind === NodeKind.Logical) return term.value !== '??';
  return (term.kind === NodeKind.Comparison && SYMMETRIC.has(term.value)) || term.kind === NodeKind.Set;
}

/**
 * Hash of an expression for likeness, which asks for less than equality: the order of operands that are commonly exchanged
 * has no say, whatever they do. Hash of an expression in which all local variables are one, and blocks are left out. Told of each part in passing.
 * @param seen gets the hash and the number of nodes of every part
 */
export function looseHash(
  term: Term,
  seen?: (term: Term, hash: number, size: number) => void,
): [hash: number, size: number] {
  if (term.variable >= 0) return [LOCAL, 1];
  const flags = term.kind === NodeKind.Logical ? 0 : term.flags;
  let hash = mix(0x3c6ef372, term.kind | (flags << 8));
  const mirrored = term.kind === NodeKind.Comparison ? MIRRORED[term.value] : undefined;
  if (term.value !== '') hash = mix(hash, hashText(mirrored ?? term.value));
  let size = 1;
  if (term.kids.length > 0) {
    const unordered = isUnordered(term);
    let sum = 0;
    for (const kid of mirrored ? [...term.kids].reverse() : term.kids) {
      if (kid.kind === NodeKind.Block) continue;
      const [part, weight] = looseHash(kid, seen);
      size += weight;
      if (unordered) sum = (sum + mix(part, 0x5bd1e995)) >>> 0;
      else hash = mix(hash, part);
    }
    if (unordered) hash = mix(hash, sum);
  }
  seen?.(term, hash, size);
  return [hash, size];
}

/** The statements of a body in order, those of inner blocks and functions after the one that holds them. */
export function itemsOf(body: BodyTerm): Item[] {
  const items: Item[] = [];
  const block = (term: Term, depth: number, parent: number, branch: number): void => {
    for (const kid of term.kids) statement(kid, depth, parent, branch);
  };
  const statement = (term: Term, depth: number, parent: number, branch: number): void => {
    if (term.kind === NodeKind.Block) return block(term, depth, parent, branch);
    const own = items.push({ ...itemOf(term, depth), parent, branch }) - 1;
    let nth = 0;
    blocksIn(term, (inner) => block(inner, depth + 1, own, nth++));
  };
  block(body.block, 0, -1, 0);
  return items;
}

function blocksIn(term: Term, found: (block: Term) => void): void {
  for (const kid of term.kids) {
    if (kid.kind === NodeKind.Block) found(kid);
    else if (kid.kids.length > 0) blocksIn(kid, found);
  }
}

function itemOf(term: Term, depth: number): Omit<Item, 'parent' | 'branch'> {
  const parts: number[] = [];
  const [head, size] = looseHash(term, (part, hash, weight) => {
    if (weight > 1 || part.value !== '') parts.push(hash);
  });
  const variables = variablesIn(term);
  const empty = emptyBlocks(term);
  const value = valueOf(term);
  let endLine = term.endLine;
  blocksIn(term, (inner) => (endLine = Math.min(endLine, Math.max(term.line, inner.line - 1))));
  return {
    term,
    head: empty === 0 ? head : mix(head, empty),
    core: value ? looseHash(value)[0] : 0,
    variables,
    weight: size,
    parts: parts.sort((a, b) => a - b),
    line: term.line,
    endLine,
    depth,
  };
}

/** Which blocks of a branch are empty: `if (a) {} else {b}` is not `if (a) {b}`. */
function emptyBlocks({ kind, kids }: Term): number {
  if (kind !== NodeKind.If) return 0;
  return kids.reduce(
    (bits, kid, i) => (kid.kind === NodeKind.Block && kid.kids.length === 0 ? bits | (1 << i) : bits),
    0,
  );
}

/** The value that a statement computes. */
export function valueOf(term: Term): Term | null {
  switch (term.kind) {
    case NodeKind.Return:
    case NodeKind.ExpressionStatement:
      return term.kids[0] && term.kids[0].variable < 0 && term.kids[0].kids.length > 0 ? term.kids[0] : null;
    case NodeKind.Assign: {
      const value = term.kids[term.kids.length - 1]!;
      return term.kids.length === 2 && term.kids[0]!.variable >= 0 && value.variable < 0 && value.kids.length > 0
        ? value
        : null;
    }
    default:
      return null;
  }
}

/** Local variables of the part of a statement that has the hash. */
export function variablesOfPart(item: Item, hash: number): number[] {
  let found: Term | null = null;
  looseHash(item.term, (part, own) => {
    if (own === hash) found ??= part;
  });
  return found ? variablesIn(found) : [];
}

function variablesIn(term: Term): number[] {
  const variables: number[] = [];
  const names = (one: Term): void => {
    if (one.variable >= 0) variables.push(one.variable);
    for (const kid of one.kids) if (kid.kind !== NodeKind.Block) names(kid);
  };
  names(term);
  return variables;
}

/** How many values two sorted lists share, each as often as it is in both. */
export function shared(a: readonly number[], b: readonly number[]): number {
  let i = 0;
  let j = 0;
  let count = 0;
  while (i < a.length && j < b.length) {
    if (a[i]! === b[j]!) {
      count++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return count;
}

/** True when a sorted list holds the value. */
export function holds(sorted: readonly number[], value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
