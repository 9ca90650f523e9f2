import { countTokens as countPiece } from 'gpt-tokenizer/encoding/cl100k_base';

/*
 * Entry of dist/tokens.cjs, a bundle of its own: the table of tokens is 1 MB and takes 0.1 s to load, and only a turn
 * whose messages have calls of several classes, or an estimate, needs it.
 */

/** Byte pairs are merged in quadratic time over a run without a break; real words and indents are far shorter. */
const LONGEST_RUN = 256;

/** Texts that look like control tokens (`<|endoftext|>`) are counted like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Tokens of a text in the encoding cl100k_base, in time linear in its length. */
export function countTokens(text: string): number {
  let tokens = 0;
  let from = 0;
  let run = 0;
  let wasSpace = false;
  for (let at = 0; at < text.length; at += 1) {
    const space = isSpace(text.charCodeAt(at));
    run = space === wasSpace ? run + 1 : 1;
    wasSpace = space;
    if (run <= LONGEST_RUN || isLowSurrogate(text.charCodeAt(at))) continue;
    tokens += countPiece(text.slice(from, at), AS_TEXT);
    from = at;
    run = 1;
  }
  return tokens + countPiece(text.slice(from), AS_TEXT);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
