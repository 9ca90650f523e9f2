import { Receiver, RefFlag } from '../../model/references.ts';
import { K } from './kinds.ts';
import { literalValue } from './strings.ts';
import type { Walk } from './walk.ts';

/** `__all__ = …` and `__all__ += …` at module level; anything but lists of string literals makes the whole unknown. */
export function noteDunderAll(walk: Walk, value: number, replaces: boolean): void {
  if (replaces) {
    walk.dunderAll = [];
    walk.dunderAllKnown = true;
  }
  add(walk, value);
}

/** `__all__.extend([...])`, `.append('x')`, `.remove('x')`, as an expression statement at module level. */
export function noteDunderAllCall(walk: Walk, call: number): void {
  const callee = walk.firstNode(call);
  if (callee < 0 || walk.kinds[callee] !== K.Attribute || !walk.text.startsWith('__all__', walk.start[callee])) return;
  const method = /^__all__\s*\.\s*(\w+)$/.exec(walk.textOf(callee))?.[1];
  const list = walk.childOf(call, K.ArgumentList);
  const argument = list < 0 ? -1 : walk.firstNode(list);
  if (argument < 0 || !method) return;
  const literal = literalValue(walk, argument);
  if (method === 'extend') add(walk, argument);
  else if (method === 'append' && literal !== null) name(walk, argument, literal);
  else if (method === 'remove' && literal !== null && walk.dunderAll)
    walk.dunderAll = walk.dunderAll.filter((known) => known !== literal);
  else walk.dunderAllKnown = false;
}

function add(walk: Walk, value: number): void {
  const kind = walk.kinds[value]!;
  const sequence = kind === K.Collection || kind === K.Tuple || kind === K.ExpressionList;
  if (kind === K.Parenthesized) {
    add(walk, walk.firstNode(value));
    return;
  }
  if (kind === K.Other && /^[^+]*\+/s.test(walk.textOf(value)) && walk.next[value]! > value + 1) {
    // `[…] + […]`: a binary operator, whose operands are the children that are no tokens.
    for (let child = value + 1; child < walk.next[value]!; child = walk.next[child]!)
      if (walk.kinds[child] !== K.Token && !walk.isTrivia(child)) add(walk, child);
    return;
  }
  if (!sequence) {
    walk.dunderAllKnown = false;
    return;
  }
  for (let child = value + 1; child < walk.next[value]!; child = walk.next[child]!) {
    if (walk.kinds[child]! <= K.Error || walk.kinds[child] === K.Open) continue;
    const literal = literalValue(walk, child);
    if (literal === null) walk.dunderAllKnown = false;
    else name(walk, child, literal);
  }
}

function name(walk: Walk, node: number, literal: string): void {
  (walk.dunderAll ??= []).push(literal);
  walk.refer(walk.intern(literal), Receiver.None, false, node, RefFlag.Reflective);
}
