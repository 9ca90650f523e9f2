import { Receiver } from '../../model/references.ts';
import { bindPattern } from '../generic/declarations.ts';
import type { Rule } from '../generic/language.ts';

export const fieldPattern: Rule = (walk, node) => {
  const name = walk.field(node, 'name');
  const pattern = walk.field(node, 'pattern');
  const kind = walk.bindingKind;
  walk.visitChildren(node, (child) => {
    if (child === pattern) bindPattern(walk, child, kind);
    else if (child === name && pattern < 0) walk.declare(child, kind);
    else return false;
    return true;
  });
  return Receiver.Expression;
};

/** A pattern whose first part names a type or a variant: that is read, the rest is bound. */
export const typedPattern: Rule = (walk, node) => {
  const type = walk.field(node, 'type');
  const kind = walk.bindingKind;
  walk.visitChildren(node, (child) => {
    if (child === type) walk.visit(child);
    else if (walk.isNamed(child) && !walk.isComment(child)) bindPattern(walk, child, kind);
    else return false;
    return true;
  });
  return Receiver.Expression;
};

/** `a | b`: both sides bind the same names. */
export const orPattern: Rule = (walk, node) => {
  const kind = walk.bindingKind;
  const outer = walk.reusing;
  let first = true;
  walk.visitChildren(node, (child) => {
    if (!walk.isNamed(child) || walk.isComment(child)) return false;
    walk.reusing = !first || outer;
    bindPattern(walk, child, kind);
    first = false;
    return true;
  });
  walk.reusing = outer;
  return Receiver.Expression;
};
