import { visit } from 'jsonc-parser';

/** Characters of a notebook up to which the lines of its JSON are looked up: agents read larger ones by program. */
const MOST_CHARACTERS = 8 << 20;

/**
 * For each cell of a notebook (format 4) the lines of the file on which the lines of its source stand, 1-based: agents
 * read notebooks as the JSON that they are, line by line.
 */
export function rawLines(text: string): ReadonlyMap<number, readonly number[]> {
  const cells = new Map<number, number[]>();
  if (text.length > MOST_CHARACTERS) return cells;
  const unfinished = new Set<number>();
  try {
    visit(text, {
      onLiteralValue(value: unknown, _offset, _length, startLine, _character, pathOf) {
        if (typeof value !== 'string') return;
        const [top, index, key, ...rest] = pathOf();
        if (top !== 'cells' || typeof index !== 'number' || key !== 'source' || rest.length > 1) return;
        const lines = cells.get(index) ?? [];
        cells.set(index, lines);
        const count = value.split(/\r\n|\r|\n/).length - (/[\r\n]$/.test(value) ? 1 : 0);
        for (let i = unfinished.has(index) ? 1 : 0; i < count; i++) lines.push(startLine + 1);
        if (/[\r\n]$/.test(value)) unfinished.delete(index);
        else unfinished.add(index);
      },
    });
  } catch {
    // Nested so deeply that the visitor's recursion ends.
    return new Map();
  }
  return cells;
}
