import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { addParameter, declareRule, outermost } from '../generic/declarations.ts';
import { classDefinition, definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addImport, only } from '../generic/rules.ts';
import { spaceless } from '../generic/texts.ts';

const isType = (walk: FactsWalk, node: number): boolean => /_type$/.test(walk.type(node));

export function attributes(walk: FactsWalk, node: number): number[] {
  const modifiers = walk.childOf(node, 'modifiers');
  return modifiers < 0 ? [] : walk.children(modifiers).filter((one) => walk.type(one) === 'attribute');
}

function words(walk: FactsWalk, node: number): string[] {
  const modifiers = walk.childOf(node, 'modifiers');
  const kept = modifiers < 0 ? [] : walk.children(modifiers).filter((one) => walk.type(one) !== 'attribute');
  return kept.map((one) => walk.textOf(one));
}

/** Attributes by which a runtime or a test runner calls a function. */
const REGISTERING = /^@(?:Test|objc|IBAction|main|UIApplicationMain|_cdecl|NSManaged|BeforeClass)\b/;

/** `func test…` in a class that extends an `XCTestCase`. */
function isTest(walk: FactsWalk, name: string): boolean {
  if (!/^test/.test(name) || walk.classSymbol < 0) return false;
  const { node } = walk.spans[walk.classSymbol]!;
  return walk
    .children(node)
    .some((one) => walk.type(one) === 'inheritance_specifier' && /TestCase$/.test(walk.textOf(one)));
}

export function flags(walk: FactsWalk, node: number): number {
  const own = words(walk, node);
  const names = attributes(walk, node).map((attribute) => walk.textOf(attribute));
  const isLocal = !walk.implementing && !/^(module|class)$/.test(walk.scopes.scopes[walk.scope]!.kind);
  const hidden = isLocal || own.some((word) => /^(?:private|fileprivate)\b/.test(word));
  const owner = walk.classSymbol < 0 ? undefined : walk.symbols[walk.classSymbol]!;
  const name = walk.textOf(Math.max(0, walk.childOf(node, 'simple_identifier')));
  let bits = hidden ? 0 : SymbolFlag.Exported;
  if (own.includes('static') || (walk.type(node) === 'function_declaration' && walk.has(node, 'class')))
    bits |= SymbolFlag.Static;
  if (own.includes('override')) bits |= SymbolFlag.Implements;
  if (walk.has(node, 'async')) bits |= SymbolFlag.Async;
  if (owner?.kind === 'interface' && walk.field(node, 'body') < 0) bits |= SymbolFlag.Abstract;
  if (names.some((text) => REGISTERING.test(text))) bits |= SymbolFlag.Registered;
  if (names.some((text) => /^@Test\b/.test(text)) || isTest(walk, name))
    bits |= SymbolFlag.Registered | SymbolFlag.Test;
  return bits;
}

/** Parameters and their defaults stand in the function itself. */
const parameterNodes = (walk: FactsWalk, node: number): number[] => {
  const value = walk.table.field('default_value');
  return walk.children(node).filter((one) => walk.type(one) === 'parameter' || walk.tree.field[one] === value);
};

/** The first word in the field `name`: operators have no name of their own. */
function functionName(walk: FactsWalk, node: number): string {
  const id = walk.table.field('name');
  for (let part = node + 1; part < walk.next[node]!; part = walk.next[part]!)
    if (walk.tree.field[part] === id) return walk.textOf(part);
  return '';
}

export const functionDeclaration = definition({
  name: (walk, node) => walk.childOf(node, 'simple_identifier'),
  nameText: functionName,
  parameters: parameterNodes,
  flags,
  annotations: attributes,
});

const special = (name: string, flag: number): Rule =>
  definition({
    name: () => -1,
    nameText: () => name,
    parameters: parameterNodes,
    kind: () => 'method',
    flags: (walk, node) => flags(walk, node) | flag,
    annotations: attributes,
    declares: false,
  });
export const initialiser = special('init', SymbolFlag.Constructor);
export const deinitialiser = special('deinit', SymbolFlag.Implements);

/** The declaration that a computed value or an accessor in it belongs to. */
function ownerNode(walk: FactsWalk, node: number): number {
  let at = node;
  while (at > 0 && !/^(property|subscript)_declaration$/.test(walk.type(at))) at = walk.tree.parent[at]!;
  return at;
}

const boundName = (walk: FactsWalk, node: number): number =>
  walk.childOf(walk.childOf(node, 'pattern'), 'simple_identifier');

const accessorBody = definition({
  name: (walk, node) => boundName(walk, ownerNode(walk, node)),
  nameText: (walk, node) => {
    const name = boundName(walk, ownerNode(walk, node));
    return name < 0 ? 'subscript' : walk.textOf(name);
  },
  parameters: () => [],
  body: (walk, node) => walk.childOf(node, 'statements'),
  kind: () => 'method',
  flags: (walk, node) => {
    const isSetter = walk.type(node) === 'computed_setter';
    return flags(walk, ownerNode(walk, node)) | (isSetter ? SymbolFlag.Setter : SymbolFlag.Accessor);
  },
  declares: false,
});

/** `{ value }`, or `{ get { … } set { … } }` whose parts are functions of their own. */
export const computedProperty: Rule = (walk, node) => {
  const inner = /^(class|module)$/.test(walk.scopes.scopes[walk.scope]!.kind) || walk.implementing;
  if (inner && walk.has(node, 'statements')) accessorBody(walk, node);
  else walk.visitChildren(node);
  return Receiver.Expression;
};

export const accessor: Rule = (walk, node) => {
  if (walk.has(node, 'statements')) accessorBody(walk, node);
  return Receiver.Expression;
};

export const subscriptDeclaration: Rule = (walk, node) => {
  const { implementing } = walk;
  walk.implementing = true;
  walk.inScope(node, 'block', -1, () => {
    for (const part of walk.children(node)) {
      if (isType(walk, part) || walk.type(part) === 'modifiers') walk.asType(() => walk.visit(part));
      else walk.visit(part);
    }
  });
  walk.implementing = implementing;
  return Receiver.Expression;
};

const bases = (walk: FactsWalk, node: number): number[] =>
  walk.children(node).filter((one) => walk.type(one) === 'inheritance_specifier');

const typeOf = (kind: 'class' | 'interface'): Rule =>
  classDefinition({
    kind,
    bases,
    annotations: attributes,
    flags: (walk, node) => flags(walk, node) & ~SymbolFlag.Static,
  });
const classOf = typeOf('class');
export const protocolDeclaration = typeOf('interface');

export const classDeclaration: Rule = (walk, node) =>
  walk.has(node, 'extension') ? extension(walk, node) : classOf(walk, node);

/** `extension T: Contract { … }`: methods are named `T.method`, wherever they stand. */
function extension(walk: FactsWalk, node: number): number {
  const type = walk.field(node, 'name');
  const body = walk.field(node, 'body');
  const { prefix, ownerType, implementing } = walk;
  walk.inScope(node, 'block', -1, () => {
    walk.visitChildren(node, (part) => {
      if (part === body || !walk.isNamed(part) || walk.isComment(part)) return true;
      const from = walk.references.count;
      walk.asType(() => walk.visit(part));
      if (part === type) walk.ownerType = walk.references.count > from ? outermost(walk, from) : -1;
      return true;
    });
    walk.prefix = `${prefix}${spaceless(walk.textOf(Math.max(0, type))).replace(/<.*/, '')}.`;
    walk.implementing = true;
    if (body >= 0) walk.visit(body);
  });
  Object.assign(walk, { prefix, ownerType, implementing });
  return Receiver.Expression;
}

/** Visits a type and answers the reference that says of what class a value is; -1 where it does not. */
function typeReference(walk: FactsWalk, node: number): number {
  const before = walk.references.count;
  walk.asType(() => walk.visit(node));
  const isClass = /^(user_type|optional_type)$/.test(walk.type(node));
  return isClass && walk.references.count > before ? outermost(walk, before) : -1;
}

/** A type annotation that says of what class a value is: no list, no tuple. */
const evidentType = (walk: FactsWalk, node: number): number => {
  const annotation = walk.childOf(node, 'type_annotation');
  const [type = -1] = annotation < 0 ? [] : walk.children(annotation);
  return /^(user_type|optional_type)$/.test(walk.type(type)) ? annotation : -1;
};

const patterns = (walk: FactsWalk, node: number): number[] =>
  walk.fields(node, 'name').filter((part) => walk.type(part) === 'pattern');

export const propertyDeclaration = declareRule({
  names: patterns,
  type: evidentType,
  value: 'value',
  plain: boundName,
  identifier: 'simple_identifier',
  flags,
});

export const forStatement: Rule = (walk, node) => {
  const rule = declareRule({
    names: 'item',
    type: 'no field',
    value: 'no field',
    kind: 'loop',
    identifier: 'simple_identifier',
    body: (at, one) => {
      const where = at.childOf(one, 'where_clause');
      return where < 0 ? at.childOf(one, 'statements') : where;
    },
  });
  walk.inScope(node, 'block', -1, () => rule(walk, node));
  return Receiver.Expression;
};

/** Names of a pattern are bound where `let` or `var` stands before them, or the pattern is that of a declaration. */
export const pattern: Rule = (walk, node) => {
  const outer = walk.bindingKind;
  const binds = outer !== 'pattern' || walk.has(node, 'value_binding_pattern');
  const bound = walk.table.field('bound_identifier');
  walk.visitChildren(node, (part) => {
    const before = walk.previous[part]!;
    if (walk.type(part) === 'pattern') {
      walk.bindingKind = binds ? 'assignment' : 'pattern';
      pattern(walk, part);
      walk.bindingKind = outer;
    } else if (walk.type(part) === 'simple_identifier') {
      if (walk.textOf(part) === '_' || (before >= 0 && walk.textOf(before) === '.')) walk.emit(part);
      else if (binds || walk.tree.field[part] === bound) walk.declare(part, binds ? 'assignment' : 'pattern');
      else walk.visit(part);
    } else if (walk.type(part) === 'value_binding_pattern') walk.emit(part);
    else return false;
    return true;
  });
  return Receiver.Expression;
};

/** A pattern of `case` and `catch`: plain names in it are read. */
export const casePattern: Rule = (walk, node) => {
  const outer = walk.bindingKind;
  walk.bindingKind = 'pattern';
  walk.visitChildren(node);
  walk.bindingKind = outer;
  return Receiver.Expression;
};

/** `if let name = value, …`: the name means something behind the value. */
export const conditions: Rule = (walk, node) => {
  const bound = walk.table.field('bound_identifier');
  let waiting: ReturnType<FactsWalk['deferral']> | undefined;
  const settle = (): void => {
    waiting?.declared();
    waiting = undefined;
  };
  const outer = walk.bindingKind;
  walk.visitChildren(node, (part) => {
    const text = walk.isNamed(part) ? '' : walk.textOf(part);
    if (text === '{' || text === ',') settle();
    if (walk.type(part) === 'value_binding_pattern') walk.emit(part);
    else if (walk.tree.field[part] === bound || walk.type(part) === 'pattern') {
      settle();
      waiting = walk.deferral();
      walk.bindingKind = 'pattern';
      waiting.run(() => {
        if (walk.type(part) === 'pattern') pattern(walk, part);
        else if (walk.textOf(part) !== '_') walk.declare(part, 'pattern');
      });
      walk.bindingKind = outer;
    } else return false;
    return true;
  });
  settle();
  return Receiver.Expression;
};

export const scopedConditions: Rule = (walk, node) => {
  walk.inScope(node, 'block', -1, () => conditions(walk, node));
  return Receiver.Expression;
};

/** `external name: T...` */
export const parameter: Rule = (walk, node) => {
  const names = walk.children(node).filter((part) => walk.type(part) === 'simple_identifier');
  const name = names.at(-1) ?? -1;
  const rest = walk.has(node, '...');
  const after = walk.next[node]!;
  const optional = after < walk.next[walk.tree.parent[node]!]! && walk.textOf(after) === '=';
  let own = -1;
  for (const part of walk.children(node)) {
    if (part === name) {
      addParameter(walk, part, rest ? 'rest' : 'normal', optional || rest, 'simple_identifier');
      own = walk.variableOf[part]!;
    } else if (isType(walk, part)) {
      const type = typeReference(walk, part);
      if (own >= 0 && !rest) walk.scopes.variables[own]!.type = type;
    }
  }
  return Receiver.Expression;
};

export const lambdaType: Rule = (walk, node) => {
  for (const part of walk.children(node)) {
    if (walk.type(part) === 'lambda_function_type_parameters')
      for (const one of walk.children(part)) parameter(walk, one);
    else walk.asType(() => walk.visit(part));
  }
  return Receiver.Expression;
};

export const lambdaLiteral = lambda({
  parameters: (walk, node) => only(walk.childOf(node, 'lambda_function_type')),
  body: (walk, node) => walk.childOf(node, 'statements'),
});

/** `import Module`, `import class Module.Name`: names of the whole module are seen. */
export const importDeclaration: Rule = (walk, node) => {
  const path = walk.childOf(node, 'identifier');
  if (path < 0) return Receiver.Expression;
  const [module = ''] = spaceless(walk.textOf(path)).split('.');
  addImport(walk, path, { form: 'star', module, imported: '*', local: '', typeOnly: false });
  return Receiver.Expression;
};

/** `case a = 1, b(Int)` of an enumeration. */
export const enumEntry: Rule = (walk, node) => {
  walk.visitChildren(node, (part) => {
    if (walk.type(part) === 'simple_identifier') walk.declare(part, 'assignment');
    else if (walk.type(part) === 'enum_type_parameters') walk.asType(() => walk.visit(part));
    else return false;
    return true;
  });
  return Receiver.Expression;
};

export const attribute: Rule = (walk, node) => {
  walk.with(RefFlag.Decorator, () => {
    for (const part of walk.children(node)) if (walk.type(part) === 'user_type') walk.visit(part);
  });
  return Receiver.Expression;
};
