import { RewheelError } from '../../protocol/errors.ts';
import type { TurnChanges } from '../../protocol/turns.ts';
import type { Repository } from '../git/repository.ts';
import { firstLine } from '../git/runGit.ts';
import { readNotes, type LeftOut } from './snapshotNotes.ts';

/**
 * Files that differ between two snapshots. A file whose content one of them leaves out differs when its size or time of
 * change does; a file or folder that cannot be read in one of them is no change.
 * @throws RewheelError `store-failed`, `cancelled`
 */
export async function changesBetween(
  repository: Repository,
  base: string,
  head: string,
  signal?: AbortSignal,
): Promise<TurnChanges> {
  const output = await repository.run(['diff-tree', '-r', '-z', '--no-renames', '--name-status', base, head], {
    signal,
  });
  if (output.code !== 0) {
    throw new RewheelError(
      'store-failed',
      `The turn store at ${repository.folder} is damaged: ${firstLine(output.stderr)}`,
    );
  }
  const kinds = new Map<string, keyof TurnChanges>();
  const fields = output.stdout.toString('utf8').split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const status = fields[at];
    kinds.set(fields[at + 1]!, status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified');
  }
  if (base !== head) {
    const before = byPath(await readNotes(repository, base, signal));
    const after = byPath(await readNotes(repository, head, signal));
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const kind = leftOutChange(before.get(path), after.get(path), kinds.get(path));
      if (kind === null) kinds.delete(path);
      else kinds.set(path, kind);
    }
    // What lies in a folder that could not be listed is neither gone nor new.
    const shut = [...before.keys(), ...after.keys()].filter((path) => path.endsWith('/'));
    for (const path of kinds.keys()) if (shut.some((folder) => path.startsWith(folder))) kinds.delete(path);
  }
  const changes: TurnChanges = { added: [], modified: [], deleted: [] };
  for (const path of [...kinds.keys()].sort()) changes[kinds.get(path)!].push(path);
  return changes;
}

/** @param kept what the kept contents say of the path; undefined when neither snapshot has its content or both have the same */
function leftOutChange(
  before: LeftOut | undefined,
  after: LeftOut | undefined,
  kept: keyof TurnChanges | undefined,
): keyof TurnChanges | null {
  if (before?.reason === 'unreadable' || after?.reason === 'unreadable') return null;
  // Left out on one side, kept on the other: its size went over or under the limit.
  if (kept !== undefined) return 'modified';
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  return before.stamp === after.stamp ? null : 'modified';
}

function byPath(leftOut: readonly LeftOut[]): Map<string, LeftOut> {
  return new Map(leftOut.map((each) => [each.path, each]));
}
