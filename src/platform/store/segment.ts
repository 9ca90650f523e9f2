import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { SkipReason } from '../../engine/model/facts.ts';
import type { StoreEntry } from './factsStore.ts';

/*
 * A segment: one immutable file with many entries. Numbers are little-endian.
 *
 *   head     8 bytes magic, 16 bytes digest of the facts' version
 *   blobs    all summaries, then all details
 *   index    a row of 64 bytes an entry: 32 bytes digest of its key; kind; then offset, length, CRC-32 of its summary
 *            and of its detail
 *   foot     index offset, number of rows, CRC-32 of the index, length of the file, 8 bytes magic
 *
 * A file that a dying process left half-written has no foot; a damaged one fails its sums.
 */
const HEAD_MAGIC = Buffer.from('RWFACTS1', 'latin1');
const FOOT_MAGIC = Buffer.from('RWFOOT01', 'latin1');
const HEAD_BYTES = 24;
const ROW_BYTES = 64;
const FOOT_BYTES = 24;
const KIND_FACTS = 0;
const KIND_SKIPPED = 1;

/** Blobs this near to each other are read in one go. */
const GAP_BYTES = 64 << 10;
const CHUNK_BYTES = 8 << 20;

export class DamagedSegmentError extends Error {}

/** An entry under the digest of its key. */
export interface KeyedEntry {
  digest: string;
  entry: StoreEntry;
}

/** Fixed-length identity of a key inside segments, as a Latin-1 string. */
export function keyDigest(key: string): string {
  return createHash('sha256').update(key).digest().toString('latin1');
}

/** Sixteen bytes that stand for a version of the facts. */
export function versionDigest(version: string): Buffer {
  return createHash('sha256').update(version).digest().subarray(0, 16);
}

/** The bytes of a segment, in pieces that can be written one after the other. */
export function encodeSegment(version: Buffer, entries: KeyedEntry[]): Buffer[] {
  const index = Buffer.alloc(entries.length * ROW_BYTES);
  const summaries: Buffer[] = [];
  const details: Buffer[] = [];
  for (const [row, { digest, entry }] of entries.entries()) {
    const at = row * ROW_BYTES;
    index.write(digest, at, 32, 'latin1');
    index.writeUInt32LE(entry.ok ? KIND_FACTS : KIND_SKIPPED, at + 32);
    summaries.push(
      entry.ok ? asBuffer(entry.summary) : Buffer.from(JSON.stringify({ reason: entry.reason, detail: entry.detail })),
    );
    details.push(entry.ok ? asBuffer(entry.detail) : Buffer.alloc(0));
  }
  let offset = HEAD_BYTES;
  for (const [column, blobs] of [summaries, details].entries()) {
    for (const [row, blob] of blobs.entries()) {
      const at = row * ROW_BYTES + 36 + column * 12;
      index.writeUInt32LE(offset, at);
      index.writeUInt32LE(blob.length, at + 4);
      index.writeUInt32LE(crc32(blob), at + 8);
      offset += blob.length;
    }
  }
  const foot = Buffer.alloc(FOOT_BYTES);
  foot.writeUInt32LE(offset, 0);
  foot.writeUInt32LE(entries.length, 4);
  foot.writeUInt32LE(crc32(index), 8);
  foot.writeUInt32LE(offset + index.length + FOOT_BYTES, 12);
  FOOT_MAGIC.copy(foot, 16);
  return [Buffer.concat([HEAD_MAGIC, version]), ...summaries, ...details, index, foot];
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface Span {
  offset: number;
  length: number;
}

/** An open segment: its index is in memory, its blobs are read as they are asked for. */
export class Segment {
  readonly path: string;
  readonly size: number;
  /** When the file was last used, in milliseconds since 1970. */
  usedAt: number;
  private readonly handle: FileHandle;
  private readonly index: Buffer;

  private constructor(path: string, handle: FileHandle, size: number, usedAt: number, index: Buffer) {
    this.path = path;
    this.handle = handle;
    this.size = size;
    this.usedAt = usedAt;
    this.index = index;
  }

  /**
   * Reads the index of the segment at `path`.
   * @throws DamagedSegmentError when the file is no whole segment of this version; errors of the file system as they are.
   */
  static async open(path: string, version: Buffer): Promise<Segment> {
    const handle = await open(path, 'r');
    try {
      const { size, mtimeMs } = await handle.stat();
      if (size < HEAD_BYTES + FOOT_BYTES) throw new DamagedSegmentError('too short');
      const head = await readExactly(handle, { offset: 0, length: HEAD_BYTES });
      const foot = await readExactly(handle, { offset: size - FOOT_BYTES, length: FOOT_BYTES });
      if (!head.subarray(0, 8).equals(HEAD_MAGIC) || !head.subarray(8).equals(version))
        throw new DamagedSegmentError('not a segment of this version');
      if (!foot.subarray(16).equals(FOOT_MAGIC) || foot.readUInt32LE(12) !== size)
        throw new DamagedSegmentError('cut short');
      const offset = foot.readUInt32LE(0);
      const length = foot.readUInt32LE(4) * ROW_BYTES;
      if (offset + length + FOOT_BYTES !== size) throw new DamagedSegmentError('index out of place');
      const index = await readExactly(handle, { offset, length });
      if (crc32(index) !== foot.readUInt32LE(8)) throw new DamagedSegmentError('index damaged');
      return new Segment(path, handle, size, mtimeMs, index);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Digests of the keys, by row. */
  *digests(): Iterable<string> {
    for (let at = 0; at < this.index.length; at += ROW_BYTES) yield this.index.toString('latin1', at, at + 32);
  }

  /**
   * Reads the entries in `rows`.
   * @throws DamagedSegmentError when one of them fails its sum.
   */
  async read(rows: number[]): Promise<StoreEntry[]> {
    const summaries = await this.readBlobs(rows, 0);
    const details = await this.readBlobs(rows, 1);
    return rows.map((row, i) => {
      const summary = summaries[i]!;
      if (this.index.readUInt32LE(row * ROW_BYTES + 32) === KIND_FACTS)
        return { ok: true, summary, detail: details[i]! };
      const skipped = JSON.parse(summary.toString()) as { reason: SkipReason; detail: string };
      return { ok: false, reason: skipped.reason, detail: skipped.detail };
    });
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  private async readBlobs(rows: number[], column: number): Promise<Buffer[]> {
    const spans = rows.map((row, place) => {
      const at = row * ROW_BYTES + 36 + column * 12;
      return {
        place,
        offset: this.index.readUInt32LE(at),
        length: this.index.readUInt32LE(at + 4),
        sum: this.index.readUInt32LE(at + 8),
      };
    });
    spans.sort((a, b) => a.offset - b.offset);
    const blobs = new Array<Buffer>(rows.length);
    for (let from = 0; from < spans.length;) {
      const start = spans[from]!.offset;
      let end = start + spans[from]!.length;
      let to = from + 1;
      for (; to < spans.length; to++) {
        const { offset, length } = spans[to]!;
        if (offset - end > GAP_BYTES || offset + length - start > CHUNK_BYTES) break;
        end = Math.max(end, offset + length);
      }
      const chunk = await readExactly(this.handle, { offset: start, length: end - start });
      for (; from < to; from++) {
        const { place, offset, length, sum } = spans[from]!;
        const blob = chunk.subarray(offset - start, offset - start + length);
        if (crc32(blob) !== sum) throw new DamagedSegmentError('entry damaged');
        blobs[place] = blob;
      }
    }
    return blobs;
  }
}

async function readExactly(handle: FileHandle, { offset, length }: Span): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(buffer, done, length - done, offset + done);
    if (bytesRead === 0) throw new DamagedSegmentError('cut short');
    done += bytesRead;
  }
  return buffer;
}
