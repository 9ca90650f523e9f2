import type { ExposureClass, ExposureMethod, LineRange, Shown } from '../session.ts';

/** A line of a file with its number from 1. */
export type NumberedLine = readonly [number: number, text: string];

/** The part of a file that these lines are, in any order; a line that was shown twice counts once. */
export function shownLines(
  path: string,
  kind: ExposureClass,
  how: ExposureMethod,
  numbered: readonly NumberedLine[],
): Shown {
  const sorted = [...new Map(numbered)].sort(([a], [b]) => a - b);
  const ranges: LineRange[] = [];
  for (const [number] of sorted) {
    const last = ranges.at(-1);
    if (last?.endLine === number - 1) last.endLine = number;
    else ranges.push({ startLine: number, endLine: number });
  }
  return { path, class: kind, ranges, how, lines: sorted.map(([, text]) => text) };
}

/** A file of which only the path was shown, or no line at all. */
export function shownPath(path: string, kind: ExposureClass, how: ExposureMethod = 'printed'): Shown {
  return { path, class: kind, ranges: [], how, lines: null };
}

/**
 * Lines from `from` on that are numbered one after the other, up to the first that is not.
 * @param pattern takes the number and the text out of a line
 */
export function numberedRun(
  lines: readonly string[],
  from: number,
  pattern: RegExp,
): { numbered: NumberedLine[]; next: number } {
  const numbered: NumberedLine[] = [];
  let next = from;
  for (; next < lines.length; next++) {
    const match = pattern.exec(withoutReturn(lines[next]!));
    const number = match ? Number(match[1]) : 0;
    if (!match || number < 1 || (numbered.length > 0 && number !== numbered.at(-1)![0] + 1)) break;
    numbered.push([number, match[2] ?? '']);
  }
  return { numbered, next };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
