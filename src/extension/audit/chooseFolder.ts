import * as vscode from 'vscode';
import { activeFile } from '../base/activeFile.ts';
import { runCommand } from '../commands/registerCommands.ts';

export type FolderChoice =
  | { folder: vscode.WorkspaceFolder }
  | { refused: 'no-folder' | 'virtual-workspace' | 'unknown-folder' }
  | { cancelled: true };

/** Folders whose files the engine can read: those on disk. */
export function diskFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
}

/** The folder of the active editor's file, when it is one on disk. */
function activeFolder(): vscode.WorkspaceFolder | null {
  const uri = activeFile();
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  return folder?.uri.scheme === 'file' ? folder : null;
}

/**
 * The folder to audit: the one named, else the only one, else the active editor's, else the user's choice. Says so
 * where there is none that can be audited.
 */
export async function chooseFolder(
  name: string | undefined,
  title = vscode.l10n.t('Rewheel: Audit Turn'),
): Promise<FolderChoice> {
  const folders = diskFolders();
  const only = folders[0];
  if (!only) {
    const virtual = (vscode.workspace.workspaceFolders ?? []).length > 0;
    if (virtual) sayVirtual();
    else void sayNoFolder(vscode.l10n.t('Rewheel audits a folder, and none is open.'));
    return { refused: virtual ? 'virtual-workspace' : 'no-folder' };
  }
  if (name !== undefined) {
    const named = folders.find((folder) => folder.name === name);
    if (named) return { folder: named };
    if (vscode.workspace.workspaceFolders?.some((folder) => folder.name === name)) {
      sayVirtual();
      return { refused: 'virtual-workspace' };
    }
    void vscode.window.showErrorMessage(vscode.l10n.t('No open folder has the name {0}.', name));
    return { refused: 'unknown-folder' };
  }
  if (folders.length === 1) return { folder: only };
  const active = activeFolder();
  if (active) return { folder: active };
  return askForFolder(folders, title);
}

/** Asks which folder is meant. */
export async function askForFolder(
  folders: readonly vscode.WorkspaceFolder[],
  title = vscode.l10n.t('Rewheel: Audit Turn'),
): Promise<FolderChoice> {
  const picked = await vscode.window.showQuickPick(
    folders.map((folder) => ({ label: folder.name, description: folder.uri.fsPath, folder })),
    { title, placeHolder: vscode.l10n.t('Which folder?') },
  );
  return picked ? { folder: picked.folder } : { cancelled: true };
}

export function sayVirtual(): void {
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Rewheel reads files from disk, and this workspace is a virtual one. Open a folder on disk or a clone of the repository.',
    ),
  );
}

export async function sayNoFolder(text: string): Promise<void> {
  const open = vscode.l10n.t('Open Folder');
  const answer = await vscode.window.showWarningMessage(text, open);
  if (answer === open) await vscode.commands.executeCommand('vscode.openFolder');
}

/** Tells that comparing with git needs a trusted workspace, and what works without. */
export async function sayUntrusted(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const file = vscode.l10n.t('Audit Current File');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Comparing with git needs a trusted workspace: in an untrusted one Rewheel runs nothing, git included. Audit Current File reads files only and works here.',
    ),
    manage,
    file,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  if (answer === file) await runCommand('rewheel.auditFile');
}

/** Tells that turns can be kept and watched in a trusted workspace only. */
export async function sayUntrustedWatch(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Turns are kept and watched in a trusted workspace only: Rewheel runs git for it and reads the logs of agents.',
    ),
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
