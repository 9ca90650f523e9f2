import { languageOf } from '../../engine/language/languages.ts';
import type { Snapshot } from '../../engine/ports/ports.ts';
import { MAX_SOURCE_BYTES, maxSourceBytes } from '../files/decodeSource.ts';
import type { PathFilter } from '../files/globFilter.ts';
import type { KeyMemory } from '../files/keyMemory.ts';
import { linguistAttributes, type AttributesText } from '../files/linguistAttributes.ts';
import { isConfigFile, judgePath } from '../files/pathRules.ts';
import type { BlobReader } from '../git/blobReader.ts';
import { resolveKnownRevision } from '../git/knownRepository.ts';
import { listTree, type TreeFile, type TreeListing } from '../git/listTree.ts';
import type { Repository } from '../git/repository.ts';
import { reasonToSkip } from './selectFiles.ts';
import { SnapshotBuilder } from './storedSnapshot.ts';

export interface RevisionContext {
  filter: PathFilter;
  /** The reader of a repository's objects. */
  blobs: (repository: Repository) => BlobReader;
  problems: string[];
  /** Whether the working tree that this state is compared with has a submodule checked out; null for any other. */
  hasSubmodule: ((path: string) => boolean) | null;
  /** Rules of `.gitattributes` files above the folder that the revision does not hold itself; see `attributesAbove`. */
  above?: AttributesText[];
  /** What this process remembers of commits, with the text of the filter's globs; null where it remembers nothing. */
  trees: { memory: KeyMemory; globs: string } | null;
  /** Whether files that are no source are listed too. */
  allFiles: boolean;
  signal?: AbortSignal;
}

/**
 * The state of a git revision below the folder that the repository was opened from. Nothing is read but trees, sizes
 * and the few files whose reason for skipping needs a look.
 * @throws RewheelError as `resolveRevision` and `listTree`
 */
export async function revisionSnapshot(
  repository: Repository,
  revision: string,
  context: RevisionContext,
): Promise<Snapshot> {
  const commit = await resolveKnownRevision(repository, revision, context.trees?.memory ?? null, context.signal);
  return (await revisionState(repository, commit, context)).build(commit);
}

/**
 * The files of a commit, for a snapshot that may get more than the commit tells.
 * @param commit id, known to be there
 * @throws RewheelError as `listTree`
 */
export async function revisionState(
  repository: Repository,
  commit: string,
  context: RevisionContext,
): Promise<SnapshotBuilder> {
  const { filter, blobs } = context;
  const wanted = (path: string) =>
    context.allFiles ||
    (languageOf(path) !== null && filter(path)) ||
    isConfigFile(path) ||
    path.endsWith('.gitattributes');
  const listing = await listingOf(repository, commit, wanted, context);
  context.problems.push(...listing.problems);
  const linguist = await attributesOf(repository, commit, listing.files, context);
  const builder = new SnapshotBuilder();
  // When a listing is known, only what changed since is read: worth keeping. The first time everything may be read.
  const memory = listing.known ? context.trees?.memory : undefined;
  const read = async (file: TreeFile, limit?: number) => {
    const kept = memory?.findBlob(file.id);
    if (kept) return limit === undefined ? kept : kept.subarray(0, limit);
    const blob = await blobs(file.repository).read(file.id, limit);
    if (blob && blob.bytes.length === blob.size) memory?.keepBlob(file.id, blob.bytes);
    return blob?.bytes ?? null;
  };
  const checks = listing.files.map(async (file) => {
    const { path, id, size } = file;
    const source = languageOf(path) !== null && filter(path);
    if (context.allFiles && size !== null) builder.addOther(path, () => read(file, MAX_SOURCE_BYTES));
    if (size === null) {
      if (source)
        builder.addSkipped({ path, reason: 'unreadable', detail: 'the repository does not hold its content' });
    } else if (path.includes('\uFFFD')) {
      if (source) builder.addSkipped({ path, reason: 'unreadable', detail: 'its name is not UTF-8' });
    } else if (source) {
      const candidate = { path, contentKey: id, size, peek: () => read(file, maxSourceBytes(path)) };
      const skipped = await reasonToSkip(candidate, linguist?.(path) ?? {});
      if (skipped === null) builder.addFile(candidate, () => read(file));
      else builder.addSkipped(skipped);
    } else if (isConfigFile(path) && !judgePath(path).vendored && size <= MAX_SOURCE_BYTES) {
      builder.addConfigFile(path, () => read(file));
    }
  });
  await Promise.all(checks);
  return builder;
}

/** A listing is remembered when it is whole and all from one repository. */
async function listingOf(
  repository: Repository,
  commit: string,
  wanted: (path: string) => boolean,
  { trees, signal, hasSubmodule, allFiles }: RevisionContext,
): Promise<TreeListing & { known: boolean }> {
  const key = [repository.commonFolder, repository.prefix, commit, trees?.globs, allFiles].join('\0');
  const known = trees?.memory.findTree(key);
  if (known) return { files: known.map((file) => ({ ...file, repository })), problems: [], known: true };
  const listing = await listTree(repository, commit, wanted, signal, hasSubmodule ?? undefined);
  const files = listing.files.flatMap((file) =>
    file.size !== null && file.repository === repository ? [{ path: file.path, id: file.id, size: file.size }] : [],
  );
  if (listing.problems.length === 0 && files.length === listing.files.length) trees?.memory.keepTree(key, files);
  return { ...listing, known: false };
}

async function attributesOf(
  repository: Repository,
  commit: string,
  files: TreeFile[],
  { blobs, above: known = [] }: RevisionContext,
): Promise<ReturnType<typeof linguistAttributes>> {
  const found: AttributesText[] = [...known];
  const folders = repository.prefix.split('/').slice(0, -1);
  for (let depth = 0; depth < folders.length; depth++) {
    const path = [...folders.slice(0, depth), '.gitattributes'].join('/');
    const blob = await blobs(repository).read(`${commit}:${path}`, MAX_SOURCE_BYTES);
    const above = folders
      .slice(depth)
      .map((name) => `${name}/`)
      .join('');
    if (blob !== null) found.push({ folder: '', above, text: blob.bytes.toString('utf8') });
  }
  for (const file of files) {
    if (file.size === null || !/(?:^|\/)\.gitattributes$/.test(file.path)) continue;
    const blob = await blobs(file.repository).read(file.id, MAX_SOURCE_BYTES);
    const folder = file.path.slice(0, -'.gitattributes'.length);
    if (blob !== null) found.push({ folder, above: '', text: blob.bytes.toString('utf8') });
  }
  return linguistAttributes(found);
}
