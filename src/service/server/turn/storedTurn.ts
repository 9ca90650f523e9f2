import { dataFolder } from '../../../platform/files/dataFolder.ts';
import { openTurnStore } from '../../../platform/turns/turnStore.ts';
import type { AuditRequest } from '../../../protocol/engine.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';

/**
 * The audit of a turn that the store keeps: its states take the place of those in the request. An open turn is compared
 * with the working tree.
 * @param turn id or number of the turn; `last` for the latest
 * @throws RewheelError `unknown-turn`, `store-failed`, `git-missing`
 */
export async function storedTurn(
  request: AuditRequest,
  turn: string,
): Promise<{ request: AuditRequest; record: TurnRecord }> {
  const store = await openTurnStore({ root: request.root, dataFolder: dataFolder() });
  try {
    const record = await store.find(turn === 'last' ? undefined : turn);
    const head =
      record.head === null ? ({ kind: 'working-tree' } as const) : ({ kind: 'stored', id: record.head } as const);
    return {
      record,
      request: {
        ...request,
        base: { kind: 'stored', id: record.base },
        head,
        sessionStart: record.sessionStart === record.base ? null : { kind: 'stored', id: record.sessionStart },
      },
    };
  } finally {
    store.close();
  }
}
