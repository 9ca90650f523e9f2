import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { classDefinition, definition, lambda, visitBases } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addParameter, declareRule } from '../generic/declarations.ts';
import {
  addImport,
  assignRule,
  blockRule,
  callRule,
  constructRule,
  exportedIf,
  memberRule,
  nameRule,
  passRule,
  scopedRule,
  skipRule,
  stringRule,
  typeNameRule,
  typesRule,
  valueOfRule,
  wordRule,
} from '../generic/rules.ts';

/** Go exports what begins with an upper-case letter. */
const exported = (walk: FactsWalk, node: number): number =>
  exportedIf(/^\p{Lu}/u.test(walk.textOf(walk.field(node, 'name'))));

/** Name of the type that a receiver's declaration names: `T` of `(s *T[K])`. */
function receiverType(walk: FactsWalk, node: number): string {
  const list = walk.field(node, 'receiver');
  const declaration = walk.childOf(list, 'parameter_declaration');
  let type = walk.field(declaration, 'type');
  while (type >= 0 && walk.type(type) !== 'type_identifier') type = walk.children(type)[0] ?? -1;
  return type < 0 ? '' : walk.textOf(type);
}

const packageClause: Rule = (walk, node) => {
  const name = walk.childOf(node, 'package_identifier');
  if (name >= 0) walk.namespace = walk.textOf(name);
  return Receiver.Expression;
};

/** Name by which a package is known where no other is given: the last part of its path, versions left out. */
export function packageName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  let last = parts.pop() ?? '';
  if (/^v\d+$/.test(last) && parts.length > 0) last = parts.pop()!;
  return last
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/g, '')
    .replace(/-/g, '_');
}

const importSpec: Rule = (walk, node) => {
  const path = walk.field(node, 'path');
  const name = walk.field(node, 'name');
  const module = path < 0 ? '' : walk.textOf(path).slice(1, -1);
  const given = name < 0 ? packageName(module) : walk.textOf(name);
  const at = name < 0 ? (path < 0 ? node : path) : name;
  if (given === '.') addImport(walk, at, { form: 'star', module, imported: '*', local: '', typeOnly: false });
  else if (given === '_')
    addImport(walk, at, { form: 'side-effect', module, imported: '', local: '', typeOnly: false });
  else addImport(walk, at, { form: 'namespace', module, imported: '', local: given, typeOnly: false });
  return Receiver.Expression;
};

const typeSpec: Rule = (walk, node) => {
  const isInterface = walk.type(walk.field(node, 'type')) === 'interface_type';
  return classDefinition({ body: 'type', kind: isInterface ? 'interface' : 'class', flags: exported })(walk, node);
};

/** Fields are members; a field without a name embeds a type, whose methods become those of the struct. */
const fieldDeclaration: Rule = (walk, node) => {
  const names = walk.fields(node, 'name');
  const type = walk.field(node, 'type');
  const from = walk.references.count;
  if (names.length > 0) {
    walk.visitChildren(node, (child) => {
      if (child === type) walk.with(RefFlag.Type, () => walk.visit(child));
      else if (names.includes(child)) walk.declare(child, 'assignment');
      else return false;
      return true;
    });
    for (const name of names)
      if (walk.references.count > from) walk.scopes.variables[walk.variableOf[name]!]!.type = from;
  } else if (type >= 0 && walk.classSymbol >= 0) visitBases(walk, type, walk.classSymbol);
  return Receiver.Expression;
};

/** `a, b T`; results that have names are variables of the body. */
const parameterDeclaration: Rule = (walk, node) => {
  const names = walk.fields(node, 'name');
  const type = walk.field(node, 'type');
  const list = walk.tree.parent[node]!;
  const isResult = list >= 0 && walk.tree.field[list] === walk.table.field('result');
  const rest = walk.type(node) === 'variadic_parameter_declaration';
  let declared = -1;
  walk.visitChildren(node, (child) => {
    if (child === type) {
      const from = walk.references.count;
      walk.asType(() => walk.visit(child));
      // What is known of `...T` is that it is a slice.
      if (walk.references.count > from && !rest) declared = from;
      return true;
    }
    if (!names.includes(child)) return false;
    if (isResult) walk.declare(child, 'assignment');
    else addParameter(walk, child, rest ? 'rest' : 'normal');
    return true;
  });
  const { count, receiver } = walk.references;
  if (declared >= 0 && declared + 1 < count && receiver[declared + 1] === declared) declared++;
  for (const name of names)
    if (walk.variableOf[name]! >= 0 && isNamedType(walk, type))
      walk.scopes.variables[walk.variableOf[name]!]!.type = declared;
  if (names.length === 0) walk.parameters?.push({ name: '_', kind: 'normal', optional: false });
  return Receiver.Expression;
};

/** A type whose methods its values have: a name, or a pointer to one. */
function isNamedType(walk: FactsWalk, type: number): boolean {
  const inner = walk.type(type) === 'pointer_type' ? (walk.children(type)[0] ?? -1) : type;
  return ['type_identifier', 'qualified_type', 'generic_type'].includes(walk.type(inner));
}

const identifier: Rule = (walk, node) => {
  return walk.textOf(node) === '_' ? wordRule(walk, node) : nameRule(walk, node);
};

const construct = constructRule('type');

/** `T{…}`: its type is evident where it is a named one. */
const compositeLiteral: Rule = (walk, node) => {
  const value = construct(walk, node);
  if (!isNamedType(walk, walk.field(node, 'type'))) walk.valueType = -1;
  return value;
};

/** `&T{…}` has T's methods. */
const unaryExpression: Rule = (walk, node) => {
  const isAddress = walk.text[walk.start[node]!] === '&';
  passRule(walk, node);
  if (!isAddress) walk.valueType = -1;
  walk.called = false;
  return Receiver.Expression;
};

/** A plain key of a struct's literal names a field; keys of maps are values. */
const keyedElement: Rule = (walk, node) => {
  const key = walk.field(node, 'key');
  const literal = walk.tree.parent[walk.tree.parent[node]!] ?? -1;
  const type = walk.type(literal) === 'composite_literal' ? walk.type(walk.field(literal, 'type')) : '';
  const isField =
    !/map_type|array_type|slice_type/.test(type) && walk.type(walk.children(key)[0] ?? -1) === 'identifier';
  walk.visitChildren(node, (child) => {
    if (child !== key || !isField) return false;
    walk.emit(child);
    return true;
  });
  return Receiver.Expression;
};

/** `for k, v := range x`, `case v := <-ch`: what stands left of `:=` is declared, left of `=` written to. */
const declareOrAssign =
  (kind: 'loop' | 'assignment'): Rule =>
  (walk, node) =>
    walk.has(node, ':=')
      ? declareRule({ names: 'left', value: 'right', kind })(walk, node)
      : assignRule('left')(walk, node);

const typeSwitch: Rule = (walk, node) => {
  const alias = walk.field(node, 'alias');
  walk.inScope(node, 'block', -1, () => {
    walk.visitChildren(node, (child) => {
      if (child !== alias) return false;
      for (const name of walk.children(child)) walk.declare(name, 'assignment');
      return true;
    });
  });
  return Receiver.Expression;
};

export const GO_FACTS: Readonly<Record<string, Rule>> = {
  package_clause: packageClause,
  import_spec: importSpec,
  function_declaration: definition({ flags: exported }),
  method_declaration: definition({ receiver: 'receiver', owner: receiverType, kind: () => 'method', flags: exported }),
  func_literal: lambda(),
  type_spec: typeSpec,
  type_alias: classDefinition({ body: 'type', flags: exported }),
  method_elem: definition({ kind: () => 'method', flags: (walk, node) => exported(walk, node) | SymbolFlag.Abstract }),
  field_declaration: fieldDeclaration,
  parameter_declaration: parameterDeclaration,
  variadic_parameter_declaration: parameterDeclaration,
  var_spec: declareRule({ names: 'name', keepType: (walk, node) => walk.field(node, 'value') < 0 }),
  const_spec: declareRule({ names: 'name' }),
  short_var_declaration: declareRule({ names: 'left', value: 'right', reuse: true }),
  assignment_statement: assignRule(),
  range_clause: declareOrAssign('loop'),
  receive_statement: declareOrAssign('assignment'),
  identifier,
  blank_identifier: wordRule,
  package_identifier: nameRule,
  type_identifier: typeNameRule,
  field_identifier: wordRule,
  selector_expression: memberRule('operand', 'field'),
  generic_type: valueOfRule('type'),
  type_elem: typesRule,
  qualified_type: memberRule('package', 'name'),
  call_expression: callRule('function'),
  composite_literal: compositeLiteral,
  unary_expression: unaryExpression,
  keyed_element: keyedElement,
  parenthesized_expression: passRule,
  interpreted_string_literal: stringRule,
  raw_string_literal: stringRule,
  rune_literal: stringRule,
  block: blockRule,
  for_statement: scopedRule,
  if_statement: scopedRule,
  expression_switch_statement: scopedRule,
  type_switch_statement: typeSwitch,
  select_statement: scopedRule,
  expression_case: scopedRule,
  type_case: scopedRule,
  default_case: scopedRule,
  communication_case: scopedRule,
  type_parameter_list: typesRule,
  type_parameter_declaration: (walk, node) => {
    const names = walk.fields(node, 'name');
    walk.visitChildren(node, (child) => {
      if (!names.includes(child)) return false;
      walk.declare(child, 'type');
      return true;
    });
    return Receiver.Expression;
  },
  empty_statement: skipRule,
};
