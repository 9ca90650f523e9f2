import type { LogSource } from '../../ports/logs.ts';
import type { LogReader, LogSink } from './format.ts';
import { isRecord, LINE_LIMIT, type RecordHandler } from './jsonLines.ts';

/** Names of event files: `12.json`, or `event-00012-<uuid>.json`. */
const EVENT_FILE = /^(?:event-(\d{1,9})(?:-[\w-]+)?|(\d{1,9}))\.json$/;

/** Whether a folder holds such events. */
export function hasEventFiles(entries: readonly string[]): boolean {
  return entries.some((name) => EVENT_FILE.test(name));
}

/**
 * Reads a conversation that is one JSON file an event, in the order of their numbers, as it grows. `folder` is the one with
 * the events, or the one above it (then they are in `events`). A last event that is half written is read again later;
 * numbers that are missing between others count as `missing-file`.
 */
export class EventFolderReader implements LogReader {
  readonly #folder: LogSource;
  readonly #sink: LogSink;
  readonly #handler: RecordHandler;
  readonly #read = new Set<string>();
  #first: string | null = null;
  #unfinished = false;
  #numbers = { count: 0, lowest: 0, highest: -1 };

  constructor(folder: LogSource, sink: LogSink, handler: RecordHandler) {
    this.#folder = folder;
    this.#sink = sink;
    this.#handler = handler;
  }

  async advance(signal?: AbortSignal): Promise<void> {
    const folder = (await this.#folder.beside('events')) ?? this.#folder;
    const files = (await folder.entries())
      .flatMap(({ name, kind }) => {
        const [, named, plain] = (kind === 'file' ? EVENT_FILE.exec(name) : null) ?? [];
        const number = named ?? plain;
        return number === undefined ? [] : [{ name, number: Number(number) }];
      })
      .sort((a, b) => a.number - b.number);
    if (this.#first !== null && files.length > 0 && files[0]!.name !== this.#first) this.#restart();
    this.#first = files[0]?.name ?? this.#first;
    this.#numbers = {
      count: new Set(files.map(({ number }) => number)).size,
      lowest: files[0]?.number ?? 0,
      highest: files.at(-1)?.number ?? -1,
    };
    this.#unfinished = false;
    for (const [index, { name, number }] of files.entries()) {
      if (this.#read.has(name)) continue;
      signal?.throwIfAborted();
      const last = index === files.length - 1;
      const value = await this.#value(folder, name);
      if (value === 'broken' && last) {
        this.#unfinished = true;
        return;
      }
      this.#read.add(name);
      if (value === 'broken') this.#sink.problem('invalid-json');
      else if (value === 'gone') this.#sink.problem('missing-file');
      else if (value === 'too-large') this.#sink.problem('too-large');
      else if (isRecord(value.json)) {
        const taken = this.#handler.record(value.json, number);
        if (taken) await taken;
      } else this.#sink.problem('malformed-record');
    }
  }

  async end(): Promise<void> {
    if (this.#unfinished) this.#sink.problem('cut-end');
    this.#unfinished = false;
    const { count, lowest, highest } = this.#numbers;
    const missing = highest - lowest + 1 - count;
    if (missing > 0) this.#sink.problem('missing-file', missing);
    await this.#handler.end?.();
  }

  #restart(): void {
    this.#read.clear();
    this.#sink.restart();
    this.#handler.restart();
  }

  async #value(folder: LogSource, name: string): Promise<{ json: unknown } | 'broken' | 'gone' | 'too-large'> {
    const file = await folder.beside(name);
    if (!file) return 'gone';
    if (((await file.size()) ?? 0) > LINE_LIMIT) return 'too-large';
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of file.bytes()) chunks.push(chunk);
    } catch {
      return 'gone';
    }
    try {
      return {
        json: JSON.parse(
          Buffer.concat(chunks)
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
        ) as unknown,
      };
    } catch {
      return 'broken';
    }
  }
}

/** One JSON file of a folder; undefined when it is missing or no JSON. */
export async function jsonBeside(folder: LogSource, name: string): Promise<unknown> {
  const file = await folder.beside(name);
  if (!file || file.kind !== 'file' || ((await file.size()) ?? 0) > LINE_LIMIT) return undefined;
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.bytes()) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
