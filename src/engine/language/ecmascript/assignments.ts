import { SymbolFlag } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { exportAssigned, exportMember, type CommonJsTarget } from './commonjs.ts';
import { defineFunction } from './functions.ts';
import { Kind } from './kinds.ts';
import { assignTarget } from './patterns.ts';
import { keyName, rootOf, statementOf } from './symbols.ts';
import type { BoundTo, Handler, Value, Walk } from './walk.ts';

/** Chain of plain names in a member expression (`a.b.c`), or undefined when something else is in it. */
function memberPath(walk: Walk, node: number): string[] | undefined {
  const kind = walk.k(node);
  if (kind === Kind.identifier || kind === Kind.this) return [walk.textOf(node)];
  if (kind === Kind.subscript_expression) {
    const index = walk.childOf(node, Kind.string);
    const object = walk.child(node, walk.field.object);
    const before = index >= 0 && object >= 0 ? memberPath(walk, object) : undefined;
    return before && [...before, keyName(walk, index)];
  }
  if (kind !== Kind.member_expression) return undefined;
  const object = walk.child(node, walk.field.object);
  const property = walk.child(node, walk.field.property);
  const before = object >= 0 && property >= 0 ? memberPath(walk, walk.unwrap(object)) : undefined;
  return before && [...before, walk.textOf(property)];
}

/** Class whose own method the current place is in (arrow functions between do not matter), -1 for none. */
function classScopeOfThis(walk: Walk): number {
  let scope = walk.scope;
  while (scope > 0) {
    const { kind, parent } = walk.scopes[scope]!;
    if (kind === 'class') return scope;
    if (kind === 'function') return parent >= 0 && walk.scopes[parent]!.kind === 'class' ? parent : -1;
    scope = parent;
  }
  return -1;
}

interface Target {
  name: string;
  prefix: string;
  method: boolean;
  commonJs: CommonJsTarget | undefined;
  root: string;
}

/** What an assignment to `left` names. */
function targetOf(walk: Walk, left: number): Target | undefined {
  const path = memberPath(walk, walk.unwrap(left));
  if (!path) {
    const property = walk.k(left) === Kind.member_expression ? walk.child(left, walk.field.property) : -1;
    if (property < 0) return undefined;
    return { name: walk.textOf(property), prefix: walk.base, method: false, commonJs: undefined, root: '' };
  }
  const atModule = walk.functionScope() === 0;
  const target: Target = { name: '', prefix: walk.base, method: false, commonJs: undefined, root: '' };
  if (path[0] === 'module' && path[1] === 'exports') path.splice(0, 2, 'exports');
  else if (path[0] === 'exports' && path.length === 1) path.splice(0, 1, 'exports');
  if (path[0] === 'exports') {
    path.shift();
    if (atModule && path.length < 2) target.commonJs = { name: path[0] ?? '=', whole: path.length === 0 };
    if (path.length === 0) target.name = 'default';
    else target.root = atModule ? `exports.${path[0]!}` : '';
  } else if (path[0] === 'this') {
    path.shift();
    const scope = classScopeOfThis(walk);
    const owner = scope >= 0 ? walk.scopes[scope]!.symbol : -1;
    if (owner >= 0) target.prefix = walk.symbols[owner]!.fact.qualifiedName;
    target.method = owner >= 0;
  } else if (atModule) target.root = rootOf(walk, path[0]!);
  const prototype = path.indexOf('prototype');
  if (prototype > 0 && prototype === path.length - 2) {
    path.splice(prototype, 1);
    target.method = true;
  }
  const last = path.pop();
  if (last !== undefined) target.name = last;
  for (const part of path) target.prefix = walk.join(target.prefix, part);
  return target.name === '' ? undefined : target;
}

function visitAssignment(walk: Walk, node: number): Value {
  const outer = walk.takeBound(node);
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left < 0 || right < 0) {
    walk.visitChildren(node);
    return Receiver.Expression;
  }
  const { reference, binding } = assignTarget(walk, left, 'assignment');
  const value = walk.unwrap(right);
  const nameable = walk.isNameable(value);
  const target = targetOf(walk, left);
  const firstImport = walk.imports.length;
  const firstExport = walk.exports.length;
  let result: Value;
  walk.made = -1;
  if (nameable && target) {
    const up = walk.parent[node]!;
    const statement = walk.k(up) === Kind.expression_statement ? statementOf(walk, up) : node;
    const isObject = walk.k(value) === Kind.object;
    const own = target.commonJs?.whole && !isObject ? walk.child(value, walk.field.name) : -1;
    result = walk.visitBound(right, {
      name: own >= 0 ? walk.textOf(own) : isObject && target.commonJs?.whole ? '' : target.name,
      nameNode: own >= 0 ? own : nameNodeOf(walk, left),
      prefix: target.prefix,
      start: outer?.start ?? walk.start[statement]!,
      end: outer?.end ?? walk.end[statement]!,
      method: target.method,
      flags: SymbolFlag.Bound,
      root: target.root,
      home: -1,
      decorators: [],
      ...(isObject && target.commonJs?.whole ? { exportsMembers: true } : {}),
    });
  } else result = walk.visit(right);
  const made = nameable && target ? walk.made : -1;
  if (binding) {
    binding.symbol = made;
    walk.setValue(binding, result);
  }
  if (target?.commonJs) exportAssigned(walk, target.commonJs, right, result, made, firstImport, firstExport);
  storeOnThis(walk, left, reference, result, made);
  walk.made = made;
  return result;
}

function nameNodeOf(walk: Walk, left: number): number {
  const kind = walk.k(left);
  if (kind === Kind.member_expression) return walk.child(left, walk.field.property);
  return kind === Kind.identifier ? left : -1;
}

/** `this.x = value` in a method tells what the class's field `x` holds. */
function storeOnThis(walk: Walk, left: number, reference: Value, value: Value, symbol: number): void {
  if (walk.k(left) !== Kind.member_expression || reference < 0 || walk.k(left + 1) !== Kind.this) return;
  const scope = classScopeOfThis(walk);
  if (scope < 0) return;
  const id = reference >> 1;
  const name = walk.strings[walk.references.name[id]!]!;
  const binding = walk.bindName(name, 'assignment', scope, walk.references.line[id]!);
  binding.symbol = symbol;
  walk.setValue(binding, value);
}

function visitObject(walk: Walk, node: number): Value {
  const bound = walk.takeBound(node);
  const prefix = bound ? walk.join(bound.prefix, bound.name) : walk.base;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    switch (walk.k(c)) {
      case Kind.method_definition:
        visitObjectMethod(walk, c, prefix, bound);
        break;
      case Kind.pair:
        visitPair(walk, c, prefix, bound);
        break;
      case Kind.shorthand_property_identifier:
        noteMember(walk, bound, prefix, walk.textOf(c), walk.reference(c, Receiver.None, 0));
        if (bound?.exportsMembers) exportMember(walk, walk.textOf(c), c, -2, -1, 0);
        break;
      default: {
        const imports = walk.imports.length;
        walk.visit(c);
        if (bound?.exportsMembers && walk.k(c) === Kind.spread_element && walk.imports.length === imports + 1) {
          const spread = walk.imports[imports]!;
          if (spread.form === 'require' && spread.local === '') {
            spread.form = 'reexport-all';
            spread.imported = '*';
            spread.local = '*';
          }
        }
      }
    }
  }
  walk.made = -1;
  return Receiver.Literal;
}

/** Records what a member of a named object literal is, where a reference tells it. */
function noteMember(walk: Walk, bound: BoundTo | undefined, holder: string, name: string, value: Value): void {
  // The members of `module.exports = {…}` are exports.
  if (!bound || bound.exportsMembers || value < 0) return;
  walk.members.push({ parent: walk.symbol, holder, name, value: value >> 1, valueCalled: (value & 1) === 1 });
}

function memberBound(walk: Walk, node: number, key: number, prefix: string, bound: BoundTo | undefined): BoundTo {
  const name = keyName(walk, key);
  return {
    name,
    nameNode: key,
    prefix,
    start: walk.start[node]!,
    end: walk.end[node]!,
    method: false,
    flags: SymbolFlag.Bound,
    root: bound?.exportsMembers ? `exports.${name}` : (bound?.root ?? ''),
    home: -1,
    decorators: [],
  };
}

function visitObjectMethod(walk: Walk, node: number, prefix: string, bound: BoundTo | undefined): void {
  const key = walk.child(node, walk.field.name);
  if (key < 0) return walk.visitChildren(node);
  if (walk.k(key) === Kind.computed_property_name) walk.visit(key);
  const symbol = defineFunction(walk, node, memberBound(walk, node, key, prefix, bound));
  if (bound?.exportsMembers) exportMember(walk, keyName(walk, key), -1, -2, symbol, walk.imports.length);
}

function visitPair(walk: Walk, node: number, prefix: string, bound: BoundTo | undefined): void {
  const key = walk.child(node, walk.field.key);
  const value = walk.child(node, walk.field.value);
  if (key < 0 || value < 0) return walk.visitChildren(node);
  if (walk.k(key) === Kind.computed_property_name) walk.visit(key);
  const imports = walk.imports.length;
  let result: Value;
  walk.made = -1;
  if (walk.isNameable(walk.unwrap(value))) result = walk.visitBound(value, memberBound(walk, node, key, prefix, bound));
  else {
    result = walk.visit(value);
    walk.made = -1;
    if (walk.k(key) !== Kind.computed_property_name) noteMember(walk, bound, prefix, keyName(walk, key), result);
  }
  if (bound?.exportsMembers) exportMember(walk, keyName(walk, key), value, result, walk.made, imports);
}

/** Handlers of what gives names to functions inside expressions. */
export const ASSIGNMENT_HANDLERS: [Kind, Handler][] = [
  [Kind.assignment_expression, visitAssignment],
  [Kind.object, visitObject],
];
