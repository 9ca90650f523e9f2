import type { CellFact, FileSummary } from '../../model/facts.ts';

/** The cell that a line of the facts stands in: the last one that begins at or above it. */
export function cellAt(cells: readonly CellFact[], line: number): CellFact | undefined {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cells[middle]!.line <= line) low = middle + 1;
    else high = middle;
  }
  return cells[low - 1];
}

/** A line of the facts of a notebook as its cell and the line inside it, 1-based. */
export function cellLine(cells: readonly CellFact[], line: number): { cell: number; line: number } {
  const found = cellAt(cells, line);
  return found ? { cell: found.cell, line: line - found.line + 1 } : { cell: 0, line };
}

/**
 * Lines of the facts as lines of the file itself, which is what agents read: in a notebook those of its JSON. No line at
 * all where they are not known.
 */
export function fileLines(
  { cells }: FileSummary,
  { startLine, endLine }: { startLine: number; endLine: number },
): { startLine: number; endLine: number } {
  if (!cells) return { startLine, endLine };
  const found = cellAt(cells, startLine);
  const first = found?.raw[startLine - found.line];
  if (!found || first === undefined) return { startLine: 0, endLine: -1 };
  return { startLine: first, endLine: found.raw[endLine - found.line] ?? found.raw.at(-1)! };
}
