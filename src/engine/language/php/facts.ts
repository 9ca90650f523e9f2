import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { classDefinition, definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { childrenRule, constructRule, decoratorRule, passRule, skipRule, stringRule } from '../generic/rules.ts';
import {
  accessRule,
  firstName,
  functionCall,
  nameRule,
  namespaceDefinition,
  qualifiedName,
  relativeScope,
  useDeclaration,
  useTrait,
} from './names.ts';
import {
  assignment,
  augmented,
  bindsChildren,
  bindTarget,
  foreach,
  parameter,
  propertyDeclaration,
  variableRule,
} from './variables.ts';

/** Attributes by which frameworks call a function. */
const REGISTERING = /^(?:Test|DataProvider|Before|After|BeforeClass|AfterClass|Route|AsCommand|AsEventListener|Cron)$/;

function attributeNodes(walk: FactsWalk, node: number): number[] {
  const list = walk.childOf(node, 'attribute_list');
  return list < 0 ? [] : walk.children(list).flatMap((group) => walk.children(group));
}

const has = (walk: FactsWalk, node: number, word: string): boolean => walk.has(node, `${word}_modifier`);

/** Methods that PHP itself calls. */
const MAGIC =
  /^__(?:get|set|isset|unset|call|callStatic|toString|invoke|clone|sleep|wakeup|serialize|unserialize|destruct|debugInfo|set_state)$/;

function functionFlags(walk: FactsWalk, node: number): number {
  const names = attributeNodes(walk, node).map((one) => walk.textOf(walk.children(one)[0] ?? one));
  const last = names.map((name) => name.slice(name.lastIndexOf('\\') + 1));
  return last.some((name) => REGISTERING.test(name)) ? SymbolFlag.Registered : 0;
}

function methodFlags(walk: FactsWalk, node: number): number {
  const name = walk.textOf(walk.field(node, 'name'));
  const visibility = walk.textOf(Math.max(0, walk.childOf(node, 'visibility_modifier')));
  const isPrivate = walk.has(node, 'visibility_modifier') && visibility === 'private';
  let bits = functionFlags(walk, node);
  if (!isPrivate) bits |= SymbolFlag.Exported;
  if (has(walk, node, 'static')) bits |= SymbolFlag.Static;
  if (walk.field(node, 'body') < 0) bits |= SymbolFlag.Abstract;
  if (name.toLowerCase() === '__construct') bits |= SymbolFlag.Constructor;
  if (MAGIC.test(name)) bits |= SymbolFlag.Implements;
  if (isTestByName(walk, name)) bits |= SymbolFlag.Registered;
  return bits;
}

/** A method `test…` of a class that extends a `TestCase`. */
function isTestByName(walk: FactsWalk, name: string): boolean {
  if (!/^test[A-Z_0-9]/.test(name) || walk.classSymbol < 0) return false;
  const base = walk.childOf(walk.spans[walk.classSymbol]!.node, 'base_clause');
  return base >= 0 && /TestCase\b/.test(walk.textOf(base));
}

const bases = (walk: FactsWalk, node: number): number[] =>
  walk.children(node).filter((child) => /^(base_clause|class_interface_clause)$/.test(walk.type(child)));

const typeDefinition = (kind: 'class' | 'interface'): Rule =>
  classDefinition({
    kind,
    bases,
    annotations: attributeNodes,
    flags: (walk, node) => SymbolFlag.Exported | (has(walk, node, 'abstract') ? SymbolFlag.Abstract : 0),
  });

/** A class without a name: methods in it are symbols, it is none. */
const anonymousClass: Rule = (walk, node) => {
  const body = walk.field(node, 'body');
  const { classSymbol, ownerType } = walk;
  walk.visitChildren(node, (child) => {
    if (child !== body) return false;
    walk.classSymbol = -1;
    walk.ownerType = -1;
    walk.inScope(node, 'class', -1, () => walk.visit(child));
    Object.assign(walk, { classSymbol, ownerType });
    return true;
  });
  return Receiver.Expression;
};

/** A string in one token as long as nothing is put into it. */
const encapsed: Rule = (walk, node) => {
  const plain = walk.children(node).every((part) => /^(string_content|escape_sequence)$/.test(walk.type(part)));
  if (plain) return stringRule(walk, node);
  walk.visitChildren(node);
  walk.called = false;
  return Receiver.Literal;
};

/** The name of a constant is none of a variable; at file level it is declared. */
const constant: Rule = (walk, node) => {
  const [name] = walk.children(node);
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    const inClass = walk.scopes.scopes[walk.scope]!.kind === 'class';
    if (inClass) walk.emit(child);
    else walk.declare(child, 'assignment');
    return true;
  });
  return Receiver.Expression;
};

/** A word that is no name: a label, the name of an argument, of an enumeration's case. */
const wordFirst: Rule = (walk, node) => {
  const name = walk.field(node, 'name') >= 0 ? walk.field(node, 'name') : walk.childOf(node, 'name');
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    walk.emit(child);
    return true;
  });
  return Receiver.Expression;
};

const argument: Rule = (walk, node) => (walk.field(node, 'name') >= 0 ? wordFirst(walk, node) : passRule(walk, node));

const updated: Rule = (walk, node) => {
  const target = walk.field(node, 'argument');
  walk.visitChildren(node, (child) => {
    if (child !== target) return false;
    bindTarget(walk, child, 'assignment', RefFlag.Store | RefFlag.Augmented);
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

const staticVariable: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    bindTarget(walk, child);
    return true;
  });
  return Receiver.Expression;
};

const catchClause: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    bindTarget(walk, child, 'except');
    return true;
  });
  return Receiver.Expression;
};

const method = definition({
  flags: methodFlags,
  annotations: attributeNodes,
  kind: () => 'method',
  declares: false,
  closed: true,
});

export const PHP_FACTS: Readonly<Record<string, Rule>> = {
  namespace_definition: namespaceDefinition,
  namespace_use_declaration: useDeclaration,
  use_declaration: useTrait,
  class_declaration: typeDefinition('class'),
  trait_declaration: typeDefinition('class'),
  enum_declaration: typeDefinition('class'),
  interface_declaration: typeDefinition('interface'),
  anonymous_class: anonymousClass,
  method_declaration: method,
  function_definition: definition({
    flags: (walk, node) => SymbolFlag.Exported | functionFlags(walk, node),
    annotations: attributeNodes,
    kind: () => 'function',
    closed: true,
  }),
  anonymous_function: lambda(),
  arrow_function: lambda(),
  simple_parameter: parameter,
  variadic_parameter: parameter,
  property_promotion_parameter: parameter,
  property_declaration: propertyDeclaration,
  const_element: constant,
  enum_case: wordFirst,
  variable_name: variableRule,
  name: nameRule,
  qualified_name: qualifiedName,
  relative_name: qualifiedName,
  relative_scope: relativeScope,
  function_call_expression: functionCall,
  member_call_expression: accessRule('object', true),
  nullsafe_member_call_expression: accessRule('object', true),
  scoped_call_expression: accessRule('scope', true),
  member_access_expression: accessRule('object', false),
  nullsafe_member_access_expression: accessRule('object', false),
  scoped_property_access_expression: accessRule('scope', false),
  class_constant_access_expression: accessRule((walk, node) => walk.children(node)[0] ?? -1, false),
  object_creation_expression: constructRule(firstName),
  assignment_expression: assignment,
  reference_assignment_expression: assignment,
  augmented_assignment_expression: augmented,
  update_expression: updated,
  foreach_statement: foreach,
  catch_clause: catchClause,
  global_declaration: bindsChildren('assignment'),
  static_variable_declaration: staticVariable,
  argument,
  goto_statement: wordFirst,
  named_label_statement: wordFirst,
  parenthesized_expression: passRule,
  clone_expression: childrenRule,
  string: stringRule,
  nowdoc: stringRule,
  encapsed_string: encapsed,
  heredoc: encapsed,
  shell_command_expression: encapsed,
  declare_statement: skipRule,
  attribute_list: decoratorRule,
};
