import * as vscode from 'vscode';
import type { EngineHost } from '../engine/engineHost.ts';
import type { Log } from '../log/createLog.ts';

/** Scheme of read-only documents of files as a kept state holds them. */
const SCHEME = 'rewheel-state';

/** Files of kept states. */
export interface StateDocuments extends vscode.Disposable {
  /** Uri of `file` (relative, with `/`) in the state `state` of the folder's turn store. */
  uri(folder: vscode.Uri, state: string, file: string): vscode.Uri;
  /** Text of the file; null when the state does not hold it, or cannot be read. */
  text(folder: vscode.Uri, state: string, file: string): Promise<string | null>;
}

export function createStateDocuments(engine: EngineHost, log: Log): StateDocuments {
  const text = async (folder: vscode.Uri, state: string, file: string): Promise<string | null> => {
    try {
      const client = await engine.client();
      return (await client.stateFile({ root: folder.fsPath, state, path: file })).text;
    } catch (error) {
      log.warn('turns', `${file} of ${state} cannot be read: ${String(error)}`);
      return null;
    }
  };
  const registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent(uri) {
      const [folder, state] = uri.query.split('\n');
      const open = vscode.workspace.workspaceFolders?.find((one) => one.uri.toString() === folder);
      if (!open || state === undefined) return vscode.l10n.t('The folder of this document is not open.');
      return (await text(open.uri, state, uri.path.slice(1))) ?? vscode.l10n.t('This file cannot be shown as text.');
    },
  });
  return {
    uri: (folder, state, file) =>
      vscode.Uri.from({ scheme: SCHEME, path: `/${file}`, query: `${folder.toString()}\n${state}` }),
    text,
    dispose: () => registration.dispose(),
  };
}
