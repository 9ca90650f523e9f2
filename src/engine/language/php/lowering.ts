import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { FunctionShape, Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import {
  assignLower,
  asValue,
  binaryLower,
  castLower,
  fieldsLower,
  leafLower,
  listLower,
  nameLower,
  numberLower,
  passLower,
  unaryLower,
  unescaped,
  updateLower,
} from '../generic/lowerRules.ts';
import { throwLower } from '../generic/lowerStatements.ts';
import { spaceless } from '../generic/texts.ts';

const variable: Lower = (l, node) => {
  if (l.text(node) === '$this') l.leaf(NodeKind.This, node);
  else l.name(node);
};

/** `A\b` as a chain of members, as the references are. */
const qualified: Lower = (l, node) => {
  const parts = spaceless(l.text(node)).replace(/^\\/, '').split('\\');
  const nest = (at: number): void => {
    if (at === 0) {
      const bound = l.walk.variableOf[node]!;
      l.out.name(bound < 0 ? l.out.unbound(parts[0]!) : l.known(bound), l.startLine(node));
    } else l.around(NodeKind.Attribute, node, () => nest(at - 1), parts[at]);
  };
  nest(parts.length - 1);
};

const name: Lower = (l, node) => {
  const text = l.text(node);
  if (text === 'parent') l.leaf(NodeKind.Super, node);
  else if (text === 'self' || text === 'static') l.leaf(NodeKind.TypeName, node, 'self');
  else l.name(node);
};

function list(l: Lowering, node: number): void {
  const args = l.field(node, 'arguments') >= 0 ? l.field(node, 'arguments') : l.walk.childOf(node, 'arguments');
  if (args >= 0) l.expressions(l.parts(args));
}

const call: Lower = (l, node) => {
  l.around(NodeKind.Call, node, () => {
    l.expression(l.field(node, 'function'), node);
    list(l, node);
  });
};

function access(object: string, optional: boolean, called: boolean): Lower {
  return (l, node) => {
    const target = l.field(node, object) >= 0 ? l.field(node, object) : (l.parts(node)[0] ?? -1);
    const names = l.walk.fields(node, 'name');
    const last = names.at(-1) ?? l.parts(node).at(-1) ?? -1;
    const flags = optional ? NodeFlag.Optional : 0;
    const isStatic = /^scoped|^class_constant/.test(l.type(node));
    const plain = l.type(last) === 'name' || (isStatic && l.type(last) === 'variable_name');
    const member = (): void => {
      if (plain) l.around(NodeKind.Attribute, node, () => l.expression(target, node), l.text(last), flags);
      else l.around(NodeKind.Index, node, () => [target, last].forEach((one) => l.expression(one, node)), '', flags);
    };
    if (!called) member();
    else
      l.around(NodeKind.Call, node, () => {
        member();
        list(l, node);
      });
  };
}

const creation: Lower = (l, node) => {
  const [type] = l.parts(node);
  l.around(
    NodeKind.Call,
    node,
    () => {
      l.expression(l.type(type ?? -1) === 'arguments' ? -1 : (type ?? -1), node);
      list(l, node);
    },
    '',
    NodeFlag.New,
  );
};

const anonymousClass: Lower = (l, node) => {
  l.around(NodeKind.ClassDefinition, node, () => {
    l.empty(node);
    const base = l.walk.childOf(node, 'base_clause');
    if (base < 0) l.out.leaf(NodeKind.Bases, l.startLine(node));
    else l.around(NodeKind.Bases, base, () => l.expressions(l.parts(base)));
    l.block(l.field(node, 'body'), node);
  });
};

/** `name: value`, `...values`, by reference. */
const argument: Lower = (l, node) => {
  const label = l.field(node, 'name');
  const rest = l.parts(node).filter((part) => part !== label && l.type(part) !== 'reference_modifier');
  if (label < 0) l.expressions(rest);
  else l.around(NodeKind.KeywordArgument, node, () => l.expressions(rest), l.text(label));
};

const array: Lower = (l, node) => {
  const parts = l.parts(node);
  const keyed = parts.some((part) => l.walk.has(part, '=>'));
  l.around(keyed ? NodeKind.Dictionary : NodeKind.List, node, () => l.expressions(parts));
};

const element: Lower = (l, node) => {
  const parts = l.parts(node);
  if (l.walk.has(node, '=>')) l.around(NodeKind.Entry, node, () => l.expressions(parts));
  else l.expressions(parts);
};

/** `'…'` knows two escapes only. */
const single: Lower = (l, node) => {
  l.leaf(
    NodeKind.StringLiteral,
    node,
    l
      .text(node)
      .replace(/^b?'/i, '')
      .slice(0, -1)
      .replace(/\\(['\\])/g, '$1'),
  );
};

/** `"…"` and heredocs: a text, or a template of texts and values. */
const template: Lower = (l, node) => {
  const inner = l.type(node) === 'heredoc' ? l.field(node, 'value') : node;
  const parts = inner < 0 ? [] : l.parts(inner);
  const isText = (part: number): boolean => /^(string_content|escape_sequence)$/.test(l.type(part));
  if (parts.every(isText)) {
    l.leaf(NodeKind.StringLiteral, node, parts.map((part) => unescaped(l.text(part))).join(''));
    return;
  }
  l.around(NodeKind.StringTemplate, node, () => {
    let text = '';
    let from = node;
    const flush = (): void => {
      if (text !== '') l.leaf(NodeKind.StringLiteral, from, text);
      text = '';
    };
    for (const part of parts) {
      if (isText(part)) {
        if (text === '') from = part;
        text += unescaped(l.text(part));
        continue;
      }
      flush();
      l.around(NodeKind.Interpolation, part, () => l.expression(part));
    }
    flush();
  });
};

/** `list[]` is the place behind the last element. */
const subscript: Lower = (l, node) => {
  const parts = l.parts(node);
  l.around(NodeKind.Index, node, () => {
    l.expressions(parts);
    if (parts.length === 1) l.empty(node);
  });
};

export const word =
  (value: string): Lower =>
  (l, node) => {
    l.around(NodeKind.Call, node, () => {
      l.out.name(l.out.unbound(value), l.startLine(node));
      l.expressions(l.parts(node));
    });
  };

const yields: Lower = (l, node) => {
  const from = l.operators(node).includes('yield from');
  const parts = (): void => {
    for (const part of l.parts(node)) {
      if (l.walk.has(part, '=>')) l.around(NodeKind.Tuple, part, () => l.expressions(l.parts(part)));
      else l.expression(part);
    }
  };
  l.around(NodeKind.Yield, node, parts, '', from ? NodeFlag.Delegate : 0);
};

/** `match`; its arms are Cases. */
export const arms: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const parts = (): void => {
    l.expression(l.field(node, 'condition'), node);
    for (const arm of body < 0 ? [] : l.parts(body)) {
      l.around(NodeKind.Case, arm, () => {
        const tests = l.field(arm, 'conditional_expressions');
        if (tests >= 0) l.expressions(l.parts(tests));
        l.block(l.field(arm, 'return_expression'), arm);
      });
    }
  };
  l.around(NodeKind.Switch, node, parts, 'match');
};

const ASSIGN = assignLower();

export const PHP_EXPRESSIONS: Readonly<Record<string, Lower>> = {
  variable_name: variable,
  name,
  named_type: passLower,
  qualified_name: qualified,
  relative_name: qualified,
  relative_scope: name,
  null: leafLower(NodeKind.NoneLiteral),
  boolean: leafLower(NodeKind.BooleanLiteral, (text) => text.toLowerCase()),
  integer: numberLower,
  float: numberLower,
  string: single,
  nowdoc: template,
  encapsed_string: template,
  heredoc: template,
  parenthesized_expression: passLower,
  error_suppression_expression: passLower,
  by_ref: passLower,
  function_call_expression: call,
  member_call_expression: access('object', false, true),
  nullsafe_member_call_expression: access('object', true, true),
  scoped_call_expression: access('scope', false, true),
  member_access_expression: access('object', false, false),
  nullsafe_member_access_expression: access('object', true, false),
  scoped_property_access_expression: access('scope', false, false),
  class_constant_access_expression: access('scope', false, false),
  object_creation_expression: creation,
  anonymous_class: anonymousClass,
  argument,
  variadic_unpacking: listLower(NodeKind.Spread),
  array_creation_expression: array,
  array_element_initializer: element,
  list_literal: listLower(NodeKind.Tuple),
  subscript_expression: subscript,
  binary_expression: binaryLower(),
  unary_op_expression: unaryLower,
  update_expression: updateLower,
  assignment_expression: asValue(ASSIGN),
  reference_assignment_expression: asValue(ASSIGN),
  augmented_assignment_expression: asValue(ASSIGN),
  conditional_expression: (l, node) => {
    // `a ?: b` is a where a is true.
    if (l.field(node, 'body') >= 0) fieldsLower(NodeKind.Conditional, ['condition|', 'body|', 'alternative|'])(l, node);
    else l.around(NodeKind.Logical, node, () => l.expressions(l.parts(node)), 'or');
  },
  cast_expression: castLower('value', 'type', (text) => spaceless(text).toLowerCase()),
  match_expression: asValue(arms),
  throw_expression: asValue(throwLower),
  yield_expression: yields,
  print_intrinsic: word('print'),
  clone_expression: word('clone'),
  include_expression: word('include'),
  include_once_expression: word('include_once'),
  require_expression: word('require'),
  require_once_expression: word('require_once'),
  pair: listLower(NodeKind.Tuple),
};

const shape: FunctionShape = {
  parameters: (l, node) => l.partsIn(node, 'parameters'),
  body: (l, node) => l.field(node, 'body'),
};

export const PHP_FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  function_definition: shape,
  method_declaration: shape,
  anonymous_function: shape,
  arrow_function: { ...shape, flags: () => NodeFlag.Lexical },
};

const parameter: Lower = (l, node) => {
  const value = l.field(node, 'default_value');
  const parts = (): void => {
    nameLower(l, l.field(node, 'name'));
    if (value >= 0) l.expression(value);
  };
  l.around(NodeKind.Parameter, node, parts, '', l.type(node) === 'variadic_parameter' ? NodeFlag.Rest : 0);
};

export const PHP_PARAMETERS: Readonly<Record<string, Lower>> = {
  simple_parameter: parameter,
  variadic_parameter: parameter,
  property_promotion_parameter: parameter,
};
