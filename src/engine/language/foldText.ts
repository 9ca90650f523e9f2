/** Characters of a signature, and of a first paragraph, that facts keep. */
const LIMIT = 400;

/** White space folded to single blanks, cut to the length that facts keep. */
export function foldText(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  return folded.length <= LIMIT ? folded : folded.slice(0, LIMIT);
}
