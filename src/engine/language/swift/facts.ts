import { Receiver, RefFlag } from '../../model/references.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import {
  blockRule,
  childrenRule,
  constructRule,
  literalRule,
  markCalled,
  nameRule,
  passRule,
  scopedRule,
  skipRule,
  stringRule,
  superRule,
  thisRule,
  typeNameRule,
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

/** `Self` is the type at hand. */
function selfType(walk: FactsWalk, node: number, flag: number): number {
  walk.emitText('Self');
  const reference = walk.refer(walk.intern('Self'), Receiver.None, false, node, flag);
  walk.typeOfReference.set(reference, walk.ownerType);
  walk.variableOfReference[reference] = -1;
  walk.called = false;
  walk.valueType = -1;
  return reference;
}

const identifier: Rule = (walk, node) =>
  walk.textOf(node) === 'Self' ? selfType(walk, node, 0) : nameRule(walk, node);
const typeIdentifier: Rule = (walk, node) =>
  walk.textOf(node) === 'Self' ? selfType(walk, node, RefFlag.Type) : typeNameRule(walk, node);

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

/** `T`, `a.T<U>` */
const userType: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (walk.type(part) !== 'type_identifier') return false;
    value = value < 0 ? walk.visit(part) : walk.member(part, value, false);
    return true;
  });
  return value;
};

const types: Rule = (walk, node) => {
  walk.asType(() => walk.visitChildren(node));
  return Receiver.Expression;
};

const stringLiteral: Rule = (walk, node) => {
  const plain = walk.children(node).every((part) => /str_text$|^str_escaped_char$/.test(walk.type(part)));
  return plain ? stringRule(walk, node) : literalRule(walk, node);
};

const word: Rule = (walk, node) => {
  walk.emit(node);
  return Receiver.Expression;
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

const modifiers: Rule = (walk, node) => {
  walk.with(0, () => walk.visitChildren(node));
  return Receiver.Expression;
};

const keeps: Rule = (walk, node) => {
  passRule(walk, node);
  walk.called = false;
  walk.valueType = -1;
  return Receiver.Expression;
};

/** `try f()`, `await f()`: the value of what stands behind. */
const marked: Rule = (walk, node) => {
  const inner = walk.field(node, 'expr');
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (part !== inner) return false;
    value = walk.visit(part);
    return true;
  });
  return value;
};

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
  type_annotation: types,
  type_arguments: types,
  type_constraints: types,
  type_parameter: (walk, node) => {
    const name = walk.childOf(node, 'type_identifier');
    walk.visitChildren(node, (part) => {
      if (part !== name) return false;
      walk.declare(part, 'type');
      return true;
    });
    return Receiver.Expression;
  },
  simple_identifier: identifier,
  type_identifier: typeIdentifier,
  user_type: userType,
  self_expression: thisRule,
  super_expression: superRule,
  call_expression: call,
  constructor_expression: constructRule('constructed_type'),
  value_argument_label: word,
  navigation_expression: navigation,
  prefix_expression: prefix,
  assignment,
  try_expression: marked,
  await_expression: marked,
  postfix_expression: childrenRule,
  as_expression: keeps,
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
  statement_label: word,
  directive: skipRule,
  modifiers,
  attribute,
};
