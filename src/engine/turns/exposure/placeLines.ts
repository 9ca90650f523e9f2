import type { LineRange } from '../session.ts';
import { uniqueAnchors } from './lineMatch.ts';
import { lineCount, lineKey, showsLine } from './lineText.ts';

/** Places that are tried for a run of lines of which none stands once. */
const MAX_TRIES = 200;

/** Letters that make a line a proof when it stands once in the file. */
const PROOF_LETTERS = 5;

/** Line numbers of ranges, at most `limit` of them; ranges that are none are left out. */
export function numbersOf(ranges: readonly LineRange[], limit: number, lastLine = Number.MAX_SAFE_INTEGER): number[] {
  const numbers: number[] = [];
  for (const { startLine, endLine } of ranges) {
    if (!Number.isInteger(startLine) || startLine < 1) continue;
    for (let line = startLine; line <= Math.min(endLine, lastLine) && numbers.length < limit; line++)
      numbers.push(line);
  }
  return numbers;
}

/**
 * Places shown lines by their numbers.
 * @returns the indexes of the rows that were shown, or null when one of them has another text. Blank lines at the end
 *   that were cut from what was shown count as shown.
 */
export function placeByNumbers(
  rows: readonly string[],
  ranges: readonly LineRange[],
  lines: readonly string[],
): number[] | null {
  const count = lineCount(rows);
  const numbers = numbersOf(ranges, Math.max(lines.length, count) + 1);
  const placed: number[] = [];
  for (let i = 0; i < Math.max(lines.length, numbers.length); i++) {
    const shown = lines[i];
    const number = numbers[i];
    if (number === undefined || number > count) {
      // Some tools show the empty row after the last line feed.
      if (shown !== undefined && shown.trim() !== '') return null;
      continue;
    }
    const row = rows[number - 1]!;
    if (shown === undefined ? row.trim() !== '' : !showsLine(shown, row)) return null;
    placed.push(number - 1);
  }
  return placed;
}

/**
 * Places shown lines by their text alone (specs of the logs, section 15.3 rule 3).
 * @param needsProof a run of lines counts only with two lines that are not blank, or one that stands once and has five
 *   letters; without it every line that fits counts
 * @returns for each line the index of its row, or -1
 */
export function placeByText(rows: readonly string[], lines: readonly string[], needsProof: boolean): number[] {
  const old = rows.slice(0, lineCount(rows)).map(lineKey);
  const now = lines.map(lineKey);
  const placed = new Array<number>(lines.length).fill(-1);
  const anchors = uniqueAnchors(old, now, 0, old.length, 0, now.length).filter(([, at]) => now[at] !== '');
  if (anchors.length === 0) {
    const run = longestRun(old, now);
    if (run) for (let i = 0; i < run.length; i++) placed[run.nowAt + i] = run.oldAt + i;
  }
  anchors.forEach(([oldAt, nowAt], index) => {
    const [oldBefore, nowBefore] = anchors[index - 1] ?? [-1, -1];
    const [oldNext, nowNext] = anchors[index + 1] ?? [old.length, now.length];
    placed[nowAt] = oldAt;
    let low = oldBefore + 1;
    for (let at = nowBefore + 1; at < nowAt; at++) if (placed[at]! >= 0) low = placed[at]! + 1;
    for (let i = 1; nowAt - i > nowBefore && oldAt - i >= low && placed[nowAt - i]! < 0; i++) {
      if (!showsLine(lines[nowAt - i]!, rows[oldAt - i]!)) break;
      placed[nowAt - i] = oldAt - i;
    }
    for (let i = 1; nowAt + i < nowNext && oldAt + i < oldNext; i++) {
      if (!showsLine(lines[nowAt + i]!, rows[oldAt + i]!)) break;
      placed[nowAt + i] = oldAt + i;
    }
  });
  return needsProof ? proven(placed, now, old) : placed;
}

function longestRun(
  old: readonly string[],
  now: readonly string[],
): { oldAt: number; nowAt: number; length: number } | null {
  let best: { oldAt: number; nowAt: number; length: number } | null = null;
  const nowAt = now.findIndex((line) => line !== '');
  if (nowAt < 0) return null;
  let tries = 0;
  for (let oldAt = old.indexOf(now[nowAt]!); oldAt >= 0; oldAt = old.indexOf(now[nowAt]!, oldAt + 1)) {
    let length = 0;
    while (nowAt + length < now.length && old[oldAt + length] === now[nowAt + length]) length++;
    if (!best || length > best.length) best = { oldAt, nowAt, length };
    if (++tries >= MAX_TRIES) break;
  }
  return best;
}

function proven(placed: readonly number[], now: readonly string[], old: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const line of old) counts.set(line, (counts.get(line) ?? 0) + 1);
  const kept = [...placed];
  for (let from = 0; from < kept.length;) {
    if (kept[from]! < 0) {
      from++;
      continue;
    }
    let to = from + 1;
    while (to < kept.length && kept[to] === kept[to - 1]! + 1) to++;
    const texts = now.slice(from, to).filter((line) => line !== '');
    const isProof = texts.length >= 2 || texts.some((line) => counts.get(line) === 1 && letters(line) >= PROOF_LETTERS);
    if (!isProof) kept.fill(-1, from, to);
    from = to;
  }
  return kept;
}

function letters(line: string): number {
  return line.match(/\p{L}/gu)?.length ?? 0;
}
