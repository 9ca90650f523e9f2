import * as vscode from 'vscode';
import type { AuditReport, Finding, Metrics } from '../../protocol/report.ts';
import { shownFindings } from '../results/shownFindings.ts';
import type { StoredResult } from '../results/storedResult.ts';
import { describeComparison } from '../audit/comparisonText.ts';

/** The result of an audit as plain text: what the turn was, what it did with the code that was there, and what was found. */
export function reportText(result: StoredResult): string {
  const { report, file } = result;
  const subject = `${file ?? report.workspace}, ${describeComparison(result.comparison)}`;
  const blocks = [
    [subject, '='.repeat([...subject].length)],
    turnLines(report),
    metricLines(report),
    effortLines(report.metrics.effort),
    findingLines(vscode.l10n.t('Findings'), shownFindings(result)),
    findingLines(vscode.l10n.t('Resolved'), report.resolved),
    report.adopted.length === 0
      ? []
      : [
          vscode.l10n.t('Reused: {0}', report.adopted.length),
          ...report.adopted.map(({ file: at, name }) => `  ${line(`${name} (${at})`)}`),
        ],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function turnLines({ turn, verdict }: AuditReport): string[] {
  const lines: string[] = [];
  if (verdict) lines.push(vscode.l10n.t('Verdict: {0}', VERDICTS[verdict]()));
  if (!turn) return lines;
  const { prompt, agent, model, startedAt, endedAt } = turn;
  if (agent) lines.push(vscode.l10n.t('Agent: {0}', line(model ? `${agent}, ${model}` : agent)));
  if (startedAt) lines.push(vscode.l10n.t('Time: {0} to {1}', startedAt, endedAt ?? '…'));
  if (prompt) lines.push(vscode.l10n.t('Prompt:'), ...prompt.split(/\r\n|\r|\n/).map((text) => `  ${line(text)}`));
  return lines;
}

const VERDICTS = {
  improved: () => vscode.l10n.t('improved'),
  clean: () => vscode.l10n.t('clean'),
  worse: () => vscode.l10n.t('worse'),
};

function metricLines({ metrics, base }: AuditReport): string[] {
  if (base === null) return [];
  const { functions, reuse, recall, exploration, redundancy } = metrics;
  const lines = [
    vscode.l10n.t(
      'Functions: {0} new, {1} modified, {2} deleted',
      functions.new,
      functions.modified,
      functions.deleted,
    ),
    vscode.l10n.t(
      'Reuse of the repository: {0} adopted, {1} bypassed ({2})',
      reuse.repo.adopted,
      reuse.repo.bypassed,
      percent(reuse.repo.rate),
    ),
    vscode.l10n.t(
      'Reuse of earlier turns: {0} adopted, {1} bypassed ({2})',
      reuse.self.adopted,
      reuse.self.bypassed,
      percent(reuse.self.rate),
    ),
  ];
  if (recall) {
    const { repo, self } = recall;
    lines.push(
      vscode.l10n.t(
        'Read of the repository’s targets: {0} of {1} ({2})',
        repo.recalled,
        repo.targets,
        percent(repo.rate),
      ),
      vscode.l10n.t(
        'Read of earlier turns’ targets: {0} of {1} ({2})',
        self.recalled,
        self.targets,
        percent(self.rate),
      ),
    );
  }
  if (exploration)
    lines.push(
      vscode.l10n.t(
        'Explored: files {0}, lines read {1}, lines in searches {2}',
        exploration.files,
        exploration.lines,
        exploration.searchedLines,
      ),
    );
  lines.push(
    vscode.l10n.t(
      'Redundancy: {0} re-implemented, {1} duplicated lines, {2} of them removable',
      redundancy.reimplemented,
      redundancy.duplicatedLines,
      redundancy.removableLines,
    ),
  );
  return lines;
}

/** A rate with no targets is none, never 0 (design.md section 2). */
function percent(rate: number | null): string {
  return rate === null ? vscode.l10n.t('no targets') : vscode.l10n.t('{0} %', Math.round(rate * 100));
}

function effortLines(effort: Metrics['effort']): string[] {
  if (!effort) return [];
  const { estimated, ...classes } = effort;
  const used = Object.entries(classes).filter(([, { calls }]) => calls > 0);
  if (used.length === 0) return [];
  return [
    estimated ? vscode.l10n.t('Effort (tokens are estimated)') : vscode.l10n.t('Effort'),
    ...used.map(([name, { calls, tokens }]) => `  ${name}: ${vscode.l10n.t('calls {0}, tokens {1}', calls, tokens)}`),
  ];
}

function findingLines(title: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  return [
    `${title}: ${findings.length}`,
    ...findings.map(
      ({ function: own, level, rule, message }) =>
        `  ${line(`${own.file}:${own.startLine} ${level} ${rule}: ${message}`)}`,
    ),
  ];
}

/** Texts of code and agents, on one line and without what would change how others are shown. */
function line(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ');
}
