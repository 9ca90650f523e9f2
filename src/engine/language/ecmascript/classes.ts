import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { defineFunction } from './functions.ts';
import { Kind } from './kinds.ts';
import { addSymbol, declared, keyName, selfNamed, setSignature, statementOf } from './symbols.ts';
import { annotated } from './types.ts';
import type { BoundTo, Handler, Value, Walk } from './walk.ts';

function visitClassDeclaration(walk: Walk, node: number): Value {
  const nameNode = walk.child(node, walk.field.name);
  const bound = declared(walk, node, nameNode);
  const binding = nameNode >= 0 ? walk.bind(nameNode, 'definition', walk.scope) : undefined;
  const stray = walk.strayExport;
  const isExported = stray >= 0 && walk.text.slice(walk.end[stray], bound.start).trim() === '';
  if (isExported) bound.start = walk.start[stray]!;
  const symbol = defineClass(walk, node, bound, binding ? -1 : nameNode);
  if (binding) binding.symbol = symbol;
  if (isExported && binding && walk.scope === 0) {
    const { name, line } = binding;
    walk.exportedLocals.add(name);
    walk.exports.push({ name, local: name, symbol, reference: -1, line });
  }
  walk.made = symbol;
  return -2;
}

function visitClassExpression(walk: Walk, node: number): Value {
  const nameNode = walk.child(node, walk.field.name);
  const name = nameNode >= 0 ? walk.textOf(nameNode) : 'class';
  const bound = walk.takeBound(node) ?? selfNamed(walk, node, name, nameNode);
  const symbol = defineClass(walk, node, bound, nameNode);
  walk.made = symbol;
  return -2;
}

function decoratorsOf(walk: Walk, node: number): number[] {
  const found: number[] = [];
  const up = walk.parent[node]!;
  const owners = up >= 0 && walk.k(up) === Kind.export_statement ? [up, node] : [node];
  for (const owner of owners) {
    const stop = walk.next[owner]!;
    for (let c = owner + 1; c < stop; c = walk.next[c]!) if (walk.k(c) === Kind.decorator) found.push(c);
  }
  return found;
}

/** Defines a class; `ownName` is the name of a class expression, which is seen inside it only. */
function defineClass(walk: Walk, node: number, bound: BoundTo, ownName: number): number {
  const nameField = walk.child(node, walk.field.name);
  const symbol = addSymbol(walk, {
    ...bound,
    kind: 'class',
    node,
    flags: bound.flags | (walk.k(node) === Kind.abstract_class_declaration ? SymbolFlag.Abstract : 0),
    decorators: decoratorsOf(walk, node),
  });
  const draft = walk.symbols[symbol]!;
  const wraps = ownName >= 0 || walk.childOf(node, Kind.type_parameters) >= 0;
  const wrapper = wraps ? walk.openScope('block', -1, node) : -1;
  if (ownName >= 0) walk.bind(ownName, 'definition', wrapper).symbol = symbol;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (c === nameField) continue;
    if (kind === Kind.class_body) {
      draft.body = c;
      draft.fact.bodyStart = walk.start[c]!;
      draft.fact.bodyEnd = walk.end[c]!;
      visitClassBody(walk, c, symbol);
    } else if (kind === Kind.class_heritage) visitHeritage(walk, c, symbol);
    else walk.visit(c);
  }
  if (wrapper >= 0) walk.closeScope(wrapper);
  draft.scopeEnd = walk.scopes.length;
  setSignature(walk, draft);
  return symbol;
}

/** `extends` of a class or an interface: references that are bases, in order. */
function visitHeritage(walk: Walk, node: number, symbol: number): void {
  const references: number[] = [];
  const collect = (list: number): void => {
    const stop = walk.next[list]!;
    for (let c = list + 1; c < stop; c = walk.next[c]!) {
      const kind = walk.k(c);
      if (kind === Kind.extends_clause) collect(c);
      else if (kind === Kind.generic_type) {
        const value = walk.visit(c + 1);
        note(value);
        for (let d = walk.next[c + 1]!; d < walk.next[c]!; d = walk.next[d]!) walk.visit(d);
      } else if (kind === Kind.implements_clause || kind === Kind.type_arguments || kind === Kind.comment)
        walk.visit(c);
      else if (kind !== Kind.other || walk.next[c] !== c + 1) note(walk.visit(c));
    }
  };
  const note = (value: Value): void => {
    if (value < 0 || (value & 1) === 1) return;
    walk.references.flags[value >> 1]! |= RefFlag.Base;
    references.push(value >> 1);
  };
  collect(node);
  if (references.length > 0) walk.bases.push({ symbol, references });
}

function visitClassBody(walk: Walk, body: number, symbol: number): void {
  const before = walk.place();
  const scope = walk.openScope('class', symbol, body);
  const draft = walk.symbols[symbol]!;
  draft.fact.scope = scope;
  draft.refStart = walk.references.count;
  walk.symbol = symbol;
  walk.classSymbol = symbol;
  walk.base = draft.fact.qualifiedName;
  walk.conditional = false;
  walk.registering = false;
  walk.namespaceRoot = '';
  let decorators: number[] = [];
  const stop = walk.next[body]!;
  for (let c = body + 1; c < stop; c = walk.next[c]!) {
    switch (walk.k(c)) {
      case Kind.decorator:
        walk.visit(c);
        decorators.push(c);
        continue;
      case Kind.comment:
        walk.visit(c);
        continue;
      case Kind.method_definition:
      case Kind.method_signature:
      case Kind.abstract_method_signature:
        visitMethod(walk, c, scope, decorators);
        break;
      case Kind.field_definition:
      case Kind.public_field_definition:
        visitField(walk, c, scope, decorators);
        break;
      case Kind.class_static_block:
        visitStaticBlock(walk, c);
        break;
      default:
        walk.visit(c);
    }
    decorators = [];
  }
  draft.refEnd = walk.references.count;
  walk.closeScope(scope);
  walk.returnTo(before);
}

function visitMethod(walk: Walk, node: number, scope: number, before: number[]): void {
  const key = walk.child(node, walk.field.name);
  if (key < 0) return walk.visitChildren(node);
  const decorators = [...before];
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.k(c) !== Kind.decorator) continue;
    walk.visit(c);
    decorators.push(c);
  }
  if (walk.k(key) === Kind.computed_property_name) walk.visit(key);
  const name = keyName(walk, key);
  const kind = walk.k(node);
  let flags = name === 'constructor' && walk.k(key) === Kind.property_identifier ? SymbolFlag.Constructor : 0;
  if (kind === Kind.abstract_method_signature) flags |= SymbolFlag.Stub | SymbolFlag.Abstract;
  else if (kind === Kind.method_signature) flags |= SymbolFlag.Stub | (walk.ambient ? 0 : SymbolFlag.Overload);
  const binding = walk.bind(key, 'definition', scope);
  binding.name = name;
  binding.symbol = defineFunction(walk, node, memberOf(walk, name, key, node, flags, decorators));
}

function memberOf(walk: Walk, name: string, key: number, node: number, flags: number, decorators: number[]): BoundTo {
  return {
    name,
    nameNode: key,
    prefix: walk.base,
    start: decorators.length > 0 ? Math.min(walk.start[decorators[0]!]!, walk.start[node]!) : walk.start[node]!,
    end: walk.end[node]!,
    method: true,
    flags,
    root: '',
    home: -1,
    decorators,
  };
}

function visitField(walk: Walk, node: number, scope: number, before: number[]): void {
  let key = walk.child(node, walk.field.name);
  if (key < 0) key = walk.child(node, walk.field.property);
  const value = walk.child(node, walk.field.value);
  if (key < 0) return walk.visitChildren(node);
  const decorators = [...before];
  let type = -1;
  let flags = SymbolFlag.Bound as number;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.decorator) {
      walk.visit(c);
      decorators.push(c);
    } else if (kind === Kind.tokenStatic) flags |= SymbolFlag.Static;
    else if (kind === Kind.type_annotation) type = c;
  }
  if (walk.k(key) === Kind.computed_property_name) walk.visit(key);
  const name = keyName(walk, key);
  const binding = walk.bind(key, 'assignment', scope);
  binding.name = name;
  if (type >= 0) {
    walk.visit(type);
    walk.setValue(binding, annotated(walk, type));
  }
  if (value < 0) return;
  // Field initialisers run as the body of a function: `this` and `var` are the instance's and their own.
  const result = walk.isNameable(walk.unwrap(value))
    ? walk.visitBound(value, memberOf(walk, name, key, node, flags, decorators))
    : walk.visit(value);
  if (walk.isNameable(walk.unwrap(value))) binding.symbol = walk.made;
  if (result >= 0) walk.setValue(binding, result);
}

function visitStaticBlock(walk: Walk, node: number): void {
  const body = walk.child(node, walk.field.body);
  const scope = walk.openScope('block', -1, node);
  walk.hoists[scope] = true;
  walk.visitChildren(body >= 0 ? body : node);
  walk.closeScope(scope);
}

function visitInterface(walk: Walk, node: number): Value {
  const nameNode = walk.child(node, walk.field.name);
  if (nameNode < 0) {
    walk.visitChildren(node);
    return -2;
  }
  const binding = walk.bind(nameNode, 'type', walk.scope);
  const bound = declared(walk, node, nameNode);
  const statement = statementOf(walk, node);
  const symbol = addSymbol(walk, {
    ...bound,
    kind: 'interface',
    node,
    start: walk.start[statement]!,
    flags: SymbolFlag.TypeOnly,
  });
  binding.symbol = symbol;
  const draft = walk.symbols[symbol]!;
  const before = { type: walk.typeFlag, symbol: walk.symbol, base: walk.base, ambient: walk.ambient };
  walk.typeFlag = RefFlag.Type;
  const scope = walk.openScope('type', symbol, node);
  draft.fact.scope = scope;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (c === nameNode) continue;
    if (kind === Kind.extends_type_clause) visitHeritage(walk, c, symbol);
    else if (walk.fieldOf[c] === walk.field.body) {
      draft.body = c;
      draft.fact.bodyStart = walk.start[c]!;
      draft.fact.bodyEnd = walk.end[c]!;
      walk.symbol = symbol;
      walk.base = draft.fact.qualifiedName;
      walk.ambient = true;
      visitInterfaceBody(walk, c);
    } else walk.visit(c);
  }
  walk.closeScope(scope);
  walk.typeFlag = before.type;
  walk.symbol = before.symbol;
  walk.base = before.base;
  walk.ambient = before.ambient;
  draft.scopeEnd = walk.scopes.length;
  setSignature(walk, draft);
  walk.made = symbol;
  return -2;
}

function visitInterfaceBody(walk: Walk, body: number): void {
  const stop = walk.next[body]!;
  for (let c = body + 1; c < stop; c = walk.next[c]!) {
    const key = walk.k(c) === Kind.method_signature ? walk.child(c, walk.field.name) : -1;
    if (key < 0) {
      walk.visit(c);
      continue;
    }
    if (walk.k(key) === Kind.computed_property_name) walk.visit(key);
    defineFunction(walk, c, memberOf(walk, keyName(walk, key), key, c, SymbolFlag.Stub, []));
  }
}

/** Handlers of classes and interfaces. */
export const CLASS_HANDLERS: [Kind, Handler][] = [
  [Kind.class_declaration, visitClassDeclaration],
  [Kind.abstract_class_declaration, visitClassDeclaration],
  [Kind.class, visitClassExpression],
  [Kind.interface_declaration, visitInterface],
];
