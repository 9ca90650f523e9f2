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
  leafLower,
  listLower,
  nameLower,
  numberLower,
  partLower,
  passLower,
  typeLower,
  unaryLower,
  unescaped,
  updateLower,
} from '../generic/lowerRules.ts';
import { CSHARP_PATTERNS, switchExpression } from './patterns.ts';
import { throwLower } from '../generic/lowerStatements.ts';
import { spaceless } from '../generic/texts.ts';

const TYPES = [
  ...[
    'predefined_type',
    'array_type',
    'nullable_type',
    'pointer_type',
    'tuple_type',
    'ref_type',
    'function_pointer_type',
  ],
];

/** A class is named as a variable, so that its own name means it; other types by their text. */
const genericName: Lower = (l, node) => {
  const name = l.walk.childOf(node, 'identifier');
  if (name < 0) typeLower(l, node);
  else l.name(name);
};

/** Name of a member without its type arguments. */
function memberText(l: Lowering, node: number): string {
  const name = l.type(node) === 'generic_name' ? l.walk.childOf(node, 'identifier') : node;
  return l.text(name);
}

const member =
  (object: string): Lower =>
  (l, node) => {
    l.around(
      NodeKind.Attribute,
      node,
      () => l.expression(l.field(node, object), node),
      memberText(l, l.field(node, 'name')),
    );
  };

/** Values before `?` of the accesses at hand, innermost last. */
const conditions = new WeakMap<Lowering, number[]>();

/** `a?.B.C()`: the grammar nests what stands behind the `?`; its innermost name is a member of what stands before. */
const conditionalAccess: Lower = (l, node) => {
  const condition = l.field(node, 'condition');
  const rest = l.parts(node).filter((part) => part !== condition);
  const stack = conditions.get(l) ?? [];
  conditions.set(l, stack);
  stack.push(condition);
  l.expressions(rest);
  stack.pop();
};

const binding =
  (kind: NodeKind.Attribute | NodeKind.Index): Lower =>
  (l, node) => {
    const stack = conditions.get(l) ?? [];
    const object = stack.pop() ?? -1;
    const name = kind === NodeKind.Attribute ? memberText(l, l.field(node, 'name')) : '';
    const parts = (): void => {
      l.expression(object, node);
      if (kind === NodeKind.Index) l.expressions(l.parts(node));
    };
    l.around(kind, node, parts, name, object < 0 ? 0 : NodeFlag.Optional);
    stack.push(object);
  };

/** `name: value`, `out x`, `ref x`. */
const argument: Lower = (l, node) => {
  const label = l.field(node, 'name');
  const rest = l.parts(node).filter((part) => part !== label);
  if (label < 0) l.expressions(rest);
  else l.around(NodeKind.KeywordArgument, node, () => l.expressions(rest), l.text(label));
};

const index: Lower = (l, node) => {
  const subscript = l.field(node, 'subscript');
  l.around(NodeKind.Index, node, () => {
    l.expression(l.field(node, 'expression'), node);
    if (subscript >= 0) l.expressions(l.parts(subscript));
  });
};

/** `new T(arguments) { … }`; what initialises it is the last argument. */
const creation: Lower = (l, node) => {
  const list = l.walk.childOf(node, 'argument_list');
  const initialiser = l.walk.childOf(node, 'initializer_expression');
  const parts = (): void => {
    l.expression(l.field(node, 'type'), node);
    if (list >= 0) l.expressions(l.parts(list));
    if (initialiser >= 0) l.expression(initialiser);
  };
  l.around(NodeKind.Call, node, parts, '', NodeFlag.New);
};

const arrayCreation: Lower = (l, node) => {
  const value = l.walk.childOf(node, 'initializer_expression');
  const type = l.field(node, 'type');
  const rank = l.walk.childOf(type, 'array_rank_specifier');
  if (value >= 0) {
    l.around(NodeKind.List, node, () => l.expressions(l.parts(value)));
    return;
  }
  const parts = (): void => {
    l.leaf(NodeKind.TypeName, node, `${spaceless(l.text(l.field(type, 'type')))}[]`);
    if (rank >= 0) l.expressions(l.parts(rank));
  };
  l.around(NodeKind.Call, node, parts, '', NodeFlag.New);
};

/** `{ 1, 2 }`, `{ A = 1 }`, `{ ["a"] = 1 }`, `{ { "a", 1 } }`. */
const initialiser: Lower = (l, node) => {
  const parts = l.parts(node);
  const assigned = parts.some((part) => l.type(part) === 'assignment_expression');
  const paired = parts.length > 0 && parts.every((part) => l.type(part) === 'initializer_expression');
  const entry = (part: number): void => {
    if (l.type(part) === 'initializer_expression') {
      l.around(NodeKind.Entry, part, () => l.expressions(l.parts(part)));
      return;
    }
    const left = l.field(part, 'left');
    if (left < 0) {
      l.expression(part);
      return;
    }
    l.around(NodeKind.Entry, part, () => {
      if (l.type(left) === 'identifier') l.leaf(NodeKind.StringLiteral, left, l.text(left));
      else l.expressions(l.parts(left));
      l.expression(l.field(part, 'right'), part);
    });
  };
  if (assigned || paired) l.around(NodeKind.Dictionary, node, () => parts.forEach(entry));
  else l.around(NodeKind.List, node, () => l.expressions(parts));
};

const isExpression: Lower = (l, node) => {
  const parts = (): void => {
    l.expression(l.field(node, 'left'), node);
    l.expression(l.field(node, 'right'), node);
  };
  l.around(NodeKind.Comparison, node, parts, 'instanceof');
};

/** `x is null` compares; `x is T name` binds. */
const isPattern: Lower = (l, node) => {
  let pattern = l.field(node, 'pattern');
  const negated = l.type(pattern) === 'negated_pattern';
  if (negated) pattern = l.parts(pattern)[0] ?? -1;
  const value = l.type(pattern) === 'constant_pattern' ? (l.parts(pattern)[0] ?? -1) : -1;
  const isLiteral = /_literal$/.test(l.type(value));
  const parts = (): void => {
    l.expression(l.field(node, 'expression'), node);
    l.expression(value >= 0 ? value : pattern, node);
  };
  if (isLiteral) l.around(NodeKind.Comparison, node, parts, negated ? '!=' : '==');
  else if (negated) l.around(NodeKind.Not, node, () => l.around(NodeKind.Comparison, node, parts, 'instanceof'));
  else l.around(NodeKind.Comparison, node, parts, 'instanceof');
};

const asExpression = castLower('left', 'right', (text) => `as ${spaceless(text)}`);

/** `typeof(T)`, `default(T)`, `sizeof(T)`: a call with a type. */
const ofType =
  (word: string): Lower =>
  (l, node) => {
    const type = l.field(node, 'type');
    l.around(NodeKind.Call, node, () => {
      l.out.name(l.out.unbound(word), l.startLine(node));
      if (type >= 0) l.leaf(NodeKind.TypeName, type, spaceless(l.text(type)));
    });
  };

const postfix: Lower = (l, node) => {
  if (l.operators(node).includes('!')) l.expressions(l.parts(node));
  else updateLower(l, node);
};

const prefix: Lower = (l, node) => {
  if (/^(\+\+|--)/.test(l.text(node))) updateLower(l, node);
  else unaryLower(l, node);
};

const stringLiteral: Lower = (l, node) => {
  l.leaf(
    NodeKind.StringLiteral,
    node,
    unescaped(
      l
        .text(node)
        .slice(1)
        .replace(/"(?:u8)?$/i, ''),
    ),
  );
};

const verbatim: Lower = (l, node) => {
  l.leaf(NodeKind.StringLiteral, node, l.text(node).slice(2, -1).replaceAll('""', '"'));
};

const raw: Lower = (l, node) => {
  l.leaf(
    NodeKind.StringLiteral,
    node,
    l
      .text(node)
      .replace(/^"{3,}/, '')
      .replace(/"{3,}(?:u8)?$/i, ''),
  );
};

const template: Lower = (l, node) => {
  const isRaw = l.text(l.walk.childOf(node, 'interpolation_start')).includes('@');
  l.around(NodeKind.StringTemplate, node, () => {
    for (const part of l.parts(node)) {
      const text = l.text(part);
      if (l.type(part) === 'interpolation') interpolation(l, part);
      else if (l.type(part) !== 'interpolation_start')
        l.leaf(NodeKind.StringLiteral, part, isRaw ? text.replaceAll('""', '"') : unescaped(text));
    }
  });
};

function interpolation(l: Lowering, node: number): void {
  const parts = l.parts(node).filter((part) => l.type(part) !== 'interpolation_brace');
  const isFormat = (part: number): boolean => /_clause$/.test(l.type(part));
  const format = parts.filter(isFormat).map((part) => l.text(part));
  l.around(NodeKind.Interpolation, node, () => {
    l.expressions(parts.filter((part) => !isFormat(part)));
    if (format.length > 0) l.leaf(NodeKind.StringLiteral, node, format.join(''));
  });
}

const range: Lower = (l, node) => {
  const parts = l.parts(node);
  const open = /^\.\./.test(l.text(node));
  l.around(
    NodeKind.Range,
    node,
    () => {
      const [first, second] = open ? [-1, parts[0] ?? -1] : [parts[0] ?? -1, parts[1] ?? -1];
      l.expression(first, node);
      l.expression(second, node);
    },
    '..',
  );
};

const declared = partLower('name');

const BINARY = binaryLower();

export const CSHARP_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  ...Object.fromEntries(TYPES.map((type) => [type, typeLower])),
  ...CSHARP_PATTERNS,
  identifier: nameLower,
  implicit_parameter: nameLower,
  generic_name: genericName,
  qualified_name: member('qualifier'),
  alias_qualified_name: declared,
  this: leafLower(NodeKind.This),
  base: leafLower(NodeKind.Super),
  null_literal: leafLower(NodeKind.NoneLiteral),
  boolean_literal: leafLower(NodeKind.BooleanLiteral, (text) => text),
  integer_literal: numberLower,
  real_literal: numberLower,
  character_literal: leafLower(NodeKind.CharacterLiteral, (text) => unescaped(text.slice(1, -1))),
  string_literal: stringLiteral,
  verbatim_string_literal: verbatim,
  raw_string_literal: raw,
  interpolated_string_expression: template,
  parenthesized_expression: passLower,
  checked_expression: passLower,
  ref_expression: passLower,
  member_access_expression: member('expression'),
  conditional_access_expression: conditionalAccess,
  member_binding_expression: binding(NodeKind.Attribute),
  element_binding_expression: binding(NodeKind.Index),
  element_access_expression: index,
  invocation_expression: callLower('function'),
  argument,
  object_creation_expression: creation,
  implicit_object_creation_expression: creation,
  array_creation_expression: arrayCreation,
  implicit_array_creation_expression: arrayCreation,
  initializer_expression: initialiser,
  collection_expression: listLower(NodeKind.List),
  collection_element: passLower,
  expression_element: passLower,
  spread_element: listLower(NodeKind.Spread),
  tuple_expression: listLower(NodeKind.Tuple),
  tuple_pattern: listLower(NodeKind.Tuple),
  binary_expression: BINARY,
  prefix_unary_expression: prefix,
  postfix_unary_expression: postfix,
  assignment_expression: asValue(assignLower()),
  is_expression: isExpression,
  is_pattern_expression: isPattern,
  as_expression: asExpression,
  cast_expression: castLower(),
  conditional_expression: fieldsLower(NodeKind.Conditional, ['condition|', 'consequence|', 'alternative|']),
  await_expression: listLower(NodeKind.Await),
  throw_expression: asValue(throwLower),
  typeof_expression: ofType('typeof'),
  default_expression: ofType('default'),
  sizeof_expression: ofType('sizeof'),
  switch_expression: asValue(switchExpression),
  declaration_expression: declared,
  range_expression: range,
};

const list = (l: Lowering, node: number): number[] => {
  const parameters = l.field(node, 'parameters');
  if (parameters < 0) return [];
  if (l.type(parameters) === 'implicit_parameter') return [parameters];
  const rest = l.field(parameters, 'name');
  return l.parts(parameters).filter((part) => l.type(part) === 'parameter' || part === rest);
};

/** A block, or the expression behind `=>`. */
const bodyIn =
  (field: string): FunctionShape['body'] =>
  (l, node) => {
    const body = l.field(node, field) >= 0 ? l.field(node, field) : l.walk.childOf(node, 'block');
    return l.type(body) === 'arrow_expression_clause' ? (l.parts(body)[0] ?? -1) : body;
  };

const shape: FunctionShape = { parameters: list, body: bodyIn('body') };
const initialised = (l: Lowering, node: number): number[] =>
  [l.walk.childOf(node, 'constructor_initializer')].filter((part) => part >= 0);

export const CSHARP_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  method_declaration: shape,
  constructor_declaration: { ...shape, prologue: initialised },
  destructor_declaration: shape,
  operator_declaration: shape,
  conversion_operator_declaration: shape,
  local_function_statement: shape,
  accessor_declaration: { parameters: () => [], body: bodyIn('body') },
  property_declaration: { parameters: () => [], body: bodyIn('value') },
  indexer_declaration: { parameters: list, body: bodyIn('value') },
  lambda_expression: { ...shape, flags: () => NodeFlag.Lexical },
  anonymous_method_expression: { ...shape, flags: () => NodeFlag.Lexical },
};

export const CSHARP_PARAMETERS: Readonly<Record<string, Lower>> = {
  parameter: (l, node) => {
    const name = l.field(node, 'name');
    const value = l.walk.has(node, '=') ? (l.parts(node).at(-1) ?? -1) : -1;
    l.around(NodeKind.Parameter, node, () => {
      l.expression(name, node);
      if (value >= 0) l.expression(value);
    });
  },
  identifier: (l, node) => {
    l.around(NodeKind.Parameter, node, () => l.expression(node), '', NodeFlag.Rest);
  },
};
