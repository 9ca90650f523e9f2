import * as vscode from 'vscode';
import type { AuditRunner } from '../audit/auditRunner.ts';
import { runCommand } from '../commands/registerCommands.ts';
import type { ResultStore } from '../results/resultStore.ts';
import type { TurnWatch } from '../watch/turnWatch.ts';

interface Action extends vscode.QuickPickItem {
  run?: () => unknown;
}

/** Lists what can be done now: the click on the status bar item. */
export async function showActions(runner: AuditRunner, results: ResultStore, watch: TurnWatch): Promise<void> {
  const actions: Action[] = [];
  if (runner.state.kind === 'auditing')
    actions.push({ label: vscode.l10n.t('$(debug-stop) Stop the audit'), run: () => runner.cancel() });
  if (watch.views().some(({ running }) => running.some(({ source }) => source === 'command')))
    actions.push({ label: vscode.l10n.t('$(debug-stop) End Turn'), run: () => runCommand('rewheel.endTurn') });
  actions.push(
    watch.isOn
      ? { label: vscode.l10n.t('$(eye-closed) Stop Watching'), run: () => runCommand('rewheel.stopWatching') }
      : { label: vscode.l10n.t('$(eye) Start Watching'), run: () => runCommand('rewheel.startWatching') },
    { label: vscode.l10n.t('$(history) Audit Last Turn'), run: () => runCommand('rewheel.auditLastTurn') },
    { label: vscode.l10n.t('$(git-compare) Audit Turn…'), run: () => runCommand('rewheel.auditTurn') },
    { label: vscode.l10n.t('$(file-code) Audit Current File'), run: () => runCommand('rewheel.auditFile') },
  );
  if (results.all().length > 0)
    actions.push(
      {
        label: vscode.l10n.t('$(warning) Show Problems'),
        run: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
      },
      { label: vscode.l10n.t('$(output) Show Report'), run: () => runCommand('rewheel.showReport') },
      { label: vscode.l10n.t('$(clear-all) Clear Findings'), run: () => runCommand('rewheel.clearFindings') },
    );
  if (!vscode.workspace.isTrusted)
    actions.push({
      label: vscode.l10n.t('$(shield) Manage Workspace Trust'),
      run: () => vscode.commands.executeCommand('workbench.trust.manage'),
    });
  actions.push(
    { label: vscode.l10n.t('$(output) Show Log'), run: () => runCommand('rewheel.showLog') },
    {
      label: vscode.l10n.t('$(gear) Settings'),
      run: () => vscode.commands.executeCommand('workbench.action.openSettings', '@ext:rewheel.rewheel'),
    },
  );
  const picked = await vscode.window.showQuickPick(actions, { title: vscode.l10n.t('Rewheel') });
  await picked?.run?.();
}
