import { NodeKind } from '../../ir/model.ts';
import { isPure } from './effects.ts';
import { isOwn, isStable, isWritten } from './loopFacts.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Loops over positions or pairs that only need the elements. */
export function element(loop: Term, body: BodyTerm): void {
  const python = body.language === 'python';
  unfiltered(loop);
  const [target, iterable, block] = loop.kids as [Term, Term, Term];
  const name = t.calledMethod(iterable);
  if (python && name === 'keys' && iterable.kids.length === 1) loop.kids[1] = iterable.kids[0]!.kids[0]!;
  const pair = target.kind === NodeKind.Tuple || target.kind === NodeKind.List ? target.kids : [];
  if (pair.length === 2 && pair.every((one) => one.kind === NodeKind.Name && one.variable >= 0)) {
    const [first, second] = pair as [Term, Term];
    const listed = python
      ? (t.callOf(iterable, 'enumerate') ?? [])
      : name === 'entries' && iterable.kids.length === 1
        ? [iterable.kids[0]!.kids[0]!]
        : [];
    if (listed.length === 1) return enumerated(loop, first, second, listed[0]!, body);
    if (python && name === 'items' && iterable.kids.length === 1)
      return paired(loop, first, second, iterable.kids[0]!.kids[0]!, body);
  }
  const counted = t.callOf(loop.kids[1], 'range');
  if (counted?.length === 1 && target.variable >= 0) {
    const list = t.callOf(counted[0], 'len')?.[0];
    if (list) byPosition(loop, target, list, block, body);
  }
}

/** A loop over a comprehension is a loop with its conditions inside. */
function unfiltered(loop: Term): void {
  const [target, iterable, block] = loop.kids as [Term, Term, Term];
  if (iterable.kind !== NodeKind.Comprehension || iterable.kids.length > 3 || loop.kids.length > 3) return;
  if (iterable.value !== 'generator' && iterable.value !== 'list') return;
  const [item, source, filter] = iterable.kids as [Term, Term, Term | undefined];
  if (source.kind !== NodeKind.ForClause || source.flags !== 0 || (filter && filter.kind !== NodeKind.IfClause)) return;
  const statements = t.same(item, target)
    ? block.kids
    : [t.make(NodeKind.Assign, '', [target, item], item), ...block.kids];
  if (item.variable >= 0 && target.variable >= 0 && item.variable === source.kids[0]!.variable) {
    t.substitute(block, target.variable, item);
    statements.splice(0, statements.length, ...block.kids);
  }
  const inner = t.block(statements, block);
  const guarded = filter
    ? t.block([t.make(NodeKind.If, '', [filter.kids[0]!, inner, t.block([], inner)], inner)], inner)
    : inner;
  loop.kids = [source.kids[0]!, source.kids[1]!, guarded];
}

function enumerated(loop: Term, index: Term, item: Term, list: Term, body: BodyTerm): void {
  const block = loop.kids[2]!;
  if (!t.mentions(block, index.variable) && isOwn(loop, index.variable, body)) {
    loop.kids[0] = item;
    loop.kids[1] = list;
    return;
  }
  if (!isPure(list) || !isStable(list, block) || isWritten(block, item.variable) || !isOwn(loop, item.variable, body))
    return;
  loop.kids[0] = index;
  loop.kids[1] = t.call('range', [t.call('len', [t.copyOf(list)], list)], list);
  t.substitute(block, item.variable, t.make(NodeKind.Index, '', [list, t.local(index.variable, index)], list));
  body.uses.delete(index.variable);
}

/** `for k, v in d.items()` is `for k in d` with `d[k]`. */
function paired(loop: Term, key: Term, value: Term, table: Term, body: BodyTerm): void {
  const block = loop.kids[2]!;
  if (!isOwn(loop, value.variable, body) || !isOwn(loop, key.variable, body)) return;
  if (!t.mentions(block, key.variable)) {
    loop.kids[0] = value;
    loop.kids[1] = t.method(table, 'values', [], table);
    return;
  }
  if (!isPure(table) || !isStable(table, block) || isWritten(block, value.variable) || isWritten(block, key.variable))
    return;
  loop.kids[0] = key;
  loop.kids[1] = table;
  t.substitute(block, value.variable, t.make(NodeKind.Index, '', [t.copyOf(table), t.local(key.variable, key)], table));
  body.uses.delete(key.variable);
}

/** `for i in range(len(xs))` that uses i only to read `xs[i]` is `for x in xs`. */
function byPosition(loop: Term, index: Term, list: Term, block: Term, body: BodyTerm): void {
  if (!isOwn(loop, index.variable, body) || !isStable(list, block) || isWritten(block, index.variable)) return;
  const read = t.make(NodeKind.Index, '', [t.copyOf(list), t.local(index.variable, index)], list);
  if (isStored(block, read)) return;
  const item = t.local(body.fresh, index);
  const replaced = t.copyOf(block);
  if (t.replaceSame(replaced, read, item) === 0 || t.mentions(replaced, index.variable)) return;
  body.fresh++;
  block.kids = replaced.kids;
  loop.kids[0] = item;
  loop.kids[1] = list;
}

function isStored(block: Term, read: Term): boolean {
  return t.some(block, (one) => {
    if (one.kind === NodeKind.Assign)
      return one.kids.slice(0, -1).some((kid) => t.some(kid, (part) => t.same(part, read)));
    if (one.kind === NodeKind.AugmentedAssign || one.kind === NodeKind.Delete || one.kind === NodeKind.Update)
      return t.same(one.kids[0]!, read);
    return false;
  });
}
