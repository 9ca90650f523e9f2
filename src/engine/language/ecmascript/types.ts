import { RefFlag } from '../../model/facts.ts';
import { Kind } from './kinds.ts';
import type { Handler, Value, Walk } from './walk.ts';

/**
 * The type that an annotation names, as the value of what is annotated: calling the named class is how one gets such
 * a value, so a parameter `x: Foo` says the same as `x = new Foo()`. Only plain names and `N.Name` tell one.
 */
export function annotated(walk: Walk, annotation: number): Value {
  let type = annotation + 2;
  if (type >= walk.next[annotation]!) return -2;
  if (walk.k(type) === Kind.generic_type) type += 1;
  const kind = walk.k(type);
  const last = kind === Kind.nested_type_identifier ? walk.child(type, walk.field.name) : type;
  if (kind !== Kind.type_identifier && kind !== Kind.nested_type_identifier) return -2;
  const reference = last >= 0 ? walk.names[last]! : 0;
  return reference > 0 ? ((reference - 1) << 1) | 1 : -2;
}

function inType(walk: Walk, node: number): Value {
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type;
  walk.visitChildren(node);
  walk.typeFlag = before;
  return -2;
}

function visitTypeIdentifier(walk: Walk, node: number): Value {
  return walk.reference(node, -1, RefFlag.Type);
}

/** `N.M.T` in a type or in `import x = N.M`. */
function visitNested(walk: Walk, node: number): Value {
  let value: Value = -1;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.nested_identifier) value = visitNested(walk, c);
    else if (kind === Kind.identifier || kind === Kind.property_identifier || kind === Kind.type_identifier)
      value = walk.reference(c, value, 0);
    else if (kind !== Kind.other) value = walk.visit(c);
  }
  return value;
}

function visitTypeParameter(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] === walk.field.name) walk.bind(c, 'type', walk.scope);
    else walk.visit(c);
  }
  return -2;
}

/** A type that binds names of its own: function types, signatures, conditional and mapped types. */
function visitScopedType(walk: Walk, node: number): Value {
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type;
  const scope = walk.openScope('type', -1, node);
  walk.visitChildren(node);
  walk.closeScope(scope);
  walk.typeFlag = before;
  return -2;
}

function visitTypeParameters(walk: Walk, node: number): Value {
  // A type parameter may be used before its place in the list: all are bound before a constraint is looked at.
  return inType(walk, node);
}

function visitParameterOfType(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    const field = walk.fieldOf[c]!;
    if (field === walk.field.pattern && walk.k(c) === Kind.identifier) walk.bind(c, 'parameter', walk.scope);
    else if (field === walk.field.pattern && walk.k(c) === Kind.rest_pattern) {
      const inner = walk.childOf(c, Kind.identifier);
      if (inner >= 0) walk.bind(inner, 'parameter', walk.scope);
    } else if (field !== walk.field.pattern && field !== walk.field.name) walk.visit(c);
  }
  return -2;
}

function visitInfer(walk: Walk, node: number): Value {
  const name = walk.childOf(node, Kind.type_identifier);
  if (name >= 0) walk.bind(name, 'type', walk.scope);
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (c !== name) walk.visit(c);
  return -2;
}

function visitMapped(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.fieldOf[c] === walk.field.name) walk.bind(c, 'type', walk.scope);
    else walk.visit(c);
  }
  return -2;
}

function visitIndexSignature(walk: Walk, node: number): Value {
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type;
  const scope = walk.openScope('type', -1, node);
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (walk.fieldOf[c] !== walk.field.name) walk.visit(c);
  walk.closeScope(scope);
  walk.typeFlag = before;
  return -2;
}

function visitPropertySignature(walk: Walk, node: number): Value {
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type;
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!)
    if (walk.fieldOf[c] !== walk.field.name || walk.k(c) === Kind.computed_property_name) walk.visit(c);
  walk.typeFlag = before;
  return -2;
}

/** Handlers of kinds that only occur in types. */
export const TYPE_HANDLERS: [Kind, Handler][] = [
  [Kind.type_identifier, visitTypeIdentifier],
  [Kind.nested_type_identifier, visitNested],
  [Kind.nested_identifier, visitNested],
  [Kind.type_annotation, inType],
  [Kind.type_predicate_annotation, inType],
  [Kind.asserts_annotation, inType],
  [Kind.adding_type_annotation, inType],
  [Kind.omitting_type_annotation, inType],
  [Kind.opting_type_annotation, inType],
  [Kind.type_arguments, inType],
  [Kind.implements_clause, inType],
  [Kind.type_query, inType],
  [Kind.type_parameters, visitTypeParameters],
  [Kind.type_parameter, visitTypeParameter],
  [Kind.function_type, visitScopedType],
  [Kind.constructor_type, visitScopedType],
  [Kind.call_signature, visitScopedType],
  [Kind.construct_signature, visitScopedType],
  [Kind.method_signature, visitScopedType],
  [Kind.conditional_type, visitScopedType],
  [Kind.required_parameter, visitParameterOfType],
  [Kind.optional_parameter, visitParameterOfType],
  [Kind.infer_type, visitInfer],
  [Kind.mapped_type_clause, visitMapped],
  [Kind.index_signature, visitIndexSignature],
  [Kind.property_signature, visitPropertySignature],
];
