/** Lines of a body without the indentation that all of them share. */
export function bodyLines(lines: readonly string[], first: number, last: number): string[] {
  const body = lines.slice(first, last + 1);
  const indents = body.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  let shared = indents[0] ?? '';
  for (const indent of indents) while (!indent.startsWith(shared)) shared = shared.slice(0, -1);
  return body.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart()));
}
