/** Lines of a document, 0-based and inclusive, and the length of the last one. */
export interface LineSpan {
  start: number;
  end: number;
  /** UTF-16 length of line `end`. */
  endCharacter: number;
}

/** One edit: the replaced range (0-based) and the text that took its place. */
export interface LineEdit {
  startLine: number;
  startCharacter: number;
  endLine: number;
  endCharacter: number;
  text: string;
}

/**
 * Where the lines of `span` are after `edit`; null when the edit changed one of them. Edits above move the span, edits
 * below leave it; so do whole lines put in right above it and a new line begun behind its last character.
 */
export function moveSpan(span: LineSpan, edit: LineEdit): LineSpan | null {
  if (edit.startLine > span.end) return span;
  if (edit.startLine === span.end && edit.startCharacter >= span.endCharacter && /^[\r\n]/.test(edit.text)) return span;
  const above = edit.endLine < span.start || (edit.endLine === span.start && edit.endCharacter === 0);
  if (!above || (edit.endLine === span.start && !leavesLineStart(edit))) return null;
  const added = edit.text.split(/\r\n|\r|\n/).length - 1;
  const delta = added - (edit.endLine - edit.startLine);
  return { ...span, start: span.start + delta, end: span.end + delta };
}

/** True when what follows the edit still begins a line. */
function leavesLineStart(edit: LineEdit): boolean {
  if (edit.text === '') return edit.startCharacter === 0;
  return /[\r\n]$/.test(edit.text);
}
