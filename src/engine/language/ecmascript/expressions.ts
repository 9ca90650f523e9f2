import { Receiver, RefFlag } from '../../model/references.ts';
import { importCall } from './commonjs.ts';
import { Kind } from './kinds.ts';
import { isCastMember } from './parentheses.ts';
import type { Handler, Value, Walk } from './walk.ts';

function visitName(walk: Walk, node: number): Value {
  // The grammar takes `export @decorator class` for an expression and a class; the word is reserved otherwise.
  if (walk.end[node]! - walk.start[node]! === 6 && walk.textOf(node) === 'export') {
    walk.strayExport = node;
    return Receiver.Expression;
  }
  return walk.reference(node, Receiver.None, 0);
}

function visitMember(walk: Walk, node: number): Value {
  if (isCastMember(walk, node)) return walk.visit(node + 1);
  let receiver: Value = Receiver.Expression;
  let result: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const field = walk.fieldOf[c]!;
    if (field === walk.field.object) receiver = walk.visit(c);
    else if (field === walk.field.property) {
      const kind = walk.k(c);
      if (kind === Kind.property_identifier || kind === Kind.private_property_identifier || kind === Kind.identifier)
        result = walk.reference(c, receiver, 0);
    } else if (walk.next[c] !== c + 1 || walk.k(c) === Kind.comment) walk.visit(c);
  }
  return result;
}

/** `super` by itself is no value; `super(…)` calls the constructor of the base class. */
function visitSuper(walk: Walk, node: number): Value {
  const up = walk.parent[node]!;
  if (walk.k(up) === Kind.call_expression) walk.reference(node, Receiver.Super, RefFlag.Call);
  return Receiver.Super;
}

function literal(walk: Walk, node: number): Value {
  if (walk.next[node] !== node + 1) walk.visitChildren(node);
  return Receiver.Literal;
}

function visitCall(walk: Walk, node: number): Value {
  let callee: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const field = walk.fieldOf[c]!;
    if (field === walk.field.function) {
      callee = walk.visit(c);
      walk.flag(callee, RefFlag.Call);
    } else walk.visit(c);
  }
  importCall(walk, node);
  return callee >= 0 && (callee & 1) === 0 ? callee | 1 : Receiver.Expression;
}

function visitNew(walk: Walk, node: number): Value {
  let callee: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] === walk.field.constructor) {
      callee = walk.visit(c);
      walk.flag(callee, RefFlag.New);
    } else walk.visit(c);
  }
  return callee >= 0 && (callee & 1) === 0 ? callee | 1 : Receiver.Expression;
}

function visitArguments(walk: Walk, node: number): Value {
  const before = walk.registering;
  walk.registering = true;
  walk.visitChildren(node);
  walk.registering = before;
  return Receiver.Expression;
}

function visitAwait(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (walk.k(c) !== Kind.other) value = walk.visit(c);
  return value >= 0 && (value & 1) === 1 ? value : Receiver.Expression;
}

/** Parentheses and `!`: the value of what they hold; of a sequence the last. */
function visitTransparent(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.comment) walk.visit(c);
    else if (kind === Kind.type_annotation || kind === Kind.type_arguments) walk.visit(c);
    else if (walk.next[c] !== c + 1 || kind !== Kind.other) {
      const result = walk.visit(c);
      if (kind < Kind.tokenSemicolon) value = result;
    }
  }
  return value;
}

/**
 * `x!`. The grammar takes `a || !b!` for `(a || !b)!`; unparenthesised operators cannot stand before `!`, so the value
 * meant is that of the last operand.
 */
function visitNonNull(walk: Walk, node: number): Value {
  const value = visitTransparent(walk, node);
  let inner = node + 1;
  if (walk.k(inner) !== Kind.binary_expression && walk.k(inner) !== Kind.unary_expression) return value;
  for (;;) {
    const kind = walk.k(inner);
    const field =
      kind === Kind.binary_expression
        ? walk.field.right
        : kind === Kind.unary_expression
          ? walk.field.argument
          : kind === Kind.member_expression
            ? walk.field.property
            : -1;
    const next = field < 0 ? -1 : walk.child(inner, field);
    if (next < 0) break;
    inner = next;
  }
  const reference = walk.names[inner]!;
  return reference > 0 ? (reference - 1) << 1 : Receiver.Expression;
}

/** `x as T`, `x satisfies T`: the first operand is the value, the second a type. */
function visitCast(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  let seen = false;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.comment || (walk.next[c] === c + 1 && kind === Kind.other)) {
      walk.visit(c);
      continue;
    }
    if (kind === Kind.tokenAs) continue;
    if (seen) walk.visitType(c);
    else value = walk.visit(c);
    seen = true;
  }
  return value;
}

function visitAugmented(walk: Walk, node: number): Value {
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left >= 0) walk.flag(walk.visit(left), RefFlag.Augmented);
  if (right >= 0) walk.visit(right);
  return Receiver.Expression;
}

function visitUpdate(walk: Walk, node: number): Value {
  const argument = walk.child(node, walk.field.argument);
  if (argument >= 0) walk.flag(walk.visit(argument), RefFlag.Augmented);
  return Receiver.Expression;
}

function visitUnary(walk: Walk, node: number): Value {
  const argument = walk.child(node, walk.field.argument);
  const operator = walk.child(node, walk.field.operator);
  if (argument < 0) walk.visitChildren(node);
  else {
    const value = walk.visit(argument);
    if (operator >= 0 && walk.k(operator) === Kind.tokenDelete) walk.flag(value, RefFlag.Store);
  }
  return Receiver.Expression;
}

function visitJsxName(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] === walk.field.name) {
      const kind = walk.k(c);
      if (kind === Kind.member_expression) walk.flag(walk.visit(c), RefFlag.Jsx);
      else if (kind === Kind.identifier && isComponent(walk.textOf(c))) walk.reference(c, Receiver.None, RefFlag.Jsx);
    } else walk.visit(c);
  }
  return Receiver.Expression;
}

/** Names that begin with a small letter or hold a dash are elements of the page, not components. */
function isComponent(name: string): boolean {
  const first = name.charAt(0);
  return !(first >= 'a' && first <= 'z') && !name.includes('-');
}

function visitDecorator(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  walk.decoratorDepth++;
  for (let c = node + 2; c < stop; c = walk.next[c]!) value = walk.visit(c);
  walk.decoratorDepth--;
  if (value >= 0) walk.references.flags[value >> 1]! |= RefFlag.Decorator;
  return Receiver.Expression;
}

function ignore(): Value {
  return Receiver.Expression;
}

/** Handlers of expressions. */
export const EXPRESSION_HANDLERS: [Kind, Handler][] = [
  [Kind.identifier, visitName],
  [Kind.this, visitName],
  [Kind.shorthand_property_identifier, visitName],
  [Kind.super, visitSuper],
  [Kind.member_expression, visitMember],
  [Kind.call_expression, visitCall],
  [Kind.new_expression, visitNew],
  [Kind.arguments, visitArguments],
  [Kind.await_expression, visitAwait],
  [Kind.parenthesized_expression, visitTransparent],
  [Kind.sequence_expression, visitTransparent],
  [Kind.non_null_expression, visitNonNull],
  [Kind.type_assertion, visitTransparent],
  [Kind.instantiation_expression, visitTransparent],
  [Kind.as_expression, visitCast],
  [Kind.satisfies_expression, visitCast],
  [Kind.augmented_assignment_expression, visitAugmented],
  [Kind.update_expression, visitUpdate],
  [Kind.unary_expression, visitUnary],
  [Kind.array, literal],
  [Kind.string, () => Receiver.Literal],
  [Kind.number, () => Receiver.Literal],
  [Kind.regex, () => Receiver.Literal],
  [Kind.true, () => Receiver.Literal],
  [Kind.false, () => Receiver.Literal],
  [Kind.null, () => Receiver.Literal],
  [Kind.template_string, literal],
  [Kind.jsx_opening_element, visitJsxName],
  [Kind.jsx_self_closing_element, visitJsxName],
  [Kind.jsx_closing_element, ignore],
  [Kind.jsx_namespace_name, ignore],
  [Kind.meta_property, ignore],
  [Kind.import_attribute, ignore],
  [Kind.decorator, visitDecorator],
];
