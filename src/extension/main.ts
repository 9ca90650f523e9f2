import type * as vscode from 'vscode';
import { compose } from './compose.ts';

/** VS Code's entry: composes the extension, which ends with the context. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(compose(context));
}
