import { RefFlag } from '../../model/references.ts';
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

/** `typeof x` as a type: names values, hence Reflective besides Type. */
function visitTypeQuery(walk: Walk, node: number): Value {
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type | RefFlag.Reflective;
  walk.visitChildren(node);
  walk.typeFlag = before;
  return -2;
}

function visitTypeIdentifier(walk: Walk, node: number): Value {
  // The grammar does not know this one for a type of the language.
  if (walk.end[node]! - walk.start[node]! === 6 && walk.textOf(node) === 'bigint') return -2;
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
    if (isVarianceError(walk, c)) bindVariant(walk, c);
    else if (walk.fieldOf[c] === walk.field.name) walk.bind(c, 'type', walk.scope);
    else walk.visit(c);
  }
  return -2;
}

/** A type that binds names of its own: function types, signatures, conditional and mapped types. */
function visitScopedType(walk: Walk, node: number): Value {
  const before = walk.typeFlag;
  const inferScope = walk.inferScope;
  walk.typeFlag = RefFlag.Type;
  const scope = walk.openScope('type', -1, node);
  if (walk.k(node) === Kind.conditional_type) walk.inferScope = scope;
  walk.visitChildren(node);
  walk.inferScope = inferScope;
  walk.closeScope(scope);
  walk.typeFlag = before;
  return -2;
}

function visitTypeParameters(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  const before = walk.typeFlag;
  walk.typeFlag = RefFlag.Type;
  for (let c = node + 1; c < stop; c = walk.next[c]!)
    if (isVarianceError(walk, c)) bindVariant(walk, c);
    else walk.visit(c);
  walk.typeFlag = before;
  return -2;
}

/** The grammar does not know `in` and `out` before a type parameter: it takes them for the name, and that for an error. */
export function isVarianceError(walk: Walk, node: number): boolean {
  if (walk.k(node) !== Kind.ERROR) return false;
  const up = walk.parent[node]!;
  const kind = up >= 0 ? walk.k(up) : Kind.other;
  if (kind !== Kind.type_parameters && kind !== Kind.type_parameter) return false;
  if (isVariance(walk.textOf(node))) return true;
  const before = walk.text.slice(Math.max(0, walk.start[node]! - 12), walk.start[node]);
  return /\b(?:in|out)\s+$/.test(before);
}

function isVariance(text: string): boolean {
  return text === 'in' || text === 'out';
}

function bindVariant(walk: Walk, error: number): void {
  let last = -1;
  const stop = walk.next[error]!;
  for (let c = error + 1; c < stop; c = walk.next[c]!) if (walk.k(c) === Kind.identifier) last = c;
  if (last >= 0 && !isVariance(walk.textOf(last))) walk.bind(last, 'type', walk.scope);
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
  // The name belongs to the conditional type around it, also from inside a function type.
  if (name >= 0) walk.bind(name, 'type', walk.inferScope >= 0 ? walk.inferScope : walk.scope);
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) if (c !== name) walk.visit(c);
  return -2;
}

/** `[key]` of a type's member names a value. */
function visitComputedName(walk: Walk, node: number): Value {
  return walk.typeFlag === 0 ? plainChildren(walk, node) : visitTypeQuery(walk, node);
}

function plainChildren(walk: Walk, node: number): Value {
  walk.visitChildren(node);
  return -2;
}

/** `x is T`, `asserts x`: x is a parameter. */
function visitPredicate(walk: Walk, node: number): Value {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.k(c) === Kind.identifier) walk.reference(c, -1, RefFlag.Type | RefFlag.Reflective);
    else walk.visit(c);
  }
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
  [Kind.type_query, visitTypeQuery],
  [Kind.computed_property_name, visitComputedName],
  [Kind.type_predicate, visitPredicate],
  [Kind.asserts, visitPredicate],
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
