import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  assignLower,
  asValue,
  binaryLower,
  fieldsLower,
  indexLower,
  leafLower,
  listLower,
  memberLower,
  methodCallLower,
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
import {
  blockLower,
  classLower,
  declareLower,
  doLower,
  forCountLower,
  forEachLower,
  ifLower,
  jumpLower,
  labelledLower,
  nothingLower,
  returnLower,
  scopedLower,
  statementsLower,
  throwLower,
  whileLower,
} from '../generic/lowerStatements.ts';
import { spaceless } from '../generic/texts.ts';

const TYPES = [
  ...['type_identifier', 'generic_type', 'scoped_type_identifier', 'array_type', 'integral_type'],
  ...['floating_point_type', 'boolean_type', 'void_type', 'annotated_type', 'class_literal'],
];

/** A class is named as a variable, so that its own name means it; other types by their text. */
function typeOrName(l: Lowering, node: number): void {
  let at = node;
  if (l.type(at) === 'generic_type') at = l.parts(at)[0] ?? at;
  if (l.type(at) === 'type_identifier') l.name(at);
  else l.expression(node);
}

/** `new T(…)`; the class body behind it becomes an argument. */
const creation: Lower = (l, node) => {
  const type = l.field(node, 'type');
  const list = l.field(node, 'arguments');
  const body = l.walk.childOf(node, 'class_body');
  const parts = (): void => {
    if (type >= 0) typeOrName(l, type);
    else l.empty(node);
    if (list >= 0) l.expressions(l.parts(list));
    if (body < 0) return;
    l.around(NodeKind.ClassDefinition, body, () => {
      l.empty(body);
      l.out.leaf(NodeKind.Bases, l.startLine(body));
      l.block(body);
    });
  };
  l.around(NodeKind.Call, node, parts, '', NodeFlag.New);
};

/** `A::run` is the member; `A::new` a function of its own. */
const methodReference: Lower = (l, node) => {
  const parts = l.parts(node).filter((part) => l.type(part) !== 'type_arguments');
  const last = parts[parts.length - 1] ?? node;
  const named = parts.length > 1 && l.type(last) === 'identifier';
  l.around(
    NodeKind.Attribute,
    node,
    () => {
      if (parts[0] === undefined) l.empty(node);
      else typeOrName(l, parts[0]);
    },
    named ? l.text(last) : 'new',
  );
};

const instanceOf: Lower = (l, node) => {
  const right = l.field(node, 'right');
  const name = l.field(node, 'name');
  const pattern = l.field(node, 'pattern');
  l.around(
    NodeKind.Comparison,
    node,
    () => {
      l.expression(l.field(node, 'left'), node);
      if (name < 0) l.expression(right >= 0 ? right : pattern, node);
      else
        l.around(
          NodeKind.Pattern,
          right,
          () => {
            l.around(NodeKind.Pattern, right, () => l.leaf(NodeKind.TypeName, right, spaceless(l.text(right))), 'type');
            l.name(name);
          },
          'as',
        );
    },
    'instanceof',
  );
};

const cast: Lower = (l, node) => {
  const type = l.walk.fields(node, 'type').map((part) => spaceless(l.text(part)));
  l.around(NodeKind.Cast, node, () => l.expression(l.field(node, 'value'), node), type.join('&'));
};

/** `new int[3]` is a Call of the type; with values the list of them. */
const arrayCreation: Lower = (l, node) => {
  const value = l.field(node, 'value');
  if (value >= 0) {
    l.expression(value);
    return;
  }
  const rest = l.walk.fields(node, 'dimensions').flatMap((part) => l.parts(part));
  l.around(
    NodeKind.Call,
    node,
    () => {
      l.leaf(NodeKind.TypeName, node, `${spaceless(l.text(l.field(node, 'type')))}[]`);
      l.expressions(rest);
    },
    '',
    NodeFlag.New,
  );
};

/** Java's text blocks lose their common indentation; here the text stands as it is between its quotes. */
const stringLiteral = stringLower();

/** `switch` falls through in its old form; rules with arrows do not. */
const switchForm: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const groups = body < 0 ? [] : l.parts(body);
  const arrows = groups.some((group) => l.type(group) === 'switch_rule');
  l.around(
    NodeKind.Switch,
    node,
    () => {
      l.expression(l.field(node, 'condition'), node);
      for (const group of groups) switchCase(l, group);
    },
    arrows ? 'match' : 'switch',
  );
};

function switchCase(l: Lowering, node: number): void {
  const labels = l.parts(node).filter((part) => l.type(part) === 'switch_label');
  const rest = l.parts(node).filter((part) => l.type(part) !== 'switch_label');
  l.around(NodeKind.Case, node, () => {
    for (const label of labels) {
      for (const part of l.parts(label)) {
        if (l.type(part) === 'guard') l.around(NodeKind.Guard, part, () => l.expressions(l.parts(part)));
        else l.expression(part);
      }
    }
    const only = rest.length === 1 && l.type(rest[0]!) === 'block' ? rest[0]! : -1;
    if (only >= 0 && l.type(node) === 'switch_rule') l.block(only);
    else l.blockOf(rest, node);
  });
}

const tryForm: Lower = (l, node) => {
  const resources = l.field(node, 'resources');
  const catches = l.parts(node).filter((part) => l.type(part) === 'catch_clause');
  const last = l.parts(node).find((part) => l.type(part) === 'finally_clause') ?? -1;
  const body = l.field(node, 'body');
  const main = (): void => {
    if (resources < 0) l.block(body, node);
    else
      l.around(NodeKind.With, node, () => {
        for (const resource of l.parts(resources)) item(l, resource);
        l.block(body, node);
      });
  };
  if (catches.length === 0 && last < 0) {
    main();
    return;
  }
  l.around(NodeKind.Try, node, () => {
    if (resources < 0) main();
    else l.around(NodeKind.Block, node, main);
    for (const one of catches) catchClause(l, one);
    if (last >= 0) l.around(NodeKind.Finally, last, () => l.block(l.parts(last)[0] ?? -1, last));
  });
};

function item(l: Lowering, node: number): void {
  const name = l.field(node, 'name');
  const value = l.field(node, 'value');
  l.around(NodeKind.WithItem, node, () => {
    if (value < 0) l.expressions(l.parts(node));
    else l.expression(value);
    if (name >= 0) l.expression(name);
  });
}

function catchClause(l: Lowering, node: number): void {
  const parameter = l.walk.childOf(node, 'catch_formal_parameter');
  const type = l.walk.childOf(parameter, 'catch_type');
  const types = type < 0 ? [] : l.parts(type);
  l.around(NodeKind.Catch, node, () => {
    if (types.length === 1) typeOrName(l, types[0]!);
    else l.around(NodeKind.Tuple, node, () => types.forEach((one) => typeOrName(l, one)));
    l.expression(l.field(parameter, 'name'), node);
    l.block(l.field(node, 'body'), node);
  });
}

const local: Lower = (l, node) => {
  for (const part of l.walk.fields(node, 'declarator')) l.statement(part);
};

/** The value of a switch's block: what `yield` says is its last expression. */
const yieldStatement: Lower = (l, node) => {
  l.around(NodeKind.ExpressionStatement, node, () => l.expressions(l.parts(node)));
};

const explicitConstructor: Lower = (l, node) => {
  const which = l.field(node, 'constructor');
  const list = l.field(node, 'arguments');
  l.around(NodeKind.ExpressionStatement, node, () => {
    l.around(NodeKind.Call, node, () => {
      l.expression(which, node);
      if (list >= 0) l.expressions(l.parts(list));
    });
  });
};

const ASSIGN = assignLower();

export const JAVA_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...Object.fromEntries(TYPES.map((type) => [type, typeLower])),
  identifier: nameLower,
  this: leafLower(NodeKind.This),
  super: leafLower(NodeKind.Super),
  null_literal: leafLower(NodeKind.NoneLiteral),
  true: leafLower(NodeKind.BooleanLiteral, () => 'true'),
  false: leafLower(NodeKind.BooleanLiteral, () => 'false'),
  decimal_integer_literal: numberLower,
  hex_integer_literal: numberLower,
  octal_integer_literal: numberLower,
  binary_integer_literal: numberLower,
  decimal_floating_point_literal: numberLower,
  hex_floating_point_literal: numberLower,
  character_literal: leafLower(NodeKind.CharacterLiteral, (text) => unescaped(text.slice(1, -1))),
  string_literal: stringLiteral,
  parenthesized_expression: passLower,
  field_access: memberLower('object', 'field'),
  method_invocation: methodCallLower('object', 'name'),
  method_reference: methodReference,
  object_creation_expression: creation,
  array_creation_expression: arrayCreation,
  array_initializer: listLower(NodeKind.List),
  array_access: indexLower,
  binary_expression: binaryLower(),
  unary_expression: unaryLower,
  update_expression: updateLower,
  assignment_expression: asValue(ASSIGN),
  instanceof_expression: instanceOf,
  cast_expression: cast,
  ternary_expression: fieldsLower(NodeKind.Conditional, ['condition|', 'consequence|', 'alternative|']),
  switch_expression: asValue(switchForm),
};

export const JAVA_STATEMENTS: Readonly<Record<string, Lower>> = {
  expression_statement: statementsLower,
  assignment_expression: ASSIGN,
  update_expression: stepLower,
  switch_expression: switchForm,
  explicit_constructor_invocation: explicitConstructor,
  block: blockLower,
  local_variable_declaration: local,
  field_declaration: local,
  variable_declarator: declareLower('name', 'value'),
  if_statement: ifLower(),
  while_statement: whileLower(),
  do_statement: doLower(),
  for_statement: forCountLower(),
  enhanced_for_statement: forEachLower('name', 'value'),
  return_statement: returnLower,
  throw_statement: throwLower,
  yield_statement: yieldStatement,
  break_statement: jumpLower(NodeKind.Break),
  continue_statement: jumpLower(NodeKind.Continue),
  labeled_statement: labelledLower,
  assert_statement: listLower(NodeKind.Assert),
  try_statement: tryForm,
  try_with_resources_statement: tryForm,
  synchronized_statement: scopedLower('synchronized'),
  class_declaration: classLower(),
  enum_declaration: classLower(),
  record_declaration: classLower(),
  interface_declaration: classLower(),
  ';': nothingLower,
};

const list = (l: Lowering, node: number): number[] => {
  const parameters = l.field(node, 'parameters');
  if (parameters < 0) return [];
  return l.type(parameters) === 'identifier' ? [parameters] : l.parts(parameters);
};

const shape: FunctionShape = { parameters: list, body: (l, node) => l.field(node, 'body') };

export const JAVA_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  method_declaration: shape,
  constructor_declaration: shape,
  compact_constructor_declaration: shape,
  lambda_expression: { ...shape, flags: () => NodeFlag.Lexical },
};

const parameter: Lower = (l, node) => {
  const rest = l.walk.childOf(node, 'variable_declarator');
  const name = l.field(rest < 0 ? node : rest, 'name');
  l.around(NodeKind.Parameter, node, () => l.expression(name, node), '', rest < 0 ? 0 : NodeFlag.Rest);
};

export const JAVA_PARAMETERS: Readonly<Record<string, Lower>> = {
  formal_parameter: parameter,
  spread_parameter: parameter,
};
