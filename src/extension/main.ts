import type * as vscode from 'vscode';
import { compose } from './compose.ts';

/**
 * VS Code's entry: composes the extension, which ends with the context. What takes time to load (schemas, the engine's
 * client) is imported where it is first needed, so that no window waits for it.
 */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(compose(context));
}
