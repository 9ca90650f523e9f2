/**
 * Takes words out of a text of C's family that only a macro can be, since the grammar has no place for them:
 * `EXPORT int CALL f(void *p UNUSED) NOTHROW;`. A macro on a line of its own inside a body becomes a statement. The result
 * has the same length and lines.
 *
 * Only words in capitals are taken, and only where more names stand in a row than a declaration has.
 */
export function withoutMacroWords(text: string): string {
  const tokens = tokensOf(text);
  const out: Edit[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const { start, word } = tokens[at]!;
    if (!word) {
      if (text[start] === '{') depth++;
      else if (text[start] === '}') depth = Math.max(0, depth - 1);
      continue;
    }
    let end = at;
    while (end < tokens.length && tokens[end]!.word && !BREAKS.has(tokens[end]!.word)) end++;
    if (end === at) continue;
    run(text, tokens, at, end, depth, out);
    at = end - 1;
  }
  return out.length === 0 ? text : apply(text, out);
}

interface Token {
  start: number;
  end: number;
  /** The word, empty for what is none. */
  word: string;
}

interface Edit {
  start: number;
  end: number;
  /** What stands at the end in its place: a semicolon or nothing. */
  mark: '' | ';';
}

const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const TYPES = words(
  'void char short int long float double signed unsigned bool _Bool size_t auto wchar_t char8_t char16_t char32_t',
);
const QUALIFIERS = words(`
  const volatile static extern inline register restrict typedef virtual explicit constexpr consteval constinit mutable
  friend struct union enum class typename __inline __inline__ __restrict __extension__ _Noreturn noexcept override final
  thread_local _Thread_local __const __volatile__`);
/** Words of expressions and statements, which end a row of names. */
const BREAKS = words(`
  return case else goto do new delete throw sizeof alignof default break continue if for while switch and or not using
  namespace operator template co_return co_await co_yield public private protected try catch typeid static_assert
  decltype this nullptr true false requires concept asm __asm__ __attribute__ __declspec`);
const HEADS = words('struct union class enum');

const CAPITALS = /^(?=.*[A-Z]{2})[A-Z_][A-Z0-9_]{2,}$/;
const STATEMENT = /^\w*[A-Z]_?[A-Z][A-Z0-9_]*$/;

const TOKEN =
  /\/\/(?:[^\n\\]|\\[^])*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|(?<=^[ \t]*)#(?:[^\n\\]|\\[^])*|([A-Za-z_$]\w*)|\d[\w.']*|\S/gm;

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (match[0].startsWith('/') && match[0].length > 1) continue;
    found.push({ start: match.index, end: match.index + match[0].length, word: match[1] ?? '' });
  }
  return found;
}

/** Looks at the words `[from, to)`, which stand in a row. */
function run(text: string, tokens: readonly Token[], from: number, to: number, depth: number, out: Edit[]): void {
  let left = from - 1;
  while (left >= 0 && text[tokens[left]!.start] === '#') left--;
  const before = left < 0 ? '' : text[tokens[left]!.end - 1]!;
  const next = to < tokens.length ? text[tokens[to]!.start]! : '';
  let first = from;
  if (depth > 0 && /^[;{})]?$/.test(before))
    while ((first < to - 1 || (first < to && tokens[to]?.word)) && standsAlone(text, tokens, first)) {
      const { start, end } = tokens[first]!;
      out.push({ start, end, mark: ';' });
      first++;
    }
  let names: number[] = [];
  let types = 0;
  let head = false;
  for (let at = first; at < to; at++) {
    const { word } = tokens[at]!;
    if (TYPES.has(word) || HEADS.has(word)) {
      // A name before the word of a type is none of a type.
      while (names.length > 0 && CAPITALS.test(tokens[names[names.length - 1]!]!.word)) take(tokens, names.pop()!, out);
    }
    if (TYPES.has(word)) types = 1;
    else if (HEADS.has(word)) head = true;
    else if (!QUALIFIERS.has(word)) names.push(at);
  }
  if (before === ')' && depth === 0 && /^[;{]$/.test(next) && names.every((at) => CAPITALS.test(tokens[at]!.word))) {
    names.forEach((at) => take(tokens, at, out));
    return;
  }
  const last = names[names.length - 1];
  if (next === '(' && last === to - 1 && names.length - 1 + types > 0 && CAPITALS.test(tokens[last]!.word)) {
    const close = closing(text, tokens, to);
    if (close > 0 && tokens[close + 1]?.word && !BREAKS.has(tokens[close + 1]!.word)) {
      out.push({ start: tokens[last]!.start, end: tokens[close]!.end, mark: '' });
      return;
    }
  }
  const most = places(before, next, head) - types;
  names = names.slice();
  for (let at = names.length - 1; at >= 0 && names.length > most; at--) {
    const isLast = at === names.length - 1;
    if (!CAPITALS.test(tokens[names[at]!]!.word) || (isLast && /^[([=:]$/.test(next))) continue;
    take(tokens, names[at]!, out);
    names.splice(at, 1);
  }
}

/** The parenthesis that closes the one at `open`, when it is near; -1 else. */
function closing(text: string, tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(tokens.length, open + 24); at++) {
    const char = text[tokens[at]!.start];
    if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return -1;
}

/** How many names, the type's included, a declaration has between what stands before and behind. */
function places(before: string, next: string, head: boolean): number {
  if (before === '*' || before === '&') return 1;
  if (head && /^[{:]$/.test(next)) return 1;
  return next === '*' || next === '&' ? 1 : 2;
}

function standsAlone(text: string, tokens: readonly Token[], at: number): boolean {
  const { start, end, word } = tokens[at]!;
  if (!STATEMENT.test(word)) return false;
  let left = start;
  while (left > 0 && /[ \t]/.test(text[left - 1]!)) left--;
  let right = end;
  while (right < text.length && /[ \t\r]/.test(text[right]!)) right++;
  return (left === 0 || text[left - 1] === '\n') && text[right] === '\n';
}

function take(tokens: readonly Token[], at: number, out: Edit[]): void {
  const { start, end } = tokens[at]!;
  out.push({ start, end, mark: '' });
}

function apply(text: string, edits: Edit[]): string {
  edits.sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, mark } of edits) {
    parts.push(text.slice(at, start));
    parts.push(mark === '' ? text.slice(start, end).replace(/[^\r\n]/g, ' ') : `${text.slice(start, end - 1)};`);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
