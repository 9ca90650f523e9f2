import { formatPatch, parsePatch, reversePatch } from 'diff';
import type { FileEdit } from '../session.ts';
import { insertedRows, lineKey, rowsOf } from './lineText.ts';
import type { ReplayFile, RowChange } from './replayFile.ts';

/** Edits of one file that say what its lines become. */
export type ContentEdit = Extract<
  FileEdit,
  { kind: 'write' | 'replace' | 'insert' | 'replace-lines' | 'patch' | 'diff' }
>;

/** Line comparisons after which the search for an edit's places is given up. */
const MAX_COMPARISONS = 20_000_000;

/**
 * Makes an edit of the file.
 * @param once a replaced text must stand only once in the file
 * @returns false when the edit does not fit, which leaves the file as it was
 */
export function applyEdit(file: ReplayFile, edit: ContentEdit, once = false): boolean {
  const changes = changesOf(file, edit, once);
  if (changes) file.change(changes);
  return changes !== null;
}

function changesOf(file: ReplayFile, edit: ContentEdit, once: boolean): RowChange[] | null {
  switch (edit.kind) {
    case 'write':
      return [{ at: 0, removed: file.rows.length, added: rowsOf(edit.content) }];
    case 'replace':
      return replacedText(file, edit, once) ?? replacedLoosely(file, edit);
    case 'insert':
      if (!isLine(edit.afterLine) || edit.afterLine > file.lines) return null;
      return [{ at: edit.afterLine, removed: 0, added: insertedRows(edit.text) }];
    case 'replace-lines': {
      const { startLine, endLine } = edit;
      if (!isLine(startLine) || !isLine(endLine) || startLine < 1 || startLine > file.lines + 1) return null;
      const removed = Math.max(0, Math.min(endLine, file.lines) - startLine + 1);
      return [{ at: startLine - 1, removed, added: insertedRows(edit.text) }];
    }
    case 'patch':
      return patched(file, edit.hunks);
    case 'diff':
      return diffed(file, edit.diff);
  }
}

/** The edit that takes `edit` back, where its place can be found again; null where it cannot. */
export function inverseOf(edit: ContentEdit): ContentEdit | null {
  switch (edit.kind) {
    case 'replace':
      return edit.all || edit.new === '' ? null : { ...edit, old: edit.new, new: edit.old };
    case 'insert':
      if (edit.text.trim() === '') return null;
      return { kind: 'patch', path: edit.path, hunks: [{ before: insertedRows(edit.text), after: [] }] };
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

function replacedText(
  file: ReplayFile,
  edit: { old: string; new: string; all: boolean },
  once: boolean,
): RowChange[] | null {
  const old = rowsOf(edit.old).join('\n');
  const wanted = rowsOf(edit.new).join('\n');
  // An empty text to replace stands for a file that is new or empty.
  if (old === '') return file.lines > 0 ? null : [{ at: 0, removed: file.rows.length, added: rowsOf(edit.new) }];
  const text = file.text();
  const places: number[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) {
    places.push(at);
    if (!edit.all && places.length > 1) break;
  }
  if (places.length === 0 || (once && places.length > 1)) return null;
  if (!edit.all) places.length = 1;
  const starts = rowStarts(file.rows);
  const changes: RowChange[] = [];
  for (let next = 0; next < places.length;) {
    const firstRow = rowAt(starts, places[next]!);
    let lastRow = firstRow;
    let block = '';
    let from = starts[firstRow]!;
    // Places that share a row are one change.
    for (; next < places.length && rowAt(starts, places[next]!) <= lastRow; next++) {
      block += text.slice(from, places[next]) + wanted;
      from = places[next]! + old.length;
      lastRow = rowAt(starts, from);
    }
    block += text.slice(from, starts[lastRow]! + file.rows[lastRow]!.length);
    changes.push({ at: firstRow, removed: lastRow - firstRow + 1, added: block.split('\n') });
  }
  return changes;
}

/** Agents find their place by whole lines too when only indentation or white space at the ends differs. */
function replacedLoosely(file: ReplayFile, edit: { old: string; new: string; all: boolean }): RowChange[] | null {
  const old = insertedRows(edit.old);
  if (edit.all || old.every((line) => line.trim() === '')) return null;
  const search = new RowSearch(file.rows);
  const at = search.first(old, 0, trimmed);
  if (at < 0 || search.first(old, at + 1, trimmed) >= 0) return null;
  return [{ at, removed: old.length, added: insertedRows(edit.new) }];
}

function patched(file: ReplayFile, hunks: readonly { before: string[]; after: string[] }[]): RowChange[] | null {
  const search = new RowSearch(file.rows);
  const changes: RowChange[] = [];
  let from = 0;
  for (const { before, after } of hunks) {
    const at = before.length === 0 ? Math.max(from, file.lines) : search.loosely(before, from);
    if (at < 0) return null;
    changes.push({ at, removed: before.length, added: after });
    from = at + before.length;
  }
  return changes;
}

function diffed(file: ReplayFile, diff: string): RowChange[] | null {
  let hunks;
  try {
    hunks = parsePatch(diff).flatMap((part) => part.hunks);
  } catch {
    return null;
  }
  const search = new RowSearch(file.rows);
  const changes: RowChange[] = [];
  let drift = 0;
  let from = 0;
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
    const at = search.nearest(old, stated + drift, from);
    if (at < 0) return null;
    // What was kept stands in the file as the file has it.
    const added = now.map((line, index) => (kept[index]! >= 0 ? file.rows[at + kept[index]!]! : line));
    changes.push({ at, removed: old.length, added, kept });
    drift = at - stated;
    from = at + old.length;
  }
  return changes.length > 0 ? changes : null;
}

const trimmed = (line: string): string => line.trim();
const exactly = (line: string): string => line;

/** Finds rows in a file, within a bounded number of comparisons. */
class RowSearch {
  readonly #rows: readonly string[];
  #left = MAX_COMPARISONS;

  constructor(rows: readonly string[]) {
    this.#rows = rows;
  }

  /** First place from `from` on, or -1. */
  first(wanted: readonly string[], from: number, key: (line: string) => string): number {
    const keys = wanted.map(key);
    for (let at = from; at + keys.length <= this.#rows.length && this.#left > 0; at++) {
      if (this.#fits(keys, at, key)) return at;
    }
    return -1;
  }

  /** First place from `from` on: exactly, else without white space at the ends of lines, else without indentation. */
  loosely(wanted: readonly string[], from: number): number {
    for (const key of [exactly, lineKey, trimmed]) {
      const at = this.first(wanted, from, key);
      if (at >= 0) return at;
    }
    return -1;
  }

  /** The place nearest to a stated one and not before `from`, or -1. */
  nearest(wanted: readonly string[], stated: number, from: number): number {
    const keys = wanted.map(lineKey);
    const last = this.#rows.length - keys.length;
    if (keys.length === 0) return stated >= from && stated <= last ? stated : -1;
    for (let away = 0; away <= this.#rows.length && this.#left > 0; away++) {
      for (const at of away === 0 ? [stated] : [stated - away, stated + away]) {
        if (at >= from && at <= last && this.#fits(keys, at, lineKey)) return at;
      }
    }
    return -1;
  }

  #fits(keys: readonly string[], at: number, key: (line: string) => string): boolean {
    let same = 0;
    while (same < keys.length && key(this.#rows[at + same]!) === keys[same]) same++;
    this.#left -= same + 1;
    return same === keys.length;
  }
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
