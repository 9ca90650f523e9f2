import * as vscode from 'vscode';
import type { ErrorCode } from '../../protocol/errors.ts';
import { runCommand } from '../commands/registerCommands.ts';
import type { StoredResult } from '../results/storedResult.ts';
import { reuseCounts } from '../results/reuseCounts.ts';
import { shownFindings } from '../results/shownFindings.ts';
import { describeComparison } from './comparisonText.ts';

/** Says how a finished audit went. Not awaited: the message may stay for long. */
export async function sayDone(folder: vscode.WorkspaceFolder, result: StoredResult): Promise<void> {
  const { report, file } = result;
  const subject = file ?? folder.name;
  const when = describeComparison(result.comparison);
  const skipped = file === null ? undefined : report.skipped.find((entry) => entry.file === file);
  if (skipped) {
    void vscode.window.showWarningMessage(vscode.l10n.t('Rewheel left out {0}: {1}.', subject, skipped.reason));
    return;
  }
  if (report.scanned.files === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Rewheel found no source file that it can read in {0}.', subject),
    );
    return;
  }
  const findings = shownFindings(result).length;
  const { adopted, bypassed } = reuseCounts(result);
  const reuse = vscode.l10n.t('existing functions reused: {0}, bypassed: {1}', adopted, bypassed);
  if (findings === 0) {
    void vscode.window.showInformationMessage(
      report.base === null
        ? vscode.l10n.t('Rewheel: no findings in {0}.', subject)
        : vscode.l10n.t('Rewheel: no findings in {0} {1} ({2}).', subject, when, reuse),
    );
    return;
  }
  const count = findings === 1 ? vscode.l10n.t('1 finding') : vscode.l10n.t('{0} findings', findings);
  const show = vscode.l10n.t('Show Problems');
  const text =
    report.base === null
      ? vscode.l10n.t('Rewheel: {0} in {1}.', count, subject)
      : vscode.l10n.t('Rewheel: {0} in {1} {2} ({3}).', count, subject, when, reuse);
  if ((await vscode.window.showInformationMessage(text, show)) === show)
    await vscode.commands.executeCommand('workbench.actions.view.problems');
}

/** Failures after which an audit that compares with nothing can still run. */
const WITHOUT_GIT: ReadonlySet<string> = new Set<ErrorCode>([
  'not-a-repository',
  'unborn-head',
  'git-missing',
  'git-failed',
  'bare-repository',
]);

/**
 * Says why an audit failed. The engine's texts name the file or revision and say what to do, so they are shown as they
 * are. `withoutGit` runs the same audit compared with nothing.
 */
export async function sayFailed(code: string, message: string, withoutGit: () => unknown): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const everything = vscode.l10n.t('Audit Everything');
  const offers = WITHOUT_GIT.has(code) ? [everything, showLog] : [showLog];
  const answer = await vscode.window.showErrorMessage(headline(code as ErrorCode, message), ...offers);
  if (answer === showLog) await runCommand('rewheel.showLog');
  if (answer === everything) await withoutGit();
}

function headline(code: ErrorCode, message: string): string {
  switch (code) {
    case 'engine-stopped':
      return vscode.l10n.t('The Rewheel engine stopped before the audit was done. The next audit starts it again.');
    case 'engine-missing':
      return vscode.l10n.t('The Rewheel engine could not be started: {0}', message);
    case 'internal':
      return vscode.l10n.t('Rewheel failed: {0}', message);
    default:
      return vscode.l10n.t('Rewheel: {0}', message);
  }
}
