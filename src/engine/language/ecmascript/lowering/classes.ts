import { NodeKind } from '../../../ir/model.ts';
import { Kind } from '../kinds.ts';
import { accessorFlags, lowerFunction } from './functions.ts';
import type { Lower, Lowering } from './lowering.ts';

/** A class inside a body. */
export const lowerClass: Lower = (l, node) => {
  const { walk, out } = l;
  const made = out.open(NodeKind.ClassDefinition, l.startLine(node));
  const name = walk.child(node, walk.field.name);
  if (name < 0) l.empty(node);
  else l.nameAt(name);
  const bases = out.open(NodeKind.Bases, l.startLine(node));
  const heritage = walk.childOf(node, Kind.class_heritage);
  if (heritage >= 0)
    for (const part of l.parts(heritage)) {
      if (walk.k(part) === Kind.extends_clause) l.expressions(l.parts(part));
      else l.expression(part);
    }
  out.close(bases, l.startLine(node));
  const body = walk.child(node, walk.field.body);
  const block = out.open(NodeKind.Block, l.startLine(body < 0 ? node : body));
  if (body >= 0) members(l, body);
  out.close(block, l.endLine(node));
  decorators(l, node);
  out.close(made, l.endLine(node));
};

function decorators(l: Lowering, node: number): void {
  const { walk } = l;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
    if (walk.k(child) === Kind.decorator) l.row(NodeKind.Decorator, child, l.parts(child));
}

/** Decorators of a method stand before it as its siblings, those of a field in it. */
function members(l: Lowering, body: number): void {
  const { walk } = l;
  let pending: number[] = [];
  for (let child = body + 1; child < walk.next[body]!; child = walk.next[child]!) {
    if (walk.k(child) === Kind.decorator) pending.push(child);
    else if (l.isPart(child)) {
      member(l, child, pending);
      pending = [];
    }
  }
}

function member(l: Lowering, node: number, before: readonly number[]): void {
  const { walk, out } = l;
  const isStatic =
    walk.k(node) !== Kind.class_static_block &&
    (walk.childOf(node, Kind.tokenStatic) >= 0 || walk.childOf(node, Kind.tokenStaticGet) >= 0);
  const label = isStatic ? out.open(NodeKind.Labelled, l.startLine(node), 'static') : -1;
  switch (walk.k(node)) {
    case Kind.method_definition: {
      const made = out.open(NodeKind.FunctionDefinition, l.startLine(node), '', accessorFlags(l, node));
      const name = walk.child(node, walk.field.name);
      if (name < 0) l.empty(node);
      else l.expression(name);
      lowerFunction(l, node);
      for (const each of before) l.row(NodeKind.Decorator, each, l.parts(each));
      out.close(made, l.endLine(node));
      break;
    }
    case Kind.field_definition:
    case Kind.public_field_definition:
      field(l, node);
      break;
    case Kind.class_static_block: {
      const made = out.open(NodeKind.Scoped, l.startLine(node), 'static');
      l.block(walk.child(node, walk.field.body));
      out.closeAfterLast(made);
      break;
    }
    default:
      l.statement(node);
  }
  if (label >= 0) out.closeAfterLast(label);
}

/** A field is a store into `this` when it has a value. One that only declares a type is left out. */
function field(l: Lowering, node: number): void {
  const { walk, out } = l;
  const value = walk.child(node, walk.field.value);
  if (value < 0 && walk.childOf(node, Kind.tokenDeclare) >= 0) return;
  const made = out.open(value < 0 ? NodeKind.Declare : NodeKind.Assign, l.startLine(node));
  const named = walk.child(node, walk.field.name);
  const key = named >= 0 ? named : walk.child(node, walk.field.property);
  const plain = key >= 0 && (walk.next[key] === key + 1 || walk.k(key) === Kind.string);
  const target = out.open(
    plain ? NodeKind.Attribute : NodeKind.Index,
    l.startLine(node),
    plain ? walk.textOf(key).replace(/^(['"])(.*)\1$/s, '$2') : '',
  );
  out.leaf(NodeKind.This, l.startLine(node));
  if (!plain && key >= 0) l.expression(key);
  out.close(target, l.startLine(node));
  if (value >= 0) l.expression(value);
  decorators(l, node);
  out.close(made, l.endLine(node));
}
