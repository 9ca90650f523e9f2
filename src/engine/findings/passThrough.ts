import type { BodyView } from '../ir/bodyView.ts';
import { sExpression } from '../ir/bodyView.ts';
import { NodeFlag, NodeKind } from '../ir/model.ts';
import { blockOf, givesValue, parametersOf, type BodyParameter } from '../ir/parameters.ts';

/** A body that is one call, with what it hands on. */
export interface PassThrough {
  /** Name that is called, last segment. */
  name: string;
  /** What is called: a plain name, a member of the own object, or a member of something else. */
  through: 'name' | 'own' | 'member';
  /** Number of positional parameters of the callee that stand before the own parameter; see `handsOn`. */
  order: { parameter: BodyParameter; keyword: string | null }[];
  awaited: boolean;
  /** The value of the call is what the function gives. */
  returned: boolean;
  delegated: boolean;
}

/**
 * Reads a body as a call to which all own parameters are handed on in order and unchanged, or answers null. A call that
 * fixes an argument, leaves one out or changes the order is an adapter: it adds something.
 */
export function passThroughOf(view: BodyView): PassThrough | null {
  const block = blockOf(view);
  const statements = block < 0 ? [] : view.children(block);
  const value = valueOf(view, statements);
  if (!value) return null;
  let { node } = value;
  let awaited = false;
  let delegated = false;
  if (view.kind(node) === NodeKind.Await) {
    awaited = true;
    node = view.child(node, 0);
  } else if (view.kind(node) === NodeKind.Yield && view.flags(node) & NodeFlag.Delegate) {
    delegated = true;
    node = view.child(node, 0);
  }
  if (node < 0 || view.kind(node) !== NodeKind.Call || view.flags(node) !== 0) return null;
  const [callee, ...args] = view.children(node) as [number, ...number[]];
  const through = throughOf(view, callee);
  if (!through) return null;
  const parameters = parametersOf(view);
  if (parameters.length === 0 || args.length !== parameters.length) return null;
  const order: PassThrough['order'] = [];
  for (const [i, arg] of args.entries()) {
    const handed = handedOn(view, arg);
    // Behind a keyword the order of the call is free: there the callee's own order decides, in `handsOn`.
    const parameter = parameters.find((one) => one.variable >= 0 && one.variable === handed?.variable);
    if (!handed || !parameter || parameter.kind !== kindOf(parameter, handed.kind)) return null;
    if (handed.keyword === null && handed.kind === 'normal' && parameters[i] !== parameter) return null;
    if (order.some((one) => one.parameter === parameter)) return null;
    order.push({ parameter, keyword: handed.keyword });
  }
  return { name: view.text(callee), through, order, awaited, returned: value.returned, delegated };
}

/** `return x`, `x`, or `y = x` with `return y`: the expression and whether its value is given on. */
function valueOf(view: BodyView, statements: readonly number[]): { node: number; returned: boolean } | null {
  const [first, second] = statements;
  if (first === undefined || statements.length > 2) return null;
  const kind = view.kind(first);
  if (second === undefined) {
    const node = view.child(first, 0);
    if (node < 0) return null;
    if (kind === NodeKind.Return) return { node, returned: true };
    if (kind === NodeKind.ExpressionStatement) {
      const inner = view.kind(node) === NodeKind.Yield;
      return { node, returned: inner };
    }
    // The last expression of a block is its value in Rust.
    return kind === NodeKind.Call ? { node: first, returned: true } : null;
  }
  const children = view.children(first);
  if (kind !== NodeKind.Assign || children.length !== 2 || view.kind(second) !== NodeKind.Return) return null;
  const [name, node] = children as [number, number];
  const given = view.child(second, 0);
  const same =
    given >= 0 &&
    view.kind(name) === NodeKind.Name &&
    view.kind(given) === NodeKind.Name &&
    view.variable(name) === view.variable(given) &&
    view.slot(name) >= 0;
  return same ? { node, returned: true } : null;
}

function throughOf(view: BodyView, callee: number): PassThrough['through'] | null {
  if (view.kind(callee) === NodeKind.Name) return 'name';
  if (view.kind(callee) !== NodeKind.Attribute || view.flags(callee) & NodeFlag.Optional) return null;
  const object = view.child(callee, 0);
  if (view.isReceiver(object)) return 'own';
  for (let at = object; ; at = view.child(at, 0)) {
    if (view.kind(at) === NodeKind.Name) return view.slot(at) >= 0 ? null : 'member';
    if (view.kind(at) !== NodeKind.Attribute) return null;
  }
}

type ArgumentKind = 'normal' | 'rest' | 'keyword-rest';

function handedOn(
  view: BodyView,
  node: number,
): { variable: number; keyword: string | null; kind: ArgumentKind } | null {
  let keyword: string | null = null;
  let kind: ArgumentKind = 'normal';
  if (view.kind(node) === NodeKind.KeywordArgument) {
    keyword = view.text(node);
    node = view.child(node, 0);
  } else if (view.kind(node) === NodeKind.Spread) {
    kind = view.flags(node) & NodeFlag.KeywordRest ? 'keyword-rest' : 'rest';
    node = view.child(node, 0);
  }
  return node >= 0 && view.kind(node) === NodeKind.Name ? { variable: view.variable(node), keyword, kind } : null;
}

/** The kind that a parameter must have to be handed on unchanged by such an argument. */
function kindOf(parameter: BodyParameter, argument: ArgumentKind): BodyParameter['kind'] {
  return argument === 'normal' && parameter.kind === 'keyword-only' ? 'keyword-only' : argument;
}

/**
 * Whether the callee gets by this call just what the wrapper got: the same order, the defaults of its own, the same
 * kind of result. What cannot be said of an unknown signature is not claimed.
 * @param flags Async and Generator of wrapper and callee
 */
export function handsOn(
  wrapper: BodyView,
  call: PassThrough,
  callee: BodyView,
  flags: { wrapper: number; callee: number },
  awaitsByItself: boolean,
): boolean {
  const theirs = parametersOf(callee);
  const positions: number[] = [];
  for (const [i, { parameter, keyword }] of call.order.entries()) {
    if (parameter.kind === 'rest' || parameter.kind === 'keyword-rest') continue;
    const at = keyword === null ? i : theirs.findIndex(({ name }) => name === keyword);
    const target = theirs[at];
    positions.push(target ? at : theirs.length + i);
    if (!sameDefault(wrapper, parameter, callee, target)) return false;
  }
  // By the wrapper's own order, whatever that of the call.
  const own = parametersOf(wrapper);
  const rank = call.order
    .filter(({ parameter }) => parameter.kind === 'normal' || parameter.kind === 'keyword-only')
    .map(({ parameter }, i) => ({ at: own.findIndex(({ name }) => name === parameter.name), position: positions[i]! }))
    .sort((a, b) => a.at - b.at);
  const free = (i: number): boolean => own[rank[i]!.at]!.kind === 'keyword-only';
  for (let i = 1; i < rank.length; i++) if (rank[i]!.position < rank[i - 1]!.position && !free(i)) return false;
  if (!call.returned && !call.awaited && givesValue(callee)) return false;
  if (!call.returned && call.awaited && givesValue(callee)) return false;
  const [isAsync, calleeAsync] = [(flags.wrapper & NodeFlag.Async) !== 0, (flags.callee & NodeFlag.Async) !== 0];
  if (isAsync && !calleeAsync) return false;
  if (isAsync && !call.awaited && !awaitsByItself) return false;
  const yields = (flags.callee & NodeFlag.Generator) !== 0;
  return call.delegated ? yields : (flags.wrapper & NodeFlag.Generator) === 0;
}

/** A default that the callee does not have, or has otherwise, is something that the wrapper adds. */
function sameDefault(
  wrapper: BodyView,
  parameter: BodyParameter,
  callee: BodyView,
  target: BodyParameter | undefined,
): boolean {
  if (parameter.defaultValue < 0) return true;
  if (!target || target.defaultValue < 0) return false;
  return sExpression(wrapper, parameter.defaultValue) === sExpression(callee, target.defaultValue);
}
