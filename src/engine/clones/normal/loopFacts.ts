import { NodeKind } from '../../ir/model.ts';
import { Effect, effectsOf, isPure, isPureCall, writesOf } from './effects.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** How often a variable is named in the body. */
export const total = (body: BodyTerm, variable: number): number => body.uses.get(variable) ?? Infinity;

/** True when the variable is named nowhere but in the term. */
export function isOwn(term: Term, variable: number, body: BodyTerm): boolean {
  return t.countOf(term, variable) >= total(body, variable);
}

/** True when the term sets the variable. */
export function isWritten(term: Term, variable: number): boolean {
  return writesOf(term, new Set()).has(variable);
}

/** True when nothing in the block changes what the bound is made of. */
export function isStable(bound: Term, block: Term): boolean {
  if (!isPure(bound)) return false;
  const written = writesOf(block, new Set());
  let stable = true;
  t.visit(bound, (one) => {
    if (one.variable >= 0 && written.has(one.variable)) stable = false;
  });
  if (!stable) return false;
  const paths: Term[] = [];
  pathsIn(bound, paths);
  const reads = (effectsOf(bound) & Effect.Load) !== 0;
  if (reads && bound.kind !== NodeKind.Call && (effectsOf(block) & Effect.Store) !== 0) return false;
  return !t.some(block, (one) => paths.some((path) => mayChange(one, path)));
}

/** Names, and attributes of them, that the value of a term comes from: the longest of each. */
function pathsIn(term: Term, into: Term[]): void {
  if (term.kind === NodeKind.Name || term.kind === NodeKind.Attribute) into.push(term);
  else if (term.kind === NodeKind.Call && term.kids[0]?.kind === NodeKind.Name)
    term.kids.slice(1).forEach((kid) => pathsIn(kid, into));
  else term.kids.forEach((kid) => pathsIn(kid, into));
}

/** True when the term is the path, or one of the objects that it goes through. */
function isOn(term: Term | undefined, path: Term): boolean {
  if (!term) return false;
  for (let at: Term | undefined = path; at; at = at.kind === NodeKind.Attribute ? at.kids[0] : undefined)
    if (t.same(term, at)) return true;
  return false;
}

/** True when running the term itself, what is in it left out, may change what a path leads to, or how long that is. */
function mayChange(term: Term, path: Term): boolean {
  const { kind, kids } = term;
  switch (kind) {
    case NodeKind.Call: {
      if (isPureCall(term)) return false;
      const callee = kids[0];
      const object = callee?.kind === NodeKind.Attribute ? callee.kids[0] : undefined;
      return isOn(object, path) || kids.slice(1).some((kid) => isOn(kid.kids.length === 1 ? passed(kid) : kid, path));
    }
    case NodeKind.Delete:
      return kids.some((kid) => t.some(kid, (one) => isOn(one, path)));
    case NodeKind.Assign:
      return kids.slice(0, -1).some((target) => isResized(target, path));
    case NodeKind.AugmentedAssign:
    case NodeKind.Update:
      return kids[0]!.kind !== NodeKind.Index && isResized(kids[0]!, path);
    default:
      return false;
  }
}

/** What a keyword argument or a spread hands over. */
function passed(argument: Term): Term {
  return argument.kind === NodeKind.KeywordArgument || argument.kind === NodeKind.Spread ? argument.kids[0]! : argument;
}

/**
 * True when storing to the target may change how long the path's list is: the list itself is another one, a part of it is, or
 * an element is set at a place of which it is not known that there is one.
 */
function isResized(target: Term, path: Term): boolean {
  if (target.kind === NodeKind.Index) {
    const [object, index] = target.kids as [Term, Term];
    return isOn(object, path) && !isPlace(index);
  }
  if (target.kind === NodeKind.Name || target.kind === NodeKind.Attribute) return isOn(target, path);
  return target.kids.some((kid) => isResized(kid, path));
}

/** An index that is made of variables and numbers. */
function isPlace(index: Term): boolean {
  if (index.kind === NodeKind.Name) return index.variable >= 0;
  if (index.kind === NodeKind.Binary) return (index.value === '+' || index.value === '-') && index.kids.every(isPlace);
  return index.kind === NodeKind.NumberLiteral;
}
