import { Receiver, RefFlag } from '../../model/references.ts';
import { noteDynamicImport } from './imports.ts';
import { K, kindSet } from './kinds.ts';
import { literalValue } from './strings.ts';
import { visitAttribute, visitTarget } from './targets.ts';
import type { Walk } from './walk.ts';

export function visitIdentifier(walk: Walk, node: number): number {
  if (walk.start[node] === walk.end[node]) return Receiver.Expression;
  const name = walk.nameOf(node);
  walk.emitName(name);
  walk.called = false;
  return walk.refer(name, Receiver.None, false, node);
}

export function visitAttributeValue(walk: Walk, node: number): number {
  return visitAttribute(walk, node, 0);
}

/** `f(…)`: marks the reference that is called and answers it as a called receiver. */
export function visitCall(walk: Walk, node: number): number {
  const end = walk.next[node]!;
  let callee: number = Receiver.Expression;
  let seen = false;
  let answer: number = Receiver.Expression;
  for (let child = node + 1; child < end; child = walk.next[child]!) {
    if (walk.isTrivia(child)) walk.visit(child);
    else if (!seen) {
      seen = true;
      callee = walk.visit(child);
      if (callee < 0 || walk.called) continue;
      walk.references.flags[callee]! |= RefFlag.Call;
      answer = callee;
    } else {
      const name = answer >= 0 ? walk.strings[walk.references.name[answer]!]! : '';
      if (name === 'getattr' && walk.kinds[child] === K.ArgumentList) visitGetattr(walk, child);
      else walk.visit(child);
      if (name === 'import_module' || name === '__import__') noteDynamicImport(walk, child);
    }
  }
  if (answer < 0) return Receiver.Expression;
  const table = walk.references;
  if (table.receiver[answer] === Receiver.None && walk.strings[table.name[answer]!] === 'super') return Receiver.Super;
  walk.called = true;
  return answer;
}

/** `getattr(x, 'name')` with a literal reads `x.name`: a reflective reference beside the ordinary ones. */
function visitGetattr(walk: Walk, list: number): void {
  let position = 0;
  let object: number = Receiver.Expression;
  let called = false;
  walk.visitChildren(list, (child) => {
    if (walk.kinds[child] === K.Open || walk.kinds[child] === K.Close) {
      walk.visit(child);
      return;
    }
    if (position === 0) {
      object = walk.visit(child);
      called = object >= 0 && walk.called;
    } else {
      const value = position === 1 ? literalValue(walk, child) : null;
      if (value) walk.refer(walk.intern(value), object, called, child, RefFlag.Reflective);
      walk.visit(child);
    }
    position++;
  });
}

export function visitLiteral(walk: Walk, node: number): number {
  if (walk.emitting) walk.emit(walk.textOf(node));
  return Receiver.Literal;
}

export function visitCollection(walk: Walk, node: number): number {
  walk.visitChildren(node);
  return Receiver.Literal;
}

/** Where `(a, b)` and `a, b` are the same. In an assert or a with they are not. */
const TUPLE_BRACKETS_ARE_LAYOUT = kindSet([
  K.Assignment,
  K.AugmentedAssignment,
  K.Return,
  K.ExpressionStatement,
  K.For,
]);

export function visitTuple(walk: Walk, node: number): number {
  const bare = TUPLE_BRACKETS_ARE_LAYOUT[walk.kinds[walk.tree.parent[node]!]!] === 1;
  if (!bare || !hasElement(walk, node)) return visitCollection(walk, node);
  let commas = 0;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind === K.Comma) walk.comma(node, child, commas++);
    else if (kind !== K.Open && kind !== K.Close) walk.visit(child);
  }
  return Receiver.Literal;
}

function hasElement(walk: Walk, node: number): boolean {
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] === K.Comma) return true;
  }
  return false;
}

/** Brackets around a whole statement's value only join lines: they are layout, not tokens. */
const BRACKETS_ARE_LAYOUT = kindSet([
  K.Assignment,
  K.AugmentedAssignment,
  K.Return,
  K.ExpressionStatement,
  K.If,
  K.Elif,
  K.While,
  K.Assert,
  K.For,
  K.Raise,
  K.WithItem,
]);

export function visitParenthesized(walk: Walk, node: number): number {
  const layout = BRACKETS_ARE_LAYOUT[walk.kinds[walk.tree.parent[node]!]!] === 1;
  let answer: number = Receiver.Expression;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child];
    if (kind === K.Open || kind === K.Close) {
      if (!layout) walk.visit(child);
      continue;
    }
    const value = walk.visit(child);
    if (!walk.isTrivia(child)) answer = value;
  }
  return answer;
}

/**
 * `*value`: hands the value's answer on, because the grammar reads `*f(x)` as a call of `*f` and `*a.b` may be the
 * object of an attribute.
 */
export function visitPassing(walk: Walk, node: number): number {
  let answer: number = Receiver.Expression;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const value = walk.visit(child);
    if (!walk.isTrivia(child)) answer = value;
  }
  return answer;
}

/** The awaited result of a call is treated as the call's result; awaiting anything else gives an unknown value. */
export function visitAwait(walk: Walk, node: number): number {
  const answer = visitPassing(walk, node);
  return answer >= 0 && walk.called ? answer : Receiver.Expression;
}

export function visitKeywordArgument(walk: Walk, node: number): number {
  let name = true;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (name && walk.kinds[child] === K.Identifier) {
      walk.emit(walk.textOf(child));
      name = false;
    } else walk.visit(child);
  }
  return Receiver.Expression;
}

/** A walrus binds in the function around it, comprehensions skipped. */
export function visitNamedExpression(walk: Walk, node: number): number {
  const { scopes } = walk.scopes;
  let owner = walk.scope;
  while (scopes[owner]!.kind === 'comprehension') owner = scopes[owner]!.parent;
  let binding: ReturnType<Walk['bindName']> | undefined;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (!binding && walk.kinds[child] === K.Identifier) {
      const name = walk.nameOf(child);
      walk.emitName(name);
      binding = walk.bindName(name, 'walrus', child, owner);
      // In a comprehension it happens once an element, or never.
      if (owner !== walk.scope) binding.conditional = true;
    } else {
      const value = walk.visit(child);
      if (binding && value >= 0) {
        binding.value = value;
        binding.valueCalled = walk.called;
      }
    }
  }
  return Receiver.Expression;
}

/**
 * A comprehension is a scope of its own, but its first iterable is evaluated outside. Children are visited in source
 * order (element first), so that references stay in order.
 */
export function visitComprehension(walk: Walk, node: number): number {
  const outer = walk.scope;
  const inner = walk.scopes.open('comprehension', outer, -1, walk.line(walk.start[node]!), walk.line(walk.end[node]!));
  walk.scopeOfNode.set(node, inner);
  let clauses = 0;
  const { conditional } = walk;
  walk.conditional = 0;
  walk.scope = inner;
  walk.visitChildren(node, (child) => {
    if (walk.kinds[child] === K.ForInClause) visitForInClause(walk, child, clauses++ === 0 ? outer : inner);
    else walk.visit(child);
  });
  walk.scope = outer;
  walk.conditional = conditional;
  return Receiver.Literal;
}

function visitForInClause(walk: Walk, node: number, iterableScope: number): void {
  const inner = walk.scope;
  let afterIn = false;
  walk.visitChildren(node, (child) => {
    const kind = walk.kinds[child];
    if (kind === K.In) {
      walk.visit(child);
      afterIn = true;
    } else if (kind === K.Async) walk.visit(child);
    else if (!afterIn) visitTarget(walk, child, 'comprehension');
    else {
      walk.scope = iterableScope;
      walk.visit(child);
      walk.scope = inner;
    }
  });
}
