import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { assignLower, listLower, stepLower } from '../generic/lowerRules.ts';
import { arms, word } from './lowering.ts';
import {
  blockLower,
  classLower,
  declareLower,
  doLower,
  forCountLower,
  jumpLower,
  labelledLower,
  nothingLower,
  returnLower,
  statementsLower,
  throwLower,
  whileLower,
} from '../generic/lowerStatements.ts';

/** `elseif` is a Block that holds an If. */
const ifForm: Lower = (l, node) => {
  const others = l.walk.fields(node, 'alternative');
  const chain = (at: number, rest: readonly number[]): void => {
    l.around(NodeKind.If, at, () => {
      l.expression(l.field(at, 'condition'), at);
      l.block(l.field(at, 'body'), at);
      const [next, ...after] = rest;
      if (next === undefined) return;
      if (l.type(next) !== 'else_if_clause') l.block(l.field(next, 'body'), next);
      else l.around(NodeKind.Block, next, () => chain(next, after));
    });
  };
  chain(node, others);
};

const foreach: Lower = (l, node) => {
  const [iterable, target] = l.parts(node);
  const parts = (): void => {
    l.expression(target ?? -1, node);
    l.expression(iterable ?? -1, node);
    l.block(l.field(node, 'body'), node);
  };
  l.around(NodeKind.ForEach, node, parts, '', NodeFlag.Declares);
};

const switchForm: Lower = (l, node) => {
  const body = l.field(node, 'body');
  const parts = (): void => {
    l.expression(l.field(node, 'condition'), node);
    for (const one of body < 0 ? [] : l.parts(body)) {
      const value = l.field(one, 'value');
      const rest = l.parts(one).filter((part) => part !== value);
      l.around(NodeKind.Case, one, () => {
        if (value >= 0) l.expression(value);
        l.blockOf(rest, one);
      });
    }
  };
  l.around(NodeKind.Switch, node, parts, 'switch');
};

const tryForm: Lower = (l, node) => {
  l.around(NodeKind.Try, node, () => {
    l.block(l.field(node, 'body'), node);
    for (const part of l.parts(node)) {
      if (l.type(part) === 'catch_clause') catchClause(l, part);
      if (l.type(part) === 'finally_clause')
        l.around(NodeKind.Finally, part, () => l.block(l.field(part, 'body'), part));
    }
  });
};

function catchClause(l: Lowering, node: number): void {
  const type = l.field(node, 'type');
  const types = type < 0 ? [] : l.parts(type);
  l.around(NodeKind.Catch, node, () => {
    if (types.length === 1) l.expression(types[0]!);
    else l.around(NodeKind.Tuple, node, () => l.expressions(types));
    l.expression(l.field(node, 'name'), node);
    l.block(l.field(node, 'body'), node);
  });
}

/** `echo a, b;` is a call. */
const statementCall =
  (value: string): Lower =>
  (l, node) => {
    l.around(NodeKind.ExpressionStatement, node, () => word(value)(l, node));
  };

const global: Lower = (l, node) => {
  l.around(NodeKind.ScopeStatement, node, () => l.expressions(l.parts(node)), 'global');
};

const statics: Lower = (l, node) => l.statements(l.parts(node));

const label: Lower = (l, node) => {
  const [loop] = l.parts(node);
  l.leaf(NodeKind.Labelled, node, l.text(loop ?? -1));
};

const ASSIGN = assignLower();

export const PHP_STATEMENTS: Readonly<Record<string, Lower>> = {
  expression_statement: statementsLower,
  assignment_expression: ASSIGN,
  reference_assignment_expression: ASSIGN,
  augmented_assignment_expression: ASSIGN,
  update_expression: stepLower,
  throw_expression: throwLower,
  match_expression: arms,
  compound_statement: blockLower,
  if_statement: ifForm,
  while_statement: whileLower(),
  do_statement: doLower(),
  for_statement: forCountLower('initialize'),
  foreach_statement: foreach,
  switch_statement: switchForm,
  try_statement: tryForm,
  return_statement: returnLower,
  break_statement: jumpLower(NodeKind.Break),
  continue_statement: jumpLower(NodeKind.Continue),
  echo_statement: statementCall('echo'),
  exit_statement: statementCall('exit'),
  unset_statement: listLower(NodeKind.Delete),
  global_declaration: global,
  function_static_declaration: statics,
  static_variable_declaration: declareLower('name', 'value'),
  named_label_statement: label,
  labeled_statement: labelledLower,
  class_declaration: classLower(),
  trait_declaration: classLower(),
  enum_declaration: classLower(),
  interface_declaration: classLower(),
  empty_statement: nothingLower,
  ';': nothingLower,
};
