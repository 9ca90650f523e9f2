import type { LogSource } from '../../ports/logs.ts';
import type { LogReader, LogSink } from './format.ts';

/** Bytes of a line above which it is skipped: the longest that agents write hold whole files and images. */
export const LINE_LIMIT = 64 * 1024 * 1024;

/** Bytes at the start of a log by which a file that was written anew is told from one that grew. */
const SIGNATURE = 256;

export interface LineHandler {
  /** One line without its end, and its number from 1. */
  line(text: string, number: number): void | Promise<void>;
  /** The log is read from its start again: forget everything. */
  restart(): void;
  /** The log is over. */
  end?(): void | Promise<void>;
}

/** Reads a log of lines as it grows: bytes that were read once are not read again, unless the file was written anew. */
export class LinesReader implements LogReader {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #handler: LineHandler;
  #offset = 0;
  #number = 0;
  #signature = Buffer.alloc(0);
  /** Pieces of the line that has no end yet. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #tooLarge = false;

  constructor(source: LogSource, sink: LogSink, handler: LineHandler) {
    this.#source = source;
    this.#sink = sink;
    this.#handler = handler;
  }

  async advance(signal?: AbortSignal): Promise<void> {
    if (await this.#writtenAnew()) this.#restart();
    for await (const chunk of this.#source.bytes(this.#offset)) {
      signal?.throwIfAborted();
      this.#remember(chunk);
      this.#offset += chunk.length;
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        this.#keep(chunk.subarray(from, at));
        from = at + 1;
        await this.#take();
      }
      if (from < chunk.length) this.#keep(chunk.slice(from));
    }
  }

  async end(): Promise<void> {
    if (this.#pendingBytes > 0 || this.#tooLarge) await this.#take();
    await this.#handler.end?.();
  }

  async #writtenAnew(): Promise<boolean> {
    if (this.#offset === 0) return false;
    const size = await this.#source.size();
    if (size === null) return false;
    if (size < this.#offset) return true;
    const start: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of this.#source.bytes(0)) {
      start.push(chunk);
      bytes += chunk.length;
      if (bytes >= this.#signature.length) break;
    }
    return !Buffer.concat(start).subarray(0, this.#signature.length).equals(this.#signature);
  }

  #restart(): void {
    this.#offset = 0;
    this.#number = 0;
    this.#signature = Buffer.alloc(0);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#tooLarge = false;
    this.#sink.restart();
    this.#handler.restart();
  }

  #remember(chunk: Uint8Array): void {
    if (this.#signature.length >= SIGNATURE) return;
    this.#signature = Buffer.concat([this.#signature, chunk.subarray(0, SIGNATURE - this.#signature.length)]);
  }

  #keep(piece: Uint8Array): void {
    if (this.#pendingBytes + piece.length > LINE_LIMIT) {
      this.#tooLarge = true;
      this.#pending = [];
      this.#pendingBytes = 0;
      return;
    }
    if (this.#tooLarge) return;
    this.#pending.push(piece);
    this.#pendingBytes += piece.length;
  }

  async #take(): Promise<void> {
    this.#number++;
    const bytes = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.#tooLarge) {
      this.#tooLarge = false;
      this.#sink.problem('too-large');
      return;
    }
    let text = decode(bytes);
    if (text === null) {
      this.#sink.problem('invalid-utf8');
      text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    }
    if (this.#number === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
    if (text.endsWith('\r')) text = text.slice(0, -1);
    const taken = this.#handler.line(text, this.#number);
    if (taken) await taken;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

export interface RecordHandler {
  /** One record: a JSON object. */
  record(record: Record<string, unknown>, number: number): void | Promise<void>;
  restart(): void;
  end?(): void | Promise<void>;
}

/**
 * Reads a log of one JSON object a line. What is no JSON object is counted; the last line counts as `cut-end` when it is
 * not whole.
 */
export function jsonLinesReader(source: LogSource, sink: LogSink, handler: RecordHandler): LogReader {
  /** A line that is no JSON: damage when another line follows, a cut end when none does. */
  let broken = false;
  return new LinesReader(source, sink, {
    line: (text, number) => {
      if (text.trim() === '') return;
      if (broken) sink.problem('invalid-json');
      broken = false;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        broken = true;
        return;
      }
      if (isRecord(value)) return handler.record(value, number);
      sink.problem('malformed-record');
    },
    restart: () => {
      broken = false;
      handler.restart();
    },
    end: async () => {
      if (broken) sink.problem('cut-end');
      broken = false;
      await handler.end?.();
    },
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
