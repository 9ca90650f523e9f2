import { isRewheelError } from '../../protocol/errors.ts';
import type { KeyMemory } from '../files/keyMemory.ts';
import { resolveKnownRevision } from './knownRepository.ts';
import type { Repository } from './repository.ts';

/** Files that are asked about at once: their paths go on the command line. */
const MOST_PATHS = 500;

/**
 * Time of the first commit that had each file, in seconds. Renames are not followed. A file that was never committed has no
 * entry, and in a shallow clone, whose history says nothing of ages, none has.
 * @param paths relative to the folder that the repository was opened from
 */
export async function firstCommitTimes(
  repository: Repository,
  revision: string,
  paths: readonly string[],
  signal?: AbortSignal,
  memory: KeyMemory | null = null,
): Promise<ReadonlyMap<string, number>> {
  if (repository.shallow) return new Map();
  const head = await resolveKnownRevision(repository, revision, memory, signal).catch((error: unknown) => {
    if (isRewheelError(error, 'unborn-head')) return null;
    throw error;
  });
  if (head === null) return new Map();
  // A commit's history never changes, and a turn is audited again and again.
  const key = [repository.commonFolder, repository.prefix, head, ...paths].join('\0');
  const known = memory?.findAges(key);
  if (known) return known;
  const times = await timesOf(repository, head, paths, signal);
  memory?.keepAges(key, times);
  return times;
}

async function timesOf(
  repository: Repository,
  head: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const asked = paths.slice(0, MOST_PATHS).map((path) => `:(literal)${path}`);
  const args = ['log', '--format=%x00%ct', '--name-only', '--diff-filter=A', '--no-renames', '--relative'];
  const output = await repository.run([...args, '--no-ext-diff', '--no-textconv', head, '--', ...asked], { signal });
  if (output.code !== 0) return times;
  for (const part of output.stdout.toString('utf8').split('\0').slice(1)) {
    const [time, ...names] = part.split('\n').filter((line) => line !== '');
    // The newest commit comes first, so what is written last is the first commit.
    for (const name of names) times.set(name, Number(time));
  }
  return times;
}
