import { NodeKind } from '../../ir/model.ts';
import { comprehension } from './collections.ts';
import { Effect, effectsOf, isPure, writesOf } from './effects.ts';
import { leaves, type Tail } from './control.ts';
import { negate, truth } from './logic.ts';
import { LOOPS } from './statements.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Brings the loops of one block into one shape: over elements rather than counters, and comprehensions where they fit. */
export function loops(statements: Term[], tail: Tail, body: BodyTerm): Term[] {
  let found = statements.map((one) => (one.kind === NodeKind.ForCount ? counted(one, body) : one)).flat();
  found = found.map((one) => (one.kind === NodeKind.ExpressionStatement ? forEach(one, body) : one));
  found = whileCounters(found, body);
  for (const one of found) if (one.kind === NodeKind.ForEach) element(one, body);
  found = accumulated(found, body);
  return searched(found, tail, body);
}

const total = (body: BodyTerm, variable: number): number => body.uses.get(variable) ?? Infinity;

/** True when the variable is named nowhere but in the term. */
function isOwn(term: Term, variable: number, body: BodyTerm): boolean {
  return t.countOf(term, variable) >= total(body, variable);
}

function isWritten(term: Term, variable: number): boolean {
  return writesOf(term, new Set()).has(variable);
}

/** True when nothing in the block changes what the bound is made of. */
function isStable(bound: Term, block: Term): boolean {
  if (!isPure(bound)) return false;
  const written = writesOf(block, new Set());
  let stable = true;
  t.visit(bound, (one) => {
    if (one.variable >= 0 && (written.has(one.variable) || isGrown(block, one.variable))) stable = false;
  });
  const reads = (effectsOf(bound) & Effect.Load) !== 0;
  return stable && !(reads && bound.kind !== NodeKind.Call && (effectsOf(block) & Effect.Store) !== 0);
}

const GROWING = new Set(
  'append add insert pop popleft remove discard clear extend update push shift unshift splice delete set setdefault appendleft'.split(
    ' ',
  ),
);

/** True when a method that changes it is called on the variable. */
function isGrown(block: Term, variable: number): boolean {
  return t.some(block, (one) => GROWING.has(t.calledMethod(one)) && one.kids[0]!.kids[0]!.variable === variable);
}

function range(from: Term, to: Term, step: Term | null, at: Term): Term {
  if (step) return t.call('range', [from, to, step], at);
  return t.isNumber(from, '0') ? t.call('range', [to], at) : t.call('range', [from, to], at);
}

/** `for (let i = a; i < b; i++)`. */
function counted(one: Term, body: BodyTerm): Term[] {
  const [start, test, step, block] = one.kids as [Term, Term, Term, Term];
  const begin = start.kids.length === 1 ? start.kids[0]! : null;
  if (begin?.kind === NodeKind.Assign && begin.kids.length === 2 && step.kids.length === 1) {
    const made = overRange(begin.kids[0]!, begin.kids[1]!, test, step.kids[0]!, block, one);
    if (made && isOwn(one, begin.kids[0]!.variable, body)) return [made];
  }
  if (t.some(block, (inner) => inner.kind === NodeKind.Continue)) return [one];
  const condition = test.kind === NodeKind.Empty ? t.make(NodeKind.BooleanLiteral, 'true', [], test) : test;
  const inner = t.block([...block.kids, ...step.kids], block);
  return [...start.kids, t.make(NodeKind.While, '', [truth(condition, body.language === 'python'), inner], one)];
}

function overRange(variable: Term, from: Term, test: Term, step: Term, block: Term, at: Term): Term | null {
  if (variable.variable < 0 || isWritten(block, variable.variable)) return null;
  const isCounter = (one: Term | undefined): boolean => one?.variable === variable.variable;
  if (step.kind !== NodeKind.AugmentedAssign || !isCounter(step.kids[0])) return null;
  if (test.kind !== NodeKind.Comparison || test.kids.length !== 2 || !isPure(from)) return null;
  const [left, right] = test.kids as [Term, Term];
  const by = step.kids[1]!;
  const one = t.isNumber(by, '1');
  if (step.value === '+' && by.kind === NodeKind.NumberLiteral && isCounter(left) && isStable(right, block)) {
    if (t.mentions(right, variable.variable)) return null;
    if (test.value === '<' || test.value === '!=' || test.value === '!==')
      return t.make(NodeKind.ForEach, '', [variable, range(from, right, one ? null : by, at), block], at);
    if (test.value !== '<=') return null;
    const end = plusOne(right);
    return t.make(NodeKind.ForEach, '', [variable, range(from, end, one ? null : by, at), block], at);
  }
  if (step.value === '-' && one && isCounter(right) && isStable(left, block) && !t.mentions(left, variable.variable)) {
    const end = test.value === '<' ? left : test.value === '<=' ? minusOne(left) : null;
    if (end)
      return t.make(NodeKind.ForEach, '', [variable, t.call('range', [from, end, t.number('-1', at)], at), block], at);
  }
  return null;
}

function plusOne(term: Term): Term {
  if (term.kind === NodeKind.NumberLiteral && /^-?\d{1,9}$/.test(term.value))
    return t.number(String(Number(term.value) + 1), term);
  if (term.kind === NodeKind.Binary && term.value === '-' && t.isNumber(term.kids[1], '1')) return term.kids[0]!;
  return t.make(NodeKind.Binary, '+', [term, t.number('1', term)], term);
}

function minusOne(term: Term): Term {
  if (term.kind === NodeKind.NumberLiteral && /^-?\d{1,9}$/.test(term.value))
    return t.number(String(Number(term.value) - 1), term);
  return t.make(NodeKind.Binary, '-', [term, t.number('1', term)], term);
}

/** `i = a; while i < b: …; i += 1`, where i counts for the loop alone. */
function whileCounters(statements: Term[], body: BodyTerm): Term[] {
  const kept = [...statements];
  for (let i = 0; i < kept.length; i++) {
    const one = kept[i]!;
    if (one.kind !== NodeKind.While || one.kids.length !== 2) continue;
    const [test, block] = one.kids as [Term, Term];
    const holder = lastBlock(block);
    const step = holder.kids[holder.kids.length - 1];
    if (step?.kind !== NodeKind.AugmentedAssign || step.kids[0]!.variable < 0 || step.flags !== 0) continue;
    const variable = step.kids[0]!;
    let at = i - 1;
    while (at >= 0 && !t.mentions(kept[at]!, variable.variable)) at--;
    const begin = kept[at];
    if (begin?.kind !== NodeKind.Assign || begin.kids.length !== 2 || begin.kids[0]!.variable !== variable.variable)
      continue;
    if (t.countOf(one, variable.variable) + t.countOf(begin, variable.variable) < total(body, variable.variable))
      continue;
    if (hasContinue(block) || !isMovable(begin.kids[1]!, kept.slice(at + 1, i))) continue;
    holder.kids = holder.kids.slice(0, -1);
    const made = overRange(variable, begin.kids[1]!, test, step, block, one);
    if (!made) {
      holder.kids = [...holder.kids, step];
      continue;
    }
    kept[i] = made;
    kept.splice(at, 1);
    i--;
  }
  return kept;
}

/** The block whose end is the end of a round: where one side of an `if` leaves, it is in the other side. */
function lastBlock(block: Term): Term {
  const last = block.kids[block.kids.length - 1];
  if (last?.kind !== NodeKind.If || last.kids.length !== 3) return block;
  const [, then, otherwise] = last.kids as [Term, Term, Term];
  if (leaves(then.kids)) return lastBlock(otherwise);
  return leaves(otherwise.kids) ? lastBlock(then) : block;
}

function isMovable(value: Term, over: Term[]): boolean {
  if (!isPure(value)) return false;
  const written = new Set<number>();
  for (const one of over) writesOf(one, written);
  return !t.some(value, (one) => one.variable >= 0 && written.has(one.variable));
}

function hasContinue(term: Term): boolean {
  if (term.kind === NodeKind.Continue) return true;
  if (LOOPS.has(term.kind) || term.kind === NodeKind.Function) return false;
  return term.kids.some(hasContinue);
}

/** `xs.forEach(x => { … })` where the function leaves only by running off its end. */
function forEach(one: Term, body: BodyTerm): Term {
  const call = one.kids[0]!;
  if (body.language === 'python' || t.calledMethod(call) !== 'forEach' || call.kids.length !== 2) return one;
  const fn = call.kids[1]!;
  if (fn.kind !== NodeKind.Function || fn.flags !== 0 || fn.kids[0]!.kids.length !== 1) return one;
  const [parameter] = fn.kids[0]!.kids as [Term];
  const block = fn.kids[1]!;
  if (parameter.kids.length !== 1 || parameter.flags !== 0 || hasReturn(block)) return one;
  const statements =
    block.kids.length === 1 && block.kids[0]!.kind === NodeKind.Return
      ? block.kids[0]!.kids.map((value) => t.make(NodeKind.ExpressionStatement, '', [value], value))
      : block.kids;
  const inner = t.block(statements, block);
  return t.make(NodeKind.ForEach, '', [parameter.kids[0]!, call.kids[0]!.kids[0]!, inner], one);
}

/** A `return` that is not the only statement of the block. */
function hasReturn(block: Term): boolean {
  if (block.kids.length === 1 && block.kids[0]!.kind === NodeKind.Return) return false;
  const has = (term: Term): boolean =>
    term.kind === NodeKind.Return || (term.kind !== NodeKind.Function && term.kids.some(has));
  return has(block);
}

/** Loops over positions or pairs that only need the elements. */
function element(loop: Term, body: BodyTerm): void {
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

/** What a loop gathers, and the clauses under which it does. */
interface Gathering {
  clauses: Term[];
  last: Term;
}

function gathering(loop: Term, body: BodyTerm): Gathering | null {
  const clauses: Term[] = [];
  let at = loop;
  for (;;) {
    if (at.kind === NodeKind.ForEach) {
      if (at.kids.length !== 3 || at.value !== '') return null;
      for (const variable of writesOf(at.kids[0]!, namesOf(at.kids[0]!))) if (!isOwn(loop, variable, body)) return null;
      clauses.push(t.make(NodeKind.ForClause, '', [at.kids[0]!, at.kids[1]!], at, at.flags));
      if (at.kids[2]!.kids.length !== 1) return null;
      at = at.kids[2]!.kids[0]!;
    } else if (at.kind === NodeKind.If && at.kids.length === 3) {
      const [test, then, otherwise] = at.kids as [Term, Term, Term];
      if (otherwise.kids.length === 0 && then.kids.length === 1) {
        clauses.push(t.make(NodeKind.IfClause, '', [test], test));
        at = then.kids[0]!;
      } else if (then.kids.length === 0 && otherwise.kids.length === 1) {
        clauses.push(t.make(NodeKind.IfClause, '', [negate(test)], test));
        at = otherwise.kids[0]!;
      } else return null;
    } else return { clauses, last: at };
  }
}

function namesOf(target: Term): Set<number> {
  const found = new Set<number>();
  t.visit(target, (one) => {
    if (one.variable >= 0) found.add(one.variable);
  });
  return found;
}

/** `out = []` and a loop that appends to it is a comprehension; sums, sets, tables and texts likewise. */
function accumulated(statements: Term[], body: BodyTerm): Term[] {
  const kept = [...statements];
  for (let i = 0; i < kept.length; i++) {
    const loop = kept[i]!;
    if (loop.kind !== NodeKind.ForEach) continue;
    const found = gathering(loop, body);
    if (!found) continue;
    const variable = gathered(found.last);
    if (variable < 0) continue;
    let at = i - 1;
    while (at >= 0 && !t.mentions(kept[at]!, variable)) at--;
    const begin = kept[at];
    if (begin?.kind !== NodeKind.Assign || begin.kids.length !== 2 || begin.kids[0]!.variable !== variable) continue;
    if (t.countOf(loop, variable) !== 1) continue;
    const value = collected(begin.kids[1]!, found, loop, body);
    if (!value) continue;
    kept[i] = t.make(NodeKind.Assign, '', [begin.kids[0]!, value], loop);
    kept[i]!.line = Math.min(begin.line, loop.line);
    kept.splice(at, 1);
    i--;
  }
  return kept;
}

/** Variable that a statement adds to, or -1. */
function gathered(last: Term): number {
  if (last.kind === NodeKind.AugmentedAssign) return last.kids[0]!.variable;
  if (last.kind === NodeKind.Assign && last.kids.length === 2 && last.kids[0]!.kind === NodeKind.Index)
    return last.kids[0]!.kids[0]!.variable;
  if (last.kind !== NodeKind.ExpressionStatement) return -1;
  const call = last.kids[0]!;
  const name = t.calledMethod(call);
  if (name === 'append' || name === 'push' || name === 'add')
    return call.kids.length === 2 ? call.kids[0]!.kids[0]!.variable : -1;
  if (name === 'set') return call.kids.length === 3 ? call.kids[0]!.kids[0]!.variable : -1;
  return -1;
}

function collected(start: Term, { clauses, last }: Gathering, at: Term, body: BodyTerm): Term | null {
  const gather = (value: string, element: Term, more: Term[] = []): Term =>
    comprehension(t.make(NodeKind.Comprehension, value, [element, ...clauses, ...more], at), body);
  if (last.kind === NodeKind.AugmentedAssign) {
    const added = last.kids[1]!;
    if (last.value !== '+') return null;
    if (start.kind === NodeKind.NumberLiteral) {
      const sum = t.call('sum', [gather('generator', added)], at);
      return Number(start.value) === 0 ? sum : t.make(NodeKind.Binary, '+', [start, sum], at);
    }
    if (start.kind === NodeKind.StringLiteral) {
      const text = t.callOf(added, 'str')?.length === 1 || added.kind !== NodeKind.Call ? added : added;
      const joined = t.method(t.make(NodeKind.StringLiteral, '', [], start), 'join', [gather('generator', text)], at);
      return start.value === '' ? joined : t.make(NodeKind.Binary, '+', [start, joined], at);
    }
    if (start.kind === NodeKind.List && start.kids.length === 0 && body.language === 'python') {
      const item = t.local(body.fresh++, at);
      return gather('list', t.copyOf(item), [t.make(NodeKind.ForClause, '', [item, added], at)]);
    }
    return null;
  }
  if (last.kind === NodeKind.Assign) {
    if (start.kind !== NodeKind.Dictionary || start.kids.length > 0) return null;
    const target = last.kids[0]!;
    if (target.kids.length !== 2) return null;
    return gather('dictionary', t.make(NodeKind.Entry, '', [target.kids[1]!, last.kids[1]!], at));
  }
  const call = last.kids[0]!;
  const name = t.calledMethod(call);
  const element = call.kids[1]!;
  if (element.kind === NodeKind.Spread) return null;
  if (name === 'append' || name === 'push')
    return start.kind === NodeKind.List && start.kids.length === 0 ? gather('list', element) : null;
  const made = start.kind === NodeKind.Call && start.kids.length === 1 ? start.kids[0]!.value : '';
  if (name === 'add' && made === 'set') return gather('set', element);
  if (name === 'add' && made === 'Set')
    return t.make(NodeKind.Call, '', [start.kids[0]!, gather('list', element)], at, start.flags);
  if (name === 'set' && made === 'Map') {
    const pair = t.make(NodeKind.List, '', [element, call.kids[2]!], at);
    return t.make(NodeKind.Call, '', [start.kids[0]!, gather('list', pair)], at, start.flags);
  }
  return null;
}

/** A loop that returns the first that fits is `any`, or `next`; one that sets a flag and stops likewise. */
function searched(statements: Term[], tail: Tail, body: BodyTerm): Term[] {
  const python = body.language === 'python';
  for (let i = 0; i < statements.length; i++) {
    const loop = statements[i]!;
    if (loop.kind !== NodeKind.ForEach) continue;
    const found = search(loop, body);
    if (!found) continue;
    const { clauses, value, variable } = found;
    const next = statements[i + 1];
    if (variable < 0) {
      const nothing = t.make(NodeKind.NoneLiteral, python ? '' : 'undefined', [], loop);
      const other: Term | undefined =
        next?.kind === NodeKind.Return
          ? (next.kids[0] ?? nothing)
          : next === undefined && tail === 'function'
            ? nothing
            : undefined;
      if (!other) continue;
      const result = firstOf(clauses, value, other, loop, body);
      if (!result) continue;
      return [...statements.slice(0, i), t.make(NodeKind.Return, '', [result], loop)];
    }
    const begin = statements[i - 1];
    if (begin?.kind !== NodeKind.Assign || begin.kids.length !== 2 || begin.kids[0]!.variable !== variable) continue;
    if (t.countOf(loop, variable) !== 1 || !isPure(begin.kids[1]!)) continue;
    const result = firstOf(clauses, value, begin.kids[1]!, loop, body);
    if (!result) continue;
    const made = t.make(NodeKind.Assign, '', [begin.kids[0]!, result], loop);
    statements = [...statements.slice(0, i - 1), made, ...statements.slice(i + 1)];
    i--;
  }
  return statements;
}

function search(loop: Term, body: BodyTerm): { clauses: Term[]; value: Term; variable: number } | null {
  const block = loop.kids[2]!;
  // `if c: found = True; break`
  if (loop.kids.length === 3 && block.kids.length === 1 && block.kids[0]!.kind === NodeKind.If) {
    const [test, then, otherwise] = block.kids[0]!.kids as [Term, Term, Term];
    const side = otherwise.kids.length === 0 ? then : then.kids.length === 0 ? otherwise : null;
    if (side?.kids.length === 2 && side.kids[1]!.kind === NodeKind.Break && side.kids[1]!.value === '') {
      const set = side.kids[0]!;
      if (set.kind !== NodeKind.Assign || set.kids.length !== 2 || set.kids[0]!.variable < 0) return null;
      for (const variable of namesOf(loop.kids[0]!)) if (!isOwn(loop, variable, body)) return null;
      const clauses = [
        t.make(NodeKind.ForClause, '', [loop.kids[0]!, loop.kids[1]!], loop, loop.flags),
        t.make(NodeKind.IfClause, '', [side === then ? test : negate(test)], test),
      ];
      return { clauses, value: set.kids[1]!, variable: set.kids[0]!.variable };
    }
  }
  const found = gathering(loop, body);
  if (found?.last.kind !== NodeKind.Return || found.clauses.length < 2) return null;
  const value =
    found.last.kids[0] ?? t.make(NodeKind.NoneLiteral, body.language === 'python' ? '' : 'undefined', [], loop);
  return { clauses: found.clauses, value, variable: -1 };
}

/** What a search gives: its value for the first that fits, else `other`. */
function firstOf(clauses: Term[], value: Term, other: Term, at: Term, body: BodyTerm): Term | null {
  const last = clauses[clauses.length - 1]!;
  if (value.kind === NodeKind.BooleanLiteral && other.kind === NodeKind.BooleanLiteral) {
    if (value.value === other.value || last.kind !== NodeKind.IfClause) return null;
    const generator = t.make(NodeKind.Comprehension, 'generator', [last.kids[0]!, ...clauses.slice(0, -1)], at);
    const any = t.call('any', [generator], at);
    return value.value === 'true' ? any : t.not(any);
  }
  const generator = comprehension(t.make(NodeKind.Comprehension, 'generator', [value, ...clauses], at), body);
  return t.call('next', [generator, other], at);
}
