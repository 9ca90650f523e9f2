import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/**
 * The one data folder of this user (turns, caches, runs): the platform's usual place, or what the environment variable
 * REWHEEL_DATA says. It need not be there yet.
 */
export function dataFolder(): string {
  const override = process.env.REWHEEL_DATA;
  return override ? resolve(override) : envPaths('rewheel', { suffix: '' }).data;
}

/** Folder of the cached facts, one for all workspaces: facts depend on the content of a file only. */
export function factsFolder(): string {
  return join(dataFolder(), 'facts');
}

/**
 * Key of a workspace in the data folder: SHA-256 (hex) of its real path, so that every way to the same folder finds the
 * same data. Where the file system ignores case (Windows, macOS) so does the key.
 */
export function workspaceKey(root: string): string {
  let real = resolve(root);
  try {
    real = realpathSync.native(real);
  } catch {
    // A folder that is gone keeps the key of its path.
  }
  if (process.platform === 'win32') real = real.replaceAll('\\', '/').toLowerCase();
  if (process.platform === 'darwin') real = real.toLowerCase();
  return createHash('sha256').update(real).digest('hex');
}
