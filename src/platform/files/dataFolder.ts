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
