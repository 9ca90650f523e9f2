import type { LogSource } from '../../ports/logs.ts';
import type { LogProblem } from '../session.ts';
import { eventsOf, sessionOf } from './copilotCli.ts';
import { CopilotEvents } from './copilotEvents.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { jsonDocumentReader } from './jsonDocument.ts';
import { isRecord, jsonLinesReader } from './jsonLines.ts';
import { NO_SINK } from './noSink.ts';
import { recordOf, textOf } from './values.ts';
import { Oplog } from './vscodeOplog.ts';
import { VsCodeRequests } from './vscodeRequests.ts';

/** Bytes at the start of a log by which its form is told. */
const HEAD = 64 * 1024;

/**
 * Chats of VS Code's agent mode (specs of the logs, section 6): `chatSessions/<session>.json`, the same as a log of
 * operations in `.jsonl`, and `GitHub.copilot-chat/transcripts/<session>.jsonl`.
 */
export const vscodeChat: LogFormat = {
  id: 'vscode-chat',
  agents: ['vscode-chat'],
  provenOn: ['0.31.5', '0.47.0'],
  recognise: (sample) => formOf(sample) !== null,
  open: (source, sink) => new VsCodeReader(source, sink),
};

type Form = 'document' | 'oplog' | 'events';

function formOf(sample: LogSample): Form | null {
  const { kind, head } = sample;
  if (kind === 'folder') return null;
  if (eventsOf(sample) === 'vscode-chat') return 'events';
  const chat = /"(?:requesterUsername|responderUsername|initialLocation)"\s*:/;
  if (/^\s*\{\s*"kind"\s*:\s*0\s*,\s*"v"\s*:\s*\{/.test(head))
    return /"(?:requests|sessionId)"\s*:/.test(head) ? 'oplog' : null;
  return /^\s*\{\s*"version"\s*:\s*\d/.test(head) && chat.test(head) ? 'document' : null;
}

class VsCodeReader implements LogReader {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  #reader: LogReader | null = null;

  constructor(source: LogSource, sink: LogSink) {
    this.#source = source;
    this.#sink = sink;
  }

  async advance(signal?: AbortSignal): Promise<void> {
    this.#reader ??= await this.#choose();
    await this.#reader?.advance(signal);
  }

  async end(): Promise<void> {
    await this.#reader?.end();
  }

  async #choose(): Promise<LogReader | null> {
    const start: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of this.#source.bytes()) {
      start.push(chunk.subarray(0, HEAD - bytes));
      bytes += chunk.length;
      if (bytes >= HEAD) break;
    }
    if (bytes === 0) return null;
    const head = Buffer.concat(start)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    const form = formOf({ name: '', kind: 'file', head, entries: [] });
    if (form === 'oplog') return oplogReader(this.#source, this.#sink);
    if (form === 'events') {
      const events = new CopilotEvents('vscode-chat', this.#sink, sessionOf(this.#source));
      return jsonLinesReader(this.#source, this.#sink, {
        record: (event, number) => events.event(event, number),
        restart: () => events.restart(),
      });
    }
    return documentReader(this.#source, this.#sink, await documentSession(this.#source));
  }
}

/** The session's id stands behind the requests, which need it. */
async function documentSession(source: LogSource): Promise<string> {
  let id: string | null = null;
  const reader = jsonDocumentReader(source, NO_SINK, ['$.sessionId'], {
    value: (_at, value) => void (id = textOf(value)),
    restart: () => undefined,
  });
  await reader.advance();
  return id ?? sessionOf(source);
}

function documentReader(source: LogSource, sink: LogSink, sessionId: string): LogReader {
  const requests = new VsCodeRequests(sink, () => sessionId);
  return jsonDocumentReader(source, sink, ['$.requests.*'], {
    value: (at, value) => {
      const request = recordOf(value);
      const index = Number(at[1]);
      if (!request) return sink.problem('malformed-record');
      requests.start(request, index);
      requests.tell(request, index);
    },
    restart: () => undefined,
  });
}

/** Requests are told when the lines that are there now are read: later entries change earlier ones. */
function oplogReader(source: LogSource, sink: LogSink): LogReader {
  let log = new Oplog();
  let changedFrom: number | null = null;
  /** Requests whose turn was told. */
  let told = 0;
  const problems = new Map<LogProblem, number>();
  const requests = new VsCodeRequests(sink, () => textOf(log.sessionId) ?? sessionOf(source));
  const problem = (kind: LogProblem, count = 1): void => {
    problems.set(kind, (problems.get(kind) ?? 0) + count);
    sink.problem(kind, count);
  };
  const reader = jsonLinesReader(
    source,
    { ...NO_SINK, problem, restart: () => sink.restart() },
    {
      record: (entry) => {
        const change = log.apply(entry);
        if (!change) return problem('malformed-record');
        if (change.from !== null) changedFrom = Math.min(change.from, changedFrom ?? Infinity);
      },
      restart: () => {
        log = new Oplog();
        changedFrom = null;
        told = 0;
        problems.clear();
      },
    },
  );
  const tell = (): void => {
    if (changedFrom === null) return;
    // A turn that is over cannot be told anew by itself.
    if (changedFrom < told - 1) {
      sink.restart();
      for (const [kind, count] of problems) sink.problem(kind, count);
      told = 0;
    }
    const list = log.requests;
    for (let index = Math.max(told - 1, 0); index < list.length; index++) {
      const request = list[index];
      if (!isRecord(request)) {
        if (index >= told) problem('malformed-record');
        continue;
      }
      if (index >= told) requests.start(request, index);
      requests.tell(request, index);
    }
    told = list.length;
    changedFrom = null;
  };
  return {
    advance: async (signal) => {
      await reader.advance(signal);
      tell();
    },
    end: async () => {
      await reader.end();
      tell();
    },
  };
}
