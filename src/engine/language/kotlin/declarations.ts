import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { addParameter, declareRule, outermost } from '../generic/declarations.ts';
import { classDefinition, definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addImport, only } from '../generic/rules.ts';
import { spaceless } from '../generic/texts.ts';

/** The grammar has no fields: parts are found by their types. */
const child =
  (...types: string[]) =>
  (walk: FactsWalk, node: number): number =>
    walk.childOf(node, ...types);

export function annotations(walk: FactsWalk, node: number): number[] {
  const modifiers = walk.childOf(node, 'modifiers');
  return modifiers < 0 ? [] : walk.children(modifiers).filter((one) => walk.type(one) === 'annotation');
}

function words(walk: FactsWalk, node: number): string[] {
  const modifiers = walk.childOf(node, 'modifiers');
  const kept = modifiers < 0 ? [] : walk.children(modifiers).filter((one) => walk.type(one) !== 'annotation');
  return kept.map((one) => walk.textOf(one));
}

/** Annotations by which a test runner or a framework calls a function. */
const REGISTERING =
  /^@(?:\w+:)?(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|BeforeEach|AfterEach|BeforeAll|AfterAll|Before|After|BeforeTest|AfterTest|BeforeClass|AfterClass|Bean|Scheduled|EventListener|KafkaListener|(?:Request|Get|Post|Put|Delete|Patch)Mapping|PostConstruct|PreDestroy|Provides|Subscribe|ExceptionHandler|JavascriptInterface|ReactMethod|ReactProp|BindingAdapter|OnLifecycleEvent|TypeConverter)\b/;
const TESTING = /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/;

export function flags(walk: FactsWalk, node: number): number {
  const own = words(walk, node);
  const names = annotations(walk, node).map((annotation) => walk.textOf(annotation));
  const inInterface = walk.classSymbol >= 0 && walk.symbols[walk.classSymbol]!.kind === 'interface';
  const isLocal = !/^(module|class)$/.test(walk.scopes.scopes[walk.scope]!.kind);
  let bits = isLocal || own.includes('private') ? 0 : SymbolFlag.Exported;
  if (own.includes('suspend')) bits |= SymbolFlag.Async;
  if (own.includes('abstract')) bits |= SymbolFlag.Abstract;
  if (own.includes('override') || own.includes('actual')) bits |= SymbolFlag.Implements;
  if (names.some((name) => REGISTERING.test(name))) bits |= SymbolFlag.Registered;
  if (names.some((name) => TESTING.test(name))) bits |= SymbolFlag.Test;
  if (inInterface && walk.type(node) === 'function_declaration' && !walk.has(node, 'function_body'))
    bits |= SymbolFlag.Abstract;
  return bits;
}

/** Type that a function or a property extends: it stands before a point. */
function receiverType(walk: FactsWalk, node: number): number {
  return walk.children(node).find((one) => /_type$/.test(walk.type(one)) && walk.textOf(walk.next[one]!) === '.') ?? -1;
}

/** Name of the extended type, its arguments out. */
function extended(walk: FactsWalk, node: number): string {
  const type = receiverType(walk, node);
  return type < 0 ? '' : spaceless(walk.textOf(type)).replace(/<.*|[?()]/g, '');
}

const body = child('function_body');

const named = definition({
  name: child('simple_identifier'),
  parameters: (walk, node) => only(walk.childOf(node, 'function_value_parameters')),
  body,
  owner: extended,
  flags,
  annotations,
});

/** A function; in one that extends a type `this` is no object of the class around. */
export const functionDeclaration: Rule = (walk, node) => {
  const { ownerType } = walk;
  if (receiverType(walk, node) >= 0) walk.ownerType = -1;
  named(walk, node);
  walk.ownerType = ownerType;
  return Receiver.Expression;
};

export const secondaryConstructor = definition({
  name: () => -1,
  nameText: (walk) => (walk.classSymbol < 0 ? 'constructor' : walk.symbols[walk.classSymbol]!.name),
  parameters: (walk, node) => [
    ...only(walk.childOf(node, 'function_value_parameters')),
    ...only(walk.childOf(node, 'constructor_delegation_call')),
  ],
  body: child('statements'),
  kind: () => 'method',
  flags: (walk, node) => flags(walk, node) | SymbolFlag.Constructor,
  annotations,
  declares: false,
});

/** The property that a getter or a setter belongs to: around it, or before it. */
function propertyOf(walk: FactsWalk, node: number): number {
  const around = walk.tree.parent[node]!;
  if (walk.type(around) === 'property_declaration') return around;
  let at = walk.previous[node]!;
  while (at >= 0 && walk.type(at) !== 'property_declaration') at = walk.previous[at]!;
  return at;
}

const propertyName = (walk: FactsWalk, node: number): number =>
  walk.childOf(walk.childOf(propertyOf(walk, node), 'variable_declaration'), 'simple_identifier');

const accessorBody = definition({
  name: propertyName,
  parameters: (walk, node) => only(walk.childOf(node, 'parameter_with_optional_type')),
  body,
  kind: () => 'method',
  owner: (walk, node) => extended(walk, propertyOf(walk, node)),
  flags: (walk, node) =>
    flags(walk, Math.max(0, propertyOf(walk, node))) |
    (walk.type(node) === 'getter' ? SymbolFlag.Accessor : SymbolFlag.Setter),
  declares: false,
});

export const accessor: Rule = (walk, node) => {
  if (walk.has(node, 'function_body')) accessorBody(walk, node);
  return Receiver.Expression;
};

const bases = (walk: FactsWalk, node: number): number[] =>
  walk.children(node).filter((one) => walk.type(one) === 'delegation_specifier');

const typeOf = (kind: 'class' | 'interface'): Rule =>
  classDefinition({
    kind,
    name: child('type_identifier'),
    body: child('class_body', 'enum_class_body'),
    bases,
    flags: (walk, node) => flags(walk, node) & ~SymbolFlag.Implements,
    annotations,
  });
const classOf = typeOf('class');
const interfaceOf = typeOf('interface');

export const classDeclaration: Rule = (walk, node) =>
  walk.has(node, 'interface') ? interfaceOf(walk, node) : classOf(walk, node);

/** Members of a companion are named through the class: `A.make()`. */
export const companion: Rule = (walk, node) => {
  const inner = walk.childOf(node, 'class_body');
  const { symbolFlags } = walk;
  walk.symbolFlags |= SymbolFlag.Static;
  if (inner >= 0) walk.visitChildren(inner);
  walk.symbolFlags = symbolFlags;
  return Receiver.Expression;
};

/** `object : T { … }`: a class without a name. */
export const objectLiteral: Rule = (walk, node) => {
  const { classSymbol, ownerType } = walk;
  walk.visitChildren(node, (part) => {
    if (walk.type(part) !== 'class_body') return false;
    walk.classSymbol = -1;
    walk.ownerType = -1;
    walk.inScope(node, 'class', -1, () => walk.visitChildren(part));
    Object.assign(walk, { classSymbol, ownerType });
    return true;
  });
  walk.called = false;
  return Receiver.Expression;
};

/** `: Base(arguments)`: the arguments are no bases. */
export const constructorInvocation: Rule = (walk, node) => {
  const { referenceFlags } = walk;
  let value: number = Receiver.Expression;
  walk.visitChildren(node, (part) => {
    if (walk.type(part) === 'user_type') value = walk.visit(part);
    else {
      walk.referenceFlags &= ~RefFlag.Base;
      walk.visit(part);
      walk.referenceFlags = referenceFlags;
    }
    return true;
  });
  return value;
};

export const explicitDelegation: Rule = constructorInvocation;

/** Visits a type and answers the reference that says of what class a value is; -1 where it does not. */
function typeReference(walk: FactsWalk, node: number): number {
  const before = walk.references.count;
  walk.asType(() => walk.visit(node));
  const isClass = /^(user_type|nullable_type)$/.test(walk.type(node));
  return isClass && walk.references.count > before ? outermost(walk, before) : -1;
}

const isType = (walk: FactsWalk, node: number): boolean => /_type$/.test(walk.type(node));

/** `name: T` in declarations, loops and lambdas. */
export const variableDeclaration: Rule = (walk, node) => {
  const kind = walk.bindingKind;
  walk.visitChildren(node, (part) => {
    if (isType(walk, part)) walk.patternType = typeReference(walk, part);
    else if (walk.type(part) !== 'simple_identifier') return false;
    else if (walk.textOf(part) === '_') walk.emit(part);
    else walk.declare(part, kind);
    return true;
  });
  return Receiver.Expression;
};

const targets = (walk: FactsWalk, node: number): number[] =>
  only(walk.childOf(node, 'variable_declaration', 'multi_variable_declaration'));

/** What stands behind `=`. */
export function valueOf(walk: FactsWalk, node: number): number {
  const sign = walk.childOf(node, '=');
  if (sign < 0) return -1;
  return walk.children(node).find((part) => part > sign) ?? -1;
}

export const propertyDeclaration: Rule = declareRule({
  names: targets,
  type: 'no field',
  value: valueOf,
  plain: (walk, node) => walk.childOf(walk.childOf(node, 'variable_declaration'), 'simple_identifier'),
  identifier: 'simple_identifier',
  flags,
});

export const forStatement: Rule = (walk, node) => {
  const rule = declareRule({
    names: targets,
    type: 'no field',
    value: 'no field',
    kind: 'loop',
    identifier: 'simple_identifier',
    body: child('control_structure_body'),
  });
  walk.inScope(node, 'block', -1, () => rule(walk, node));
  return Receiver.Expression;
};

/** Parameters of functions: `vararg` and a default stand beside them. */
export const parameter: Rule = (walk, node) => {
  const before = walk.previous[node]!;
  const isRest =
    before >= 0 && /\bvararg\b/.test(walk.type(before) === 'parameter_modifiers' ? walk.textOf(before) : '');
  const after = walk.next[node]!;
  const optional = after < walk.next[walk.tree.parent[node]!]! && walk.textOf(after) === '=';
  let type = -1;
  let own = -1;
  walk.visitChildren(node, (part) => {
    if (isType(walk, part)) type = typeReference(walk, part);
    else if (walk.type(part) !== 'simple_identifier') return false;
    else {
      addParameter(walk, part, isRest ? 'rest' : 'normal', optional || isRest, 'simple_identifier');
      own = walk.variableOf[part]!;
    }
    return true;
  });
  if (own >= 0 && !isRest) walk.scopes.variables[own]!.type = type;
  return Receiver.Expression;
};

/** Parameters of a class are members of it. */
export const classParameter: Rule = (walk, node) => {
  let own = -1;
  walk.visitChildren(node, (part) => {
    if (isType(walk, part)) {
      const type = typeReference(walk, part);
      if (own >= 0) walk.scopes.variables[own]!.type = type;
    } else if (walk.type(part) === 'simple_identifier' && own < 0) own = walk.declare(part, 'assignment');
    else return false;
    return true;
  });
  return Receiver.Expression;
};

/** `a, (b, c) ->` */
export const lambdaParameters: Rule = (walk, node) => {
  walk.visitChildren(node, (part) => {
    const type = walk.type(part);
    if (type !== 'variable_declaration' && type !== 'multi_variable_declaration') return false;
    const first = walk.scopes.variables.length;
    walk.patternType = -1;
    addParameter(walk, part, 'normal', false, 'simple_identifier');
    if (type === 'variable_declaration') {
      const fact = walk.parameters?.at(-1);
      const name = walk.textOf(walk.childOf(part, 'simple_identifier'));
      if (fact) Object.assign(fact, { name, kind: 'normal' });
      if (walk.scopes.variables.length > first) walk.scopes.variables[first]!.type = walk.patternType;
    }
    return true;
  });
  return Receiver.Expression;
};

export const lambdaLiteral = lambda({
  parameters: (walk, node) => only(walk.childOf(node, 'lambda_parameters')),
  body: child('statements'),
});
export const anonymousFunction = lambda({
  parameters: (walk, node) => only(walk.childOf(node, 'function_value_parameters')),
  body,
});

export const packageHeader: Rule = (walk, node) => {
  const name = walk.childOf(node, 'identifier');
  if (name >= 0) walk.namespace = spaceless(walk.textOf(name));
  walk.visitChildren(node, (part) => !walk.isComment(part));
  documentsNext(walk, node);
  return Receiver.Expression;
};

export const importHeader: Rule = (walk, node) => {
  const path = walk.childOf(node, 'identifier');
  const alias = walk.childOf(walk.childOf(node, 'import_alias'), 'type_identifier', 'simple_identifier');
  walk.visitChildren(node, (part) => !walk.isComment(part));
  if (path < 0) return Receiver.Expression;
  const whole = spaceless(walk.textOf(path));
  if (walk.has(node, 'wildcard_import')) {
    addImport(walk, path, { form: 'star', module: whole, imported: '*', local: '', typeOnly: false });
    return Receiver.Expression;
  }
  const cut = whole.lastIndexOf('.');
  const imported = whole.slice(cut + 1);
  const at = alias < 0 ? (walk.children(path).at(-1) ?? path) : alias;
  const local = alias < 0 ? imported : walk.textOf(alias);
  const module = whole.slice(0, Math.max(0, cut));
  addImport(walk, at, { form: 'from', module, imported, local, typeOnly: false });
  return Receiver.Expression;
};

export const importList: Rule = (walk, node) => {
  walk.visitChildren(node);
  documentsNext(walk, node);
  return Receiver.Expression;
};

/** The grammar puts comments behind the imports into the last of them; they belong to what comes next. */
function documentsNext(walk: FactsWalk, node: number): void {
  let last = -1;
  for (let at = node; at >= 0 && !walk.isComment(at); at = last) {
    last = -1;
    for (let part = at + 1; part < walk.next[at]!; part = walk.next[part]!) last = part;
  }
  const next = walk.next[node]!;
  if (last >= 0 && next < walk.next[0]! && walk.previous[next] === node) walk.previous[next] = last;
}
