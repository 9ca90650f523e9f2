import * as vscode from 'vscode';
import { fileUri } from '../base/paths.ts';
import { openNotebook } from './notebooks.ts';
import type { Finding, Level, Place, TargetPlace } from '../../protocol/report.ts';

/** What a diagnostic needs to know besides the finding. */
export interface DiagnosticContext {
  folder: vscode.Uri;
  ruleLink: vscode.Uri;
  /** False for files whose text is not the audited one: their lines are not trusted. */
  isUnchanged: (file: string) => boolean;
}

const SEVERITIES: Record<Exclude<Level, 'hidden'>, vscode.DiagnosticSeverity> = {
  info: vscode.DiagnosticSeverity.Information,
  warning: vscode.DiagnosticSeverity.Warning,
  error: vscode.DiagnosticSeverity.Error,
};

/** Makes the diagnostic of a finding at `range`; null for a hidden one. */
export function findingDiagnostic(
  finding: Finding,
  range: vscode.Range,
  context: DiagnosticContext,
): vscode.Diagnostic | null {
  if (finding.level === 'hidden') return null;
  const diagnostic = new vscode.Diagnostic(range, finding.message, SEVERITIES[finding.level]);
  diagnostic.source = 'Rewheel';
  diagnostic.code = { value: finding.rule, target: context.ruleLink };
  diagnostic.relatedInformation = relatedInformation(finding, context);
  return diagnostic;
}

function relatedInformation(finding: Finding, context: DiagnosticContext): vscode.DiagnosticRelatedInformation[] {
  const related: vscode.DiagnosticRelatedInformation[] = [];
  const add = (place: Place, message: string): void => {
    const file = fileUri(context.folder, place.file);
    if (!file) return;
    const notebook = place.cell === undefined ? undefined : openNotebook(file);
    // Lines of a cell lead to the cell's document, as long as the cells are where they were.
    const cell =
      notebook && !notebook.isDirty && place.cell! < notebook.cellCount ? notebook.cellAt(place.cell!) : null;
    const uri = cell?.document.uri ?? file;
    const unchanged = context.isUnchanged(place.file);
    const known = unchanged && (place.cell === undefined || cell !== null);
    const range = known
      ? new vscode.Range(place.startLine - 1, 0, place.endLine - 1, Number.MAX_SAFE_INTEGER)
      : new vscode.Range(0, 0, 0, 0);
    const text = unchanged ? message : vscode.l10n.t('{0} (the file has changed since the audit)', message);
    related.push(new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, range), text));
  };
  add(finding.target, targetText(finding.target));
  for (const member of finding.members) add(member, vscode.l10n.t('Another copy: {0}', member.name));
  const { startLine, endLine } = finding.region;
  if (startLine !== finding.function.startLine || endLine !== finding.function.endLine)
    add(
      { ...finding.function, startLine, endLine },
      vscode.l10n.t('The part that repeats it: lines {0} to {1}', startLine, endLine),
    );
  return related;
}

function targetText(target: TargetPlace): string {
  switch (target.origin) {
    case 'repo':
      return vscode.l10n.t('The existing function: {0}', target.name);
    case 'self':
      return vscode.l10n.t('Written in an earlier turn: {0}', target.name);
    case 'turn':
      return vscode.l10n.t('Written in the same turn: {0}', target.name);
  }
}
