import { Receiver, RefFlag, SymbolFlag } from '../../model/facts.ts';
import { exportAssigned, exportMember, importCall, type CommonJsTarget } from './commonjs.ts';
import { defineFunction } from './functions.ts';
import { Kind } from './kinds.ts';
import { assignTarget } from './patterns.ts';
import { keyName, rootOf, statementOf } from './symbols.ts';
import type { BoundTo, Handler, Value, Walk } from './walk.ts';

function visitName(walk: Walk, node: number): Value {
  // The grammar takes `export @decorator class` for an expression and a class; the word is reserved otherwise.
  if (walk.end[node]! - walk.start[node]! === 6 && walk.textOf(node) === 'export') {
    walk.strayExport = node;
    return Receiver.Expression;
  }
  return walk.reference(node, Receiver.None, 0);
}

function visitMember(walk: Walk, node: number): Value {
  let receiver: Value = Receiver.Expression;
  let result: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const field = walk.fieldOf[c]!;
    if (field === walk.field.object) receiver = walk.visit(c);
    else if (field === walk.field.property) {
      const kind = walk.k(c);
      if (kind === Kind.property_identifier || kind === Kind.private_property_identifier || kind === Kind.identifier)
        result = walk.reference(c, receiver, 0);
    } else if (walk.next[c] !== c + 1 || walk.k(c) === Kind.comment) walk.visit(c);
  }
  return result;
}

/** `super` by itself is no value; `super(…)` calls the constructor of the base class. */
function visitSuper(walk: Walk, node: number): Value {
  const up = walk.parent[node]!;
  if (walk.k(up) === Kind.call_expression) walk.reference(node, Receiver.Super, RefFlag.Call);
  return Receiver.Super;
}

function literal(walk: Walk, node: number): Value {
  if (walk.next[node] !== node + 1) walk.visitChildren(node);
  return Receiver.Literal;
}

function visitCall(walk: Walk, node: number): Value {
  let callee: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const field = walk.fieldOf[c]!;
    if (field === walk.field.function) {
      callee = walk.visit(c);
      walk.flag(callee, RefFlag.Call);
    } else walk.visit(c);
  }
  importCall(walk, node);
  return callee >= 0 && (callee & 1) === 0 ? callee | 1 : Receiver.Expression;
}

function visitNew(walk: Walk, node: number): Value {
  let callee: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] === walk.field.constructor) {
      callee = walk.visit(c);
      walk.flag(callee, RefFlag.New);
    } else walk.visit(c);
  }
  return callee >= 0 && (callee & 1) === 0 ? callee | 1 : Receiver.Expression;
}

function visitArguments(walk: Walk, node: number): Value {
  const before = walk.registering;
  walk.registering = true;
  walk.visitChildren(node);
  walk.registering = before;
  return Receiver.Expression;
}

function visitAwait(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (walk.k(c) !== Kind.other) value = walk.visit(c);
  return value >= 0 && (value & 1) === 1 ? value : Receiver.Expression;
}

/** Parentheses and `!`: the value of what they hold; of a sequence the last. */
function visitTransparent(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.comment) walk.visit(c);
    else if (kind === Kind.type_annotation || kind === Kind.type_arguments) walk.visit(c);
    else if (walk.next[c] !== c + 1 || kind !== Kind.other) {
      const result = walk.visit(c);
      if (kind < Kind.tokenSemicolon) value = result;
    }
  }
  return value;
}

/**
 * `x!`. The grammar takes `a || !b!` for `(a || !b)!`; unparenthesised operators cannot stand before `!`, so the value
 * meant is that of the last operand.
 */
function visitNonNull(walk: Walk, node: number): Value {
  const value = visitTransparent(walk, node);
  let inner = node + 1;
  if (walk.k(inner) !== Kind.binary_expression && walk.k(inner) !== Kind.unary_expression) return value;
  for (;;) {
    const kind = walk.k(inner);
    const field =
      kind === Kind.binary_expression
        ? walk.field.right
        : kind === Kind.unary_expression
          ? walk.field.argument
          : kind === Kind.member_expression
            ? walk.field.property
            : -1;
    const next = field < 0 ? -1 : walk.child(inner, field);
    if (next < 0) break;
    inner = next;
  }
  const reference = walk.names[inner]!;
  return reference > 0 ? (reference - 1) << 1 : Receiver.Expression;
}

/** `x as T`, `x satisfies T`: the first operand is the value, the second a type. */
function visitCast(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  let seen = false;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.comment || (walk.next[c] === c + 1 && kind === Kind.other)) {
      walk.visit(c);
      continue;
    }
    if (kind === Kind.tokenAs) continue;
    if (seen) walk.visitType(c);
    else value = walk.visit(c);
    seen = true;
  }
  return value;
}

function visitAugmented(walk: Walk, node: number): Value {
  const left = walk.child(node, walk.field.left);
  const right = walk.child(node, walk.field.right);
  if (left >= 0) walk.flag(walk.visit(left), RefFlag.Augmented);
  if (right >= 0) walk.visit(right);
  return Receiver.Expression;
}

function visitUpdate(walk: Walk, node: number): Value {
  const argument = walk.child(node, walk.field.argument);
  if (argument >= 0) walk.flag(walk.visit(argument), RefFlag.Augmented);
  return Receiver.Expression;
}

function visitUnary(walk: Walk, node: number): Value {
  const argument = walk.child(node, walk.field.argument);
  const operator = walk.child(node, walk.field.operator);
  if (argument < 0) walk.visitChildren(node);
  else {
    const value = walk.visit(argument);
    if (operator >= 0 && walk.k(operator) === Kind.tokenDelete) walk.flag(value, RefFlag.Store);
  }
  return Receiver.Expression;
}

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

function visitJsxName(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] === walk.field.name) {
      const kind = walk.k(c);
      if (kind === Kind.member_expression) walk.flag(walk.visit(c), RefFlag.Jsx);
      else if (kind === Kind.identifier && isComponent(walk.textOf(c))) walk.reference(c, Receiver.None, RefFlag.Jsx);
    } else walk.visit(c);
  }
  return Receiver.Expression;
}

/** Names that begin with a small letter or hold a dash are elements of the page, not components. */
function isComponent(name: string): boolean {
  const first = name.charAt(0);
  return !(first >= 'a' && first <= 'z') && !name.includes('-');
}

function visitDecorator(walk: Walk, node: number): Value {
  let value: Value = Receiver.Expression;
  const stop = walk.next[node]!;
  walk.decoratorDepth++;
  for (let c = node + 2; c < stop; c = walk.next[c]!) value = walk.visit(c);
  walk.decoratorDepth--;
  if (value >= 0) walk.references.flags[value >> 1]! |= RefFlag.Decorator;
  return Receiver.Expression;
}

function ignore(): Value {
  return Receiver.Expression;
}

/** Handlers of expressions. */
export const EXPRESSION_HANDLERS: [Kind, Handler][] = [
  [Kind.identifier, visitName],
  [Kind.this, visitName],
  [Kind.shorthand_property_identifier, visitName],
  [Kind.super, visitSuper],
  [Kind.member_expression, visitMember],
  [Kind.call_expression, visitCall],
  [Kind.new_expression, visitNew],
  [Kind.arguments, visitArguments],
  [Kind.await_expression, visitAwait],
  [Kind.parenthesized_expression, visitTransparent],
  [Kind.sequence_expression, visitTransparent],
  [Kind.non_null_expression, visitNonNull],
  [Kind.type_assertion, visitTransparent],
  [Kind.instantiation_expression, visitTransparent],
  [Kind.as_expression, visitCast],
  [Kind.satisfies_expression, visitCast],
  [Kind.assignment_expression, visitAssignment],
  [Kind.augmented_assignment_expression, visitAugmented],
  [Kind.update_expression, visitUpdate],
  [Kind.unary_expression, visitUnary],
  [Kind.object, visitObject],
  [Kind.array, literal],
  [Kind.string, () => Receiver.Literal],
  [Kind.number, () => Receiver.Literal],
  [Kind.regex, () => Receiver.Literal],
  [Kind.true, () => Receiver.Literal],
  [Kind.false, () => Receiver.Literal],
  [Kind.null, () => Receiver.Literal],
  [Kind.template_string, literal],
  [Kind.jsx_opening_element, visitJsxName],
  [Kind.jsx_self_closing_element, visitJsxName],
  [Kind.jsx_closing_element, ignore],
  [Kind.jsx_namespace_name, ignore],
  [Kind.meta_property, ignore],
  [Kind.import_attribute, ignore],
  [Kind.decorator, visitDecorator],
];
