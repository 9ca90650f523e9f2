import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  assignLower,
  binaryLower,
  callLower,
  castLower,
  indexLower,
  leafLower,
  memberLower,
  nameLower,
  numberLower,
  passLower,
  stepLower,
  stringLower,
  typeLower,
  unaryLower,
  unescaped,
} from '../generic/lowerRules.ts';
import {
  blockLower,
  jumpLower,
  labelledLower,
  nothingLower,
  returnLower,
  scopedLower,
  statementsLower,
} from '../generic/lowerStatements.ts';
import { spaceless } from '../generic/texts.ts';

const TYPES = [
  ...['type_identifier', 'qualified_type', 'generic_type', 'pointer_type', 'array_type', 'slice_type', 'map_type'],
  ...['channel_type', 'function_type', 'struct_type', 'interface_type', 'parenthesized_type'],
];

/** A list of expressions is a Tuple unless it holds one. */
const expressionList: Lower = (l, node) => {
  const parts = l.parts(node);
  if (parts.length === 1) l.expression(parts[0]!);
  else l.around(NodeKind.Tuple, node, () => l.expressions(parts));
};

const slice: Lower = (l, node) => {
  l.around(NodeKind.Index, node, () => {
    l.expression(l.field(node, 'operand'), node);
    l.around(NodeKind.Slice, node, () => {
      for (const name of ['start', 'end', 'capacity']) l.expression(l.field(node, name), node);
    });
  });
};

const element: Lower = (l, node) => {
  const key = l.field(node, 'key');
  l.around(NodeKind.Entry, node, () => l.expressions([key, l.field(node, 'value')].filter((part) => part >= 0)));
};

/** Maps, slices and arrays are collections; what is named is made with its fields. */
const composite: Lower = (l, node) => {
  const type = l.field(node, 'type');
  const body = l.field(node, 'body');
  if (/^(slice|array|implicit_length_array|map)_type$/.test(l.type(type))) {
    literalValue(l, body, l.type(type) === 'map_type');
    return;
  }
  l.around(
    NodeKind.Call,
    node,
    () => {
      if (l.type(type) === 'type_identifier') l.name(type);
      else l.expression(type, node);
      for (const part of body < 0 ? [] : l.parts(body)) {
        if (l.type(part) !== 'keyed_element') l.expression(part);
        else keyword(l, part);
      }
    },
    '',
    NodeFlag.New,
  );
};

function keyword(l: Lowering, node: number): void {
  const key = l.field(node, 'key');
  l.around(NodeKind.KeywordArgument, node, () => l.expression(l.field(node, 'value'), node), l.text(key));
}

function literalValue(l: Lowering, node: number, isMap: boolean): void {
  const parts = node < 0 ? [] : l.parts(node);
  const keyed = isMap || parts.some((part) => l.type(part) === 'keyed_element');
  l.around(keyed ? NodeKind.Dictionary : NodeKind.List, node, () => l.expressions(parts));
}

export const GO_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...Object.fromEntries(TYPES.map((type) => [type, typeLower])),
  identifier: nameLower,
  package_identifier: nameLower,
  iota: leafLower(NodeKind.Other, () => 'iota'),
  nil: leafLower(NodeKind.NoneLiteral),
  true: leafLower(NodeKind.BooleanLiteral, () => 'true'),
  false: leafLower(NodeKind.BooleanLiteral, () => 'false'),
  int_literal: numberLower,
  float_literal: numberLower,
  imaginary_literal: leafLower(NodeKind.NumberLiteral, (text) => text.toLowerCase()),
  rune_literal: leafLower(NodeKind.CharacterLiteral, (text) => unescaped(text.slice(1, -1))),
  interpreted_string_literal: stringLower(),
  raw_string_literal: stringLower(true),
  expression_list: expressionList,
  parenthesized_expression: passLower,
  selector_expression: memberLower('operand', 'field'),
  call_expression: callLower('function'),
  variadic_argument: (l, node) => {
    l.around(NodeKind.Spread, node, () => l.expressions(l.parts(node)));
  },
  index_expression: indexLower,
  slice_expression: slice,
  type_assertion_expression: castLower('operand'),
  type_conversion_expression: castLower('operand'),
  composite_literal: composite,
  literal_value: (l, node) => literalValue(l, node, false),
  literal_element: passLower,
  keyed_element: element,
  unary_expression: unaryLower,
  binary_expression: binaryLower(),
};

/** Parts of a statement that stand before it (`if x := f(); x > 0`): a statement of their own. */
function initializer(l: Lowering, node: number): void {
  const first = l.field(node, 'initializer');
  if (first < 0) return;
  l.withTail('none', () => l.statement(first));
}

const ifStatement: Lower = (l, node) => {
  initializer(l, node);
  l.around(NodeKind.If, node, () => {
    l.expression(l.field(node, 'condition'), node);
    l.block(l.field(node, 'consequence'), node);
    const other = l.field(node, 'alternative');
    if (other >= 0) l.block(other);
  });
};

const forStatement: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const clause = l.parts(node).find((part) => part !== body) ?? -1;
  const type = l.type(clause);
  if (type === 'range_clause') rangeLoop(l, node, clause, body);
  else if (type === 'for_clause' && (l.field(clause, 'initializer') >= 0 || l.field(clause, 'update') >= 0))
    l.around(NodeKind.ForCount, node, () => {
      l.blockOf(l.walk.fields(clause, 'initializer'), node);
      l.expression(l.field(clause, 'condition'), node);
      l.blockOf(l.walk.fields(clause, 'update'), node);
      l.block(body, node);
    });
  else {
    const test = type === 'for_clause' ? l.field(clause, 'condition') : clause;
    l.around(NodeKind.While, node, () => {
      if (test >= 0) l.expression(test);
      else l.leaf(NodeKind.BooleanLiteral, node, 'true');
      l.block(body, node);
    });
  }
};

/** Over keys alone the value is `in`; over values alone the target is that value. */
function rangeLoop(l: Lowering, node: number, clause: number, body: number): void {
  const left = l.field(clause, 'left');
  const targets = left < 0 ? [] : l.parts(left);
  const used = targets.filter((target) => l.text(target) !== '_');
  const overKeys = used.length === 1 && used[0] === targets[0];
  const declares = l.walk.has(clause, ':=') ? NodeFlag.Declares : 0;
  const value = overKeys ? 'in' : '';
  const parts = (): void => {
    if (used.length === 2) l.around(NodeKind.Tuple, left, () => l.expressions(used));
    else l.expression(used[0] ?? -1, node);
    l.expression(l.field(clause, 'right'), node);
    l.block(body, node);
  };
  l.around(NodeKind.ForEach, node, parts, value, declares);
}

const switchStatement: Lower = (l, node) => {
  initializer(l, node);
  const subject = l.field(node, 'value');
  const cases = l.parts(node).filter((part) => /_case$/.test(l.type(part)));
  l.around(
    NodeKind.Switch,
    node,
    () => {
      l.expression(subject, node);
      for (const one of cases) switchCase(l, one, l.field(node, 'alias'));
    },
    'match',
  );
};

function switchCase(l: Lowering, node: number, alias: number): void {
  const lists = l.walk.fields(node, 'value');
  const types = l.walk.fields(node, 'type');
  const rest = l.parts(node).filter((part) => !lists.includes(part) && !types.includes(part));
  l.around(NodeKind.Case, node, () => {
    for (const list of lists) l.expressions(l.type(list) === 'expression_list' ? l.parts(list) : [list]);
    for (const type of types) typePattern(l, type, alias);
    l.blockOf(
      rest.flatMap((part) => (l.type(part) === 'statement_list' ? l.blockParts(part) : [part])),
      node,
    );
  });
}

function typePattern(l: Lowering, type: number, alias: number): void {
  const test = (): void => {
    l.around(NodeKind.Pattern, type, () => l.leaf(NodeKind.TypeName, type, spaceless(l.text(type))), 'type');
  };
  const name = alias < 0 ? undefined : l.parts(alias)[0];
  if (name === undefined) test();
  else
    l.around(
      NodeKind.Pattern,
      type,
      () => {
        test();
        l.name(name);
      },
      'as',
    );
}

/** `var a, b T = x, y`; without a value the variable begins as its type's zero. */
const variable: Lower = (l, node) => {
  const names = l.walk.fields(node, 'name');
  const value = l.field(node, 'value');
  const type = l.field(node, 'type');
  const flags = NodeFlag.Declares | (l.type(node) === 'const_spec' ? NodeFlag.Constant : 0);
  const targets = (): void => {
    if (names.length === 1) l.expression(names[0]!);
    else l.around(NodeKind.Tuple, node, () => l.expressions(names));
  };
  const parts = (): void => {
    targets();
    if (value >= 0) l.expression(value);
    else l.around(NodeKind.Other, node, () => l.expression(type), 'zero');
  };
  if (value < 0 && type < 0) l.around(NodeKind.Declare, node, () => l.expressions(names));
  else l.around(NodeKind.Assign, node, parts, '', flags);
};

const shortDeclaration: Lower = (l, node) => {
  l.around(
    NodeKind.Assign,
    node,
    () => {
      l.expression(l.field(node, 'left'), node);
      l.expression(l.field(node, 'right'), node);
    },
    '',
    NodeFlag.Declares,
  );
};

export const GO_STATEMENTS: Readonly<Record<string, Lower>> = {
  expression_statement: statementsLower,
  block: blockLower,
  statement_list: statementsLower,
  if_statement: ifStatement,
  for_statement: forStatement,
  expression_switch_statement: switchStatement,
  type_switch_statement: switchStatement,
  return_statement: returnLower,
  break_statement: jumpLower(NodeKind.Break),
  continue_statement: jumpLower(NodeKind.Continue),
  labeled_statement: labelledLower,
  defer_statement: scopedLower('defer'),
  go_statement: scopedLower('go'),
  inc_statement: stepLower,
  dec_statement: stepLower,
  assignment_statement: assignLower(),
  short_var_declaration: shortDeclaration,
  receive_statement: (l, node) => {
    if (l.field(node, 'left') < 0) l.around(NodeKind.ExpressionStatement, node, () => l.expressions(l.parts(node)));
    else shortDeclaration(l, node);
  },
  send_statement: (l, node) => {
    l.around(NodeKind.ExpressionStatement, node, () => {
      l.around(NodeKind.Binary, node, () => l.expressions(l.parts(node)), '<-');
    });
  },
  var_declaration: statementsLower,
  const_declaration: statementsLower,
  var_spec_list: statementsLower,
  var_spec: variable,
  const_spec: variable,
  empty_statement: nothingLower,
};

const parameters = (l: Lowering, node: number): number[] =>
  ['receiver', 'parameters'].flatMap((name) => l.partsIn(node, name));

const shape: FunctionShape = { parameters, body: (l, node) => l.field(node, 'body') };

export const GO_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  function_declaration: shape,
  method_declaration: shape,
  func_literal: shape,
};

/** `a, b T` are two parameters; one without a name holds its place. */
const parameter: Lower = (l, node) => {
  const names = l.walk.fields(node, 'name');
  const isReceiver = l.walk.tree.field[l.walk.tree.parent[node]!] === l.walk.table.field('receiver');
  const isRest = l.type(node) === 'variadic_parameter_declaration';
  const flags = (isReceiver ? NodeFlag.Receiver : 0) | (isRest ? NodeFlag.Rest : 0);
  for (const name of names.length > 0 ? names : [-1])
    l.around(NodeKind.Parameter, node, () => l.expression(name, node), '', flags);
};

export const GO_PARAMETERS: Readonly<Record<string, Lower>> = {
  parameter_declaration: parameter,
  variadic_parameter_declaration: parameter,
};
