import * as vscode from 'vscode';
import { relativeFile } from '../base/paths.ts';

/** Texts of the folder's unsaved documents by workspace-relative path: an audit reads what the user sees. */
export function unsavedTexts(folder: vscode.WorkspaceFolder): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty || document.isUntitled) continue;
    const file = relativeFile(folder, document.uri);
    if (file !== null) texts[file] = document.getText();
  }
  return texts;
}
