import { Receiver } from '../../model/references.ts';
import { K } from './kinds.ts';
import type { Walk } from './walk.ts';

const SIMPLE: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
};

const ESCAPE = /\\(\r\n|\n|\r|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/gu;

/** Value of a string's content as written: escapes resolved, so that quote style and raw prefixes make no difference. */
function decodeEscapes(content: string, bytes: boolean): string {
  return content.replace(ESCAPE, (whole, body: string) => {
    if (body === '\r\n' || body === '\r') return '';
    const simple = SIMPLE[body];
    if (simple !== undefined) return simple;
    const first = body[0]!;
    if (first >= '0' && first <= '7') return String.fromCharCode(parseInt(body, 8));
    if (body.length > 1 && (first === 'x' || !bytes)) {
      const code = parseInt(body.slice(1), 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    }
    return whole;
  });
}

/** Letters before the quote, in lower case. */
export function prefixOf(walk: Walk, start: number): string {
  const quote = walk.text.charCodeAt(walk.start[start]!);
  if (quote === 34 || quote === 39) return '';
  const text = walk.textOf(start);
  let at = 0;
  while (at < text.length && text[at] !== '"' && text[at] !== "'") at++;
  return at === 0 ? '' : text.slice(0, at).toLowerCase();
}

/** True for `f"…"` (and t-strings): not a constant. */
export function isFormatted(walk: Walk, string: number): boolean {
  const start = walk.childOf(string, K.StringStart);
  if (start < 0) return false;
  const prefix = prefixOf(walk, start);
  return prefix.includes('f') || prefix.includes('t');
}

/**
 * Value of a plain string literal or of a concatenation of such, or null when it is formatted or damaged. Bytes are
 * told apart by the caller through `isBytes`.
 */
export function literalValue(walk: Walk, node: number): string | null {
  if (walk.kinds[node] === K.ConcatenatedString) {
    let whole = '';
    for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
      if (walk.isTrivia(child)) continue;
      if (walk.kinds[child] !== K.String) return null;
      const part = literalValue(walk, child);
      if (part === null) return null;
      whole += part;
    }
    return whole;
  }
  if (walk.kinds[node] !== K.String) return null;
  const start = walk.childOf(node, K.StringStart);
  if (start < 0) return null;
  const prefix = prefixOf(walk, start);
  if (prefix.includes('f') || prefix.includes('t')) return null;
  let value = '';
  for (let child = walk.next[start]!; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child];
    if (kind === K.StringContent) value += contentValue(walk, child, prefix);
    else if (kind === K.StringEnd) value += textInEnd(walk, child);
  }
  return value;
}

export function isBytes(walk: Walk, node: number): boolean {
  const string = walk.kinds[node] === K.ConcatenatedString ? walk.childOf(node, K.String) : node;
  const start = walk.childOf(string, K.StringStart);
  return start >= 0 && prefixOf(walk, start).includes('b');
}

/** The grammar takes the backslashes that end a raw string, when nothing else stands before them, for a part of its end. */
export function textInEnd(walk: Walk, end: number): string {
  return walk.end[end]! - walk.start[end]! < 2 ? '' : /^\\*/.exec(walk.textOf(end))![0];
}

/** Value of one piece of a string's text. */
export function contentValue(walk: Walk, content: number, prefix: string): string {
  let text = walk.textOf(content);
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  return prefix.includes('r') || !text.includes('\\') ? text : decodeEscapes(text, prefix.includes('b'));
}

export function visitString(walk: Walk, node: number): number {
  const first = node + 1;
  if (walk.kinds[first] !== K.StringStart) {
    walk.visitChildren(node);
    return Receiver.Literal;
  }
  const prefix = prefixOf(walk, first);
  if (prefix.includes('f') || prefix.includes('t')) visitFormatted(walk, node, prefix);
  else if (walk.emitting) walk.emit((prefix.includes('b') ? '\u0001b' : '\u0001s') + literalValue(walk, node));
  return Receiver.Literal;
}

function visitFormatted(walk: Walk, node: number, prefix: string): void {
  walk.emit(prefix.includes('t') ? '\u0001t(' : '\u0001f(');
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (kind === K.StringContent) {
      if (!walk.emitting) continue;
      const value = contentValue(walk, child, prefix);
      walk.emit('\u0001s' + value.replaceAll('{{', '{').replaceAll('}}', '}'));
    } else if (kind !== K.StringStart && kind !== K.StringEnd) walk.visit(child);
  }
  walk.emit('\u0001f)');
}

/** `{expr!r:spec}`: the specification's own text is a token by itself, its nested expressions are visited. */
export function visitFormatSpecifier(walk: Walk, node: number): number {
  let at = walk.start[node]!;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.next[child] === child + 1) continue;
    if (walk.start[child]! > at) walk.emit(walk.text.slice(at, walk.start[child]));
    walk.visit(child);
    at = walk.end[child]!;
  }
  if (walk.end[node]! > at) walk.emit(walk.text.slice(at, walk.end[node]));
  return Receiver.Expression;
}

export function visitConcatenated(walk: Walk, node: number): number {
  if (walk.emitting) {
    const value = literalValue(walk, node);
    if (value !== null) {
      walk.emit((isBytes(walk, node) ? '\u0001b' : '\u0001s') + value);
      return Receiver.Literal;
    }
  }
  walk.visitChildren(node);
  return Receiver.Literal;
}
