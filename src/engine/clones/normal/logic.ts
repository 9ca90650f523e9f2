import { NodeFlag, NodeKind } from '../../ir/model.ts';
import { conflict, effectsOf, isPure } from './effects.ts';
import * as t from './term.ts';
import type { Term } from './term.ts';

/** Comparisons whose negation is another comparison. */
const NEGATED: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
const MIRRORED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=' };
export const SYMMETRIC = new Set(['==', '!=', '===', '!==', 'is', 'is not']);
/** Of a comparison and its negation the one that tests are turned away from. */
const NEGATIVE = new Set(['!=', '!==', 'is not', 'not in', '<=']);
const BOOLEAN_CALLS = new Set([
  'isinstance',
  'issubclass',
  'any',
  'all',
  'bool',
  'Boolean',
  'callable',
  'hasattr',
  'isNaN',
]);
const BOOLEAN_METHODS = new Set(
  'startswith endswith isdigit isalpha isalnum isspace isupper islower startsWith endsWith includes has some every isArray test'.split(
    ' ',
  ),
);
const MOST_MEMBERS = 6;

/** Membership, equality and order, each in one way. The children are in normal form already. */
export function comparison(term: Term, python: boolean): Term {
  if (term.kids.length > 2) return chain(term, python);
  let [left, right] = term.kids as [Term, Term];
  let operator = term.value;
  const mirrored = MIRRORED[operator];
  if (mirrored && !conflict(effectsOf(left), effectsOf(right))) {
    operator = mirrored;
    [left, right] = [right, left];
  }
  if (SYMMETRIC.has(operator) && t.isLiteral(left) && !t.isLiteral(right)) [left, right] = [right, left];
  if (python && right.kind === NodeKind.NoneLiteral) {
    if (operator === '==') operator = 'is';
    else if (operator === '!=') operator = 'is not';
  }
  if (operator === 'in' || operator === 'not in') {
    const spread = membership(left, right, operator === 'not in', python ? '==' : '===');
    if (spread) return spread;
    if (t.calledMethod(right) === 'keys' && right.kids.length === 1) right = right.kids[0]!.kids[0]!;
  }
  const found = indexTest(left, operator, right);
  if (found) return found;
  const count = lengthBound(left, operator, right);
  if (count) [left, operator, right] = count;
  term.value = operator;
  term.kids = [left, right];
  return term;
}

/** `a < b < c` is `a < b and b < c` where taking b twice changes nothing. */
function chain(term: Term, python: boolean): Term {
  const operators = term.value.split(',');
  if (operators.length !== term.kids.length - 1) return term;
  for (let i = 1; i < term.kids.length - 1; i++) if (!isPure(term.kids[i]!)) return term;
  const parts = operators.map((operator, i) => {
    const left = i === 0 ? term.kids[0]! : t.copyOf(term.kids[i]!);
    return comparison(t.make(NodeKind.Comparison, operator, [left, term.kids[i + 1]!], term), python);
  });
  return t.make(NodeKind.Logical, 'and', parts, term);
}

/** `x in (a, b)` is `x == a or x == b`. */
export function membership(item: Term, set: Term, negated: boolean, equals: string): Term | null {
  if (set.kind !== NodeKind.Tuple && set.kind !== NodeKind.List && set.kind !== NodeKind.Set) return null;
  const { length } = set.kids;
  if (length === 0 || length > MOST_MEMBERS || !isPure(item) || !set.kids.every(t.isLiteral)) return null;
  const tests = set.kids.map((one) =>
    t.make(NodeKind.Comparison, negated ? NEGATED[equals]! : equals, [t.copyOf(item), one], set),
  );
  return length === 1 ? tests[0]! : t.make(NodeKind.Logical, negated ? 'and' : 'or', tests, set);
}

/** `x.indexOf(y) !== -1` asks whether x includes y; Python's `find` likewise. */
function indexTest(left: Term, operator: string, right: Term): Term | null {
  const minusOne = (one: Term): boolean =>
    t.isNumber(one, '-1') || (one.kind === NodeKind.Unary && one.value === '-' && t.isNumber(one.kids[0], '1'));
  const search = (one: Term): boolean => {
    const name = t.calledMethod(one);
    return one.kids.length === 2 && (name === 'indexOf' || name === 'find') && one.kids[1]!.kind !== NodeKind.Function;
  };
  let call: Term;
  let absent: boolean;
  if (search(left) && minusOne(right) && SYMMETRIC.has(operator)) {
    call = left;
    absent = operator === '==' || operator === '===';
  } else if (search(left) && t.isNumber(right, '0') && operator === '<') {
    call = left;
    absent = true;
  } else if (search(right) && ((operator === '<=' && t.isNumber(left, '0')) || (operator === '<' && minusOne(left)))) {
    call = right;
    absent = false;
  } else return null;
  const callee = call.kids[0]!;
  const object = callee.kids[0]!;
  const includes =
    callee.value === 'find'
      ? t.make(NodeKind.Comparison, 'in', [call.kids[1]!, object], call)
      : t.method(object, 'includes', [call.kids[1]!], call);
  return absent ? negate(includes) : includes;
}

/** Lengths are whole: `1 <= len(x)` is `0 < len(x)`. */
function lengthBound(left: Term, operator: string, right: Term): [Term, string, Term] | null {
  if (operator !== '<=') return null;
  const whole = (one: Term): boolean => one.kind === NodeKind.NumberLiteral && /^\d{1,9}$/.test(one.value);
  if (isLength(right) && whole(left)) return [t.number(String(Number(left.value) - 1), left), '<', right];
  if (isLength(left) && whole(right)) return [left, '<', t.number(String(Number(right.value) + 1), right)];
  return null;
}

/** `len(x)`, and `x.length` which is written the same. */
function isLength(term: Term): boolean {
  return t.callOf(term, 'len') !== null;
}

/** Joins nested `and` and `or`. */
export function logical(term: Term): Term {
  if (!term.kids.some((kid) => kid.kind === NodeKind.Logical && kid.value === term.value)) return term;
  term.kids = term.kids.flatMap((kid) =>
    kid.kind === NodeKind.Logical && kid.value === term.value ? kid.kids : [kid],
  );
  return term;
}

/** The term where only its truth counts. */
export function truth(term: Term, python: boolean): Term {
  switch (term.kind) {
    case NodeKind.Not:
      return negate(truth(term.kids[0]!, python));
    case NodeKind.Logical:
      if (term.value === '??') return term;
      term.kids = term.kids.map((kid) => truth(kid, python));
      return logical(term);
    case NodeKind.Call: {
      const args = t.callOf(term, 'bool') ?? t.callOf(term, 'Boolean') ?? (python ? t.callOf(term, 'len') : null);
      return args?.length === 1 ? truth(args[0]!, python) : term;
    }
    case NodeKind.Comparison:
      return lengthTruth(term, python) ?? term;
    default:
      return term;
  }
}

/** `len(x) == 0` is `not x`; in ECMAScript it is `!x.length`. */
function lengthTruth(term: Term, python: boolean): Term | null {
  const [left, right] = term.kids as [Term, Term];
  let length: Term;
  let empty: boolean;
  if (isLength(left) && t.isNumber(right, '0') && SYMMETRIC.has(term.value)) {
    length = left;
    empty = term.value === '==' || term.value === '===';
  } else if (term.value === '<' && isLength(right) && t.isNumber(left, '0')) {
    length = right;
    empty = false;
  } else if (term.value === '<' && isLength(left) && t.isNumber(right, '1')) {
    length = left;
    empty = true;
  } else return null;
  const held = python ? length.kids[1]! : length;
  return empty ? t.not(held) : held;
}

/** The opposite of a term whose truth alone counts. */
export function negate(term: Term): Term {
  switch (term.kind) {
    case NodeKind.Not:
      return term.kids[0]!;
    case NodeKind.BooleanLiteral:
      return t.make(NodeKind.BooleanLiteral, term.value === 'true' ? 'false' : 'true', [], term);
    case NodeKind.Comparison: {
      const opposite = term.kids.length === 2 ? NEGATED[term.value] : undefined;
      if (opposite === undefined) break;
      const mirrored = MIRRORED[opposite];
      const [left, right] = term.kids as [Term, Term];
      return mirrored
        ? t.make(NodeKind.Comparison, mirrored, [right, left], term)
        : t.make(NodeKind.Comparison, opposite, [left, right], term);
    }
    case NodeKind.Logical:
      if (term.value === '??') break;
      return t.make(NodeKind.Logical, term.value === 'and' ? 'or' : 'and', term.kids.map(negate), term);
  }
  return t.not(term);
}

/** True when a branch on the term is turned to its negation. */
export function isNegative(term: Term): boolean {
  if (term.kind === NodeKind.Not) return true;
  if (term.kind === NodeKind.Comparison) return NEGATIVE.has(term.value);
  return term.kind === NodeKind.Logical && term.value === 'or';
}

/** True when the value of the term is true or false. */
export function isBooleanValued(term: Term): boolean {
  switch (term.kind) {
    case NodeKind.Not:
    case NodeKind.BooleanLiteral:
    case NodeKind.Comparison:
      return true;
    case NodeKind.Logical:
      return term.value !== '??' && term.kids.every(isBooleanValued);
    case NodeKind.Call:
      return BOOLEAN_CALLS.has(t.calledName(term)) || BOOLEAN_METHODS.has(t.calledMethod(term));
    default:
      return false;
  }
}

/** `a if c else b`, the test positive and what the two sides make needless left out. */
export function conditional(term: Term, python: boolean): Term {
  let [test, then, otherwise] = term.kids as [Term, Term, Term];
  if (t.same(test, then) && isPure(test)) return logical(t.make(NodeKind.Logical, 'or', [test, otherwise], term));
  if (t.same(test, otherwise) && isPure(test)) return logical(t.make(NodeKind.Logical, 'and', [test, then], term));
  test = truth(test, python);
  if (test.kind === NodeKind.Not && t.same(test.kids[0]!, otherwise) && isPure(otherwise))
    return logical(t.make(NodeKind.Logical, 'or', [otherwise, then], term));
  if (isNegative(test)) [test, then, otherwise] = [negate(test), otherwise, then];
  if (t.same(then, otherwise) && isPure(test)) return then;
  const boolean = booleanChoice(test, then, otherwise, term);
  if (boolean) return boolean;
  const read = lookUp(test, then, otherwise, term, python);
  if (read) return read;
  // Two choices with one outcome are one choice.
  if (otherwise.kind === NodeKind.Conditional && t.same(otherwise.kids[1]!, then)) {
    const either = logical(t.make(NodeKind.Logical, 'or', [test, otherwise.kids[0]!], test));
    return conditional(t.make(NodeKind.Conditional, '', [either, then, otherwise.kids[2]!], term), python);
  }
  if (then.kind === NodeKind.Conditional && t.same(then.kids[2]!, otherwise)) {
    const both = logical(t.make(NodeKind.Logical, 'and', [test, then.kids[0]!], test));
    return conditional(t.make(NodeKind.Conditional, '', [both, then.kids[1]!, otherwise], term), python);
  }
  if (otherwise.kind === NodeKind.Conditional && t.same(otherwise.kids[2]!, then)) {
    const either = logical(t.make(NodeKind.Logical, 'or', [test, negate(otherwise.kids[0]!)], test));
    return conditional(t.make(NodeKind.Conditional, '', [either, then, otherwise.kids[1]!], term), python);
  }
  if (then.kind === NodeKind.Conditional && t.same(then.kids[1]!, otherwise)) {
    const both = logical(t.make(NodeKind.Logical, 'and', [test, negate(then.kids[0]!)], test));
    return conditional(t.make(NodeKind.Conditional, '', [both, then.kids[2]!, otherwise], term), python);
  }
  term.kids = [test, then, otherwise];
  return term;
}

function booleanChoice(test: Term, then: Term, otherwise: Term, at: Term): Term | null {
  const boolean = isBooleanValued(test);
  const join = (value: string, a: Term, b: Term): Term => logical(t.make(NodeKind.Logical, value, [a, b], at));
  if (t.isBoolean(then, 'true') && t.isBoolean(otherwise, 'false')) return boolean ? test : t.call('bool', [test], at);
  if (t.isBoolean(then, 'false') && t.isBoolean(otherwise, 'true')) return negate(test);
  if (t.isBoolean(then, 'false') && isBooleanValued(otherwise)) return join('and', negate(test), otherwise);
  if (t.isBoolean(otherwise, 'true') && isBooleanValued(then)) return join('or', negate(test), then);
  if (!boolean) return null;
  if (t.isBoolean(then, 'true')) return join('or', test, otherwise);
  if (t.isBoolean(otherwise, 'false')) return join('and', test, then);
  return null;
}

/** `a == null ? undefined : a.b` is `a?.b`. */
function optionalRead(test: Term, then: Term, otherwise: Term): Term | null {
  if (test.kind !== NodeKind.Comparison || test.value !== '==' || test.kids[1]!.kind !== NodeKind.NoneLiteral)
    return null;
  if (then.kind !== NodeKind.NoneLiteral || then.value !== 'undefined') return null;
  if (otherwise.kind !== NodeKind.Attribute || otherwise.flags !== 0) return null;
  if (!t.same(otherwise.kids[0]!, test.kids[0]!) || !isPure(otherwise)) return null;
  return t.make(NodeKind.Attribute, otherwise.value, otherwise.kids, otherwise, NodeFlag.Optional);
}

/** `d[k] if k in d else v` is `d.get(k, v)`, and `m.has(k) ? m.get(k) : v` is `m.get(k) ?? v`. */
function lookUp(test: Term, then: Term, otherwise: Term, at: Term, python: boolean): Term | null {
  if (!python) {
    const optional = optionalRead(test, then, otherwise);
    if (optional) return optional;
    if (test.kind === NodeKind.Comparison && test.value === '==' && test.kids[1]!.kind === NodeKind.NoneLiteral) {
      if (t.same(test.kids[0]!, otherwise) && isPure(otherwise))
        return t.make(NodeKind.Logical, '??', [otherwise, then], at);
    }
    if (t.calledMethod(test) !== 'has' || t.calledMethod(then) !== 'get') return null;
    if (test.kids.length !== 2 || then.kids.length !== 2 || !t.same(test.kids[1]!, then.kids[1]!)) return null;
    if (!t.same(test.kids[0]!.kids[0]!, then.kids[0]!.kids[0]!)) return null;
    return t.make(NodeKind.Logical, '??', [then, otherwise], at);
  }
  if (test.kind !== NodeKind.Comparison || test.value !== 'in' || !isPure(test) || !isPure(otherwise)) return null;
  const [key, table] = test.kids as [Term, Term];
  const isRead = (one: Term): boolean =>
    one.kind === NodeKind.Index && one.kids.length === 2 && t.same(one.kids[0]!, table) && t.same(one.kids[1]!, key);
  const get = (value: Term): Term => t.method(table, 'get', [key, value], at);
  if (isRead(then)) return get(otherwise);
  // `d[k] + n if k in d else n` is `d.get(k, 0) + n`.
  if (
    then.kind === NodeKind.Binary &&
    then.value === '+' &&
    isRead(then.kids[0]!) &&
    t.same(then.kids[1]!, otherwise)
  ) {
    if (otherwise.kind !== NodeKind.NumberLiteral) return null;
    return t.make(NodeKind.Binary, '+', [get(t.number('0', at)), otherwise], at);
  }
  return null;
}
