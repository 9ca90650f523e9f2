import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { RewheelError } from '../../protocol/errors.ts';
import type { EngineTransport } from './engineClient.ts';

export interface EngineProcessOptions {
  /** The bundled engine (dist/engine.cjs). */
  enginePath: string;
  /** Program to run it with; by default the one that runs now (in VS Code its Electron, told to be Node). */
  execPath?: string;
  /** Laid over the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** Heap limit of the engine in MiB. */
  maxOldSpaceMb?: number;
}

const STDERR_KEPT = 2_000;

/**
 * Starts an engine process and speaks to it over its standard input and output.
 * @throws RewheelError `engine-missing` when the engine's file does not exist.
 */
export function startEngineProcess(options: EngineProcessOptions): EngineTransport {
  const { enginePath, execPath = process.execPath, maxOldSpaceMb = 2_048 } = options;
  if (!existsSync(enginePath)) {
    throw new RewheelError('engine-missing', `the engine ${enginePath} does not exist: reinstall Rewheel`);
  }
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env, ELECTRON_RUN_AS_NODE: '1' };
  // Options for this process (a debugger's port, a loader) are not meant for the engine.
  if (options.env?.NODE_OPTIONS === undefined) delete env.NODE_OPTIONS;
  const child = spawn(execPath, [`--max-old-space-size=${maxOldSpaceMb}`, enginePath], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let ended: string | undefined;
  let lastWords = '';
  const listeners = new Set<(why: string) => void>();
  const end = (why: string): void => {
    if (ended !== undefined) return;
    const words = lastWords.trim();
    ended = words ? `${why}: ${words}` : why;
    for (const listener of listeners) listener(ended);
  };
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => (lastWords = (lastWords + text).slice(-STDERR_KEPT)));
  child.on('error', (error) => end(`the engine process failed (${error.message})`));
  // `close` comes after the last of standard error, `exit` may come before it.
  child.on('close', (code, signal) => end(`the engine process ended (${signal ?? `exit code ${code}`})`));
  // Writing to a process that has just died: `close` tells.
  child.stdin.on('error', () => undefined);
  return {
    reader: new StreamMessageReader(child.stdout),
    writer: new StreamMessageWriter(child.stdin),
    onExit: (listener) => {
      if (ended !== undefined) listener(ended);
      else listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    kill: () => void child.kill('SIGKILL'),
    pid: child.pid,
  };
}
