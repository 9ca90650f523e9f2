/** A place in a document: 0-based line, 0-based UTF-16 column. */
interface Position {
  line: number;
  character: number;
}

interface Change {
  range: { start: Position };
  text: string;
}

/**
 * Whether a cursor stands in or at the end of what one of the changes put in: it does after a key was pressed, with the
 * bracket that was closed by itself behind it. `changes` are in the order of the editor: those below come first.
 */
export function isTyped(changes: readonly Change[], cursors: readonly { active: Position }[]): boolean {
  return changes.some(({ range: { start }, text }) => {
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines[lines.length - 1] ?? '';
    const end = {
      line: start.line + lines.length - 1,
      character: lines.length === 1 ? start.character + last.length : last.length,
    };
    return cursors.some(({ active }) => !isBefore(active, start) && !isBefore(end, active));
  });
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
