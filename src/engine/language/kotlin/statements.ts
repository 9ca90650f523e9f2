import { NodeFlag, NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';
import { stepLower } from '../generic/lowerRules.ts';
import { valueOf } from './declarations.ts';
import { nothingLower } from '../generic/lowerStatements.ts';

const bodies = (l: Lowering, node: number): number[] =>
  l.parts(node).filter((part) => l.type(part) === 'control_structure_body');

export const assignForm: Lower = (l, node) => {
  const [target = -1, value = -1] = l.parts(node);
  const operator = l.operators(node).find((text) => text.endsWith('=')) ?? '=';
  const parts = (): void => {
    l.expression(target, node);
    l.expression(value, node);
  };
  if (operator === '=') l.around(NodeKind.Assign, node, parts);
  else l.around(NodeKind.AugmentedAssign, node, parts, operator.slice(0, -1));
};

/** The branch behind `else` may be all that there is. */
export const ifForm: Lower = (l, node) => {
  const { walk } = l;
  const [test = -1] = l.parts(node);
  const word = walk.childOf(node, 'else');
  const branches = bodies(l, node);
  const then = branches.find((branch) => word < 0 || branch < word) ?? -1;
  const otherwise = word < 0 ? -1 : (branches.find((branch) => branch > word) ?? -1);
  l.around(NodeKind.If, node, () => {
    l.expression(test, node);
    l.block(then, node);
    if (otherwise >= 0) l.block(otherwise);
  });
};

/** `when (subject) { tests -> …; else -> … }` */
export const whenForm: Lower = (l, node) => {
  const { tail } = l;
  const subject = l.walk.childOf(node, 'when_subject');
  const declared = l.walk.childOf(subject, 'variable_declaration');
  const parts = (): void => {
    const value = subject < 0 ? -1 : (l.parts(subject).at(-1) ?? -1);
    if (declared < 0) l.expression(value, node);
    else {
      const pair = (): void => {
        l.expression(declared);
        l.expression(value, node);
      };
      l.around(NodeKind.Assign, subject, pair, '', NodeFlag.Declares | NodeFlag.Expression);
    }
    for (const entry of l.parts(node).filter((part) => l.type(part) === 'when_entry')) {
      const conditions = l.parts(entry).filter((part) => l.type(part) === 'when_condition');
      l.around(NodeKind.Case, entry, () => {
        for (const condition of conditions) l.expressions(l.parts(condition));
        l.tail = tail;
        l.block(bodies(l, entry)[0] ?? -1, entry);
      });
    }
  };
  l.around(NodeKind.Switch, node, parts, 'match');
  l.tail = tail;
};

/** `in range`, `is T` as a test of `when`: the subject is left out. */
const test: Lower = (l, node) => {
  const [sign = ''] = l.operators(node);
  l.around(NodeKind.Other, node, () => l.expressions(l.parts(node)), `when ${sign}`);
};

/** A block whose brackets belong to the node around it. */
function inner(l: Lowering, node: number): void {
  const statements = l.walk.childOf(node, 'statements');
  l.block(statements, node);
}

export const tryForm: Lower = (l, node) => {
  const { tail } = l;
  l.around(NodeKind.Try, node, () => {
    inner(l, node);
    for (const part of l.parts(node)) {
      if (l.type(part) === 'catch_block')
        l.around(NodeKind.Catch, part, () => {
          l.expression(l.parts(part).find((one) => /_type$/.test(l.type(one))) ?? -1, part);
          l.expression(l.walk.childOf(part, 'simple_identifier'), part);
          inner(l, part);
        });
      if (l.type(part) === 'finally_block')
        l.withTail('none', () => {
          l.around(NodeKind.Finally, part, () => inner(l, part));
        });
    }
  });
  l.tail = tail;
};

/** `return`, `throw`, `break`, `continue`, with labels. */
export const jumpForm: Lower = (l, node) => {
  const label = l.text(l.walk.childOf(node, 'label')).replace(/@$/, '');
  const values = l.parts(node).filter((part) => l.type(part) !== 'label');
  const word = /^[a-z]+/.exec(l.text(node))?.[0] ?? '';
  if (word === 'break') l.leaf(NodeKind.Break, node, label);
  else if (word === 'continue') l.leaf(NodeKind.Continue, node, label);
  else l.around(word === 'throw' ? NodeKind.Throw : NodeKind.Return, node, () => l.expressions(values));
};

/** `object : T { … }`: a class without a name. */
export const objectForm: Lower = (l, node) => {
  const bases = l.parts(node).filter((part) => l.type(part) === 'delegation_specifier');
  l.around(NodeKind.ClassDefinition, node, () => {
    l.empty(node);
    const made = l.out.open(NodeKind.Bases, l.startLine(node));
    l.expressions(bases);
    l.out.closeAfterLast(made);
    l.block(l.walk.childOf(node, 'class_body'), node);
  });
};

const localClass: Lower = (l, node) => {
  const name = l.walk.childOf(node, 'type_identifier');
  l.around(NodeKind.ClassDefinition, node, () => {
    if (name < 0) l.empty(node);
    else l.name(name);
    l.out.leaf(NodeKind.Bases, l.startLine(node));
    l.block(l.walk.childOf(node, 'class_body', 'enum_class_body'), node);
  });
};

const property: Lower = (l, node) => {
  const target = l.walk.childOf(node, 'variable_declaration', 'multi_variable_declaration');
  const value = valueOf(l.walk, node);
  const delegate = l.walk.childOf(node, 'property_delegate');
  if (value < 0 && delegate < 0) l.around(NodeKind.Declare, node, () => l.expression(target, node));
  else {
    const parts = (): void => {
      l.expression(target, node);
      l.expression(value < 0 ? delegate : value);
    };
    l.around(NodeKind.Assign, node, parts, '', NodeFlag.Declares);
  }
};

const forForm: Lower = (l, node) => {
  const target = l.walk.childOf(node, 'variable_declaration', 'multi_variable_declaration');
  const [body = -1] = bodies(l, node);
  const iterable = l.parts(node).find((part) => part !== target && part !== body && part > target) ?? -1;
  const parts = (): void => {
    l.expression(target, node);
    l.expression(iterable, node);
    l.block(body, node);
  };
  l.withTail('none', () => {
    l.around(NodeKind.ForEach, node, parts, '', NodeFlag.Declares);
  });
};

const whileForm: Lower = (l, node) => {
  const [test_ = -1] = l.parts(node).filter((part) => l.type(part) !== 'control_structure_body');
  const [body = -1] = bodies(l, node);
  const isDo = l.type(node) === 'do_while_statement';
  l.withTail('none', () => {
    l.around(isDo ? NodeKind.DoWhile : NodeKind.While, node, () => {
      if (isDo) l.block(body, node);
      l.expression(test_, node);
      if (!isDo) l.block(body, node);
    });
  });
};

const step: Lower = (l, node) => {
  if (l.operators(node).some((text) => text === '++' || text === '--')) stepLower(l, node);
  else if (l.tail === 'return') l.around(NodeKind.Return, node, () => l.expression(node));
  else l.around(NodeKind.ExpressionStatement, node, () => l.expression(node));
};

/** `: this(…)` and `: super(…)` of a constructor. */
const delegation: Lower = (l, node) => {
  const list = l.walk.childOf(node, 'value_arguments');
  l.around(NodeKind.ExpressionStatement, node, () => {
    l.around(NodeKind.Call, node, () => {
      l.leaf(l.walk.has(node, 'this') ? NodeKind.This : NodeKind.Super, node);
      if (list >= 0) l.expressions(l.parts(list));
    });
  });
};

export const KOTLIN_STATEMENTS: Readonly<Record<string, Lower>> = {
  property_declaration: property,
  assignment: assignForm,
  postfix_expression: step,
  prefix_expression: step,
  if_expression: ifForm,
  when_expression: whenForm,
  range_test: test,
  type_test: test,
  try_expression: tryForm,
  jump_expression: jumpForm,
  for_statement: forForm,
  while_statement: whileForm,
  do_while_statement: whileForm,
  class_declaration: localClass,
  object_declaration: localClass,
  constructor_delegation_call: delegation,
  label: (l, node) => l.leaf(NodeKind.Labelled, node, l.text(node).replace(/@$/, '')),
  type_alias: nothingLower,
};
