import * as vscode from 'vscode';
import { ENGINE_PROTOCOL } from '../../protocol/engine.ts';
import type { TurnEvent } from '../../protocol/turns.ts';
import type { EngineClient } from '../../service/client/engineClient.ts';
import type { Log } from '../log/createLog.ts';

/** The engine process of this window. It is started by the first request, not by the extension's activation. */
export interface EngineHost extends vscode.Disposable {
  client(): Promise<EngineClient>;
  /** What the engine tells of turns in watched folders. */
  onTurnEvent: vscode.Event<TurnEvent>;
}

/** `enginePath` is the engine's bundle on disk. */
export function createEngineHost(enginePath: string, log: Log): EngineHost {
  const turns = new vscode.EventEmitter<TurnEvent>();
  let client: Promise<EngineClient> | null = null;
  return {
    client: () => (client ??= createClient(enginePath, log, turns)),
    onTurnEvent: turns.event,
    dispose() {
      turns.dispose();
      void client?.then((made) => made.dispose());
      client = null;
    },
  };
}

async function createClient(
  enginePath: string,
  log: Log,
  turns: vscode.EventEmitter<TurnEvent>,
): Promise<EngineClient> {
  const { createEngineClient } = await import('../../service/client/engineClient.ts');
  const { startEngineProcess } = await import('../../service/client/processTransport.ts');
  return createEngineClient({
    start: () => startEngineProcess({ enginePath }),
    initialize: { protocol: ENGINE_PROTOCOL },
    onLog: (message) => log.forward(message),
    onTurnEvent: (event) => turns.fire(event),
    onStateChange: (state) => log.debug('engine', state),
  });
}
