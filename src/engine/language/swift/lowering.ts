import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  asValue,
  binaryLower,
  fieldsLower,
  leafLower,
  listLower,
  nameLower,
  numberLower,
  parameterLower,
  partLower,
  passLower,
  typeLower,
  unaryLower,
  unescaped,
} from '../generic/lowerRules.ts';
import { assignForm, doForm, ifForm, pattern, switchForm } from './statements.ts';
import { spaceless } from '../generic/texts.ts';

const TYPES = ['user_type', 'optional_type', 'array_type', 'dictionary_type', 'tuple_type', 'function_type'];

const navigation: Lower = (l, node) => {
  const optional = l.operators(node).includes('?') ? NodeFlag.Optional : 0;
  const [name = -1] = l.parts(l.field(node, 'suffix'));
  l.around(NodeKind.Attribute, node, () => l.expression(l.field(node, 'target'), node), l.text(name), optional);
};

/** Calls; `value[index]`, which the grammar takes for one; a closure behind the brackets is the last argument. */
const call: Lower = (l, node) => {
  const [callee = -1, suffix = -1] = l.parts(node);
  const parts = suffix < 0 ? [] : l.parts(suffix);
  const list = parts.find((part) => l.type(part) === 'value_arguments') ?? -1;
  const index = list >= 0 && l.text(list).startsWith('[');
  const negated = l.type(callee) === 'bang';
  const args = (): void => {
    for (const part of parts) {
      if (part === list) l.expressions(l.parts(part));
      else if (l.type(part) === 'lambda_literal') l.expression(part);
    }
  };
  // `!(a == b)` reads as a call of `!`.
  if (negated && list >= 0 && l.parts(list).length === 1)
    l.around(NodeKind.Not, node, () => l.expressions(l.parts(list)));
  else if (index && l.parts(list).length > 0)
    l.around(NodeKind.Index, node, () => {
      l.expression(callee, node);
      args();
    });
  else
    l.around(NodeKind.Call, node, () => {
      l.expression(callee, node);
      args();
    });
};

const construction: Lower = (l, node) => {
  const suffix = l.walk.childOf(node, 'constructor_suffix');
  const type = l.field(node, 'constructed_type');
  const [name = -1] = l.type(type) === 'user_type' ? l.parts(type) : [];
  l.around(NodeKind.Call, node, () => {
    if (l.type(name) === 'type_identifier') l.name(name);
    else l.expression(type, node);
    for (const part of suffix < 0 ? [] : l.parts(suffix)) {
      if (l.type(part) === 'value_arguments') l.expressions(l.parts(part));
      else l.expression(part);
    }
  });
};

const argument: Lower = (l, node) => {
  const label = l.walk.childOf(node, 'value_argument_label');
  const rest = l.parts(node).filter((part) => part !== label);
  if (label < 0) l.expressions(rest);
  else l.around(NodeKind.KeywordArgument, node, () => l.expressions(rest), l.text(label));
};

const BINARY = binaryLower('lhs', 'rhs');

const elvis: Lower = (l, node) => {
  const parts = (): void => {
    l.expression(l.field(node, 'value'), node);
    l.expression(l.field(node, 'if_nil'), node);
  };
  l.around(NodeKind.Logical, node, parts, '??');
};

const range: Lower = (l, node) => {
  const open = l.operators(node).includes('..<');
  const parts = (): void => {
    l.expression(l.field(node, 'start'), node);
    l.expression(l.field(node, 'end'), node);
  };
  l.around(NodeKind.Range, node, parts, open ? '..' : '..=');
};

const check: Lower = (l, node) => {
  const [value = -1, type = -1] = l.parts(node);
  const sides = (): void => {
    l.expression(value, node);
    l.expression(type, node);
  };
  l.around(NodeKind.Comparison, node, sides, 'instanceof');
};

const cast: Lower = (l, node) => {
  const parts = l.parts(node);
  const sign = spaceless(l.text(l.walk.childOf(node, 'as_operator')));
  const type = spaceless(l.text(parts.at(-1) ?? -1));
  l.around(NodeKind.Cast, node, () => l.expression(l.field(node, 'expr'), node), `${sign} ${type}`);
};

const prefix: Lower = (l, node) => {
  const target = l.field(node, 'target');
  if (!l.text(node).startsWith('.')) unaryLower(l, node);
  else l.around(NodeKind.Attribute, node, () => l.empty(node), l.text(target));
};

/** `x!` takes what is there. */
const postfix = partLower('target');

/** `try x`; `try?` gives nil where it fails. */
const tries: Lower = (l, node) => {
  const sign = spaceless(l.text(l.walk.childOf(node, 'try_operator')));
  l.around(NodeKind.Propagate, node, () => l.expression(l.field(node, 'expr'), node), sign === 'try' ? '' : sign);
};

const template: Lower = (l, node) => {
  const parts = l.parts(node);
  const isText = (part: number): boolean => /str_text$|^str_escaped_char$/.test(l.type(part));
  const textOf = (part: number): string => unescaped(l.text(part));
  if (parts.every(isText)) {
    l.leaf(NodeKind.StringLiteral, node, parts.map(textOf).join(''));
    return;
  }
  l.around(NodeKind.StringTemplate, node, () => {
    for (const part of parts) {
      if (isText(part)) l.leaf(NodeKind.StringLiteral, part, textOf(part));
      else l.around(NodeKind.Interpolation, part, () => l.expression(part));
    }
  });
};

const dictionary: Lower = (l, node) => {
  const keys = l.walk.fields(node, 'key');
  const values = l.walk.fields(node, 'value');
  l.around(NodeKind.Dictionary, node, () => {
    keys.forEach((key, index) => {
      l.around(NodeKind.Entry, key, () => {
        l.expression(key);
        l.expression(values[index] ?? -1, key);
      });
    });
  });
};

const tuple: Lower = (l, node) => {
  const values = l.walk.fields(node, 'value');
  if (values.length === 1) l.expression(values[0]!);
  else l.around(NodeKind.Tuple, node, () => l.expressions(values));
};

export const SWIFT_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...Object.fromEntries(TYPES.map((type) => [type, typeLower])),
  simple_identifier: nameLower,
  type_identifier: nameLower,
  self_expression: leafLower(NodeKind.This),
  super_expression: leafLower(NodeKind.Super),
  nil: leafLower(NodeKind.NoneLiteral),
  boolean_literal: leafLower(NodeKind.BooleanLiteral, (text) => text),
  integer_literal: numberLower,
  hex_literal: numberLower,
  bin_literal: numberLower,
  oct_literal: numberLower,
  real_literal: numberLower,
  line_string_literal: template,
  multi_line_string_literal: template,
  raw_string_literal: leafLower(NodeKind.StringLiteral, (text) => text.replace(/^#+"|"#+$/g, '')),
  interpolated_expression: passLower,
  value_argument: argument,
  directly_assignable_expression: passLower,
  navigation_expression: navigation,
  call_expression: call,
  constructor_expression: construction,
  array_literal: listLower(NodeKind.List),
  dictionary_literal: dictionary,
  tuple_expression: tuple,
  additive_expression: BINARY,
  multiplicative_expression: BINARY,
  comparison_expression: BINARY,
  equality_expression: BINARY,
  conjunction_expression: BINARY,
  disjunction_expression: BINARY,
  infix_expression: BINARY,
  bitwise_operation: BINARY,
  nil_coalescing_expression: elvis,
  range_expression: range,
  ternary_expression: fieldsLower(NodeKind.Conditional, ['condition|', 'if_true|', 'if_false|']),
  check_expression: check,
  as_expression: cast,
  prefix_expression: prefix,
  postfix_expression: postfix,
  try_expression: tries,
  await_expression: (l, node) => {
    l.around(NodeKind.Await, node, () => l.expression(l.field(node, 'expr'), node));
  },
  assignment: asValue(assignForm),
  if_statement: asValue(ifForm),
  switch_statement: asValue(switchForm),
  do_statement: asValue(doForm),
  pattern,
};

const listed = (l: Lowering, node: number): number[] => l.parts(node).filter((part) => l.type(part) === 'parameter');

/** The statements; of a function with a result the one expression that is it. */
const statementsIn: FunctionShape['body'] = (l, node) => {
  const body = l.field(node, 'body');
  const statements = l.walk.childOf(body < 0 ? node : body, 'statements');
  const parts = statements < 0 ? [] : l.parts(statements);
  const hasResult = /^(lambda_literal|computed_property|computed_getter)$/.test(l.type(node)) || l.walk.has(node, '->');
  return hasResult && parts.length === 1 ? parts[0]! : statements;
};

const shape: FunctionShape = { parameters: listed, body: statementsIn };
const accessor: FunctionShape = { parameters: () => [], body: statementsIn };

export const SWIFT_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  function_declaration: shape,
  init_declaration: shape,
  deinit_declaration: shape,
  computed_property: accessor,
  computed_getter: accessor,
  computed_setter: accessor,
  lambda_literal: {
    parameters: (l, node) => {
      const list = l.walk.childOf(l.walk.childOf(node, 'lambda_function_type'), 'lambda_function_type_parameters');
      return list < 0 ? [] : l.parts(list);
    },
    body: statementsIn,
    flags: () => NodeFlag.Lexical,
  },
};

const parameter: Lower = (l, node) => {
  const name =
    l
      .parts(node)
      .filter((part) => l.type(part) === 'simple_identifier')
      .at(-1) ?? -1;
  parameterLower(l, node, name, l.walk.has(node, '...') ? NodeFlag.Rest : 0);
};

export const SWIFT_PARAMETERS: Readonly<Record<string, Lower>> = { parameter, lambda_parameter: parameter };
