import { NodeKind } from '../../ir/model.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/**
 * Gives every independent life of a variable a name of its own: a loop variable that is used again by another loop, a value
 * that is set anew by a statement of the same block.
 */
export function splitVariables(body: BodyTerm): void {
  joinCopies(body);
  splitLoopTargets(body);
  const uses = new Map<number, number>();
  t.visit(body.block, (one) => {
    if (one.variable >= 0) uses.set(one.variable, (uses.get(one.variable) ?? 0) + 1);
  });
  splitLoops(body.block, uses, body);
  splitBlock(body.block, uses, parametersOf(body), body);
}

/** `x = p`, where p is never named again and x never was before: one variable under two names. */
function joinCopies(body: BodyTerm): void {
  const { kids } = body.block;
  const own = parametersOf(body);
  for (let i = 0; i < kids.length; i++) {
    const { kind, kids: parts } = kids[i]!;
    if (kind !== NodeKind.Assign || parts.length !== 2) continue;
    const [to, from] = [parts[0]!.variable, parts[1]!.variable];
    if (to < 0 || from < 0 || to === from || own.has(to)) continue;
    const [before, after] = [kids.slice(0, i), kids.slice(i + 1)];
    if (before.some((one) => t.mentions(one, to)) || after.some((one) => t.mentions(one, from))) continue;
    if (isCaptured(body.block, to) || isCaptured(body.block, from)) continue;
    for (const one of after) rename(one, to, from);
    kids.splice(i, 1);
    i--;
  }
}

/** A variable that had another use before a loop binds it, and none after the loop, is another one in the loop. */
function splitLoopTargets(body: BodyTerm): void {
  const { kids } = body.block;
  const own = parametersOf(body);
  kids.forEach((loop, i) => {
    if (loop.kind !== NodeKind.ForEach) return;
    const targets = new Set<number>();
    t.visit(loop.kids[0]!, (one) => one.variable >= 0 && targets.add(one.variable));
    for (const variable of targets) {
      const [before, after] = [kids.slice(0, i), kids.slice(i + 1)];
      const isUsed = (one: Term): boolean => t.mentions(one, variable);
      if (!own.has(variable) && !before.some(isUsed) && !isUsed(loop.kids[1]!)) continue;
      if (after.some(isUsed) || isCaptured(body.block, variable)) continue;
      const name = body.fresh++;
      loop.kids.forEach((kid, at) => at !== 1 && rename(kid, variable, name));
    }
  });
}

function parametersOf(body: BodyTerm): Set<number> {
  const own = new Set<number>();
  for (const parameter of body.parameters) t.visit(parameter, (one) => one.variable >= 0 && own.add(one.variable));
  if (body.receiver >= 0) own.add(body.receiver);
  return own;
}

function rename(term: Term, from: number, to: number): void {
  if (term.variable === from) term.variable = to;
  for (const kid of term.kids) rename(kid, from, to);
}

/** A variable that several loops bind, and that is named in these loops only, becomes one for each loop. */
function splitLoops(block: Term, uses: ReadonlyMap<number, number>, body: BodyTerm): void {
  const inLoops = new Map<number, { loop: Term; count: number }[]>();
  const walk = (term: Term, around: ReadonlySet<number>): void => {
    let inside = around;
    if (term.kind === NodeKind.ForEach) {
      const own = new Set<number>();
      t.visit(term.kids[0]!, (one) => one.variable >= 0 && own.add(one.variable));
      for (const variable of own) {
        if (around.has(variable) || body.kept.has(variable) || t.mentions(term.kids[1]!, variable)) continue;
        const list = inLoops.get(variable) ?? [];
        list.push({ loop: term, count: t.countOf(term, variable) });
        inLoops.set(variable, list);
      }
      inside = new Set([...around, ...own]);
    }
    for (const kid of term.kids) if (kid.kids.length > 0) walk(kid, inside);
  };
  walk(block, new Set());
  for (const [variable, found] of inLoops) {
    if (found.length < 2) continue;
    const counted = found.reduce((sum, { count }) => sum + count, 0);
    if (counted !== (uses.get(variable) ?? 0)) continue;
    for (const { loop } of found.slice(1)) rename(loop, variable, body.fresh++);
  }
}

/** `x = a; …x…; x = b; …x…`: two variables, where all of it stands in one block. */
function splitBlock(
  block: Term,
  uses: ReadonlyMap<number, number>,
  parameters: ReadonlySet<number>,
  body: BodyTerm,
): void {
  const sets = new Map<number, number[]>();
  const { kids } = block;
  for (let i = 0; i < kids.length; i++) {
    const one = kids[i]!;
    if (one.kind === NodeKind.Assign && one.kids.length === 2 && one.kids[0]!.variable >= 0) {
      const { variable } = one.kids[0]!;
      const list = sets.get(variable);
      if (list) list.push(i);
      else sets.set(variable, [i]);
    }
  }
  for (const [variable, at] of sets) {
    const isParameter = parameters.has(variable);
    if (at.length < (isParameter ? 1 : 2)) continue;
    let counted = 0;
    for (const kid of kids) counted += t.countOf(kid, variable);
    if (counted !== uses.get(variable) || isCaptured(block, variable)) continue;
    if (!isParameter && kids.slice(0, at[0]).some((kid) => t.mentions(kid, variable))) continue;
    for (let n = isParameter ? 0 : 1; n < at.length; n++) {
      const from = at[n]!;
      const to = at[n + 1] ?? kids.length;
      const name = body.fresh++;
      kids[from]!.kids[0]!.variable = name;
      for (let i = from + 1; i < to; i++) rename(kids[i]!, variable, name);
      const next = kids[to];
      if (next) rename(next.kids[1]!, variable, name);
    }
  }
  for (const kid of kids) inner(kid, uses, body);
}

function inner(term: Term, uses: ReadonlyMap<number, number>, body: BodyTerm): void {
  for (const kid of term.kids) {
    if (kid.kind === NodeKind.Block) splitBlock(kid, uses, NONE, body);
    else if (kid.kids.length > 0) inner(kid, uses, body);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** True when a function inside the block names the variable, or sets it as one of outside. */
function isCaptured(block: Term, variable: number): boolean {
  return t.some(
    block,
    (one) =>
      (one.kind === NodeKind.Function ||
        one.kind === NodeKind.ScopeStatement ||
        one.kind === NodeKind.ClassDefinition) &&
      t.mentions(one, variable),
  );
}
