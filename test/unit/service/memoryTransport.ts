import { PassThrough } from 'node:stream';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import type { EngineTransport } from '../../../src/service/client/engineClient.ts';
import { serveEngine } from '../../../src/service/server/engineServer.ts';

/** An engine in this process. Messages cross as bytes all the same, so nothing can pass that a process could not. */
export function memoryTransport(distFolder: string): EngineTransport {
  const toEngine = new PassThrough();
  const fromEngine = new PassThrough();
  const listeners = new Set<(why: string) => void>();
  const end = (why: string): void => {
    for (const listener of listeners) listener(why);
    listeners.clear();
  };
  serveEngine({
    reader: new StreamMessageReader(toEngine),
    writer: new StreamMessageWriter(fromEngine),
    distFolder,
    onEnd: (why) => end(why ?? 'the engine ended'),
  });
  return {
    reader: new StreamMessageReader(fromEngine),
    writer: new StreamMessageWriter(toEngine),
    onExit: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    kill: () => end('killed'),
  };
}
