import { join } from 'node:path';
import { languageOf } from '../../engine/language/languages.ts';
import type { Snapshot } from '../../engine/ports/ports.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { contentKey, type ObjectFormat } from '../files/contentKey.ts';
import { MAX_SOURCE_BYTES, maxSourceBytes } from '../files/decodeSource.ts';
import type { PathFilter } from '../files/globFilter.ts';
import type { KeyMemory } from '../files/keyMemory.ts';
import { linguistAttributes } from '../files/linguistAttributes.ts';
import { isConfigFile, judgePath } from '../files/pathRules.ts';
import { RealFolder, type Probe } from '../files/realFile.ts';
import type { BlobReader } from '../git/blobReader.ts';
import type { WorkingFile, WorkingListing } from '../git/listWorkingTree.ts';
import type { Repository } from '../git/repository.ts';
import { attributesAbove, readAttributes } from './attributesAbove.ts';
import { reasonToSkip, type Candidate } from './selectFiles.ts';
import { SnapshotBuilder } from './storedSnapshot.ts';

export interface DiskContext {
  /** Real path of the folder. */
  root: string;
  label: string;
  format: ObjectFormat;
  filter: PathFilter;
  /** Texts that stand for files of the listing: path to text. */
  overlay: ReadonlyMap<string, string>;
  /** Paths that the user named: when the listing does not have them because they are ignored, they are said to be. */
  named: string[];
  /** Real path of the top folder of the repository around, whose `.gitattributes` count too; null when there is none. */
  topLevel: string | null;
  blobs: (repository: Repository) => BlobReader;
  problems: string[];
  /** Keys of files read in earlier audits by the same process. */
  keys?: KeyMemory | null;
  /** Whether files that are no source are listed too. */
  allFiles?: boolean;
  signal?: AbortSignal;
}

/** Files hashed before other work gets a turn. */
const FILES_PER_TURN = 64;
/** Vanished files named one by one. */
const MAX_NAMED = 5;

/**
 * The state of files on disk: a working tree or a folder. Every source file is read once, to take its content key.
 * @param listing what belongs to the state, by git or by a walk
 * @throws RewheelError `cancelled`
 */
export async function diskSnapshot(listing: WorkingListing, context: DiskContext): Promise<Snapshot> {
  const { root, filter, overlay, signal } = context;
  const folder = new RealFolder(root);
  const builder = new SnapshotBuilder();
  const linguist = attributesOf(listing.files, folder, context);
  const vanished: string[] = [];
  let hashed = 0;
  for (const entry of listing.files) {
    const { path } = entry;
    if (context.allFiles) builder.addOther(path, async () => readQuietly(folder, path));
    if (languageOf(path) === null || !filter(path)) {
      if (isConfigFile(path)) addConfigFile(entry, folder, builder, context);
      continue;
    }
    if (++hashed % FILES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) throw new RewheelError('cancelled', 'Cancelled.');
    const probe = folder.probe(path);
    // The editor may show a file through a symlink: that is not the file's path.
    if (probe.kind === 'other') continue;
    const text = overlay.get(path);
    const found = text !== undefined ? fromText(path, text, context) : await fromDisk(entry, probe, folder, context);
    if (found === 'none') continue;
    if (found === 'vanished') vanished.push(path);
    else if ('detail' in found) builder.addSkipped({ path, reason: 'unreadable', detail: found.detail });
    else {
      const skipped = await reasonToSkip(found, linguist?.(path) ?? {});
      if (skipped !== null) builder.addSkipped(skipped);
      else builder.addFile(found, found.read);
    }
  }
  for (const each of listing.unreadable) builder.addSkipped({ ...each, reason: 'unreadable' });
  for (const path of context.named) {
    if (languageOf(path) === null || builder.has(path) || folder.probe(path).kind !== 'file') continue;
    builder.addSkipped({ path, reason: 'ignored', detail: 'git ignores it' });
  }
  if (vanished.length > 0) {
    const names = vanished.slice(0, MAX_NAMED).join(', ') + (vanished.length > MAX_NAMED ? ', …' : '');
    context.problems.push(`Files that vanished while they were read are left out: ${names}`);
  }
  return builder.build(context.label);
}

interface Found extends Candidate {
  read: () => Promise<Uint8Array | null>;
}

function fromText(path: string, text: string, context: DiskContext): Found {
  const bytes = new TextEncoder().encode(text);
  const key = contentKey(bytes, context.format);
  return {
    path,
    contentKey: key,
    size: bytes.byteLength,
    peek: async () => bytes.subarray(0, maxSourceBytes(path)),
    read: async () => bytes.slice(),
  };
}

async function fromDisk(
  entry: WorkingFile,
  probe: Exclude<Probe, { kind: 'other' }>,
  folder: RealFolder,
  context: DiskContext,
): Promise<Found | { detail: string } | 'none' | 'vanished'> {
  const { path, kept } = entry;
  if (probe.kind === 'unreadable') return { detail: probe.detail };
  if (probe.kind === 'gone') {
    if (kept !== null) return fromIndex(path, kept, context);
    return entry.tracked ? 'none' : 'vanished';
  }
  const size = probe.stats.size;
  // A file that is not read needs no key; only its beginning is looked at.
  const whole = size <= maxSourceBytes(path);
  const place = join(context.root, path);
  const known = whole ? context.keys?.find(place, probe.stats, context.format) : undefined;
  if (known !== undefined) {
    const read = async (): Promise<Uint8Array | null> => readSame(folder, path, known, context.format);
    return { path, contentKey: known, size, peek: read, read };
  }
  let bytes: Buffer | null;
  try {
    bytes = folder.read(path, maxSourceBytes(path) + 1);
  } catch (error) {
    return { detail: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
  }
  if (bytes === null) return 'vanished';
  const content = bytes;
  const key = contentKey(content, context.format);
  context.keys?.keep(place, probe.stats, content.byteLength, context.format, key);
  return {
    path,
    contentKey: key,
    size: whole ? content.byteLength : size,
    peek: async () => content.subarray(0, maxSourceBytes(path)),
    read: async () => readSame(folder, path, key, context.format),
  };
}

function readQuietly(folder: RealFolder, path: string): Uint8Array | null {
  try {
    return folder.read(path, MAX_SOURCE_BYTES);
  } catch {
    return null;
  }
}

/** Reads a file again; null when it is not what it was: its key would stand for other content. */
function readSame(folder: RealFolder, path: string, key: string, format: ObjectFormat): Uint8Array | null {
  try {
    const bytes = folder.read(path, maxSourceBytes(path) + 1);
    return bytes !== null && contentKey(bytes, format) === key ? bytes : null;
  } catch {
    return null;
  }
}

async function fromIndex(
  path: string,
  kept: NonNullable<WorkingFile['kept']>,
  context: DiskContext,
): Promise<Found | { detail: string }> {
  const reader = context.blobs(kept.repository);
  const blob = await reader.read(kept.id, maxSourceBytes(path));
  if (blob === null)
    return { detail: 'the sparse checkout leaves it out, and the repository does not hold its content' };
  const read = () => reader.read(kept.id).then((whole) => whole?.bytes ?? null);
  return { path, contentKey: kept.id, size: blob.size, peek: async () => blob.bytes, read };
}

function addConfigFile(entry: WorkingFile, folder: RealFolder, builder: SnapshotBuilder, context: DiskContext): void {
  const { path, kept } = entry;
  if (judgePath(path).vendored) return;
  const probe = folder.probe(path);
  if (probe.kind === 'other') return;
  const text = context.overlay.get(path);
  if (text !== undefined) builder.addConfigFile(path, async () => new TextEncoder().encode(text));
  else if (probe.kind === 'file' && probe.stats.size <= MAX_SOURCE_BYTES) {
    builder.addConfigFile(path, async () => readQuietly(folder, path));
  } else if (probe.kind === 'gone' && kept !== null) {
    builder.addConfigFile(path, async () => (await context.blobs(kept.repository).read(kept.id))?.bytes ?? null);
  }
}

function attributesOf(
  files: WorkingFile[],
  folder: RealFolder,
  context: DiskContext,
): ReturnType<typeof linguistAttributes> {
  const found = context.topLevel === null ? [] : attributesAbove(context.topLevel, context.root);
  for (const { path } of files) {
    if (!/(?:^|\/)\.gitattributes$/.test(path)) continue;
    const text = readAttributes(folder, path);
    if (text !== null) found.push({ folder: path.slice(0, -'.gitattributes'.length), above: '', text });
  }
  return linguistAttributes(found);
}
