import { lstatSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { leftOutSchema, type LeftOut } from './snapshotNotes.ts';
import { readWhole, writeWhole } from './storeFiles.ts';

/** Values of a file's stats that tell whether it may have changed: size, times of change in ms, inode. */
const STATS = 4;
/**
 * Milliseconds that a file must have lain unchanged when it was read, as a write in the same tick of the file system's
 * clock leaves the same times. FAT's clock ticks every two seconds, that of others in whole seconds; where a time has a
 * fraction, a tick is at most some ten milliseconds.
 */
const SETTLED_COARSE_MS = 2_500;
const SETTLED_FINE_MS = 100;
const SNAPSHOTS_KEPT = 8;

const savedSchema = z.object({
  schema: z.literal('rewheel/file-memory@1'),
  tree: z.string().nullable(),
  recent: z.array(z.string()),
  paths: z.string(),
  ids: z.string(),
  kinds: z.string(),
  stats: z.string(),
  leftOut: z.array(leftOutSchema),
});

/**
 * The newest snapshot and the stats that its files had, so that the next one reads only what may have changed. It is
 * kept beside the objects and shared by all processes; without it every file is read again.
 */
export interface FileMemory {
  /** Newest snapshots, the latest first: pruning keeps them. */
  recent: string[];
  /** Tree of the latest; null when it holds no file. */
  tree: string | null;
  paths: string[];
  ids: string[];
  links: boolean[];
  /** Four numbers a path; NaN for a file that must be read again. */
  stats: Float64Array;
  leftOut: LeftOut[];
}

/** Reads the memory and remembers it until another process writes it anew. */
export class FileMemoryFile {
  /** Snapshot that was seen to be in the store by this process. */
  verified: string | null = null;
  readonly #path: string;
  #stamp = '';
  #memory: FileMemory | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Null when there is none, or none that can be used. @throws RewheelError `store-failed` */
  load(): FileMemory | null {
    const stamp = this.#stampNow();
    if (stamp === '') return null;
    if (stamp !== this.#stamp) {
      this.#memory = decode(readWhole(this.#path));
      this.#stamp = stamp;
    }
    return this.#memory;
  }

  /** @throws RewheelError `store-failed` */
  save(memory: FileMemory): void {
    writeWhole(this.#path, encode(memory), false);
    this.#memory = memory;
    this.#stamp = this.#stampNow();
    this.verified = memory.recent[0] ?? null;
  }

  #stampNow(): string {
    try {
      const { ino, size, mtimeNs } = statSync(this.#path, { bigint: true });
      return `${ino} ${size} ${mtimeNs}`;
    } catch {
      return '';
    }
  }
}

/** The list of snapshots with a new latest one. */
export function withLatest(recent: readonly string[], latest: string): string[] {
  return [latest, ...recent.filter((id) => id !== latest)].slice(0, SNAPSHOTS_KEPT);
}

/**
 * Writes the stats of a file that was read into a memory's row.
 * @param readAt ms since the epoch, before the reading
 * @returns false when the file has to be read again the next time
 */
export function keepStats(stats: Float64Array, row: number, found: Stats | null, readAt: number): boolean {
  const at = row * STATS;
  const last = found === null ? Infinity : Math.max(found.mtimeMs, found.ctimeMs);
  const fine = found !== null && found.mtimeMs % 1000 !== 0 && found.ctimeMs % 1000 !== 0;
  if (found === null || readAt - last < (fine ? SETTLED_FINE_MS : SETTLED_COARSE_MS)) {
    stats.fill(NaN, at, at + STATS);
    return false;
  }
  stats.set([found.size, found.mtimeMs, found.ctimeMs, found.ino], at);
  return true;
}

export function copyStats(from: Float64Array, row: number, to: Float64Array, target: number): void {
  for (let at = 0; at < STATS; at++) to[target * STATS + at] = from[row * STATS + at]!;
}

export function newStats(rows: number): Float64Array {
  return new Float64Array(rows * STATS);
}

const ROWS_PER_TURN = 1000;
const QUIETLY = { throwIfNoEntry: false } as const;

/**
 * Which remembered files are on disk as they were: one flag a row. A file behind a folder that became a link is not.
 * Other work gets its turn in between, so that it can go on while git lists.
 */
export async function unchangedRows(memory: FileMemory, root: string): Promise<Uint8Array> {
  const same = new Uint8Array(memory.paths.length);
  const folders = new Map<string, boolean>([['', true]]);
  const isReal = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    let real: boolean;
    try {
      real = isReal(parentOf(folder)) && lstatSync(join(root, folder)).isDirectory();
    } catch {
      real = false;
    }
    folders.set(folder, real);
    return real;
  };
  const { paths, stats } = memory;
  let folder = '';
  let real = true;
  for (let row = 0; row < paths.length; row++) {
    if (row % ROWS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    const path = paths[row]!;
    const at = row * STATS;
    if (Number.isNaN(stats[at])) continue;
    if (!(path.startsWith(folder) && path.indexOf('/', folder.length) < 0)) {
      const parent = parentOf(path);
      real = isReal(parent);
      folder = parent === '' ? '' : `${parent}/`;
    }
    if (!real) continue;
    const found = statsOf(`${root}/${path}`);
    if (
      found !== undefined &&
      found.size === stats[at] &&
      found.mtimeMs === stats[at + 1] &&
      found.ctimeMs === stats[at + 2] &&
      found.ino === stats[at + 3] &&
      (memory.links[row] ? found.isSymbolicLink() : found.isFile())
    ) {
      same[row] = 1;
    }
  }
  return same;
}

/** Undefined for what is gone and for what must not be looked at. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, QUIETLY);
  } catch {
    return undefined;
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function encode(memory: FileMemory): string {
  const { recent, tree, leftOut, stats } = memory;
  const saved: z.infer<typeof savedSchema> = {
    schema: 'rewheel/file-memory@1',
    tree,
    recent,
    paths: memory.paths.join('\0'),
    ids: memory.ids.join(''),
    kinds: memory.links.map((link) => (link ? 'l' : 'f')).join(''),
    stats: Buffer.from(stats.buffer, stats.byteOffset, stats.byteLength).toString('base64'),
    leftOut,
  };
  return JSON.stringify(saved);
}

function decode(text: string | null): FileMemory | null {
  let saved: z.infer<typeof savedSchema>;
  try {
    saved = savedSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
  const { recent, tree, leftOut } = saved;
  const paths = saved.paths === '' ? [] : saved.paths.split('\0');
  const bytes = Buffer.from(saved.stats, 'base64');
  const width = (recent[0] ?? '').length;
  if (saved.kinds.length !== paths.length || bytes.length !== paths.length * STATS * 8) return null;
  if (width === 0 || saved.ids.length !== paths.length * width) return null;
  const stats = newStats(paths.length);
  bytes.copy(Buffer.from(stats.buffer));
  const ids = paths.map((_, row) => saved.ids.slice(row * width, (row + 1) * width));
  return { recent, tree, paths, ids, links: [...saved.kinds].map((kind) => kind === 'l'), stats, leftOut };
}
