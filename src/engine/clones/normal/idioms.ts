import { NodeFlag, NodeKind } from '../../ir/model.ts';
import { isPure } from './effects.ts';
import { SYMMETRIC } from './logic.ts';
import * as t from './term.ts';
import type { Term } from './term.ts';

/** Small equivalences of the languages: one way to write an empty list, a last element, a default, a type test. */
export function idiom(term: Term, python: boolean): Term {
  switch (term.kind) {
    case NodeKind.Call:
      return python ? pythonCall(term) : scriptCall(term);
    case NodeKind.Attribute:
      if (!python && term.value === 'length' && term.flags === 0) return t.call('len', [term.kids[0]!], term);
      return term;
    case NodeKind.Index:
      return indexed(term);
    case NodeKind.Slice:
      if (t.isNumber(term.kids[0], '0')) term.kids[0] = t.make(NodeKind.Empty, '', [], term);
      if (t.isNumber(term.kids[2], '1')) term.kids[2] = t.make(NodeKind.Empty, '', [], term);
      return term;
    case NodeKind.Unary:
      return unary(term, python);
    case NodeKind.List: {
      const [only] = term.kids;
      return term.kids.length === 1 && only!.kind === NodeKind.Spread ? t.call('list', only!.kids, term) : term;
    }
    case NodeKind.Comparison:
      return python ? term : scriptComparison(term);
    case NodeKind.Logical:
      return python ? term : scriptLogical(term);
    case NodeKind.Await:
      return term;
    default:
      return term;
  }
}

function pythonCall(term: Term): Term {
  const args = term.kids.slice(1);
  const method = t.calledMethod(term);
  if (method === 'get' && args.length === 2 && args[1]!.kind === NodeKind.NoneLiteral) {
    term.kids.length = 2;
    return term;
  }
  if ((method === 'startswith' || method === 'endswith') && args.length === 1 && args[0]!.kind === NodeKind.Tuple) {
    const object = term.kids[0]!.kids[0]!;
    return anyOf(term, args[0]!, object, (one) => t.method(t.copyOf(object), method, [one], term));
  }
  if (method === 'pow' && t.isName(term.kids[0]!.kids[0], 'math') && args.length === 2)
    return t.make(NodeKind.Binary, '**', args, term);
  const name = t.calledName(term);
  switch (name) {
    case 'list':
      return args.length === 0 ? t.make(NodeKind.List, '', [], term) : term;
    case 'tuple':
      return args.length === 0 ? t.make(NodeKind.Tuple, '', [], term) : term;
    case 'dict':
      if (!args.every((arg) => arg.kind === NodeKind.KeywordArgument)) return term;
      return t.make(
        NodeKind.Dictionary,
        '',
        args.map((arg) =>
          t.make(NodeKind.Entry, '', [t.make(NodeKind.StringLiteral, arg.value, [], arg), arg.kids[0]!], arg),
        ),
        term,
      );
    case 'isinstance':
      if (args.length !== 2 || args[1]!.kind !== NodeKind.Tuple) return term;
      return anyOf(term, args[1]!, args[0]!, (one) => t.call(name, [t.copyOf(args[0]!), one], term));
    case 'range':
      if (args.length === 3 && t.isNumber(args[2], '1')) term.kids.length = 3;
      if (term.kids.length === 3 && t.isNumber(term.kids[1], '0')) term.kids.splice(1, 1);
      return term;
    case 'pow':
      return args.length === 2 ? t.make(NodeKind.Binary, '**', args, term) : term;
    default:
      return term;
  }
}

function anyOf(term: Term, set: Term, subject: Term, test: (one: Term) => Term): Term {
  if (set.kids.length === 0 || set.kids.length > 6 || !isPure(subject)) return term;
  const tests = set.kids.map(test);
  return tests.length === 1 ? tests[0]! : t.make(NodeKind.Logical, 'or', tests, term);
}

function scriptCall(term: Term): Term {
  const callee = term.kids[0]!;
  const args = term.kids.slice(1);
  if (term.flags & NodeFlag.New && callee.kind === NodeKind.Name && callee.variable < 0) {
    if (/(Error|^Array|^Object)$/.test(callee.value)) term.flags &= ~NodeFlag.New;
  }
  const name = t.calledName(term);
  if (term.flags === 0 && args.length === 0 && name === 'Array') return t.make(NodeKind.List, '', [], term);
  if (term.flags === 0 && args.length === 0 && name === 'Object') return t.make(NodeKind.Dictionary, '', [], term);
  const method = t.calledMethod(term);
  if (method === 'pow' && t.isName(callee.kids[0], 'Math') && args.length === 2)
    return t.make(NodeKind.Binary, '**', args, term);
  if (method === 'at' && args.length === 1 && t.isNumber(args[0], '-1'))
    return t.make(NodeKind.Index, '', [callee.kids[0]!, args[0]!], term);
  if (method === 'substring' && args.length > 0) callee.value = 'slice';
  if (method === 'slice' && args.length === 2 && t.isNumber(args[0], '0')) {
    const kept = args[1]!;
    if (t.callOf(kept, 'len')?.[0] && t.same(t.callOf(kept, 'len')![0]!, callee.kids[0]!)) term.kids.length = 2;
  }
  if (method === 'includes' && args.length === 1 && callee.kids[0]!.kind === NodeKind.List) {
    const { kids } = callee.kids[0]!;
    const item = args[0]!;
    if (kids.length > 0 && kids.length <= 6 && kids.every(t.isLiteral) && isPure(item)) {
      const tests = kids.map((one) => t.make(NodeKind.Comparison, '===', [t.copyOf(item), one], one));
      return tests.length === 1 ? tests[0]! : t.make(NodeKind.Logical, 'or', tests, term);
    }
  }
  return term;
}

/** `xs[len(xs) - 1]` is `xs[-1]`. */
function indexed(term: Term): Term {
  const [object, index] = term.kids as [Term, Term];
  if (index.kind === NodeKind.Binary && index.value === '-' && index.kids[1]!.kind === NodeKind.NumberLiteral) {
    const counted = t.callOf(index.kids[0], 'len')?.[0];
    if (counted && t.same(counted, object) && isPure(object))
      term.kids[1] = t.number(`-${index.kids[1]!.value}`, index);
  }
  const [, slice] = term.kids as [Term, Term];
  if (slice.kind === NodeKind.Slice) {
    const end = t.callOf(slice.kids[1], 'len')?.[0];
    if (end && t.same(end, object)) slice.kids[1] = t.make(NodeKind.Empty, '', [], slice);
  }
  return term;
}

function unary(term: Term, python: boolean): Term {
  const inner = term.kids[0]!;
  if (term.value === '-' && inner.kind === NodeKind.NumberLiteral)
    return t.number(inner.value.startsWith('-') ? inner.value.slice(1) : `-${inner.value}`, term);
  if (python) return term;
  if (term.value === 'void' && t.isLiteral(inner)) return t.make(NodeKind.NoneLiteral, 'undefined', [], term);
  if (term.value === '+') return t.call('Number', [inner], term);
  return term;
}

/** `typeof x === 'undefined'` is `x === undefined`. */
function scriptComparison(term: Term): Term {
  const [left, right] = term.kids as [Term, Term];
  if (!SYMMETRIC.has(term.value)) return term;
  if (left.kind === NodeKind.Unary && left.value === 'typeof' && right.kind === NodeKind.StringLiteral) {
    if (right.value === 'undefined') {
      const operator = term.value.length === 2 ? `${term.value}=` : term.value;
      return t.make(
        NodeKind.Comparison,
        operator,
        [left.kids[0]!, t.make(NodeKind.NoneLiteral, 'undefined', [], right)],
        term,
      );
    }
    term.value = term.value.startsWith('!') ? '!==' : '===';
  }
  if (term.value.length === 2 && right.kind === NodeKind.NoneLiteral) right.value = '';
  return term;
}

/** `x !== null && x !== undefined` is `x != null`; `a && a.b` is `a?.b`. */
function scriptLogical(term: Term): Term {
  const { kids } = term;
  const strict = term.value === 'and' ? '!==' : term.value === 'or' ? '===' : '';
  for (let i = 0; i + 1 < kids.length; i++) {
    const [a, b] = [kids[i]!, kids[i + 1]!];
    if (term.value === 'and' && b.kind === NodeKind.Attribute && b.flags === 0 && t.same(a, b.kids[0]!) && isPure(a)) {
      kids.splice(i, 2, t.make(NodeKind.Attribute, b.value, b.kids, b, NodeFlag.Optional));
      i--;
      continue;
    }
    if (strict === '' || a.kind !== NodeKind.Comparison || b.kind !== NodeKind.Comparison) continue;
    if (a.value !== strict || b.value !== strict || !t.same(a.kids[0]!, b.kids[0]!) || !isPure(a)) continue;
    const [x, y] = [a.kids[1]!, b.kids[1]!];
    if (x.kind !== NodeKind.NoneLiteral || y.kind !== NodeKind.NoneLiteral || x.value === y.value) continue;
    const nothing = t.make(NodeKind.NoneLiteral, '', [], x);
    kids.splice(i, 2, t.make(NodeKind.Comparison, strict.slice(0, 2), [a.kids[0]!, nothing], a));
    i--;
  }
  return kids.length === 1 ? kids[0]! : term;
}
