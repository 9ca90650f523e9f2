import type { Finding, Place } from '../../protocol/report.ts';
import { cutText, shownCode } from './shown.ts';

/** Texts of the head state. A report has none: whoever makes a format with code frames hands them in. */
export interface SourceLines {
  /** Lines `from` to `to` (1-based, inclusive) without line ends, fewer at the file's end (with `cell` those of a notebook's cell); null when they are not at hand. */
  lines(file: string, from: number, to: number, cell?: number): string[] | null;
}

export const noSources: SourceLines = { lines: () => null };

/** A line of code; null stands for lines that are left out. */
export type FrameLine = { number: number; text: string; marked: boolean } | null;

export interface FrameLimits {
  /** Most lines of code. */
  lines: number;
  /** Most characters of a line. */
  columns: number;
}

/**
 * The code at a place, safe to be shown but not escaped for any format: the first line of the function, then the part
 * that matters, as far as the limits allow.
 * @param part lines that repeat the other side, marked; all of the place by default
 * @returns null when the text is not at hand
 */
export function frameOf(
  sources: SourceLines,
  place: Place,
  limits: FrameLimits,
  part: Finding['region'] = place,
): FrameLine[] | null {
  const from = Math.max(place.startLine, Math.min(part.startLine, place.endLine));
  const head = from > place.startLine ? 1 : 0;
  const first = head > 0 ? sources.lines(place.file, place.startLine, place.startLine, place.cell) : [];
  const last = Math.min(place.endLine, from + limits.lines - head - 1);
  const rest = sources.lines(place.file, from, last, place.cell);
  if (first === null || rest === null || rest.length === 0) return null;
  const frame: FrameLine[] = [];
  const add = (number: number, text: string): void => {
    const marked = number >= part.startLine && number <= part.endLine;
    frame.push({ number, text: shownCode(text), marked });
  };
  if (first.length > 0) {
    add(place.startLine, first[0]!);
    if (from > place.startLine + 1) frame.push(null);
  }
  rest.forEach((text, index) => add(from + index, text));
  if (from + rest.length - 1 < place.endLine) frame.push(null);
  return withoutIndent(frame, limits.columns);
}

/** Takes the indentation away that all lines share, then cuts them. */
function withoutIndent(frame: FrameLine[], columns: number): FrameLine[] {
  const indents = frame.map((line) => (line === null ? -1 : line.text.search(/[^ ]/))).filter((indent) => indent >= 0);
  const shared = Math.min(...indents, MOST_INDENT);
  return frame.map((line) => line && { ...line, text: cutText(line.text.slice(shared).trimEnd(), columns) });
}

const MOST_INDENT = 200;
