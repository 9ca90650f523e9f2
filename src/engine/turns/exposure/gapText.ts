import type { ReadFile } from './measures.ts';
import type { TargetRead } from './recall.ts';

/**
 * Sentence on why a target was missed, for the message of a finding.
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
