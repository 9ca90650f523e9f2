import { NodeKind } from '../../ir/model.ts';
import { isPure } from './effects.ts';
import * as t from './term.ts';
import type { BodyTerm, Term } from './term.ts';

/** One statement in its plainest form; it may become several, or none. */
export function plain(term: Term, body: BodyTerm): Term[] {
  switch (term.kind) {
    case NodeKind.Block:
      return term.kids.flatMap((kid) => plain(kid, body));
    case NodeKind.Declare:
      // A variable that a function keeps is another one in each round.
      return term.kids.some((kid) => body.kept.has(kid.variable)) ? [term] : [];
    case NodeKind.Empty:
      return [];
    case NodeKind.Assign:
      return assigned(term, body);
    case NodeKind.AugmentedAssign:
      return augmented(term);
    case NodeKind.ExpressionStatement:
      return expressed(term, body);
    case NodeKind.FunctionDefinition:
      return defined(term);
    case NodeKind.Throw:
      return [thrown(term, body)];
    case NodeKind.Switch:
      return [switched(term, body)];
    case NodeKind.Try:
      return tried(term, body);
    default:
      return [term];
  }
}

function assign(target: Term, value: Term, at: Term): Term {
  return t.make(NodeKind.Assign, '', [target, value], at);
}

function assigned(term: Term, body: BodyTerm): Term[] {
  const { kids } = term;
  const value = kids[kids.length - 1]!;
  if (kids.length > 2) {
    const simple =
      t.isLiteral(value) || (value.variable >= 0 && !kids.slice(0, -1).some((kid) => t.mentions(kid, value.variable)));
    if (!simple) return [term];
    return kids.slice(0, -1).flatMap((target) => assigned(assign(target, t.copyOf(value), term), body));
  }
  const target = kids[0]!;
  if (target.kind === NodeKind.Tuple || target.kind === NodeKind.List) return unpacked(term, target, value, body);
  if (target.kind === NodeKind.Dictionary) return picked(term, target, value);
  if (t.same(target, value)) return [];
  if (value.kind === NodeKind.Conditional && isPure(target)) {
    const [test, then, otherwise] = value.kids as [Term, Term, Term];
    const only = (kept: Term): Term => t.block([assign(target, kept, term)], term);
    const none = t.block([], term);
    if (t.same(otherwise, target)) return [t.make(NodeKind.If, '', [test, only(then), none], term)];
    if (t.same(then, target)) return [t.make(NodeKind.If, '', [test, none, only(otherwise)], term)];
  }
  if (value.kind === NodeKind.Logical && value.kids.length > 1 && t.same(value.kids[0]!, target)) {
    const rest = value.kids.slice(1);
    const other = rest.length === 1 ? rest[0]! : t.make(NodeKind.Logical, value.value, rest, value);
    return defaulted(value.value, target, other, term);
  }
  if (value.kind === NodeKind.Binary && t.same(value.kids[0]!, target) && isPure(target))
    return augmented(t.make(NodeKind.AugmentedAssign, value.value, [target, value.kids[1]!], term));
  if (value.kind === NodeKind.StringTemplate && value.kids.length > 1) {
    const [first, ...rest] = value.kids as [Term, ...Term[]];
    if (
      first.kind === NodeKind.Interpolation &&
      first.value === '' &&
      first.kids.length === 1 &&
      t.same(first.kids[0]!, target)
    ) {
      const added = rest.length === 1 && rest[0]!.kind === NodeKind.StringLiteral ? rest[0]! : oneText(rest, value);
      return [t.make(NodeKind.AugmentedAssign, '+', [target, added], term)];
    }
  }
  return [term];
}

function oneText(parts: Term[], at: Term): Term {
  const [only] = parts;
  if (parts.length === 1 && only!.kind === NodeKind.Interpolation && only!.value === '' && only!.kids.length === 1)
    return only!.kids[0]!;
  return t.make(NodeKind.StringTemplate, '', parts, at);
}

/** `x = x or y` sets x where it holds nothing. */
function defaulted(operator: string, target: Term, other: Term, at: Term): Term[] {
  if (operator === '??') return [t.make(NodeKind.AugmentedAssign, '??', [target, other], at)];
  const set = t.block([assign(target, other, at)], at);
  const none = t.block([], at);
  const sides = operator === 'or' ? [none, set] : [set, none];
  return [t.make(NodeKind.If, '', [t.copyOf(target), ...sides], at)];
}

/** `a, b = x, y`, where no later value reads what was set before. */
function unpacked(term: Term, target: Term, value: Term, body: BodyTerm): Term[] {
  if (value.kind !== NodeKind.Tuple && value.kind !== NodeKind.List) return [term];
  const targets = target.kids;
  if (targets.length !== value.kids.length || targets.length === 0) return [term];
  for (let i = 0; i < targets.length; i++) {
    const one = targets[i]!;
    if (one.variable < 0 || value.kids[i]!.kind === NodeKind.Spread) return [term];
    for (let j = i + 1; j < targets.length; j++) if (t.mentions(value.kids[j]!, one.variable)) return [term];
  }
  return targets.flatMap((one, i) => assigned(assign(one, value.kids[i]!, term), body));
}

/** `const {a, b: c} = o` reads two attributes. */
function picked(term: Term, target: Term, value: Term): Term[] {
  if (!isPure(value) || (value.kind !== NodeKind.Name && value.kind !== NodeKind.This)) return [term];
  const simple = target.kids.every(
    (entry) =>
      entry.kind === NodeKind.Entry && entry.kids[0]!.kind === NodeKind.StringLiteral && entry.kids[1]!.variable >= 0,
  );
  if (!simple) return [term];
  return target.kids.map((entry) =>
    assign(entry.kids[1]!, t.make(NodeKind.Attribute, entry.kids[0]!.value, [t.copyOf(value)], entry), term),
  );
}

function augmented(term: Term): Term[] {
  const [target, value] = term.kids as [Term, Term];
  if (term.value === 'or' || term.value === 'and' || term.value === '??')
    return defaulted(term.value, target, value, term);
  // `xs += [a]` appends.
  if (term.value === '+' && value.kind === NodeKind.List && value.kids.length === 1 && target.kind === NodeKind.Name)
    return [t.make(NodeKind.ExpressionStatement, '', [t.method(target, 'append', value.kids, term)], term)];
  return [term];
}

function expressed(term: Term, body: BodyTerm): Term[] {
  const value = term.kids[0];
  if (!value) return [];
  if (t.isLiteral(value) || value.kind === NodeKind.Name) return [];
  switch (value.kind) {
    case NodeKind.Assign:
    case NodeKind.AugmentedAssign:
      value.flags = 0;
      return plain(value, body);
    case NodeKind.Sequence:
      return value.kids.flatMap((kid) => expressed(t.make(NodeKind.ExpressionStatement, '', [kid], kid), body));
    case NodeKind.Logical: {
      if (value.value === '??' || value.kids.length < 2) return [term];
      const last = value.kids[value.kids.length - 1]!;
      const rest = value.kids.slice(0, -1);
      const test = rest.length === 1 ? rest[0]! : t.make(NodeKind.Logical, value.value, rest, value);
      const done = t.block(expressed(t.make(NodeKind.ExpressionStatement, '', [last], last), body), last);
      const none = t.block([], term);
      return [t.make(NodeKind.If, '', value.value === 'and' ? [test, done, none] : [test, none, done], term)];
    }
    case NodeKind.Conditional: {
      const side = (kid: Term): Term =>
        t.block(expressed(t.make(NodeKind.ExpressionStatement, '', [kid], kid), body), kid);
      return [t.make(NodeKind.If, '', [value.kids[0]!, side(value.kids[1]!), side(value.kids[2]!)], term)];
    }
    case NodeKind.Call:
      return calledAlone(term, value, body);
    default:
      return [term];
  }
}

function calledAlone(term: Term, value: Term, body: BodyTerm): Term[] {
  const name = t.calledMethod(value);
  if (name === '') return [term];
  const object = value.kids[0]!.kids[0]!;
  const args = value.kids.slice(1);
  if (body.language === 'python') {
    if (name === 'extend' && args.length === 1 && object.kind === NodeKind.Name)
      return augmented(t.make(NodeKind.AugmentedAssign, '+', [object, args[0]!], term));
    if (name === 'update' && args.length === 1 && args[0]!.kind === NodeKind.Dictionary && isPure(object)) {
      const entries = args[0]!.kids;
      if (entries.length > 0 && entries.length < 8 && entries.every((one) => one.kind === NodeKind.Entry))
        return entries.map((one) =>
          assign(t.make(NodeKind.Index, '', [t.copyOf(object), one.kids[0]!], one), one.kids[1]!, one),
        );
    }
  }
  // `d.setdefault(k, []).append(v)` is two steps.
  if (object.kind === NodeKind.Call && t.calledMethod(object) === 'setdefault' && object.kids.length === 3) {
    const table = object.kids[0]!.kids[0]!;
    const [key, start] = object.kids.slice(1) as [Term, Term];
    if (!isPure(table) || !isPure(key) || !isPure(start)) return [term];
    value.kids[0]!.kids[0] = t.make(NodeKind.Index, '', [t.copyOf(table), t.copyOf(key)], object);
    return [t.make(NodeKind.ExpressionStatement, '', [object], object), term];
  }
  return [term];
}

/** `def f(x): …` inside a body is a value that is given a name. */
function defined(term: Term): Term[] {
  const [name, fn, ...decorators] = term.kids;
  if (decorators.length > 0 || name!.variable < 0) return [term];
  return [assign(name!, fn!, term)];
}

/** `raise E` is `raise E()`. */
function thrown(term: Term, body: BodyTerm): Term {
  const [value] = term.kids;
  if (body.language !== 'python' || value?.kind !== NodeKind.Name || value.variable >= 0) return term;
  if (/^[A-Z]/.test(value.value)) term.kids[0] = t.make(NodeKind.Call, '', [value], value);
  return term;
}

const ENDS = new Set([NodeKind.Break, NodeKind.Return, NodeKind.Throw, NodeKind.Continue]);

/** A switch over literals, none of which falls into the next, is a chain of tests. */
function switched(term: Term, body: BodyTerm): Term {
  const [subject, ...cases] = term.kids as [Term, ...Term[]];
  const falls = term.value === 'switch';
  if (subject.kind === NodeKind.Empty || !isPure(subject) || cases.length === 0) return term;
  const equals = body.language === 'python' ? '==' : '===';
  const arms: { tests: Term[]; block: Term[] }[] = [];
  let waiting: Term[] = [];
  for (let i = 0; i < cases.length; i++) {
    const { kids } = cases[i]!;
    const block = kids[kids.length - 1]!;
    const tests: Term[] = [];
    for (const kid of kids.slice(0, -1)) {
      const value = literalTest(kid);
      if (!value) return term;
      tests.push(...value);
    }
    const isDefault = kids.length === 1 || tests.some((one) => one.kind === NodeKind.Empty);
    if (isDefault && (i !== cases.length - 1 || waiting.length > 0)) return term;
    const inner = block.kids.length === 1 && block.kids[0]!.kind === NodeKind.Block ? block.kids[0]!.kids : block.kids;
    if (falls && inner.length === 0 && i < cases.length - 1) {
      waiting.push(...tests);
      continue;
    }
    const last = inner[inner.length - 1];
    if (falls && i < cases.length - 1 && !(last && ENDS.has(last.kind))) return term;
    const statements = last?.kind === NodeKind.Break && falls ? inner.slice(0, -1) : inner;
    if (falls && statements.some((one) => hasBreak(one))) return term;
    arms.push({ tests: isDefault ? [] : [...waiting, ...tests], block: statements });
    waiting = [];
  }
  let chain: Term = t.block([], term);
  for (const arm of arms.reverse()) {
    const own = t.block(arm.block, term);
    if (arm.tests.length === 0) {
      chain = own;
      continue;
    }
    const tests = arm.tests.map((value) => t.make(NodeKind.Comparison, equals, [t.copyOf(subject), value], value));
    const test = tests.length === 1 ? tests[0]! : t.make(NodeKind.Logical, 'or', tests, term);
    chain = t.block([t.make(NodeKind.If, '', [test, own, chain], term)], term);
  }
  return chain;
}

/** The literals that a case stands for; Empty for `_`; null for what is no plain value. */
function literalTest(test: Term): Term[] | null {
  if (t.isLiteral(test)) return [test];
  if (test.kind === NodeKind.Name && test.variable < 0) return [test];
  if (test.kind === NodeKind.Attribute) return [test];
  if (test.kind !== NodeKind.Pattern) return null;
  if (test.value === 'wildcard') return [t.make(NodeKind.Empty, '', [], test)];
  if (test.value === 'value' && test.kids.length === 1) return literalTest(test.kids[0]!);
  if (test.value !== 'or') return null;
  const found = test.kids.map(literalTest);
  return found.every((one) => one !== null) ? found.flat() : null;
}

function hasBreak(term: Term): boolean {
  if (term.kind === NodeKind.Break) return true;
  if (LOOPS.has(term.kind) || term.kind === NodeKind.Switch || term.kind === NodeKind.Function) return false;
  return term.kids.some(hasBreak);
}

export const LOOPS = new Set([NodeKind.While, NodeKind.DoWhile, NodeKind.ForEach, NodeKind.ForCount]);

/** `try: x = d[k]` with a default `except KeyError` is `d.get(k, default)`. */
function tried(term: Term, body: BodyTerm): Term[] {
  const [block, handler] = term.kids as [Term, Term | undefined];
  if (body.language !== 'python' || term.kids.length !== 2 || handler?.kind !== NodeKind.Catch) return [term];
  if (!t.isName(handler.kids[0], 'KeyError') || handler.kids[1]!.kind !== NodeKind.Empty) return [term];
  const [ours, theirs] = [block.kids, handler.kids[2]!.kids];
  if (ours.length !== 1 || theirs.length !== 1) return [term];
  const [got, other] = [ours[0]!, theirs[0]!];
  if (got.kind !== other.kind || (got.kind !== NodeKind.Assign && got.kind !== NodeKind.Return)) return [term];
  if (got.kids.length !== other.kids.length || got.kids.length === 0) return [term];
  const at = got.kids.length - 1;
  for (let i = 0; i < at; i++) if (!t.same(got.kids[i]!, other.kids[i]!)) return [term];
  const [read, value] = [got.kids[at]!, other.kids[at]!];
  if (read.kind !== NodeKind.Index || read.kids.length !== 2 || !isPure(value)) return [term];
  const args = value.kind === NodeKind.NoneLiteral ? [read.kids[1]!] : [read.kids[1]!, value];
  got.kids[at] = t.method(read.kids[0]!, 'get', args, read);
  return [got];
}
