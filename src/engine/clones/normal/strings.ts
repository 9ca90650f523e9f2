import { NodeKind } from '../../ir/model.ts';
import * as t from './term.ts';
import type { Term } from './term.ts';

/**
 * All ways to put a text together are written as one template: f-strings, template literals, `%`, `format`,
 * concatenation with a literal, joining a list that is written out.
 */
export function formatted(term: Term, python: boolean): Term {
  switch (term.kind) {
    case NodeKind.StringTemplate:
      return template(term.kids, term);
    case NodeKind.Binary:
      if (term.value === '%' && python) return percent(term) ?? term;
      return term.value === '+' ? (concatenated(term, python) ?? term) : term;
    case NodeKind.Call:
      return called(term, python) ?? term;
    default:
      return term;
  }
}

/** True for what is known to be a text. */
export function isText(term: Term): boolean {
  return term.kind === NodeKind.StringLiteral || term.kind === NodeKind.StringTemplate || isTextCall(term);
}

/** `str(x)`: how a template of one bare part is written. */
function isTextCall(term: Term): boolean {
  return t.callOf(term, 'str')?.length === 1;
}

/** A template of parts that are literals, interpolations or templates. */
function template(parts: Term[], at: Term): Term {
  const flat: Term[] = [];
  const add = (part: Term): void => {
    const last = flat[flat.length - 1];
    if (part.kind === NodeKind.StringTemplate) part.kids.forEach(add);
    else if (part.kind === NodeKind.StringLiteral) {
      if (part.value === '') return;
      if (last?.kind === NodeKind.StringLiteral)
        flat[flat.length - 1] = t.make(NodeKind.StringLiteral, last.value + part.value, [], last);
      else flat.push(part);
    } else if (part.kind === NodeKind.Interpolation) {
      const inner = bare(part);
      if (inner.kind === NodeKind.Interpolation) flat.push(inner);
      else add(inner);
    } else add(t.make(NodeKind.Interpolation, '', [part], part));
  };
  parts.forEach(add);
  if (flat.length === 0) return t.make(NodeKind.StringLiteral, '', [], at);
  if (flat.length === 1) {
    const [only] = flat as [Term];
    if (only.kind === NodeKind.StringLiteral) return only;
    if (only.value === '' && only.kids.length === 1) return t.call('str', [only.kids[0]!], at);
  }
  return t.make(NodeKind.StringTemplate, '', flat, at);
}

/**
 * An interpolation without what changes nothing: `!s`, `str(…)`, a text inside, an empty format. `d` and `s` are no plain
 * formats: they fail for what is no whole number, or no text.
 */
function bare(part: Term): Term {
  if (part.value === '!r') part.value = 'r';
  const format = part.kids[1];
  if (format?.kind === NodeKind.StringLiteral && format.value === '') part.kids.length = 1;
  if (part.value === '!s' || part.value === 's') part.value = part.kids.length === 1 ? '' : 's';
  const inner = part.kids[0]!;
  if (part.value !== '' || part.kids.length > 1) return part;
  if (inner.kind === NodeKind.StringLiteral || inner.kind === NodeKind.StringTemplate) return inner;
  const text = t.callOf(inner, 'str');
  if (text?.length === 1) part.kids[0] = text[0]!;
  const shown = t.callOf(inner, 'repr');
  if (shown?.length === 1) {
    part.kids[0] = shown[0]!;
    part.value = 'r';
  }
  return part;
}

function interpolation(value: Term, conversion: string, format: string): Term {
  const kids = format === '' ? [value] : [value, t.make(NodeKind.StringLiteral, format, [], value)];
  return t.make(NodeKind.Interpolation, conversion, kids, value);
}

const PERCENT = /%(?:\((\w+)\))?([-+ #0]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

/** `'%s of %d' % (a, b)`. */
function percent(term: Term): Term | null {
  const [left, right] = term.kids as [Term, Term];
  if (left.kind !== NodeKind.StringLiteral) return null;
  const given = right.kind === NodeKind.Tuple ? right.kids : right.kind === NodeKind.Dictionary ? null : [right];
  if (!given || given.some((one) => one.kind === NodeKind.Spread)) return null;
  const parts: Term[] = [];
  let at = 0;
  let used = 0;
  for (const match of left.value.matchAll(PERCENT)) {
    const [whole, name, flags, width, precision, kind] = match;
    parts.push(t.make(NodeKind.StringLiteral, left.value.slice(at, match.index), [], left));
    at = match.index + whole.length;
    if (kind === '%') {
      parts.push(t.make(NodeKind.StringLiteral, '%', [], left));
      continue;
    }
    const value = given[used++];
    if (name !== undefined || !value || !'sdrfxXegoi'.includes(kind!)) return null;
    if ('sr'.includes(kind!) && /[^-]/.test(flags!)) return null;
    // `%d` cuts fractions off, which no other way of writing does.
    const conversion = kind === 'd' || kind === 'i' ? '%d' : 'sr'.includes(kind!) ? kind! : '';
    parts.push(interpolation(value, conversion, percentFormat(flags!, width, precision, kind!)));
  }
  if (used !== given.length || used === 0) return null;
  parts.push(t.make(NodeKind.StringLiteral, left.value.slice(at), [], left));
  return template(parts, term);
}

function percentFormat(flags: string, width = '', precision: string | undefined, kind: string): string {
  const text = kind === 's' || kind === 'r';
  const align = flags.includes('-') ? '<' : text && width !== '' ? '>' : '';
  const rest = flags.replace('-', '');
  const letter = text || kind === 'd' || kind === 'i' ? '' : kind;
  return `${align}${rest}${width}${precision === undefined ? '' : `.${precision}`}${letter}`;
}

/** `'{} of {n:>3}'.format(a, n=b)`. */
function format(pattern: string, args: Term[], at: Term): Term | null {
  const positional = args.filter((arg) => arg.kind !== NodeKind.KeywordArgument);
  if (positional.some((arg) => arg.kind === NodeKind.Spread)) return null;
  const named = new Map<string, Term>();
  for (const arg of args) if (arg.kind === NodeKind.KeywordArgument) named.set(arg.value, arg.kids[0]!);
  const parts: Term[] = [];
  let literal = '';
  let next = 0;
  const used = new Set<Term>();
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if ((char === '{' || char === '}') && pattern[i + 1] === char) {
      literal += char;
      i++;
    } else if (char === '{') {
      const end = pattern.indexOf('}', i);
      const field = end < 0 ? null : /^(\w*)(?:!([rsa]))?(?::([^{}]*))?$/.exec(pattern.slice(i + 1, end));
      if (!field) return null;
      const [, key, conversion = '', spec = ''] = field;
      const value = key === '' ? positional[next++] : /^\d+$/.test(key!) ? positional[Number(key)] : named.get(key!);
      if (!value) return null;
      parts.push(t.make(NodeKind.StringLiteral, literal, [], at));
      literal = '';
      parts.push(interpolation(used.has(value) ? t.copyOf(value) : value, conversion === 's' ? '' : conversion, spec));
      used.add(value);
      i = end;
    } else if (char === '}') return null;
    else literal += char;
  }
  if (used.size !== args.length) return null;
  parts.push(t.make(NodeKind.StringLiteral, literal, [], at));
  return template(parts, at);
}

/** `'a' + b`: with a text on one side, the other side is a text, or is made one (ECMAScript). */
function concatenated(term: Term, python: boolean): Term | null {
  const [left, right] = term.kids as [Term, Term];
  if (!isText(left) && !isText(right)) return null;
  return template([...parts(left, python), ...parts(right, python)], term);
}

function parts(side: Term, python: boolean): Term[] {
  // In Python the sum of `a + b + 'c'` is one of texts throughout.
  if (python && side.kind === NodeKind.Binary && side.value === '+')
    return side.kids.flatMap((kid) => parts(kid, true));
  return [side];
}

function called(term: Term, python: boolean): Term | null {
  const name = t.calledMethod(term);
  const args = term.kids.slice(1);
  if (name === '') {
    if (!python && t.isName(term.kids[0], 'String') && args.length === 1 && term.flags === 0)
      return t.call('str', args, term);
    const parts = t.callOf(term, 'format');
    if (python && parts?.length === 2 && parts[1]!.kind === NodeKind.StringLiteral)
      return template([interpolation(parts[0]!, '', parts[1]!.value)], term);
    const text = t.callOf(term, 'str');
    return text?.length === 1 && isText(text[0]!) ? text[0]! : null;
  }
  const object = term.kids[0]!.kids[0]!;
  if (!python) {
    if (name === 'toString' && args.length === 0) return t.call('str', [object], term);
    if (name === 'concat' && isText(object)) return template([object, ...args], term);
    if (name === 'join' && object.kind === NodeKind.List && args.length === 1) return joined(object, args[0]!, term);
    return null;
  }
  if (name === 'format' && object.kind === NodeKind.StringLiteral) return format(object.value, args, term);
  if (name === 'join' && args.length === 1 && (args[0]!.kind === NodeKind.List || args[0]!.kind === NodeKind.Tuple))
    return joined(args[0]!, object, term);
  return null;
}

function joined(list: Term, separator: Term, at: Term): Term | null {
  if (separator.kind !== NodeKind.StringLiteral || list.kids.length < 2 || list.kids.length > 20) return null;
  if (list.kids.some((kid) => kid.kind === NodeKind.Spread)) return null;
  return template(
    list.kids.flatMap((kid, i) => (i === 0 ? [kid] : [t.make(NodeKind.StringLiteral, separator.value, [], kid), kid])),
    at,
  );
}
