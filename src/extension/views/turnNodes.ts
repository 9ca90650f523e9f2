import * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';
import type { TurnRecord } from '../../protocol/turns.ts';
import { markdownText } from '../base/markdownText.ts';
import type { TurnSummary } from '../results/turnSummary.ts';
import { shortPrompt } from '../watch/turnText.ts';
import { clean, findingNode, placeNode, worstFirst } from './findingNode.ts';
import type { FindingSource } from './findingNode.ts';
import type { ViewNode } from './viewNode.ts';

/** Turns that a folder lists; older ones are reached by `Audit Turn…`. */
const MOST_TURNS = 200;

/** Characters of a prompt that a tooltip shows. */
const MOST_PROMPT = 600;

/** Rows of a folder's turns, newest first, with the user's own changes in between. */
export function turnNodes(
  folder: vscode.WorkspaceFolder,
  turns: readonly TurnRecord[],
  summaries: ReadonlyMap<string, TurnSummary>,
): ViewNode[] {
  const nodes: ViewNode[] = [];
  turns.slice(0, MOST_TURNS).forEach((turn, index) => {
    nodes.push(turnNode(folder, turn, summaries.get(turn.id), index === 0));
    const before = turns[index + 1];
    if (turn.userChangesBefore) nodes.push(userNode(folder, turn, before));
  });
  if (turns.length > MOST_TURNS)
    nodes.push({
      id: `older:${folder.uri.toString()}`,
      label: vscode.l10n.t('{0} older turns', turns.length - MOST_TURNS),
      icon: new vscode.ThemeIcon('ellipsis'),
      command: { command: 'rewheel.auditTurn', title: vscode.l10n.t('Audit Turn…') },
    });
  return nodes;
}

function turnNode(
  folder: vscode.WorkspaceFolder,
  turn: TurnRecord,
  summary: TurnSummary | undefined,
  newest: boolean,
): ViewNode {
  const id = `turn:${folder.uri.toString()}:${turn.id}`;
  const prompt = shortPrompt(turn.prompt) ?? vscode.l10n.t('(no prompt)');
  const about = [`#${turn.number}`, clean(turn.agent ?? ''), clean(turn.model ?? ''), timeText(turn.startedAt)];
  const verdict = verdictWord(turn, summary);
  const comparison = { kind: 'turn', turn: turn.id, turnNumber: turn.number } as const;
  const audit: ViewNode = {
    id: `${id}/audit`,
    label: vscode.l10n.t('Audit this turn'),
    icon: new vscode.ThemeIcon('play'),
    command: {
      command: 'rewheel.auditTurn',
      title: vscode.l10n.t('Audit this turn'),
      arguments: [{ comparison, folder: folder.name }],
    },
  };
  return {
    id,
    label: prompt,
    description: about.filter((part) => part !== '').join(' · '),
    tooltip: tooltipOf(turn, verdict),
    icon: verdictIcon(turn, summary),
    context: summary ? 'turn.audited' : 'turn',
    spoken: vscode.l10n.t('Turn {0}, {1}: {2}', turn.number, verdict, prompt),
    expanded: newest,
    turn: turn.id,
    folder: folder.name,
    comparison,
    children: summary ? summaryNodes(summary, { folder: folder.uri.toString(), turn: turn.id, id }) : [audit],
  };
}

/** What a turn wrote, used and missed; groups with nothing in them are left out. */
function summaryNodes(summary: TurnSummary, source: FindingSource): ViewNode[] {
  const { findings, newFunctions, adopted, resolved } = summary;
  const missed = missedTargets(findings);
  const groups = [
    group(
      'findings',
      vscode.l10n.t('Findings'),
      'warning',
      [...findings].sort(worstFirst).map((finding) => findingNode(finding, source)),
      true,
    ),
    ...GAPS.map((gap) =>
      group(
        `missed-${gap ?? 'unknown'}`,
        gapTitle(gap),
        gap === 'execution' ? 'eye' : gap === 'exploration' ? 'eye-closed' : 'question',
        missed
          .filter((finding) => finding.gap === gap)
          .map((finding, index) => ({
            ...placeNode(
              `${source.id}/missed${gap}${index}/${finding.target.name}`,
              finding.target,
              source,
              'target',
              'place',
            ),
            tooltip: finding.message,
          })),
      ),
    ),
    group(
      'reused',
      vscode.l10n.t('Reused'),
      'references',
      adopted.map((one, index) => reusedNode(one, `${source.id}/reused${index}/${one.name}`, source)),
    ),
    group(
      'new',
      vscode.l10n.t('New functions'),
      'add',
      newFunctions.map((place, index) =>
        placeNode(`${source.id}/new${index}/${place.name}`, place, source, 'symbol-function', 'place'),
      ),
    ),
    group(
      'resolved',
      vscode.l10n.t('Resolved'),
      'check',
      resolved.map((place, index) =>
        placeNode(`${source.id}/resolved${index}/${place.name}`, place, source, 'pass', 'place'),
      ),
    ),
  ].flat();
  if (summary.leftOut > 0)
    groups.push({
      id: `${source.id}/left-out`,
      label: vscode.l10n.t('{0} entries are not kept: audit the turn again for its report', summary.leftOut),
      icon: new vscode.ThemeIcon('ellipsis'),
    });
  if (groups.length === 0)
    groups.push({
      id: `${source.id}/nothing`,
      label: vscode.l10n.t('No function was written, reused or missed'),
      icon: new vscode.ThemeIcon('info'),
    });
  return groups;

  function group(name: string, label: string, icon: string, children: ViewNode[], expanded = false): ViewNode[] {
    if (children.length === 0) return [];
    return [
      {
        id: `${source.id}/${name}`,
        label,
        description: String(children.length),
        icon: new vscode.ThemeIcon(icon),
        children,
        expanded,
      },
    ];
  }
}

/** A function that the turn called; a click opens the first call. */
function reusedNode(
  { file, name, origin, calledFrom }: TurnSummary['adopted'][number],
  id: string,
  source: FindingSource,
): ViewNode {
  const calls = calledFrom.map((call, index) =>
    placeNode(
      `${id}/${index}`,
      {
        file: call.file,
        name,
        startLine: call.line,
        endLine: call.line,
        ...(call.cell === undefined ? {} : { cell: call.cell }),
      },
      source,
      'arrow-small-right',
      'place',
    ),
  );
  return {
    id,
    label: clean(name),
    description: origin === 'self' ? vscode.l10n.t('{0} · of an earlier turn', clean(file)) : clean(file),
    icon: new vscode.ThemeIcon('symbol-function'),
    place: calls[0]?.place,
    children: calls.length > 1 ? calls : [],
    tooltip: vscode.l10n.t('Called from: {0}', calls.map(({ description }) => description).join(', ')),
  };
}

const GAPS = ['execution', 'exploration', null] as const;

function gapTitle(gap: Finding['gap']): string {
  switch (gap) {
    case 'execution':
      return vscode.l10n.t('Missed targets: read, not used');
    case 'exploration':
      return vscode.l10n.t('Missed targets: not read');
    case null:
      return vscode.l10n.t('Missed targets');
  }
}

/** One finding for each function that the turn should have used. */
function missedTargets(findings: readonly Finding[]): Finding[] {
  const missed = findings.filter(({ target }) => target.origin !== 'turn');
  return [...new Map(missed.map((finding) => [`${finding.target.file}\n${finding.target.name}`, finding])).values()];
}

function userNode(folder: vscode.WorkspaceFolder, turn: TurnRecord, before: TurnRecord | undefined): ViewNode {
  const title = vscode.l10n.t('Your changes before turn {0}', turn.number);
  const from = before?.head ?? null;
  return {
    id: `user:${folder.uri.toString()}:${turn.id}`,
    label: title,
    icon: new vscode.ThemeIcon('person', new vscode.ThemeColor('disabledForeground')),
    tooltip: vscode.l10n.t('The workspace changed between two turns. These changes are not the agent’s.'),
    context: from === null ? 'user' : 'user.comparable',
    folder: folder.name,
    ...(from === null ? {} : { states: { base: from, head: turn.base, title } }),
  };
}

function verdictIcon(turn: TurnRecord, summary: TurnSummary | undefined): vscode.ThemeIcon {
  if (turn.state === 'open') return new vscode.ThemeIcon('sync~spin');
  if (!summary) return new vscode.ThemeIcon(turn.state === 'cut' ? 'circle-slash' : 'circle-large-outline');
  switch (summary.verdict) {
    case 'worse':
      return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
    case 'improved':
      return new vscode.ThemeIcon('arrow-circle-up', new vscode.ThemeColor('testing.iconPassed'));
    default:
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
  }
}

function verdictWord(turn: TurnRecord, summary: TurnSummary | undefined): string {
  if (turn.state === 'open') return vscode.l10n.t('running');
  switch (summary?.verdict) {
    case 'worse':
      return vscode.l10n.t('worse');
    case 'improved':
      return vscode.l10n.t('improved');
    case 'clean':
      return vscode.l10n.t('clean');
    default:
      return turn.state === 'cut' ? vscode.l10n.t('its end was not seen, not audited') : vscode.l10n.t('not audited');
  }
}

function tooltipOf(turn: TurnRecord, verdict: string): vscode.MarkdownString {
  const { agent, model, startedAt, endedAt } = turn;
  const who = [agent, model].filter((part) => part !== null).join(' · ');
  const [from, to] = [startedAt, endedAt].map((time) => (time === null ? '…' : new Date(time).toLocaleString()));
  const paragraphs = [turn.prompt?.slice(0, MOST_PROMPT) ?? '', who, `${from} – ${to}`].filter((part) => part !== '');
  const title = `**${markdownText(vscode.l10n.t('Turn {0}: {1}', turn.number, verdict))}**`;
  return new vscode.MarkdownString([title, ...paragraphs.map(markdownText)].join('\n\n'));
}

/** The time of today's turns, the date too of others. */
function timeText(time: string): string {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  const clock = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return today ? clock : `${date.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })} ${clock}`;
}
