import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import {
  addParameter,
  bindPattern,
  declareRule,
  nameDeclaredRule,
  outermost,
  parameterRule,
} from '../generic/declarations.ts';
import { classDefinition, definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addImport, assignRule, blockRule, callRule, convertRule, decoratorRule } from '../generic/rules.ts';
import { exportedIf, literalRule, markCalled, memberRule, nameRule, orOwnType, passRule } from '../generic/rules.ts';
import { only, scopedRule, skipRule, stringRule, typeNameRule, valueOfRule } from '../generic/rules.ts';
import { fieldPattern, orPattern, typedPattern } from './patternFacts.ts';
import { macroInvocation, tokenTree } from './macros.ts';
import { use, useDeclaration } from './uses.ts';
import { attributesOf } from '../generic/texts.ts';
import { foldText } from '../foldText.ts';

const isPublic = (walk: FactsWalk, node: number): boolean => walk.has(node, 'visibility_modifier');

/** Attributes by which a test runner, a runtime or a foreign caller calls a function. */
const REGISTERING =
  /^#\[\s*(?:(?:\w+::)*(?:test|main|bench|rstest)|no_mangle|unsafe\(no_mangle|wasm_bindgen|pyfunction|(?:get|post|put|delete|patch|route)\()/;

function flags(walk: FactsWalk, node: number): number {
  const modifiers = walk.childOf(node, 'function_modifiers');
  const inTrait = walk.classSymbol >= 0 && walk.symbols[walk.classSymbol]!.kind === 'interface';
  const attributes = attributesOf(walk, node).map((attribute) => walk.textOf(attribute));
  let bits = exportedIf(isPublic(walk, node) || inTrait || walk.implementsContract);
  if (modifiers >= 0 && /\basync\b/.test(walk.textOf(modifiers))) bits |= SymbolFlag.Async;
  const isMethod = walk.implementing || walk.scopes.scopes[walk.scope]!.kind === 'class';
  if (isMethod && !walk.has(walk.field(node, 'parameters'), 'self_parameter')) bits |= SymbolFlag.Static;
  if (walk.implementsContract) bits |= SymbolFlag.Implements;
  if (inTrait && walk.field(node, 'body') < 0) bits |= SymbolFlag.Abstract;
  if (attributes.some((text) => REGISTERING.test(text))) bits |= SymbolFlag.Registered;
  if (attributes.some((text) => /^#\[\s*(?:cfg\(test\)|(?:\w+::)*(?:test|rstest|bench)\b)/.test(text)))
    bits |= SymbolFlag.Test;
  return bits;
}

/** The object that a method belongs to: a parameter of the name `self`. */
const selfParameter: Rule = (walk, node) => {
  const self = walk.childOf(node, 'self');
  if (self >= 0) {
    const variable = walk.declare(self, 'parameter', 'self');
    Object.assign(walk.scopes.variables[variable]!, { receiver: true, type: walk.ownerType });
  }
  return Receiver.Expression;
};

/** Last name of a type's path, its arguments kept: `Display` of `fmt::Display`, `From<Feet>`. */
function shortType(walk: FactsWalk, node: number): string {
  let at = node;
  if (walk.type(at) === 'scoped_type_identifier') at = walk.field(at, 'name');
  if (walk.type(at) !== 'generic_type') return at < 0 ? '' : foldText(walk.textOf(at));
  const type = shortType(walk, walk.field(at, 'type'));
  return foldText(`${type}${walk.textOf(walk.field(at, 'type_arguments'))}`);
}

/** Name of a type without arguments and references: `Foo` of `&mut a::Foo<T>`. */
function plainType(walk: FactsWalk, node: number): string {
  let at = node;
  while (/^(reference_type|pointer_type|generic_type)$/.test(walk.type(at))) at = walk.field(at, 'type');
  return shortType(walk, at);
}

/**
 * `impl Type` and `impl Trait for Type`. Methods are named `Type.method`, those of a trait `<Trait for Type>.method`, since
 * one type may have several of a name.
 */
const implItem: Rule = (walk, node) => {
  const trait = walk.field(node, 'trait');
  const type = walk.field(node, 'type');
  const body = walk.field(node, 'body');
  const { prefix, ownerType, implementing, implementsContract, symbolFlags } = walk;
  const name = plainType(walk, type);
  if (attributesOf(walk, node).some((attribute) => IS_TEST.test(walk.textOf(attribute))))
    walk.symbolFlags |= SymbolFlag.Test;
  walk.inScope(node, 'block', -1, () => {
    walk.visitChildren(node, (child) => {
      if (child === body) return true;
      if (child === type) {
        const from = walk.references.count;
        walk.asType(() => walk.visit(child));
        walk.ownerType = walk.references.count > from ? outermost(walk, from) : -1;
      } else if (walk.isNamed(child) && !walk.isComment(child)) walk.asType(() => walk.visit(child));
      return true;
    });
    // The name of the owner decides what is known of methods elsewhere; here it is that of the type's path.
    walk.prefix = trait < 0 ? `${prefix}${name}.` : `${prefix}<${shortType(walk, trait)} for ${name}>.`;
    walk.implementsContract = trait >= 0;
    walk.implementing = true;
    if (body >= 0) walk.visit(body);
  });
  Object.assign(walk, { prefix, ownerType, implementing, implementsContract, symbolFlags });
  return Receiver.Expression;
};

const IS_TEST = /^#\[\s*cfg\((?:test|all\(test|any\(test)/;

/** `mod name { … }` hides the file around it; without a body it names another file. */
const modItem: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const body = walk.field(node, 'body');
  if (name < 0) return Receiver.Expression;
  const text = walk.textOf(name);
  if (body < 0) {
    addImport(walk, name, { form: 'module', module: `self::${text}`, imported: '', local: text, typeOnly: false });
    return Receiver.Expression;
  }
  const { prefix, symbolFlags } = walk;
  if (attributesOf(walk, node).some((attribute) => IS_TEST.test(walk.textOf(attribute))))
    walk.symbolFlags |= SymbolFlag.Test;
  walk.declareName(walk.intern(text), 'definition', name);
  walk.prefix = `${prefix}${text}.`;
  walk.inScope(node, 'module', -1, () => walk.visit(body));
  Object.assign(walk, { prefix, symbolFlags });
  return Receiver.Expression;
};

/** `a::b`: a path is a chain of members. `Self` is the type at hand, `crate`, `self` and `super` are modules. */
const path: Rule = (walk, node) => {
  const first = walk.field(node, 'path');
  const name = walk.field(node, 'name');
  let receiver: number = Receiver.None;
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child === first) receiver = walk.visit(child);
    else if (child !== name) return false;
    else if (first < 0) value = walk.name(child);
    else value = walk.member(child, receiver, false);
    return true;
  });
  walk.called = false;
  return value;
};

/** The type is the value; its arguments are types. */
const genericType = valueOfRule('type');

/** Only `Foo { … }` is evidently a Foo. */
const structExpression: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    value = walk.visit(child);
    walk.called = false;
    markCalled(walk, value, RefFlag.New);
    return true;
  });
  walk.called = true;
  walk.valueType = value >= 0 ? value : -1;
  return value;
};

const shorthand: Rule = (walk, node) => {
  const name = walk.childOf(node, 'identifier');
  if (name >= 0) walk.visit(name);
  return Receiver.Expression;
};

/** `if let P = v`, `while let P = v`: the names mean something behind the value, in the scope of the whole statement. */
const letCondition: Rule = (walk, node) => declareRule({ names: 'pattern', kind: 'pattern' })(walk, node);

const matchArm: Rule = (walk, node) => {
  const pattern = walk.field(node, 'pattern');
  walk.inScope(node, 'block', -1, () => {
    walk.visitChildren(node, (child) => {
      if (child !== pattern) return false;
      const condition = walk.field(child, 'condition');
      walk.visitChildren(child, (part) => {
        if (part === condition || !walk.isNamed(part) || walk.isComment(part)) return false;
        bindPattern(walk, part, 'pattern');
        return true;
      });
      return true;
    });
  });
  return Receiver.Expression;
};

const forExpression: Rule = (walk, node) => {
  walk.inScope(node, 'block', -1, () => {
    declareRule({ names: 'pattern', kind: 'loop', body: 'body' })(walk, node);
  });
  return Receiver.Expression;
};

/** Bare names between the bars are parameters. */
const closureParameters: Rule = (walk, node) => {
  walk.visitChildren(node, (child) => {
    if (!walk.isNamed(child) || walk.isComment(child) || walk.type(child) === 'parameter') return false;
    addParameter(walk, child);
    return true;
  });
  return Receiver.Expression;
};

const fieldDeclaration: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const type = walk.field(node, 'type');
  const from = walk.references.count;
  walk.visitChildren(node, (child) => {
    if (child === name) walk.declare(child, 'assignment');
    else if (child === type) walk.with(RefFlag.Type, () => walk.visit(child));
    else if (walk.type(child) !== 'visibility_modifier') return false;
    return true;
  });
  if (name >= 0 && walk.references.count > from) walk.scopes.variables[walk.variableOf[name]!]!.type = from;
  return Receiver.Expression;
};

const typeParameter: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    if (walk.type(child) !== 'lifetime') walk.declare(child, 'type');
    return true;
  });
  return Receiver.Expression;
};

/** `const K: T = v;`: the name is declared, whatever its case. */
const constant: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  walk.visitChildren(node, (child) => {
    if (child !== name) return false;
    walk.declareName(walk.intern(walk.textOf(child)), 'assignment', child, walk.scope, true);
    walk.emitText(walk.textOf(child), child);
    return true;
  });
  return Receiver.Expression;
};

const publicType = (walk: FactsWalk, node: number): number => exportedIf(isPublic(walk, node));

const attribute: Rule = (walk, node) => {
  // It is visited with the definition that it stands before.
  return walk.annotating ? decoratorRule(walk, node) : Receiver.Expression;
};

const assigns = assignRule();

export const RUST_FACTS: Readonly<Record<string, Rule>> = {
  use_declaration: useDeclaration,
  extern_crate_declaration: (walk, node) => {
    const name = walk.field(node, 'name');
    const alias = walk.field(node, 'alias');
    if (name >= 0) use(walk, name, walk.textOf(name), walk.textOf(alias < 0 ? name : alias));
    return Receiver.Expression;
  },
  mod_item: modItem,
  function_item: definition({ flags }),
  function_signature_item: definition({ flags }),
  struct_item: classDefinition({ flags: publicType }),
  enum_item: classDefinition({ flags: publicType }),
  union_item: classDefinition({ flags: publicType }),
  trait_item: classDefinition({
    kind: 'interface',
    flags: publicType,
    bases: (walk, node) => only(walk.field(node, 'bounds')),
  }),
  impl_item: implItem,
  macro_definition: skipRule,
  self_parameter: selfParameter,
  parameter: parameterRule({ name: 'pattern' }),
  closure_parameters: closureParameters,
  closure_expression: lambda(),
  let_declaration: declareRule({ names: 'pattern' }),
  const_item: constant,
  static_item: constant,
  let_condition: letCondition,
  match_arm: matchArm,
  for_expression: forExpression,
  if_expression: scopedRule,
  while_expression: scopedRule,
  block: blockRule,
  identifier: orOwnType(nameRule, 0),
  self: nameRule,
  crate: nameRule,
  super: nameRule,
  type_cast_expression: (walk, node) => {
    for (const part of walk.children(node)) walk.visit(part);
    walk.called = false;
    return Receiver.Expression;
  },
  metavariable: stringRule,
  type_identifier: orOwnType(typeNameRule, RefFlag.Type),
  generic_type: genericType,
  generic_type_with_turbofish: genericType,
  generic_function: valueOfRule('function'),
  scoped_identifier: path,
  scoped_type_identifier: path,
  field_expression: memberRule('value', 'field'),
  call_expression: callRule('function'),
  macro_invocation: macroInvocation,
  token_tree: tokenTree,
  struct_expression: structExpression,
  field_initializer: (walk, node) => {
    const field = walk.field(node, 'field');
    walk.visitChildren(node, (child) => {
      if (child !== field) return false;
      walk.emit(child);
      return true;
    });
    return Receiver.Expression;
  },
  shorthand_field_initializer: shorthand,
  field_pattern: fieldPattern,
  tuple_struct_pattern: typedPattern,
  struct_pattern: typedPattern,
  or_pattern: orPattern,
  assignment_expression: assigns,
  compound_assignment_expr: assigns,
  parenthesized_expression: passRule,
  try_expression: convertRule,
  reference_expression: passRule,
  await_expression: passRule,
  string_literal: stringRule,
  raw_string_literal: stringRule,
  char_literal: stringRule,
  boolean_literal: literalRule,
  lifetime: stringRule,
  label: stringRule,
  field_declaration: fieldDeclaration,
  enum_variant: nameDeclaredRule('name', 'assignment'),
  type_parameter: typeParameter,
  const_parameter: typeParameter,
  lifetime_parameter: skipRule,
  attribute_item: attribute,
  inner_attribute_item: skipRule,
  visibility_modifier: skipRule,
  associated_type: skipRule,
};
