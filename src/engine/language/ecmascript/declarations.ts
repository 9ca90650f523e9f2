import { SymbolFlag } from '../../model/facts.ts';
import { RefFlag } from '../../model/references.ts';
import { bindLoaded } from './commonjs.ts';
import { Kind } from './kinds.ts';
import { assignTarget, bindPattern } from './patterns.ts';
import { rootOf, statementOf } from './symbols.ts';
import { annotated } from './types.ts';
import type { Handler, Value, Walk } from './walk.ts';

function visitVariables(walk: Walk, node: number): Value {
  const scope = walk.k(node) === Kind.variable_declaration ? walk.functionScope() : walk.scope;
  const stop = walk.next[node]!;
  let count = 0;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (walk.k(c) === Kind.variable_declarator) count++;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.k(c) !== Kind.variable_declarator) {
      if (walk.k(c) !== Kind.other) walk.visit(c);
      continue;
    }
    // A statement that declares one function is that function's definition; else each declarator stands for itself.
    visitDeclarator(walk, c, scope, count === 1 ? statementOf(walk, node) : c);
  }
  return -2;
}

function visitDeclarator(walk: Walk, node: number, scope: number, definition: number): void {
  const pattern = walk.child(node, walk.field.name);
  const type = walk.child(node, walk.field.type);
  const value = walk.child(node, walk.field.value);
  if (pattern < 0) return walk.visitChildren(node);
  const loaded = value >= 0 && bindLoaded(walk, pattern, value, scope);
  const binding = loaded ? undefined : bindPattern(walk, pattern, 'assignment', scope);
  if (type >= 0) {
    walk.visit(type);
    if (binding) walk.setValue(binding, annotated(walk, type));
  }
  if (value < 0) return;
  if (!binding || !walk.isNameable(walk.unwrap(value))) {
    const result = walk.visit(value);
    if (binding && result >= 0) walk.setValue(binding, result);
    return;
  }
  const result = walk.visitBound(value, {
    name: walk.textOf(pattern),
    nameNode: pattern,
    prefix: walk.base,
    start: walk.start[definition]!,
    end: walk.end[definition]!,
    method: false,
    flags: SymbolFlag.Bound,
    root: scope === 0 || walk.namespaceRoot !== '' ? rootOf(walk, walk.textOf(pattern)) : '',
    home: scope,
    decorators: [],
  });
  binding.symbol = walk.made;
  if (result >= 0) walk.setValue(binding, result);
}

function opensScope(walk: Walk, node: number): boolean {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    switch (walk.k(c)) {
      case Kind.lexical_declaration:
      case Kind.using_declaration:
      case Kind.function_declaration:
      case Kind.generator_function_declaration:
      case Kind.function_signature:
      case Kind.class_declaration:
      case Kind.abstract_class_declaration:
      case Kind.interface_declaration:
      case Kind.type_alias_declaration:
      case Kind.enum_declaration:
      case Kind.ambient_declaration:
      case Kind.labeled_statement:
      case Kind.ERROR:
        return true;
      case Kind.switch_case:
      case Kind.switch_default:
        if (opensScope(walk, c)) return true;
        break;
      default:
    }
  }
  return false;
}

/** A block: a scope of its own when something is declared in it. */
function visitBlock(walk: Walk, node: number): Value {
  if (!opensScope(walk, node)) walk.visitChildren(node);
  else {
    const scope = walk.openScope('block', -1, node);
    walk.visitChildren(node);
    walk.closeScope(scope);
  }
  return -2;
}

function visitFor(walk: Walk, node: number): Value {
  const initializer = walk.child(node, walk.field.initializer);
  const lexical = initializer >= 0 && walk.k(initializer) === Kind.lexical_declaration;
  const scope = lexical ? walk.openScope('block', -1, node) : -1;
  walk.visitChildren(node);
  if (lexical) {
    for (const binding of walk.scopes[scope]!.bindings) if (binding.kind === 'assignment') binding.kind = 'loop';
    walk.closeScope(scope);
  }
  return -2;
}

function visitForIn(walk: Walk, node: number): Value {
  const keyword = walk.child(node, walk.field.kind);
  const isVar = keyword >= 0 && walk.k(keyword) === Kind.tokenVar;
  const scope = keyword >= 0 && !isVar ? walk.openScope('block', -1, node) : -1;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] !== walk.field.left) walk.visit(c);
    else if (keyword < 0) assignTarget(walk, c, 'loop');
    else bindPattern(walk, c, 'loop', isVar ? walk.functionScope() : scope);
  }
  if (scope >= 0) walk.closeScope(scope);
  return -2;
}

function visitCatch(walk: Walk, node: number): Value {
  const parameter = walk.child(node, walk.field.parameter);
  const scope = walk.openScope('block', -1, node);
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (c === parameter) bindPattern(walk, c, 'except', scope);
    else if (walk.k(c) === Kind.statement_block) walk.visitChildren(c);
    else walk.visit(c);
  }
  walk.closeScope(scope);
  return -2;
}

function visitConditional(walk: Walk, node: number): Value {
  const before = walk.conditional;
  walk.conditional = true;
  walk.visitChildren(node);
  walk.conditional = before;
  return -2;
}

function visitTypeAlias(walk: Walk, node: number): Value {
  const name = walk.child(node, walk.field.name);
  if (name >= 0) walk.bind(name, 'type', walk.scope);
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type;
  const scope = walk.openScope('type', -1, node);
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (c !== name) walk.visit(c);
  walk.closeScope(scope);
  walk.typeFlag = before;
  return -2;
}

function visitEnum(walk: Walk, node: number): Value {
  const name = walk.child(node, walk.field.name);
  if (name >= 0) walk.bind(name, 'definition', walk.scope);
  const body = walk.child(node, walk.field.body);
  if (body < 0) return -2;
  // Members see each other by their bare names.
  const scope = walk.openScope('block', -1, node);
  const stop = walk.next[body]!;
  for (let c = body + 1; c < stop; c = walk.next[c]!) {
    const member = walk.k(c) === Kind.enum_assignment ? walk.child(c, walk.field.name) : c;
    if (member >= 0 && walk.k(member) === Kind.property_identifier) {
      walk.bind(member, 'definition', scope);
      walk.names[member] = 0;
    }
    if (walk.k(c) === Kind.enum_assignment) {
      const value = walk.child(c, walk.field.value);
      if (value >= 0) walk.visit(value);
    } else if (walk.k(c) === Kind.comment || walk.k(c) === Kind.ERROR) walk.visit(c);
  }
  walk.closeScope(scope);
  return -2;
}

/** `namespace A.B {…}`, `module 'm' {…}`: what is declared inside is qualified by the name. */
function visitNamespace(walk: Walk, node: number): Value {
  const name = walk.child(node, walk.field.name);
  const body = walk.child(node, walk.field.body);
  const text = name < 0 ? '' : walk.k(name) === Kind.string ? walk.textOf(name).slice(1, -1) : walk.textOf(name);
  const parts = text.replace(/\s+/g, '');
  let first = '';
  if (name >= 0 && walk.k(name) !== Kind.string) {
    let head = name;
    while (walk.k(head) === Kind.nested_identifier) head += 1;
    walk.bind(head, 'definition', walk.scope);
    first = walk.textOf(head);
  }
  if (body >= 0) visitNamespaceBody(walk, body, walk.join(walk.base, parts), first);
  return -2;
}

function visitNamespaceBody(walk: Walk, body: number, base: string, first: string): void {
  const before = { base: walk.base, root: walk.namespaceRoot };
  const root = first === '' ? '' : rootOf(walk, first);
  const scope = walk.openScope('block', -1, body);
  walk.hoists[scope] = true;
  walk.base = base;
  walk.namespaceRoot = root;
  walk.visitChildren(body);
  walk.base = before.base;
  walk.namespaceRoot = before.root;
  walk.closeScope(scope);
}

function visitAmbient(walk: Walk, node: number): Value {
  const before = walk.ambient;
  walk.ambient = true;
  const stop = walk.next[node]!;
  let global = false;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.k(c) === Kind.tokenGlobal) global = true;
    else if (global && walk.k(c) === Kind.statement_block)
      visitNamespaceBody(walk, c, walk.join(walk.base, 'global'), '');
    else walk.visit(c);
  }
  walk.ambient = before;
  return -2;
}

function visitError(walk: Walk, node: number): Value {
  walk.errorDepth++;
  walk.visitChildren(node);
  walk.errorDepth--;
  return -2;
}

/** Handlers of statements and declarations other than functions, classes, imports and exports. */
export const DECLARATION_HANDLERS: [Kind, Handler][] = [
  [Kind.lexical_declaration, visitVariables],
  [Kind.variable_declaration, visitVariables],
  [Kind.using_declaration, visitVariables],
  [Kind.statement_block, visitBlock],
  [Kind.switch_body, visitBlock],
  [Kind.for_statement, visitFor],
  [Kind.for_in_statement, visitForIn],
  [Kind.catch_clause, visitCatch],
  [Kind.if_statement, visitConditional],
  [Kind.try_statement, visitConditional],
  [Kind.switch_statement, visitConditional],
  [Kind.type_alias_declaration, visitTypeAlias],
  [Kind.enum_declaration, visitEnum],
  [Kind.internal_module, visitNamespace],
  [Kind.module, visitNamespace],
  [Kind.ambient_declaration, visitAmbient],
  [Kind.ERROR, visitError],
];
