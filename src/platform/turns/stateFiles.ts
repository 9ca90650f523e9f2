import { RewheelError } from '../../protocol/errors.ts';
import type { TurnChanges } from '../../protocol/turns.ts';
import { BlobReader } from '../git/blobReader.ts';
import type { Repository } from '../git/repository.ts';
import { hasSnapshot } from './objectStore.ts';
import { formatOf, objectsFolder, storePlaces, storeRepository } from './storePlaces.ts';
import { changesBetween } from './turnChanges.ts';

/** A workspace whose store is read: real paths, as an open `TurnStore` has them. */
interface StoreOf {
  root: string;
  dataFolder: string;
}

/**
 * Files that differ between two kept snapshots.
 * @throws RewheelError `unknown-turn` when the store does not hold one of them; `store-failed`, `git-missing`, `cancelled`
 */
export async function stateChanges(store: StoreOf, base: string, head: string): Promise<TurnChanges> {
  const [before, after] = [await repositoryOf(store, base), await repositoryOf(store, head)];
  // A repository that was made anew in another object format cannot be compared with what was before.
  if (before.format !== after.format) return { added: [], modified: [], deleted: [] };
  return changesBetween(before, base, head);
}

/**
 * Text of a file in a kept snapshot.
 * @returns null when the snapshot does not hold the file, or it is no text
 * @throws RewheelError as `stateChanges`
 */
export async function stateText(store: StoreOf, id: string, path: string): Promise<string | null> {
  const reader = new BlobReader(await repositoryOf(store, id));
  try {
    const blob = await reader.read(`${id}:${path}`);
    return blob === null || blob.bytes.includes(0) ? null : new TextDecoder('utf-8').decode(blob.bytes);
  } finally {
    reader.close();
  }
}

async function repositoryOf({ root, dataFolder }: StoreOf, id: string): Promise<Repository> {
  const format = formatOf(id);
  const repository = storeRepository(objectsFolder(storePlaces(root, dataFolder), format), format);
  if (await hasSnapshot(repository, id)) return repository;
  throw new RewheelError('unknown-turn', `The turn store of ${root} does not hold the snapshot ${id}. It was pruned.`);
}
