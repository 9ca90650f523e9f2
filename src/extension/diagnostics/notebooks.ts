import * as vscode from 'vscode';

/** The open notebook of a file; undefined when none is. */
export function openNotebook(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.notebookDocuments.find((notebook) => !notebook.isClosed && notebook.uri.toString() === key);
}

/** True for files whose findings stand in cells. */
export function isNotebookFile(file: string): boolean {
  return /\.ipynb$/i.test(file);
}
