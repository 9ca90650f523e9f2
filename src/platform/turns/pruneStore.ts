import { dirname } from 'node:path';
import type { TurnRecord } from '../../protocol/turns.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { Repository } from '../git/repository.ts';
import { hasSnapshot, packKept, sizeOf } from './objectStore.ts';
import { removeTemporaries } from './storeFiles.ts';
import { formatOf } from './storePlaces.ts';
import { readRecords, removeRecord } from './turnRecords.ts';

export interface PruneOptions {
  /** The store's object folders that are there. */
  repositories: Repository[];
  /** Folder of the records. */
  records: string;
  /** Newest snapshots, which stay. */
  recent: string[];
  limits: { storeBytes: number; turns: number; days: number | null };
  signal?: AbortSignal;
}

export interface PruneResult {
  removed: TurnRecord[];
  /** Bytes that the snapshots take on disk now. */
  bytes: number;
}

/** Every snapshot is a pack of its own; beyond this many files they are put together. */
const MOST_FILES = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the oldest turns until the store is below its limits, then what no turn needs. What stays is packed before
 * anything goes, and records go before what they need: whenever this ends, no turn lacks anything.
 * @throws RewheelError `store-failed` when something is damaged: then nothing is removed; `cancelled`
 */
export async function pruneStore(options: PruneOptions): Promise<PruneResult> {
  const { repositories, records, limits } = options;
  const { turns, problems } = readRecords(records);
  const [damage] = problems;
  if (damage !== undefined) {
    throw new RewheelError('store-failed', `Nothing is pruned from the turn store while it is damaged: ${damage}`);
  }
  for (const folder of [records, dirname(records)]) removeTemporaries(folder);
  // Open turns and the latest stay.
  const removable = turns.slice(0, -1).filter(({ state }) => state !== 'open');
  const removed = removable.splice(0, Math.max(turns.length - limits.turns, tooOld(removable, limits.days)));
  let size = total(repositories);
  if (removed.length > 0 || size.bytes > limits.storeBytes || size.files > MOST_FILES) {
    await remove(removed, turns, options);
    size = total(repositories);
  }
  // What a turn takes is known only when it is gone; a quarter at a time keeps the rounds few.
  while (size.bytes > limits.storeBytes && removable.length > 0) {
    removed.push(...removable.splice(0, Math.ceil(removable.length / 4)));
    await remove(removed, turns, options);
    size = total(repositories);
  }
  return { removed, bytes: size.bytes };
}

/** How many turns at the beginning are older than so many days. */
function tooOld(turns: readonly TurnRecord[], days: number | null): number {
  if (days === null) return 0;
  const limit = new Date(Date.now() - days * DAY_MS).toISOString();
  const first = turns.findIndex(({ startedAt }) => startedAt >= limit);
  return first < 0 ? turns.length : first;
}

async function remove(removed: TurnRecord[], turns: readonly TurnRecord[], options: PruneOptions): Promise<void> {
  const kept = turns.filter((turn) => !removed.includes(turn));
  const needed = new Set(kept.flatMap(({ base, head, sessionStart }) => [base, sessionStart, ...(head ? [head] : [])]));
  const finish: (() => void)[] = [];
  for (const repository of options.repositories) {
    const ids = [...needed].filter((id) => formatOf(id) === repository.format);
    for (const id of options.recent) {
      // What is merely recent may have been lost without harm to a turn.
      if (formatOf(id) === repository.format && !needed.has(id) && (await hasSnapshot(repository, id))) ids.push(id);
    }
    finish.push(await packKept(repository, ids, options.signal));
  }
  for (const { id } of removed) removeRecord(options.records, id);
  for (const removeRest of finish) removeRest();
}

function total(repositories: readonly Repository[]): { bytes: number; files: number } {
  const sum = { bytes: 0, files: 0 };
  for (const repository of repositories) {
    const { bytes, files } = sizeOf(repository);
    sum.bytes += bytes;
    sum.files += files;
  }
  return sum;
}
