import type { CellFact } from '../../model/facts.ts';

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
