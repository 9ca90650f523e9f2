import type { TurnStore } from '../../../platform/turns/turnStore.ts';
import { isRewheelError } from '../../../protocol/errors.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';

/**
 * Ends a turn, or takes the record of another process that watches too and was faster: it is as good.
 * @param work ends it; null when it has ended already
 */
export async function endedRecord(
  store: TurnStore,
  { id }: TurnRecord,
  work: () => Promise<TurnRecord | null>,
): Promise<TurnRecord> {
  try {
    return (await work()) ?? (await store.find(id));
  } catch (error) {
    if (!isRewheelError(error, 'unknown-turn')) throw error;
    const kept = await store.find(id);
    if (kept.state === 'open') throw error;
    return kept;
  }
}
