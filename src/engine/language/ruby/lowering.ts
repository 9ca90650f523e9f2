import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  asValue,
  binaryLower,
  fieldsLower,
  leafLower,
  listLower,
  numberLower,
  passLower,
  unaryLower,
  unescaped,
} from '../generic/lowerRules.ts';
import { args, identifier, instanceVariable, member, pairValue, target, unbound } from './namesLowering.ts';
import {
  assignment,
  augmented,
  body,
  call,
  callStatement,
  caseForm,
  conditional,
  forLoop,
  modifier,
  next,
  rescueModifier,
  values,
  whileLoop,
} from './statements.ts';
import { classLower, nothingLower } from '../generic/lowerStatements.ts';

function template(l: Lowering, node: number, parts: readonly number[], raw: boolean): void {
  const text = (from: readonly number[]): string =>
    from.map((part) => (raw ? l.text(part) : unescaped(l.text(part)))).join('');
  if (parts.every((part) => l.type(part) !== 'interpolation')) {
    l.leaf(NodeKind.StringLiteral, node, text(parts));
    return;
  }
  l.around(NodeKind.StringTemplate, node, () => {
    for (const part of parts) {
      if (l.type(part) !== 'interpolation') l.leaf(NodeKind.StringLiteral, part, text([part]));
      else l.around(NodeKind.Interpolation, part, () => l.expressions(l.parts(part)));
    }
  });
}

const string: Lower = (l, node) => template(l, node, l.parts(node), l.text(node).startsWith("'"));

/** The text of a heredoc stands behind the line that it begins in. */
const heredoc: Lower = (l, node) => {
  const { walk } = l;
  const own = /\w+/.exec(l.text(node))?.[0] ?? '';
  for (let at = node + 1; at < walk.tree.count && walk.start[at]! < walk.end[node]! + 4_000; at++) {
    if (l.type(at) !== 'heredoc_body') continue;
    const parts = l.parts(at);
    if (l.text(parts[parts.length - 1] ?? -1).trim() !== own) continue;
    template(
      l,
      node,
      parts.filter((part) => l.type(part) !== 'heredoc_end'),
      false,
    );
    return;
  }
  l.leaf(NodeKind.StringLiteral, node);
};

const pair: Lower = (l, node) => {
  const key = l.field(node, 'key');
  l.around(NodeKind.Entry, node, () => {
    if (l.type(key) === 'hash_key_symbol') l.leaf(NodeKind.SymbolLiteral, key, l.text(key));
    else l.expression(key, node);
    pairValue(l, node, key);
  });
};

const range: Lower = (l, node) => {
  const value = l.operators(node).includes('...') ? '..' : '..=';
  l.around(
    NodeKind.Range,
    node,
    () => (l.expression(l.field(node, 'begin'), node), l.expression(l.field(node, 'end'), node)),
    value,
  );
};

const scopeResolution: Lower = (l, node) => {
  const scope = l.field(node, 'scope');
  const name = l.field(node, 'name');
  if (scope < 0) l.name(name);
  else member(l, node, () => l.expression(scope), l.text(name));
};

const yieldForm: Lower = (l, node) => {
  l.around(NodeKind.Call, node, () => {
    l.leaf(NodeKind.Other, node, 'yield');
    for (const part of l.parts(node)) args(l, part);
  });
};

const word = (text: string): string => text.replace(/^:|^["']|["']$/g, '');

export const RUBY_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  identifier,
  constant: (l, node) => l.name(node),
  instance_variable: instanceVariable,
  class_variable: unbound,
  global_variable: unbound,
  self: leafLower(NodeKind.This),
  super: (l, node) => {
    l.around(NodeKind.Call, node, () => l.leaf(NodeKind.Super, node));
  },
  nil: leafLower(NodeKind.NoneLiteral),
  true: leafLower(NodeKind.BooleanLiteral, () => 'true'),
  false: leafLower(NodeKind.BooleanLiteral, () => 'false'),
  integer: numberLower,
  float: numberLower,
  string,
  chained_string: listLower(NodeKind.StringTemplate),
  heredoc_beginning: heredoc,
  simple_symbol: leafLower(NodeKind.SymbolLiteral, word),
  hash_key_symbol: leafLower(NodeKind.SymbolLiteral, word),
  bare_string: string,
  character: leafLower(NodeKind.StringLiteral, (text) => unescaped(text.slice(1))),
  delimited_symbol: (l, node) => {
    if (l.walk.has(node, 'interpolation')) l.other(node);
    else l.leaf(NodeKind.SymbolLiteral, node, l.text(node).replace(/^:["']|["']$/g, ''));
  },
  bare_symbol: leafLower(NodeKind.SymbolLiteral),
  string_array: listLower(NodeKind.List),
  symbol_array: listLower(NodeKind.List),
  regex: leafLower(NodeKind.RegexLiteral, (text) => text),
  array: listLower(NodeKind.List),
  hash: listLower(NodeKind.Dictionary),
  right_assignment_list: listLower(NodeKind.Tuple),
  pair,
  range,
  call,
  scope_resolution: scopeResolution,
  element_reference: (l, node) => {
    const parts = l.parts(node);
    l.around(NodeKind.Index, node, () => {
      l.expressions(parts);
      if (parts.length < 2) l.empty(node);
    });
  },
  splat_argument: listLower(NodeKind.Spread),
  hash_splat_argument: listLower(NodeKind.Spread, '', NodeFlag.KeywordRest),
  binary: binaryLower(),
  unary: unaryLower,
  conditional: fieldsLower(NodeKind.Conditional, ['condition|', 'consequence|', 'alternative|']),
  parenthesized_statements: passLower,
  pattern: passLower,
  assignment: asValue(assignment),
  operator_assignment: asValue(augmented),
  yield: yieldForm,
  rescue_modifier: asValue(rescueModifier),
  if: asValue(conditional(false)),
  unless: asValue(conditional(true)),
  case: asValue(caseForm),
  case_match: asValue(caseForm),
};

export const RUBY_STATEMENTS: Readonly<Record<string, Lower>> = {
  call: callStatement,
  assignment,
  operator_assignment: augmented,
  body_statement: body,
  block_body: body,
  begin: body,
  then: body,
  do: body,
  else: body,
  elsif: conditional(false),
  if: conditional(false),
  unless: conditional(true),
  if_modifier: modifier(false),
  unless_modifier: modifier(true),
  while: whileLoop(false),
  until: whileLoop(true),
  while_modifier: whileLoop(false),
  until_modifier: whileLoop(true),
  for: forLoop,
  case: caseForm,
  case_match: caseForm,
  rescue_modifier: rescueModifier,
  return: (l, node) => values(l, node, NodeKind.Return),
  next,
  break: (l, node) => l.leaf(NodeKind.Break, node),
  class: classLower(),
  module: classLower(),
  singleton_class: classLower(),
  heredoc_body: nothingLower,
  empty_statement: nothingLower,
};

const shape: FunctionShape = {
  parameters: (l, node) => l.partsIn(node, 'parameters'),
  body: (l, node) => l.field(node, 'body'),
  valueBody: true,
};
const blockShape: FunctionShape = { ...shape, flags: () => NodeFlag.Lexical };

export const RUBY_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  method: shape,
  singleton_method: shape,
  block: blockShape,
  do_block: blockShape,
  // The block of `->` has its body.
  lambda: { ...blockShape, body: (l, node) => l.field(l.field(node, 'body'), 'body') },
};

const parameter =
  (flags: number): Lower =>
  (l, node) => {
    const name = l.field(node, 'name');
    const value = l.field(node, 'value');
    const parts = (): void => {
      if (name < 0) l.empty(node);
      else l.name(name);
      if (value >= 0) l.expression(value);
    };
    l.around(NodeKind.Parameter, node, parts, '', flags | (value >= 0 ? NodeFlag.Optional : 0));
  };

export const RUBY_PARAMETERS: Readonly<Record<string, Lower>> = {
  optional_parameter: parameter(0),
  splat_parameter: parameter(NodeFlag.Rest),
  hash_splat_parameter: parameter(NodeFlag.KeywordRest),
  keyword_parameter: parameter(NodeFlag.KeywordOnly),
  block_parameter: parameter(NodeFlag.Optional),
  destructured_parameter: (l, node) => l.around(NodeKind.Parameter, node, () => target(l, node)),
};
