import { NodeKind } from '../../ir/model.ts';
import { isPure, isPureLocal } from './effects.ts';
import { logical, negate, truth } from './logic.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** Calls that read an iterable once and in order: a list comprehension in them may be a generator. */
const CONSUMERS = new Set(
  'any all sum min max sorted set frozenset tuple list enumerate join extend update'.split(' '),
);

/** `map`, `filter`, `reduce` and their kind, written as comprehensions. */
export function mapped(term: Term, body: BodyTerm): Term {
  const python = body.language === 'python';
  const args = term.kids.slice(1);
  const name = t.calledName(term);
  if (name !== '' && python) return ofBuiltin(term, name, args, body);
  const method = t.calledMethod(term);
  if (method === '') return term;
  const object = term.kids[0]!.kids[0]!;
  if (python) {
    if (CONSUMERS.has(method) && args.length === 1) asGenerator(args[0]!, term, 1);
    if (object.kind === NodeKind.Name && object.value === 'functools' && method === 'reduce')
      return folded(term, args[0], args[1], args[2], body) ?? term;
    return term;
  }
  return ofArray(term, method, object, args, body);
}

function ofBuiltin(term: Term, name: string, args: Term[], body: BodyTerm): Term {
  const [first, second] = args;
  const keyword = args.some((arg) => arg.kind === NodeKind.KeywordArgument || arg.kind === NodeKind.Spread);
  if (name === 'map' && args.length === 2 && !keyword) return mapOver(first!, second!, 'generator', term, body) ?? term;
  if (name === 'filter' && args.length === 2 && !keyword)
    return filterOver(first!, second!, 'generator', term, body) ?? term;
  if (name === 'reduce' && !keyword) return folded(term, first, second, args[2], body) ?? term;
  if (!CONSUMERS.has(name) || first === undefined) return term;
  asGenerator(first, term, 1);
  if (args.length !== 1) return term;
  const only = term.kids[1]!;
  if (only.kind === NodeKind.Comprehension && only.value === 'generator') {
    if (name === 'list' || name === 'set') return recollected(only, name, term);
    if (name === 'all') {
      const [element, ...clauses] = only.kids as [Term, ...Term[]];
      const opposite = t.make(NodeKind.Comprehension, 'generator', [negate(truth(element, true)), ...clauses], only);
      return t.not(t.call('any', [opposite], term));
    }
    if (name === 'any') only.kids[0] = truth(only.kids[0]!, true);
  }
  if (name === 'list' && only.kind === NodeKind.List) return only;
  if (name === 'tuple' && only.kind === NodeKind.Tuple) return only;
  return term;
}

function recollected(comprehension: Term, value: string, at: Term): Term {
  return t.make(NodeKind.Comprehension, value, comprehension.kids, at);
}

/** Where an argument is read once, whether it is a list or a generator is all the same. */
function asGenerator(argument: Term, call: Term, index: number): void {
  if (argument.kind === NodeKind.Comprehension && argument.value === 'list')
    call.kids[index] = recollected(argument, 'generator', argument);
}

function ofArray(term: Term, method: string, object: Term, args: Term[], body: BodyTerm): Term {
  const [first] = args;
  const given = args.length === 1 && first && takesOneArgument(first, body) ? first : null;
  switch (method) {
    case 'map':
      return given ? (mapOver(given, object, 'list', term, body) ?? term) : term;
    case 'filter':
      return given ? (filterOver(given, object, 'list', term, body) ?? term) : term;
    case 'some':
    case 'every': {
      const tested = given ? mapOver(given, object, 'generator', term, body) : null;
      if (!tested) return term;
      const test = truth(tested.kids[0]!, false);
      tested.kids[0] = method === 'some' ? test : negate(test);
      const any = t.call('any', [tested], term);
      return method === 'some' ? any : t.not(any);
    }
    case 'reduce':
      return folded(term, first, object, args[1], body) ?? term;
    case 'slice':
      return args.length === 0 ? t.call('list', [object], term) : term;
    case 'from':
      if (!t.isName(object, 'Array')) return term;
      if (args.length === 2 && takesOneArgument(args[1]!, body))
        return mapOver(args[1]!, first!, 'list', term, body) ?? term;
      return args.length === 1 && first!.kind !== NodeKind.Dictionary ? t.call('list', args, term) : term;
    case 'assign':
      if (!t.isName(object, 'Object') || first?.kind !== NodeKind.Dictionary) return term;
      return t.make(
        NodeKind.Dictionary,
        '',
        [...first.kids, ...args.slice(1).map((arg) => t.make(NodeKind.Spread, '', [arg], arg))],
        term,
      );
    default:
      return term;
  }
}

/** Functions of the language that look at their first argument alone. */
const ONE_ARGUMENT = new Set(
  'String Boolean Number BigInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI'.split(
    ' ',
  ),
);

/** Array methods hand the position and the array over too: a function that is only named must be known not to look at them. */
function takesOneArgument(fn: Term, body: BodyTerm): boolean {
  if (fn.kind !== NodeKind.Name) return fn.kind === NodeKind.Function;
  return fn.variable >= 0 ? body.unary.has(fn.variable) : body.unary.has(fn.value) || ONE_ARGUMENT.has(fn.value);
}

function clause(target: Term, iterable: Term): Term {
  return t.make(NodeKind.ForClause, '', [target, iterable], iterable);
}

function mapOver(fn: Term, iterable: Term, value: string, at: Term, body: BodyTerm): Term | null {
  const applied = apply(fn, body, at);
  if (!applied) return null;
  return t.make(NodeKind.Comprehension, value, [applied.value, clause(applied.target, iterable)], at);
}

function filterOver(fn: Term, iterable: Term, value: string, at: Term, body: BodyTerm): Term | null {
  const applied =
    fn.kind === NodeKind.NoneLiteral || t.isName(fn, 'Boolean') ? identity(body, at) : apply(fn, body, at);
  if (!applied || applied.target.kind !== NodeKind.Name) return null;
  const test = truth(applied.value, body.language === 'python');
  const element = t.copyOf(applied.target);
  const only = t.make(NodeKind.IfClause, '', [test], at);
  return t.make(NodeKind.Comprehension, value, [element, clause(applied.target, iterable), only], at);
}

function identity(body: BodyTerm, at: Term): { target: Term; value: Term } {
  const target = t.local(body.fresh++, at);
  return { target, value: t.copyOf(target) };
}

/** What a function of one parameter makes of it: a lambda's own parameter and value, or a call of a named function. */
function apply(fn: Term, body: BodyTerm, at: Term): { target: Term; value: Term } | null {
  if (fn.kind === NodeKind.Function) {
    const [parameters, block] = fn.kids;
    if (fn.flags !== 0 || parameters?.kids.length !== 1) return null;
    const [parameter] = parameters.kids as [Term];
    const value = returned(block);
    if (!value || parameter.flags !== 0 || parameter.kids.length !== 1) return null;
    return { target: parameter.kids[0]!, value };
  }
  if (!isPure(fn) || (fn.kind !== NodeKind.Name && fn.kind !== NodeKind.Attribute)) return null;
  const target = t.local(body.fresh++, at);
  return { target, value: t.make(NodeKind.Call, '', [fn, t.copyOf(target)], at) };
}

/** Value of a block that only returns. */
export function returned(block: Term | undefined): Term | null {
  const only = block?.kids.length === 1 ? block.kids[0]! : null;
  return only?.kind === NodeKind.Return && only.kids.length === 1 ? only.kids[0]! : null;
}

/** `reduce(lambda a, x: a + f(x), xs, 0)` is `sum(f(x) for x in xs)`; other folds stay. */
function folded(
  at: Term,
  fn: Term | undefined,
  iterable: Term | undefined,
  start: Term | undefined,
  body: BodyTerm,
): Term | null {
  if (!fn || !iterable || fn.kind !== NodeKind.Function || fn.kids[0]?.kids.length !== 2) return null;
  if (!t.isNumber(start, '0')) return null;
  const [sum, item] = fn.kids[0].kids.map((parameter) => parameter.kids[0]) as [Term, Term];
  const value = returned(fn.kids[1]);
  if (value?.kind !== NodeKind.Binary || value.value !== '+' || body.fresh < 0) return null;
  const [left, right] = value.kids as [Term, Term];
  const added = left.variable === sum.variable ? right : right.variable === sum.variable ? left : null;
  if (!added || sum.variable < 0 || t.mentions(added, sum.variable)) return null;
  const generator = t.make(NodeKind.Comprehension, 'generator', [added, clause(item, iterable)], at);
  return t.call('sum', [comprehension(generator, body)], at);
}

/** Comprehensions over comprehensions are one; conditions in a row are one; one that changes nothing is its iterable. */
export function comprehension(term: Term, body: BodyTerm): Term {
  const python = body.language === 'python';
  fuse(term);
  if (python) unpaired(term);
  const [element, ...clauses] = term.kids as [Term, ...Term[]];
  const merged: Term[] = [];
  for (const one of clauses) {
    const last = merged[merged.length - 1];
    if (one.kind !== NodeKind.IfClause) {
      merged.push(one);
      const keys = one.kids[1];
      if (keys && python && t.calledMethod(keys) === 'keys' && keys.kids.length === 1)
        one.kids[1] = keys.kids[0]!.kids[0]!;
      continue;
    }
    const test = truth(one.kids[0]!, python);
    if (last?.kind === NodeKind.IfClause)
      last.kids[0] = logical(t.make(NodeKind.Logical, 'and', [last.kids[0]!, test], one));
    else merged.push(t.make(NodeKind.IfClause, '', [test], one));
  }
  const [only] = merged;
  if (merged.length === 1 && only?.kind === NodeKind.ForClause && only.flags === 0 && element.variable >= 0) {
    if (only.kids[0]!.variable === element.variable) {
      const iterable = only.kids[1]!;
      if (term.value === 'generator') return iterable;
      return t.call(term.value === 'set' ? 'set' : 'list', [iterable], term);
    }
  }
  term.kids = [element, ...merged];
  return term;
}

/** `f(k, v) for k, v in d.items()` is `f(k, d[k]) for k in d`. */
function unpaired(term: Term): void {
  for (let i = 1; i < term.kids.length; i++) {
    const one = term.kids[i]!;
    if (one.kind !== NodeKind.ForClause || one.flags !== 0) continue;
    const [target, iterable] = one.kids as [Term, Term];
    if (target.kind !== NodeKind.Tuple || target.kids.length !== 2) continue;
    if (t.calledMethod(iterable) !== 'items' || iterable.kids.length !== 1) continue;
    const [key, value] = target.kids as [Term, Term];
    const table = iterable.kids[0]!.kids[0]!;
    if (key.variable < 0 || value.variable < 0 || !isPure(table)) continue;
    const rest = t.make(NodeKind.Sequence, '', [term.kids[0]!, ...term.kids.slice(i + 1)], term);
    if (t.mentions(rest, key.variable)) {
      one.kids = [key, table];
      t.substitute(rest, value.variable, t.make(NodeKind.Index, '', [table, t.local(key.variable, key)], iterable));
      term.kids = [rest.kids[0]!, ...term.kids.slice(1, i + 1), ...rest.kids.slice(1)];
    } else one.kids = [value, t.method(table, 'values', [], iterable)];
  }
}

/** `f(y) for y in (g(x) for x in xs)` is `f(g(x)) for x in xs` where y is used once, or costs nothing. */
function fuse(term: Term): void {
  for (let i = 1; i < term.kids.length; i++) {
    const one = term.kids[i]!;
    if (one.kind !== NodeKind.ForClause || one.flags !== 0) continue;
    const inner = one.kids[1]!;
    const target = one.kids[0]!;
    if (inner.kind !== NodeKind.Comprehension || (inner.value !== 'generator' && inner.value !== 'list')) continue;
    const [element, ...clauses] = inner.kids as [Term, ...Term[]];
    if (target.variable < 0) continue;
    const rest = [term.kids[0]!, ...term.kids.slice(i + 1)];
    const uses = rest.reduce((count, kid) => count + t.countOf(kid, target.variable), 0);
    if (uses > 1 && !isPureLocal(element)) continue;
    term.kids = [term.kids[0]!, ...term.kids.slice(1, i), ...clauses, ...term.kids.slice(i + 1)];
    const holder = t.make(NodeKind.Sequence, '', term.kids, term);
    t.substitute(holder, target.variable, element);
    i--;
  }
}
