/** Lines as a text of which each ends with a line feed. */
export function linesText(lines: readonly string[]): string {
  return lines.map((line) => line + '\n').join('');
}
