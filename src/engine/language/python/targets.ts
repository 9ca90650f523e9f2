import type { BindingKind } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { K } from './kinds.ts';
import type { Walk } from './walk.ts';

/**
 * Visits what an assignment, loop, `with`, `except` or `del` binds: plain names become bindings, attributes become
 * stores, everything else in it (objects, indexes) is read.
 */
export function visitTarget(walk: Walk, node: number, kind: BindingKind): void {
  switch (walk.kinds[node]) {
    case K.Identifier:
      if (walk.end[node]! > walk.start[node]!) walk.bind(node, kind);
      return;
    case K.Attribute:
      visitAttribute(walk, node, RefFlag.Store);
      return;
    case K.Tuple:
    case K.Collection:
    case K.TuplePattern:
    case K.ListPattern:
    case K.PatternList:
    case K.ExpressionList:
    case K.ListSplatPattern:
    case K.ListSplat:
    case K.Parenthesized:
    case K.AsPatternTarget:
      walk.visitChildren(node, (child) => visitTarget(walk, child, kind));
      return;
    default:
      walk.visit(node);
  }
}

/** `object.name`: two references, the second on the first; answers the second's id. */
export function visitAttribute(walk: Walk, node: number, flags: number): number {
  const end = walk.next[node]!;
  let receiver: number = Receiver.Expression;
  let called = false;
  let answer: number = Receiver.Expression;
  let object = true;
  for (let child = node + 1; child < end; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind === K.Identifier && !object) {
      if (walk.start[child] === walk.end[child]) continue;
      const name = walk.nameOf(child);
      answer = walk.refer(name, receiver, called, child, flags);
      if (walk.emitting) walk.tokens.pushName(walk.strings[name]!, -2 - answer, name);
    } else if (object && !walk.isTrivia(child)) {
      receiver = walk.visit(child);
      called = receiver >= 0 && walk.called;
      object = false;
    } else walk.visit(child);
  }
  walk.called = false;
  return answer;
}

/** The pattern of a `case`: captures are bindings, dotted names and classes are read. */
export function visitPattern(walk: Walk, node: number): void {
  const kind = walk.kinds[node]!;
  const end = walk.next[node]!;
  switch (kind) {
    case K.DottedName:
      visitPatternName(walk, node, true);
      return;
    case K.ClassPattern: {
      let first = true;
      walk.visitChildren(node, (child) => {
        if (first && walk.kinds[child] === K.DottedName) visitPatternName(walk, child, false);
        else visitPattern(walk, child);
        first = false;
      });
      return;
    }
    case K.KeywordPattern: {
      let keyword = true;
      for (let child = node + 1; child < end; child = walk.next[child]!) {
        if (keyword && walk.kinds[child] === K.Identifier) {
          walk.emit(walk.textOf(child));
          keyword = false;
        } else visitPattern(walk, child);
      }
      return;
    }
    case K.Identifier:
      if (walk.end[node]! > walk.start[node]!) walk.bind(node, 'pattern');
      return;
    case K.SplatPattern:
    case K.AsPattern:
    case K.AsPatternTarget:
    case K.CasePattern:
    case K.DictPattern:
    case K.UnionPattern:
    case K.TuplePattern:
    case K.ListPattern:
      walk.visitChildren(node, (child) => visitPattern(walk, child));
      return;
    default:
      walk.visit(node);
  }
}

function visitPatternName(walk: Walk, node: number, captures: boolean): void {
  const single = walk.next[node] === node + 2;
  if (single && captures) {
    walk.bind(node + 1, 'pattern');
    return;
  }
  visitDottedReference(walk, node);
}

/** `a.b.c` that the grammar keeps as one dotted name, read as a value. */
export function visitDottedReference(walk: Walk, node: number): number {
  let receiver: number = Receiver.None;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] !== K.Identifier) {
      walk.visit(child);
      continue;
    }
    const name = walk.nameOf(child);
    const plain = receiver === Receiver.None;
    receiver = walk.refer(name, receiver, false, child);
    if (plain) walk.emitName(name);
    else if (walk.emitting) walk.tokens.pushName(walk.strings[name]!, -2 - receiver, name);
  }
  walk.called = false;
  return receiver;
}
