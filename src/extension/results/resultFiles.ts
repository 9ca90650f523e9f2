import { createHash, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Log } from '../log/createLog.ts';
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
  if (!storage) return { load: async () => null, save: async () => undefined, remove: async () => undefined };
  const home = vscode.Uri.joinPath(storage, 'results');
  const place = (folder: string): vscode.Uri =>
    vscode.Uri.joinPath(home, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`);
  const files = vscode.workspace.fs;
  return {
    async load(folder) {
      let bytes: Uint8Array;
      try {
        bytes = await files.readFile(place(folder.toString()));
      } catch {
        return null;
      }
      try {
        const { storedResultSchema } = await import('./storedResult.ts');
        const result = storedResultSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
        return result.folder === folder.toString() ? result : null;
      } catch (error) {
        log.info('results', `The stored result of ${folder.fsPath} cannot be used and is left out: ${String(error)}`);
        return null;
      }
    },
    async save(result) {
      const target = place(result.folder);
      const draft = target.with({ path: `${target.path}.${randomUUID()}.tmp` });
      try {
        await files.createDirectory(home);
        await files.writeFile(draft, new TextEncoder().encode(JSON.stringify(result)));
        // A rename, so that a window that ends in the middle leaves the old result or the new one.
        await files.rename(draft, target, { overwrite: true });
      } catch (error) {
        log.warn('results', `The result could not be stored, so a reload will not bring it back: ${String(error)}`);
      }
    },
    async remove(folder) {
      try {
        await files.delete(place(folder.toString()));
      } catch {
        // Nothing was stored.
      }
    },
  };
}
