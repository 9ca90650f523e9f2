import { dataFolder } from '../../../platform/files/dataFolder.ts';
import { realFolder } from '../../../platform/files/realFile.ts';
import { openTurnStore, type TurnStore } from '../../../platform/turns/turnStore.ts';
import type { AuditRequest, StateRef } from '../../../protocol/engine.ts';
import { RewheelError } from '../../../protocol/errors.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';
import { chooseTurn } from './chooseTurn.ts';
import { belongsTo } from './turnOfAudit.ts';

/** An audit whose states come out of the turn store. */
export interface StoredTurn {
  request: AuditRequest;
  record: TurnRecord;
}

/**
 * The audit of a turn that the store keeps: its states take the place of those in the request. An open turn is compared
 * with the working tree.
 * @param turn id or number of the turn; `last` for the latest
 * @throws RewheelError `unknown-turn`, `store-failed`, `git-missing`
 */
export function storedTurn(request: AuditRequest, turn: string): Promise<StoredTurn> {
  return withStore(request, async (store) => store.find(turn === 'last' ? undefined : turn));
}

/**
 * The audit of a turn of logs whose states nobody named: the store may have kept it while it was watched.
 * @throws RewheelError `unknown-turn` when the store does not hold it; as `storedTurn` and `chooseTurn`
 */
export async function storedTurnOfLogs(
  request: AuditRequest,
  files: string[],
  number: number | null,
): Promise<StoredTurn> {
  const { turn, session } = await chooseTurn(files, { number, belongs: belongsTo(realFolder(request.root)) });
  return withStore(request, async (store) => {
    const kept = (await store.list()).find(
      (record) => record.agentSession === session.id && record.logTurn === turn.id,
    );
    if (kept) return kept;
    throw new RewheelError(
      'unknown-turn',
      `The states before and after turn ${turn.index} of this log were not kept. Name the state that it began with: --base REV or --base ./FOLDER (and --head, unless it is the working tree).`,
    );
  });
}

async function withStore(request: AuditRequest, find: (store: TurnStore) => Promise<TurnRecord>): Promise<StoredTurn> {
  const store = await openTurnStore({ root: request.root, dataFolder: dataFolder() });
  try {
    const record = await find(store);
    const head: StateRef = record.head === null ? { kind: 'working-tree' } : { kind: 'stored', id: record.head };
    const sessionStart: StateRef | null =
      record.sessionStart === record.base ? null : { kind: 'stored', id: record.sessionStart };
    return { record, request: { ...request, base: { kind: 'stored', id: record.base }, head, sessionStart } };
  } finally {
    store.close();
  }
}
