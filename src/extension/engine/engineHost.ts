import type * as vscode from 'vscode';
import { ENGINE_PROTOCOL } from '../../protocol/engine.ts';
import { createEngineClient } from '../../service/client/engineClient.ts';
import type { EngineClient } from '../../service/client/engineClient.ts';
import { startEngineProcess } from '../../service/client/processTransport.ts';
import type { Log } from '../log/createLog.ts';

/** The engine process of this window. It is started by the first request, not by the extension's activation. */
export interface EngineHost extends vscode.Disposable {
  client(): EngineClient;
}

/** `enginePath` is the engine's bundle on disk. */
export function createEngineHost(enginePath: string, log: Log): EngineHost {
  let client: EngineClient | null = null;
  return {
    client() {
      client ??= createEngineClient({
        start: () => startEngineProcess({ enginePath }),
        initialize: { protocol: ENGINE_PROTOCOL },
        onLog: (message) => log.forward(message),
        onStateChange: (state) => log.debug('engine', state),
      });
      return client;
    },
    dispose() {
      void client?.dispose();
      client = null;
    },
  };
}
