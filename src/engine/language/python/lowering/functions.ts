import { NodeFlag, NodeKind } from '../../../ir/model.ts';
import { docstringNode } from '../bodyShape.ts';
import { K } from '../kinds.ts';
import type { Lower, Lowering } from './lowering.ts';

/** Writes the `Function` of a definition or a lambda, and notes it as its symbol's body. */
export function lowerFunction(l: Lowering, node: number): void {
  const { walk, out } = l;
  const symbol = l.symbolOfNode.get(node) ?? -1;
  const flags = l.has(node, K.Async) ? NodeFlag.Async : 0;
  const outer = l.scope;
  const around = l.current;
  const inner = walk.scopeOfNode.get(node) ?? outer;
  const made = out.open(NodeKind.Function, l.startLine(node), '', flags);
  if (symbol >= 0) l.roots[symbol] = made;
  l.enter(inner, made);
  const self = symbol >= 0 ? walk.spans[symbol]!.self : -1;
  if (self >= 0) l.noteReceiver(inner, self);
  let list = -1;
  const body: number[] = [];
  for (const part of l.parts(node)) {
    const kind = walk.kinds[part];
    if (kind === K.Parameters || kind === K.LambdaParameters) list = part;
    else if (walk.kinds[node] === K.Lambda || kind === K.Block || kind === K.Error) body.push(part);
  }
  parameters(l, list < 0 ? node : list, list < 0 ? [] : l.parts(list), inner, outer, self);
  if (body.length === 1 && walk.kinds[body[0]!] === K.Block) l.statement(body[0]!);
  else
    l.around(NodeKind.Block, body[0] ?? node, () => {
      if (walk.kinds[node] !== K.Lambda) for (const part of body) l.statement(part);
      else l.around(NodeKind.Return, body[0] ?? node, () => l.expressions(body));
    });
  l.scope = outer;
  l.current = around;
  out.closeAfterLast(made);
}

export const lowerLambda: Lower = (l, node) => lowerFunction(l, node);

function parameters(
  l: Lowering,
  node: number,
  parts: readonly number[],
  inner: number,
  outer: number,
  self: number,
): void {
  const { walk, out } = l;
  const made = out.open(NodeKind.Parameters, l.startLine(node));
  let keywordOnly = 0;
  let first = true;
  for (const part of parts) {
    const kind = walk.kinds[part]!;
    if (kind === K.PositionalSeparator) continue;
    if (kind === K.KeywordSeparator) {
      keywordOnly = NodeFlag.KeywordOnly;
      continue;
    }
    const wrapped = kind === K.DefaultParameter || kind === K.TypedParameter || kind === K.TypedDefaultParameter;
    const inside = wrapped ? l.parts(part).filter((child) => walk.kinds[child] !== K.Type) : [part];
    const target = inside[0] ?? part;
    let flags = keywordOnly;
    if (walk.kinds[target] === K.ListSplatPattern) {
      flags = NodeFlag.Rest;
      keywordOnly = NodeFlag.KeywordOnly;
    } else if (walk.kinds[target] === K.DictionarySplatPattern) flags = NodeFlag.KeywordRest;
    else if (kind === K.DefaultParameter || kind === K.TypedDefaultParameter) flags |= NodeFlag.Optional;
    if (first && self >= 0 && walk.kinds[target] === K.Identifier) flags |= NodeFlag.Receiver;
    first = false;
    const parameter = out.open(NodeKind.Parameter, l.startLine(part), '', flags);
    l.scope = inner;
    if (flags & (NodeFlag.Rest | NodeFlag.KeywordRest)) l.expressions(l.parts(target));
    else l.expression(target);
    l.scope = outer;
    l.expressions(inside.slice(1));
    l.scope = inner;
    out.close(parameter, l.endLine(part));
  }
  out.close(made, l.endLine(node));
  l.scope = inner;
}

export const lowerDefinition: Lower = (l, node) => define(l, node, node);

/** Decorators stand behind what they decorate, so that a definition looks alike with and without them. */
export const lowerDecorated: Lower = (l, node) => {
  const { walk } = l;
  const definition = l
    .parts(node)
    .find((part) => walk.kinds[part] === K.FunctionDefinition || walk.kinds[part] === K.ClassDefinition);
  if (definition === undefined) l.other(node);
  else define(l, node, definition);
};

function define(l: Lowering, node: number, definition: number): void {
  const { walk, out } = l;
  const isClass = walk.kinds[definition] === K.ClassDefinition;
  const made = out.open(isClass ? NodeKind.ClassDefinition : NodeKind.FunctionDefinition, l.startLine(node));
  const name = walk.childOf(definition, K.Identifier);
  if (name < 0) l.empty(definition);
  else l.nameAt(name);
  if (isClass) classParts(l, definition);
  else lowerFunction(l, definition);
  const end = out.lastEnd;
  if (node !== definition)
    for (const part of l.parts(node))
      if (walk.kinds[part] === K.Decorator) l.row(NodeKind.Decorator, part, l.parts(part));
  out.close(made, end);
}

function classParts(l: Lowering, node: number): void {
  const { walk, out } = l;
  const outer = l.scope;
  const list = walk.childOf(node, K.ArgumentList);
  const bases = out.open(NodeKind.Bases, l.startLine(node));
  if (list >= 0) l.expressions(l.parts(list));
  out.closeAfterLast(bases);
  l.scope = walk.scopeOfNode.get(node) ?? outer;
  const block = walk.childOf(node, K.Block);
  if (block >= 0) l.statement(block);
  else out.leaf(NodeKind.Block, l.startLine(node));
  l.scope = outer;
}

/** A block, without the docstring that may begin it. */
export const lowerBlock: Lower = (l, node) => {
  const { walk, out } = l;
  const around = walk.kinds[walk.tree.parent[node]!];
  const documented = around === K.FunctionDefinition || around === K.ClassDefinition;
  const doc = documented ? docstringNode(walk, node) : -1;
  const made = out.open(NodeKind.Block, l.startLine(node));
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!)
    if (l.isPart(child) && child !== doc) l.statement(child);
  out.closeAfterLast(made);
};
