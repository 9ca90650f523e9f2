import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { classDefinition, definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addParameter, declareRule, nameDeclaredRule, parameterRule } from '../generic/declarations.ts';
import {
  addImport,
  assignRule,
  blockRule,
  constructRule,
  decoratorRule,
  literalRule,
  markCalled,
  memberRule,
  methodCallRule,
  nameRule,
  passRule,
  quietRule,
  scopedRule,
  skipRule,
  stringRule,
  superRule,
  thisRule,
  typeNameRule,
} from '../generic/rules.ts';
import { spaceless } from '../generic/texts.ts';

/** Annotations of a declaration: they stand in its modifiers. */
function annotations(walk: FactsWalk, node: number): number[] {
  const modifiers = walk.childOf(node, 'modifiers');
  return modifiers < 0 ? [] : walk.children(modifiers).filter((child) => /annotation$/.test(walk.type(child)));
}

function modifiersOf(walk: FactsWalk, node: number): string[] {
  const modifiers = walk.childOf(node, 'modifiers');
  const words: string[] = [];
  if (modifiers < 0) return words;
  for (let child = modifiers + 1; child < walk.next[modifiers]!; child = walk.next[child]!)
    if (!walk.isNamed(child)) words.push(walk.textOf(child));
  return words;
}

/** Annotations by which frameworks call a method, and nobody of the program's own code. */
const REGISTERING =
  /^(?:Test|ParameterizedTest|RepeatedTest|BeforeEach|AfterEach|BeforeAll|AfterAll|Before|After|BeforeClass|AfterClass|Bean|Scheduled|EventListener|KafkaListener|(?:Request|Get|Post|Put|Delete|Patch)Mapping|GET|POST|PUT|DELETE|Path|PostConstruct|PreDestroy|Provides|Subscribe|ExceptionHandler)$/;

function flags(walk: FactsWalk, node: number): number {
  const words = modifiersOf(walk, node);
  const names = annotations(walk, node).map((annotation) => walk.textOf(walk.field(annotation, 'name')));
  const inInterface = walk.classSymbol >= 0 && walk.symbols[walk.classSymbol]!.kind === 'interface';
  let bits = 0;
  if (words.includes('static')) bits |= SymbolFlag.Static;
  if (words.includes('abstract')) bits |= SymbolFlag.Abstract;
  if (!words.includes('private')) bits |= SymbolFlag.Exported;
  if (names.includes('Override')) bits |= SymbolFlag.Implements;
  if (names.some((name) => REGISTERING.test(name))) bits |= SymbolFlag.Registered;
  if (inInterface && walk.field(node, 'body') < 0) bits |= SymbolFlag.Abstract;
  return bits;
}

const method = definition({ flags, annotations });
const constructor = definition({
  flags: (walk, node) => flags(walk, node) | SymbolFlag.Constructor,
  annotations,
  kind: () => 'method',
  declares: false,
});

const packageDeclaration: Rule = (walk, node) => {
  const name = walk.childOf(node, 'scoped_identifier', 'identifier');
  if (name >= 0) walk.namespace = spaceless(walk.textOf(name));
  return Receiver.Expression;
};

const importDeclaration: Rule = (walk, node) => {
  const path = walk.childOf(node, 'scoped_identifier', 'identifier');
  if (path < 0) return Receiver.Expression;
  const whole = spaceless(walk.textOf(path));
  const typeOnly = false;
  if (walk.has(node, 'asterisk')) {
    addImport(walk, path, { form: 'star', module: whole, imported: '*', local: '', typeOnly });
    return Receiver.Expression;
  }
  const dot = whole.lastIndexOf('.');
  const name = whole.slice(dot + 1);
  const last = walk.type(path) === 'identifier' ? path : walk.field(path, 'name');
  const module = dot < 0 ? '' : whole.slice(0, dot);
  addImport(walk, last < 0 ? path : last, { form: 'from', module, imported: name, local: name, typeOnly });
  return Receiver.Expression;
};

const bases = (walk: FactsWalk, node: number): number[] =>
  walk.children(node).filter((child) => /^(superclass|super_interfaces|extends_interfaces)$/.test(walk.type(child)));

/** One declarator of a field or a local variable: its type stands in the declaration around it. */
const declarator: Rule = (walk, node) => {
  const declaration = walk.tree.parent[node]!;
  const first = walk.scopes.variables.length;
  const span = (): number => (walk.children(declaration).includes(node) ? declaration : node);
  declareRule({
    names: 'name',
    type: 'no field',
    flags: (at) => (walk.type(declaration) === 'field_declaration' ? flags(at, declaration) : 0),
    span,
  })(walk, node);
  const own = walk.variableOf[walk.field(node, 'name')] ?? -1;
  if (own >= first && walk.declaredType >= 0) walk.scopes.variables[own]!.type = walk.declaredType;
  return Receiver.Expression;
};

/** `T a = x, b;`: the type is noted for the declarators; `var` says nothing, the value does. */
const variableDeclaration: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const outer = walk.declaredType;
  walk.declaredType = -1;
  const modifiers = walk.childOf(node, 'modifiers');
  walk.visitChildren(node, (child) => {
    if (child === modifiers) {
      for (const annotation of annotations(walk, node)) walk.with(RefFlag.Decorator, () => walk.visit(annotation));
      return true;
    }
    if (child !== type) return false;
    const from = walk.references.count;
    if (walk.textOf(child) !== 'var') walk.asType(() => walk.visit(child));
    if (walk.references.count > from && !/array/.test(walk.type(child))) walk.declaredType = from;
    return true;
  });
  walk.declaredType = outer;
  return Receiver.Expression;
};

const spreadParameter: Rule = (walk, node) => {
  const declarator = walk.childOf(node, 'variable_declarator');
  const name = walk.field(declarator, 'name');
  walk.visitChildren(node, (child) => {
    if (child === declarator) {
      if (name >= 0) addParameter(walk, name, 'rest');
      return true;
    }
    if (!walk.isNamed(child) || walk.isComment(child)) return false;
    walk.asType(() => walk.visit(child));
    return true;
  });
  return Receiver.Expression;
};

/** `x -> …` and `(x, y) -> …`: names alone are parameters. */
const lambdaExpression: Rule = (walk, node) => {
  const parameters = walk.field(node, 'parameters');
  if (walk.type(parameters) !== 'identifier') return lambda()(walk, node);
  return lambda({ parameters: 'no field' })(walk, node);
};

const identifier: Rule = (walk, node) => {
  const parent = walk.tree.parent[node]!;
  if (walk.type(parent) === 'lambda_expression' && walk.field(parent, 'parameters') === node) {
    addParameter(walk, node);
    return Receiver.Expression;
  }
  return nameRule(walk, node);
};

/** A class body that belongs to no class of a name (after `new`, after an enumeration's constant). */
const classBody: Rule = (walk, node) => {
  const parent = walk.type(walk.tree.parent[node]!);
  if (parent !== 'object_creation_expression' && parent !== 'enum_constant') {
    walk.visitChildren(node);
    return Receiver.Expression;
  }
  const { classSymbol, ownerType } = walk;
  walk.classSymbol = -1;
  walk.ownerType = -1;
  walk.inScope(node, 'class', -1, () => walk.visitChildren(node));
  Object.assign(walk, { classSymbol, ownerType });
  return Receiver.Expression;
};

/** `A::run`: the method passed on. */
const methodReference: Rule = (walk, node) => {
  let receiver: number = Receiver.Expression;
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (!walk.isNamed(child) || walk.isComment(child)) return false;
    const isLast = walk.next[child] === walk.next[node];
    if (isLast && walk.type(child) === 'identifier') value = walk.member(child, receiver, false);
    else if (walk.type(child) === 'type_arguments') walk.asType(() => walk.visit(child));
    else receiver = walk.visit(child);
    return true;
  });
  if (value === Receiver.Expression) value = markCalled(walk, receiver, RefFlag.New);
  walk.called = false;
  return value;
};

/** `x instanceof T name`: the name is bound where the test holds, which is looked at as the rest of the block. */
const instanceOf: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const from = walk.references.count;
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    const variable = walk.declare(child, 'pattern');
    const type = walk.references.count - 1;
    if (variable >= 0 && type >= from) walk.scopes.variables[variable]!.type = type;
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

const explicitConstructor: Rule = (walk, node) => {
  walk.visitChildren(node);
  walk.called = true;
  return Receiver.Expression;
};

const typeDeclaration = (kind: 'class' | 'interface'): Rule =>
  classDefinition({ kind, bases, annotations, flags: (walk, node) => flags(walk, node) & ~SymbolFlag.Static });

/** A record's components are members of it. */
const formalParameter: Rule = (walk, node) => {
  const list = walk.tree.parent[node]!;
  if (walk.type(walk.tree.parent[list] ?? -1) !== 'record_declaration') return parameterRule()(walk, node);
  const type = walk.field(node, 'type');
  const name = walk.field(node, 'name');
  const from = walk.references.count;
  walk.visitChildren(node, (child) => {
    if (child === type) walk.asType(() => walk.visit(child));
    else if (child === name) {
      const variable = walk.declare(child, 'assignment');
      if (walk.references.count > from) walk.scopes.variables[variable]!.type = from;
    } else return false;
    return true;
  });
  return Receiver.Expression;
};

const genericType: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (!walk.isNamed(child) || walk.isComment(child)) return false;
    if (walk.type(child) === 'type_arguments') walk.asType(() => walk.visit(child));
    else value = walk.visit(child);
    return true;
  });
  return value;
};

/** `a.B` in a type. */
const scopedType: Rule = (walk, node) => {
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (!walk.isNamed(child) || walk.isComment(child)) return false;
    const first = value === Receiver.Expression;
    value = first || walk.type(child) !== 'type_identifier' ? walk.visit(child) : walk.member(child, value, false);
    return true;
  });
  return value;
};

/** A label is no name of a variable. */
const labelled: Rule = (walk, node) => {
  walk.visitChildren(node, (child) => {
    if (walk.type(child) !== 'identifier') return false;
    walk.emit(child);
    return true;
  });
  return Receiver.Expression;
};

export const JAVA_FACTS: Readonly<Record<string, Rule>> = {
  package_declaration: packageDeclaration,
  import_declaration: importDeclaration,
  class_declaration: typeDeclaration('class'),
  enum_declaration: typeDeclaration('class'),
  record_declaration: typeDeclaration('class'),
  interface_declaration: typeDeclaration('interface'),
  annotation_type_declaration: typeDeclaration('interface'),
  class_body: classBody,
  method_declaration: method,
  constructor_declaration: constructor,
  compact_constructor_declaration: constructor,
  annotation_type_element_declaration: skipRule,
  field_declaration: variableDeclaration,
  constant_declaration: variableDeclaration,
  local_variable_declaration: variableDeclaration,
  variable_declarator: declarator,
  formal_parameter: formalParameter,
  spread_parameter: spreadParameter,
  catch_formal_parameter: nameDeclaredRule('name', 'except'),
  resource: declareRule({ names: 'name', kind: 'with' }),
  inferred_parameters: (walk, node) => {
    walk.visitChildren(node, (child) => {
      if (walk.type(child) !== 'identifier') return false;
      addParameter(walk, child);
      return true;
    });
    return Receiver.Expression;
  },
  lambda_expression: lambdaExpression,
  identifier,
  type_identifier: typeNameRule,
  generic_type: genericType,
  scoped_type_identifier: scopedType,
  type_parameter: nameDeclaredRule((walk, node) => walk.childOf(node, 'type_identifier', 'identifier'), 'type'),
  this: thisRule,
  super: superRule,
  field_access: memberRule('object', 'field'),
  method_invocation: methodCallRule('object', 'name'),
  method_reference: methodReference,
  explicit_constructor_invocation: explicitConstructor,
  object_creation_expression: constructRule('type'),
  assignment_expression: assignRule(),
  instanceof_expression: instanceOf,
  parenthesized_expression: passRule,
  string_literal: stringRule,
  character_literal: stringRule,
  null_literal: literalRule,
  block: blockRule,
  constructor_body: blockRule,
  for_statement: scopedRule,
  enhanced_for_statement: (walk, node) => {
    walk.inScope(node, 'block', -1, () => {
      declareRule({ names: 'name', kind: 'loop', body: 'body' })(walk, node);
    });
    return Receiver.Expression;
  },
  try_with_resources_statement: scopedRule,
  catch_clause: scopedRule,
  switch_block: scopedRule,
  switch_rule: scopedRule,
  labeled_statement: labelled,
  break_statement: labelled,
  continue_statement: labelled,
  enum_constant: nameDeclaredRule('name', 'assignment'),
  element_value_pair: (walk, node) => {
    const key = walk.field(node, 'key');
    walk.visitChildren(node, (child) => child === key);
    return Receiver.Expression;
  },
  annotation: decoratorRule,
  marker_annotation: decoratorRule,
  modifiers: quietRule,
};
