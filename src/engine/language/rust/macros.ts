import { Receiver, RefFlag } from '../../model/references.ts';
import type { Rule } from '../generic/language.ts';
import { markCalled } from '../generic/rules.ts';

/** Arguments of a macro are tokens: what looks like a name or a call is taken for one. */
export const tokenTree: Rule = (walk, node) => {
  const end = walk.next[node]!;
  for (let child = node + 1; child < end; child = walk.next[child]!) {
    const type = walk.type(child);
    if (type === 'identifier' || type === 'self') {
      const before = walk.previous[child]!;
      const isMember = before >= 0 && /^(\.|::)$/.test(walk.textOf(before));
      const after = walk.next[child]! < end ? walk.next[child]! : -1;
      const called = after >= 0 && walk.type(after) === 'token_tree' && walk.text[walk.start[after]!] === '(';
      const flag = called ? RefFlag.Call : 0;
      if (!isMember) walk.name(child, undefined, flag);
      else walk.member(child, Receiver.Expression, false, undefined, flag);
    } else walk.visit(child);
  }
  return Receiver.Expression;
};

/** `name!(…)`: a call of the macro. */
export const macroInvocation: Rule = (walk, node) => {
  const macro = walk.field(node, 'macro');
  walk.visitChildren(node, (child) => {
    if (child === macro) {
      // Macros have names of their own: the mark tells them from functions.
      if (walk.type(child) === 'identifier') walk.name(child, `${walk.textOf(child)}!`, RefFlag.Call);
      else markCalled(walk, walk.visit(child), RefFlag.Call);
      return true;
    }
    return walk.textOf(child) === '!';
  });
  walk.called = false;
  walk.valueType = -1;
  return Receiver.Expression;
};
