import * as vscode from 'vscode';
import type { RuleId } from '../../protocol/report.ts';
import type { ShownMark } from '../diagnostics/findingMarks.ts';
import { shortPrompt } from '../watch/turnText.ts';

/** What the marks of one line say at its end: the first target or re-implementation by name, and how many more there are. */
export function hintText(marks: readonly ShownMark[]): string {
  const own = marks.filter(({ mark }) => mark.role === 'function');
  const parts: string[] = [];
  const [first] = own;
  if (first) {
    const { rule, target } = first.mark.finding;
    parts.push(more(ownText(rule, clean(target.name), clean(target.file)), own.length));
  }
  const targets = marks.filter(({ mark }) => mark.role === 'target');
  const [by] = targets;
  if (by) {
    const { rule, function: copy } = by.mark.finding;
    parts.push(more(targetText(rule, clean(copy.name), clean(copy.file)), targets.length));
  }
  return parts.join(' · ');
}

function more(text: string, count: number): string {
  return count > 1 ? vscode.l10n.t('{0} and {1} more', text, count - 1) : text;
}

/** Names and paths are another one's text; the hint is one line. */
function clean(text: string): string {
  return shortPrompt(text) ?? '';
}

function ownText(rule: RuleId, name: string, file: string): string {
  switch (rule) {
    case 'wraps-target':
      return vscode.l10n.t('wraps {0} ({1})', name, file);
    case 'duplicates-constant':
      return vscode.l10n.t('the value of {0} ({1})', name, file);
    case 'bypasses-target':
      return vscode.l10n.t('does not use {0} ({1})', name, file);
    case 'duplicates-self':
      return vscode.l10n.t('repeats {0} ({1})', name, file);
    case 'reimplements-calls':
    case 'reimplements-logic':
      return vscode.l10n.t('re-implements {0} ({1})', name, file);
  }
}

function targetText(rule: RuleId, name: string, file: string): string {
  switch (rule) {
    case 'wraps-target':
      return vscode.l10n.t('wrapped by {0} ({1})', name, file);
    case 'duplicates-constant':
      return vscode.l10n.t('written again as {0} ({1})', name, file);
    case 'bypasses-target':
      return vscode.l10n.t('not used by {0} ({1})', name, file);
    case 'duplicates-self':
      return vscode.l10n.t('repeated by {0} ({1})', name, file);
    case 'reimplements-calls':
    case 'reimplements-logic':
      return vscode.l10n.t('re-implemented by {0} ({1})', name, file);
  }
}
