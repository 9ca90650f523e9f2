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

  /**
   * Replaces `removed` rows from index `at` by `added`.
   * @param kept for each added row the offset from `at` of the removed row that it is, or -1; null: compare their texts
   */
  splice(at: number, removed: number, added: readonly string[], kept: ArrayLike<number> | null = null): void {
    const from = kept ?? matchLines(this.rows.slice(at, at + removed).map(lineKey), added.map(lineKey));
    const fresh = this.#lineIds.take(added.length);
    const ids = added.map((_, index) => (from[index]! >= 0 ? this.ids[at + from[index]!]! : fresh + index));
    this.rows = [...this.rows.slice(0, at), ...added, ...this.rows.slice(at + removed)];
    this.ids = [...this.ids.slice(0, at), ...ids, ...this.ids.slice(at + removed)];
  }

  /** The file has this text now: its lines keep their identities where a comparison finds them again. */
  rewrite(rows: readonly string[]): void {
    this.splice(0, this.rows.length, rows);
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

  /** For undoing an edit that fits only in part. */
  state(): RowState {
    return { rows: this.rows, ids: this.ids };
  }

  restore({ rows, ids }: RowState): void {
    this.rows = rows;
    this.ids = ids;
  }
}
