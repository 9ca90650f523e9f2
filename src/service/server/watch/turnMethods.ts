import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { Logger } from '../../../engine/ports/ports.ts';
import { dataFolder } from '../../../platform/files/dataFolder.ts';
import { stateChanges, stateText } from '../../../platform/turns/stateFiles.ts';
import { openTurnStore, type TurnStore } from '../../../platform/turns/turnStore.ts';
import { isRewheelError, RewheelError } from '../../../protocol/errors.ts';
import type { TurnRecord } from '../../../protocol/turns.ts';
import {
  beginTurnType,
  endTurnType,
  stateChangesType,
  stateFileType,
  turnEventType,
  turnsType,
  unwatchType,
  userEditedType,
  watchType,
} from '../../rpc.ts';
import { answer } from '../answer.ts';
import {
  checkBeginTurnRequest,
  checkEndTurnRequest,
  checkStateChangesRequest,
  checkStateFileRequest,
  checkTurnsRequest,
  checkUserEditNotice,
  checkWatchRequest,
} from './turnRequestSchema.ts';
import { WatchService } from './watchService.ts';

/** Serves the methods for turns and watching on a connection. `close` ends all watching. */
export function serveTurns(connection: MessageConnection, logger: Logger): { close(): Promise<void> } {
  const service = new WatchService({
    dataFolder: dataFolder(),
    tell: (event) => void connection.sendNotification(turnEventType, event).catch(() => undefined),
  });
  connection.onRequest(turnsType, (value) =>
    answer(logger, () => {
      const { root } = checkTurnsRequest(value);
      return withStore(root, async (store) => ({ turns: (await store.list()).reverse() }));
    }),
  );
  connection.onRequest(beginTurnType, (value) =>
    answer(logger, () => {
      const { root, prompt } = checkBeginTurnRequest(value);
      return withStore(root, (store) => store.begin({ source: 'command', prompt }));
    }),
  );
  connection.onRequest(endTurnType, (value) =>
    answer(logger, () => {
      const { root, turn } = checkEndTurnRequest(value);
      return withStore(root, async (store) => {
        const ended = await store.end(turn ?? (await openTurn(store)).id);
        await pruned(store, logger);
        return ended;
      });
    }),
  );
  connection.onRequest(watchType, (value) =>
    answer(logger, async () => {
      await service.watch(checkWatchRequest(value));
      return null;
    }),
  );
  connection.onRequest(unwatchType, (value) =>
    answer(logger, async () => {
      await service.unwatch(checkTurnsRequest(value).root);
      return null;
    }),
  );
  connection.onRequest(stateChangesType, (value) =>
    answer(logger, () => {
      const { root, base, head } = checkStateChangesRequest(value);
      return withStore(root, async (store) => {
        const to = head ?? (await store.snapshot());
        return { head: to, changes: await stateChanges(store, base, to) };
      });
    }),
  );
  connection.onRequest(stateFileType, (value) =>
    answer(logger, () => {
      const { root, state, path } = checkStateFileRequest(value);
      return withStore(root, async (store) => ({ text: await stateText(store, state, path) }));
    }),
  );
  connection.onNotification(userEditedType, (value) => {
    try {
      service.userEdited(checkUserEditNotice(value));
    } catch (error) {
      logger.log('warn', 'turns', (error as Error).message);
    }
  });
  return { close: () => service.close() };
}

async function withStore<T>(root: string, work: (store: TurnStore) => Promise<T>): Promise<T> {
  const store = await openTurnStore({ root, dataFolder: dataFolder() });
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** The turn that is open; of several, the last that was begun by hand. */
async function openTurn(store: TurnStore): Promise<TurnRecord> {
  const open = (await store.list()).filter(({ state }) => state === 'open');
  const turn = open.findLast(({ source }) => source === 'command') ?? open.at(-1);
  if (turn === undefined) throw new RewheelError('unknown-turn', `No turn of ${store.root} is open. Begin one first.`);
  return turn;
}

/** The turn is kept, whether or not old ones can be removed. */
async function pruned(store: TurnStore, logger: Logger): Promise<void> {
  try {
    await store.prune();
  } catch (error) {
    if (!isRewheelError(error)) throw error;
    logger.log('warn', 'turns', error.message);
  }
}
