import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TurnRecord } from '../../../protocol/turns.ts';
import type { TurnEnd, TurnStore } from '../../../platform/turns/turnStore.ts';

/** File systems with coarse times, and the moment between a write and its note in the log. */
const SLACK_MS = 2_000;

/**
 * Ends a turn whose end nobody saw, but which stands in its log by now. The state of now is that of its end when none of
 * the files that differ was touched later: else the turn is closed as `cut`.
 * @throws RewheelError as `TurnStore.end`
 */
export async function endFromLog(
  store: TurnStore,
  record: TurnRecord,
  end: TurnEnd & { endedAt: string },
): Promise<TurnRecord | null> {
  const head = await store.snapshot();
  const { changes } = await store.show(record.id);
  const until = Date.parse(end.endedAt) + SLACK_MS;
  const written = [...changes.added, ...changes.modified];
  const sure =
    written.every((path) => touchedAt(join(store.root, path)) <= until) &&
    changes.deleted.every((path) => touchedAt(folderOf(store.root, path)) <= until);
  return sure ? store.end(record.id, { ...end, head }) : store.abandon(record.id);
}

/** In ms; Infinity when it is gone. A file that was moved in keeps the time of its content, not that of its place. */
function touchedAt(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? Infinity : Math.max(stats.mtimeMs, stats.ctimeMs);
}

/** The nearest folder above a deleted file that is there. */
function folderOf(root: string, path: string): string {
  let folder = dirname(join(root, path));
  while (folder.length > root.length && lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    folder = dirname(folder);
  }
  return folder;
}
