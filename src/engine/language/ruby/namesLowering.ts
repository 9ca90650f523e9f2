import { NodeKind } from '../../ir/model.ts';
import type { Lower } from '../generic/language.ts';
import type { Lowering } from '../generic/lowering.ts';

export const isVariable = (l: Lowering, node: number): boolean => {
  const variable = l.walk.variableOf[node]!;
  return variable >= 0 && l.walk.scopes.variables[variable]!.kind !== 'definition';
};

/** A variable, or a call without arguments. */
export const identifier: Lower = (l, node) => {
  if (isVariable(l, node)) l.name(node);
  else l.around(NodeKind.Call, node, () => l.name(node));
};

export const member = (l: Lowering, node: number, object: () => void, name: string): void => {
  l.around(NodeKind.Attribute, node, object, name);
};

/** `@x` is a member of self. */
export const instanceVariable: Lower = (l, node) => member(l, node, () => l.leaf(NodeKind.This, node), l.text(node));

export const unbound: Lower = (l, node) => l.out.name(l.out.unbound(l.text(node)), l.startLine(node));

/** The parts of a call's list; a pair with a plain key is a keyword. */
export function args(l: Lowering, list: number): void {
  for (const part of list < 0 ? [] : l.parts(list)) {
    const key = l.type(part) === 'pair' ? l.field(part, 'key') : -1;
    if (key >= 0 && l.type(key) === 'hash_key_symbol')
      l.around(NodeKind.KeywordArgument, part, () => pairValue(l, part, key), l.text(key));
    else l.expression(part);
  }
}

export function pairValue(l: Lowering, node: number, key: number): void {
  const value = l.field(node, 'value');
  if (value >= 0) l.expression(value);
  else identifier(l, key);
}

/** What is written to: names are variables here, other things what they are. */
export function target(l: Lowering, node: number): void {
  const type = l.type(node);
  if (type === 'identifier') l.name(node);
  else if (/^(?:left_assignment_list|destructured_(?:left_assignment|parameter))$/.test(type))
    l.around(NodeKind.Tuple, node, () => l.parts(node).forEach((part) => target(l, part)));
  else if (type === 'rest_assignment')
    l.around(NodeKind.Spread, node, () => l.parts(node).forEach((part) => target(l, part)));
  else if (type === 'call')
    member(l, node, () => l.expression(l.field(node, 'receiver'), node), l.text(l.field(node, 'method')));
  else l.expression(node);
}
