import { NodeKind } from '../../../ir/model.ts';
import { Kind } from '../kinds.ts';
import { foldJsx } from './literals.ts';
import type { Lower, Lowering } from './lowering.ts';

const element: Lower = (l, node) => {
  const { walk } = l;
  const made = l.out.open(NodeKind.JsxElement, l.startLine(node));
  for (const part of l.parts(node)) {
    const kind = walk.k(part);
    if (kind === Kind.jsx_opening_element) opening(l, part);
    else if (kind !== Kind.jsx_closing_element) child(l, part);
  }
  l.out.close(made, l.endLine(node));
};

const selfClosing: Lower = (l, node) => {
  const made = l.out.open(NodeKind.JsxElement, l.startLine(node));
  opening(l, node);
  l.out.close(made, l.endLine(node));
};

function opening(l: Lowering, node: number): void {
  const { walk } = l;
  const name = walk.child(node, walk.field.name);
  if (name < 0) l.empty(node);
  else tag(l, name);
  for (const part of l.parts(node)) if (part !== name) child(l, part);
}

/** `div` is a word of its own, `Foo` and `foo.bar` are values. */
function tag(l: Lowering, node: number): void {
  const text = l.walk.textOf(node);
  const value = l.walk.k(node) === Kind.identifier ? !/^[a-z]/.test(text) : l.walk.k(node) === Kind.member_expression;
  if (value) l.expression(node);
  else l.out.leaf(NodeKind.StringLiteral, l.startLine(node), text);
}

function child(l: Lowering, node: number): void {
  const { walk } = l;
  switch (walk.k(node)) {
    case Kind.jsx_text: {
      const text = foldJsx(walk.textOf(node));
      if (text !== '') l.out.leaf(NodeKind.StringLiteral, l.startLine(node), text);
      return;
    }
    case Kind.jsx_attribute: {
      const [name, ...value] = l.parts(node);
      const made = l.out.open(NodeKind.JsxAttribute, l.startLine(node), name === undefined ? '' : walk.textOf(name));
      for (const part of value) child(l, part);
      l.out.close(made, l.endLine(node));
      return;
    }
    default:
      if (l.type(node) === 'jsx_expression') l.expressions(l.parts(node));
      else l.expression(node);
  }
}

export const JSX: Record<string, Lower> = {
  jsx_element: element,
  jsx_self_closing_element: selfClosing,
};
