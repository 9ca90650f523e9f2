import type { Shown } from '../session.ts';
import { rangesOf } from './searchOutput.ts';
import type { ToolText } from './toolText.ts';
import { field, numberOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

/** Lines after the first one that `read_file` shows at most when it is called with an offset and a limit. */
const READ_LIMIT = 1999;

/** Stands in the fence as its last line when the limit cut the file. */
const CUT = '[File content truncated at line ';

/**
 * What `read_file` showed. The result holds the lines in a fence, and says `Lines A to B (N lines total)` unless they
 * reach the end of the file, where the last one is the empty piece after the final newline. Logs without results leave
 * the arguments alone.
 */
export function readFileShown({ input, text }: ToolText): Shown[] {
  const path = textOf(field(input, 'filePath'));
  if (path === null) return [];
  const asked = askedLines(input);
  if (text === null) {
    const ranges = asked && asked.end >= asked.start ? [{ startLine: asked.start, endLine: asked.end }] : [];
    return [{ path, class: 'read', ranges, how: 'unverified', lines: null }];
  }
  const fenced = fencedLines(text);
  const said = /Lines (\d{1,9}) to (\d{1,9}) \((\d{1,9}) lines total\)/.exec(text.slice(0, 4096));
  const start = said ? Number(said[1]) : (asked?.start ?? 1);
  const count = said ? Number(said[2]) - start + 1 : (fenced?.length ?? 0);
  if (count < 1) return [shownPath(path, 'read')];
  const lines = fenced?.length === count ? fenced : null;
  if (!said && lines && lines.length > 1 && lines.at(-1) === '') lines.pop();
  return [
    {
      path,
      class: 'read',
      ranges: [{ startLine: start, endLine: start + (lines?.length ?? count) - 1 }],
      how: said ? 'printed' : 'arguments',
      lines,
    },
  ];
}

/** `startLine` and `endLine` from 1, `offset` and `limit`, or the oldest form from 0; null when the call names none. */
function askedLines(input: unknown): { start: number; end: number } | null {
  const number = (name: string): number | null => {
    const value = numberOf(field(input, name));
    return value !== null && Number.isSafeInteger(value) ? value : null;
  };
  const start = number('startLine');
  const end = number('endLine');
  if (start !== null && end !== null) {
    const [first, last] = [Math.max(start, 1), Math.max(end, 1)];
    return { start: Math.min(first, last), end: Math.max(first, last) };
  }
  const zero = number('startLineNumberBaseZero');
  const zeroEnd = number('endLineNumberBaseZero');
  if (zero !== null && zeroEnd !== null) return { start: Math.max(zero, 0) + 1, end: zeroEnd + 1 };
  const offset = number('offset');
  const limit = number('limit');
  if (offset === null && limit === null) return null;
  const first = Math.max(offset ?? 1, 1);
  // The tool shows one line more than the limit says.
  return { start: first, end: first + Math.min(Math.max(limit ?? READ_LIMIT, 1), READ_LIMIT) };
}

function fencedLines(text: string): string[] | null {
  const open = /(?:^|\n)(`{3,})[^\n`]*\n/.exec(text);
  if (!open) return null;
  const start = open.index + open[0].length;
  const end = text.lastIndexOf(`\n${open[1]!}`);
  const lines = end < start ? [] : text.slice(start, end).split('\n');
  const cut = lines.length - (lines.at(-1) === '' ? 2 : 1);
  return lines[cut]?.startsWith(CUT) ? lines.slice(0, cut) : lines;
}

/** `<match path="…" line=N>`, the found lines, `</match>`. */
export function matchesShown({ text }: ToolText): Shown[] {
  const files = new Map<string, Map<number, string>>();
  const marks = /<match path="([^"\n]{1,4096})" line=(\d{1,9})>\n?/g;
  for (let mark = marks.exec(text ?? ''); mark; mark = marks.exec(text ?? '')) {
    const end = text!.indexOf('</match>', marks.lastIndex);
    if (end < 0) break;
    const lines = files.get(mark[1]!) ?? new Map<number, string>();
    files.set(mark[1]!, lines);
    const found = text!.slice(marks.lastIndex, end).replace(/\n$/, '').split('\n');
    found.forEach((line, place) => lines.set(Number(mark![2]) + place, line));
    marks.lastIndex = end;
  }
  return shownOf(files);
}

/**
 * Excerpts of `semantic_search`: "… excerpt in `path` starting at line N:" or "Here is the full text of `path`:" and a
 * fence, whose first line may name the file.
 */
export function codeShown({ text }: ToolText): Shown[] {
  const files = new Map<string, Map<number, string>>();
  const marks = /(?:excerpt in|full text of) `([^`\n]{1,4096})`(?: starting at line (\d{1,9}))?:\n(`{3,})[^\n]*\n/g;
  for (let mark = marks.exec(text ?? ''); mark; mark = marks.exec(text ?? '')) {
    const end = text!.indexOf(`\n${mark[3]!}`, marks.lastIndex);
    if (end < 0) break;
    const lines = files.get(mark[1]!) ?? new Map<number, string>();
    files.set(mark[1]!, lines);
    const found = text!.slice(marks.lastIndex, end).split('\n');
    if (/^\W{0,4} ?file(?:path)?: /.test(found[0]!)) found.shift();
    const start = Math.max(Number(mark[2] ?? 1), 1);
    found.forEach((line, place) => lines.set(start + place, line));
    marks.lastIndex = end;
  }
  return shownOf(files);
}

/** Paths of `file_search`, one a line. */
export function pathsShown({ text }: ToolText): Shown[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[/\\.]/.test(line) && !/ (?:total )?results?\b|^No files found|^\.\.\./.test(line))
    .map((path) => shownPath(path, 'listing'));
}

/** Files of `list_dir`: folders end in `/`. */
export function folderShown({ input, text }: ToolText): Shown[] {
  const folder = textOf(field(input, 'path'))?.replace(/[/\\]+$/, '');
  return (text ?? '')
    .split('\n')
    .filter((name) => /\S/.test(name) && !name.endsWith('/') && !/^Folder is empty/.test(name))
    .map((name) => shownPath(folder === undefined ? name : `${folder}/${name}`, 'listing'));
}

function shownOf(files: Map<string, Map<number, string>>): Shown[] {
  return [...files].map(([path, found]) => {
    const sorted = [...found].sort(([a], [b]) => a - b);
    const ranges = rangesOf(sorted.map(([number]) => number));
    return { path, class: 'search', ranges, how: 'printed', lines: sorted.map(([, line]) => line) };
  });
}
