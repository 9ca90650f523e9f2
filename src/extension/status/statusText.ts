import * as vscode from 'vscode';
import { reuseCounts } from '../results/reuseCounts.ts';
import { shownFindings } from '../results/shownFindings.ts';
import type { HeldResult } from '../results/resultStore.ts';
import type { AuditState } from '../audit/auditRunner.ts';
import { describeComparison } from '../audit/comparisonText.ts';
import { shortPrompt, turnName, verdictText } from '../watch/turnText.ts';
import type { FolderView } from '../watch/turnWatch.ts';

/** What the status bar item shows. */
export interface StatusView {
  text: string;
  tooltip: vscode.MarkdownString;
  background: vscode.ThemeColor | undefined;
}

/** The view of the state and the results of all open folders. */
export function statusView(
  state: AuditState,
  held: readonly HeldResult[],
  watched: readonly FolderView[],
  trusted: boolean,
): StatusView {
  const tooltip = new vscode.MarkdownString('', true);
  const findings = held.flatMap(({ result }) => shownFindings(result));
  const stale = held.some((one) => one.stale);
  // Names of folders and branches are data: they go in as text, never as Markdown.
  const paragraph = (text: string): void => void tooltip.appendText(text).appendMarkdown('\n\n');
  if (state.kind === 'auditing') paragraph(vscode.l10n.t('Auditing {0}: {1} % done.', state.folder, state.percent));
  if (state.kind === 'failed') paragraph(vscode.l10n.t('The last audit failed: {0}', state.message));
  for (const view of watched) describeWatch(paragraph, view);
  for (const one of held) {
    if (held.length > 1 || tooltip.value !== '') tooltip.appendMarkdown('---\n\n');
    describeResult(tooltip, paragraph, one);
  }
  if (held.length === 0 && watched.length === 0 && state.kind === 'idle')
    paragraph(vscode.l10n.t('No audit yet. Click for what can be done.'));
  if (!trusted) paragraph(vscode.l10n.t('The workspace is not trusted: files are read, git is not run.'));
  return {
    text: statusText(state, held.length > 0, findings.length, stale, watched),
    tooltip,
    background:
      state.kind === 'failed'
        ? new vscode.ThemeColor('statusBarItem.errorBackground')
        : findings.some(({ level }) => level !== 'info') && !stale && state.kind === 'idle'
          ? new vscode.ThemeColor('statusBarItem.warningBackground')
          : undefined,
  };
}

function statusText(
  state: AuditState,
  audited: boolean,
  findings: number,
  stale: boolean,
  watched: readonly FolderView[],
): string {
  const count = audited ? ` ${findings}` : '';
  if (state.kind === 'auditing') return `$(sync~spin) Rewheel ${state.percent} %`;
  if (watched.some(({ running }) => running.length > 0)) return `$(pulse) Rewheel${count}`;
  if (state.kind === 'failed' || watched.some((view) => view.state === 'failed')) return `$(error) Rewheel${count}`;
  if (stale) return `$(history) Rewheel${count}`;
  if (watched.some((view) => view.state === 'starting')) return `$(loading~spin) Rewheel${count}`;
  if (watched.some((view) => view.state === 'watching')) return `$(eye) Rewheel${count}`;
  if (!audited) return '$(references) Rewheel';
  return findings === 0 ? '$(check) Rewheel 0' : `$(references) Rewheel ${findings}`;
}

function describeWatch(paragraph: (text: string) => void, { folder, state, running, problem }: FolderView): void {
  const { name } = folder;
  if (state === 'starting') paragraph(vscode.l10n.t('{0}: keeping the present state before watching.', name));
  if (state === 'watching' && running.length === 0)
    paragraph(vscode.l10n.t('{0}: watching for turns of agents.', name));
  if (state === 'failed') paragraph(vscode.l10n.t('{0} is not watched.', name));
  for (const { number, agent, prompt } of running) {
    const words = shortPrompt(prompt);
    const turn = turnName({ index: number, agent });
    paragraph(
      words === null
        ? vscode.l10n.t('{0}: {1} is running.', name, turn)
        : vscode.l10n.t('{0}: {1} is running: {2}', name, turn, words),
    );
  }
  if (problem !== null) paragraph(problem);
}

function describeResult(
  tooltip: vscode.MarkdownString,
  paragraph: (text: string) => void,
  { result, stale }: HeldResult,
): void {
  const { metrics, workspace, base, turn, verdict } = result.report;
  const subject = result.file ?? workspace;
  tooltip.appendMarkdown('**').appendText(subject).appendMarkdown('** ');
  paragraph(describeComparison(result.comparison));
  const prompt = shortPrompt(turn?.prompt ?? null);
  if (prompt !== null) paragraph(prompt);
  const lines: string[] = [vscode.l10n.t('Findings: {0}', shownFindings(result).length)];
  if (turn && verdict) lines.unshift(vscode.l10n.t('Verdict: {0}', verdictText(result.report)));
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
    const { recall, exploration } = metrics;
    if (recall) {
      const [recalled, targets] = [
        recall.repo.recalled + recall.self.recalled,
        recall.repo.targets + recall.self.targets,
      ];
      lines.push(vscode.l10n.t('Read before: {0} of {1} of them', recalled, targets));
    }
    if (exploration)
      lines.push(vscode.l10n.t('Explored: files {0}, lines read {1}', exploration.files, exploration.lines));
  }
  for (const text of lines) tooltip.appendMarkdown('- ').appendText(text).appendMarkdown('\n');
  tooltip.appendMarkdown('\n');
  if (stale) paragraph(vscode.l10n.t('Files have changed since. Audit again for the present state.'));
}
