import { NodeFlag, NodeKind } from '../../ir/model.ts';
import { leaves } from '../normal/control.ts';
import * as t from '../normal/term.ts';
import type { BodyTerm, Term } from '../normal/term.ts';

/** Calls that are written out in one body. */
const MOST_INLINED = 12;

/** A helper as it is put in the place of a call of it. */
export interface Helper {
  name: string;
  /** In normal form. */
  body: BodyTerm;
  /** Names of the parameters, for arguments that are given by name. */
  names: string[];
}

/**
 * Writes the helpers out where the body calls them: parameters become variables that hold the arguments, what is returned
 * becomes a variable too, and the normal form takes away what is left over.
 * @param body changed in place
 * @returns number of calls that were written out
 */
export function inlineHelpers(body: BodyTerm, helpers: readonly Helper[]): number {
  const byName = new Map(helpers.map((helper) => [helper.name, helper]));
  let done = 0;
  const block = (term: Term): void => {
    const kept: Term[] = [];
    const waiting = [...term.kids].reverse();
    while (waiting.length > 0) {
      const one = waiting.pop()!;
      const found = done < MOST_INLINED ? callIn(one, byName, body.receiver) : null;
      const written = found && writeOut(one, found.call, found.helper, body);
      if (written) {
        done++;
        waiting.push(...written.reverse());
        continue;
      }
      for (const inner of blocksOf(one)) block(inner);
      kept.push(one);
    }
    term.kids = kept;
  };
  block(body.block);
  return done;
}

function blocksOf(term: Term): Term[] {
  const found: Term[] = [];
  for (const kid of term.kids) {
    if (kid.kind === NodeKind.Block) found.push(kid);
    else if (kid.kids.length > 0) found.push(...blocksOf(kid));
  }
  return found;
}

/** The first call of a helper in a statement, its blocks and what is computed again and again left out. */
function callIn(
  term: Term,
  helpers: ReadonlyMap<string, Helper>,
  receiver: number,
): { call: Term; helper: Helper } | null {
  if (term.kind === NodeKind.While || term.kind === NodeKind.DoWhile || term.kind === NodeKind.Function) return null;
  for (const kid of term.kids) {
    if (kid.kind === NodeKind.Block) continue;
    const inner = callIn(kid, helpers, receiver);
    if (inner) return inner;
  }
  if (term.kind !== NodeKind.Call) return null;
  const callee = term.kids[0]!;
  const free = callee.kind === NodeKind.Name && callee.variable < 0;
  const own = callee.kind === NodeKind.Attribute && receiver >= 0 && callee.kids[0]!.variable === receiver;
  const helper = free || own ? helpers.get(callee.value) : undefined;
  return helper ? { call: term, helper } : null;
}

function writeOut(statement: Term, call: Term, helper: Helper, body: BodyTerm): Term[] | null {
  if (inComprehension(statement, call)) {
    const value = inPlace(call, helper, body);
    return value && replace(statement, call, value) ? [statement] : null;
  }
  const bound = bind(call, helper, body);
  if (!bound) return null;
  const { before, inner } = bound;
  if (statement.kind === NodeKind.Return && statement.kids[0] === call) {
    if (!leaves(inner.kids)) inner.kids.push(t.make(NodeKind.Return, '', [], call));
    return [...before, ...inner.kids];
  }
  if (statement.kind === NodeKind.ExpressionStatement && statement.kids[0] === call) {
    return given(inner, null) ? [...before, ...inner.kids] : null;
  }
  const result = body.fresh++;
  if (!given(inner, result)) return null;
  replace(statement, call, t.local(result, call));
  return [...before, ...inner.kids, statement];
}

function inComprehension(term: Term, call: Term): boolean {
  if (term.kind === NodeKind.Comprehension || term.kind === NodeKind.Function)
    return t.some(term, (one) => one === call);
  return term.kids.some((kid) => inComprehension(kid, call));
}

/** In a comprehension only a helper that returns one expression can be written out. */
function inPlace(call: Term, helper: Helper, body: BodyTerm): Term | null {
  const bound = bind(call, helper, body);
  const only = bound?.inner.kids.length === 1 ? bound.inner.kids[0]! : null;
  if (!bound || only?.kind !== NodeKind.Return || only.kids.length !== 1) return null;
  for (const { kids } of bound.before) t.substitute(only, kids[0]!.variable, kids[1]!);
  return only.kids[0]!;
}

/** A copy of the helper's block with variables of its own, and the statements that give its parameters their values. */
function bind(call: Term, helper: Helper, body: BodyTerm): { before: Term[]; inner: Term } | null {
  const { parameters, flags } = helper.body;
  if (flags & NodeFlag.Generator) return null;
  const shift = body.fresh;
  body.fresh += helper.body.fresh;
  const move = (term: Term): Term => {
    const copy = t.copyOf(term);
    t.visit(copy, (one) => {
      if (one.variable >= 0) one.variable += shift;
    });
    return copy;
  };
  const args = call.kids.slice(1);
  const before: Term[] = [];
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i]!;
    const target = parameter.kids[0];
    if (parameter.kind !== NodeKind.Parameter || !target || target.variable < 0) return null;
    if (parameter.flags & (NodeFlag.Rest | NodeFlag.KeywordRest)) return null;
    const name = helper.names[i];
    const keyword = args.find((arg) => arg.kind === NodeKind.KeywordArgument && arg.value === name);
    const positional = args[i]?.kind === NodeKind.KeywordArgument ? undefined : args[i];
    const given = keyword?.kids[0] ?? positional ?? (parameter.kids[1] ? move(parameter.kids[1]) : undefined);
    if (!given || given.kind === NodeKind.Spread) return null;
    before.push(t.make(NodeKind.Assign, '', [t.local(target.variable + shift, call), t.copyOf(given)], call));
  }
  if (helper.body.receiver >= 0 && call.kids[0]!.kind === NodeKind.Attribute)
    before.push(
      t.make(
        NodeKind.Assign,
        '',
        [t.local(helper.body.receiver + shift, call), t.copyOf(call.kids[0]!.kids[0]!)],
        call,
      ),
    );
  const inner = move(helper.body.block);
  return { before, inner };
}

/** Makes the returns at the ends of a block set a variable; false when there are others. */
function given(block: Term, result: number | null): boolean {
  const last = block.kids[block.kids.length - 1];
  for (const one of block.kids) if (one !== last && hasReturn(one)) return false;
  if (!last) return true;
  if (last.kind === NodeKind.Return) {
    const value = last.kids[0];
    block.kids.pop();
    if (value && result !== null) block.kids.push(t.make(NodeKind.Assign, '', [t.local(result, last), value], last));
    else if (value) block.kids.push(t.make(NodeKind.ExpressionStatement, '', [value], last));
    return value !== undefined || result === null;
  }
  if (last.kind === NodeKind.If) return last.kids.slice(1).every((side) => given(side, result));
  return !hasReturn(last);
}

function hasReturn(term: Term): boolean {
  if (term.kind === NodeKind.Return) return true;
  return term.kind !== NodeKind.Function && term.kids.some(hasReturn);
}

function replace(term: Term, what: Term, by: Term): boolean {
  for (let i = 0; i < term.kids.length; i++) {
    if (term.kids[i] === what) {
      term.kids[i] = by;
      return true;
    }
    if (replace(term.kids[i]!, what, by)) return true;
  }
  return false;
}
