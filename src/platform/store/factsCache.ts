import { makeFolder } from '../files/makeFolder.ts';
import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger, type Logger } from '../../engine/ports/ports.ts';
import type { FactsStore, StoreEntry } from './factsStore.ts';
import { DamagedSegmentError, encodeSegment, keyDigest, Segment, versionDigest, type KeyedEntry } from './segment.ts';

export interface FactsCacheOptions {
  /** Folder for the segments; made when it is not there. */
  folder: string;
  /** All that the meaning and the layout of entries depend on. Entries of other versions are never read. */
  version: string;
  logger?: Logger;
  /** Bytes that all segments may take together, those of other versions included. */
  maxBytes?: number;
  /** Bytes of entries that are gathered before a segment is written. */
  segmentBytes?: number;
  /** Number of small segments beyond which they are merged. */
  maxSmallSegments?: number;
}

const SUFFIX = '.facts';
const TEMPORARY = '.tmp';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Opens the facts cache in a folder. Every process writes segments of its own and moves them into place whole, so two
 * of them never meet in a file and a killed one leaves nothing that is read; segments are immutable afterwards.
 * Removing one that another process has open does it no harm.
 *
 * Faults of the file system never surface as errors: the cache then goes on without writing (or reading) and says so
 * once in `takeProblems`.
 */
export function openFactsCache(options: FactsCacheOptions): FactsStore {
  return new FactsCache(options);
}

class FactsCache implements FactsStore {
  private readonly folder: string;
  private readonly version: Buffer;
  private readonly prefix: string;
  private readonly logger: Logger;
  private readonly maxBytes: number;
  private readonly segmentBytes: number;
  private readonly maxSmallSegments: number;
  private readonly segments = new Map<string, Segment>();
  private readonly places = new Map<string, { segment: Segment; row: number }>();
  private pending = new Map<string, StoreEntry>();
  private pendingBytes = 0;
  private problems: string[] = [];
  private writable = true;
  private closed = false;
  /** Work on the folder is done one step after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(options: FactsCacheOptions) {
    this.folder = options.folder;
    this.version = versionDigest(options.version);
    this.prefix = this.version.toString('hex').slice(0, 16);
    this.logger = options.logger ?? silentLogger;
    this.maxBytes = options.maxBytes ?? 1 << 30;
    this.segmentBytes = options.segmentBytes ?? 16 << 20;
    this.maxSmallSegments = options.maxSmallSegments ?? 16;
  }

  async read(keys: string[]): Promise<Map<string, StoreEntry>> {
    const found = new Map<string, StoreEntry>();
    if (keys.length === 0) return found;
    await this.inTurn(async () => {
      const wanted = new Map(keys.map((key) => [keyDigest(key), key]));
      if ([...wanted.keys()].some((digest) => !this.places.has(digest))) await this.scan();
      for (const [segment, rows] of this.whereabouts(wanted.keys())) {
        const digests = [...rows.values()];
        const entries = await this.readSegment(segment, [...rows.keys()]);
        entries.forEach((entry, i) => found.set(wanted.get(digests[i]!)!, entry));
      }
    });
    return found;
  }

  write(key: string, entry: StoreEntry): void {
    if (!this.writable || this.closed) return;
    const digest = keyDigest(key);
    if (this.pending.has(digest)) return;
    this.pending.set(digest, entry);
    this.pendingBytes += entry.ok ? entry.summary.length + entry.detail.length : 100;
    if (this.pendingBytes >= this.segmentBytes) void this.flush();
  }

  async flush(): Promise<void> {
    const entries = [...this.pending].map(([digest, entry]) => ({ digest, entry }));
    this.pending = new Map();
    this.pendingBytes = 0;
    await this.inTurn(async () => {
      if (entries.length === 0 || !this.writable) return;
      if (await this.writeSegment(entries)) await this.tidy();
    });
  }

  takeProblems(): string[] {
    const taken = this.problems;
    this.problems = [];
    return taken;
  }

  async close(): Promise<void> {
    await this.flush();
    this.closed = true;
    await this.inTurn(async () => {
      for (const segment of [...this.segments.values()]) await this.forget(segment);
    });
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    const result = this.last.then(step).catch((error: unknown) => this.complain('failed', error));
    this.last = result;
    return result;
  }

  /** Rows by segment, each with the digest that it answers. */
  private whereabouts(digests: Iterable<string>): Map<Segment, Map<number, string>> {
    const found = new Map<Segment, Map<number, string>>();
    for (const digest of digests) {
      const place = this.places.get(digest);
      if (!place) continue;
      const rows = found.get(place.segment) ?? new Map<number, string>();
      rows.set(place.row, digest);
      found.set(place.segment, rows);
    }
    return found;
  }

  private async readSegment(segment: Segment, rows: number[]): Promise<StoreEntry[]> {
    try {
      const entries = await segment.read(rows);
      await this.touch(segment);
      return entries;
    } catch (error) {
      await this.discard(segment.path, error);
      await this.forget(segment);
      return [];
    }
  }

  /** The time of last use decides what is removed first. Written seldom: it is a write to the disk. */
  private async touch(segment: Segment): Promise<void> {
    const now = Date.now();
    if (now - segment.usedAt < HOUR) return;
    segment.usedAt = now;
    await utimes(segment.path, now / 1000, now / 1000).catch(() => undefined);
  }

  /** Opens segments that came since the last look, lets go of those that went. */
  private async scan(): Promise<void> {
    let names: string[];
    try {
      names = await readdir(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.complain('cannot be read', error);
      return;
    }
    const present = new Set(names.filter((name) => name.startsWith(this.prefix) && name.endsWith(SUFFIX)));
    for (const [name, segment] of [...this.segments]) if (!present.has(name)) await this.forget(segment);
    for (const name of [...present].sort()) {
      if (this.segments.has(name)) continue;
      const path = join(this.folder, name);
      try {
        const segment = await Segment.open(path, this.version);
        this.segments.set(name, segment);
        let row = 0;
        for (const digest of segment.digests()) this.places.set(digest, { segment, row: row++ });
      } catch (error) {
        await this.discard(path, error);
      }
    }
  }

  private async forget(segment: Segment): Promise<void> {
    for (const [digest, place] of this.places) if (place.segment === segment) this.places.delete(digest);
    for (const [name, other] of this.segments) if (other === segment) this.segments.delete(name);
    await segment.close().catch(() => undefined);
  }

  /** Removes a segment that turned out to be damaged; one that merely cannot be opened is left alone. */
  private async discard(path: string, error: unknown): Promise<void> {
    this.logger.log('warn', 'cache', `${path} is not used: ${(error as Error).message}`);
    if (error instanceof DamagedSegmentError || error instanceof SyntaxError)
      await rm(path, { force: true }).catch(() => undefined);
  }

  private async writeSegment(entries: KeyedEntry[]): Promise<boolean> {
    const id = `${process.pid}-${randomBytes(6).toString('hex')}`;
    const temporary = join(this.folder, `${this.prefix}-${id}${TEMPORARY}`);
    try {
      makeFolder(this.folder);
      const handle = await open(temporary, 'wx');
      try {
        await handle.writeFile(Buffer.concat(encodeSegment(this.version, entries)));
      } finally {
        await handle.close();
      }
      await rename(temporary, join(this.folder, `${this.prefix}-${Date.now().toString(36)}-${id}${SUFFIX}`));
      return true;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      this.writable = false;
      this.pending.clear();
      this.complain('cannot be written, so facts are kept in memory only', error);
      return false;
    }
  }

  /** Keeps the folder small: merges small segments, removes what is too old or too much. */
  private async tidy(): Promise<void> {
    const files = await this.listFiles();
    const now = Date.now();
    for (const file of files) {
      const foreign = !file.name.startsWith(this.prefix);
      // A young one may belong to another version of Rewheel that runs at this moment, or to a writer at work.
      const stale = file.name.endsWith(TEMPORARY) ? now - file.usedAt > HOUR : foreign && now - file.usedAt > DAY;
      if (stale) await this.remove(file);
    }
    const kept = files.filter((file) => !file.removed).sort((a, b) => a.usedAt - b.usedAt);
    let total = kept.reduce((sum, file) => sum + file.size, 0);
    for (const file of kept) {
      if (total <= this.maxBytes) break;
      await this.remove(file);
      total -= file.size;
    }
    const small = kept
      .filter((file) => !file.removed && file.name.endsWith(SUFFIX) && file.name.startsWith(this.prefix))
      .filter((file) => file.size < this.segmentBytes / 2)
      .sort((a, b) => a.size - b.size);
    if (small.length > this.maxSmallSegments) await this.merge(small);
  }

  private async listFiles(): Promise<CacheFile[]> {
    const files: CacheFile[] = [];
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith(SUFFIX) && !name.endsWith(TEMPORARY)) continue;
      const info = await stat(join(this.folder, name)).catch(() => null);
      if (info?.isFile()) files.push({ name, size: info.size, usedAt: info.mtimeMs, removed: false });
    }
    return files;
  }

  private async remove(file: CacheFile): Promise<void> {
    file.removed = true;
    const segment = this.segments.get(file.name);
    if (segment) await this.forget(segment);
    await rm(join(this.folder, file.name), { force: true }).catch(() => undefined);
  }

  /** Writes the entries of many small segments into one, then removes them: at every moment each entry is in a file. */
  private async merge(files: CacheFile[]): Promise<void> {
    await this.scan();
    const entries = new Map<string, StoreEntry>();
    const merged: CacheFile[] = [];
    let bytes = 0;
    for (const file of files) {
      bytes += file.size;
      if (bytes > this.segmentBytes * 2) break;
      const segment = this.segments.get(file.name);
      if (!segment) continue;
      const digests = [...segment.digests()];
      const read = await this.readSegment(
        segment,
        digests.map((_, row) => row),
      );
      read.forEach((entry, row) => entries.set(digests[row]!, entry));
      merged.push(file);
    }
    if (merged.length < 2) return;
    const written = await this.writeSegment([...entries].map(([digest, entry]) => ({ digest, entry })));
    if (written) for (const file of merged) await this.remove(file);
  }

  private complain(what: string, error: unknown): void {
    const { message } = error as Error;
    this.logger.log('warn', 'cache', `${this.folder} ${what}: ${message}`);
    this.problems.push(`The facts cache ${this.folder} ${what} (${message}).`);
  }
}

interface CacheFile {
  name: string;
  size: number;
  usedAt: number;
  removed: boolean;
}
