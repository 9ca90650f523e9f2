import * as vscode from 'vscode';
import { HIDDEN_REASONS } from '../../protocol/hiddenReasons.ts';
import type { Finding } from '../../protocol/report.ts';
import type { StoredResult } from '../results/storedResult.ts';
import { shownFindings } from '../results/shownFindings.ts';
import { clean, findingNode, worstFirst, worstOf } from './findingNode.ts';
import type { FindingSource } from './findingNode.ts';
import type { ViewNode } from './viewNode.ts';

/** How findings are put together. */
export type Grouping = 'file' | 'rule' | 'group';

/**
 * Rows of a folder's findings, worst first, and a row that counts what is hidden.
 * @param filter words that a finding must hold, in any order; '' shows all
 */
export function findingNodes(result: StoredResult, grouping: Grouping, filter: string): ViewNode[] {
  const { folder } = result;
  const source = { folder, turn: null, id: `findings:${folder}:${grouping}` };
  const wanted = shownFindings(result).filter(matching(filter));
  const groups = new Map<string, Finding[]>();
  for (const finding of wanted) {
    const key = keyOf(finding, grouping);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const rows = [...groups]
    .map(([key, findings]) => ({ key, findings: findings.sort(worstFirst) }))
    .sort((a, b) => worstOf(b.findings) - worstOf(a.findings) || (a.key < b.key ? -1 : 1))
    .map(({ key, findings }) => groupNode(key, findings, grouping, source));
  const hidden = hiddenNodes(result, folder);
  // With nothing at all the view says so itself, with buttons.
  if (rows.length === 0 && hidden.length > 0) rows.push(noneNode(folder, filter));
  return [...rows, ...hidden];
}

/** Whether a finding holds every word of `filter`: in its names, files, rule, level or gap. */
export function matching(filter: string): (finding: Finding) => boolean {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ rule, level, gap, function: own, target }) => {
    const text = [rule, level, gap ?? '', own.file, own.name, target.file, target.name].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function keyOf({ rule, function: own, target }: Finding, grouping: Grouping): string {
  switch (grouping) {
    case 'file':
      return own.file;
    case 'rule':
      return rule;
    case 'group':
      // Copies of one thing have one best place to keep.
      return `${target.name}\n${target.file}`;
  }
}

function groupNode(key: string, findings: Finding[], grouping: Grouping, source: FindingSource): ViewNode {
  const [name = '', file = ''] = key.split('\n');
  const icon = { file: 'file-code', rule: 'law', group: 'files' }[grouping];
  return {
    id: `${source.id}/${key}`,
    label: clean(name),
    description: grouping === 'group' ? `${clean(file)} · ${findings.length}` : String(findings.length),
    icon: new vscode.ThemeIcon(icon),
    context: grouping === 'rule' ? 'rule' : 'group',
    children: findings.map((finding) => findingNode(finding, source)),
    expanded: true,
  };
}

function noneNode(folder: string, filter: string): ViewNode {
  return {
    id: `none:${folder}`,
    label: filter === '' ? vscode.l10n.t('No finding') : vscode.l10n.t('No finding holds the words of the filter'),
    icon: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
  };
}

function hiddenNodes({ report }: StoredResult, folder: string): ViewNode[] {
  const { total, byReason } = report.hidden;
  if (total === 0) return [];
  const reasons = Object.entries(byReason).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return [
    {
      id: `hidden:${folder}`,
      label: vscode.l10n.t('Hidden'),
      description: String(total),
      icon: new vscode.ThemeIcon('eye-closed', new vscode.ThemeColor('disabledForeground')),
      tooltip: vscode.l10n.t('What was found and is not reported, by reason.'),
      children: reasons.map(([reason, count]) => ({
        id: `hidden:${folder}/${reason}`,
        label: Object.hasOwn(HIDDEN_REASONS, reason)
          ? HIDDEN_REASONS[reason as keyof typeof HIDDEN_REASONS]
          : clean(reason),
        description: String(count),
      })),
    },
  ];
}
