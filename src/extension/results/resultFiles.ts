import * as vscode from 'vscode';
import type { Log } from '../log/createLog.ts';
import { createJsonFiles } from './jsonFiles.ts';
import type { StoredResult } from './storedResult.ts';

/** Keeps the last result of each folder in the workspace's storage, one file a folder. */
export interface ResultFiles {
  /** The stored result; null when there is none, or one that cannot be used. */
  load(folder: vscode.Uri): Promise<StoredResult | null>;
  save(result: StoredResult): Promise<void>;
  remove(folder: vscode.Uri): Promise<void>;
}

/** `storage` is the extension's storage of this workspace; undefined without a workspace, and then nothing is kept. */
export function createResultFiles(storage: vscode.Uri | undefined, log: Log): ResultFiles {
  const home = storage && vscode.Uri.joinPath(storage, 'results');
  const parse = async (value: unknown): Promise<StoredResult> => {
    const { storedResultSchema } = await import('./storedResult.ts');
    return storedResultSchema.parse(value);
  };
  const files = createJsonFiles(home, 'result', parse, log);
  return {
    async load(folder) {
      const result = await files.load(folder.toString());
      return result?.folder === folder.toString() ? result : null;
    },
    save: (result) => files.save(result.folder, result),
    remove: (folder) => files.remove(folder.toString()),
  };
}
