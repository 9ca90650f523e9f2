import * as vscode from 'vscode';
import type { LogMessage } from '../../protocol/engine.ts';

/** The one output channel of the extension. Engine messages end here too. */
export interface Log extends vscode.Disposable {
  error(topic: string, message: string): void;
  warn(topic: string, message: string): void;
  info(topic: string, message: string): void;
  debug(topic: string, message: string): void;
  /** A message of the engine process. */
  forward(message: LogMessage): void;
  show(): void;
}

/** Opens the channel `Rewheel`; its level is the user's (Developer: Set Log Level…). */
export function createLog(): Log {
  const channel = vscode.window.createOutputChannel('Rewheel', { log: true });
  const write =
    (level: LogMessage['level']) =>
    (topic: string, message: string): void =>
      channel[level](`[${topic}] ${message}`);
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    forward: ({ level, topic, message }) => write(level)(topic, message),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
