import * as vscode from 'vscode';
import type { AuditRunner } from '../audit/auditRunner.ts';
import { DisposableStore } from '../base/disposableStore.ts';
import type { ResultStore } from '../results/resultStore.ts';
import type { TurnWatch } from '../watch/turnWatch.ts';
import { statusView } from './statusText.ts';

/** Shows state and counts in the status bar; a click lists what can be done. */
export function createStatusItem(runner: AuditRunner, results: ResultStore, watch: TurnWatch): vscode.Disposable {
  const store = new DisposableStore();
  const item = store.add(vscode.window.createStatusBarItem('rewheel.status', vscode.StatusBarAlignment.Left, -10));
  item.name = 'Rewheel';
  item.command = 'rewheel.showActions';
  const update = (): void => {
    const view = statusView(runner.state, results.all(), watch.views(), vscode.workspace.isTrusted);
    item.text = view.text;
    item.tooltip = view.tooltip;
    item.backgroundColor = view.background;
    item.accessibilityInformation = { label: view.text.replace(/\$\([^)]*\)\s*/g, ''), role: 'button' };
  };
  store.add(runner.onDidChangeState(update));
  store.add(results.onDidChange(update));
  store.add(watch.onDidChange(update));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(update));
  store.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('rewheel.showInherited')) update();
    }),
  );
  update();
  item.show();
  return store;
}
