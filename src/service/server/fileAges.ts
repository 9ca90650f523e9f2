import type { FileAges } from '../../engine/findings/groups.ts';
import { firstCommitTimes } from '../../platform/git/firstCommitTimes.ts';
import { openKnownRepository } from '../../platform/git/knownRepository.ts';
import type { KeyMemory } from '../../platform/files/keyMemory.ts';
import { realFolder } from '../../platform/files/realFile.ts';
import type { AuditRequest } from '../../protocol/engine.ts';

/** Ages of files by the history of the head; null where there is none to ask (a folder, a kept turn, no trust). */
export function fileAges(
  { head, root, trusted }: AuditRequest,
  memory: KeyMemory | null,
  signal?: AbortSignal,
): FileAges | null {
  if (!trusted || (head.kind !== 'working-tree' && head.kind !== 'revision')) return null;
  const revision = head.kind === 'revision' ? head.revision : 'HEAD';
  return async (paths) => {
    const repository = await openKnownRepository(realFolder(root), memory, signal);
    return repository ? firstCommitTimes(repository, revision, paths, signal, memory) : new Map<string, number>();
  };
}
