import { NodeKind } from '../../ir/model.ts';
import { comprehension } from './collections.ts';
import type { Tail } from './control.ts';
import { isPure, writesOf } from './effects.ts';
import { negate } from './logic.ts';
import { isOwn } from './loopFacts.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

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
      if (body.kept.size > 0 && t.some(at.kids[0]!, (one) => body.kept.has(one.variable))) return null;
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
export function accumulated(statements: Term[], body: BodyTerm): Term[] {
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
export function searched(statements: Term[], tail: Tail, body: BodyTerm): Term[] {
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
