import * as vscode from 'vscode';
import { diskFolders } from '../audit/chooseFolder.ts';

/** Why nothing can be shown, whatever was audited; null when something can. */
export function emptyWorkspace(): 'no-folder' | 'virtual' | null {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) return 'no-folder';
  return diskFolders().length === 0 ? 'virtual' : null;
}
