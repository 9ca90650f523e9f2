import { NodeKind } from '../../ir/model.ts';
import { comprehension, mapped } from './collections.ts';
import { idiom } from './idioms.ts';
import { comparison, conditional, isBooleanValued, isNegative, logical, negate, truth } from './logic.ts';
import { formatted } from './strings.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Rewrites every expression below a term, inner ones first, and the term itself. */
export function simplify(term: Term, body: BodyTerm): Term {
  const { kids } = term;
  for (let i = 0; i < kids.length; i++) {
    const kid = kids[i]!;
    if (kid.kids.length > 0) kids[i] = simplify(kid, body);
  }
  return rewrite(term, body);
}

/** Rewrites a term whose children are rewritten already. */
function rewrite(term: Term, body: BodyTerm): Term {
  const python = body.language === 'python';
  switch (term.kind) {
    case NodeKind.Comparison: {
      const found = comparison(term, python);
      if (found !== term && found.kind === NodeKind.Logical) return rewrite(found, body);
      return idiom(found, python);
    }
    case NodeKind.Logical: {
      const found = idiom(logical(term), python);
      // Of boolean operands alone the truth is the value.
      return found.kind === NodeKind.Logical && found.kids.every(isBooleanValued) ? truth(found, python) : found;
    }
    case NodeKind.Not: {
      const [operand] = term.kids as [Term];
      if (operand.kind !== NodeKind.Not) return negate(truth(operand, python));
      const inner = truth(operand.kids[0]!, python);
      return isBooleanValued(inner) ? inner : t.call('bool', [inner], term);
    }
    case NodeKind.Conditional:
      return conditional(term, python);
    case NodeKind.Call: {
      const first = idiom(term, python);
      if (first.kind !== NodeKind.Call) return first;
      const text = formatted(first, python);
      if (text.kind !== NodeKind.Call) return text;
      const found = mapped(text, body);
      return found.kind === NodeKind.Comprehension ? comprehension(found, body) : boolean(found, python);
    }
    case NodeKind.Comprehension:
      return comprehension(term, body);
    case NodeKind.StringTemplate:
    case NodeKind.Binary:
      return formatted(term, python);
    case NodeKind.If:
      return branch(term, python);
    case NodeKind.While:
      term.kids[0] = truth(term.kids[0]!, python);
      return term;
    case NodeKind.DoWhile:
      term.kids[1] = truth(term.kids[1]!, python);
      return term;
    case NodeKind.Assert:
    case NodeKind.IfClause:
    case NodeKind.Guard:
      term.kids[0] = truth(term.kids[0]!, python);
      return term;
    default:
      return idiom(term, python);
  }
}

function boolean(term: Term, python: boolean): Term {
  const args = t.callOf(term, 'bool') ?? t.callOf(term, 'Boolean');
  if (args?.length !== 1) return term;
  const inner = truth(args[0]!, python);
  return isBooleanValued(inner) ? inner : t.call('bool', [inner], term);
}

/** The test of an `if` is positive; its sides change places for it. Both blocks are there afterwards. */
function branch(term: Term, python: boolean): Term {
  const test = truth(term.kids[0]!, python);
  const then = term.kids[1] ?? t.block([], term);
  const otherwise = term.kids[2] ?? t.block([], term);
  term.kids = isNegative(test) ? [negate(test), otherwise, then] : [test, then, otherwise];
  return term;
}
