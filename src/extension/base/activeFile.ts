import * as vscode from 'vscode';

/** The file of the active editor; of a notebook its file, not the cell that the cursor is in. */
export function activeFile(): vscode.Uri | undefined {
  const { activeTextEditor, activeNotebookEditor } = vscode.window;
  const uri = activeTextEditor?.document.uri;
  return uri === undefined || uri.scheme === 'vscode-notebook-cell' ? (activeNotebookEditor?.notebook.uri ?? uri) : uri;
}
