import { readInstead, type MeasureOptions, type ReadFile } from './measures.ts';
import { gapOf, onlySearched, recallOf, type RecallTarget, type TargetRead } from './recall.ts';
import type { TurnExposure } from './turnExposure.ts';

/** Files that a message names at most. */
const NAMED_FILES = 3;

/** Why a target was missed, and a sentence on it for the message of a finding. */
export function missOf(
  target: RecallTarget,
  exposure: TurnExposure,
  options: MeasureOptions = {},
): { gap: 'exploration' | 'execution'; text: string } {
  const read = recallOf([target], exposure, options).reads[0]!;
  const searched = !read && onlySearched(target, exposure, options);
  return { gap: gapOf(read), text: gapText(read, searched, readInstead(exposure, NAMED_FILES, options)) };
}

/**
 * Sentence on why a target was missed.
 * @param read first read of the target; null when no line of it was read
 * @param searched true when a search showed lines of it
 * @param instead files that the agent read, most lines first
 */
export function gapText(read: TargetRead | null, searched: boolean, instead: readonly ReadFile[]): string {
  if (read) {
    const at = timeOfDay(read.at);
    return `It was read in this turn${at === null ? '' : ` at ${at}`}${read.by === null ? '' : ' by a sub-agent'}, not used.`;
  }
  const seen = searched ? 'Only a search showed it in this turn' : 'It was not read in this turn';
  if (instead.length === 0) return `${seen}, nor was any other file.`;
  const files = instead.map(({ path, lines }) => `${path} (${lines} ${lines === 1 ? 'line' : 'lines'})`);
  return `${seen}; the agent read ${files.join(', ')}.`;
}

/** Hours and minutes in UTC, so that a report is the same on every machine. */
function timeOfDay(at: string | null): string | null {
  if (at === null) return null;
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(11, 16)} UTC`;
}
