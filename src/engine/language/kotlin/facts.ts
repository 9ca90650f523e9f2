import { Receiver, RefFlag } from '../../model/references.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import {
  blockRule,
  childrenRule,
  decoratorRule,
  markCalled,
  nameRule,
  passRule,
  quietRule,
  scopedRule,
  skipRule,
  stringRule,
  superRule,
  thisRule,
  typeNameRule,
  typesRule,
  userTypeRule,
  wordRule,
} from '../generic/rules.ts';
import {
  accessor,
  anonymousFunction,
  classDeclaration,
  classParameter,
  companion,
  constructorInvocation,
  explicitDelegation,
  forStatement,
  functionDeclaration,
  importHeader,
  importList,
  lambdaLiteral,
  lambdaParameters,
  objectLiteral,
  packageHeader,
  parameter,
  propertyDeclaration,
  secondaryConstructor,
  variableDeclaration,
} from './declarations.ts';
import { nameDeclaredRule } from '../generic/declarations.ts';

/** `callee(arguments) { … }`. Where the callee turns out to be a class, the value is of it. */
const call: Rule = (walk, node) => {
  const [callee] = walk.children(node);
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (part !== callee) return false;
    value = markCalled(walk, walk.visit(part), RefFlag.Call);
    return true;
  });
  walk.called = true;
  walk.valueType = value >= 0 ? value : -1;
  return value;
};

/** `.name`, `?.name`, `::name` behind a value. */
function suffix(walk: FactsWalk, node: number, receiver: number, called: boolean): number {
  const name = walk.childOf(node, 'simple_identifier');
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (part !== name) return false;
    value = walk.member(part, receiver, called);
    return true;
  });
  return value;
}

/** A value with suffixes: members and indexes. */
const navigation: Rule = (walk, node) => {
  const [object] = walk.children(node);
  let value: number = Receiver.Expression;
  let called = false;
  walk.visitChildren(node, (part) => {
    if (part === object) {
      value = walk.visit(part);
      called = walk.called;
    } else if (walk.type(part) === 'navigation_suffix') {
      value = suffix(walk, part, value, called);
      called = false;
    } else if (walk.isNamed(part) && !walk.isComment(part)) {
      walk.visit(part);
      value = Receiver.Expression;
      called = false;
    } else return false;
    return true;
  });
  walk.called = called;
  return value;
};

const assignment: Rule = (walk, node) => {
  const target = walk.childOf(node, 'directly_assignable_expression');
  const plain = walk.has(node, '=');
  walk.visitChildren(node, (part) => {
    if (part !== target) return false;
    const value = navigation(walk, part);
    const last = walk.children(part).at(-1) ?? -1;
    if (value >= 0 && !walk.called && /^(simple_identifier|navigation_suffix)$/.test(walk.type(last)))
      walk.references.flags[value]! |= plain ? RefFlag.Store : RefFlag.Store | RefFlag.Augmented;
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

/** `a name b`: a call of the method, or of the function that extends a's type. */
const infix: Rule = (walk, node) => {
  const [left, name] = walk.children(node);
  let receiver: number = Receiver.Expression;
  let called = false;
  walk.visitChildren(node, (part) => {
    if (part === left) {
      receiver = walk.visit(part);
      called = walk.called;
    } else if (part === name && walk.type(part) === 'simple_identifier')
      walk.member(part, receiver, called, undefined, RefFlag.Call);
    else return false;
    return true;
  });
  walk.called = false;
  walk.valueType = -1;
  return Receiver.Expression;
};

/** `name = value` in arguments: the name is that of a parameter elsewhere. */
const argument: Rule = (walk, node) => {
  if (!walk.has(node, '=')) return passRule(walk, node);
  const [name] = walk.children(node);
  walk.visitChildren(node, (part) => {
    if (part !== name) return false;
    walk.emit(part);
    return true;
  });
  return Receiver.Expression;
};

/** `::name`, `T::name`, `T::class` */
const callableReference: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (/_type$|^type_identifier$/.test(walk.type(part))) value = walk.name(part);
    else if (walk.type(part) !== 'simple_identifier') return false;
    else value = value < 0 ? walk.name(part) : walk.member(part, value, false);
    return true;
  });
  walk.called = false;
  return value;
};

const stringLiteral: Rule = (walk, node) => {
  if (walk.children(node).every((part) => walk.type(part) === 'string_content')) return stringRule(walk, node);
  walk.visitChildren(node);
  walk.called = false;
  return Receiver.Literal;
};

const catchBlock: Rule = (walk, node) => {
  const name = walk.childOf(node, 'simple_identifier');
  walk.inScope(node, 'block', -1, () => {
    walk.visitChildren(node, (part) => {
      if (part !== name) return false;
      walk.declare(part, 'except');
      return true;
    });
  });
  return Receiver.Expression;
};

const enumEntry: Rule = (walk, node) => {
  const name = walk.childOf(node, 'simple_identifier');
  const body = walk.childOf(node, 'class_body');
  walk.visitChildren(node, (part) => {
    if (part === name) walk.declare(part, 'assignment');
    else if (part === body) walk.inScope(node, 'class', -1, () => walk.visitChildren(part));
    else return false;
    return true;
  });
  return Receiver.Expression;
};

const thisExpression: Rule = (walk, node) => {
  if (walk.children(node).length === 0) return thisRule(walk, node);
  // `this@Outer`: which object it is, is not looked up.
  walk.emit(node);
  walk.called = false;
  return Receiver.Expression;
};

export const KOTLIN_FACTS: Readonly<Record<string, Rule>> = {
  package_header: packageHeader,
  import_list: importList,
  import_header: importHeader,
  file_annotation: skipRule,
  type_alias: skipRule,
  class_declaration: classDeclaration,
  object_declaration: classDeclaration,
  companion_object: companion,
  object_literal: objectLiteral,
  enum_entry: enumEntry,
  constructor_invocation: constructorInvocation,
  explicit_delegation: explicitDelegation,
  function_declaration: functionDeclaration,
  secondary_constructor: secondaryConstructor,
  anonymous_initializer: scopedRule,
  getter: accessor,
  setter: accessor,
  property_declaration: propertyDeclaration,
  variable_declaration: variableDeclaration,
  when_subject: propertyDeclaration,
  class_parameter: classParameter,
  parameter,
  parameter_with_optional_type: parameter,
  parameter_modifiers: quietRule,
  modifiers: quietRule,
  lambda_literal: lambdaLiteral,
  lambda_parameters: lambdaParameters,
  anonymous_function: anonymousFunction,
  type_parameter: nameDeclaredRule((walk, node) => walk.childOf(node, 'type_identifier'), 'type'),
  type_arguments: typesRule,
  type_constraints: typesRule,
  simple_identifier: nameRule,
  interpolated_identifier: nameRule,
  type_identifier: typeNameRule,
  user_type: userTypeRule,
  this_expression: thisExpression,
  super_expression: superRule,
  call_expression: call,
  navigation_expression: navigation,
  indexing_expression: navigation,
  assignment,
  infix_expression: infix,
  value_argument: argument,
  callable_reference: callableReference,
  string_literal: stringLiteral,
  character_literal: stringRule,
  long_literal: stringRule,
  unsigned_literal: stringRule,
  label: wordRule,
  parenthesized_expression: passRule,
  check_expression: childrenRule,
  as_expression: childrenRule,
  function_body: blockRule,
  control_structure_body: blockRule,
  for_statement: forStatement,
  when_expression: scopedRule,
  when_entry: scopedRule,
  try_expression: scopedRule,
  catch_block: catchBlock,
  finally_block: scopedRule,
  annotation: decoratorRule,
};
