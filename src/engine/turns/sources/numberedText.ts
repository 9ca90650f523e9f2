import type { ExposureClass, LineRange, Shown } from '../session.ts';

/** Lines with printed numbers: which ones, and their texts in that order. */
export interface NumberedLines {
  ranges: LineRange[];
  lines: string[];
}

/** A window of a file, as SWE-agent's and OpenHands' file viewers print it. */
export interface FileWindow extends NumberedLines {
  path: string;
  total: number;
  /** Printed by an edit ("lines total after edit"). */
  edited: boolean;
}

/** Stands where a file viewer cut its text by an overall limit. */
export const CLIPPED = '<response clipped>';

/** Collects numbered lines; numbers that do not ascend are no line numbers. */
class Collected implements NumberedLines {
  readonly ranges: LineRange[] = [];
  readonly lines: string[] = [];

  add(number: number, text: string): boolean {
    const last = this.ranges.at(-1);
    if (!Number.isSafeInteger(number) || number <= (last?.endLine ?? 0)) return false;
    if (last && number === last.endLine + 1) last.endLine = number;
    else this.ranges.push({ startLine: number, endLine: number });
    this.lines.push(text);
    return true;
  }
}

/**
 * Numbered lines of `cat -n` (number, tab, text). Lines without a number are left out (notices, "eliding lines"), and a
 * line that an overall limit cut: it ends in `<response clipped>`.
 */
export function catNumbered(text: string): NumberedLines {
  const collected = new Collected();
  for (const line of plainLines(text)) {
    if (line.includes(CLIPPED)) continue;
    const match = /^ *(\d{1,9})\t(.*)$/.exec(line);
    if (match) collected.add(Number(match[1]), match[2]!);
  }
  return { ranges: collected.ranges, lines: collected.lines };
}

/** Characters above which a line is no heading of a search or a window. */
export const HEADING_LIMIT = 5_000;

/** All windows `[File: p (N lines total)]` of a text, with lines `N:text` or `N|text`. */
export function fileWindows(text: string): FileWindow[] {
  const windows: FileWindow[] = [];
  let open: { window: FileWindow; collected: Collected } | null = null;
  for (const line of plainLines(text)) {
    const header =
      line.length > HEADING_LIMIT ? null : /^\[File: (.+) \((\d{1,9}) lines total( after edit)?\)\]$/.exec(line);
    if (header) {
      const collected = new Collected();
      const { ranges, lines } = collected;
      const window = { path: header[1]!, total: Number(header[2]), edited: header[3] !== undefined, ranges, lines };
      open = { window, collected };
      windows.push(window);
      continue;
    }
    if (!open || /^\(.*\)$/.test(line)) continue;
    const match = /^(\d{1,9})[:|](.*)$/.exec(line);
    if (!match || line.includes(CLIPPED) || !open.collected.add(Number(match[1]), match[2]!)) open = null;
  }
  return windows;
}

export function shownLines(path: string, exposure: ExposureClass, { ranges, lines }: NumberedLines): Shown {
  return { path, class: exposure, ranges, how: 'printed', lines };
}

/** Lines of a terminal's text: without CR, colours and other control characters. */
export function plainLines(text: string): string[] {
  return text.split('\n').map((line) => line.replace(CONTROL, ''));
}

// eslint-disable-next-line no-control-regex -- terminals write these
const CONTROL = /\x1b\[[0-9;?]{0,20}[A-Za-z]|[\x00-\x08\x0b\x0d-\x1f\x7f]/g;
