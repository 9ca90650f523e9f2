import type { LogSource } from '../../ports/logs.ts';
import { EventFolderReader, hasEventFiles, jsonBeside } from './eventFolder.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { jsonDocumentReader } from './jsonDocument.ts';
import { isRecord, jsonLinesReader } from './jsonLines.ts';
import { OpenHandsConversation } from './openHandsConversation.ts';
import { OpenHandsEvents } from './openHandsEvents.ts';
import { field, numberOf, textOf } from './values.ts';

/** Outputs of evaluations and of the resolver (V0): one line an instance, each a session, with its events in `history`. */
export const openHandsOutput: LogFormat = {
  id: 'openhands-output',
  agents: ['openhands'],
  provenOn: ['0.9', '0.35'],
  recognise: ({ kind, head }: LogSample) =>
    kind === 'file' &&
    /^\s*\{\s*"(instance_id|issue)"\s*:/.test(head) &&
    /"(test_result|issue_type|instruction|git_patch)"\s*:/.test(head),
  open: (source: LogSource, sink: LogSink): LogReader => {
    const ids = new Set<string>();
    return jsonLinesReader(source, sink, {
      record: (line, number) => instance(line, number, ids, sink),
      restart: () => ids.clear(),
    });
  },
};

/** A list of V0 events in one document, as the server gives it for download. */
export const openHandsTrajectory: LogFormat = {
  id: 'openhands-trajectory',
  agents: ['openhands'],
  provenOn: [],
  recognise: ({ kind, head }: LogSample) =>
    kind === 'file' &&
    /^\s*\[\s*\{/.test(head) &&
    /"source"\s*:\s*"(agent|user|environment)"/.test(head) &&
    /"(action|observation)"\s*:\s*"/.test(head),
  open: (source: LogSource, sink: LogSink): LogReader => {
    let events = new OpenHandsEvents(nameOf(source), sink);
    return jsonDocumentReader(source, sink, ['$.*'], {
      value: (_, value) => (isRecord(value) ? events.event(value) : sink.problem('malformed-record')),
      restart: () => {
        events = new OpenHandsEvents(nameOf(source), sink);
      },
    });
  },
};

/** Events of V1 (the SDK), one a line. */
export const openHandsEventLines: LogFormat = {
  id: 'openhands-event-lines',
  agents: ['openhands'],
  provenOn: ['1.x'],
  recognise: ({ kind, head }: LogSample) => {
    const line = head.slice(0, head.includes('\n') ? head.indexOf('\n') : undefined);
    return (
      kind === 'file' &&
      /^\s*\{/.test(line) &&
      /"source"\s*:\s*"(agent|user|environment|hook)"/.test(line) &&
      /"kind"\s*:\s*"(\w+Event|Condensation|UserRejectObservation)"|"system_prompt"\s*:/.test(line)
    );
  },
  open: (source: LogSource, sink: LogSink): LogReader => {
    let conversation = new OpenHandsConversation(nameOf(source), sink);
    return jsonLinesReader(source, sink, {
      record: (event) => conversation.event(event),
      restart: () => {
        conversation = new OpenHandsConversation(nameOf(source), sink);
      },
    });
  },
};

/** Folder of a conversation with one file an event: of the server (V0), or of the SDK and the new CLI (V1). */
export const openHandsFolder: LogFormat = {
  id: 'openhands-folder',
  agents: ['openhands'],
  provenOn: [],
  recognise: ({ kind, entries }: LogSample) =>
    kind === 'folder' && (entries.includes('events') || hasEventFiles(entries)),
  open: (source: LogSource, sink: LogSink): LogReader => new FolderReader(source, sink),
};

class FolderReader implements LogReader {
  readonly #source: LogSource;
  readonly #reader: EventFolderReader;
  #old: OpenHandsEvents;
  #new: OpenHandsConversation;
  /** The first event tells the version. */
  #version: 'old' | 'new' | null = null;

  constructor(source: LogSource, sink: LogSink) {
    const name = nameOf(source);
    this.#source = source;
    this.#old = new OpenHandsEvents(name, sink);
    this.#new = new OpenHandsConversation(name, sink);
    this.#reader = new EventFolderReader(source, sink, {
      record: (event) => this.#event(event),
      restart: () => {
        this.#old = new OpenHandsEvents(name, sink);
        this.#new = new OpenHandsConversation(name, sink);
        this.#version = null;
      },
    });
  }

  async advance(signal?: AbortSignal): Promise<void> {
    await this.#reader.advance(signal);
  }

  async end(): Promise<void> {
    await this.#reader.end();
    if (this.#version !== 'new') return;
    // Read again: it tells the tokens as they are now.
    this.#new.base(await jsonBeside(this.#source, 'base_state.json'));
    this.#new.end();
  }

  async #event(event: Record<string, unknown>): Promise<void> {
    if (this.#version === null) {
      this.#version = typeof event.kind === 'string' ? 'new' : 'old';
      if (this.#version === 'new') this.#new.base(await jsonBeside(this.#source, 'base_state.json'));
    }
    if (this.#version === 'new') this.#new.event(event);
    else this.#old.event(event);
  }
}

function nameOf(source: LogSource): string {
  const parts = source.path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? 'conversation';
  return source.kind === 'folder' && last === 'events' ? (parts.at(-2) ?? last) : last.replace(/\.jsonl?$/, '');
}

function instance(line: Record<string, unknown>, number: number, ids: Set<string>, sink: LogSink): void {
  const issue = numberOf(field(line.issue, 'number'));
  const named = textOf(line.instance_id) ?? (issue === null ? `line-${number}` : `issue-${issue}`);
  const id = ids.has(named) ? `${named}~${number}` : named;
  ids.add(id);
  if (!Array.isArray(line.history)) return sink.problem('malformed-record');
  sink.session({ id, agentVersion: versionOf(line.history) });
  const config = field(line.metadata, 'llm_config');
  const events = new OpenHandsEvents(
    id,
    sink,
    textOf(field(config, 'model')),
    numberOf(field(config, 'max_message_chars')),
  );
  for (const entry of line.history as unknown[]) {
    // Very old: pairs of an action and its observation.
    for (const event of Array.isArray(entry) ? (entry as unknown[]) : [entry]) {
      if (isRecord(event)) events.event(event);
      else sink.problem('malformed-record');
    }
  }
  if (typeof line.error === 'string' && line.error !== '') sink.ended(id, 'error', null);
}

/** The `system` event names the version. */
function versionOf(history: unknown[]): string | null {
  const system = history.find((event) => field(event, 'action') === 'system');
  return textOf(field(field(system, 'args'), 'openhands_version'));
}
