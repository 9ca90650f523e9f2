import type { WordPart } from './script.ts';

/** Words that one word may become: a bound, since `{1..9}{1..9}…` grows by multiplication. */
const MAX_WORDS = 256;

type Char = { char: string; quoted: boolean };

/**
 * Brace expansion (`{a,b}.py`, `{1..3}`) of a word that is all literal. Gives the parts of each word; the word itself
 * when there is nothing to expand or it would become too many.
 */
export function expandBraces(parts: WordPart[]): WordPart[][] {
  if (parts.some((part) => part.kind !== 'text')) return [parts];
  const chars: Char[] = [];
  for (const part of parts) {
    if (part.kind !== 'text') continue;
    for (const char of part.text) chars.push({ char, quoted: part.quoted });
  }
  if (!chars.some(({ char, quoted }) => char === '{' && !quoted)) return [parts];
  const words = expand(chars, 0);
  return words.length > MAX_WORDS ? [parts] : words.map(partsOf);
}

function expand(chars: Char[], from: number): Char[][] {
  for (let open = from; open < chars.length; open++) {
    if (!is(chars[open], '{')) continue;
    const close = closing(chars, open);
    if (close < 0) continue;
    const choices = choicesOf(chars.slice(open + 1, close));
    if (!choices) continue;
    const out: Char[][] = [];
    const tails = expand(chars.slice(close + 1), 0);
    for (const choice of choices)
      for (const head of expand(choice, 0))
        for (const tail of tails) {
          if (out.length > MAX_WORDS) return out;
          out.push([...chars.slice(0, open), ...head, ...tail]);
        }
    return out;
  }
  return [chars];
}

function choicesOf(inner: Char[]): Char[][] | null {
  const choices: Char[][] = [[]];
  let depth = 0;
  for (const char of inner) {
    if (is(char, '{')) depth++;
    if (is(char, '}')) depth--;
    if (depth === 0 && is(char, ',')) choices.push([]);
    else choices[choices.length - 1]!.push(char);
  }
  if (choices.length > 1) return choices;
  const range = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(inner.map(({ char }) => char).join(''));
  if (!range) return null;
  const [first, last] = [Number(range[1]), Number(range[2])];
  if (Math.abs(last - first) >= MAX_WORDS) return null;
  const step = last >= first ? 1 : -1;
  const out: Char[][] = [];
  for (let n = first; step > 0 ? n <= last : n >= last; n += step)
    out.push([...String(n)].map((char) => ({ char, quoted: false })));
  return out;
}

function closing(chars: Char[], open: number): number {
  let depth = 0;
  for (let i = open; i < chars.length; i++) {
    if (is(chars[i], '{')) depth++;
    if (is(chars[i], '}') && --depth === 0) return i;
  }
  return -1;
}

function is(char: Char | undefined, wanted: string): boolean {
  return char !== undefined && !char.quoted && char.char === wanted;
}

function partsOf(chars: Char[]): WordPart[] {
  const parts: WordPart[] = [];
  for (const { char, quoted } of chars) {
    const last = parts[parts.length - 1];
    if (last?.kind === 'text' && last.quoted === quoted) last.text += char;
    else parts.push({ kind: 'text', text: char, quoted });
  }
  return parts;
}
