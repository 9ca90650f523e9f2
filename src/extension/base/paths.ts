import * as path from 'node:path';
import * as vscode from 'vscode';

/** Workspace-relative path with `/` of a file under `folder`; null when it lies outside. */
export function relativeFile(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string | null {
  if (uri.scheme !== folder.uri.scheme) return null;
  const relative = path.relative(folder.uri.fsPath, uri.fsPath);
  if (relative === '' || path.isAbsolute(relative) || relative.split(path.sep)[0] === '..') return null;
  return relative.split(path.sep).join('/');
}

/**
 * Uri of a file that a report names. Reports also come back from disk, so a path that would leave the folder is
 * refused (null).
 */
export function fileUri(folder: vscode.Uri, file: string): vscode.Uri | null {
  const parts = file.split('/');
  if (file === '' || parts.some((part) => part === '..' || part === '.' || part === '')) return null;
  return vscode.Uri.joinPath(folder, ...parts);
}
