import { matchLines } from './lineMatch.ts';
import { lineCount, lineKey, rowsOf } from './lineText.ts';

/** Gives out the identities of lines: numbers from 1 that no two lines of a turn share. */
export class LineIds {
  #next = 1;

  /** First of `count` identities in a row. */
  take(count: number): number {
    const first = this.#next;
    this.#next += count;
    return first;
  }
}

/** Rows from index `at` on that are replaced by others. */
export interface RowChange {
  at: number;
  removed: number;
  added: readonly string[];
  /** For each added row the offset from `at` of the removed row that it is, or -1; else their texts are compared. */
  kept?: ArrayLike<number>;
}

export interface RowState {
  rows: readonly string[];
  ids: readonly number[];
}

/**
 * A file at one moment of a turn: its rows (lineText.ts), and of every row an identity that it keeps through all edits.
 * The rows of the base have identities in a row, so an identity tells its base line.
 */
export class ReplayFile {
  path: string;
  /** Its name in the base; null for a file that is new in the turn. */
  readonly basePath: string | null;
  /** False when the file was changed in a way that the log does not tell: its rows are the best guess. */
  sure: boolean;
  gone = false;
  /** The log tells a change of it. */
  touched = false;
  /** Rows before the last guess. */
  guessedFrom: RowState | null = null;
  rows: readonly string[];
  ids: readonly number[];
  /** As it was when the turn began, or when the file was made. */
  readonly first: RowState;
  readonly #lineIds: LineIds;
  readonly #baseFirst: number;
  readonly #baseLines: number;
  /** Identities of lines that were read and are not in the rows, by their text. */
  readonly #foreign = new Map<string, number[]>();

  constructor(path: string, basePath: string | null, text: string, lineIds: LineIds, sure = true) {
    this.path = path;
    this.basePath = basePath;
    this.sure = sure;
    this.rows = rowsOf(text);
    this.#lineIds = lineIds;
    this.#baseFirst = lineIds.take(this.rows.length);
    this.#baseLines = basePath === null ? 0 : lineCount(this.rows);
    this.ids = this.rows.map((_, index) => this.#baseFirst + index);
    this.first = this.state();
  }

  get lines(): number {
    return lineCount(this.rows);
  }

  text(): string {
    return this.rows.join('\n');
  }

  /** Line of the base that has this identity; 0 when it is new. */
  baseLineOf(id: number): number {
    const line = id - this.#baseFirst + 1;
    return line >= 1 && line <= this.#baseLines ? line : 0;
  }

  /** Makes changes whose places do not overlap, in the order of the file; all count in the rows as they are before. */
  change(changes: readonly RowChange[]): void {
    // Pieces are joined at the end: one copy of a large file, not one for each change.
    const rows: (readonly string[])[] = [];
    const ids: (readonly number[])[] = [];
    let from = 0;
    for (const { at, removed, added, kept } of changes) {
      rows.push(this.rows.slice(from, at), added);
      ids.push(this.ids.slice(from, at));
      from = at + removed;
      const source = kept ?? matchLines(this.rows.slice(at, from).map(lineKey), added.map(lineKey));
      const fresh = this.#lineIds.take(added.length);
      ids.push(added.map((_, index) => (source[index]! >= 0 ? this.ids[at + source[index]!]! : fresh + index)));
    }
    rows.push(this.rows.slice(from));
    ids.push(this.ids.slice(from));
    this.rows = joined(rows);
    this.ids = joined(ids);
  }

  /** The file has this text now: its lines keep their identities where a comparison finds them again. */
  rewrite(rows: readonly string[]): void {
    this.change([{ at: 0, removed: this.rows.length, added: rows }]);
  }

  /** The file probably has this text now. What it had before is kept, in case that a read tells otherwise. */
  guess(rows: readonly string[]): void {
    const before = this.state();
    const keys = rows.map(lineKey);
    const fromNow = matchLines(this.rows.map(lineKey), keys);
    const fromFirst = matchLines(this.first.rows.map(lineKey), keys);
    // Whoever changed it unseen may have taken back what the turn did.
    const [state, found] = matched(fromFirst) > matched(fromNow) ? [this.first, fromFirst] : [before, fromNow];
    const fresh = this.#lineIds.take(rows.length);
    this.rows = rows;
    this.ids = rows.map((_, index) => (found[index]! >= 0 ? state.ids[found[index]!]! : fresh + index));
    this.guessedFrom = before;
  }

  /** Sets rows with identities that are known already. */
  learn(at: number, removed: number, rows: readonly string[], ids: readonly number[]): void {
    this.rows = [...this.rows.slice(0, at), ...rows, ...this.rows.slice(at + removed)];
    this.ids = [...this.ids.slice(0, at), ...ids, ...this.ids.slice(at + removed)];
  }

  /** Identity of a line of this file that the rows do not have, the `copy`th of its text in one read. */
  foreignId(line: string, copy: number): number {
    const key = lineKey(line);
    let ids = this.#foreign.get(key);
    if (!ids) this.#foreign.set(key, (ids = []));
    while (ids.length <= copy) ids.push(this.#lineIds.take(1));
    return ids[copy]!;
  }

  state(): RowState {
    return { rows: this.rows, ids: this.ids };
  }

  restore({ rows, ids }: RowState): void {
    this.rows = rows;
    this.ids = ids;
  }
}

/** Pieces that are joined in one step: all at once would be too many arguments. */
const JOINED_AT_ONCE = 500;

/** One array of all pieces. `flat` takes twenty times as long. */
function joined<T>(pieces: readonly (readonly T[])[]): readonly T[] {
  if (pieces.length <= JOINED_AT_ONCE) return ([] as T[]).concat(...pieces);
  const groups: (readonly T[])[] = [];
  for (let from = 0; from < pieces.length; from += JOINED_AT_ONCE) {
    groups.push(joined(pieces.slice(from, from + JOINED_AT_ONCE)));
  }
  return joined(groups);
}

function matched(found: Int32Array): number {
  return found.reduce((count, from) => (from >= 0 ? count + 1 : count), 0);
}
