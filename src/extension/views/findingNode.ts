import * as vscode from 'vscode';
import { placeText as placeWords } from '../../protocol/placeText.ts';
import type { Finding, Level, Place } from '../../protocol/report.ts';
import { markdownText } from '../base/markdownText.ts';
import { findingRef, placeOnly } from '../compare/references.ts';
import { gapText } from '../hover/evidence.ts';
import { shortPrompt } from '../watch/turnText.ts';
import type { ViewNode } from './viewNode.ts';

/** Where a finding comes from. */
export interface FindingSource {
  /** Uri of the workspace folder. */
  folder: string;
  /** Id of the kept turn; null for the folder's last result. */
  turn: string | null;
  /** Begins the ids of its rows. */
  id: string;
}

/** The row of a finding, with its target and further copies under it. */
export function findingNode(finding: Finding, source: FindingSource): ViewNode {
  const { folder, turn } = source;
  const own = finding.function;
  const id = `${source.id}/${finding.fingerprint}/${own.file}:${own.startLine}:${finding.target.name}`;
  const ref = findingRef(folder, turn, finding);
  const target = clean(finding.target.name);
  return {
    id,
    label: clean(own.name),
    description: `→ ${target} · ${placeText(own)}`,
    tooltip: tooltipOf(finding),
    icon: levelIcon(finding.level),
    context: finding.advice?.dropIn ? 'finding.dropIn' : 'finding',
    spoken: vscode.l10n.t('{0}: {1} in {2}', levelText(finding.level), finding.message, placeText(own)),
    place: { folder, turn, place: placeOnly(own) },
    finding: ref,
    children: [
      {
        ...placeNode(`${id}/target`, finding.target, source, 'target', 'target'),
        description: vscode.l10n.t('target · {0}', placeText(finding.target)),
        finding: ref,
      },
      ...finding.members.map((member, index) => ({
        ...placeNode(`${id}/member${index}`, member, source, 'files', 'place'),
        description: vscode.l10n.t('another copy · {0}', placeText(member)),
      })),
    ],
  };
}

/** The row of a function; a click opens it. */
export function placeNode(id: string, place: Place, source: FindingSource, icon: string, context: string): ViewNode {
  const { folder, turn } = source;
  return {
    id,
    label: clean(place.name),
    description: placeText(place),
    tooltip: `${clean(place.name)}\n${placeText(place)}`,
    icon: new vscode.ThemeIcon(icon),
    context,
    place: { folder, turn, place: placeOnly(place) },
  };
}

/** Worst first, then by file and line. */
export function worstFirst(a: Finding, b: Finding): number {
  const [one, other] = [a.function, b.function];
  return (
    WEIGHT[b.level] - WEIGHT[a.level] ||
    (one.file < other.file ? -1 : one.file > other.file ? 1 : one.startLine - other.startLine)
  );
}

/** Place of the worst of some findings among levels: greater is worse. */
export function worstOf(findings: readonly Finding[]): number {
  return Math.max(0, ...findings.map(({ level }) => WEIGHT[level]));
}

const WEIGHT: Record<Level, number> = { hidden: 0, info: 1, warning: 2, error: 3 };

/** Names and paths are another one's text: one line of it, without what turns the direction of writing. */
export function clean(text: string): string {
  return shortPrompt(text) ?? '';
}

export function placeText(place: Place): string {
  return placeWords({ ...place, file: clean(place.file) });
}

function tooltipOf(finding: Finding): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`${markdownText(finding.message)}\n\n`);
  text.appendMarkdown(markdownText(`${finding.rule} · ${placeText(finding.function)}`));
  const gap = gapText(finding);
  if (gap !== null && !finding.message.includes('read in this turn')) text.appendMarkdown(`\n\n${markdownText(gap)}`);
  return text;
}

function levelIcon(level: Level): vscode.ThemeIcon {
  switch (level) {
    case 'error':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'warning':
      return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
    default:
      return new vscode.ThemeIcon('info', new vscode.ThemeColor('notificationsInfoIcon.foreground'));
  }
}

function levelText(level: Level): string {
  switch (level) {
    case 'error':
      return vscode.l10n.t('Error');
    case 'warning':
      return vscode.l10n.t('Warning');
    default:
      return vscode.l10n.t('Information');
  }
}
