import type { LogSource } from '../../ports/logs.ts';
import type { LogFormat, LogReader, LogSink } from './format.ts';
import { jsonLinesReader } from './jsonLines.ts';
import { OpenCodeTeller } from './openCodeMessages.ts';
import { field, numberOf, recordOf, textOf, timeOf } from './values.ts';

const PARTS = new Set(['step_start', 'text', 'reasoning', 'tool_use', 'step_finish']);

/**
 * What `opencode run --format json` prints: one turn without its prompt, a part a line (specs of the logs, section 7). It
 * names no folder; paths in it are absolute.
 */
export const openCodeRun: LogFormat = {
  id: 'opencode-run',
  agents: ['opencode'],
  provenOn: ['1.18.33'],
  recognise({ kind, head }) {
    if (kind !== 'file') return false;
    const line = head.split('\n', 1)[0]!;
    if (!/^\s*\{\s*"type"\s*:\s*"(?:step_start|text|reasoning|tool_use|step_finish|error)"/.test(line)) return false;
    return /"sessionID"\s*:\s*"/.test(line) && /"(?:part|error)"\s*:\s*\{/.test(line);
  },
  open: (source, sink) => new RunReader(source, sink),
};

interface Pending {
  sessionId: string;
  info: Record<string, unknown>;
  parts: unknown[];
  ids: Set<unknown>;
}

class RunReader implements LogReader {
  readonly #lines: LogReader;
  readonly #sink: LogSink;
  readonly #teller: OpenCodeTeller;
  #sessions = new Set<string>();
  /** The step whose parts come in. */
  #pending: Pending | null = null;
  /** Message of the last part, and how many of its steps have begun. */
  #message = '';
  #steps = 0;

  constructor(source: LogSource, sink: LogSink) {
    this.#sink = sink;
    this.#teller = new OpenCodeTeller(sink);
    this.#lines = jsonLinesReader(source, sink, {
      record: (record) => this.#record(record),
      restart: () => this.#restart(),
    });
  }

  async advance(signal?: AbortSignal): Promise<void> {
    await this.#lines.advance(signal);
    // Told as far as it goes; it is told again when it has grown.
    await this.#tell();
  }

  async end(): Promise<void> {
    await this.#lines.end();
    await this.#tell();
  }

  #restart(): void {
    this.#sessions = new Set();
    this.#pending = null;
    this.#message = '';
    this.#teller.restart();
  }

  async #record(record: Record<string, unknown>): Promise<void> {
    const sessionId = textOf(record.sessionID);
    const type = textOf(record.type);
    if (sessionId === null || type === null) return this.#sink.problem('malformed-record');
    if (type === 'error') return this.#failed(sessionId, record);
    if (!PARTS.has(type)) return this.#sink.problem('unknown-record');
    const part = recordOf(record.part);
    const message = textOf(part?.messageID);
    if (!part || message === null) return this.#sink.problem('malformed-record');
    if (this.#message !== `${sessionId} ${message}`) {
      await this.#tell();
      this.#pending = null;
      this.#message = `${sessionId} ${message}`;
      this.#steps = 0;
      this.#begin(sessionId, message, record);
    }
    this.#pending ??= this.#step(sessionId, message, record);
    if (part.id !== undefined && this.#pending.ids.has(part.id)) return this.#sink.problem('duplicate-record');
    this.#pending.ids.add(part.id);
    this.#pending.parts.push(part);
    if (type === 'step_finish') {
      const { info } = this.#pending;
      info.finish = part.reason;
      info.time = { ...recordOf(info.time), completed: record.timestamp };
      await this.#tell();
      this.#pending = null;
    }
  }

  /** Each step of a message is an answer of the model. */
  #step(sessionId: string, message: string, record: Record<string, unknown>): Pending {
    const id = ++this.#steps === 1 ? message : `${message}#${this.#steps}`;
    const info = { id, role: 'assistant', time: { created: record.timestamp } };
    return { sessionId, info, parts: [], ids: new Set() };
  }

  async #failed(sessionId: string, record: Record<string, unknown>): Promise<void> {
    await this.#tell();
    this.#begin(sessionId, textOf(field(record.part, 'messageID')) ?? 'error', record);
    const aborted = field(record.error, 'name') === 'MessageAbortedError';
    this.#sink.ended(sessionId, aborted ? 'interrupted' : 'error', timeOf(numberOf(record.timestamp)));
  }

  #begin(sessionId: string, message: string, record: Record<string, unknown>): void {
    if (this.#sessions.has(sessionId)) return;
    this.#sessions.add(sessionId);
    this.#teller.session({ id: sessionId });
    // The stream does not have the id of the prompt's message; the first answer's is as stable.
    const id = `${sessionId}#${message}`;
    this.#sink.turn({ sessionId, id, prompt: null, at: timeOf(numberOf(record.timestamp)) });
  }

  async #tell(): Promise<void> {
    if (!this.#pending) return;
    const { sessionId, info, parts } = this.#pending;
    await this.#teller.message(sessionId, { info, parts });
  }
}
