import * as vscode from 'vscode';
import { reuseCounts } from '../results/reuseCounts.ts';
import { shownFindings } from '../results/shownFindings.ts';
import type { HeldResult } from '../results/resultStore.ts';
import type { AuditState } from '../audit/auditRunner.ts';
import { describeComparison } from '../audit/comparisonText.ts';

/** What the status bar item shows. */
export interface StatusView {
  text: string;
  tooltip: vscode.MarkdownString;
  background: vscode.ThemeColor | undefined;
}

/** The view of the state and the results of all open folders. */
export function statusView(state: AuditState, held: readonly HeldResult[], trusted: boolean): StatusView {
  const tooltip = new vscode.MarkdownString('', true);
  const findings = held.flatMap(({ result }) => shownFindings(result));
  const stale = held.some((one) => one.stale);
  // Names of folders and branches are data: they go in as text, never as Markdown.
  const paragraph = (text: string): void => void tooltip.appendText(text).appendMarkdown('\n\n');
  if (state.kind === 'auditing') paragraph(vscode.l10n.t('Auditing {0}: {1} % done.', state.folder, state.percent));
  if (state.kind === 'failed') paragraph(vscode.l10n.t('The last audit failed: {0}', state.message));
  for (const one of held) {
    if (held.length > 1 || tooltip.value !== '') tooltip.appendMarkdown('---\n\n');
    describeResult(tooltip, paragraph, one);
  }
  if (held.length === 0 && state.kind === 'idle') paragraph(vscode.l10n.t('No audit yet. Click for what can be done.'));
  if (!trusted) paragraph(vscode.l10n.t('The workspace is not trusted: files are read, git is not run.'));
  return {
    text: statusText(state, held.length > 0, findings.length, stale),
    tooltip,
    background:
      state.kind === 'failed'
        ? new vscode.ThemeColor('statusBarItem.errorBackground')
        : findings.some(({ level }) => level !== 'info') && !stale && state.kind === 'idle'
          ? new vscode.ThemeColor('statusBarItem.warningBackground')
          : undefined,
  };
}

function statusText(state: AuditState, audited: boolean, findings: number, stale: boolean): string {
  if (state.kind === 'auditing') return `$(sync~spin) Rewheel ${state.percent} %`;
  if (state.kind === 'failed') return '$(error) Rewheel';
  if (!audited) return '$(references) Rewheel';
  if (stale) return `$(history) Rewheel ${findings}`;
  return findings === 0 ? '$(check) Rewheel 0' : `$(references) Rewheel ${findings}`;
}

function describeResult(
  tooltip: vscode.MarkdownString,
  paragraph: (text: string) => void,
  { result, stale }: HeldResult,
): void {
  const { metrics, workspace, base } = result.report;
  const subject = result.file ?? workspace;
  tooltip.appendMarkdown('**').appendText(subject).appendMarkdown('** ');
  paragraph(describeComparison(result.comparison));
  const lines: string[] = [vscode.l10n.t('Findings: {0}', shownFindings(result).length)];
  if (base !== null) {
    const { new: added, modified } = metrics.functions;
    const { adopted, bypassed, rate } = reuseCounts(result);
    lines.push(
      vscode.l10n.t('New functions: {0}, modified: {1}', added, modified),
      vscode.l10n.t('Existing functions adopted: {0}, bypassed: {1}', adopted, bypassed),
      rate === null
        ? vscode.l10n.t('Reuse rate: none, nothing could be reused')
        : vscode.l10n.t('Reuse rate: {0} %', Math.round(rate * 100)),
    );
  }
  for (const text of lines) tooltip.appendMarkdown('- ').appendText(text).appendMarkdown('\n');
  tooltip.appendMarkdown('\n');
  if (stale) paragraph(vscode.l10n.t('Files have changed since. Audit again for the present state.'));
}
