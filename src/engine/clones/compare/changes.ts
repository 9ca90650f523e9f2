import { NodeKind } from '../../ir/model.ts';
import { hashText, mix } from '../normal/order.ts';
import { isLiteral, type Term } from '../normal/term.ts';
import type { Alignment } from './align.ts';
import type { Item } from './items.ts';
import { outOfPlace } from './places.ts';

/** Quality from which two statements count as equal. */
export const EQUAL = 0.95;

/** Share of a body that may be such changes. */
const MOST_CHANGED = 0.05;

/** Nodes of a body below which one replaced statement makes another function of it; longer ones are variants of one. */
const SHORT = 50;

/**
 * True when more than a trifle of the second body does another thing in the first one: another function is called, the same
 * operands or statements stand in other places, a statement leaves another way; in short bodies another operator, attribute
 * or literal too. Statements that were put in, taken out or changed otherwise are no such change.
 */
export function changesMeaning(a: readonly Item[], b: readonly Item[], alignment: Alignment): boolean {
  const { matches, totalB } = alignment;
  const short = totalB < SHORT;
  let changed = outOfPlace(a, b, alignment) + moved(a, b, alignment);
  let [nextA, nextB] = [0, 0];
  for (const match of [...matches, { a: a.length, b: b.length, quality: 1 }]) {
    changed += changedBetween(a.slice(nextA, match.a), b.slice(nextB, match.b), short);
    [nextA, nextB] = [match.a + 1, match.b + 1];
    const [one, other] = [a[match.a], b[match.b]];
    if (!one || !other) continue;
    if (leavesOtherwise(one, other)) changed += totalB;
    if (match.quality >= EQUAL) continue;
    if (callsOther(one.term, other.term) || isRearranged(one, other) || (short && isReplaced(one, other)))
      changed += other.weight;
  }
  return changed > totalB * MOST_CHANGED;
}

/** What stands in the same gap on both sides may be one statement, rearranged or, in short bodies, with another word. */
function changedBetween(a: readonly Item[], b: readonly Item[], short: boolean): number {
  let changed = 0;
  const asMany = a.length === b.length;
  let from = 0;
  b.forEach((other, i) => {
    const beside = a[i];
    if (asMany && beside && isExit(beside) && isExit(other) && beside.term.kind !== other.term.kind) changed += 1e6;
    for (let at = from; at < a.length; at++) {
      const one = a[at]!;
      const replaced = isReplaced(one, other) || (asMany && at === i && isOtherCall(one, other));
      if (!isRearranged(one, other) && !(short && replaced)) continue;
      changed += other.weight;
      from = at + 1;
      break;
    }
  });
  return changed;
}

/** Statements of one kind in the same place that call something else. */
function isOtherCall(a: Item, b: Item): boolean {
  return a.term.kind === b.term.kind && callsOther(a.term, b.term);
}

/** Nodes of statements with a call that both bodies have, and not in the same order. */
function moved(a: readonly Item[], b: readonly Item[], { matches }: Alignment): number {
  const [inA, inB] = [new Set(matches.map((match) => match.a)), new Set(matches.map((match) => match.b))];
  const left = new Set(a.filter((_, i) => !inA.has(i)).map(({ head }) => head));
  return b.reduce((sum, item, i) => {
    const isMoved = !inB.has(i) && left.has(item.head) && calleesIn(item.term, new Set()).size > 0;
    return isMoved ? sum + item.weight : sum;
  }, 0);
}

const EXITS = new Set([NodeKind.Break, NodeKind.Continue, NodeKind.Return, NodeKind.Throw]);

function isExit({ term }: Item): boolean {
  return EXITS.has(term.kind);
}

/** One hands back what the other throws. */
function leavesOtherwise(a: Item, b: Item): boolean {
  return (a.term.kind === NodeKind.Throw) !== (b.term.kind === NodeKind.Throw);
}

function callsOther(a: Term, b: Term): boolean {
  const [ours, theirs] = [calleesIn(a, new Set()), calleesIn(b, new Set())];
  return [...ours].some((name) => !theirs.has(name)) && [...theirs].some((name) => !ours.has(name));
}

/** The same statement but for its words: `node.left` for `node.right`, `a // b` for `a / b`, `True` for `False`. */
function isReplaced(a: Item, b: Item): boolean {
  if (a.weight !== b.weight || a.head === b.head || shapeOf(a.term) !== shapeOf(b.term)) return false;
  // What is told of an error, or to a log, is told in other words here and there.
  return !(isMessage(a.term) && isMessage(b.term) && shapeOf(a.term, true) === shapeOf(b.term, true));
}

const LOGS = new Set(['print', 'log', 'info', 'warn', 'warning', 'debug', 'error', 'exception', 'trace', 'critical']);

function isMessage({ kind, kids }: Term): boolean {
  if (kind === NodeKind.Throw || kind === NodeKind.Assert) return true;
  const [call] = kids;
  return kind === NodeKind.ExpressionStatement && call?.kind === NodeKind.Call && LOGS.has(call.kids[0]!.value);
}

function isRearranged(a: Item, b: Item): boolean {
  return a.weight === b.weight && a.head !== b.head && bagOf(a.term) === bagOf(b.term);
}

function calleesIn(term: Term, found: Set<string>): Set<string> {
  if (term.kind === NodeKind.Call && term.kids[0]!.value !== '') found.add(term.kids[0]!.value);
  for (const kid of term.kids) if (kid.kind !== NodeKind.Block) calleesIn(kid, found);
  return found;
}

/**
 * Hash of the kinds of a statement's nodes.
 * @param words with its words, but for literals
 */
function shapeOf(term: Term, words = false): number {
  if (term.variable >= 0) return 1;
  let hash = mix(term.kind, words && !isLiteral(term) ? hashText(term.value) : 0x2545f491);
  for (const kid of term.kids) if (kid.kind !== NodeKind.Block) hash = mix(hash, shapeOf(kid, words));
  return hash;
}

/** Hash of the nodes of a statement, wherever they stand in it. */
function bagOf(term: Term): number {
  if (term.variable >= 0) return 1;
  let sum = mix(hashText(term.value), term.kind);
  for (const kid of term.kids) if (kid.kind !== NodeKind.Block) sum = (sum + bagOf(kid)) >>> 0;
  return sum;
}
