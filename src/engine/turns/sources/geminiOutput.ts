import type { Shown } from '../session.ts';
import { numberOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

/** Characters in which the notices before a file's text stand. */
const HEAD = 2_000;

const MASKED = /<tool_output_masked>/;

/**
 * What a tool of Gemini that is no shell showed.
 * @param binary an image or the like: a read of a file without lines
 */
export function shownByGemini(tool: string, args: Record<string, unknown>, output: string, binary: boolean): Shown[] {
  const path = textOf(args.file_path) ?? textOf(args.absolute_path) ?? textOf(args.path);
  const folder = textOf(args.dir_path) ?? textOf(args.path);
  switch (tool) {
    case 'read_file':
      if (path === null) return [];
      return [binary ? shownPath(path, 'read') : fileShown(path, args, output)];
    case 'read_many_files':
      return manyShown(output);
    case 'grep_search':
    case 'search_file_content':
      return searchShown(output, folder);
    case 'glob':
      return output
        .split(/\r?\n/)
        .filter((line) => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(line))
        .map((file) => shownPath(file, 'listing'));
    case 'list_directory':
      return listingShown(output, folder);
    default:
      return [];
  }
}

/** `start_line` and `end_line` from 1; in old versions `offset` from 0 and `limit`. */
function fileShown(path: string, args: Record<string, unknown>, output: string): Shown {
  const start = numberOf(args.start_line) ?? (numberOf(args.offset) ?? 0) + 1;
  if (MASKED.test(output)) {
    // The text was taken out of the log later: only the arguments tell what it was.
    const limit = numberOf(args.limit);
    const end = numberOf(args.end_line) ?? (limit === null ? null : start + limit - 1);
    return end === null
      ? shownPath(path, 'read')
      : { ...shownPath(path, 'read', 'arguments'), ranges: rangeOf(start, end) };
  }
  const notice = /^Status: Showing lines (\d{1,9})-(\d{1,9}) of \d+ total lines/m.exec(output.slice(0, HEAD));
  if (!notice) {
    const lines = linesOf(output);
    return { path, class: 'read', ranges: rangeOf(start, start + lines.length - 1), how: 'arguments', lines };
  }
  const mark = /^--- FILE CONTENT \(truncated\) ---\r?\n/m.exec(output.slice(0, HEAD));
  const ranges = rangeOf(Number(notice[1]), Number(notice[2]));
  if (!mark) return { path, class: 'read', ranges, how: 'structured', lines: null };
  const lines = linesOf(output.slice(mark.index + mark[0].length));
  const told = ranges.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
  return { path, class: 'read', ranges, how: 'structured', lines: lines.length === told ? lines : null };
}

function manyShown(output: string): Shown[] {
  const found: Shown[] = [];
  const parts = output.split(/^--- (.+) ---\r?$/m);
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const path = parts[at]!;
    if (path === 'End of content') break;
    const text = parts[at + 1]!.replace(
      /^\r?\n(?:\r?\n)?(?:\[WARNING: This file was truncated[^\n]*\]\r?\n\r?\n)?/,
      '',
    );
    const lines = linesOf(text);
    // Blank lines follow the text of each file: which of them are its own cannot be told.
    while (lines.at(-1) === '') lines.pop();
    found.push({ path, class: 'read', ranges: rangeOf(1, lines.length), how: 'arguments', lines });
  }
  return found;
}

/** `File: path`, then `L12: text` for a hit and `L13- text` for lines around it; or bare paths where only names were asked for. */
function searchShown(output: string, folder: string | null): Shown[] {
  const files = new Map<string, Map<number, string>>();
  let lines: Map<number, string> | null = null;
  for (const line of output.split(/\r?\n/)) {
    const file = /^File: (.+)$/.exec(line);
    if (file) {
      const path = inFolder(file[1]!, folder);
      lines = files.get(path) ?? new Map<number, string>();
      files.set(path, lines);
      continue;
    }
    const hit = /^L(\d{1,9})[:-] ?/.exec(line);
    if (hit) lines?.set(Number(hit[1]), line.slice(hit[0].length));
  }
  if (files.size === 0) return namesShown(output, folder);
  return [...files].map(([path, found]) => {
    const sorted = [...found].sort(([a], [b]) => a - b);
    const ranges: Shown['ranges'] = [];
    for (const [number] of sorted) {
      const last = ranges.at(-1);
      if (last && number === last.endLine + 1) last.endLine = number;
      else ranges.push({ startLine: number, endLine: number });
    }
    return { path, class: 'search', ranges, how: 'printed', lines: sorted.map(([, text]) => text) };
  });
}

function namesShown(output: string, folder: string | null): Shown[] {
  const [head = '', ...names] = output.split(/\r?\n/);
  if (!/^Found \d+ /.test(head)) return [];
  return names
    .filter((name) => name.trim() !== '' && name !== '---' && !/[:[\]]\s|^\(/.test(name))
    .map((name) => shownPath(inFolder(name.trim(), folder), 'search'));
}

function listingShown(output: string, folder: string | null): Shown[] {
  const [head = '', ...names] = output.split(/\r?\n/);
  if (!/^Directory listing for /.test(head)) return [];
  return names
    .filter((name) => name.trim() !== '' && !name.startsWith('[DIR] ') && !/^\(\d+ items? were ignored/.test(name))
    .map((name) => shownPath(inFolder(name.replace(/ \([\d.,]+ (?:bytes|[KMG]?B)\)$/, ''), folder), 'listing'));
}

/** Results name files relative to the folder that was asked for. */
function inFolder(path: string, folder: string | null): string {
  if (folder === null || folder === '.' || folder === './' || /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)) return path;
  const base = folder.replace(/[\\/]+$/, '');
  return path.startsWith(`${base}/`) ? path : `${base}/${path}`;
}

function rangeOf(startLine: number, endLine: number): Shown['ranges'] {
  return startLine >= 1 && endLine >= startLine ? [{ startLine, endLine }] : [];
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Marks between which old versions put what a command printed; newer ones write only those that tell something. */
const LABEL = /^(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): /;

/**
 * Takes the result of `run_shell_command` apart.
 * @returns `whole` is false when the text has none of the known forms
 */
export function shellResult(output: string): { text: string; exitCode: number | null; whole: boolean } {
  const begin = /(?:^|\n)Output: ?/.exec(output.startsWith('Command: ') ? output.slice(0) : output.slice(0, 8));
  if (!begin) return { text: output, exitCode: null, whole: false };
  const body = output.slice(begin.index + begin[0].length);
  const lines = body.split('\n');
  let end = lines.length;
  while (end > 0 && (LABEL.test(lines[end - 1]!) || lines[end - 1] === '')) end--;
  // What a command said of its failure can have many lines.
  if (output.startsWith('Command: ')) {
    const error = lines.findLastIndex((line) => line.startsWith('Error: '));
    if (error >= 0 && error < end && lines.slice(error, end).length < lines.length) end = error;
  }
  if (!lines.slice(end).some((line) => LABEL.test(line))) end = lines.length;
  const exit = /^Exit Code: (-?\d+)$/m.exec(lines.slice(end).join('\n'));
  const text = lines.slice(0, end).join('\n');
  return { text: text === '(empty)' ? '' : text, exitCode: exit ? Number(exit[1]) : null, whole: true };
}
