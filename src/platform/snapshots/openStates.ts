import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { silentLogger, type Logger, type Snapshot } from '../../engine/ports/ports.ts';
import type { AuditRequest, StateRef } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { ObjectFormat } from '../files/contentKey.ts';
import { dataFolder } from '../files/dataFolder.ts';
import { findGitEntry } from '../files/gitEntry.ts';
import { globFilter, literalPaths, type PathFilter } from '../files/globFilter.ts';
import type { KeyMemory } from '../files/keyMemory.ts';
import { realFolder } from '../files/realFile.ts';
import { BlobReader } from '../git/blobReader.ts';
import { openKnownRepository } from '../git/knownRepository.ts';
import { listWorkingTree } from '../git/listWorkingTree.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { diskSnapshot } from './diskSnapshot.ts';
import { listWorkspace, walkListing } from './listWorkspace.ts';
import { revisionSnapshot, type RevisionContext } from './revisionSnapshot.ts';
import { storedState } from './storedState.ts';

export interface StatesRequest extends Pick<AuditRequest, 'root' | 'base' | 'head' | 'overlay' | 'trusted'> {
  /** Globs of the files to read and to leave out; see `globFilter`. */
  include: string[];
  exclude: string[];
  /** Paths that the user named (besides literal ones in `include`): said to be skipped when git ignores them. */
  only?: string[];
  /** Whether the snapshots list files that are no source too (`others`). */
  allFiles?: boolean;
}

export interface OpenedStates {
  base: Snapshot | null;
  head: Snapshot;
  /** What went wrong without ending the audit, each a sentence. */
  problems: string[];
  /** Ends git processes at once; they end by themselves when nobody reads for two seconds. */
  close(): void;
}

/**
 * Opens the states that an audit compares. Both use the same content keys.
 * - A revision is read through git (`ls-tree`, `cat-file`), below the workspace root.
 * - The working tree is what is on disk of the files that git lists (tracked, or untracked and not ignored); outside a
 *   repository, and in an untrusted workspace, a walk that honours `.gitignore` files takes git's place.
 * - A stored state comes out of the turn store in the data folder.
 * - A folder (relative paths are relative to the root) is listed by its own git when it is the top of a repository, else
 *   walked.
 * The repository is never written, and nothing that it configures is run. Overlay texts replace files of the working
 * tree; paths that do not belong to it are left out.
 * @param keys content keys that this process knows from earlier audits
 * @throws RewheelError `not-a-folder`, `not-a-repository`, `bare-repository`, `unknown-revision`, `shallow-clone`,
 *   `unborn-head`, `unknown-turn`, `store-failed`, `git-missing`, `git-failed`, `unreadable-input`, `cancelled`
 */
export async function openStates(
  request: StatesRequest,
  logger: Logger = silentLogger,
  signal?: AbortSignal,
  keys: KeyMemory | null = null,
): Promise<OpenedStates> {
  const root = openFolder(request.root);
  const refs = [request.base, request.head].filter((ref) => ref !== null);
  const behindGit = refs.find((ref) => ref.kind === 'revision' || ref.kind === 'stored');
  if (!request.trusted && behindGit !== undefined) {
    const what = behindGit.kind === 'revision' ? `revision '${behindGit.revision}'` : 'a stored turn';
    throw new RewheelError(
      'unreadable-input',
      `The workspace is not trusted, so git is not run and ${what} cannot be read. Trust the workspace, or audit everything.`,
    );
  }
  const needsGit = request.trusted && refs.some((ref) => ref.kind === 'revision' || ref.kind === 'working-tree');
  const repository = needsGit ? await openKnownRepository(root, keys, signal) : null;
  const readers = new Map<Repository, BlobReader>();
  const context: Context = {
    request,
    root,
    repository,
    format: repository?.format ?? 'sha1',
    filter: globFilter(request.include, request.exclude),
    problems: [],
    blobs: (of) => {
      const known = readers.get(of);
      if (known !== undefined) return known;
      const reader = new BlobReader(of);
      readers.set(of, reader);
      return reader;
    },
    allFiles: request.allFiles ?? false,
    logger,
    keys,
    signal,
  };
  const close = () => readers.forEach((reader) => reader.close());
  signal?.addEventListener('abort', close, { once: true });
  try {
    const [base, head] = await Promise.allSettled([
      request.base === null ? null : openState(request.base, false, context),
      openState(request.head, true, context),
    ]);
    // Of two errors the base's comes first, whichever was quicker.
    if (base.status === 'rejected') throw base.reason;
    if (head.status === 'rejected') throw head.reason;
    if (signal?.aborted) throw new RewheelError('cancelled', 'Cancelled.');
    return { base: base.value, head: head.value, problems: [...new Set(context.problems)].sort(), close };
  } catch (error) {
    close();
    throw error;
  }
}

interface Context {
  request: StatesRequest;
  root: string;
  repository: Repository | null;
  format: ObjectFormat;
  filter: PathFilter;
  problems: string[];
  blobs: (repository: Repository) => BlobReader;
  allFiles: boolean;
  logger: Logger;
  keys: KeyMemory | null;
  signal?: AbortSignal;
}

async function openState(ref: StateRef, isHead: boolean, context: Context): Promise<Snapshot> {
  const { root, repository } = context;
  const started = performance.now();
  let snapshot: Snapshot;
  if (ref.kind === 'revision') {
    if (repository === null) {
      throw new RewheelError(
        'not-a-repository',
        `${root} is not in a git repository, so revision '${ref.revision}' cannot be read. Give a folder instead (./DIR), or audit everything with --all.`,
      );
    }
    const hasSubmodule =
      context.request.head.kind === 'working-tree' ? (path: string) => existsSync(join(root, path, '.git')) : null;
    snapshot = await revisionSnapshot(repository, ref.revision, { ...context, hasSubmodule, trees: treesOf(context) });
  } else if (ref.kind === 'stored') {
    snapshot = await storedState(root, dataFolder(), ref.id, { ...context, trees: treesOf(context) });
  } else {
    snapshot = ref.kind === 'working-tree' ? await workingTree(isHead, context) : await folderState(ref, context);
  }
  const took = Math.round(performance.now() - started);
  context.logger.log(
    'debug',
    'snapshot',
    `${snapshot.label}: ${snapshot.files.length} files, ${snapshot.skipped.length} skipped, ${took} ms`,
  );
  return snapshot;
}

function treesOf({ keys, request }: Context): RevisionContext['trees'] {
  return keys && { memory: keys, globs: JSON.stringify([request.include, request.exclude]) };
}

async function workingTree(isHead: boolean, context: Context): Promise<Snapshot> {
  const { request, root, repository, signal } = context;
  if (repository !== null && repository.topLevel === null) {
    throw new RewheelError(
      'bare-repository',
      `${root} is a bare repository (or the inside of a git folder) and has no working tree. Compare revisions (--base REV --head REV), or open a folder that is checked out.`,
    );
  }
  const { listing, ignored } = await listWorkspace(root, repository, signal);
  if (ignored && request.base?.kind === 'revision') {
    listing.files = [];
    listing.unreadable = [];
    context.problems.push(
      `${root} is ignored by the git repository at ${repository?.topLevel}, so it holds no files to audit.`,
    );
  }
  context.problems.push(...listing.problems);
  if (request.base?.kind === 'revision') {
    for (const path of listing.nested) {
      context.problems.push(
        `${path} is a git repository of its own: its files count as new, because the base does not have them. Exclude it if it is not part of this work.`,
      );
    }
  }
  const overlay = new Map(isHead ? Object.entries(request.overlay).map(([path, text]) => [slashed(path), text]) : []);
  return diskSnapshot(listing, {
    ...context,
    label: 'working tree',
    overlay,
    named: [...literalPaths(request.include), ...literalPaths(request.only ?? [])].filter(context.filter),
    topLevel: repository?.topLevel ?? (request.trusted ? null : findGitEntry(root)),
  });
}

async function folderState(ref: StateRef & { kind: 'folder' }, context: Context): Promise<Snapshot> {
  const root = openFolder(resolve(context.root, ref.path));
  const own = context.request.trusted && findGitEntry(root) === root ? await ownRepository(root, context) : null;
  const { signal } = context;
  const listing =
    own === null ? await walkListing(root, { standalone: true, signal }) : await listWorkingTree(own, signal);
  context.problems.push(...listing.problems);
  return diskSnapshot(listing, { ...context, root, label: ref.name, overlay: new Map(), named: [], topLevel: null });
}

/** A folder that was given needs no git: where git is missing or refuses, it is walked. */
async function ownRepository(root: string, context: Context): Promise<Repository | null> {
  try {
    const repository = await openRepository(root, context.signal);
    return repository?.topLevel === root ? repository : null;
  } catch (error) {
    if (error instanceof RewheelError && error.code !== 'cancelled') {
      context.problems.push(`${root} is read as a plain folder: ${error.message}`);
      return null;
    }
    throw error;
  }
}

function openFolder(path: string): string {
  try {
    const real = realFolder(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new RewheelError('not-a-folder', `${path} cannot be opened: no permission.`, { cause: error });
    }
    throw new RewheelError('not-a-folder', `There is no folder ${path}.`, { cause: error });
  }
  throw new RewheelError('not-a-folder', `${path} is not a folder. Give the folder that holds the workspace.`);
}

function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
