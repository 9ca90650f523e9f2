import { createHash, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Log } from '../log/createLog.ts';

/** Values of the workspace's folders in a folder of its storage, one JSON file each. */
export interface JsonFiles<T> {
  /** The stored value; null when there is none, or one that cannot be used. */
  load(folder: string): Promise<T | null>;
  save(folder: string, value: T): Promise<void>;
  remove(folder: string): Promise<void>;
}

/**
 * @param home folder of the files; undefined without a workspace, and then nothing is kept
 * @param what what the values are, for the log
 * @param parse checks a value that comes back, and throws when it cannot be used
 */
export function createJsonFiles<T>(
  home: vscode.Uri | undefined,
  what: string,
  parse: (value: unknown) => Promise<T>,
  log: Log,
): JsonFiles<T> {
  if (!home) return { load: async () => null, save: async () => undefined, remove: async () => undefined };
  const place = (folder: string): vscode.Uri =>
    vscode.Uri.joinPath(home, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.json`);
  const files = vscode.workspace.fs;
  return {
    async load(folder) {
      let bytes: Uint8Array;
      try {
        bytes = await files.readFile(place(folder));
      } catch {
        return null;
      }
      try {
        return await parse(JSON.parse(new TextDecoder().decode(bytes)));
      } catch (error) {
        log.info('results', `The stored ${what} of ${folder} cannot be used and is left out: ${String(error)}`);
        return null;
      }
    },
    async save(folder, value) {
      const target = place(folder);
      const draft = target.with({ path: `${target.path}.${randomUUID()}.tmp` });
      try {
        await files.createDirectory(home);
        await files.writeFile(draft, new TextEncoder().encode(JSON.stringify(value)));
        // A rename, so that a window that ends in the middle leaves the old value or the new one.
        await files.rename(draft, target, { overwrite: true });
      } catch (error) {
        log.warn('results', `The ${what} could not be stored, so a reload will not bring it back: ${String(error)}`);
      }
    },
    async remove(folder) {
      try {
        await files.delete(place(folder));
      } catch {
        // Nothing was stored.
      }
    },
  };
}
