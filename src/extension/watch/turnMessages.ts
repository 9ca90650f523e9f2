import * as vscode from 'vscode';
import { runCommand } from '../commands/registerCommands.ts';
import { shownFindings } from '../results/shownFindings.ts';
import type { StoredResult } from '../results/storedResult.ts';
import { turnName, verdictText } from './turnText.ts';

/** Tells the verdict on a turn that was audited. Not awaited: the message may stay for long. */
export async function sayTurn(folder: vscode.WorkspaceFolder, result: StoredResult): Promise<void> {
  const { report } = result;
  const show = vscode.l10n.t('Show Problems');
  const details = vscode.l10n.t('Show Report');
  const text = vscode.l10n.t('Rewheel: {0} in {1} is {2}', turnName(report.turn), folder.name, verdictText(report));
  const offers = shownFindings(result).length > 0 ? [show, details] : [details];
  const answer =
    report.verdict === 'worse'
      ? await vscode.window.showWarningMessage(text, ...offers)
      : await vscode.window.showInformationMessage(text, ...offers);
  if (answer === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
  if (answer === details) await runCommand('rewheel.showReport', folder.uri.toString());
}

/** Watching has begun. */
export async function sayWatching(folders: readonly string[], failed: readonly string[]): Promise<void> {
  const names = folders.join(', ');
  const text = vscode.l10n.t('Rewheel watches {0}: turns of agents are kept, and audited when they end.', names);
  if (failed.length === 0) return void vscode.window.showInformationMessage(text);
  const log = vscode.l10n.t('Show Log');
  const but = vscode.l10n.t('Not watched: {0}.', failed.join(', '));
  if ((await vscode.window.showWarningMessage(`${text} ${but}`, log)) === log) await runCommand('rewheel.showLog');
}

/** Watching of a folder ended by itself. */
export async function sayStopped(folder: string, message: string): Promise<void> {
  const again = vscode.l10n.t('Start Watching');
  const log = vscode.l10n.t('Show Log');
  const text = vscode.l10n.t('Rewheel no longer watches {0}: {1}', folder, message);
  const answer = await vscode.window.showWarningMessage(text, again, log);
  if (answer === again) await runCommand('rewheel.startWatching');
  if (answer === log) await runCommand('rewheel.showLog');
}

/** Something about turns failed; the engine's texts say what to do. */
export async function sayTurnFailure(text: string): Promise<void> {
  const log = vscode.l10n.t('Show Log');
  if ((await vscode.window.showErrorMessage(text, log)) === log) await runCommand('rewheel.showLog');
}

/** There is no turn to audit or to end. */
export async function sayNoTurn(folder: vscode.WorkspaceFolder, watched: boolean): Promise<void> {
  if (watched) {
    const text = vscode.l10n.t(
      'No turn of {0} is kept yet. It is watched: the next turn of an agent will be.',
      folder.name,
    );
    return void vscode.window.showInformationMessage(text);
  }
  const start = vscode.l10n.t('Start Watching');
  const text = vscode.l10n.t('No turn of {0} is kept yet. Turns are kept while Rewheel watches.', folder.name);
  if ((await vscode.window.showInformationMessage(text, start)) === start) await runCommand('rewheel.startWatching');
}
