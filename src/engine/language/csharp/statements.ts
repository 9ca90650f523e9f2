import { NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { assignLower, stepLower } from '../generic/lowerRules.ts';
import { NodeFlag } from '../../ir/model.ts';
import { switchExpression, switchForm } from './patterns.ts';
import {
  blockLower,
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

/** `i++;` counts; other operators stand as expressions. */
const step: Lower = (l, node) => {
  if (l.operators(node).some((text) => text === '++' || text === '--')) stepLower(l, node);
  else l.around(NodeKind.ExpressionStatement, node, () => l.expression(node));
};

const declarator: Lower = (l, node) => {
  const [target, ...rest] = l.parts(node);
  const value = l.walk.has(node, '=') ? (rest.at(-1) ?? -1) : -1;
  if (value < 0) l.around(NodeKind.Declare, node, () => l.expression(target ?? -1, node));
  else {
    const parts = (): void => {
      l.expression(target ?? -1, node);
      l.expression(value);
    };
    l.around(NodeKind.Assign, node, parts, '', NodeFlag.Declares);
  }
};

const declarators = (l: Lowering, node: number): number[] =>
  l.parts(node).filter((part) => l.type(part) === 'variable_declarator');

const declaration: Lower = (l, node) => l.statements(declarators(l, node));

/** `using var x = …;` holds to the end of the block. */
const local: Lower = (l, node) => {
  const inner = l.walk.childOf(node, 'variable_declaration');
  if (inner < 0) return;
  if (!l.walk.has(node, 'using')) declaration(l, inner);
  else l.around(NodeKind.Scoped, node, () => l.blockOf(declarators(l, inner), node), 'using');
};

const usingForm: Lower = (l, node) => {
  const inner = l.walk.childOf(node, 'variable_declaration');
  const body = l.field(node, 'body');
  const items = inner < 0 ? l.parts(node).filter((part) => part !== body) : declarators(l, inner);
  l.around(NodeKind.With, node, () => {
    for (const item of items) {
      l.around(NodeKind.WithItem, item, () => {
        if (inner < 0) l.expression(item);
        else {
          const [target, ...rest] = l.parts(item);
          l.expression(rest.at(-1) ?? -1, item);
          l.expression(target ?? -1, item);
        }
      });
    }
    l.block(body, node);
  });
};

const tryForm: Lower = (l, node) => {
  l.around(NodeKind.Try, node, () => {
    l.block(l.field(node, 'body'), node);
    for (const part of l.parts(node)) {
      if (l.type(part) === 'catch_clause') catchClause(l, part);
      if (l.type(part) === 'finally_clause')
        l.around(NodeKind.Finally, part, () => l.block(l.walk.childOf(part, 'block'), part));
    }
  });
};

/** A filter is a condition that the whole block stands under. */
function catchClause(l: Lowering, node: number): void {
  const declared = l.walk.childOf(node, 'catch_declaration');
  const filter = l.walk.childOf(node, 'catch_filter_clause');
  const body = l.field(node, 'body');
  l.around(NodeKind.Catch, node, () => {
    l.expression(l.field(declared, 'type'), node);
    l.expression(l.field(declared, 'name'), node);
    if (filter < 0) l.block(body, node);
    else
      l.around(NodeKind.Block, node, () => {
        l.around(
          NodeKind.Scoped,
          filter,
          () => {
            l.expressions(l.parts(filter));
            l.block(body, node);
          },
          'when',
        );
      });
  });
}

/** `yield return x` gives x, `yield break` ends. */
const yieldForm: Lower = (l, node) => {
  if (l.walk.has(node, 'break')) l.leaf(NodeKind.Return, node);
  else
    l.around(NodeKind.ExpressionStatement, node, () => {
      l.around(NodeKind.Yield, node, () => l.expressions(l.parts(node)));
    });
};

/** `: base(…)` and `: this(…)`. */
const initialiser: Lower = (l, node) => {
  const list = l.walk.childOf(node, 'argument_list');
  const own = l.walk.has(node, 'this');
  l.around(NodeKind.ExpressionStatement, node, () => {
    l.around(NodeKind.Call, node, () => {
      l.leaf(own ? NodeKind.This : NodeKind.Super, node);
      if (list >= 0) l.expressions(l.parts(list));
    });
  });
};

/** What a condition of the compiler encloses stands there, under the condition's text. */
const conditional: Lower = (l, node) => {
  const condition = l.field(node, 'condition');
  const rest = l.parts(node).filter((part) => part !== condition);
  l.around(NodeKind.Scoped, node, () => l.blockOf(rest, node), `#if ${l.text(condition)}`);
};

const ASSIGN = assignLower();

export const CSHARP_STATEMENTS: Readonly<Record<string, Lower>> = {
  expression_statement: statementsLower,
  global_statement: statementsLower,
  assignment_expression: ASSIGN,
  postfix_unary_expression: step,
  prefix_unary_expression: step,
  switch_expression: switchExpression,
  throw_expression: throwLower,
  constructor_initializer: initialiser,
  block: blockLower,
  local_declaration_statement: local,
  variable_declaration: declaration,
  variable_declarator: declarator,
  if_statement: ifLower(),
  while_statement: whileLower(),
  do_statement: doLower(),
  for_statement: forCountLower('initializer'),
  foreach_statement: forEachLower('left', 'right'),
  switch_statement: switchForm,
  try_statement: tryForm,
  using_statement: usingForm,
  lock_statement: scopedLower('synchronized'),
  unsafe_statement: scopedLower('unsafe'),
  checked_statement: scopedLower('checked'),
  return_statement: returnLower,
  throw_statement: throwLower,
  yield_statement: yieldForm,
  break_statement: jumpLower(NodeKind.Break),
  continue_statement: jumpLower(NodeKind.Continue),
  labeled_statement: labelledLower,
  preproc_if: conditional,
  preproc_else: conditional,
  preproc_elif: conditional,
  empty_statement: nothingLower,
  ';': nothingLower,
};
