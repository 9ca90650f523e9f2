import { Kind } from './kinds.ts';
import type { Walk } from './walk.ts';

/** The grammar at times takes `x as N.T` for `(x as N).T`, which cannot be written without the parentheses. */
export function isCastMember(walk: Walk, node: number): boolean {
  if (walk.k(node) !== Kind.member_expression) return false;
  const object = walk.k(node + 1);
  return object === Kind.as_expression || object === Kind.satisfies_expression;
}

/**
 * True for parentheses that are layout: around all that stands in a place of its own (`return (x)`, `f((x))`), and those
 * that only a type assertion made needful (`(x as T).y` is `x.y` in JavaScript). Those that group stay.
 */
export function isRedundantParen(walk: Walk, node: number): boolean {
  const outer = walk.k(walk.parent[node]!);
  switch (outer) {
    case Kind.if_statement:
    case Kind.while_statement:
    case Kind.do_statement:
    case Kind.switch_statement:
    case Kind.with_statement:
      return false;
    default:
  }
  let inner = node + 1;
  const stop = walk.next[node]!;
  do inner = walk.next[inner]!;
  while (inner < stop && walk.k(inner) === Kind.comment);
  if (inner >= stop) return false;
  const cast = walk.k(inner);
  if (cast !== Kind.sequence_expression && standsAlone(walk, aroundCasts(walk, node))) return true;
  if (!isCast(cast)) return false;
  const value = walk.unwrap(inner);
  const isConstructor = outer === Kind.new_expression && walk.fieldOf[node] === walk.field.constructor;
  switch (walk.k(value)) {
    case Kind.identifier:
    case Kind.this:
    case Kind.string:
    case Kind.array:
    case Kind.template_string:
    case Kind.undefined:
    case Kind.true:
    case Kind.false:
    case Kind.null:
      return true;
    case Kind.object:
      // At the start of a statement or an arrow's body a brace would begin a block.
      return outer !== Kind.arrow_function && outer !== Kind.expression_statement && !continues(outer);
    case Kind.new_expression:
      return walk.child(value, walk.field.arguments) >= 0 && !isConstructor;
    case Kind.member_expression:
    case Kind.subscript_expression:
    case Kind.call_expression:
      if (isConstructor && holdsCall(walk, value)) return false;
      return !continues(outer) || !chains(walk, value);
    case Kind.sequence_expression:
      return false;
    default:
      return standsAlone(walk, node);
  }
}

function isCast(kind: Kind): boolean {
  return (
    kind === Kind.as_expression ||
    kind === Kind.satisfies_expression ||
    kind === Kind.type_assertion ||
    kind === Kind.non_null_expression
  );
}

/** The outermost cast of the node, or the node itself: in JavaScript `(x) as T` stands where `(x)` does. */
function aroundCasts(walk: Walk, node: number): number {
  let at = node;
  while (isCast(walk.k(walk.parent[at]!))) at = walk.parent[at]!;
  return at;
}

/** Places where any expression but a sequence may stand without parentheses. */
function standsAlone(walk: Walk, node: number): boolean {
  switch (walk.k(walk.parent[node]!)) {
    case Kind.arguments:
    case Kind.return_statement:
    case Kind.variable_declarator:
    case Kind.pair:
    case Kind.template_substitution:
      return true;
    case Kind.ternary_expression:
      return walk.fieldOf[node] !== walk.field.condition;
    default:
      return false;
  }
}

/** Kinds whose first operand the value is a part of: `(x).y`, `(x)[y]`, `(x)()`. */
function continues(outer: Kind): boolean {
  return (
    outer === Kind.member_expression ||
    outer === Kind.subscript_expression ||
    outer === Kind.call_expression ||
    outer === Kind.non_null_expression
  );
}

/** `new (f().x)()` is another thing than `new f().x()`. */
function holdsCall(walk: Walk, node: number): boolean {
  for (let at = node; at < walk.next[node]!; at++) if (walk.k(at) === Kind.call_expression) return true;
  return false;
}

/** True when an optional chain would grow by leaving the parentheses out. */
function chains(walk: Walk, node: number): boolean {
  let at = node;
  for (;;) {
    if (walk.childOf(at, Kind.optional_chain) >= 0) return true;
    const kind = walk.k(at);
    if (kind !== Kind.member_expression && kind !== Kind.subscript_expression && kind !== Kind.call_expression)
      return false;
    at += 1;
    if (at >= walk.next[node]!) return false;
  }
}
