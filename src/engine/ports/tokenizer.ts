/**
 * Counts the tokens of a text. What models really used is not to be had from outside, so a count is an estimate; it is
 * the same on every machine. src/platform/tokens implements this.
 */
export interface Tokenizer {
  count(text: string): number;
}
