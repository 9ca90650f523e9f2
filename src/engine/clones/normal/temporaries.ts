import { NodeKind } from '../../ir/model.ts';
import { conflict, Effect, effectsOf, isPureLocal, readsOf, writesOf } from './effects.ts';
import { LOOPS } from './statements.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Nodes up to which a value without effects is written out at each of its uses. */
const CHEAP = 6;
/** Statements between a value and its use beyond which it is not followed. */
const FAR = 30;

/**
 * Puts the values of temporaries where they are used, when that changes nothing: set once, used once, and nothing between
 * that the value depends on. Copies of names and small values without effects go to every use. Values that nobody
 * uses go away.
 */
export function inline(statements: Term[], body: BodyTerm, sets: ReadonlyMap<number, number>): Term[] {
  const kept = [...statements];
  for (let i = kept.length - 1; i >= 0; i--) {
    const one = kept[i]!;
    if (one.kind !== NodeKind.Assign || one.kids.length !== 2) continue;
    const { variable } = one.kids[0]!;
    if (variable < 0 || (sets.get(variable) ?? 0) !== 1 || body.kept.has(variable)) continue;
    const value = one.kids[1]!;
    if (t.mentions(value, variable)) continue;
    const uses = (body.uses.get(variable) ?? Infinity) - 1;
    if (uses === 0) {
      const effects = effectsOf(value);
      if ((effects & ~Effect.Load) === 0) kept.splice(i, 1);
      else if (value.kind === NodeKind.Call || value.kind === NodeKind.Await)
        kept[i] = t.make(NodeKind.ExpressionStatement, '', [value], one);
      continue;
    }
    if (uses === 1 ? once(kept, i, variable, value) : everywhere(kept, i, variable, value, uses)) {
      if (uses > 1) forget(value, body);
      kept.splice(i, 1);
    }
  }
  return kept;
}

/** The counts of what a value names are known no longer when it was copied. */
function forget(value: Term, body: BodyTerm): void {
  t.visit(value, (one) => {
    if (one.variable >= 0) body.uses.delete(one.variable);
  });
}

/** Moves the value to its only use. */
function once(kept: Term[], from: number, variable: number, value: Term): boolean {
  const effects = effectsOf(value);
  const reads = readsOf(value, new Set());
  for (let j = from + 1; j < kept.length && j <= from + FAR; j++) {
    const one = kept[j]!;
    if (t.mentions(one, variable)) return place(one, variable, value, effects, reads);
    if (!isClear(one, effects, reads)) return false;
  }
  return false;
}

/** True when the value may be computed after the statement as well as before it. */
function isClear(one: Term, effects: number, reads: ReadonlySet<number>): boolean {
  if (conflict(effects, effectsOf(one))) return false;
  for (const variable of writesOf(one, new Set())) if (reads.has(variable)) return false;
  return true;
}

/** Looks for the use in the order in which the statement is evaluated, and stops at what must not be passed. */
function place(term: Term, variable: number, value: Term, effects: number, reads: ReadonlySet<number>): boolean {
  const { kids } = term;
  switch (term.kind) {
    case NodeKind.Function:
    case NodeKind.Comprehension:
      return repeatable(term, variable, value, effects, reads);
    case NodeKind.While:
    case NodeKind.DoWhile:
    case NodeKind.ForCount:
      return isPureLocal(value) && isClear(term, effects, reads) && swap(term, variable, value);
    case NodeKind.ForEach:
      if (t.mentions(kids[1]!, variable)) return at(kids, 1, variable, value, effects, reads);
      return isPureLocal(value) && isClear(term, effects, reads) && swap(term, variable, value);
    case NodeKind.If:
    case NodeKind.Conditional: {
      if (t.mentions(kids[0]!, variable)) return at(kids, 0, variable, value, effects, reads);
      // Into a side only what can as well not be computed.
      if (effects & ~Effect.Load || !isClear(kids[0]!, effects, reads)) return false;
      for (let i = 1; i < kids.length; i++)
        if (t.mentions(kids[i]!, variable)) return at(kids, i, variable, value, effects, reads);
      return false;
    }
    case NodeKind.Block: {
      for (const kid of kids) {
        if (t.mentions(kid, variable)) return place(kid, variable, value, effects, reads);
        if (!isClear(kid, effects, reads)) return false;
      }
      return false;
    }
    case NodeKind.Logical: {
      for (let i = 0; i < kids.length; i++) {
        if (t.mentions(kids[i]!, variable))
          return (i === 0 || (effects & ~Effect.Load) === 0) && at(kids, i, variable, value, effects, reads);
        if (!isClear(kids[i]!, effects, reads)) return false;
      }
      return false;
    }
    case NodeKind.Assign:
    case NodeKind.AugmentedAssign: {
      const last = kids.length - 1;
      if (t.mentions(kids[last]!, variable)) return at(kids, last, variable, value, effects, reads);
      if (conflict(effects, effectsOf(kids[last]!))) return false;
      for (let i = 0; i < last; i++) {
        if (kids[i]!.variable !== variable && t.mentions(kids[i]!, variable))
          return at(kids, i, variable, value, effects, reads);
      }
      return false;
    }
    case NodeKind.Try:
    case NodeKind.With:
    case NodeKind.ClassDefinition:
    case NodeKind.FunctionDefinition:
    case NodeKind.Switch:
      return isPureLocal(value) && isClear(term, effects, reads) && swap(term, variable, value);
    default:
      for (let i = 0; i < kids.length; i++) {
        const kid = kids[i]!;
        if (t.mentions(kid, variable)) return at(kids, i, variable, value, effects, reads);
        // Which method is called does not change while the arguments are computed.
        const isMethod = i === 0 && term.kind === NodeKind.Call && kid.kind === NodeKind.Attribute;
        if (!isClear(isMethod ? kid.kids[0]! : kid, effects, reads)) return false;
      }
      return false;
  }
}

function at(
  kids: Term[],
  index: number,
  variable: number,
  value: Term,
  effects: number,
  reads: ReadonlySet<number>,
): boolean {
  if (kids[index]!.variable !== variable) return place(kids[index]!, variable, value, effects, reads);
  kids[index] = value;
  return true;
}

/** Into a function or a comprehension goes what may be computed many times; the first iterable is computed once. */
function repeatable(term: Term, variable: number, value: Term, effects: number, reads: ReadonlySet<number>): boolean {
  const first = term.kind === NodeKind.Comprehension ? term.kids[1] : undefined;
  if (first?.kind === NodeKind.ForClause && t.mentions(first.kids[1]!, variable))
    return at(first.kids, 1, variable, value, effects, reads);
  if (!isPureLocal(value) && value.kind !== NodeKind.Function) {
    if (effects !== Effect.Load || (effectsOf(term) & ~Effect.Load) !== 0 || term.kind === NodeKind.Function)
      return false;
  }
  return swap(term, variable, value);
}

function swap(term: Term, variable: number, value: Term): boolean {
  for (let i = 0; i < term.kids.length; i++) {
    const kid = term.kids[i]!;
    if (kid.variable === variable) {
      term.kids[i] = value;
      return true;
    }
    if (t.mentions(kid, variable)) return swap(kid, variable, value);
  }
  return false;
}

/** Writes a cheap value out at all its uses, when what it reads is never set again after it. */
function everywhere(kept: Term[], from: number, variable: number, value: Term, uses: number): boolean {
  if (t.sizeOf(value) > CHEAP || hasLiteralContainer(value)) return false;
  if (!isPureLocal(value)) return isPath(value) && withinOne(kept, from, variable, value, uses);
  const rest = kept.slice(from + 1);
  if (rest.reduce((count, one) => count + t.countOf(one, variable), 0) !== uses) return false;
  const written = new Set<number>();
  for (const one of rest) writesOf(one, written);
  for (const read of readsOf(value, new Set())) if (written.has(read)) return false;
  const holder = t.block(rest, rest[0]!);
  t.substitute(holder, variable, value);
  for (let i = 0; i < holder.kids.length; i++) kept[from + 1 + i] = holder.kids[i]!;
  return true;
}

/** An attribute of an attribute … of a name. */
function isPath(value: Term): boolean {
  if (value.kind === NodeKind.Name || value.kind === NodeKind.This) return true;
  return value.kind === NodeKind.Attribute && value.flags === 0 && isPath(value.kids[0]!);
}

const SIMPLE = new Set([NodeKind.Return, NodeKind.Assign, NodeKind.ExpressionStatement, NodeKind.AugmentedAssign]);

/** An attribute whose uses all stand in one statement that calls nothing before it has read them. */
function withinOne(kept: Term[], from: number, variable: number, value: Term, uses: number): boolean {
  const effects = effectsOf(value);
  const reads = readsOf(value, new Set());
  for (let j = from + 1; j < kept.length && j <= from + FAR; j++) {
    const one = kept[j]!;
    if (!t.mentions(one, variable)) {
      if (!isClear(one, effects, reads)) return false;
      continue;
    }
    if (t.countOf(one, variable) !== uses || !SIMPLE.has(one.kind)) return false;
    const last = one.kids[one.kids.length - 1]!;
    const parts = last.kind === NodeKind.Call ? last.kids : [last];
    if (parts.some((part) => (effectsOf(part) & ~Effect.Load) !== 0 || part.kind === NodeKind.Function)) return false;
    t.substitute(one, variable, value);
    return true;
  }
  return false;
}

/** A list that is written out is a new one each time. */
function hasLiteralContainer(value: Term): boolean {
  return t.some(
    value,
    (one) =>
      one.kind === NodeKind.List ||
      one.kind === NodeKind.Dictionary ||
      one.kind === NodeKind.Set ||
      one.kind === NodeKind.Comprehension,
  );
}

/** How often each variable is set. Parameters count as set once by the caller; a loop sets as often as it pleases. */
export function setsOf(body: BodyTerm): Map<number, number> {
  const sets = new Map<number, number>();
  const add = (variable: number, count: number): void => void sets.set(variable, (sets.get(variable) ?? 0) + count);
  for (const parameter of body.parameters) t.visit(parameter, (one) => one.variable >= 0 && add(one.variable, 2));
  if (body.receiver >= 0) add(body.receiver, 2);
  const walk = (term: Term): void => {
    if (term.kind === NodeKind.Function || term.kind === NodeKind.ClassDefinition) {
      // What an inner function sets may be set at any time; its parameters are its own.
      for (const variable of writesOf(term, new Set())) add(variable, 2);
    }
    if (term.kind === NodeKind.Parameter || term.kind === NodeKind.ScopeStatement)
      t.visit(term, (one) => one.variable >= 0 && add(one.variable, 2));
    const own = ownTargets(term);
    for (const target of own)
      t.visit(
        target,
        (one) =>
          one.variable >= 0 && add(one.variable, LOOPS.has(term.kind) || term.kind === NodeKind.ForClause ? 2 : 1),
      );
    for (const kid of term.kids) if (kid.kids.length > 0) walk(kid);
  };
  walk(body.block);
  return sets;
}

function ownTargets(term: Term): Term[] {
  switch (term.kind) {
    case NodeKind.Assign:
      return term.kids.slice(0, -1).filter((kid) => kid.kind !== NodeKind.Attribute && kid.kind !== NodeKind.Index);
    case NodeKind.AugmentedAssign:
    case NodeKind.Update:
    case NodeKind.ForEach:
    case NodeKind.ForClause:
    case NodeKind.FunctionDefinition:
    case NodeKind.ClassDefinition:
      return term.kids.slice(0, 1).filter((kid) => kid.kind !== NodeKind.Attribute && kid.kind !== NodeKind.Index);
    case NodeKind.Catch:
      return [term.kids[1]!];
    case NodeKind.WithItem:
      return term.kids.slice(1);
    case NodeKind.Delete:
    case NodeKind.Declare:
      return term.kids;
    case NodeKind.ImportedName:
      return term.kids;
    case NodeKind.Pattern:
      return term.value === 'capture' || term.value === 'as' || term.value === 'rest' ? term.kids : [];
    default:
      return [];
  }
}
