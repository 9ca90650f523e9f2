import { NodeFlag, NodeKind } from '../../ir/model.ts';
import { declaredName, lastName } from '../c/declarators.ts';
import { C_EXPRESSIONS, C_PARAMETERS, C_STATEMENTS, declarationLower, parametersOf } from '../c/lowering.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { leafLower, listLower, nameLower, partLower, passLower } from '../generic/lowerRules.ts';
import { classLower, ifLower, nothingLower, returnLower, throwLower } from '../generic/lowerStatements.ts';
import { spaceless } from '../generic/texts.ts';

/** `f<T>` is `f`. */
const bare = (l: Lowering, node: number): number =>
  /^template_/.test(l.type(node)) ? Math.max(node, l.field(node, 'name')) : node;

/** `a::b::c`: c of b of a. */
const qualified: Lower = (l, node) => {
  const names: number[] = [];
  let at = node;
  for (; at >= 0 && l.type(at) === 'qualified_identifier'; at = l.field(at, 'name')) {
    const scope = l.field(at, 'scope');
    if (scope >= 0) names.push(bare(l, scope));
  }
  if (at >= 0) names.push(bare(l, at));
  const write = (count: number): void => {
    const name = names[count - 1]!;
    if (count === 1) l.name(name);
    else l.around(NodeKind.Attribute, node, () => write(count - 1), l.text(name));
  };
  if (names.length === 0) l.other(node);
  else write(names.length);
};

const field: Lower = (l, node) => {
  const name = lastName(l.walk, bare(l, l.field(node, 'field')));
  l.around(NodeKind.Attribute, node, () => l.expression(l.field(node, 'argument'), node), l.text(name));
};

/** `static_cast<T>(x)` is a cast; other calls are calls. */
const call: Lower = (l, node) => {
  const callee = l.field(node, 'function');
  const list = l.field(node, 'arguments');
  const parts = list < 0 ? [] : l.parts(list);
  const name = l.type(callee) === 'template_function' ? l.text(l.field(callee, 'name')) : '';
  if (/_cast$/.test(name) && parts.length === 1)
    l.around(
      NodeKind.Cast,
      node,
      () => l.expression(parts[0]!),
      spaceless(l.text(l.field(callee, 'arguments')).slice(1, -1)),
    );
  else
    l.around(NodeKind.Call, node, () => {
      l.expression(callee, node);
      l.expressions(parts);
    });
};

/** A class is named as a variable, so that its own name means it; other types by their text. */
function typeOrName(l: Lowering, node: number): void {
  const name = bare(l, node);
  if (l.type(name) === 'type_identifier') l.name(name);
  else if (l.type(name) === 'qualified_identifier') qualified(l, name);
  else l.leaf(NodeKind.TypeName, node < 0 ? name : node, spaceless(l.text(node)));
}

/** `new T(…)`, `T{…}`. */
const creation =
  (args: string): Lower =>
  (l, node) => {
    const type = l.field(node, 'type');
    const list = l.field(node, args);
    const size = l.field(node, 'declarator');
    const parts = (): void => {
      if (type < 0) l.empty(node);
      else typeOrName(l, type);
      if (size >= 0) l.expressions(l.parts(size));
      if (list >= 0) l.expressions(l.parts(list));
    };
    l.around(NodeKind.Call, node, parts, '', NodeFlag.New);
  };

const rangeLoop: Lower = (l, node) => {
  const name = declaredName(l.walk, l.field(node, 'declarator'));
  const first = l.field(node, 'initializer');
  if (first >= 0) l.statement(first);
  l.around(
    NodeKind.ForEach,
    node,
    () => {
      if (name < 0) l.empty(node);
      else if (l.type(name) === 'structured_binding_declarator')
        l.around(NodeKind.Tuple, name, () => l.parts(name).forEach((part) => l.name(part)));
      else l.name(name);
      l.expression(l.field(node, 'right'), node);
      l.block(l.field(node, 'body'), node);
    },
    '',
    NodeFlag.Declares,
  );
};

/** What stands before the condition (`if (auto x = f(); x)`) is a statement before the `if`. */
function beforeCondition(l: Lowering, node: number): void {
  const first = l.field(l.field(node, 'condition'), 'initializer');
  if (first >= 0) l.parts(first).forEach((part) => l.statement(part));
}

/** A condition; a declaration in it is an assignment whose value is used. */
const condition: Lower = (l, node) => {
  const value = l.field(node, 'value');
  if (value < 0) passLower(l, node);
  else if (l.type(value) !== 'declaration') l.expression(value);
  else {
    const at = l.out.count;
    declarationLower(l, value);
    l.out.flag(at, NodeFlag.Expression);
  }
};

const tryForm: Lower = (l, node) => {
  l.around(NodeKind.Try, node, () => {
    l.block(l.field(node, 'body'), node);
    for (const clause of l.parts(node).filter((part) => l.type(part) === 'catch_clause')) {
      const [caught] = l.parts(l.field(clause, 'parameters'));
      const declarator = caught === undefined ? -1 : l.field(caught, 'declarator');
      const name = declarator < 0 ? -1 : declaredName(l.walk, declarator);
      l.around(NodeKind.Catch, clause, () => {
        if (caught === undefined) l.empty(clause);
        else typeOrName(l, l.field(caught, 'type'));
        if (name < 0) l.empty(clause);
        else l.name(name);
        l.block(l.field(clause, 'body'), clause);
      });
    }
  });
};

/** `x_(x)` before a constructor's body: the field is assigned; several arguments are a Tuple. */
const fieldInitializer: Lower = (l, node) => {
  const [name, list] = l.parts(node);
  const values = list === undefined ? [] : l.parts(list);
  l.around(NodeKind.Assign, node, () => {
    l.around(NodeKind.Attribute, node, () => l.leaf(NodeKind.This, node), l.text(name ?? -1));
    if (values.length === 1) l.expression(values[0]!);
    else l.around(NodeKind.Tuple, node, () => l.expressions(values));
  });
};

export const CPP_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...C_EXPRESSIONS,
  this: leafLower(NodeKind.This),
  namespace_identifier: nameLower,
  qualified_identifier: qualified,
  template_function: partLower('name'),
  template_type: (l, node) => typeOrName(l, node),
  field_expression: field,
  call_expression: call,
  new_expression: creation('arguments'),
  compound_literal_expression: creation('value'),
  delete_expression: listLower(NodeKind.Unary, 'delete'),
  condition_clause: condition,
  raw_string_literal: (l, node) => {
    l.leaf(NodeKind.StringLiteral, node, l.text(node).replace(/^[^"]*"[^(]*\(|\)[^)"]*"$/g, ''));
  },
  co_await_expression: listLower(NodeKind.Await),
  throw_expression: throwLower,
  parameter_pack_expansion: listLower(NodeKind.Spread),
  subscript_argument_list: (l, node) => l.expressions(l.parts(node)),
};

export const CPP_STATEMENTS: Readonly<Record<string, Lower>> = {
  ...C_STATEMENTS,
  for_range_loop: rangeLoop,
  if_statement: (l, node) => {
    beforeCondition(l, node);
    ifLower()(l, node);
  },
  switch_statement: (l, node) => {
    beforeCondition(l, node);
    C_STATEMENTS.switch_statement!(l, node);
  },
  try_statement: tryForm,
  throw_statement: throwLower,
  co_return_statement: returnLower,
  co_yield_statement: listLower(NodeKind.Yield),
  delete_expression: listLower(NodeKind.Delete),
  field_initializer: fieldInitializer,
  class_specifier: classLower(),
  using_declaration: nothingLower,
  alias_declaration: nothingLower,
  namespace_alias_definition: nothingLower,
  static_assert_declaration: nothingLower,
  access_specifier: nothingLower,
  template_declaration: (l, node) => {
    for (const part of l.parts(node)) if (l.type(part) !== 'template_parameter_list') l.statement(part);
  },
  field_declaration: declarationLower,
};

const isTest = (l: Lowering, node: number): boolean =>
  l.field(node, 'type') < 0 && /^[A-Z_]+$/.test(l.text(declaredName(l.walk, l.field(node, 'declarator'))));

const shape: FunctionShape = {
  parameters: (l, node) => (isTest(l, node) ? [] : parametersOf(l, node)),
  body: (l, node) => l.field(node, 'body'),
  prologue: (l, node) => {
    const list = l.walk.childOf(node, 'field_initializer_list');
    return list < 0 ? [] : l.parts(list);
  },
};

export const CPP_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  function_definition: shape,
  lambda_expression: {
    parameters: parametersOf,
    body: (l, node) => l.field(node, 'body'),
    flags: () => NodeFlag.Lexical,
  },
};

export const CPP_PARAMETERS = C_PARAMETERS;
