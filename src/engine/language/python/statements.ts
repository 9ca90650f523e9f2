import type { BindingFact } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/facts.ts';
import { docstringNode } from './bodyShape.ts';
import { bindTypeParameters, defineLambda } from './definitions.ts';
import { noteDunderAll, noteDunderAllCall } from './dunderAll.ts';
import { IS_STATEMENT, K } from './kinds.ts';
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
    walk.visit(child);
    if (kind !== K.Comment) walk.emitMarker(NEWLINE);
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
    defineLambda(walk, node, target, (symbol, visitLambdaNode) => {
      const outer = walk.symbols[symbol]!;
      walk.depth--;
      walk.bind(target, 'assignment').symbol = symbol;
      if (parts.type >= 0) walk.asType(() => walk.visit(parts.type));
      walk.emit('=');
      walk.depth++;
      visitLambdaNode(lambda);
      outer.endOffset = Math.max(outer.endOffset, walk.end[lambda]!);
    });
    return Receiver.Expression;
  }
  const before = walk.imports.length;
  // An annotation without a value is a declaration: it binds the name and leaves no token.
  if (value < 0) walk.muted++;
  let binding: BindingFact | undefined;
  if (named) binding = walk.bind(target, 'assignment');
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
  const name = walk.slice(value + 1);
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
  if (walk.scope === 0 && value >= 0 && walk.slice(target) === '__all__') noteDunderAll(walk, value, false);
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

/** if, try, while, match and their clauses: what they hold stands under a condition. */
export function visitConditional(walk: Walk, node: number): number {
  walk.conditional++;
  walk.visitChildren(node);
  walk.conditional--;
  return Receiver.Expression;
}

export function visitIf(walk: Walk, node: number): number {
  walk.conditional++;
  const test = walk.firstNode(node);
  const typing = test >= 0 && walk.text.slice(walk.start[test], walk.end[test]).endsWith('TYPE_CHECKING');
  const guards = typing && (walk.kinds[test] === K.Identifier || walk.kinds[test] === K.Attribute);
  walk.visitChildren(node, (child) => {
    const guarded = guards && walk.kinds[child] === K.Block;
    if (guarded) walk.typeOnly++;
    walk.visit(child);
    if (guarded) walk.typeOnly--;
  });
  walk.conditional--;
  return Receiver.Expression;
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

/** `type X[T] = …`: binds X; the value is a type, in a scope of its own when there are type parameters. */
export function visitTypeAlias(walk: Walk, node: number): number {
  const outer = walk.scope;
  let left = true;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] !== K.Type) continue;
    if (left) {
      left = false;
      let name = child;
      while (name < walk.next[child]! && walk.kinds[name] !== K.Identifier) name++;
      if (name < walk.next[child]!) walk.bindName(walk.nameOf(name), 'type', name);
      const line = walk.line(walk.start[node]!);
      walk.scope = walk.scopes.open('type', outer, -1, line, walk.line(walk.end[node]!));
      for (let at = child; at < walk.next[child]!; at++)
        if (walk.kinds[at] === K.TypeParameter) {
          bindTypeParameters(walk, at);
          break;
        }
    } else walk.asType(() => walk.visit(child));
  }
  walk.scope = outer;
  return Receiver.Expression;
}
