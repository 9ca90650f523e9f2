import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  assignLower,
  asValue,
  binaryLower,
  callLower,
  castLower,
  fieldsLower,
  indexLower,
  leafLower,
  listLower,
  memberLower,
  nameLower,
  numberLower,
  passLower,
  stepLower,
  stringLower,
  typeLower,
  unaryLower,
  unescaped,
  updateLower,
} from '../generic/lowerRules.ts';
import { declaredName, functionDeclarator } from './declarators.ts';
import {
  blockLower,
  classLower,
  doLower,
  forCountLower,
  ifLower,
  labelledLower,
  nothingLower,
  returnLower,
  statementsLower,
  whileLower,
} from '../generic/lowerStatements.ts';
import { spaceless } from '../generic/texts.ts';

/** `sizeof x`, `alignof(T)`. */
const sizeOf: Lower = (l, node) => {
  const word = /^\w+/.exec(l.text(node))?.[0] ?? 'sizeof';
  l.around(NodeKind.Unary, node, () => l.expressions(l.parts(node)), word);
};

/** Operands of nested commas in a row. */
const comma: Lower = (l, node) => {
  const operands = (at: number): void => {
    if (l.type(at) === 'comma_expression') l.parts(at).forEach(operands);
    else l.expression(at);
  };
  l.around(NodeKind.Sequence, node, () => operands(node));
};

/** Strings side by side are one string. */
const concatenated: Lower = (l, node) => {
  const parts = l.parts(node);
  if (parts.some((part) => l.type(part) !== 'string_literal')) l.other(node);
  else
    l.leaf(
      NodeKind.StringLiteral,
      node,
      parts.map((part) => unescaped(l.text(part).replace(/^[^"]*"|"$/g, ''))).join(''),
    );
};

/** `{1, 2}`, `{.x = 1}`, `{[0] = 1}`. */
const initializer: Lower = (l, node) => {
  const keyed = l.parts(node).some((part) => l.type(part) === 'initializer_pair');
  l.around(keyed ? NodeKind.Dictionary : NodeKind.List, node, () => l.expressions(l.parts(node)));
};

const pair: Lower = (l, node) => {
  const value = l.field(node, 'value');
  const keys = l.parts(node).filter((part) => part !== value);
  l.around(NodeKind.Entry, node, () => {
    const [first] = keys;
    if (keys.length !== 1 || first === undefined)
      l.around(NodeKind.Other, node, () => l.expressions(keys), 'designators');
    else if (l.type(first) === 'field_designator')
      l.leaf(NodeKind.StringLiteral, first, l.text(first).replace(/^\.\s*/, ''));
    else l.expressions(l.parts(first));
    l.expression(value, node);
  });
};

/** `(struct s){…}` makes a value of the type. */
const compound: Lower = (l, node) => {
  l.around(
    NodeKind.Call,
    node,
    () => {
      l.leaf(NodeKind.TypeName, node, spaceless(l.text(l.field(node, 'type'))));
      l.expressions(l.parts(l.field(node, 'value')));
    },
    '',
    NodeFlag.New,
  );
};

/** Names that a declarator declares; sizes of arrays stay. */
function target(l: Lowering, declarator: number): void {
  const sizes: number[] = [];
  for (let at = declarator; at >= 0 && l.type(at) !== 'identifier'; at = l.field(at, 'declarator')) {
    const size = l.type(at) === 'array_declarator' ? l.field(at, 'size') : -1;
    if (size >= 0) sizes.push(size);
  }
  const name = declaredName(l.walk, declarator);
  if (name < 0) l.empty(declarator);
  else if (l.type(name) === 'structured_binding_declarator')
    l.around(NodeKind.Tuple, name, () => l.parts(name).forEach((part) => l.name(part)));
  else if (sizes.length > 0) l.around(NodeKind.Index, declarator, () => (l.name(name), l.expressions(sizes)));
  else l.name(name);
}

/** `T a = x, *b;`: each declarator is a statement; a prototype none. `T q(4)` and `T q{4}` call the type. */
export const declarationLower: Lower = (l, node) => {
  const constant = l.parts(node).some((part) => l.type(part) === 'type_qualifier' && /const/.test(l.text(part)));
  const flags = NodeFlag.Declares | (constant ? NodeFlag.Constant : 0);
  for (const declarator of l.walk.fields(node, 'declarator')) {
    const isInit = l.type(declarator) === 'init_declarator';
    const value = l.field(isInit ? declarator : node, 'value');
    const inner = isInit ? l.field(declarator, 'declarator') : declarator;
    if (
      value < 0 &&
      functionDeclarator(l.walk, declarator) >= 0 &&
      l.walk.variableOf[declaredName(l.walk, declarator)]! < 0
    )
      continue;
    if (value < 0) l.around(NodeKind.Declare, declarator, () => target(l, declarator));
    else
      l.around(
        NodeKind.Assign,
        declarator,
        () => {
          target(l, inner);
          if (l.type(value) === 'argument_list') constructed(l, node, value);
          else l.expression(value);
        },
        '',
        flags,
      );
  }
};

function constructed(l: Lowering, declaration: number, list: number): void {
  const type = spaceless(l.text(l.field(declaration, 'type')));
  l.around(
    NodeKind.Call,
    list,
    () => {
      l.leaf(NodeKind.TypeName, list, type);
      l.expressions(l.parts(list));
    },
    '',
    NodeFlag.New,
  );
}

const switchForm: Lower = (l, node) => {
  const body = l.field(node, 'body');
  l.around(
    NodeKind.Switch,
    node,
    () => {
      l.expression(l.field(node, 'condition'), node);
      for (const part of body < 0 ? [] : l.parts(body)) {
        if (l.type(part) === 'case_statement') switchCase(l, part);
        else l.statement(part);
      }
    },
    'switch',
  );
};

function switchCase(l: Lowering, node: number): void {
  const value = l.field(node, 'value');
  l.around(NodeKind.Case, node, () => {
    if (value >= 0) l.expression(value);
    l.blockOf(
      l.parts(node).filter((part) => part !== value),
      node,
    );
  });
}

/** A branch of the preprocessor is an `If` whose test is its condition's text. */
const branch: Lower = (l, node) => {
  const head = [l.field(node, 'name'), l.field(node, 'condition')];
  const other = l.field(node, 'alternative');
  const end = Math.max(...head);
  const test = end < 0 ? '' : l.walk.text.slice(l.walk.start[node], l.walk.end[end]).replace(/\s+/g, ' ');
  const rest = l.parts(node).filter((part) => part !== other && !head.includes(part));
  if (l.type(node) === 'preproc_else') {
    l.statements(rest);
    return;
  }
  l.around(NodeKind.If, node, () => {
    l.leaf(NodeKind.Other, node, test.replace(/^#\s*el/, '#'));
    l.blockOf(rest, node);
    if (other >= 0) l.blockOf([other], other);
  });
};

const ASSIGN = assignLower();

export const C_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...Object.fromEntries(
    [
      ...['primitive_type', 'type_identifier', 'sized_type_specifier', 'type_descriptor', 'struct_specifier'],
      ...['union_specifier', 'enum_specifier'],
    ].map((type) => [type, typeLower]),
  ),
  identifier: nameLower,
  null: leafLower(NodeKind.NoneLiteral),
  true: leafLower(NodeKind.BooleanLiteral, () => 'true'),
  false: leafLower(NodeKind.BooleanLiteral, () => 'false'),
  number_literal: numberLower,
  char_literal: leafLower(NodeKind.CharacterLiteral, (text) => unescaped(text.replace(/^[^']*'|'$/g, ''))),
  string_literal: stringLower(),
  concatenated_string: concatenated,
  parenthesized_expression: passLower,
  field_expression: memberLower('argument', 'field'),
  call_expression: callLower('function'),
  subscript_expression: indexLower,
  pointer_expression: unaryLower,
  unary_expression: unaryLower,
  binary_expression: binaryLower(),
  update_expression: updateLower,
  assignment_expression: asValue(ASSIGN),
  comma_expression: comma,
  conditional_expression: fieldsLower(NodeKind.Conditional, ['condition|', 'consequence|', 'alternative|']),
  cast_expression: castLower(),
  sizeof_expression: sizeOf,
  alignof_expression: sizeOf,
  initializer_list: initializer,
  initializer_pair: pair,
  compound_literal_expression: compound,
};

export const C_STATEMENTS: Readonly<Record<string, Lower>> = {
  expression_statement: statementsLower,
  assignment_expression: ASSIGN,
  update_expression: stepLower,
  comma_expression: (l, node) => {
    const operands = (at: number): void => {
      if (l.type(at) === 'comma_expression') l.parts(at).forEach(operands);
      else l.statement(at);
    };
    operands(node);
  },
  compound_statement: blockLower,
  declaration: declarationLower,
  if_statement: ifLower(),
  while_statement: whileLower(),
  do_statement: doLower(),
  for_statement: forCountLower('initializer'),
  switch_statement: switchForm,
  return_statement: returnLower,
  break_statement: leafLower(NodeKind.Break),
  continue_statement: leafLower(NodeKind.Continue),
  labeled_statement: labelledLower,
  preproc_if: branch,
  preproc_ifdef: branch,
  preproc_elif: branch,
  preproc_elifdef: branch,
  preproc_else: branch,
  preproc_def: nothingLower,
  preproc_function_def: nothingLower,
  preproc_call: nothingLower,
  preproc_include: nothingLower,
  type_definition: nothingLower,
  struct_specifier: classLower(),
  union_specifier: classLower(),
  enum_specifier: listLower(NodeKind.Other, 'enum'),
};

/** The parameters of a definition; `(void)` has none. */
export function parametersOf(l: Lowering, node: number): number[] {
  const declarator = l.field(node, 'declarator');
  const head =
    l.type(declarator) === 'abstract_function_declarator' ? declarator : functionDeclarator(l.walk, declarator);
  const list = l.field(head, 'parameters');
  const found = list < 0 ? [] : l.parts(list);
  return found.length === 1 && l.text(found[0]!) === 'void' ? [] : found;
}

const shape: FunctionShape = { parameters: parametersOf, body: (l, node) => l.field(node, 'body') };

export const C_FUNCTIONS: Readonly<Record<string, FunctionShape>> = { function_definition: shape };

const parameter: Lower = (l, node) => {
  const declarator = l.field(node, 'declarator');
  const name = declarator < 0 ? -1 : declaredName(l.walk, declarator);
  const value = l.field(node, 'default_value');
  const rest = /^variadic/.test(l.type(node)) || l.type(declarator) === 'variadic_declarator';
  const flags = (rest ? NodeFlag.Rest : 0) | (value >= 0 ? NodeFlag.Optional : 0);
  const parts = (): void => {
    if (name < 0) l.empty(node);
    else if (l.type(name) === 'identifier') l.name(name);
    else l.expression(name);
    if (value >= 0) l.expression(value);
  };
  l.around(NodeKind.Parameter, node, parts, '', flags);
};

export const C_PARAMETERS: Readonly<Record<string, Lower>> = {
  parameter_declaration: parameter,
  variadic_parameter: parameter,
  optional_parameter_declaration: parameter,
  variadic_parameter_declaration: parameter,
};
