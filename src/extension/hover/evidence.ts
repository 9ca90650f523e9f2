import * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';

/** Calls and names of a list that a hover shows before it only counts. */
const MOST_NAMED = 6;

/** What a finding rests on, one line each, as plain text. */
export function evidenceLines(finding: Finding, names: ReadonlyMap<string, string>): string[] {
  const lines: string[] = [];
  const kind = [cloneText(finding), containmentText(finding), similarityText(finding)].filter((part) => part !== null);
  if (kind.length > 0) lines.push(kind.join(' · '));
  if (finding.sharedCalls.length > 0) lines.push(vscode.l10n.t('Both call: {0}', someOf(finding.sharedCalls)));
  if (names.size > 0)
    lines.push(vscode.l10n.t('Other names: {0}', someOf([...names].map(([own, theirs]) => `${theirs} → ${own}`))));
  if (finding.members.length > 0) lines.push(vscode.l10n.t('Further copies: {0}', finding.members.length));
  const gap = gapText(finding);
  if (gap !== null) lines.push(gap);
  return lines;
}

/** Why the target was missed: the engine's sentence, which holds the time or what was read instead. */
export function gapText({ gap, message }: Finding): string | null {
  if (gap === null) return null;
  const why = /It was (?:not )?read in this turn[^]*$/.exec(message)?.[0];
  if (gap === 'execution')
    return vscode.l10n.t('Execution gap: {0}', why ?? vscode.l10n.t('it was read in this turn and not used.'));
  return vscode.l10n.t('Exploration gap: {0}', why ?? vscode.l10n.t('it was not read in this turn.'));
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? vscode.l10n.t('{0} and {1} more', shown, names.length - MOST_NAMED) : shown;
}

function cloneText({ cloneType }: Finding): string | null {
  switch (cloneType) {
    case null:
      return null;
    case 1:
      return vscode.l10n.t('Clone type 1 (identical)');
    case 2:
      return vscode.l10n.t('Clone type 2 (other names)');
    case 3:
      return vscode.l10n.t('Clone type 3 (with gaps)');
    case 4:
      return vscode.l10n.t('Clone type 4 (same meaning, other syntax)');
  }
}

function containmentText({ containment, region }: Finding): string | null {
  switch (containment) {
    case null:
      return null;
    case 'whole':
      return vscode.l10n.t('whole function');
    case 'contained':
      return vscode.l10n.t('inside a larger function, lines {0} to {1}', region.startLine, region.endLine);
    case 'split':
      return vscode.l10n.t('spread over helpers');
  }
}

function similarityText({ similarity }: Finding): string | null {
  return similarity === null ? null : vscode.l10n.t('{0} % similar', Math.round(similarity * 100));
}
