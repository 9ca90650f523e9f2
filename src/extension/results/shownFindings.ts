import * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';
import type { StoredResult } from './storedResult.ts';

/**
 * Findings of a result that the user wants to see: hidden ones never, inherited ones by setting, or when nothing was
 * compared and so none is new.
 */
export function shownFindings(result: StoredResult): Finding[] {
  const folder = vscode.Uri.parse(result.folder);
  const inherited =
    result.report.base === null ||
    vscode.workspace.getConfiguration('rewheel', folder).get<boolean>('showInherited', false);
  return result.report.findings.filter(
    (finding) => finding.level !== 'hidden' && (finding.status === 'introduced' || inherited),
  );
}
