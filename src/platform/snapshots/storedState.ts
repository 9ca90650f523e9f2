import { existsSync } from 'node:fs';
import { languageOf } from '../../engine/language/languages.ts';
import type { Snapshot } from '../../engine/ports/ports.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { findGitEntry } from '../files/gitEntry.ts';
import { hasSnapshot } from '../turns/objectStore.ts';
import { readNotes } from '../turns/snapshotNotes.ts';
import { formatOf, objectsFolder, storePlaces, storeRepository } from '../turns/storePlaces.ts';
import { attributesAbove } from './attributesAbove.ts';
import { revisionState, type RevisionContext } from './revisionSnapshot.ts';

/**
 * A state that the workspace's turn store keeps. Which of its files are read is decided as for any other state.
 * @param root real path of the workspace
 * @param id of the snapshot
 * @throws RewheelError `unknown-turn` when the store does not hold it, `store-failed`, `git-missing`, `cancelled`
 */
export async function storedState(
  root: string,
  dataFolder: string,
  id: string,
  context: Omit<RevisionContext, 'hasSubmodule' | 'above'>,
): Promise<Snapshot> {
  const format = formatOf(id);
  const places = storePlaces(root, dataFolder);
  const repository = storeRepository(objectsFolder(places, format), format);
  if (!(await hasSnapshot(repository, id, context.signal))) {
    const why = existsSync(places.folder) ? 'It was pruned, or the store is damaged.' : 'No turn was kept yet.';
    throw new RewheelError(
      'unknown-turn',
      `The turn store of ${root} does not hold the snapshot ${id}. ${why} See rewheel turns list for those that there are.`,
    );
  }
  const topLevel = findGitEntry(root);
  const above = topLevel === null ? [] : attributesAbove(topLevel, root);
  const leftOut = await readNotes(repository, id, context.signal);
  const builder = await revisionState(repository, id, { ...context, hasSubmodule: null, above });
  for (const { path, reason, detail } of leftOut) {
    if (path.endsWith('/') || (languageOf(path) !== null && context.filter(path))) {
      builder.addSkipped({ path, reason, detail });
    }
  }
  return builder.build(id);
}
