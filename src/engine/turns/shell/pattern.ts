import { RE2JS } from 're2js';

/** Grammar of a regular expression: basic (grep, sed), extended (grep -E, sed -E, awk), that of ripgrep and Perl, or none. */
export type PatternSyntax = 'basic' | 'extended' | 'perl' | 'fixed';

export interface PatternOptions {
  ignoreCase?: boolean;
  wholeWord?: boolean;
  wholeLine?: boolean;
}

/** Tests and replaces in time that grows with the text only: patterns of logs are not to be trusted. */
export interface Pattern {
  test(text: string): boolean;
  /** `replacement` in sed's form (`&`, `\1`), for the `nth` match or, with `all`, from it on. */
  replace(text: string, replacement: string, all: boolean, nth: number): string;
}

const CLASSES: Record<string, string> = {
  w: '[A-Za-z0-9_]',
  W: '[^A-Za-z0-9_]',
  s: '[ \\t\\n\\r\\f\\v]',
  S: '[^ \\t\\n\\r\\f\\v]',
};
const MAX_PATTERN = 2_000;

/** Makes a pattern; null when it has something that RE2 does not know (back-references, look-around) or is damaged. */
export function makePattern(source: string, syntax: PatternSyntax, options: PatternOptions = {}): Pattern | null {
  if (source.length > MAX_PATTERN) return null;
  let body = syntax === 'fixed' ? RE2JS.quote(source) : syntax === 'perl' ? source : translate(source, syntax);
  if (body === null) return null;
  if (options.wholeLine) body = `^(?:${body})$`;
  else if (options.wholeWord) body = `(?:^|\\b)(?:${body})(?:\\b|$)`;
  try {
    const compiled = RE2JS.compile(body, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return {
      test: (text) => compiled.matcher(text).find(),
      replace: (text, replacement, all, nth) => replaceIn(compiled, text, replacement, all, nth),
    };
  } catch {
    return null;
  }
}

function replaceIn(compiled: RE2JS, text: string, replacement: string, all: boolean, nth: number): string {
  const matcher = compiled.matcher(text);
  let out = '';
  let at = 0;
  let count = 0;
  while (matcher.find()) {
    if (++count < nth) continue;
    out += text.slice(at, matcher.start());
    out += replacement.replace(/\\([0-9n&\\/])|&|\\([^])/g, (whole, escape?: string, other?: string) => {
      if (whole === '&') return matcher.group(0) ?? '';
      if (other !== undefined) return other;
      if (escape === 'n') return '\n';
      return /\d/.test(escape!)
        ? matcher.groupCount() >= Number(escape)
          ? (matcher.group(Number(escape)) ?? '')
          : ''
        : escape!;
    });
    at = matcher.end();
    if (!all) break;
  }
  return out + text.slice(at);
}

/** POSIX syntax in RE2's. In the basic one `\+`, `\?`, `\|`, `\(`, `\{` are operators and the plain ones are not. */
function translate(source: string, syntax: 'basic' | 'extended'): string | null {
  const basic = syntax === 'basic';
  let out = '';
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === '\\') {
      const next = source[++at];
      if (next === undefined) return null;
      if (basic && '+?|(){}'.includes(next)) out += next;
      else if (/[1-9]/.test(next)) return null;
      else if (Object.hasOwn(CLASSES, next)) out += CLASSES[next]!;
      else if (next === '<' || next === '>') out += '\\b';
      else if (/[bBntd]/.test(next)) out += `\\${next}`;
      else if (next === '`') out += '^';
      else if (next === "'") out += '$';
      else out += RE2JS.quote(next);
    } else if (char === '[') {
      const end = bracketEnd(source, at);
      if (end < 0) return null;
      // A backslash has no meaning inside brackets.
      out += source.slice(at, end).replaceAll('\\', '\\\\');
      at = end - 1;
    } else if (basic && '+?|(){}'.includes(char)) out += `\\${char}`;
    else if (basic && char === '*' && (at === 0 || /(^|\\\(|\\\||\^)$/.test(source.slice(0, at)))) out += '\\*';
    else if (basic && char === '^' && at > 0 && !/\\[(|]$/.test(source.slice(0, at))) out += '\\^';
    else if (basic && char === '$' && at < source.length - 1 && !/^\\[)|]/.test(source.slice(at + 1))) out += '\\$';
    else if (!basic && char === '{' && !/^\{\d*,?\d*\}/.test(source.slice(at))) out += '\\{';
    else out += char;
  }
  return out;
}

function bracketEnd(source: string, open: number): number {
  let at = open + 1;
  if (source[at] === '^') at++;
  if (source[at] === ']') at++;
  for (; at < source.length; at++) {
    if (source[at] === '[' && /[:.=]/.test(source[at + 1] ?? '')) {
      const end = source.indexOf(`${source[at + 1]}]`, at + 2);
      if (end < 0) return -1;
      at = end + 1;
    } else if (source[at] === ']') return at + 1;
  }
  return -1;
}
