import { NodeFlag, NodeKind } from '../../../ir/model.ts';
import { Kind } from '../kinds.ts';
import { lowerClass } from './classes.ts';
import { EXPRESSIONS, lowerAssignment, lowerAugmented, sequenceParts } from './expressions.ts';
import { lowerDeclaration } from './functions.ts';
import type { Lower, Lowering } from './lowering.ts';
import { nothing } from '../../treeLowering.ts';

/** An expression whose value is not used: assignments and the like are statements. */
function effect(l: Lowering, node: number): void {
  const { walk } = l;
  const inner = walk.unwrap(node);
  switch (walk.k(inner)) {
    case Kind.sequence_expression:
      for (const part of sequenceParts(l, inner)) effect(l, part);
      return;
    case Kind.assignment_expression:
      lowerAssignment(l, inner, 0);
      return;
    case Kind.augmented_assignment_expression:
      lowerAugmented(l, inner, 0);
      return;
    case Kind.update_expression: {
      const [target] = l.parts(inner);
      if (target === undefined) return l.other(inner);
      const operator = l.hasToken(inner, '++') ? '+' : '-';
      l.around(
        NodeKind.AugmentedAssign,
        inner,
        () => {
          l.expression(target);
          l.out.leaf(NodeKind.NumberLiteral, l.startLine(target), '1');
        },
        operator,
      );
      return;
    }
    case Kind.unary_expression:
      if (l.hasToken(inner, 'delete')) {
        l.row(NodeKind.Delete, inner, l.parts(inner));
        return;
      }
      break;
    default:
  }
  l.row(NodeKind.ExpressionStatement, node, [inner]);
}

const expressionStatement: Lower = (l, node) => {
  for (const part of l.parts(node)) effect(l, part);
};

const block: Lower = (l, node) => {
  const made = l.out.open(NodeKind.Block, l.startLine(node));
  for (const part of l.parts(node)) l.statement(part);
  l.out.close(made, l.endLine(node));
};

/** `var` declares nothing of its block: every round of a loop has the same variable. */
function declares(l: Lowering, node: number): number {
  return l.hasToken(node, 'var') ? 0 : NodeFlag.Declares;
}

const declaration: Lower = (l, node) => {
  const { walk } = l;
  const using = walk.k(node) === Kind.using_declaration;
  const flags = declares(l, node) | (l.hasToken(node, 'const') ? NodeFlag.Constant : 0);
  for (const part of l.parts(node)) {
    if (walk.k(part) !== Kind.variable_declarator) {
      l.statement(part);
      continue;
    }
    const name = walk.child(part, walk.field.name);
    const value = walk.child(part, walk.field.value);
    if (name < 0) l.other(part);
    else if (value < 0) l.row(NodeKind.Declare, part, [name]);
    else if (!using) l.row(NodeKind.Assign, part, [name, value], '', flags);
    else l.around(NodeKind.Labelled, part, () => l.row(NodeKind.Assign, part, [name, value], '', flags), 'using');
  }
};

const returned: Lower = (l, node) => l.row(NodeKind.Return, node, l.parts(node));
const thrown: Lower = (l, node) => l.row(NodeKind.Throw, node, l.parts(node));

function jump(kind: NodeKind): Lower {
  return (l, node) => {
    const [label] = l.parts(node);
    l.out.leaf(kind, l.startLine(node), label === undefined ? '' : l.walk.textOf(label));
  };
}

const ifStatement: Lower = (l, node) => {
  const { walk } = l;
  const made = l.out.open(NodeKind.If, l.startLine(node));
  condition(l, node);
  l.block(walk.child(node, walk.field.consequence));
  const otherwise = walk.child(node, walk.field.alternative);
  if (otherwise >= 0) {
    const inner = walk.k(otherwise) === Kind.else_clause ? l.parts(otherwise)[0] : otherwise;
    l.block(inner ?? -1);
  }
  l.out.closeAfterLast(made);
};

function condition(l: Lowering, node: number): void {
  const test = l.walk.child(node, l.walk.field.condition);
  if (test < 0) l.empty(node);
  else l.expression(test);
}

const whileStatement: Lower = (l, node) => {
  const made = l.out.open(NodeKind.While, l.startLine(node));
  condition(l, node);
  l.block(l.walk.child(node, l.walk.field.body));
  l.out.closeAfterLast(made);
};

const doStatement: Lower = (l, node) => {
  const made = l.out.open(NodeKind.DoWhile, l.startLine(node));
  l.block(l.walk.child(node, l.walk.field.body));
  condition(l, node);
  l.out.close(made, l.endLine(node));
};

const forStatement: Lower = (l, node) => {
  const { walk, out } = l;
  const made = out.open(NodeKind.ForCount, l.startLine(node));
  const start = walk.child(node, walk.field.initializer);
  const test = walk.child(node, walk.field.condition);
  const step = walk.child(node, walk.field.increment);
  inBlock(l, node, start);
  const tested = test >= 0 && walk.k(test) === Kind.expression_statement ? (l.parts(test)[0] ?? -1) : test;
  if (tested < 0 || walk.k(tested) === Kind.empty_statement) l.empty(node);
  else l.expression(tested);
  inBlock(l, node, step);
  l.block(walk.child(node, walk.field.body));
  out.closeAfterLast(made);
};

function inBlock(l: Lowering, around: number, node: number): void {
  const made = l.out.open(NodeKind.Block, l.startLine(node < 0 ? around : node));
  if (node >= 0 && isDeclaration(l, node)) l.statement(node);
  else if (node >= 0 && l.walk.k(node) === Kind.expression_statement) expressionStatement(l, node);
  else if (node >= 0 && l.walk.k(node) !== Kind.empty_statement) effect(l, node);
  l.out.closeAfterLast(made);
}

function isDeclaration(l: Lowering, node: number): boolean {
  const kind = l.walk.k(node);
  return kind === Kind.lexical_declaration || kind === Kind.variable_declaration || kind === Kind.using_declaration;
}

const forIn: Lower = (l, node) => {
  const { walk, out } = l;
  let flags = walk.child(node, walk.field.kind) >= 0 ? declares(l, node) : 0;
  if (l.hasToken(node, 'const')) flags |= NodeFlag.Constant;
  if (l.hasToken(node, 'await')) flags |= NodeFlag.Async;
  const made = out.open(NodeKind.ForEach, l.startLine(node), l.hasToken(node, 'in') ? 'in' : '', flags);
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  const value = walk.child(node, walk.field.value);
  // `for (var i = 0 in x)`: the value is of no use, and still there.
  if (left < 0) l.empty(node);
  else if (value >= 0) l.row(NodeKind.DefaultValue, left, [left, value]);
  else l.expression(left);
  if (right < 0) l.empty(node);
  else l.expression(right);
  l.block(walk.child(node, walk.field.body));
  out.closeAfterLast(made);
};

const switchStatement: Lower = (l, node) => {
  const { walk, out } = l;
  const made = out.open(NodeKind.Switch, l.startLine(node), 'switch');
  const subject = walk.child(node, walk.field.value);
  if (subject < 0) l.empty(node);
  else l.expression(subject);
  const body = walk.child(node, walk.field.body);
  if (body >= 0) cases(l, l.parts(body));
  out.close(made, l.endLine(node));
};

/** `case 1: case 2: …` is one Case with two tests. */
function cases(l: Lowering, parts: readonly number[]): void {
  const { walk, out } = l;
  let open = -1;
  parts.forEach((part, index) => {
    const kind = walk.k(part);
    if (kind !== Kind.switch_case && kind !== Kind.switch_default) {
      l.statement(part);
      return;
    }
    const test = kind === Kind.switch_case ? walk.child(part, walk.field.value) : -1;
    const statements = l.parts(part).filter((each) => each !== test);
    if (open < 0) open = out.open(NodeKind.Case, l.startLine(part));
    if (test >= 0) l.expression(test);
    const following = parts[index + 1];
    const joins = kind === Kind.switch_case && statements.length === 0 && following !== undefined;
    if (joins && walk.k(following) === Kind.switch_case) return;
    const made = out.open(NodeKind.Block, l.startLine(statements[0] ?? part));
    const only = statements.length === 1 && walk.k(statements[0]!) === Kind.statement_block ? statements[0]! : -1;
    for (const each of only >= 0 ? l.parts(only) : statements) l.statement(each);
    out.closeAfterLast(made);
    out.closeAfterLast(open);
    open = -1;
  });
}

const tryStatement: Lower = (l, node) => {
  const { walk, out } = l;
  const made = out.open(NodeKind.Try, l.startLine(node));
  l.block(walk.child(node, walk.field.body));
  for (const part of l.parts(node)) {
    const kind = walk.k(part);
    if (kind === Kind.catch_clause) {
      const handler = out.open(NodeKind.Catch, l.startLine(part));
      l.empty(part);
      const parameter = walk.child(part, walk.field.parameter);
      if (parameter < 0) l.empty(part);
      else l.expression(parameter);
      l.block(walk.child(part, walk.field.body));
      out.closeAfterLast(handler);
    } else if (kind === Kind.finally_clause) {
      const last = out.open(NodeKind.Finally, l.startLine(part));
      l.block(walk.child(part, walk.field.body));
      out.closeAfterLast(last);
    } else if (kind !== Kind.statement_block) l.statement(part);
  }
  out.closeAfterLast(made);
};

const labelled: Lower = (l, node) => {
  const { walk, out } = l;
  const [label, ...rest] = l.parts(node);
  const made = out.open(NodeKind.Labelled, l.startLine(node), label === undefined ? '' : walk.textOf(label));
  for (const part of rest) l.statement(part);
  out.closeAfterLast(made);
};

const withStatement: Lower = (l, node) => {
  const [object, ...rest] = l.parts(node);
  const made = l.out.open(NodeKind.Scoped, l.startLine(node), 'with');
  if (object !== undefined) l.expression(object);
  for (const part of rest) l.block(part);
  l.out.closeAfterLast(made);
};

/** Exported declarations stand in namespaces, which are no functions, or where an error put them. */
const exported: Lower = (l, node) => {
  for (const part of l.parts(node)) l.statement(part);
};

/** Parts of the grammar that leave nothing at run time. */
const SKIPPED = [
  'comment',
  'html_comment',
  'type_annotation',
  'type_predicate_annotation',
  'asserts_annotation',
  'adding_type_annotation',
  'omitting_type_annotation',
  'opting_type_annotation',
  'type_arguments',
  'type_parameters',
  'implements_clause',
  'accessibility_modifier',
  'override_modifier',
  'interface_declaration',
  'type_alias_declaration',
  'ambient_declaration',
  'function_signature',
  'method_signature',
  'abstract_method_signature',
  'index_signature',
  'decorator',
  'optional_chain',
];

export const TABLES = {
  expressions: EXPRESSIONS,
  statements: {
    expression_statement: expressionStatement,
    statement_block: block,
    lexical_declaration: declaration,
    variable_declaration: declaration,
    using_declaration: declaration,
    return_statement: returned,
    throw_statement: thrown,
    break_statement: jump(NodeKind.Break),
    continue_statement: jump(NodeKind.Continue),
    if_statement: ifStatement,
    while_statement: whileStatement,
    do_statement: doStatement,
    for_statement: forStatement,
    for_in_statement: forIn,
    switch_statement: switchStatement,
    try_statement: tryStatement,
    labeled_statement: labelled,
    with_statement: withStatement,
    empty_statement: nothing,
    export_statement: exported,
    function_declaration: lowerDeclaration,
    generator_function_declaration: lowerDeclaration,
    class_declaration: lowerClass,
    abstract_class_declaration: lowerClass,
  } satisfies Record<string, Lower>,
  skipped: SKIPPED,
};
