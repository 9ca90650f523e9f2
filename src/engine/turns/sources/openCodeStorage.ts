import { createHash } from 'node:crypto';
import type { LogSource } from '../../ports/logs.ts';
import type { LogFormat, LogReader, LogSink } from './format.ts';
import { LINE_LIMIT } from './jsonLines.ts';
import { OpenCodeTeller, type OpenCodeChildMessage, type OpenCodeMessage } from './openCodeMessages.ts';
import { tellSessions, type OpenCodeSession, type OpenCodeSessions } from './openCodeSessions.ts';
import { field, numberOf, recordOf, textOf } from './values.ts';

/**
 * OpenCode's files before 1.2, in the folder `storage`: `session/<project>/<session>.json`,
 * `message/<session>/<message>.json`, `part/<message>/<part>.json` (specs of the logs, section 7).
 */
export const openCodeStorage: LogFormat = {
  id: 'opencode-storage',
  agents: ['opencode'],
  provenOn: [],
  recognise: ({ kind, entries }) => kind === 'folder' && entries.includes('message') && entries.includes('part'),
  open: (source, sink) => new StorageReader(source, sink),
};

class StorageReader implements LogReader {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #teller: OpenCodeTeller;
  /** Names and sizes of all files when they were told. */
  #stamp: string | null = null;

  constructor(source: LogSource, sink: LogSink) {
    this.#source = source;
    this.#sink = sink;
    this.#teller = new OpenCodeTeller(sink);
  }

  async advance(signal?: AbortSignal): Promise<void> {
    const stamp = await this.#state(signal);
    if (stamp === this.#stamp) return;
    if (this.#stamp !== null) this.#sink.restart();
    this.#stamp = stamp;
    this.#teller.restart();
    await tellSessions(new StorageFiles(this.#source, this.#sink), this.#teller, signal);
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  async #state(signal?: AbortSignal): Promise<string> {
    const hash = createHash('sha1');
    for (const folder of ['session', 'message', 'part']) {
      const top = await this.#source.beside(folder);
      for (const { name } of (await top?.entries()) ?? []) {
        signal?.throwIfAborted();
        const inner = await top?.beside(name);
        for (const entry of (await inner?.entries()) ?? []) {
          const size = await (await inner?.beside(entry.name))?.size();
          hash.update(`${folder}/${name}/${entry.name} ${size ?? ''}\n`);
        }
      }
    }
    return hash.digest('hex');
  }
}

class StorageFiles implements OpenCodeSessions {
  readonly #source: LogSource;
  readonly #sink: LogSink;

  constructor(source: LogSource, sink: LogSink) {
    this.#source = source;
    this.#sink = sink;
  }

  async sessions(): Promise<OpenCodeSession[]> {
    const records = new Map<string, Record<string, unknown>>();
    const projects = await this.#source.beside('session');
    for (const project of await folders(projects)) {
      for await (const { id, record } of this.#records(project)) records.set(id, record);
    }
    const found: { session: OpenCodeSession; first: number }[] = [];
    for (const folder of await folders(await this.#source.beside('message'))) {
      const id = folder.path.slice(folder.path.lastIndexOf('/') + 1);
      const [first] = await this.messages(id);
      const record = records.get(id) ?? {};
      if (first) found.push({ session: { id, parent: textOf(record.parentID), record }, first: first.time });
    }
    return found
      .sort((a, b) => a.first - b.first || (a.session.id < b.session.id ? -1 : 1))
      .map(({ session }) => session);
  }

  async messages(sessionId: string): Promise<OpenCodeChildMessage[]> {
    const folder = await this.#source.beside(`message/${sessionId}`);
    const found: OpenCodeChildMessage[] = [];
    if (!folder) return found;
    for await (const { id, record } of this.#records(folder, false)) {
      const time = numberOf(field(record.time, 'created')) ?? 0;
      found.push({ id, time, read: () => this.#message(folder, id) });
    }
    return found.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
  }

  async #message(folder: LogSource, id: string): Promise<OpenCodeMessage | null> {
    const file = await folder.beside(`${id}.json`);
    const info = file && (await this.#read(file, true));
    if (!info) return null;
    const parts: unknown[] = [];
    const partFolder = await this.#source.beside(`part/${id}`);
    if (partFolder) for await (const part of this.#records(partFolder)) parts.push({ ...part.record, id: part.id });
    return { info: { ...info, id }, parts };
  }

  /** Files of a folder by name, which is the order of their making. Damage is counted where `counted` says so. */
  async *#records(folder: LogSource, counted = true): AsyncIterable<{ id: string; record: Record<string, unknown> }> {
    for (const { name, kind } of await folder.entries()) {
      if (kind !== 'file' || !name.endsWith('.json')) continue;
      const file = await folder.beside(name);
      const record = file && (await this.#read(file, counted));
      // A message that cannot be read is counted when it is told.
      if (record || !counted) yield { id: name.slice(0, -'.json'.length), record: record ?? {} };
    }
  }

  async #read(file: LogSource, counted: boolean): Promise<Record<string, unknown> | null> {
    const problem = (kind: 'too-large' | 'malformed-record' | 'invalid-json' | 'missing-file'): null => {
      if (counted) this.#sink.problem(kind);
      return null;
    };
    if (((await file.size()) ?? 0) > LINE_LIMIT) return problem('too-large');
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of file.bytes()) chunks.push(chunk);
    } catch {
      return problem('missing-file');
    }
    try {
      const text = Buffer.concat(chunks).toString('utf8');
      return recordOf(JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)) ?? problem('malformed-record');
    } catch {
      return problem('invalid-json');
    }
  }
}

async function folders(parent: LogSource | null): Promise<LogSource[]> {
  const found: LogSource[] = [];
  for (const { name, kind } of (await parent?.entries()) ?? []) {
    const folder = kind === 'folder' ? await parent?.beside(name) : null;
    if (folder) found.push(folder);
  }
  return found;
}
