import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  assignLower,
  asValue,
  binaryLower,
  callLower,
  castLower,
  indexLower,
  leafLower,
  listLower,
  memberLower,
  nameLower,
  numberLower,
  passLower,
  stringLower,
  typeLower,
  unescaped,
} from '../generic/lowerRules.ts';
import { forForm, ifForm, jump, labelled, letForm, loopForm, matchForm, whileForm } from './statements.ts';
import { RUST_PATTERNS } from './patterns.ts';
import { blockLower, nothingLower, returnLower, scopedLower } from '../generic/lowerStatements.ts';

const TYPES = [
  ...['type_identifier', 'primitive_type', 'reference_type', 'pointer_type', 'tuple_type', 'array_type', 'unit_type'],
  ...['function_type', 'scoped_type_identifier', 'bracketed_type', 'qualified_type', 'dynamic_type', 'abstract_type'],
];

/** `a::b` is a member of a; types in a path stand by their name, without arguments. */
const path: Lower = (l, node) => {
  const first = l.field(node, 'path');
  const name = l.field(node, 'name');
  if (first < 0) l.expression(name, node);
  else l.around(NodeKind.Attribute, node, () => l.expression(first), l.text(name));
};

const first =
  (field: string): Lower =>
  (l, node) => {
    const inner = l.field(node, field);
    if (l.type(inner) === 'type_identifier') l.name(inner);
    else l.expression(inner, node);
  };

/** `T { a: 1, ..base }`. */
const struct: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const parts = (): void => {
    const name = l.field(node, 'name');
    if (l.type(name) === 'type_identifier') l.name(name);
    else l.expression(name, node);
    for (const part of body < 0 ? [] : l.parts(body)) field(l, part);
  };
  l.around(NodeKind.Call, node, parts, '', NodeFlag.New);
};

function field(l: Lowering, node: number): void {
  const type = l.type(node);
  if (type === 'base_field_initializer')
    l.around(NodeKind.Spread, node, () => l.expressions(l.parts(node)), '', NodeFlag.KeywordRest);
  else if (type === 'shorthand_field_initializer')
    l.around(NodeKind.KeywordArgument, node, () => l.expressions(l.parts(node)), l.text(node));
  else {
    const value = l.field(node, 'value');
    l.around(NodeKind.KeywordArgument, node, () => l.expression(value, node), l.text(l.field(node, 'field')));
  }
}

/**
 * `name!(a, b)`. Arguments are tokens: what stands between commas is one argument, a single token what it is elsewhere,
 * several in a row.
 */
const macro: Lower = (l, node) => {
  const tree = l.walk.childOf(node, 'token_tree');
  const name = l.field(node, 'macro');
  l.around(
    NodeKind.Call,
    node,
    () => {
      if (l.type(name) === 'identifier') l.out.name(l.out.unbound(`${l.text(name)}!`), l.startLine(node));
      else l.expression(name, node);
      if (tree >= 0) tokens(l, tree);
    },
    '',
    NodeFlag.Macro,
  );
};

function tokens(l: Lowering, tree: number): void {
  const { walk } = l;
  let group: number[] = [];
  const flush = (): void => {
    if (group.length === 1) l.expression(group[0]!);
    else if (group.length > 1)
      l.around(NodeKind.Other, group[0]!, () => group.forEach((one) => token(l, one)), 'tokens');
    group = [];
  };
  for (let child = tree + 1; child < walk.next[tree]!; child = walk.next[child]!) {
    if (walk.isComment(child)) continue;
    const text = walk.isNamed(child) ? '' : walk.textOf(child);
    const outer = child === tree + 1 || walk.next[child] === walk.next[tree];
    if (text === ',' || text === ';') flush();
    else if (!outer || walk.isNamed(child)) group.push(child);
  }
  flush();
}

function token(l: Lowering, node: number): void {
  if (l.walk.isNamed(node)) l.expression(node);
  else l.leaf(NodeKind.Other, node, l.text(node));
}

const range: Lower = (l, node) => {
  const inclusive = l.operators(node).includes('..=');
  const parts = l.parts(node);
  const dots = l.operators(node).find((text) => text.startsWith('..')) ?? '..';
  const at = l.walk.childOf(node, dots);
  const from = parts.find((part) => part < at) ?? -1;
  const to = parts.find((part) => part > at) ?? -1;
  l.around(
    NodeKind.Range,
    node,
    () => {
      l.expression(from, node);
      l.expression(to, node);
    },
    inclusive ? '..=' : '..',
  );
};

const unary: Lower = (l, node) => {
  const operator = l.operators(node)[0] ?? '';
  const kind = operator === '!' ? NodeKind.Not : NodeKind.Unary;
  l.around(kind, node, () => l.expressions(l.parts(node)), kind === NodeKind.Not ? '' : operator);
};

/** `&x` and `&mut x`. */
const reference: Lower = (l, node) => {
  const mutable = l.walk.has(node, 'mutable_specifier');
  l.around(NodeKind.Unary, node, () => l.expression(l.field(node, 'value'), node), mutable ? '&mut' : '&');
};

/** `[x; n]` is the list of x, n times. */
const array: Lower = (l, node) => {
  const length = l.field(node, 'length');
  if (length < 0) listLower(NodeKind.List)(l, node);
  else
    l.around(
      NodeKind.Binary,
      node,
      () => {
        l.around(NodeKind.List, node, () => l.expressions(l.parts(node).filter((part) => part !== length)));
        l.expression(length);
      },
      '*',
    );
};

/** Blocks that stand where a value is used. */
const valueBlock: Lower = asValue((l, node) => l.block(node));

const letCondition: Lower = (l, node) => {
  l.around(
    NodeKind.Comparison,
    node,
    () => {
      l.expression(l.field(node, 'value'), node);
      l.expression(l.field(node, 'pattern'), node);
    },
    'matches',
  );
};

const ASSIGN = assignLower();

export const RUST_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...Object.fromEntries(TYPES.map((type) => [type, typeLower])),
  ...RUST_PATTERNS,
  identifier: nameLower,
  self: (l, node) => l.name(node),
  crate: nameLower,
  super: nameLower,
  metavariable: leafLower(NodeKind.Other, (text) => text),
  generic_type: first('type'),
  generic_type_with_turbofish: first('type'),
  generic_function: first('function'),
  scoped_identifier: path,
  integer_literal: numberLower,
  float_literal: numberLower,
  boolean_literal: leafLower(NodeKind.BooleanLiteral, (text) => text),
  char_literal: leafLower(NodeKind.CharacterLiteral, (text) => unescaped(text.replace(/^b?'|'$/g, ''))),
  string_literal: stringLower(),
  raw_string_literal: stringLower(true),
  unit_expression: leafLower(NodeKind.Tuple),
  parenthesized_expression: passLower,
  tuple_expression: listLower(NodeKind.Tuple),
  array_expression: array,
  field_expression: memberLower('value', 'field'),
  call_expression: callLower('function'),
  macro_invocation: macro,
  token_tree: (l, node) => {
    l.around(NodeKind.Other, node, () => tokens(l, node), l.walk.text[l.walk.start[node]!]);
  },
  struct_expression: struct,
  index_expression: indexLower,
  range_expression: range,
  binary_expression: binaryLower(),
  unary_expression: unary,
  reference_expression: reference,
  type_cast_expression: castLower(),
  try_expression: listLower(NodeKind.Propagate),
  await_expression: listLower(NodeKind.Await),
  let_condition: letCondition,
  let_chain: listLower(NodeKind.Logical, 'and'),
  assignment_expression: asValue(ASSIGN),
  compound_assignment_expr: asValue(ASSIGN),
  block: valueBlock,
  unsafe_block: asValue(scopedLower('unsafe')),
  async_block: asValue(scopedLower('async')),
  if_expression: asValue(ifForm),
  match_expression: asValue(matchForm),
  loop_expression: asValue(loopForm),
};

/** `x;` has no value; a last expression without `;` is what the block is worth. */
const expressionStatement: Lower = (l, node) => {
  const { tail } = l;
  if (l.operators(node).includes(';')) l.tail = 'none';
  for (const part of l.parts(node)) l.statement(part);
  l.tail = tail;
};

export const RUST_STATEMENTS: Readonly<Record<string, Lower>> = {
  expression_statement: expressionStatement,
  empty_statement: nothingLower,
  let_declaration: letForm,
  const_item: letForm,
  static_item: letForm,
  block: blockLower,
  unsafe_block: scopedLower('unsafe'),
  if_expression: ifForm,
  match_expression: matchForm,
  while_expression: whileForm,
  loop_expression: loopForm,
  for_expression: forForm,
  return_expression: returnLower,
  break_expression: jump(NodeKind.Break),
  continue_expression: jump(NodeKind.Continue),
  labeled_expression: labelled,
  assignment_expression: ASSIGN,
  compound_assignment_expr: ASSIGN,
  use_declaration: nothingLower,
  attribute_item: nothingLower,
  inner_attribute_item: nothingLower,
};

const parameters = (l: Lowering, node: number): number[] =>
  l.partsIn(node, 'parameters').filter((part) => l.type(part) !== 'attribute_item');

const shape: FunctionShape = { parameters, body: (l, node) => l.field(node, 'body'), valueBody: true };

export const RUST_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  function_item: shape,
  closure_expression: shape,
};

export const RUST_PARAMETERS: Readonly<Record<string, Lower>> = {
  self_parameter: (l, node) => {
    const self = l.walk.childOf(node, 'self');
    l.around(NodeKind.Parameter, node, () => l.expression(self, node), '', NodeFlag.Receiver);
  },
  parameter: (l, node) => {
    l.around(NodeKind.Parameter, node, () => l.expression(l.field(node, 'pattern'), node));
  },
};
