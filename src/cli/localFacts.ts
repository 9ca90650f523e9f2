import { resolve } from 'node:path';
import type { Logger } from '../engine/ports/ports.ts';
import { factsFolder } from '../platform/files/dataFolder.ts';
import { openFacts } from '../service/server/openFacts.ts';
import type { FactsService } from '../service/pool/factsProvider.ts';
import { shown } from '../engine/reports/shown.ts';
import { complain } from './complain.ts';

/**
 * Runs `work` with facts from the user's cache and threads of its own, and ends both afterwards, so that the program
 * exits at once. Warnings go to standard error.
 */
export async function withFacts<T>(
  where: { cacheFolder: string | undefined },
  work: (facts: FactsService, logger: Logger) => Promise<T>,
): Promise<T> {
  const logger: Logger = {
    log: (level, topic, message) => {
      if (topic === 'cache' || (level !== 'error' && level !== 'warn')) return;
      process.stderr.write(`rewheel: ${topic}: ${shown(message)}\n`);
    },
  };
  const cacheFolder = where.cacheFolder === undefined ? factsFolder() : resolve(where.cacheFolder);
  const { facts, cache } = await openFacts({ distFolder: __dirname, cacheFolder, logger });
  try {
    return await work(facts, logger);
  } finally {
    await facts.close();
    // What the cache mends by itself is not worth a word; what it cannot is told once, at the end.
    const problems = cache?.takeProblems() ?? [];
    for (const problem of problems) complain(problem);
    if (problems.length > 0) process.stderr.write('rewheel: Another folder for it can be given with --cache.\n');
  }
}
