import type { BindingFact } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { docstringNode } from './bodyShape.ts';
import { openLambda, visitBoundLambda } from './definitions.ts';
import { noteDunderAll, noteDunderAllCall } from './dunderAll.ts';
import { IS_STATEMENT, K, kindSet } from './kinds.ts';
import { visitAttribute, visitPattern, visitTarget } from './targets.ts';
import { DEDENT, INDENT, NEWLINE } from './tokenStream.ts';
import type { Walk } from './walk.ts';

/** A module, a block, or what an error region holds: statements in a row. */
export function visitStatements(walk: Walk, node: number): void {
  const parent = walk.tree.parent[node]!;
  const around = parent < 0 ? K.Module : walk.kinds[parent]!;
  const documented = around === K.FunctionDefinition || around === K.ClassDefinition || around === K.Module;
  const doc = documented ? docstringNode(walk, node) : -1;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind === K.Semicolon || child === doc) continue;
    if (IS_STATEMENT[kind]) walk.statements++;
    const before = walk.tokens.count;
    walk.visit(child);
    if (walk.tokens.count > before) walk.emitMarker(NEWLINE);
  }
}

export function visitBlock(walk: Walk, node: number): number {
  walk.emitMarker(INDENT);
  visitStatements(walk, node);
  walk.emitMarker(DEDENT);
  return Receiver.Expression;
}

export function visitExpressionStatement(walk: Walk, node: number): number {
  const value = node + 1;
  if (walk.scope === 0 && walk.kinds[value] === K.Call && walk.symbol < 0) {
    walk.visitChildren(node);
    noteDunderAllCall(walk, value);
    return Receiver.Expression;
  }
  return walk.visitChildren(node);
}

interface AssignmentParts {
  target: number;
  type: number;
  assign: number;
  value: number;
}

function partsOf(walk: Walk, node: number): AssignmentParts {
  const parts: AssignmentParts = { target: -1, type: -1, assign: -1, value: -1 };
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (walk.isTrivia(child) || kind === K.Colon) continue;
    if (parts.target < 0) parts.target = child;
    else if (kind === K.Type && parts.assign < 0) parts.type = child;
    else if (kind === K.Assign) parts.assign = child;
    else if (parts.assign >= 0) parts.value = child;
  }
  return parts;
}

function unwrapped(walk: Walk, node: number): number {
  let at = node;
  while (at >= 0 && walk.kinds[at] === K.Parenthesized) at = walk.firstNode(at);
  return at;
}

/** `a = b`, `a: T = b`, `a: T`. Answers what the value is, for `a = b = c`. */
export function visitAssignment(walk: Walk, node: number): number {
  const parts = partsOf(walk, node);
  const { target, value } = parts;
  if (target < 0) return walk.visitChildren(node);
  const named = walk.kinds[target] === K.Identifier;
  const lambda = named && value >= 0 ? unwrapped(walk, value) : -1;
  if (lambda >= 0 && walk.kinds[lambda] === K.Lambda) {
    const symbol = openLambda(walk, node, target);
    walk.bind(target, 'assignment').symbol = symbol;
    if (parts.type >= 0) walk.asType(() => walk.visit(parts.type));
    walk.emit('=');
    visitBoundLambda(walk, symbol, lambda);
    return Receiver.Expression;
  }
  const before = walk.imports.length;
  // `(x): T` binds nothing, unlike `x: T`.
  if (value < 0 && (walk.kinds[target] === K.Parenthesized || walk.kinds[target] === K.TuplePattern)) {
    if (parts.type >= 0) walk.asType(() => walk.visit(parts.type));
    return Receiver.Expression;
  }
  // An annotation without a value is a declaration: it binds the name and leaves no token.
  if (value < 0) walk.muted++;
  let binding: BindingFact | undefined;
  let store = -1;
  if (named) binding = walk.bind(target, 'assignment');
  else if (walk.kinds[target] === K.Attribute) store = visitAttribute(walk, target, RefFlag.Store);
  else visitTarget(walk, target, 'assignment');
  if (parts.type >= 0) walk.asType(() => walk.visit(parts.type));
  if (value < 0) {
    walk.muted--;
    return Receiver.Expression;
  }
  walk.emit('=');
  const isAll = named && walk.scope === 0 && binding?.name === '__all__';
  const answer = walk.visit(value);
  if (isAll) noteDunderAll(walk, value, true);
  if (store >= 0 && answer >= 0) walk.stores.push({ reference: store, value: answer, valueCalled: walk.called });
  if (!binding) return answer;
  const inner = lastAssigned(walk, value);
  if (inner) {
    binding.symbol = inner.symbol;
    binding.import = inner.import;
  }
  if (answer >= 0) {
    binding.value = answer;
    binding.valueCalled = walk.called;
    const last = walk.imports[before];
    if (walk.called && walk.imports.length === before + 1 && last?.form === 'dynamic') {
      last.local = binding.name;
      binding.import = before;
    }
  }
  return answer;
}

/** For `a = b = …`: the binding that the inner assignment made, whose symbol and import the outer name shares. */
function lastAssigned(walk: Walk, value: number): BindingFact | undefined {
  if (walk.kinds[value] !== K.Assignment || walk.kinds[value + 1] !== K.Identifier) return undefined;
  const name = walk.textOf(value + 1);
  return walk.scopes.scopes[walk.scope]!.bindings.findLast((binding) => binding.name === name);
}

/** `a += b`: read and written. */
export function visitAugmented(walk: Walk, node: number): number {
  const target = node + 1;
  let first = true;
  let value = -1;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.isTrivia(child)) continue;
    const kind = walk.kinds[child];
    if (first && kind === K.Identifier) {
      const name = walk.nameOf(child);
      walk.emitName(name);
      walk.refer(name, Receiver.None, false, child, RefFlag.Augmented);
      walk.bindName(name, 'assignment', child);
    } else if (first && kind === K.Attribute) visitAttribute(walk, child, RefFlag.Augmented);
    else {
      walk.visit(child);
      if (!first) value = child;
    }
    first = false;
  }
  if (walk.scope === 0 && value >= 0 && walk.textOf(target) === '__all__') noteDunderAll(walk, value, false);
  return Receiver.Expression;
}

export function visitDelete(walk: Walk, node: number): number {
  walk.visitChildren(node, (child) => visitTarget(walk, child, 'delete'));
  return Receiver.Expression;
}

export function visitScopeStatement(walk: Walk, node: number): number {
  const kind = walk.kinds[node] === K.Global ? 'global' : 'nonlocal';
  walk.emit(kind);
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] !== K.Identifier || walk.start[child] === walk.end[child]) continue;
    const name = walk.nameOf(child);
    walk.scopes.redirect(walk.scope, name, kind, walk.line(walk.start[child]!));
    walk.emitName(name);
  }
  return Receiver.Expression;
}

/** Parts of if, while, try and match that may not run: everything but the test. */
const UNDER_CONDITION = kindSet([K.Block, K.Elif, K.Else, K.Except, K.Finally, K.Case]);

/** if, try, while, match: the test is always evaluated, what follows stands under a condition. */
export function visitConditional(walk: Walk, node: number): number {
  const guards = walk.kinds[node] === K.If && testsTypeChecking(walk, node);
  walk.visitChildren(node, (child) => {
    const kind = walk.kinds[child]!;
    const held = UNDER_CONDITION[kind]!;
    const guarded = guards && kind === K.Block ? 1 : 0;
    walk.conditional += held;
    walk.typeOnly += guarded;
    walk.visit(child);
    walk.typeOnly -= guarded;
    walk.conditional -= held;
  });
  return Receiver.Expression;
}

/** `if TYPE_CHECKING:` or `if typing.TYPE_CHECKING:`. */
function testsTypeChecking(walk: Walk, node: number): boolean {
  const test = walk.firstNode(node);
  if (test < 0 || (walk.kinds[test] !== K.Identifier && walk.kinds[test] !== K.Attribute)) return false;
  return walk.text.endsWith('TYPE_CHECKING', walk.end[test]);
}

export function visitFor(walk: Walk, node: number): number {
  walk.conditional++;
  let afterIn = false;
  walk.visitChildren(node, (child) => {
    const kind = walk.kinds[child];
    if (kind === K.In) afterIn = true;
    if (afterIn || kind === K.Async) walk.visit(child);
    else visitTarget(walk, child, 'loop');
  });
  walk.conditional--;
  return Receiver.Expression;
}

/** `with (a as b, c):` — the brackets around the items are layout. */
export function visitWithClause(walk: Walk, node: number): number {
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child];
    if (kind === K.Open || kind === K.Close) continue;
    if (kind === K.Comma) walk.comma(node, child, 1);
    else walk.visit(child);
  }
  return Receiver.Expression;
}

/** `value as target` in `with` and `except`. */
export function visitAsPattern(walk: Walk, node: number): number {
  let at = walk.tree.parent[node]!;
  while (at >= 0 && walk.kinds[at] !== K.Except && walk.kinds[at] !== K.WithItem && !IS_STATEMENT[walk.kinds[at]!])
    at = walk.tree.parent[at]!;
  const kind = at >= 0 && walk.kinds[at] === K.Except ? 'except' : 'with';
  let afterAs = false;
  walk.visitChildren(node, (child) => {
    if (walk.kinds[child] === K.As) afterAs = true;
    else if (afterAs) {
      visitTarget(walk, child, kind);
      return;
    }
    walk.visit(child);
  });
  return Receiver.Expression;
}

export function visitCase(walk: Walk, node: number): number {
  walk.conditional++;
  walk.visitChildren(node, (child) => {
    if (walk.kinds[child] === K.CasePattern) visitPattern(walk, child);
    else walk.visit(child);
  });
  walk.conditional--;
  return Receiver.Expression;
}

/** `print x`, `print >> file, x`: Python 2's statement, or Python 3's function named as a value. */
export function visitPrint(walk: Walk, node: number): number {
  const name = walk.intern('print');
  walk.emitName(name);
  walk.refer(name, Receiver.None, false, node);
  for (let child = walk.next[node + 1]!; child < walk.next[node]!; child = walk.next[child]!) walk.visit(child);
  return Receiver.Expression;
}
