/**
 * A text as rows: what stands between line feeds. A text that ends with a line feed has an empty last row, which is no
 * line. CRLF counts as LF, a byte-order mark as nothing.
 */
export function rowsOf(text: string): string[] {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return plain.includes('\r') ? plain.split(/\r?\n/) : plain.split('\n');
}

/** Number of lines of rows: an empty last row is none. */
export function lineCount(rows: readonly string[]): number {
  return rows.at(-1) === '' ? rows.length - 1 : rows.length;
}

/** Whole lines of an inserted text, with or without a line feed at its end; none for an empty text. */
export function insertedRows(text: string): string[] {
  const rows = rowsOf(text);
  return rows.slice(0, lineCount(rows));
}

/** What a line is compared by: white space at its end does not count. */
export function lineKey(line: string): string {
  return line.trimEnd();
}

/** Characters of a line from which on its beginning is proof enough: tools cut long lines. */
const LONG_LINE = 200;

/** True when a shown line is this line of the file: but for white space at its end, undecodable bytes, and a cut end. */
export function showsLine(shown: string, line: string): boolean {
  const key = lineKey(shown);
  if (key === lineKey(line)) return true;
  if (key.length >= LONG_LINE && line.length > LONG_LINE) return line.startsWith(key.slice(0, LONG_LINE));
  return key.includes('\uFFFD') && showsUndecodable(key, lineKey(line));
}

/** One U+FFFD may stand for any one to three characters: the readable pieces must follow one another. */
function showsUndecodable(shown: string, line: string): boolean {
  const pieces = shown.split(/\uFFFD+/);
  if (!line.startsWith(pieces[0]!) || !line.endsWith(pieces.at(-1)!)) return false;
  let at = 0;
  for (const piece of pieces) {
    const next = line.indexOf(piece, at);
    if (next < 0) return false;
    at = next + piece.length;
  }
  return pieces.some((piece) => piece.trim() !== '');
}
