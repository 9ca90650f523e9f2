import { openFactsCache } from '../../../src/platform/store/factsCache.ts';
import { entryOf } from './entries.ts';

/*
 * A process that writes entries to a cache: `cacheWriter.ts FOLDER FIRST COUNT BYTES`. Each segment holds two entries.
 * It prints a line after each segment, and `done` at the end.
 */
const [folder, first, count, bytes] = process.argv.slice(2);
const cache = openFactsCache({ folder: folder!, version: 'test' });
for (let i = 0; i < Number(count); i += 2) {
  for (const number of [Number(first) + i, Number(first) + i + 1]) {
    const { key, entry } = entryOf(number, Number(bytes));
    cache.write(key, entry);
  }
  await cache.flush();
  process.stdout.write(`${i}\n`);
}
await cache.close();
process.stdout.write(`${cache.takeProblems().join('\n')}done\n`);
