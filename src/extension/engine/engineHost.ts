import * as vscode from 'vscode';
import { createEngineClient } from '../../service/client/engineClient.ts';
import type { EngineClient } from '../../service/client/engineClient.ts';
import { startEngineProcess } from '../../service/client/processTransport.ts';
import { runCommand } from '../commands/registerCommands.ts';
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
        initialize: { cacheFolder: null },
        onLog: (message) => log.forward(message),
        onStateChange: (state) => log.debug('engine', String(state)),
      });
      return client;
    },
    dispose() {
      client?.dispose();
      client = null;
    },
  };
}
