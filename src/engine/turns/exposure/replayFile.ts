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
    const rows: string[] = [];
    const ids: number[] = [];
    const copy = (from: number, to: number): void => {
      for (let row = from; row < to; row++) {
        rows.push(this.rows[row]!);
        ids.push(this.ids[row]!);
      }
    };
    let from = 0;
    for (const { at, removed, added, kept } of changes) {
      copy(from, at);
      from = at + removed;
      const source = kept ?? matchLines(this.rows.slice(at, from).map(lineKey), added.map(lineKey));
      const fresh = this.#lineIds.take(added.length);
      added.forEach((row, index) => {
        rows.push(row);
        ids.push(source[index]! >= 0 ? this.ids[at + source[index]!]! : fresh + index);
      });
    }
    copy(from, this.rows.length);
    this.rows = rows;
    this.ids = ids;
  }

  /** The file has this text now: its lines keep their identities where a comparison finds them again. */
  rewrite(rows: readonly string[]): void {
    this.change([{ at: 0, removed: this.rows.length, added: rows }]);
  }

  /** The file probably has this text now. What it had before is kept, in case that a read tells otherwise. */
  guess(rows: readonly string[]): void {
    const before = this.state();
    this.rewrite(rows);
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
