import { NodeFlag, NodeKind } from '../../../ir/model.ts';
import { Kind } from '../kinds.ts';
import { isCastMember } from '../parentheses.ts';
import { lowerClass } from './classes.ts';
import { lowerFunction, lowerMethodEntry } from './functions.ts';
import { JSX } from './jsx.ts';
import { cooked, numberText } from './literals.ts';
import type { Lower, Lowering } from './lowering.ts';

const name: Lower = (l, node) => l.nameAt(node);

/** `undefined` is a word of the grammar and a name that may be bound. */
const undefinedValue: Lower = (l, node) => {
  if (l.scopeAt(node) >= 0) l.nameAt(node);
  else l.out.leaf(NodeKind.NoneLiteral, l.startLine(node), 'undefined');
};

function leaf(kind: NodeKind, value: (text: string) => string = () => ''): Lower {
  return (l, node) => void l.out.leaf(kind, l.startLine(node), value(l.walk.textOf(node)), 0, l.endLine(node));
}

/** Parentheses, casts and non-null assertions do nothing at run time. */
const transparent: Lower = (l, node) => {
  const inner = l.walk.unwrap(node);
  if (inner === node) l.other(node);
  else l.expression(inner);
};

const first: Lower = (l, node) => {
  const [part] = l.parts(node);
  if (part === undefined) l.other(node);
  else l.expression(part);
};

function optional(l: Lowering, node: number): number {
  const chained = l.walk.childOf(node, Kind.optional_chain) >= 0 || l.hasToken(node, '?.');
  return chained ? NodeFlag.Optional : 0;
}

const member: Lower = (l, node) => {
  const { walk } = l;
  if (isCastMember(walk, node)) {
    l.expression(node + 1);
    return;
  }
  const object = walk.child(node, walk.field.object);
  const property = walk.child(node, walk.field.property);
  if (object < 0 || property < 0) return l.other(node);
  l.row(NodeKind.Attribute, node, [object], walk.textOf(property), optional(l, node));
};

const subscript: Lower = (l, node) => {
  const { walk } = l;
  const parts = l.parts(node).filter((part) => walk.k(part) !== Kind.optional_chain);
  l.row(NodeKind.Index, node, parts, '', optional(l, node));
};

const call: Lower = (l, node) => {
  const { walk } = l;
  const callee = walk.child(node, walk.field.function);
  const args = walk.child(node, walk.field.arguments);
  if (callee < 0) return l.other(node);
  if (args >= 0 && walk.k(args) === Kind.template_string) {
    l.around(NodeKind.TaggedTemplate, node, () => {
      l.expression(callee);
      template(l, args, true);
    });
    return;
  }
  l.row(NodeKind.Call, node, args < 0 ? [callee] : [callee, ...l.parts(args)], '', optional(l, node));
};

const newCall: Lower = (l, node) => {
  const { walk } = l;
  const callee = walk.child(node, walk.field.constructor);
  const args = walk.child(node, walk.field.arguments);
  if (callee < 0) return l.other(node);
  l.row(NodeKind.Call, node, args < 0 ? [callee] : [callee, ...l.parts(args)], '', NodeFlag.New);
};

const spread: Lower = (l, node) => l.row(NodeKind.Spread, node, l.parts(node));

/** Elements of `[a, , b]`: holes are Empty. */
function elements(l: Lowering, node: number): void {
  const { walk } = l;
  let held = false;
  const made = l.out.open(NodeKind.List, l.startLine(node));
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.k(child) === Kind.tokenComma) {
      if (!held) l.empty(child);
      held = false;
    } else if (l.isPart(child)) {
      l.expression(child);
      held = true;
    }
  }
  l.out.close(made, l.endLine(node));
}

const object: Lower = (l, node) => l.row(NodeKind.Dictionary, node, l.parts(node));

const pair: Lower = (l, node) => {
  const { walk } = l;
  const key = walk.child(node, walk.field.key);
  const value = walk.child(node, walk.field.value);
  if (key < 0 || value < 0) l.other(node);
  else l.row(NodeKind.Entry, node, [key, value]);
};

const shorthand: Lower = (l, node) => {
  l.around(NodeKind.Entry, node, () => {
    l.out.leaf(NodeKind.StringLiteral, l.startLine(node), l.walk.textOf(node));
    l.nameAt(node);
  });
};

/** `{a = 1}` as a target. */
const objectDefault: Lower = (l, node) => {
  const { walk } = l;
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left < 0 || right < 0) return l.other(node);
  if (walk.k(left) !== Kind.shorthand_property_identifier_pattern) return withDefault(l, node);
  l.around(NodeKind.Entry, node, () => {
    l.out.leaf(NodeKind.StringLiteral, l.startLine(node), walk.textOf(left));
    l.around(NodeKind.DefaultValue, node, () => {
      l.nameAt(left);
      l.expression(right);
    });
  });
};

const withDefault: Lower = (l, node) => {
  const { walk } = l;
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left < 0 || right < 0) l.other(node);
  else l.row(NodeKind.DefaultValue, node, [left, right]);
};

const COMPARISONS = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof']);
const LOGICAL: Record<string, string> = { '&&': 'and', '||': 'or', '??': '??' };

function operatorOf(l: Lowering, node: number): string {
  const operator = l.walk.child(node, l.walk.field.operator);
  return operator < 0 ? '' : l.type(operator);
}

const binary: Lower = (l, node) => {
  const { walk } = l;
  const operator = operatorOf(l, node);
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left < 0 || right < 0) return l.other(node);
  const logical = Object.hasOwn(LOGICAL, operator) ? LOGICAL[operator]! : '';
  if (logical !== '') l.around(NodeKind.Logical, node, () => operands(l, node, operator), logical);
  else
    l.row(
      COMPARISONS.has(operator) ? NodeKind.Comparison : NodeKind.Binary,
      node,
      [left, right],
      operator === '>>>' ? '>>>' : operator,
    );
};

/** `a && b && c` nests to the left in the grammar, and is one node here. */
function operands(l: Lowering, node: number, operator: string): void {
  const { walk } = l;
  const left = walk.child(node, walk.field.left);
  if (walk.k(left) === Kind.binary_expression && operatorOf(l, left) === operator) operands(l, left, operator);
  else l.expression(left);
  const right = walk.child(node, walk.field.right);
  if (right >= 0) l.expression(right);
}

const unary: Lower = (l, node) => {
  const operator = operatorOf(l, node);
  if (operator === '!') l.row(NodeKind.Not, node, l.parts(node));
  else l.row(NodeKind.Unary, node, l.parts(node), operator);
};

const update: Lower = (l, node) => {
  const [target] = l.parts(node);
  if (target === undefined) return l.other(node);
  const prefix = l.walk.next[node + 1]! <= target ? NodeFlag.Prefix : 0;
  l.row(NodeKind.Update, node, [target], operatorOf(l, node), prefix);
};

/** `a = b = c`: one Assign with two targets. */
export function lowerAssignment(l: Lowering, node: number, flags: number): void {
  const { walk } = l;
  const parts: number[] = [];
  let at = node;
  for (;;) {
    const left = walk.child(at, walk.field.left);
    const right = walk.child(at, walk.field.right);
    if (left < 0 || right < 0) return l.other(node);
    parts.push(left);
    if (walk.k(right) === Kind.assignment_expression) at = right;
    else {
      parts.push(right);
      break;
    }
  }
  l.row(NodeKind.Assign, node, parts, '', flags);
}

export function lowerAugmented(l: Lowering, node: number, flags: number): void {
  const { walk } = l;
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left < 0 || right < 0) return l.other(node);
  const operator = operatorOf(l, node).replace(/=$/, '');
  const logical = Object.hasOwn(LOGICAL, operator) ? LOGICAL[operator]! : operator;
  l.row(NodeKind.AugmentedAssign, node, [left, right], logical, flags);
}

const conditional: Lower = (l, node) => {
  const { walk } = l;
  const test = walk.child(node, walk.field.condition);
  const then = walk.child(node, walk.field.consequence);
  const otherwise = walk.child(node, walk.field.alternative);
  if (test < 0 || then < 0 || otherwise < 0) l.other(node);
  else l.row(NodeKind.Conditional, node, [test, then, otherwise]);
};

const sequence: Lower = (l, node) => {
  l.row(NodeKind.Sequence, node, sequenceParts(l, node));
};

/** Operands of the comma operator, however it nests. */
export function sequenceParts(l: Lowering, node: number): number[] {
  return l
    .parts(node)
    .flatMap((part) => (l.walk.k(part) === Kind.sequence_expression ? sequenceParts(l, part) : [part]));
}

const awaited: Lower = (l, node) => l.row(NodeKind.Await, node, l.parts(node));

const yielded: Lower = (l, node) => {
  l.row(NodeKind.Yield, node, l.parts(node), '', l.hasToken(node, '*') ? NodeFlag.Delegate : 0);
};

const string: Lower = (l, node) => {
  const text = l.walk.textOf(node);
  l.out.leaf(NodeKind.StringLiteral, l.startLine(node), cooked(text.slice(1, -1)), 0, l.endLine(node));
};

const templateString: Lower = (l, node) => template(l, node, false);

/** @param tagged keep a template that holds no value: the tag sees it as one */
function template(l: Lowering, node: number, tagged: boolean): void {
  const { walk } = l;
  const made = l.out.open(NodeKind.StringTemplate, l.startLine(node));
  // Text begins behind the backtick.
  let at = walk.start[node]! + 1;
  let only = '';
  const text = (end: number): void => {
    if (end <= at) return;
    only = cooked(walk.text.slice(at, end).replace(/\r\n?/g, '\n'));
    l.out.leaf(NodeKind.StringLiteral, walk.line(at), only);
  };
  let held = tagged;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.k(child) !== Kind.template_substitution) continue;
    held = true;
    text(walk.start[child]!);
    at = walk.end[child]!;
    l.row(NodeKind.Interpolation, child, l.parts(child));
  }
  if (held) {
    text(walk.end[node]! - 1);
    l.out.close(made, l.endLine(node));
    return;
  }
  l.out.retype(made, NodeKind.StringLiteral, cooked(walk.text.slice(at, walk.end[node]! - 1).replace(/\r\n?/g, '\n')));
  l.out.close(made, l.endLine(node));
}

/** A class's field is handled where classes are; here names of members stand for their text. */
const propertyName: Lower = (l, node) => {
  l.out.leaf(NodeKind.StringLiteral, l.startLine(node), l.walk.textOf(node));
};

const metaProperty: Lower = (l, node) => {
  l.out.name(l.out.unbound(l.walk.textOf(node).replace(/\s+/g, '')), l.startLine(node));
};

const assignment: Lower = (l, node) => lowerAssignment(l, node, NodeFlag.Expression);
const augmented: Lower = (l, node) => lowerAugmented(l, node, NodeFlag.Expression);

export const EXPRESSIONS: Record<string, Lower> = {
  identifier: name,
  type_identifier: name,
  shorthand_property_identifier: shorthand,
  shorthand_property_identifier_pattern: shorthand,
  property_identifier: propertyName,
  private_property_identifier: propertyName,
  computed_property_name: first,
  undefined: undefinedValue,
  this: leaf(NodeKind.This),
  super: leaf(NodeKind.Super),
  import: metaProperty,
  meta_property: metaProperty,
  number: leaf(NodeKind.NumberLiteral, numberText),
  true: leaf(NodeKind.BooleanLiteral, (text) => text),
  false: leaf(NodeKind.BooleanLiteral, (text) => text),
  null: leaf(NodeKind.NoneLiteral),
  regex: leaf(NodeKind.RegexLiteral, (text) => text),
  string,
  template_string: templateString,
  array: elements,
  array_pattern: elements,
  object,
  object_pattern: object,
  pair,
  pair_pattern: pair,
  object_assignment_pattern: objectDefault,
  assignment_pattern: withDefault,
  rest_pattern: spread,
  spread_element: spread,
  method_definition: lowerMethodEntry,
  parenthesized_expression: transparent,
  as_expression: transparent,
  satisfies_expression: transparent,
  non_null_expression: transparent,
  type_assertion: transparent,
  instantiation_expression: first,
  member_expression: member,
  subscript_expression: subscript,
  call_expression: call,
  new_expression: newCall,
  await_expression: awaited,
  yield_expression: yielded,
  binary_expression: binary,
  unary_expression: unary,
  update_expression: update,
  assignment_expression: assignment,
  augmented_assignment_expression: augmented,
  ternary_expression: conditional,
  sequence_expression: sequence,
  arrow_function: lowerFunction,
  function_expression: lowerFunction,
  generator_function: lowerFunction,
  class: lowerClass,
  ...JSX,
};
