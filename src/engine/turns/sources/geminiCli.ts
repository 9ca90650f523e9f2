import type { LogSource } from '../../ports/logs.ts';
import { ChildLogs, type FoundChild } from './childLogs.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { GeminiMessages } from './geminiMessages.ts';
import { headOf } from './head.ts';
import { jsonDocumentReader } from './jsonDocument.ts';
import { isRecord, jsonLinesReader } from './jsonLines.ts';
import { listOf, recordOf, textOf, timeOf } from './values.ts';

/** Fields of a document's head, and its messages one by one. */
const PATHS = ['$.sessionId', '$.projectHash', '$.kind', '$.messages.*'];

/** Sessions of the Gemini CLI: one JSON document, or since about 0.40 lines (specs of the logs, section 12). */
export const geminiCli: LogFormat = {
  id: 'gemini-cli',
  agents: ['gemini-cli'],
  provenOn: ['0.23.0', '0.40'],
  recognise: ({ kind, head }: LogSample) => kind === 'file' && shapeOf(head) !== null,
  open: (source, sink) => new GeminiReader(source, sink),
};

/** Finds out at its first reading whether the log is a document. */
class GeminiReader implements LogReader {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #children: GeminiChildren;
  #reader: LogReader | null = null;

  constructor(source: LogSource, sink: LogSink) {
    this.#source = source;
    this.#sink = sink;
    this.#children = new GeminiChildren(source, sink);
  }

  async advance(signal?: AbortSignal): Promise<void> {
    this.#reader ??= await this.#open();
    await this.#reader?.advance(signal);
    await this.#children.read(null);
  }

  async end(): Promise<void> {
    await this.#reader?.end();
  }

  /** Null while too little of the log is there to tell. */
  async #open(): Promise<LogReader | null> {
    const shape = shapeOf(await headOf(this.#source));
    if (shape === null) return null;
    return shape === 'document'
      ? documentReader(this.#source, this.#sink, this.#children)
      : linesReader(this.#source, this.#sink, this.#children);
  }
}

/** Sub-agents of a session: `chats/<session id>/<id>.jsonl`. */
class GeminiChildren {
  readonly #logs: ChildLogs;
  #messages: GeminiMessages | null = null;

  constructor(source: LogSource, sink: LogSink) {
    const find = async (sessionId: string): Promise<FoundChild[]> => {
      const folder = await source.beside(sessionId);
      const found: FoundChild[] = [];
      for (const { name, kind } of folder?.kind === 'folder' ? await folder.entries() : []) {
        const id = kind === 'file' ? /^(.+)\.jsonl?$/.exec(name)?.[1] : undefined;
        const log = id === undefined ? null : await source.beside(`${sessionId}/${name}`);
        if (id !== undefined && log) found.push({ id, source: log });
      }
      return found;
    };
    this.#logs = new ChildLogs(sink, find, (log, inner) => new GeminiReader(log, inner));
  }

  /** The session's log is read from its start. */
  start(messages: GeminiMessages): void {
    this.#messages = messages;
    this.#logs.restart();
  }

  /** Tells what sub-agents did before the session's log went on at `until`. */
  async read(until: string | null): Promise<void> {
    if (this.#messages) await this.#logs.read(this.#messages.id, until);
  }

  /** Takes a message; before one that may begin a turn, what sub-agents did in the last. */
  take(message: Record<string, unknown>, number: number): void | Promise<void> {
    const messages = this.#messages!;
    if (message.type !== 'user') return messages.message(message, number);
    return this.read(timeOf(message.timestamp)).then(() => messages.message(message, number));
  }

  async end(): Promise<void> {
    await this.#logs.end(this.#messages!.id);
    this.#messages!.end();
  }
}

function documentReader(source: LogSource, sink: LogSink, children: GeminiChildren): LogReader {
  let messages = begun(source, sink, children);
  return jsonDocumentReader(source, sink, PATHS, {
    value: (at, value) => {
      const place = at[1];
      if (at[0] !== 'messages') messages.header({ [String(at[0])]: value });
      else if (isRecord(value)) return children.take(value, typeof place === 'number' ? place + 1 : 0);
      else sink.problem('malformed-record');
    },
    restart: () => {
      messages = begun(source, sink, children);
    },
    end: () => children.end(),
  });
}

function linesReader(source: LogSource, sink: LogSink, children: GeminiChildren): LogReader {
  let messages = begun(source, sink, children);
  return jsonLinesReader(source, sink, {
    record: (record, number) => {
      const set = recordOf(record.$set);
      if (set) {
        messages.header(set);
        // All messages written again: those that are known are told once.
        listOf(set.messages).forEach((message, place) => {
          if (isRecord(message)) messages.message(message, place + 1);
          else sink.problem('malformed-record');
        });
      } else if (textOf(record.sessionId) !== null && record.type === undefined) {
        messages.header(record);
        for (const message of listOf(record.messages)) if (isRecord(message)) messages.message(message, number);
      }
      // What is taken out of the conversation was done all the same.
      else if (record.$rewindTo === undefined) return children.take(record, number);
    },
    restart: () => {
      messages = begun(source, sink, children);
    },
    end: () => children.end(),
  });
}

/** The messages of a log that is read from its start. */
function begun(source: LogSource, sink: LogSink, children: GeminiChildren): GeminiMessages {
  const messages = new GeminiMessages(sink, fallbackId(source));
  children.start(messages);
  return messages;
}

function fallbackId(source: LogSource): string {
  return source.path.slice(source.path.lastIndexOf('/') + 1).replace(/\.jsonl?$/, '');
}

function shapeOf(head: string): 'document' | 'lines' | null {
  const first = head.trimStart();
  const end = first.indexOf('\n');
  const line = parsed(end < 0 ? first : first.slice(0, end));
  if (!line) {
    // A document over several lines, or one long line.
    const named = /^\{\s*"sessionId":\s*"[^"]*",\s*"projectHash":\s*"[^"]*"/.test(first);
    return named && /"messages":\s*\[/.test(first) ? 'document' : null;
  }
  if (textOf(line.sessionId) !== null && textOf(line.projectHash) !== null) {
    return Array.isArray(line.messages) ? 'document' : 'lines';
  }
  return isMessage(line) && /"type":\s*"gemini"|^\{\s*"\$set"/m.test(first) ? 'lines' : null;
}

function isMessage(record: Record<string, unknown>): boolean {
  return (
    ['user', 'gemini', 'info', 'error', 'warning'].includes(textOf(record.type) ?? '') &&
    textOf(record.id) !== null &&
    textOf(record.timestamp) !== null &&
    record.content !== undefined
  );
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return recordOf(JSON.parse(line));
  } catch {
    return null;
  }
}
