import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Tail } from './control.ts';
import { counted, whileCounters } from './counters.ts';
import { element } from './elements.ts';
import { accumulated, searched } from './gathering.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Brings the loops of one block into one shape: over elements rather than counters, and comprehensions where they fit. */
export function loops(statements: Term[], tail: Tail, body: BodyTerm): Term[] {
  let found = statements.map((one) => (one.kind === NodeKind.ForCount ? counted(one, body) : one)).flat();
  found = found.map((one) => (one.kind === NodeKind.ExpressionStatement ? forEach(one, body) : one));
  found = whileCounters(found, body);
  for (const one of found) if (one.kind === NodeKind.ForEach) element(one, body);
  found = accumulated(found, body);
  return searched(found, tail, body);
}

/** `xs.forEach(x => { … })` where the function leaves only by running off its end. */
function forEach(one: Term, body: BodyTerm): Term {
  const call = one.kids[0]!;
  if (body.language === 'python' || t.calledMethod(call) !== 'forEach' || call.kids.length !== 2) return one;
  const fn = call.kids[1]!;
  if (fn.kind !== NodeKind.Function || fn.flags !== 0 || fn.kids[0]!.kids.length !== 1) return one;
  const [parameter] = fn.kids[0]!.kids as [Term];
  const block = fn.kids[1]!;
  if (parameter.kids.length !== 1 || parameter.flags !== 0 || hasReturn(block)) return one;
  const statements =
    block.kids.length === 1 && block.kids[0]!.kind === NodeKind.Return
      ? block.kids[0]!.kids.map((value) => t.make(NodeKind.ExpressionStatement, '', [value], value))
      : block.kids;
  const inner = t.block(statements, block);
  const target = parameter.kids[0]!;
  const flags = t.some(target, (name) => body.kept.has(name.variable)) ? NodeFlag.Declares : 0;
  return t.make(NodeKind.ForEach, '', [target, call.kids[0]!.kids[0]!, inner], one, flags);
}

/** A `return` that is not the only statement of the block. */
function hasReturn(block: Term): boolean {
  if (block.kids.length === 1 && block.kids[0]!.kind === NodeKind.Return) return false;
  const has = (term: Term): boolean =>
    term.kind === NodeKind.Return || (term.kind !== NodeKind.Function && term.kids.some(has));
  return has(block);
}
