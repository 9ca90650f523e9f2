import * as vscode from 'vscode';

/** Text of a file: the open document's, unsaved or not, else the file's. Null when it cannot be read. */
export async function readText(uri: vscode.Uri): Promise<string | null> {
  return openText(uri) ?? (await readSavedText(uri));
}

/** Text of the open document; null when none is open. */
export function openText(uri: vscode.Uri): string | null {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key)?.getText() ?? null;
}

/** Text of a file as it is on disk (UTF-8); null when it cannot be read, or when its bytes are not those that are `wanted`. */
export async function readSavedText(
  uri: vscode.Uri,
  wanted: (bytes: Uint8Array) => boolean = () => true,
): Promise<string | null> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return wanted(bytes) ? new TextDecoder('utf-8').decode(bytes) : null;
  } catch {
    return null;
  }
}
