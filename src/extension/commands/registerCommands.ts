import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposableStore.ts';
import type { Log } from '../log/createLog.ts';
import type { CommandHandlers, CommandId, CommandTable } from './table.ts';

/** Registers every command of the table. A handler that throws is a fault of ours: it is logged and said. */
export function registerCommands(handlers: CommandHandlers, log: Log): vscode.Disposable {
  const store = new DisposableStore();
  for (const id of Object.keys(handlers) as CommandId[]) {
    const handler = handlers[id];
    store.add(
      vscode.commands.registerCommand(id, async (argument: unknown) => {
        try {
          return await handler(argument);
        } catch (error) {
          log.error('commands', `${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
          throw error;
        }
      }),
    );
  }
  return store;
}

/** Runs a command of ours with its type checked. */
export function runCommand<Id extends CommandId>(
  id: Id,
  argument?: CommandTable[Id]['argument'],
): Thenable<CommandTable[Id]['result']> {
  return vscode.commands.executeCommand<CommandTable[Id]['result']>(id, argument);
}
