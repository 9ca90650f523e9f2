import { diffArrays } from 'diff';

/** Edits beyond which the line difference gives up and takes all between the common head and tail as changed. */
const MAX_EDITS = 4_000;

/**
 * Lines of `after` that were added or changed against `before`, 1-based. Line ends do not count, so a file that only
 * changed from LF to CRLF has none.
 */
export function changedLines(before: string, after: string): Set<number> {
  const old = before.split(/\r\n|\r|\n/);
  const now = after.split(/\r\n|\r|\n/);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail++;
  }
  const changed = new Set<number>();
  const middle = now.slice(head, now.length - tail);
  const parts = diffArrays(old.slice(head, old.length - tail), middle, { maxEditLength: MAX_EDITS });
  if (!parts) {
    for (let i = 0; i < middle.length; i++) changed.add(head + i + 1);
    return changed;
  }
  let line = head + 1;
  for (const part of parts) {
    if (part.removed) continue;
    if (part.added) for (let i = 0; i < part.value.length; i++) changed.add(line + i);
    line += part.value.length;
  }
  return changed;
}
