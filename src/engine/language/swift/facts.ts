import { Receiver, RefFlag } from '../../model/references.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import {
  blockRule,
  childrenRule,
  constructRule,
  convertRule,
  literalRule,
  markCalled,
  nameRule,
  orOwnType,
  quietRule,
  scopedRule,
  skipRule,
  stringRule,
  superRule,
  thisRule,
  typeNameRule,
  typesRule,
  userTypeRule,
  valueOfRule,
  wordRule,
} from '../generic/rules.ts';
import {
  accessor,
  attribute,
  casePattern,
  classDeclaration,
  computedProperty,
  conditions,
  deinitialiser,
  enumEntry,
  forStatement,
  functionDeclaration,
  importDeclaration,
  initialiser,
  lambdaLiteral,
  lambdaType,
  parameter,
  pattern,
  propertyDeclaration,
  protocolDeclaration,
  scopedConditions,
  subscriptDeclaration,
} from './declarations.ts';
import { nameDeclaredRule } from '../generic/declarations.ts';

/** True for `value[index]`, which the grammar takes for a call. */
function isIndex(walk: FactsWalk, node: number): boolean {
  const list = walk.childOf(walk.childOf(node, 'call_suffix'), 'value_arguments');
  return list >= 0 && walk.text[walk.start[list]!] === '[';
}

/** `callee(arguments) { … }`. Where the callee turns out to be a type, the value is of it. */
const call: Rule = (walk, node) => {
  const [callee] = walk.children(node);
  const index = isIndex(walk, node);
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (part !== callee) return false;
    value = walk.visit(part);
    if (index) value = Receiver.Expression;
    else value = markCalled(walk, value, RefFlag.Call);
    return true;
  });
  walk.called = !index;
  walk.valueType = value >= 0 ? value : -1;
  return value;
};

/** `object.name`, `object?.name` */
const navigation: Rule = (walk, node) => {
  const target = walk.field(node, 'target');
  const suffix = walk.field(node, 'suffix');
  let receiver: number = Receiver.Expression;
  let called = false;
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (part === target) {
      receiver = walk.visit(part);
      called = walk.called;
      return true;
    }
    if (part !== suffix) return false;
    const name = walk.childOf(part, 'simple_identifier');
    walk.visitChildren(part, (inner) => {
      if (inner !== name) return false;
      value = walk.member(inner, receiver, called);
      return true;
    });
    return true;
  });
  walk.called = false;
  return value;
};

/** `.name`: a member of a type that is not written. */
const prefix: Rule = (walk, node) => {
  const target = walk.field(node, 'target');
  if (walk.text[walk.start[node]!] !== '.' || walk.type(target) !== 'simple_identifier')
    return childrenRule(walk, node);
  walk.emitText('.');
  return walk.member(target, Receiver.Expression, false);
};

const assignment: Rule = (walk, node) => {
  const target = walk.field(node, 'target');
  const plain = walk.has(node, '=');
  walk.visitChildren(node, (part) => {
    if (part !== target) return false;
    const [inner] = walk.children(part);
    const value = inner === undefined ? Receiver.Expression : walk.visit(inner);
    const stored = /^(simple_identifier|navigation_expression)$/.test(walk.type(inner ?? -1));
    if (value >= 0 && !walk.called && stored)
      walk.references.flags[value]! |= plain ? RefFlag.Store : RefFlag.Store | RefFlag.Augmented;
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

const stringLiteral: Rule = (walk, node) => {
  const plain = walk.children(node).every((part) => /str_text$|^str_escaped_char$/.test(walk.type(part)));
  return plain ? stringRule(walk, node) : literalRule(walk, node);
};

/** `break label`, `continue label`: the label is no variable. */
const transfer: Rule = (walk, node) => {
  const jumps = walk.has(node, 'break') || walk.has(node, 'continue');
  walk.visitChildren(node, (part) => {
    if (!jumps || walk.type(part) !== 'simple_identifier') return false;
    walk.emit(part);
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

const catchBlock: Rule = (walk, node) => {
  walk.inScope(node, 'block', -1, () => casePattern(walk, node));
  return Receiver.Expression;
};

/** `try f()`, `await f()`: the value of what stands behind. */
const marked = valueOfRule('expr');

export const SWIFT_FACTS: Readonly<Record<string, Rule>> = {
  import_declaration: importDeclaration,
  class_declaration: classDeclaration,
  protocol_declaration: protocolDeclaration,
  typealias_declaration: skipRule,
  associatedtype_declaration: skipRule,
  operator_declaration: skipRule,
  precedence_group_declaration: skipRule,
  function_declaration: functionDeclaration,
  protocol_function_declaration: functionDeclaration,
  init_declaration: initialiser,
  deinit_declaration: deinitialiser,
  subscript_declaration: subscriptDeclaration,
  property_declaration: propertyDeclaration,
  protocol_property_declaration: propertyDeclaration,
  computed_property: computedProperty,
  computed_getter: accessor,
  computed_setter: accessor,
  willset_clause: scopedRule,
  didset_clause: scopedRule,
  enum_entry: enumEntry,
  parameter,
  lambda_literal: lambdaLiteral,
  lambda_function_type: lambdaType,
  type_annotation: typesRule,
  type_arguments: typesRule,
  type_constraints: typesRule,
  type_parameter: nameDeclaredRule((walk, node) => walk.childOf(node, 'type_identifier'), 'type'),
  simple_identifier: orOwnType(nameRule, 0),
  type_identifier: orOwnType(typeNameRule, RefFlag.Type),
  user_type: userTypeRule,
  self_expression: thisRule,
  super_expression: superRule,
  call_expression: call,
  constructor_expression: constructRule('constructed_type'),
  value_argument_label: wordRule,
  navigation_expression: navigation,
  prefix_expression: prefix,
  assignment,
  try_expression: marked,
  await_expression: marked,
  postfix_expression: childrenRule,
  as_expression: convertRule,
  check_expression: childrenRule,
  line_string_literal: stringLiteral,
  multi_line_string_literal: stringLiteral,
  raw_string_literal: stringLiteral,
  statements: blockRule,
  if_statement: scopedConditions,
  while_statement: scopedConditions,
  guard_statement: conditions,
  for_statement: forStatement,
  switch_entry: scopedRule,
  switch_pattern: casePattern,
  pattern,
  catch_block: catchBlock,
  do_statement: scopedRule,
  repeat_while_statement: scopedRule,
  control_transfer_statement: transfer,
  statement_label: wordRule,
  directive: skipRule,
  modifiers: quietRule,
  attribute,
};
