import * as vscode from 'vscode';
import type { TurnRecord } from '../../protocol/turns.ts';
import { shortPrompt, withoutIcons } from '../watch/turnText.ts';

/** How a kept turn is listed: its prompt, agent, time and state. */
export function turnItem(turn: TurnRecord): vscode.QuickPickItem & { turn: TurnRecord } {
  const prompt = shortPrompt(turn.prompt);
  const about = [shortPrompt(turn.agent), new Date(turn.startedAt).toLocaleString(), stateText(turn)];
  return {
    label: `#${turn.number} ${prompt === null ? vscode.l10n.t('(no prompt)') : withoutIcons(prompt)}`,
    description: withoutIcons(about.filter((part) => part !== null).join(' · ')),
    iconPath: new vscode.ThemeIcon(STATE_ICONS[turn.state]),
    turn,
  };
}

const STATE_ICONS: Record<TurnRecord['state'], string> = { open: 'pulse', finished: 'history', cut: 'warning' };

function stateText({ state, source }: TurnRecord): string {
  switch (state) {
    case 'open':
      return vscode.l10n.t('running');
    case 'cut':
      return vscode.l10n.t('its end was not seen');
    case 'finished':
      return source === 'burst' ? vscode.l10n.t('seen by its changes') : vscode.l10n.t('finished');
  }
}
