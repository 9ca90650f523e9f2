import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { bindDeclarator, functionDeclarator, lastName } from '../c/declarators.ts';
import {
  C_FACTS,
  declaration,
  definitionWith,
  functionName,
  functionOwner,
  functionPart,
  functionText,
  isHidden,
  parameter,
  plainText,
  structSpecifier,
  visitType,
  wordsOf,
} from '../c/facts.ts';
import { classDefinition, definition, lambda, type FunctionOptions } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { note, placeOf } from '../generic/notes.ts';
import {
  addImport,
  constructRule,
  nameRule,
  scopedRule,
  skipRule,
  stringRule,
  thisRule,
  wordRule,
} from '../generic/rules.ts';
import { docOf, spaceless } from '../generic/texts.ts';

/** What a file's walk has met so far: classes by qualified name, and who may use the members of a class's scope here. */
interface Met {
  classes: Map<string, number>;
  upTo: number;
  access: Map<number, string>;
}

const met = new WeakMap<FactsWalk, Met>();

function metIn(walk: FactsWalk): Met {
  let found = met.get(walk);
  if (!found) met.set(walk, (found = { classes: new Map(), upTo: 0, access: new Map() }));
  for (; found.upTo < walk.symbols.length; found.upTo++) {
    const { kind, qualifiedName } = walk.symbols[found.upTo]!;
    if (kind === 'class') found.classes.set(qualifiedName, found.upTo);
  }
  return found;
}

/** Inside a class: `public`, `protected` or `private`; else empty. */
function accessAt(walk: FactsWalk): string {
  if (walk.scopes.scopes[walk.scope]!.kind !== 'class' || walk.classSymbol < 0) return '';
  const isClass = walk.type(walk.spans[walk.classSymbol]!.node) === 'class_specifier';
  return metIn(walk).access.get(walk.scope) ?? (isClass ? 'private' : 'public');
}

const accessSpecifier: Rule = (walk, node) => {
  const word = walk.textOf(node);
  if (walk.scopes.scopes[walk.scope]!.kind === 'class' && walk.type(walk.tree.parent[node]!) !== 'base_class_clause')
    metIn(walk).access.set(walk.scope, word);
  walk.emitText(word);
  return Receiver.Expression;
};

/** True inside a namespace without a name, whose functions no other file sees. */
function isUnnamed(walk: FactsWalk, node: number): boolean {
  for (let at = walk.tree.parent[node]!; at >= 0; at = walk.tree.parent[at]!)
    if (walk.type(at) === 'namespace_definition' && walk.field(at, 'name') < 0) return true;
  return false;
}

function flags(walk: FactsWalk, node: number): number {
  // Who may call a method is said in its class, not where it is defined.
  const access = functionOwner(walk, node) === '' ? accessAt(walk) : '';
  const words = wordsOf(walk, node);
  const heads = wordsOf(walk, functionDeclarator(walk, walk.field(node, 'declarator')));
  const name = functionText(walk, node);
  const owner = functionOwner(walk, node).split('.').pop()!;
  const own = owner !== '' ? owner : walk.classSymbol >= 0 ? walk.symbols[walk.classSymbol]!.name : '';
  let bits = 0;
  if (words.includes('static') && access !== '') bits |= SymbolFlag.Static;
  if (access === '' ? !isHidden(walk, node) && !isUnnamed(walk, node) : access !== 'private')
    bits |= SymbolFlag.Exported;
  if (heads.some((word) => word === 'override' || word === 'final')) bits |= SymbolFlag.Implements;
  if (own !== '' && name === own) bits |= SymbolFlag.Constructor;
  return bits;
}

/** The definition of a method outside its class is a method of it; one of a name that is a namespace here is a function. */
function kindOf(walk: FactsWalk, node: number): 'function' | 'method' {
  if (walk.scopes.scopes[walk.scope]!.kind === 'class') return 'method';
  const owner = functionOwner(walk, node);
  if (owner === '') return 'function';
  const whole = placeOf(walk) + owner;
  if (metIn(walk).classes.has(whole)) return 'method';
  return walk.symbols.some(({ qualifiedName, parent }) => parent < 0 && qualifiedName.startsWith(`${whole}.`))
    ? 'function'
    : 'method';
}

const options: FunctionOptions = {
  name: functionName,
  nameText: functionText,
  owner: functionOwner,
  kind: kindOf,
  flags,
  part: functionPart,
};
const plain = definition(options);
const pureVirtual = definition({
  ...options,
  body: 'no field',
  flags: (walk, node) => flags(walk, node) | SymbolFlag.Abstract | SymbolFlag.Exported,
});

const TEST = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|FUZZ_TEST|BENCHMARK_F|BENCHMARK_DEFINE_F)$/;
const testNames = (walk: FactsWalk, node: number): number[] =>
  walk.children(walk.field(functionDeclarator(walk, walk.field(node, 'declarator')), 'parameters'));

/** `TEST(Suite, Name) { … }`. */
const test = definition({
  name: functionName,
  nameText: (walk, node) =>
    testNames(walk, node)
      .map((name) => walk.textOf(name))
      .join('.'),
  flags: () => SymbolFlag.Test | SymbolFlag.Registered,
  declares: false,
  part: () => true,
});

/** A documentation comment stands above `template <…>`, which belongs to the definition. */
function withTemplate(walk: FactsWalk, node: number, rule: Rule): void {
  const index = walk.symbols.length;
  rule(walk, node);
  const symbol = walk.symbols[index];
  const parent = walk.tree.parent[node]!;
  if (!symbol || walk.type(parent) !== 'template_declaration') return;
  symbol.startOffset = walk.start[parent]!;
  symbol.startLine = walk.lineOf(parent);
  symbol.doc = docOf(walk, parent);
}

/** A method that is defined outside its class sees the class's members where the class stands in the same file. */
const functionDefinition: Rule = (walk, node) => {
  if (walk.has(node, 'default_method_clause') || walk.has(node, 'delete_method_clause')) {
    note(walk, 'declaration', placeOf(walk) + functionText(walk, node), node);
    return Receiver.Expression;
  }
  if (walk.has(node, 'pure_virtual_clause')) return pureVirtual(walk, node);
  if (TEST.test(functionText(walk, node)) && walk.field(node, 'type') < 0) return test(walk, node);
  const { scope, classSymbol, ownerType } = walk;
  const owner = functionOwner(walk, node);
  const type = owner === '' ? undefined : metIn(walk).classes.get(placeOf(walk) + owner);
  if (type !== undefined)
    Object.assign(walk, { scope: walk.symbols[type]!.scope, classSymbol: type, ownerType: -2 - type });
  withTemplate(walk, node, plain);
  Object.assign(walk, { scope, classSymbol, ownerType });
  return Receiver.Expression;
};

const fieldDeclaration: Rule = (walk, node) => {
  const declarator = walk.field(node, 'declarator');
  const value = walk.field(node, 'default_value');
  const isPure = value >= 0 && walk.textOf(value) === '0' && functionDeclarator(walk, declarator) >= 0;
  return isPure ? pureVirtual(walk, node) : declaration(walk, node);
};

/** The name of a class; of a specialisation that of its template. */
const className = (walk: FactsWalk, node: number): number => {
  let name = walk.field(node, 'name');
  if (walk.type(name) === 'template_type') name = walk.field(name, 'name');
  return name < 0 ? name : lastName(walk, name);
};

const classRule = classDefinition({
  name: className,
  bases: (walk, node) => walk.children(node).filter((child) => walk.type(child) === 'base_class_clause'),
  flags: (walk) => (accessAt(walk) === 'private' ? 0 : SymbolFlag.Exported),
});
const classSpecifier = structSpecifier((walk, node) => {
  withTemplate(walk, node, classRule);
  return Receiver.Expression;
});

const namespace: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const body = walk.field(node, 'body');
  const { prefix } = walk;
  if (name >= 0) walk.prefix = `${prefix}${walk.textOf(name).replace(/\s*::\s*/g, '.')}.`;
  if (body >= 0) walk.inScope(node, 'block', -1, () => walk.visitChildren(body));
  walk.prefix = prefix;
  return Receiver.Expression;
};

const using: Rule = (walk, node) => {
  const path = walk.childOf(node, 'qualified_identifier', 'identifier', 'namespace_identifier');
  if (path < 0) return Receiver.Expression;
  const whole = spaceless(walk.textOf(path)).replace(/^::/, '');
  const typeOnly = false;
  if (walk.has(node, 'namespace')) {
    addImport(walk, path, { form: 'star', module: whole, imported: '*', local: '', typeOnly });
    return Receiver.Expression;
  }
  const cut = whole.lastIndexOf('::');
  // A member that a class takes over from its base.
  if (cut < 0 || walk.scopes.scopes[walk.scope]!.kind === 'class') return Receiver.Expression;
  const name = whole.slice(cut + 2);
  addImport(walk, path, { form: 'from', module: whole.slice(0, cut), imported: name, local: name, typeOnly });
  return Receiver.Expression;
};

const namespaceAlias: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const target = walk.children(node).find((child) => child !== name) ?? -1;
  if (name < 0 || target < 0) return Receiver.Expression;
  const module = spaceless(walk.textOf(target)).replace(/^::/, '');
  addImport(walk, name, { form: 'namespace', module, imported: '', local: walk.textOf(name), typeOnly: false });
  return Receiver.Expression;
};

const aliasDeclaration: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const type = walk.field(node, 'type');
  if (type >= 0) walk.asType(() => walk.visit(type));
  if (name >= 0) walk.declare(name, 'type');
  return Receiver.Expression;
};

/** Parameters of templates are types, or values that nobody sees from outside. */
const templateParameters: Rule = (walk, node) => {
  walk.asType(() => {
    for (const child of walk.children(node)) {
      const name = walk.childOf(child, 'type_identifier');
      const isType = /^(?:optional_|variadic_)?type_parameter_declaration$/.test(walk.type(child));
      if (isType && name >= 0) walk.declare(name, 'type');
      const declarator = isType ? -1 : walk.field(child, 'declarator');
      if (declarator >= 0) bindDeclarator(walk, declarator, 'type');
    }
  });
  return Receiver.Expression;
};

const CAST = /^(?:static|dynamic|reinterpret|const)_cast$/;

/** `f<T>`: the arguments are types, which are out; those of a cast say what it does. */
const templateFunction: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const list = walk.field(node, 'arguments');
  if (name < 0) return walk.visitChildren(node);
  if (CAST.test(walk.textOf(name))) {
    walk.emit(name);
    if (list >= 0) walk.visit(list);
    walk.called = false;
    return Receiver.Expression;
  }
  const value = walk.visit(name);
  if (list >= 0) walk.asType(() => walk.visit(list));
  walk.called = false;
  return value;
};

const templateArguments: Rule = (walk, node) => {
  const before = walk.referenceFlags;
  walk.referenceFlags = (before & ~RefFlag.Base) | RefFlag.Type;
  walk.visitChildren(node);
  walk.referenceFlags = before;
  return Receiver.Expression;
};

/** The name inside `f<T>`, where it is one. */
const bare = (walk: FactsWalk, node: number): number =>
  /^template_/.test(walk.type(node)) ? walk.field(node, 'name') : node;

/** `a::b::c` is a chain of members. */
const qualified: Rule = (walk, node) => {
  let receiver: number = Receiver.None;
  const step = (at: number): void => {
    const name = bare(walk, at);
    if (name < 0) return;
    const text = plainText(walk, name);
    receiver = receiver === Receiver.None ? walk.name(name, text) : walk.member(name, receiver, false, text);
    const list = name === at ? -1 : walk.field(at, 'arguments');
    if (list >= 0) walk.asType(() => walk.visit(list));
  };
  let at = node;
  for (; walk.type(at) === 'qualified_identifier'; at = walk.field(at, 'name')) {
    const scope = walk.field(at, 'scope');
    if (scope >= 0) step(scope);
    walk.emitText('::');
    if (walk.field(at, 'name') < 0) return Receiver.Expression;
  }
  step(at);
  walk.called = false;
  walk.valueType = -1;
  return receiver === Receiver.None ? Receiver.Expression : receiver;
};

const fieldExpression: Rule = (walk, node) => {
  const object = walk.field(node, 'argument');
  const field = walk.field(node, 'field');
  let receiver: number = Receiver.Expression;
  let called = false;
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (child) => {
    if (child === object) {
      receiver = walk.visit(child);
      ({ called } = walk);
    } else if (child === field) {
      const name = lastName(walk, bare(walk, child));
      if (name >= 0) value = walk.member(name, receiver, called, plainText(walk, name));
    } else return false;
    return true;
  });
  walk.called = false;
  return value;
};

const rangeLoop: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const declarator = walk.field(node, 'declarator');
  const right = walk.field(node, 'right');
  walk.inScope(node, 'block', -1, () => {
    if (right >= 0) walk.visit(right);
    walk.emitText('for');
    const declared = type < 0 ? -1 : visitType(walk, type);
    if (declarator >= 0)
      for (const variable of bindDeclarator(walk, declarator, 'loop')) walk.scopes.variables[variable]!.type = declared;
    const body = walk.field(node, 'body');
    if (body >= 0) walk.visit(body);
  });
  return Receiver.Expression;
};

const captured: Rule = (walk, node) => {
  const left = walk.field(node, 'left');
  walk.visitChildren(node, (child) => {
    if (child !== left) return false;
    walk.declare(child, 'assignment');
    return true;
  });
  return Receiver.Expression;
};

const lambdaRule = lambda({
  parameters: 'no field',
  part: (walk, child, visitParameters) => {
    if (walk.type(child) !== 'lambda_capture_specifier') return functionPart(walk, child, visitParameters);
    walk.visit(child);
    return true;
  },
});

export const CPP_FACTS: Readonly<Record<string, Rule>> = {
  ...C_FACTS,
  function_definition: definitionWith(functionDefinition),
  field_declaration: fieldDeclaration,
  friend_declaration: (walk, node) => {
    const own = walk.childOf(node, 'function_definition');
    if (own >= 0) walk.visit(own);
    return Receiver.Expression;
  },
  access_specifier: accessSpecifier,
  class_specifier: classSpecifier,
  struct_specifier: classSpecifier,
  union_specifier: classSpecifier,
  namespace_definition: namespace,
  using_declaration: using,
  namespace_alias_definition: namespaceAlias,
  alias_declaration: aliasDeclaration,
  template_parameter_list: templateParameters,
  template_argument_list: templateArguments,
  template_function: templateFunction,
  template_type: templateFunction,
  template_method: templateFunction,
  optional_parameter_declaration: parameter,
  variadic_parameter_declaration: parameter,
  qualified_identifier: qualified,
  namespace_identifier: nameRule,
  field_identifier: wordRule,
  field_expression: fieldExpression,
  this: thisRule,
  lambda_expression: lambdaRule,
  lambda_capture_initializer: captured,
  for_range_loop: rangeLoop,
  if_statement: scopedRule,
  while_statement: scopedRule,
  switch_statement: scopedRule,
  catch_clause: scopedRule,
  new_expression: constructRule('type'),
  compound_literal_expression: constructRule('type'),
  raw_string_literal: stringRule,
  static_assert_declaration: skipRule,
  requires_clause: skipRule,
};
