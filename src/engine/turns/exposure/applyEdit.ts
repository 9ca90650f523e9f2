import { formatPatch, parsePatch, reversePatch } from 'diff';
import type { FileEdit } from '../session.ts';
import { insertedRows, lineKey, rowsOf } from './lineText.ts';
import type { ReplayFile } from './replayFile.ts';

/** Edits of one file that say what its lines become. */
export type ContentEdit = Extract<
  FileEdit,
  { kind: 'write' | 'replace' | 'insert' | 'replace-lines' | 'patch' | 'diff' }
>;

/**
 * Makes an edit of the file.
 * @param once the edit must have one place only
 * @returns false when it does not fit, which leaves the file as it was
 */
export function applyEdit(file: ReplayFile, edit: ContentEdit, once = false): boolean {
  const before = file.state();
  const fits = apply(file, edit, once);
  if (!fits) file.restore(before);
  return fits;
}

function apply(file: ReplayFile, edit: ContentEdit, once: boolean): boolean {
  switch (edit.kind) {
    case 'write':
      file.rewrite(rowsOf(edit.content));
      return true;
    case 'replace':
      return replaceText(file, edit, once) || replaceLoosely(file, edit);
    case 'insert': {
      if (!isLine(edit.afterLine) || edit.afterLine > file.lines) return false;
      file.splice(edit.afterLine, 0, insertedRows(edit.text));
      return true;
    }
    case 'replace-lines': {
      const { startLine, endLine } = edit;
      if (!isLine(startLine) || !isLine(endLine) || startLine < 1 || startLine > file.lines + 1) return false;
      const removed = Math.max(0, Math.min(endLine, file.lines) - startLine + 1);
      file.splice(startLine - 1, removed, insertedRows(edit.text));
      return true;
    }
    case 'patch':
      return applyHunks(file, edit.hunks);
    case 'diff':
      return applyDiff(file, edit.diff);
  }
}

/** The edit that takes `edit` back, where its place can be found again; null where it cannot. */
export function inverseOf(edit: ContentEdit): ContentEdit | null {
  switch (edit.kind) {
    case 'replace':
      return edit.all || edit.new === '' ? null : { ...edit, old: edit.new, new: edit.old };
    case 'insert':
      return edit.text.trim() === ''
        ? null
        : { kind: 'patch', path: edit.path, hunks: [{ before: insertedRows(edit.text), after: [] }] };
    case 'patch':
      if (edit.hunks.some(({ after }) => after.length === 0)) return null;
      return { ...edit, hunks: edit.hunks.map(({ before, after }) => ({ before: after, after: before })) };
    case 'diff':
      try {
        return { ...edit, diff: formatPatch(reversePatch(parsePatch(edit.diff))) };
      } catch {
        return null;
      }
    case 'write':
    case 'replace-lines':
      return null;
  }
}

function isLine(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

function replaceText(file: ReplayFile, edit: { old: string; new: string; all: boolean }, once: boolean): boolean {
  const old = rowsOf(edit.old).join('\n');
  const wanted = rowsOf(edit.new).join('\n');
  if (old === '') {
    if (file.lines > 0) return false;
    file.rewrite(rowsOf(edit.new));
    return true;
  }
  const text = file.text();
  const places: number[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) {
    places.push(at);
    if (!edit.all && places.length > 1) break;
  }
  if (places.length === 0 || (once && places.length > 1)) return false;
  if (!edit.all) places.length = 1;
  const starts = rowStarts(file.rows);
  // From the last place to the first, so that the places before stay where they are.
  for (let last = places.length - 1; last >= 0;) {
    const lastRow = rowAt(starts, places[last]! + old.length);
    let first = last;
    let firstRow = rowAt(starts, places[last]!);
    // Places that share a row are one block.
    while (first > 0 && rowAt(starts, places[first - 1]! + old.length) >= firstRow) {
      first--;
      firstRow = rowAt(starts, places[first]!);
    }
    let block = '';
    let from = starts[firstRow]!;
    for (let place = first; place <= last; place++) {
      block += text.slice(from, places[place]) + wanted;
      from = places[place]! + old.length;
    }
    block += text.slice(from, starts[lastRow]! + file.rows[lastRow]!.length);
    file.splice(firstRow, lastRow - firstRow + 1, block.split('\n'));
    last = first - 1;
  }
  return true;
}

/** Agents find their place by whole lines too when only indentation or white space at the ends differs. */
function replaceLoosely(file: ReplayFile, edit: { old: string; new: string; all: boolean }): boolean {
  const old = insertedRows(edit.old);
  if (edit.all || old.every((line) => line.trim() === '')) return false;
  const at = findRows(file.rows, old, 0, (line) => line.trim());
  if (at < 0 || findRows(file.rows, old, at + 1, (line) => line.trim()) >= 0) return false;
  file.splice(at, old.length, insertedRows(edit.new));
  return true;
}

function applyHunks(file: ReplayFile, hunks: readonly { before: string[]; after: string[] }[]): boolean {
  let from = 0;
  for (const { before, after } of hunks) {
    const at = before.length === 0 ? file.lines : findLines(file.rows, before, from);
    if (at < 0) return false;
    file.splice(at, before.length, after);
    from = at + after.length;
  }
  return true;
}

/** First place from `from` on: exactly, else without white space at the ends of lines, else without indentation. */
function findLines(rows: readonly string[], wanted: readonly string[], from: number): number {
  for (const key of [(line: string) => line, lineKey, (line: string) => line.trim()]) {
    const at = findRows(rows, wanted, from, key);
    if (at >= 0) return at;
  }
  return -1;
}

function findRows(
  rows: readonly string[],
  wanted: readonly string[],
  from: number,
  key: (line: string) => string,
): number {
  const keys = wanted.map(key);
  for (let at = from; at + keys.length <= rows.length; at++) {
    let same = 0;
    while (same < keys.length && key(rows[at + same]!) === keys[same]) same++;
    if (same === keys.length) return at;
  }
  return -1;
}

function applyDiff(file: ReplayFile, diff: string): boolean {
  let hunks;
  try {
    hunks = parsePatch(diff).flatMap((part) => part.hunks);
  } catch {
    return false;
  }
  let shift = 0;
  let floor = 0;
  for (const hunk of hunks) {
    const old: string[] = [];
    const now: string[] = [];
    const kept: number[] = [];
    for (const line of hunk.lines) {
      const sign = line[0] ?? ' ';
      const rest = line.slice(1).replace(/\r$/, '');
      if (sign === '\\') continue;
      if (sign !== '-') {
        kept.push(sign === '+' ? -1 : old.length);
        now.push(rest);
      }
      if (sign !== '+') old.push(rest);
    }
    const stated = hunk.oldStart - 1;
    const at = nearestRows(file.rows, old, stated + shift, floor);
    if (at < 0) return false;
    // What was kept stands in the file as the file has it.
    file.splice(
      at,
      old.length,
      now.map((line, i) => (kept[i]! >= 0 ? file.rows[at + kept[i]!]! : line)),
      kept,
    );
    shift = at - stated + now.length - old.length;
    floor = at + now.length;
  }
  return hunks.length > 0;
}

function nearestRows(rows: readonly string[], wanted: readonly string[], stated: number, floor: number): number {
  if (wanted.length === 0) return stated >= floor && stated <= rows.length ? stated : -1;
  const keys = wanted.map(lineKey);
  const fits = (at: number): boolean =>
    at >= floor && at + keys.length <= rows.length && keys.every((key, i) => lineKey(rows[at + i]!) === key);
  for (let away = 0; away <= rows.length; away++) {
    if (fits(stated - away)) return stated - away;
    if (fits(stated + away)) return stated + away;
  }
  return -1;
}

function rowStarts(rows: readonly string[]): number[] {
  let at = 0;
  return rows.map((row) => {
    const start = at;
    at += row.length + 1;
    return start;
  });
}

/** Index of the row that holds a position of the text. */
function rowAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
