import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  asValue,
  binaryLower,
  leafLower,
  listLower,
  nameLower,
  numberLower,
  parameterLower,
  passLower,
  typeLower,
  unaryLower,
  unescaped,
  updateLower,
} from '../generic/lowerRules.ts';
import { assignForm, ifForm, jumpForm, objectForm, tryForm, whenForm } from './statements.ts';
import { spaceless } from '../generic/texts.ts';

/** A value with suffixes: `.name`, `?.name`, `::name`, `[index]`. */
const navigation: Lower = (l, node) => {
  const [object, ...suffixes] = l.parts(node);
  const nest = (at: number): void => {
    const suffix = suffixes[at];
    if (suffix === undefined) {
      l.expression(object ?? -1, node);
      return;
    }
    if (l.type(suffix) === 'indexing_suffix') {
      l.around(NodeKind.Index, node, () => {
        nest(at - 1);
        l.expressions(l.parts(suffix));
        if (l.parts(suffix).length === 0) l.empty(node);
      });
      return;
    }
    const [sign = '.'] = l.operators(suffix);
    const name = l.text(l.walk.childOf(suffix, 'simple_identifier'));
    const value = sign === '::' ? `::${name === '' ? 'class' : name}` : name;
    l.around(NodeKind.Attribute, node, () => nest(at - 1), value, sign === '?.' ? NodeFlag.Optional : 0);
  };
  nest(suffixes.length - 1);
};

/** `callee(arguments) { … }`: a lambda behind the brackets is the last argument. */
const call: Lower = (l, node) => {
  const [callee, suffix] = l.parts(node);
  l.around(NodeKind.Call, node, () => {
    l.expression(callee ?? -1, node);
    for (const part of suffix === undefined ? [] : l.parts(suffix)) {
      if (l.type(part) === 'value_arguments') l.expressions(l.parts(part));
      else if (l.type(part) === 'annotated_lambda') l.expression(l.walk.childOf(part, 'lambda_literal'), part);
    }
  });
};

const argument: Lower = (l, node) => {
  const parts = l.parts(node);
  if (!l.walk.has(node, '=')) l.expressions(parts);
  else l.around(NodeKind.KeywordArgument, node, () => l.expressions(parts.slice(1)), l.text(parts[0] ?? -1));
};

const OPERATORS: Record<string, string> = { and: '&', or: '|', xor: '^', shl: '<<', shr: '>>', ushr: '>>>' };

/** Writes two parts, `Empty` where one is missing. */
const both = (l: Lowering, node: number, first: number, second: number) => (): void => {
  l.expression(first, node);
  l.expression(second, node);
};

/** `a shl b` is an operator; `0 until n` a range; else a call of a method. */
const infix: Lower = (l, node) => {
  const [left = -1, name = -1, right = -1] = l.parts(node);
  const word = l.text(name);
  const sides = both(l, node, left, right);
  if (Object.hasOwn(OPERATORS, word)) l.around(NodeKind.Binary, node, sides, OPERATORS[word]);
  else if (word === 'until') l.around(NodeKind.Range, node, sides, '..');
  else
    l.around(NodeKind.Call, node, () => {
      l.around(NodeKind.Attribute, node, () => l.expression(left, node), word);
      l.expression(right, node);
    });
};

const BINARY = binaryLower();

/** `a in b`, `a !in b`, `a is T`, `a !is T`. */
const check: Lower = (l, node) => {
  const [left = -1, right = -1] = l.parts(node);
  const sign = spaceless(l.operators(node).join(''));
  const sides = both(l, node, left, right);
  const compare = (operator: string): number => l.around(NodeKind.Comparison, node, sides, operator);
  if (sign === '!is') l.around(NodeKind.Not, node, () => compare('instanceof'));
  else compare(sign === 'is' ? 'instanceof' : sign === '!in' ? 'not in' : 'in');
};

const cast: Lower = (l, node) => {
  const [value = -1, type = -1] = l.parts(node);
  const optional = l.walk.has(node, 'as?') ? 'as? ' : 'as ';
  l.around(NodeKind.Cast, node, () => l.expression(value, node), optional + spaceless(l.text(type)));
};

const range: Lower = (l, node) => {
  const [from = -1, to = -1] = l.parts(node);
  l.around(NodeKind.Range, node, both(l, node, from, to), l.operators(node).includes('..<') ? '..' : '..=');
};

const prefix: Lower = (l, node) => {
  const parts = l.parts(node).filter((part) => !/^(label|annotation)$/.test(l.type(part)));
  if (/^(\+\+|--)/.test(l.text(node))) updateLower(l, node);
  else if (l.operators(node).length === 0) l.expressions(parts);
  else unaryLower(l, node);
};

const postfix: Lower = (l, node) => {
  if (l.operators(node).includes('!!')) l.expressions(l.parts(node));
  else updateLower(l, node);
};

/** `"…"` and `"""…"""`: a text, or a template of texts and values. */
const template: Lower = (l, node) => {
  const parts = l.parts(node);
  const raw = l.text(node).startsWith('"""');
  const textOf = (part: number): string => (raw ? l.text(part) : unescaped(l.text(part)));
  if (parts.every((part) => l.type(part) === 'string_content'))
    l.leaf(NodeKind.StringLiteral, node, parts.map(textOf).join(''));
  else
    l.around(NodeKind.StringTemplate, node, () => {
      for (const part of parts) {
        if (l.type(part) === 'string_content') l.leaf(NodeKind.StringLiteral, part, textOf(part));
        else l.around(NodeKind.Interpolation, part, () => l.expression(part));
      }
    });
};

/** `::name`, `T::name`, `T::class` */
const reference: Lower = (l, node) => {
  const parts = l.parts(node);
  const owner = parts.find((part) => /_type$|^type_identifier$/.test(l.type(part))) ?? -1;
  const name = l.walk.childOf(node, 'simple_identifier');
  if (owner < 0) l.expression(name, node);
  else
    l.around(
      NodeKind.Attribute,
      node,
      () => (l.type(owner) === 'type_identifier' ? l.name(owner) : l.expression(owner)),
      `::${name < 0 ? 'class' : l.text(name)}`,
    );
};

/** The one expression that a branch holds; -1 where it holds statements. */
function onlyExpression(l: Lowering, node: number): number {
  if (node < 0) return -1;
  const parts = l.walk.language.blocks.includes(l.type(node)) ? l.blockParts(node) : [node];
  const [first] = parts;
  const isStatement =
    /^(assignment|property_declaration|function_declaration|class_declaration|jump_expression|(for|while|do_while)_statement|when_expression|try_expression)$/;
  return parts.length === 1 && !isStatement.test(l.type(first!)) ? first! : -1;
}

/** `if (a) b else c` where its value is used. */
const ifValue: Lower = (l, node) => {
  const branches = l.walk.children(node).filter((part) => l.type(part) === 'control_structure_body');
  const [then = -1, otherwise = -1] = branches.map((branch) => onlyExpression(l, branch));
  const [test = -1] = l.parts(node);
  if (then < 0 || otherwise < 0) asValue(ifForm)(l, node);
  else l.around(NodeKind.Conditional, node, () => l.expressions([test, then, otherwise]));
};

export const KOTLIN_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  simple_identifier: nameLower,
  interpolated_identifier: nameLower,
  type_identifier: nameLower,
  user_type: typeLower,
  nullable_type: typeLower,
  function_type: typeLower,
  parenthesized_type: typeLower,
  this_expression: (l, node) =>
    l.parts(node).length === 0 ? l.leaf(NodeKind.This, node) : l.leaf(NodeKind.Other, node, spaceless(l.text(node))),
  super_expression: leafLower(NodeKind.Super),
  null: leafLower(NodeKind.NoneLiteral),
  boolean_literal: leafLower(NodeKind.BooleanLiteral, (text) => text),
  integer_literal: numberLower,
  hex_literal: numberLower,
  bin_literal: numberLower,
  real_literal: numberLower,
  long_literal: numberLower,
  unsigned_literal: numberLower,
  character_literal: leafLower(NodeKind.CharacterLiteral, (text) => unescaped(text.slice(1, -1))),
  string_literal: template,
  interpolated_expression: passLower,
  parenthesized_expression: passLower,
  annotated_lambda: passLower,
  variable_declaration: (l, node) => l.expression(l.walk.childOf(node, 'simple_identifier'), node),
  multi_variable_declaration: listLower(NodeKind.Tuple),
  directly_assignable_expression: navigation,
  navigation_expression: navigation,
  indexing_expression: navigation,
  call_expression: call,
  value_argument: argument,
  spread_expression: listLower(NodeKind.Spread),
  collection_literal: listLower(NodeKind.List),
  callable_reference: reference,
  additive_expression: BINARY,
  multiplicative_expression: BINARY,
  comparison_expression: BINARY,
  equality_expression: BINARY,
  conjunction_expression: BINARY,
  disjunction_expression: BINARY,
  elvis_expression: BINARY,
  range_expression: range,
  infix_expression: infix,
  check_expression: check,
  as_expression: cast,
  prefix_expression: prefix,
  postfix_expression: postfix,
  assignment: asValue(assignForm),
  if_expression: ifValue,
  when_expression: asValue(whenForm),
  try_expression: asValue(tryForm),
  jump_expression: asValue(jumpForm),
  object_literal: objectForm,
};

const listed = (l: Lowering, node: number): number[] => {
  const list = l.walk.childOf(node, 'function_value_parameters', 'lambda_parameters');
  return list < 0
    ? [l.walk.childOf(node, 'parameter_with_optional_type')].filter((part) => part >= 0)
    : l.parts(list).filter((part) => /^(parameter|(multi_)?variable_declaration)$/.test(l.type(part)));
};

/** A block, or the expression behind `=`. */
const bodyOf: FunctionShape['body'] = (l, node) => {
  const body = l.walk.childOf(node, 'function_body');
  return body >= 0 && l.walk.has(body, '=') ? (l.parts(body)[0] ?? -1) : body;
};

const shape: FunctionShape = { parameters: listed, body: bodyOf };

export const KOTLIN_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  function_declaration: shape,
  anonymous_function: shape,
  getter: shape,
  setter: shape,
  secondary_constructor: {
    parameters: listed,
    body: (l, node) => l.walk.childOf(node, 'statements'),
    prologue: (l, node) => [l.walk.childOf(node, 'constructor_delegation_call')].filter((part) => part >= 0),
  },
  lambda_literal: {
    parameters: listed,
    body: (l, node) => l.walk.childOf(node, 'statements'),
    valueBody: true,
    flags: () => NodeFlag.Lexical,
  },
};

const parameter: Lower = (l, node) => {
  const { walk } = l;
  const name = walk.childOf(node, 'simple_identifier');
  const before = walk.previous[node]!;
  const rest = before >= 0 && l.type(before) === 'parameter_modifiers' && /\bvararg\b/.test(l.text(before));
  parameterLower(l, node, name, rest ? NodeFlag.Rest : 0);
};

export const KOTLIN_PARAMETERS: Readonly<Record<string, Lower>> = {
  parameter,
  parameter_with_optional_type: parameter,
};
