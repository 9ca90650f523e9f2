import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../engine/language/languages.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { contentKey, type ObjectFormat } from '../files/contentKey.ts';
import { isConfigFile } from '../files/pathRules.ts';
import { RealFolder } from '../files/realFile.ts';
import { BlobReader } from '../git/blobReader.ts';
import type { WorkingFile, WorkingListing } from '../git/listWorkingTree.ts';
import type { Repository } from '../git/repository.ts';
import { listWorkspace } from '../snapshots/listWorkspace.ts';
import {
  copyStats,
  keepStats,
  newStats,
  unchangedRows,
  withLatest,
  type FileMemory,
  type FileMemoryFile,
} from './fileMemory.ts';
import { hasSnapshot, removeLeftOvers } from './objectStore.ts';
import { Importer, type PathChange } from './importer.ts';
import { snapshotNotes, type LeftOut } from './snapshotNotes.ts';

export interface SnapshotLimits {
  /** Bytes of a file above which its content is not kept. */
  fileBytes: number;
  /** Bytes of all files above which only files that Rewheel reads are kept. */
  workspaceBytes: number;
}

export interface SnapshotContext {
  /** Real path of the workspace. */
  root: string;
  /** Path below the root that is no part of the workspace (our own data folder), with a trailing `/`; null for none. */
  excluded: string | null;
  limits: SnapshotLimits;
  /** Opens the repository that the root lies in; null where there is none. */
  workspace: () => Promise<Repository | null>;
  objects: (format: ObjectFormat) => Promise<Repository>;
  memory: (format: ObjectFormat) => FileMemoryFile;
  signal?: AbortSignal;
}

const FILES_PER_TURN = 64;
const NOTHING = new Uint8Array();

/**
 * Keeps the state of the workspace as it is on disk: every file that no rule ignores, byte for byte, links as links.
 * Only files that may have changed since the last snapshot are read.
 * @returns id of the snapshot; the same state has the same id
 * @throws RewheelError `store-failed`, `git-missing`, `git-failed`, `bare-repository`, `not-a-folder`, `cancelled`
 */
export async function takeSnapshot(context: SnapshotContext): Promise<string> {
  const { root, signal } = context;
  const repository = await context.workspace();
  if (repository !== null && repository.topLevel === null) {
    throw new RewheelError(
      'bare-repository',
      `${root} is a bare repository (or the inside of a git folder) and has no working tree, so there is nothing that a turn could change.`,
    );
  }
  const format = repository?.format ?? 'sha1';
  const objects = await context.objects(format);
  const file = context.memory(format);
  const remembered = file.load();
  // The stats of what is known are taken while git lists.
  const [{ listing }, same, isThere] = await Promise.all([
    listWorkspace(root, repository, signal, true),
    remembered === null ? null : unchangedRows(remembered, root),
    remembered !== null && isKept(remembered.recent[0]!, file, objects, signal),
  ]);
  const memory = isThere ? remembered : null;
  if (memory !== null && same !== null && isSameState(listing, memory, same, context)) return memory.recent[0]!;
  const state = new State(context, format, objects, listing, memory, same);
  try {
    return await state.keep(file);
  } catch (error) {
    if (memory === null || !(error instanceof RewheelError) || error.code !== 'store-failed') throw error;
    // Objects that the memory counts on may be lost: everything is read and written again, once.
    return await new State(context, format, objects, listing, null, null).keep(file);
  }
}

/** Whether the store holds the snapshot that the memory is of; asked once, as another process may have pruned or lost it. */
async function isKept(
  latest: string,
  file: FileMemoryFile,
  objects: Repository,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (file.verified === latest) return true;
  const kept = await hasSnapshot(objects, latest, signal);
  if (kept) file.verified = latest;
  return kept;
}

/** The usual case, told without any work: the listing is that of the last snapshot and every file is as it was. */
function isSameState(
  { files, unreadable }: WorkingListing,
  memory: FileMemory,
  same: Uint8Array,
  { excluded }: SnapshotContext,
): boolean {
  if (excluded !== null || unreadable.length + memory.leftOut.length > 0) return false;
  return files.length === same.length && files.every(({ path }, row) => same[row] === 1 && memory.paths[row] === path);
}

class State {
  readonly #context: SnapshotContext;
  readonly #format: ObjectFormat;
  readonly #objects: Repository;
  readonly #listing: WorkingListing;
  readonly #memory: FileMemory | null;
  readonly #same: Uint8Array | null;
  readonly #folder: RealFolder;
  readonly #known = new Map<string, number>();
  readonly #readers = new Map<Repository, BlobReader>();
  #importer: Importer | null = null;

  constructor(
    context: SnapshotContext,
    format: ObjectFormat,
    objects: Repository,
    listing: WorkingListing,
    memory: FileMemory | null,
    same: Uint8Array | null,
  ) {
    this.#context = context;
    this.#format = format;
    this.#objects = objects;
    this.#listing = listing;
    this.#memory = memory;
    this.#same = same;
    this.#folder = new RealFolder(context.root);
  }

  async keep(file: FileMemoryFile): Promise<string> {
    try {
      return await this.#keep(file);
    } catch (error) {
      await this.#importer?.stop();
      removeLeftOvers(this.#objects);
      throw error;
    } finally {
      this.#readers.forEach((reader) => reader.close());
    }
  }

  async #keep(file: FileMemoryFile): Promise<string> {
    const old = this.#memory;
    const listed = this.#listing.files.filter(({ path }) => this.#belongs(path));
    const next: FileMemory = {
      recent: old?.recent ?? [],
      tree: old?.tree ?? null,
      paths: [],
      ids: [],
      links: [],
      stats: newStats(listed.length),
      leftOut: this.#listing.unreadable.map(({ path, detail }) => unreadable(path, detail)),
    };
    const changes: PathChange[] = [];
    const there = new Uint8Array(old?.paths.length ?? 0);
    let relearned = false;
    let kept = 0;
    let read = 0;
    for (const [place, each] of listed.entries()) {
      const row = this.#rowOf(each.path, place);
      if (row >= 0 && old !== null && this.#same?.[row] === 1) {
        there[row] = 1;
        copyStats(old.stats, row, next.stats, next.paths.length);
        this.#push(next, each.path, old.ids[row]!, old.links[row]!);
        kept += next.stats[(next.paths.length - 1) * 4]!;
        continue;
      }
      if (++read % FILES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      if (this.#context.signal?.aborted) throw new RewheelError('cancelled', 'Cancelled.');
      const found = await this.#read(each, kept, row < 0 || old?.links[row] ? undefined : old?.ids[row]);
      if (found === null) continue;
      if ('reason' in found) {
        next.leftOut.push(found);
        continue;
      }
      kept += found.bytes.byteLength;
      const link = found.kind === 'link';
      if (keepStats(next.stats, next.paths.length, found.stats, found.readAt)) relearned = true;
      this.#push(next, each.path, found.id, link);
      if (row >= 0) there[row] = 1;
      if (row >= 0 && old?.ids[row] === found.id && old.links[row] === link) continue;
      changes.push({ path: each.path, id: found.id, link });
      this.#importer ??= new Importer(this.#objects);
      await this.#importer.add(found.bytes);
    }
    next.stats = next.stats.slice(0, next.paths.length * 4);
    next.leftOut.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    const gone = (old?.paths ?? []).filter((_, row) => there[row] === 0).map((path) => ({ path, id: null }));
    const notes = snapshotNotes(next.leftOut);
    const [latest] = next.recent;
    if (latest !== undefined && changes.length + gone.length === 0 && notes === snapshotNotes(old!.leftOut)) {
      if (relearned) file.save(next);
      return latest;
    }
    this.#importer ??= new Importer(this.#objects);
    const { snapshot, tree } = await this.#importer.finish(next.tree, notes, [...gone, ...changes]);
    file.save({ ...next, tree, recent: withLatest(next.recent, snapshot) });
    return snapshot;
  }

  #push(next: FileMemory, path: string, id: string, link: boolean): void {
    next.paths.push(path);
    next.ids.push(id);
    next.links.push(link);
  }

  /** Git refuses paths with a part `.git`, and our own data folder would grow by what it keeps. */
  #belongs(path: string): boolean {
    const { excluded } = this.#context;
    return !(excluded !== null && path.startsWith(excluded)) && !/(?:^|\/)\.git(?:\/|$)/i.test(path);
  }

  /** The row of the memory; listings mostly have its order. -1 when it does not know the path. */
  #rowOf(path: string, place: number): number {
    const paths = this.#memory?.paths ?? [];
    if (paths[place] === path) return place;
    if (this.#known.size === 0) paths.forEach((known, row) => this.#known.set(known, row));
    return this.#known.get(path) ?? -1;
  }

  /** @param known id of the content that the last snapshot had at the path, if it was a file */
  async #read(entry: WorkingFile, kept: number, known: string | undefined): Promise<Found | LeftOut | null> {
    const { path } = entry;
    if (path.includes('\uFFFD')) return unreadable(path, 'its name is not UTF-8');
    const place = join(this.#context.root, path);
    const readAt = Date.now();
    try {
      const stats = this.#folder.isReal(path) ? lstatSync(place) : null;
      if (stats === null) return null;
      // Git takes no link of this name, as it would follow it.
      if (stats.isSymbolicLink() && /(?:^|\/)\.gitmodules$/i.test(path)) return unreadable(path, 'it is a link');
      if (stats.isSymbolicLink())
        return this.#found('link', readlinkSync(place, { encoding: 'buffer' }), stats, readAt);
      if (!stats.isFile()) return null;
      const { fileBytes, workspaceBytes } = this.#context.limits;
      const source = languageOf(path) !== null || isConfigFile(path);
      if (stats.size > fileBytes) return tooLarge(path, stats, `it has more than ${fileBytes} bytes`);
      if (kept + stats.size > workspaceBytes) {
        if (!source) return tooLarge(path, stats, `the workspace has more than ${workspaceBytes} bytes`);
        throw new RewheelError(
          'unreadable-input',
          `${this.#context.root} holds more than ${workspaceBytes} bytes of source files that no rule ignores, so its turns are not kept. Name what is not yours in .gitignore.`,
        );
      }
      const bytes = this.#folder.read(path, fileBytes + 1);
      if (bytes === null) return null;
      if (bytes.byteLength > fileBytes) return tooLarge(path, stats, `it has more than ${fileBytes} bytes`);
      return this.#found('file', bytes, bytes.byteLength === stats.size ? stats : null, readAt);
    } catch (error) {
      if (error instanceof RewheelError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return unreadable(path, `it cannot be read (${code ?? 'unknown'})`);
      if (entry.kept === null) return null;
      // The content need not be read again: it is in the store.
      if (entry.kept.id === known) return { kind: 'file', id: known, bytes: NOTHING, stats: null, readAt };
      return this.#readKept(entry.kept, path, readAt);
    }
  }

  /** A file that a sparse checkout keeps off the disk has its content in the user's repository. */
  async #readKept(
    { id, repository }: NonNullable<WorkingFile['kept']>,
    path: string,
    readAt: number,
  ): Promise<Found | LeftOut> {
    const reader = this.#readers.get(repository) ?? new BlobReader(repository);
    this.#readers.set(repository, reader);
    const blob = await reader.read(id, this.#context.limits.fileBytes);
    if (blob === null)
      return unreadable(path, 'the sparse checkout leaves it out, and its content is not in the repository');
    if (blob.size <= blob.bytes.byteLength) return this.#found('file', blob.bytes, null, readAt);
    return {
      path,
      reason: 'too-large',
      detail: `it has more than ${this.#context.limits.fileBytes} bytes`,
      stamp: id,
    };
  }

  #found(kind: 'file' | 'link', bytes: Uint8Array, stats: Stats | null, readAt: number): Found {
    return { kind, id: contentKey(bytes, this.#format), bytes, stats, readAt };
  }
}

interface Found {
  kind: 'file' | 'link';
  id: string;
  bytes: Uint8Array;
  /** Null when they are not those of the bytes. */
  stats: Stats | null;
  /** Milliseconds since the epoch, before anything was read. */
  readAt: number;
}

function unreadable(path: string, detail: string): LeftOut {
  return { path, reason: 'unreadable', detail, stamp: '' };
}

function tooLarge(path: string, stats: Stats, detail: string): LeftOut {
  return { path, reason: 'too-large', detail, stamp: `${stats.size} ${stats.mtimeMs}` };
}
