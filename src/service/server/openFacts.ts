import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../engine/ports/ports.ts';
import { KeyMemory } from '../../platform/files/keyMemory.ts';
import { openFactsCache } from '../../platform/store/factsCache.ts';
import type { FactsStore } from '../../platform/store/factsStore.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { createFactsProvider, type FactsService } from '../pool/factsProvider.ts';
import { ParsePool } from '../pool/parsePool.ts';

export interface OpenFacts {
  facts: FactsService;
  /** Null when facts are kept in memory only. */
  cache: FactsStore | null;
  /** Content keys of files on disk that earlier audits of this process read. */
  keys: KeyMemory;
  /** Folder of the bundles. */
  distFolder: string;
}

/**
 * Facts for one process: parse threads and the cache on disk. The command line and the engine process open them here.
 * @param where folder of the bundles, and folder of the cache (null keeps facts in memory only)
 * @throws RewheelError `engine-missing` when a bundle or grammar is not there
 */
export async function openFacts(where: {
  distFolder: string;
  cacheFolder: string | null;
  logger: Logger;
}): Promise<OpenFacts> {
  const { distFolder, cacheFolder, logger } = where;
  const scriptPath = join(distFolder, 'parse.cjs');
  const grammarFolder = join(distFolder, 'grammars');
  const version = await extractionVersion(scriptPath, grammarFolder);
  const pool = new ParsePool({ scriptPath, grammarFolder, logger });
  const cache = cacheFolder === null ? null : openFactsCache({ folder: cacheFolder, version, logger });
  return { facts: createFactsProvider({ pool, cache, logger }), cache, keys: new KeyMemory(), distFolder };
}

/**
 * Facts are as good as the code and the grammars that made them, so these are what the cache's version is made from: a
 * change of an extractor cannot meet facts of the one before it.
 */
async function extractionVersion(scriptPath: string, grammarFolder: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    const grammars = (await readdir(grammarFolder)).sort().map((name) => join(grammarFolder, name));
    for (const path of [scriptPath, ...grammars]) hash.update(await readFile(path));
  } catch (error) {
    const { message } = error as Error;
    throw new RewheelError('engine-missing', `A part of the engine cannot be read (${message}). Reinstall Rewheel.`, {
      cause: error,
    });
  }
  return hash.digest('hex');
}
