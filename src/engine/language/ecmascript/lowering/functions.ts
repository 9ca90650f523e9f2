import { NodeFlag, NodeKind } from '../../../ir/model.ts';
import { Kind } from '../kinds.ts';
import type { Lower, Lowering } from './lowering.ts';

/** Writes the `Function` of any node that is one, and notes it as its symbol's body. */
export const lowerFunction: Lower = (l, node) => {
  const { walk, out } = l;
  const symbol = l.symbolOfNode.get(node) ?? -1;
  const kind = walk.k(node);
  let flags = kind === Kind.arrow_function ? NodeFlag.Lexical : 0;
  if (walk.childOf(node, Kind.tokenAsync) >= 0) flags |= NodeFlag.Async;
  if (walk.childOf(node, Kind.tokenStar) >= 0) flags |= NodeFlag.Generator;
  const made = out.open(NodeKind.Function, l.startLine(node), '', flags);
  if (symbol >= 0) l.roots[symbol] = made;
  l.enter(walk.scopeOfNode.get(node) ?? -1, made);
  const list = walk.childOf(node, Kind.formal_parameters);
  const lone = list < 0 ? walk.child(node, walk.field.parameter) : -1;
  const properties = parameters(l, list < 0 ? node : list, list >= 0 ? l.parts(list) : lone >= 0 ? [lone] : []);
  body(l, walk.child(node, walk.field.body), node, properties);
  out.closeAfterLast(made);
};

/** Answers the parameters that are stored as members as well: `constructor(private x)`. */
function parameters(l: Lowering, node: number, parts: readonly number[]): number[] {
  const { walk, out } = l;
  const properties: number[] = [];
  const made = out.open(NodeKind.Parameters, l.startLine(node));
  for (const part of parts) {
    const typed = walk.k(part) === Kind.required_parameter || walk.k(part) === Kind.optional_parameter;
    let target = typed ? walk.child(part, walk.field.pattern) : part;
    let value = typed ? walk.child(part, walk.field.value) : -1;
    if (target < 0) {
      l.expression(part);
      continue;
    }
    if (walk.k(target) === Kind.this) continue;
    if (typed && isStored(l, part)) properties.push(target);
    if (walk.k(target) === Kind.assignment_pattern) {
      value = walk.child(target, walk.field.right);
      target = Math.max(target + 1, walk.child(target, walk.field.left));
    }
    const rest = walk.k(target) === Kind.rest_pattern;
    const optional = value >= 0 || walk.k(part) === Kind.optional_parameter;
    const flags = rest ? NodeFlag.Rest : optional ? NodeFlag.Optional : 0;
    const parameter = out.open(NodeKind.Parameter, l.startLine(part), '', flags);
    if (rest) l.expressions(l.parts(target));
    else l.expression(target);
    if (value >= 0) l.expression(value);
    out.close(parameter, l.endLine(part));
  }
  out.close(made, l.endLine(node));
  return properties;
}

function isStored(l: Lowering, node: number): boolean {
  const { walk } = l;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.k(child);
    if (kind === Kind.accessibility_modifier || kind === Kind.tokenReadonly || kind === Kind.override_modifier)
      return true;
  }
  return false;
}

function body(l: Lowering, node: number, around: number, properties: readonly number[]): void {
  const { walk, out } = l;
  const made = out.open(NodeKind.Block, l.startLine(node < 0 ? around : node));
  for (const name of properties) {
    const line = l.startLine(name);
    const store = out.open(NodeKind.Assign, line);
    const member = out.open(NodeKind.Attribute, line, walk.textOf(name));
    out.leaf(NodeKind.This, line);
    out.close(member, line);
    l.expression(name);
    out.close(store, line);
  }
  if (node >= 0 && walk.k(node) === Kind.statement_block) {
    for (const part of l.parts(node)) l.statement(part);
    out.close(made, l.endLine(node));
    return;
  }
  if (node >= 0) l.row(NodeKind.Return, node, [node]);
  out.closeAfterLast(made);
}

export const lowerDeclaration: Lower = (l, node) => {
  const { walk, out } = l;
  const made = out.open(NodeKind.FunctionDefinition, l.startLine(node));
  const name = walk.child(node, walk.field.name);
  if (name < 0) l.empty(node);
  else l.nameAt(name);
  lowerFunction(l, node);
  out.close(made, l.endLine(node));
};

/** Getter and setter bits of a method. */
export function accessorFlags(l: Lowering, node: number): number {
  const { walk } = l;
  if (walk.childOf(node, Kind.tokenSet) >= 0) return NodeFlag.Setter;
  return walk.childOf(node, Kind.tokenGet) >= 0 || walk.childOf(node, Kind.tokenStaticGet) >= 0 ? NodeFlag.Getter : 0;
}

/** A method of an object literal: an entry like any other. */
export const lowerMethodEntry: Lower = (l, node) => {
  const { walk, out } = l;
  const made = out.open(NodeKind.Entry, l.startLine(node), '', accessorFlags(l, node));
  const name = walk.child(node, walk.field.name);
  if (name < 0) l.empty(node);
  else l.expression(name);
  lowerFunction(l, node);
  out.close(made, l.endLine(node));
};
