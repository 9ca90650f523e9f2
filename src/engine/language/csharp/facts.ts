import { Receiver, RefFlag } from '../../model/references.ts';
import { declareRule, nameDeclaredRule } from '../generic/declarations.ts';
import { definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import {
  assignRule,
  blockRule,
  callRule,
  childrenRule,
  constructRule,
  decoratorRule,
  literalRule,
  nameRule,
  passRule,
  scopedRule,
  skipRule,
  stringRule,
  superRule,
  thisRule,
} from '../generic/rules.ts';
import {
  accessor,
  anonymousMethod,
  attributes,
  baseList,
  constructor,
  declarator,
  destructor,
  fieldDeclaration,
  flags,
  implicitParameter,
  method,
  namespaceDeclaration,
  operator,
  parameter,
  parameterList,
  property,
  typedName,
  typeDeclaration,
  usingDirective,
  variableDeclaration,
} from './declarations.ts';

/** `Name<T>`: the name; what is in the brackets are types. */
const genericName: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (walk.type(child) === 'identifier') value = walk.visit(child);
    else walk.asType(() => walk.visit(child));
    return true;
  });
  walk.called = false;
  return value;
};

/** The name of a member, its type arguments out. */
function memberName(walk: FactsWalk, node: number, receiver: number, called: boolean): number {
  if (walk.type(node) !== 'generic_name') return walk.member(node, receiver, called);
  const name = walk.childOf(node, 'identifier');
  const value = walk.member(name < 0 ? node : name, receiver, called);
  const list = walk.childOf(node, 'type_argument_list');
  if (list >= 0) walk.asType(() => walk.visit(list));
  walk.called = false;
  return value;
}

/** `object.Name`, also in paths of namespaces and types. */
const member =
  (object: string): Rule =>
  (walk, node) => {
    const objectNode = walk.field(node, object);
    const nameNode = walk.field(node, 'name');
    let receiver: number = Receiver.Expression;
    let called = false;
    let reference: number = Receiver.Expression;
    walk.visitChildren(node, (child) => {
      if (child === objectNode) {
        receiver = walk.visit(child);
        called = walk.called;
      } else if (child === nameNode) reference = memberName(walk, child, receiver, called);
      else return false;
      return true;
    });
    return reference;
  };

/** Values before `?.` of the accesses at hand, innermost last. */
const conditional = new WeakMap<FactsWalk, [number, boolean][]>();

/** `object?.Name`: what stands behind the `?` begins with a name of the object. */
const conditionalAccess: Rule = (walk, node) => {
  const condition = walk.field(node, 'condition');
  const stack = conditional.get(walk) ?? [];
  conditional.set(walk, stack);
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child === condition) {
      const receiver = walk.visit(child);
      stack.push([receiver, walk.called]);
    } else if (walk.isNamed(child) && !walk.isComment(child)) value = walk.visit(child);
    else return false;
    return true;
  });
  stack.pop();
  return value;
};

const memberBinding: Rule = (walk, node) => {
  const [receiver, called] = conditional.get(walk)?.at(-1) ?? [Receiver.Expression as number, false];
  const name = walk.field(node, 'name');
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    value = memberName(walk, child, receiver, called);
    return true;
  });
  return value;
};

/** A type that stands as a value (`int.Parse`) is a name; of those that are only types, texts are what others extend. */
const predefinedType: Rule = (walk, node) => {
  if ((walk.referenceFlags & RefFlag.Type) === 0 || walk.textOf(node) === 'string') return walk.name(node);
  walk.emit(node);
  return Receiver.Expression;
};

/** Visits types so that their tokens stay, as they decide what the code does. */
const keepsType: Rule = (walk, node) => {
  const before = walk.referenceFlags;
  walk.visitChildren(node, (child) => {
    if (walk.table.field('type') !== walk.tree.field[child] || !walk.isNamed(child)) return false;
    walk.referenceFlags |= RefFlag.Type;
    walk.visit(child);
    walk.referenceFlags = before;
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

/** `name: value`: the name is that of a parameter elsewhere. */
const argument: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  if (name < 0) return passRule(walk, node);
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    walk.emit(child);
    return true;
  });
  return Receiver.Expression;
};

const assigns = assignRule();

/** In `new T { A = 1 }` the left side is a member of the new object. */
const assignment: Rule = (walk, node) => {
  const left = walk.field(node, 'left');
  const around = walk.type(walk.tree.parent[node]!);
  if (around !== 'initializer_expression' || walk.type(left) !== 'identifier') return assigns(walk, node);
  return firstWord(walk, node);
};

/** The first name is a word, no reference: labels, members that are initialised. */
const firstWord: Rule = (walk, node) => {
  const first = walk.childOf(node, 'identifier');
  walk.visitChildren(node, (child) => {
    if (child !== first) return false;
    walk.emit(child);
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

/** `name = value` in the arguments of an attribute. */
const attributeArgument: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  walk.visitChildren(node, (child) => child === name);
  return Receiver.Expression;
};

const foreach: Rule = (walk, node) => {
  walk.inScope(node, 'block', -1, () => {
    declareRule({ names: 'left', value: 'no field', kind: 'loop', body: 'body' })(walk, node);
  });
  return Receiver.Expression;
};

export const CSHARP_FACTS: Readonly<Record<string, Rule>> = {
  namespace_declaration: namespaceDeclaration,
  file_scoped_namespace_declaration: namespaceDeclaration,
  using_directive: usingDirective,
  extern_alias_directive: skipRule,
  class_declaration: typeDeclaration('class'),
  struct_declaration: typeDeclaration('class'),
  record_declaration: typeDeclaration('class'),
  enum_declaration: typeDeclaration('class'),
  interface_declaration: typeDeclaration('interface'),
  base_list: baseList,
  delegate_declaration: skipRule,
  method_declaration: method,
  constructor_declaration: constructor,
  destructor_declaration: destructor,
  operator_declaration: operator,
  conversion_operator_declaration: operator,
  local_function_statement: definition({ annotations: attributes, flags }),
  property_declaration: property,
  indexer_declaration: property,
  event_declaration: property,
  accessor_declaration: accessor,
  field_declaration: fieldDeclaration,
  event_field_declaration: fieldDeclaration,
  variable_declaration: variableDeclaration,
  variable_declarator: declarator,
  parameter,
  parameter_list: parameterList,
  bracketed_parameter_list: parameterList,
  implicit_parameter: implicitParameter,
  lambda_expression: lambda(),
  anonymous_method_expression: anonymousMethod,
  type_parameter: nameDeclaredRule('name', 'type'),
  type_parameter_constraints_clause: skipRule,
  enum_member_declaration: nameDeclaredRule('name', 'assignment'),
  identifier: nameRule,
  generic_name: genericName,
  qualified_name: member('qualifier'),
  alias_qualified_name: (walk, node) => walk.visit(walk.field(node, 'name')),
  predefined_type: predefinedType,
  this: thisRule,
  base: superRule,
  member_access_expression: member('expression'),
  conditional_access_expression: conditionalAccess,
  member_binding_expression: memberBinding,
  invocation_expression: callRule('function'),
  object_creation_expression: constructRule('type'),
  argument,
  assignment_expression: assignment,
  with_initializer: firstWord,
  anonymous_object_creation_expression: (walk, node) => {
    walk.visitChildren(node, (child) => {
      const after = walk.next[child]!;
      if (walk.type(child) !== 'identifier' || after >= walk.next[node]! || walk.textOf(after) !== '=') return false;
      walk.emit(child);
      return true;
    });
    walk.called = false;
    return Receiver.Expression;
  },
  declaration_expression: typedName('assignment', false),
  declaration_pattern: typedName('pattern', true),
  recursive_pattern: typedName('pattern', true),
  var_pattern: typedName('pattern', false),
  catch_declaration: typedName('except', true),
  subpattern: firstWord,
  is_pattern_expression: childrenRule,
  is_expression: childrenRule,
  as_expression: childrenRule,
  typeof_expression: keepsType,
  default_expression: keepsType,
  sizeof_expression: keepsType,
  cast_expression: keepsType,
  array_creation_expression: keepsType,
  await_expression: passRule,
  parenthesized_expression: passRule,
  checked_expression: passRule,
  ref_expression: passRule,
  string_literal: stringRule,
  verbatim_string_literal: stringRule,
  raw_string_literal: stringRule,
  character_literal: stringRule,
  interpolated_string_expression: literalRule,
  null_literal: literalRule,
  block: blockRule,
  for_statement: scopedRule,
  foreach_statement: foreach,
  using_statement: scopedRule,
  fixed_statement: scopedRule,
  switch_body: scopedRule,
  switch_expression_arm: scopedRule,
  catch_clause: scopedRule,
  query_expression: scopedRule,
  from_clause: nameDeclaredRule('name', 'loop'),
  let_clause: nameDeclaredRule('name', 'assignment'),
  goto_statement: firstWord,
  labeled_statement: firstWord,
  attribute_list: (walk, node) => {
    walk.visitChildren(node, (child) => walk.type(child) !== 'attribute');
    return Receiver.Expression;
  },
  attribute: decoratorRule,
  attribute_argument: attributeArgument,
};
