import type { Shown } from '../session.ts';
import { isNotice, searchShown } from './searchOutput.ts';
import { field, listOf, numberOf, recordOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

const PERSISTED = '<persisted-output>';

/** Lines that `Read` shows when the call names no limit. */
const READ_LIMIT = 2000;

export interface ReadResult {
  shown: Shown[];
  /** The tool left out lines that the call did not forbid. */
  cut: boolean;
}

/**
 * What `Read` showed (specs of the logs, section 3): by the structured result where the log has one, else by the printed
 * numbers. A file's last number stands for the empty piece after its final newline: no line.
 */
export function readShown(input: unknown, text: string | null, structured: unknown): ReadResult {
  const file = recordOf(field(structured, 'file'));
  const path = textOf(file?.filePath) ?? textOf(field(input, 'file_path')) ?? textOf(field(input, 'notebook_path'));
  if (path === null) return { shown: [], cut: false };
  const kind = textOf(field(structured, 'type'));
  if (kind === 'notebook') return { shown: [notebookShown(path, file)], cut: false };
  if (kind !== null && kind !== 'text') return { shown: [shownPath(path, 'read')], cut: kind === 'parts' };
  const content = textOf(file?.content);
  const start = countOf(file?.startLine);
  const count = countOf(file?.numLines);
  if (content === null || start === null || count === null || start < 1) return printedRead(path, input, text);
  const total = countOf(file?.totalLines);
  // A warning in place of text: the file is empty, or the offset lies behind its end.
  const warned = count < 1 || (total !== null && start >= total) || text?.startsWith('<system-reminder>') === true;
  const lines = content === '' && warned ? [] : content.split('\n');
  if (lines.length > 0 && lines.length !== count) {
    const printed = printedRead(path, input, text);
    if (printed.shown[0]!.ranges.length > 0) return printed;
  }
  let end = start + lines.length - 1;
  if (end === total && content.endsWith('\n')) {
    lines.pop();
    end--;
  }
  const ranges = end >= start ? [{ startLine: start, endLine: end }] : [];
  return {
    shown: [{ path, class: 'read', ranges, how: 'structured', lines }],
    cut: countOf(field(input, 'limit')) === null && total !== null && lines.length > 0 && end < total - 1,
  };
}

/**
 * The cells of a notebook, as lines of its JSON in Jupyter's own layout: that is what they are in the file, so their text
 * tells where they stand. Of a notebook in another layout only the path is known.
 */
function notebookShown(path: string, file: unknown): Shown {
  const lines = listOf(field(file, 'cells')).flatMap((cell) => {
    const source = textOf(field(cell, 'source')) ?? '';
    const ended = source.split(/(?<=\n)/);
    return ended.map((line, index) => `    ${JSON.stringify(line)}${index < ended.length - 1 ? ',' : ''}`);
  });
  return lines.length === 0 ? shownPath(path, 'read') : { path, class: 'read', ranges: [], how: 'structured', lines };
}

function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** `     N→text` and `N<tab>text`, up to the first line without the next number: notices of the program follow. */
function printedRead(path: string, input: unknown, text: string | null): ReadResult {
  const lines: string[] = [];
  let start = 0;
  if (text !== null) {
    for (let at = 0; at <= text.length;) {
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const printed = /^ *(\d{1,9})(?:→|\t)/.exec(text.slice(at, Math.min(end, at + 40)));
      const number = printed ? Number(printed[1]) : 0;
      if (!printed || (lines.length > 0 && number !== start + lines.length)) break;
      if (lines.length === 0) start = number;
      lines.push(text.slice(at + printed[0].length, end));
      at = end + 1;
    }
  }
  const limit = countOf(field(input, 'limit')) ?? READ_LIMIT;
  // Fewer lines than might have come: the file ends here, with the empty piece after its newline.
  if (lines.length > 0 && lines.length < limit && lines.at(-1) === '') lines.pop();
  const ranges = lines.length > 0 ? [{ startLine: start, endLine: start + lines.length - 1 }] : [];
  return { shown: [{ path, class: 'read', ranges, how: 'printed', lines }], cut: false };
}

/** What `Grep` showed: hits with their lines in mode `content`, else paths. */
export function grepShown(input: unknown, text: string | null, structured: unknown): Shown[] {
  const mode = textOf(field(structured, 'mode')) ?? textOf(field(input, 'output_mode')) ?? 'files_with_matches';
  const seen = text === null ? null : seenPart(text);
  if (mode === 'content') return seen === null ? [] : searchShown(seen, textOf(field(input, 'path')));
  if (mode === 'count') {
    const counted = (seen ?? '').split('\n').flatMap((line) => /^(.+):\d+$/.exec(line.slice(0, 4096))?.[1] ?? []);
    return counted.map((path) => shownPath(path, 'search'));
  }
  return pathsOf(seen, structured).map((path) => shownPath(path, 'search'));
}

/** What `Glob` showed. */
export function globShown(text: string | null, structured: unknown): Shown[] {
  return pathsOf(text === null ? null : seenPart(text), structured).map((path) => shownPath(path, 'listing'));
}

/** Files in the tree that `LS` prints: `- /folder/`, below it `  - name` and `  - folder/`. */
export function treeShown(text: string | null): Shown[] {
  const shown: Shown[] = [];
  const folders: string[] = [];
  for (const line of (text ?? '').split('\n')) {
    const entry = /^( *)- (.+)$/.exec(line);
    if (!entry) {
      if (line.trim() !== '' && shown.length > 0) break;
      continue;
    }
    const depth = entry[1]!.length >> 1;
    const name = entry[2]!;
    folders.length = Math.min(folders.length, depth);
    const folder = folders.at(-1) ?? '';
    if (name.endsWith('/')) folders.push(folder + name);
    else shown.push(shownPath(folder + name, 'listing'));
  }
  return shown;
}

/** True when the text says that the program cut it before the model got it. */
export function isCut(text: string): boolean {
  return text.startsWith(PERSISTED) || cutAt(text) >= 0;
}

/** Where the notice of a cut stands; -1 when there is none. */
function cutAt(text: string): number {
  // Nearly all texts have none, and a plain search says so at once.
  if (!text.includes(' truncated] ...')) return -1;
  return text.search(/\n\n\.\.\. \[\d+ (?:lines|characters) truncated\] \.\.\./);
}

/** The whole lines of a result that reached the model: a preview's, or those before a cut. */
function seenPart(text: string): string {
  if (text.startsWith(PERSISTED)) {
    const from = text.indexOf('Preview (first');
    const start = text.indexOf('\n', from) + 1;
    const end = text.lastIndexOf('\n...\n');
    return from < 0 || start === 0 ? '' : text.slice(start, end < start ? undefined : end);
  }
  const cut = cutAt(text);
  return cut < 0 ? text : text.slice(0, text.lastIndexOf('\n', cut - 1) + 1);
}

/** One path a line; the structured result names more than the model saw when the text was cut. */
function pathsOf(text: string | null, structured: unknown): string[] {
  if (text !== null) return text.split('\n').filter((line) => line.trim() !== '' && !isNotice(line));
  return listOf(field(structured, 'filenames')).filter((name): name is string => typeof name === 'string');
}
