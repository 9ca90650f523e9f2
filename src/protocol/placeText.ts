/**
 * A line of a file as texts name it: `file:line`, in a notebook `file, cell 2:line`. The cell counts from 0, as in the
 * report.
 */
export function placeText({ file, startLine, cell }: { file: string; startLine: number; cell?: number }): string {
  return cell === undefined ? `${file}:${startLine}` : `${file}, cell ${cell}:${startLine}`;
}
