import * as vscode from 'vscode';
import type { Comparison } from './comparison.ts';

/** Says what an audit compares with, to stand after a name: `since the last commit`. */
export function describeComparison(comparison: Comparison): string {
  switch (comparison.kind) {
    case 'last-commit':
      return vscode.l10n.t('since the last commit');
    case 'revision':
      return vscode.l10n.t('since {0}', shortRevision(comparison.revision));
    case 'merge-base':
      return vscode.l10n.t('since it left {0}', comparison.branch);
    case 'everything':
      return vscode.l10n.t('compared with nothing');
    case 'turn':
      return vscode.l10n.t('in turn {0}', comparison.turnNumber ?? comparison.turn);
  }
}

/** A commit id in its short form; other revisions as they are. */
function shortRevision(revision: string): string {
  return /^[0-9a-f]{40,64}$/.test(revision) ? revision.slice(0, 8) : revision;
}
