import * as vscode from 'vscode';
import type { AuditReport } from '../../protocol/report.ts';
import { reuseCounts } from '../results/reuseCounts.ts';

/** Characters of a prompt that a line shows. */
const PROMPT_SHOWN = 80;

/** Functions that a message names before it only counts. */
const MOST_NAMES = 2;

/**
 * The first line of a prompt, cut to what fits a line. It is another one's text: control characters and those that turn
 * the direction of writing are taken out.
 */
export function shortPrompt(prompt: string | null): string | null {
  const lines = (prompt ?? '').split(/[\r\n\u2028\u2029]+/).map((line) =>
    // eslint-disable-next-line no-control-regex
    line.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ').trim(),
  );
  const full = lines.filter((line) => line !== '');
  const [first] = full;
  if (first === undefined) return null;
  const characters = [...first];
  if (characters.length > PROMPT_SHOWN) return `${characters.slice(0, PROMPT_SHOWN).join('').trimEnd()}…`;
  return full.length > 1 ? `${first} …` : first;
}

/** Text that is shown where `$(name)` stands for an icon, without icons of its own. */
export function withoutIcons(text: string): string {
  return text.replace(/\$\(/g, '$\u200b(');
}

/** Names the turn where only a few words fit: `turn 3`, with its agent where it is known. */
export function turnName(turn: { index: number; agent: string | null } | null): string {
  if (!turn) return vscode.l10n.t('the turn');
  const agent = shortPrompt(turn.agent);
  return agent === null ? vscode.l10n.t('turn {0}', turn.index) : vscode.l10n.t('turn {0} ({1})', turn.index, agent);
}

/** The verdict on a turn and what it rests on: `worse: 2 re-implemented (a, b), reused 3`. */
export function verdictText(report: AuditReport): string {
  const { verdict, resolved } = report;
  const introduced = report.findings.filter(({ level, status }) => level !== 'hidden' && status === 'introduced');
  const names = [...new Set(introduced.map((finding) => finding.function.name))];
  const { adopted } = reuseCounts({ report });
  const parts: string[] = [];
  if (names.length > 0) parts.push(vscode.l10n.t('{0} re-implemented ({1})', names.length, someOf(names)));
  if (resolved.length > 0) parts.push(vscode.l10n.t('{0} resolved', resolved.length));
  parts.push(vscode.l10n.t('reused {0}', adopted));
  const facts = parts.join(', ');
  const { functions } = report.metrics;
  if (verdict === 'worse') return vscode.l10n.t('worse: {0}', facts);
  if (verdict === 'improved') return vscode.l10n.t('improved: {0}', facts);
  if (names.length === 0 && functions.new + functions.modified + functions.deleted === 0)
    return vscode.l10n.t('clean: no function was changed');
  return vscode.l10n.t('clean: {0}', facts);
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => shortPrompt(name) ?? '');
  return names.length > MOST_NAMES ? `${shown.join(', ')}, …` : shown.join(', ');
}
