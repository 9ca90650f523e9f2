import { SymbolFlag } from '../../model/facts.ts';
import { Receiver, RefFlag } from '../../model/references.ts';
import { addParameter, declareRule, outermost } from '../generic/declarations.ts';
import { classDefinition, definition, lambda } from '../generic/definitions.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addImport } from '../generic/rules.ts';
import { signatureOf, spaceless } from '../generic/texts.ts';
import { foldText } from '../foldText.ts';

/** Attributes of a declaration: they stand in lists before its modifiers. */
export function attributes(walk: FactsWalk, node: number): number[] {
  const lists = walk.children(node).filter((child) => walk.type(child) === 'attribute_list');
  return lists.flatMap((list) => walk.children(list).filter((child) => walk.type(child) === 'attribute'));
}

/** Attributes by which a test runner or a framework calls a method. */
const REGISTERING =
  /^(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|SetUp|TearDown|OneTimeSetUp|OneTimeTearDown|TestInitialize|TestCleanup|UnityTest|Benchmark|Http(?:Get|Post|Put|Delete|Patch|Head|Options)|Route|MenuItem|RuntimeInitializeOnLoadMethod|ModuleInitializer|DllImport|UnmanagedCallersOnly|OnDeserialized|OnSerializing|OnSerialized|OnDeserializing)(?:Attribute)?\b/;
const TESTING =
  /^(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|UnityTest)(?:Attribute)?\b/;

function modifiers(walk: FactsWalk, node: number): string[] {
  return walk
    .children(node)
    .filter((child) => walk.type(child) === 'modifier')
    .map((child) => walk.textOf(child));
}

export function flags(walk: FactsWalk, node: number): number {
  const words = modifiers(walk, node);
  const owner = walk.classSymbol < 0 ? undefined : walk.symbols[walk.classSymbol]!;
  const inInterface = owner?.kind === 'interface';
  const names = attributes(walk, node).map((attribute) => walk.textOf(attribute));
  let bits = 0;
  if (words.includes('static')) bits |= SymbolFlag.Static;
  if (words.includes('async')) bits |= SymbolFlag.Async;
  if (words.includes('abstract')) bits |= SymbolFlag.Abstract;
  if (words.includes('override') || walk.has(node, 'explicit_interface_specifier')) bits |= SymbolFlag.Implements;
  if (words.some((word) => /^(?:public|protected|internal)$/.test(word)) || inInterface) bits |= SymbolFlag.Exported;
  if (names.some((name) => REGISTERING.test(name))) bits |= SymbolFlag.Registered;
  if (names.some((name) => TESTING.test(name))) bits |= SymbolFlag.Test;
  return bits;
}

function methodFlags(walk: FactsWalk, node: number): number {
  const inInterface = walk.classSymbol >= 0 && walk.symbols[walk.classSymbol]!.kind === 'interface';
  return flags(walk, node) | (inInterface && walk.field(node, 'body') < 0 ? SymbolFlag.Abstract : 0);
}

/** The parameters, and what a constructor hands on before its body runs. */
const withInitializer = (walk: FactsWalk, node: number): number[] =>
  [walk.field(node, 'parameters'), walk.childOf(node, 'constructor_initializer')].filter((part) => part >= 0);

export const method = definition({ flags: methodFlags, annotations: attributes });
/** A method of an interface by its full name is found by nobody who calls it on the class. */
export const constructor = definition({
  flags: (walk, node) => flags(walk, node) | SymbolFlag.Constructor,
  annotations: attributes,
  parameters: withInitializer,
  kind: () => 'method',
  declares: false,
});
export const destructor = definition({
  flags: () => SymbolFlag.Implements,
  nameText: (walk, node) => `~${walk.textOf(walk.field(node, 'name'))}`,
  declares: false,
});
export const operator = definition({
  flags: (walk, node) => flags(walk, node) | SymbolFlag.Implements,
  annotations: attributes,
  name: () => -1,
  nameText: (walk, node) => {
    const at = walk.childOf(node, 'operator') + 1;
    return `operator ${at > 0 ? spaceless(walk.textOf(at)) : ''}`;
  },
  declares: false,
});

const accessorBody = definition({
  name: (walk, node) => walk.field(walk.tree.parent[walk.tree.parent[node]!]!, 'name'),
  nameText: (walk, node) => accessorName(walk, walk.tree.parent[walk.tree.parent[node]!]!),
  flags: (walk, node) => {
    const isGetter = walk.textOf(walk.childOf(node, 'get', 'set', 'init', 'add', 'remove')) === 'get';
    const owner = walk.tree.parent[walk.tree.parent[node]!]!;
    return flags(walk, owner) | (isGetter ? SymbolFlag.Accessor : SymbolFlag.Setter);
  },
  annotations: attributes,
  kind: () => 'method',
  declares: false,
});

const accessorName = (walk: FactsWalk, node: number): string => {
  const name = walk.field(node, 'name');
  return name < 0 ? 'this[]' : walk.textOf(name);
};

/** `get { … }`: an accessor with a body is a function under the property's name. */
export const accessor: Rule = (walk, node) => {
  if (walk.field(node, 'body') < 0) return Receiver.Expression;
  const symbol = walk.symbols.length;
  accessorBody(walk, node);
  const list = walk.tree.parent[node]!;
  const fact = walk.symbols[symbol]!;
  fact.signature = foldText(`${signatureOf(walk, walk.tree.parent[list]!, list)} { ${fact.signature} }`);
  return Receiver.Expression;
};

/** Property `=> value`. */
const arrowProperty = definition({
  body: 'value',
  nameText: accessorName,
  flags: (walk, node) => flags(walk, node) | SymbolFlag.Accessor,
  annotations: attributes,
  kind: () => 'method',
  declares: false,
});

/** A property is a member with a type; its accessors are functions. */
export const property: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const type = walk.field(node, 'type');
  const value = walk.field(node, 'value');
  const variable = name < 0 ? -1 : walk.declareName(walk.intern(walk.textOf(name)), 'assignment', name);
  const from = walk.references.count;
  const parts = (): void => {
    walk.visitChildren(node, (child) => {
      if (child === type || walk.type(child) === 'modifier') walk.asType(() => walk.visit(child));
      else if (child === name) walk.emit(child);
      else return false;
      return true;
    });
  };
  if (walk.type(value) === 'arrow_expression_clause') arrowProperty(walk, node);
  // The parameters of an indexer are seen in its accessors only.
  else if (name < 0) walk.inScope(node, 'block', -1, parts);
  else parts();
  if (variable >= 0 && isEvident(walk, type)) {
    let first = from;
    while (first < walk.references.count && walk.references.flags[first]! & RefFlag.Decorator) first++;
    if (first < walk.references.count && walk.references.flags[first]! & RefFlag.Type)
      walk.scopes.variables[variable]!.type = outermost(walk, first);
  }
  return Receiver.Expression;
};

/** True for types that say of what class a value is: no arrays, tuples, pointers. */
function isEvident(walk: FactsWalk, node: number): boolean {
  if (walk.textOf(node < 0 ? 0 : node) === 'string') return true;
  return /^(identifier|qualified_name|generic_name|nullable_type|alias_qualified_name)$/.test(walk.type(node));
}

const bases = (walk: FactsWalk, node: number): number[] =>
  [walk.childOf(node, 'base_list')].filter((child) => child >= 0);

export const typeDeclaration = (kind: 'class' | 'interface'): Rule =>
  classDefinition({
    kind,
    bases,
    annotations: attributes,
    flags: (walk, node) => {
      const words = modifiers(walk, node);
      const bits = flags(walk, node) & ~(SymbolFlag.Static | SymbolFlag.Exported);
      return words.includes('private') ? bits : bits | SymbolFlag.Exported;
    },
  });

/** `: Base(arguments), IContract`: the arguments are no bases. */
export const baseList: Rule = (walk, node) => {
  walk.visitChildren(node, (child) => {
    if (walk.type(child) !== 'argument_list') return false;
    walk.asType(() => walk.visit(child));
    return true;
  });
  return Receiver.Expression;
};

/** Parameters of a function; those of a type itself are members of it. */
export const parameter: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const type = walk.field(node, 'type');
  const list = walk.tree.parent[node]!;
  const ofType = /^(class|record|struct)_declaration$/.test(walk.type(walk.tree.parent[list] ?? -1));
  let declared = -1;
  walk.visitChildren(node, (child) => {
    if (child === type) {
      const before = walk.references.count;
      walk.asType(() => walk.visit(child));
      if (isEvident(walk, child) && walk.references.count > before) declared = outermost(walk, before);
    } else if (/^(modifier|attribute_list)$/.test(walk.type(child))) walk.asType(() => walk.visit(child));
    else if (child === name) {
      if (ofType) walk.declare(child, 'assignment');
      else addParameter(walk, child, 'normal', walk.has(node, '='));
      const own = walk.variableOf[child]!;
      if (own >= 0) walk.scopes.variables[own]!.type = declared;
    } else return false;
    return true;
  });
  return Receiver.Expression;
};

/** `params T[] rest` stands in the list itself. */
export const parameterList: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const type = walk.field(node, 'type');
  walk.visitChildren(node, (child) => {
    if (child === type) walk.asType(() => walk.visit(child));
    else if (child === name) addParameter(walk, child, 'rest', true);
    else return walk.textOf(child) === 'params';
    return true;
  });
  return Receiver.Expression;
};

export const implicitParameter: Rule = (walk, node) => {
  addParameter(walk, node, 'normal', false, 'implicit_parameter');
  return Receiver.Expression;
};

export const anonymousMethod: Rule = lambda({ body: (walk, node) => walk.childOf(node, 'block') });

/** `T a = x, b;`: the type is noted for the declarators; `var` says nothing, the value does. */
export const variableDeclaration: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const outer = walk.declaredType;
  walk.declaredType = -1;
  walk.visitChildren(node, (child) => {
    if (child !== type) return false;
    const from = walk.references.count;
    walk.asType(() => walk.visit(child));
    if (isEvident(walk, child) && walk.references.count > from) walk.declaredType = outermost(walk, from);
    return true;
  });
  walk.declaredType = outer;
  return Receiver.Expression;
};

const declaratorTargets = (walk: FactsWalk, node: number): number[] => {
  const [first] = walk.children(node);
  return first === undefined ? [] : [first];
};

/** The value of a declarator: what stands behind its `=`. */
const declaratorValue = (walk: FactsWalk, node: number): number =>
  walk.has(node, '=') ? (walk.children(node).slice(1).at(-1) ?? -1) : -1;

const declaration = declareRule({
  names: declaratorTargets,
  type: 'no field',
  value: declaratorValue,
  span: (walk, node) => {
    const around = walk.tree.parent[node]!;
    const outer = walk.tree.parent[around]!;
    return /^(field_declaration|local_declaration_statement)$/.test(walk.type(outer)) &&
      walk.children(around).length === 2
      ? outer
      : node;
  },
  flags: (walk, node) => {
    const outer = walk.tree.parent[walk.tree.parent[node]!]!;
    return walk.type(outer) === 'field_declaration' ? flags(walk, outer) : 0;
  },
});

export const declarator: Rule = (walk, node) => {
  declaration(walk, node);
  const [name] = declaratorTargets(walk, node);
  const own = name === undefined || walk.type(name) !== 'identifier' ? -1 : walk.variableOf[name]!;
  if (own >= 0 && walk.declaredType >= 0) walk.scopes.variables[own]!.type = walk.declaredType;
  return Receiver.Expression;
};

/** A field: attributes and modifiers are no tokens of it. */
export const fieldDeclaration: Rule = (walk, node) => {
  walk.visitChildren(node, (child) => {
    if (walk.type(child) !== 'modifier') return false;
    walk.asType(() => walk.visit(child));
    return true;
  });
  return Receiver.Expression;
};

/** `T name` in a pattern, behind `out` or in `catch`: declared, with its type. */
export function typedName(kind: 'assignment' | 'pattern' | 'except', keepsType: boolean): Rule {
  return (walk, node) => {
    const name = walk.field(node, 'name');
    const type = walk.field(node, 'type');
    let declared = -1;
    walk.visitChildren(node, (child) => {
      if (child === type) {
        const before = walk.references.count;
        const isVar = walk.type(child) === 'implicit_type';
        if (keepsType && !isVar) walk.visit(child);
        else walk.asType(() => walk.visit(child));
        if (isEvident(walk, child) && walk.references.count > before) declared = outermost(walk, before);
      } else if (child === name && walk.type(child) === 'identifier') {
        const variable = walk.declare(child, kind);
        if (variable >= 0) walk.scopes.variables[variable]!.type = declared;
      } else return false;
      return true;
    });
    walk.called = false;
    return Receiver.Expression;
  };
}

/** `namespace A.B { … }` and `namespace A.B;`: a file of several belongs to none that could be told. */
export const namespaceDeclaration: Rule = (walk, node) => {
  const body = walk.field(node, 'body');
  let full = '';
  for (let at = node; at > 0; at = walk.tree.parent[at]!)
    if (/namespace_declaration$/.test(walk.type(at)))
      full = spaceless(walk.textOf(walk.field(at, 'name'))) + (full === '' ? '' : `.${full}`);
  const own = body < 0 || walk.children(body).some((child) => !/^(namespace|using)_/.test(walk.type(child)));
  if (own) walk.namespace = walk.namespace === '' || walk.namespace === full ? full : '?';
  if (body >= 0) walk.visitChildren(body);
  return Receiver.Expression;
};

/** `using A.B;`, `using static A.B;`, `using X = A.B;` */
export const usingDirective: Rule = (walk, node) => {
  const alias = walk.field(node, 'name');
  const path =
    walk
      .children(node)
      .filter((child) => child !== alias)
      .at(-1) ?? -1;
  if (path < 0) return Receiver.Expression;
  const whole = spaceless(walk.textOf(path)).replace(/^global::/, '');
  if (alias < 0) addImport(walk, path, { form: 'star', module: whole, imported: '*', local: '', typeOnly: false });
  else {
    const cut = whole.lastIndexOf('.');
    const module = whole.slice(0, Math.max(0, cut));
    const fact = { form: 'from', module, imported: whole.slice(cut + 1), typeOnly: false } as const;
    addImport(walk, alias, { ...fact, local: walk.textOf(alias) });
  }
  return Receiver.Expression;
};
