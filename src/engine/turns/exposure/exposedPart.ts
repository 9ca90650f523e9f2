import type { Action, Shown } from '../session.ts';
import { lineKey } from './lineText.ts';
import { numbersOf, placeByNumbers, placeByText } from './placeLines.ts';
import type { ReplayFile, RowState } from './replayFile.ts';
import { NO_LINES, type ExposedLines, type ExposedPart, type ReadMethod } from './turnExposure.ts';
import type { WorkspaceReplay } from './workspaceReplay.ts';

/** Takes what an action showed of a file to lines of the file as it is at this moment of the replay. */
export class PartMaker {
  readonly #replay: WorkspaceReplay;

  constructor(replay: WorkspaceReplay) {
    this.#replay = replay;
  }

  /**
   * The part when it fits the file as it is known.
   * @returns null for what counts nowhere (no file of the workspace, an echo), undefined when the text does not fit
   */
  async exact(action: Action, order: number, path: string, shown: Shown): Promise<ExposedPart | null | undefined> {
    if (shown.class === 'echo' || shown.class === 'given') return null;
    if (!this.#replay.isFile(path)) return null;
    let file = await this.#replay.file(path);
    // What was read is there, whatever the log says.
    if (!file && shown.class === 'read') file = await this.#replay.revive(path, order);
    if (!file || shown.class === 'listing' || shown.lines?.length === 0) {
      return partOf(action, order, path, file, shown, shown.how, NO_LINES);
    }
    if (shown.lines === null) {
      const numbers = numbersOf(shown.ranges, file.lines, file.lines);
      const how = file.sure ? shown.how : 'unverified';
      return partOf(
        action,
        order,
        path,
        file,
        shown,
        how,
        linesAt(
          file,
          numbers.map((number) => number - 1),
        ),
      );
    }
    const placed = this.#byNumbers(file, shown);
    return placed ? partOf(action, order, path, file, shown, shown.how, linesAt(file, placed)) : undefined;
  }

  /** The part by whatever tells most: other states that the file may have had, then the text of the lines alone. */
  async best(action: Action, order: number, path: string, shown: Shown): Promise<ExposedPart | null> {
    const now = await this.exact(action, order, path, shown);
    if (now !== undefined) return now;
    const file = (await this.#replay.file(path))!;
    const lines = shown.lines!;
    const states = await this.#otherStates(file, order);
    for (const state of states) {
      if (!this.#byNumbers(state, shown)) continue;
      state.take();
      return (await this.exact(action, order, path, shown))!;
    }
    // The tool printed it as lines of this file: no line needs a proof.
    const isContent = shown.ranges.length > 0 && (shown.how === 'structured' || shown.how === 'printed');
    let placed = placeByText(file.rows, lines, !isContent);
    for (const state of states) {
      const other = placeByText(state.rows, lines, !isContent);
      if (countPlaced(other) <= countPlaced(placed)) continue;
      state.take();
      placed = other;
    }
    const exposed = isContent
      ? learned(file, shown, placed)
      : linesAt(
          file,
          placed.filter((row) => row >= 0),
        );
    return partOf(action, order, path, file, shown, 'aligned', exposed);
  }

  #byNumbers(file: { rows: readonly string[] }, shown: Shown): number[] | null {
    return shown.ranges.length === 0 ? null : placeByNumbers(file.rows, shown.ranges, shown.lines!);
  }

  /** What the file may be instead of what the replay has: found from the end of the turn, or as before a guess. */
  async #otherStates(file: ReplayFile, order: number): Promise<{ rows: readonly string[]; take: () => void }[]> {
    const states: { rows: readonly string[]; take: () => void }[] = [];
    const earlier = (state: RowState): void => {
      states.push({
        rows: state.rows,
        take: () => {
          file.restore(state);
          file.guessedFrom = null;
        },
      });
    };
    if (file.guessedFrom) earlier(file.guessedFrom);
    const later = await this.#replay.laterRows(file, order);
    if (later) states.push({ rows: later, take: () => file.guess(later) });
    // Changes are taken back unseen too, by git or by the user.
    if (file.rows !== file.first.rows) earlier(file.first);
    return states;
  }
}

/** Lines of the file at rows, ascending or not, each once. */
function linesAt(file: ReplayFile, rows: readonly number[]): ExposedLines {
  const sorted = [...new Set(rows)].sort((a, b) => a - b);
  return columns(
    file,
    sorted.map((row) => ({ number: row + 1, id: file.ids[row]!, row })),
  );
}

/**
 * Lines of a file that was changed unseen: those that the replay has, and the rest as lines of their own. Between two
 * lines that it has, the replay takes over what was shown.
 */
function learned(file: ReplayFile, shown: Shown, placed: readonly number[]): ExposedLines {
  const lines = shown.lines!;
  const numbers = numbersOf(shown.ranges, lines.length);
  const copies = new Map<string, number>();
  const seen = lines.map((line, index) => {
    const row = placed[index]!;
    if (row >= 0) return { number: numbers[index] ?? row + 1, id: file.ids[row]!, row };
    const copy = copies.get(lineKey(line)) ?? 0;
    copies.set(lineKey(line), copy + 1);
    return { number: numbers[index] ?? 0, id: file.foreignId(line, copy), row: -1 };
  });
  file.sure = false;
  const exposed = columns(file, seen);
  const isOnePiece = numbers.length === lines.length && numbers.at(-1)! - numbers[0]! === numbers.length - 1;
  const first = placed.findIndex((row) => row >= 0);
  const last = placed.findLastIndex((row) => row >= 0);
  if (isOnePiece && first >= 0) {
    const from = numbers[0] === 1 ? 0 : first;
    const fromRow = numbers[0] === 1 ? 0 : placed[first]!;
    const piece = seen.slice(from, last + 1);
    const rows = piece.map(({ row }, index) => (row >= 0 ? file.rows[row]! : lines[from + index]!));
    file.learn(
      fromRow,
      placed[last]! - fromRow + 1,
      rows,
      piece.map(({ id }) => id),
    );
  }
  return exposed;
}

function columns(file: ReplayFile, seen: readonly { number: number; id: number; row: number }[]): ExposedLines {
  const base = seen.map(({ id }) => file.baseLineOf(id));
  const around = nearestBaseLines(file, base);
  // A line that the replay does not have stands between those of the lines shown with it.
  const above = seen.map(({ row }, index) =>
    base[index]! > 0 ? base[index]! : row >= 0 && around ? around.above[row]! : 0,
  );
  const below = seen.map(({ row }, index) =>
    base[index]! > 0 ? base[index]! : row >= 0 && around ? around.below[row]! : 0,
  );
  for (let i = 0; i < seen.length; i++) if (seen[i]!.row < 0 && i > 0) above[i] = above[i - 1]!;
  for (let i = seen.length - 2; i >= 0; i--) if (seen[i]!.row < 0) below[i] = below[i + 1]!;
  return {
    numbers: seen.map(({ number }) => number),
    ids: seen.map(({ id }) => id),
    base,
    above: above.map((line, index) => (base[index]! > 0 ? 0 : line)),
    below: below.map((line, index) => (base[index]! > 0 ? 0 : line)),
  };
}

/** Null where all lines shown are of the base, or the file has none of it. */
function nearestBaseLines(file: ReplayFile, shown: readonly number[]): { above: Int32Array; below: Int32Array } | null {
  if (file.basePath === null || shown.every((line) => line > 0)) return null;
  const count = file.rows.length;
  const above = new Int32Array(count);
  const below = new Int32Array(count);
  let line = 0;
  for (let row = 0; row < count; row++) {
    line = file.baseLineOf(file.ids[row]!) || line;
    above[row] = line;
  }
  line = 0;
  for (let row = count - 1; row >= 0; row--) {
    line = file.baseLineOf(file.ids[row]!) || line;
    below[row] = line;
  }
  return { above, below };
}

function countPlaced(placed: readonly number[]): number {
  return placed.filter((row) => row >= 0).length;
}

function partOf(
  action: Action,
  order: number,
  path: string,
  file: ReplayFile | null,
  shown: Shown,
  how: ReadMethod,
  lines: ExposedLines,
): ExposedPart {
  return {
    action: action.id,
    order,
    at: action.startedAt ?? action.endedAt,
    by: action.by,
    class: shown.class as ExposedPart['class'],
    how,
    path,
    basePath: file?.basePath ?? null,
    lines,
  };
}
