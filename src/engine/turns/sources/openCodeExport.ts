import type { LogFormat, LogSink } from './format.ts';
import { jsonDocumentReader, type DocumentHandler } from './jsonDocument.ts';
import { OpenCodeTeller, type OpenCodeChildMessage, type OpenCodeMessage } from './openCodeMessages.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf } from './values.ts';

const PATHS = ['$.info', '$.session', '$.messages.*', '$.parts.*', '$.child_sessions.*'];

/**
 * What `opencode export` writes, `{info, messages: [{info, parts}]}`, and dumps of the database whose rows keep their JSON
 * in `data`: `{session, messages, parts?, child_sessions?}` (specs of the logs, section 7).
 */
export const openCodeExport: LogFormat = {
  id: 'opencode-export',
  agents: ['opencode'],
  provenOn: ['1.2.5', '1.18.33'],
  recognise({ kind, head }) {
    if (kind !== 'file' || !/^\s*\{/.test(head)) return false;
    if (/^\s*\{\s*"info"\s*:\s*\{/.test(head)) {
      return /"directory"\s*:/.test(head) && /"(?:projectID|slug)"\s*:/.test(head);
    }
    if (/^\s*\{\s*"messages"\s*:\s*\[\s*\{\s*"info"\s*:/.test(head)) return /"sessionID"\s*:/.test(head);
    const dump = /^\s*\{\s*"(?:session|messages|parts|child_sessions)"\s*:\s*[{[]/.test(head);
    return dump && /"data"\s*:\s*["{]/.test(head) && /"(?:session_id|project_id|message_id)"\s*:/.test(head);
  },
  open(source, sink) {
    return jsonDocumentReader(source, sink, PATHS, new ExportReader(sink));
  },
};

/** Rows of a session in a dump. They are joined when all are there: nothing says in which order they come. */
interface Dump {
  session: unknown;
  messages: Map<string, OpenCodeMessage>;
  /** Parts that stand apart, by message. */
  parts: Map<string, unknown[]>;
}

class ExportReader implements DocumentHandler {
  readonly #sink: LogSink;
  readonly #teller: OpenCodeTeller;
  #session: string | null = null;
  #dump: Dump | null = null;
  #children: unknown[] = [];
  #known = new Set<string>();

  constructor(sink: LogSink) {
    this.#sink = sink;
    this.#teller = new OpenCodeTeller(sink);
  }

  restart(): void {
    this.#session = null;
    this.#dump = null;
    this.#children = [];
    this.#known = new Set();
    this.#teller.restart();
  }

  async value(at: readonly (string | number)[], value: unknown): Promise<void> {
    if (at[0] === 'info') this.#session = this.#teller.session(value);
    else if (at[0] === 'session') this.#dumped().session = value;
    else if (at[0] === 'child_sessions') this.#children.push(value);
    else if (at[0] === 'parts') this.#part(this.#dumped(), value, null);
    else await this.#message(value);
  }

  /** What was gathered is told whatever its end: a document that goes on is told again from its start. */
  async read(): Promise<void> {
    const dump = this.#dump;
    this.#dump = null;
    if (!dump) return;
    const children = new Map<string, Dump>();
    for (const child of this.#children) this.#child(child, children, 0);
    this.#children = [];
    const [first] = dump.messages.values();
    const session = unwrapped(dump.session);
    const id = this.#teller.session(session) ?? textOf(first?.info.sessionID);
    if (id === null) return this.#sink.problem('malformed-record');
    for (const message of ordered(dump)) {
      await this.#teller.message(id, message, (child) => Promise.resolve(childMessages(children.get(child))));
    }
    for (const [childId, child] of children) {
      const left = ordered(child).filter(({ info }) => !this.#teller.toldInParent.has(textOf(info.id) ?? ''));
      if (left.length === 0) continue;
      this.#teller.session({ ...recordOf(unwrapped(child.session)), id: childId });
      for (const message of left) await this.#teller.message(childId, message);
    }
  }

  async #message(value: unknown): Promise<void> {
    const info = recordOf(field(value, 'info'));
    if (!info && this.#session === null) return this.#row(this.#dumped(), value);
    if (!info) return this.#sink.problem('malformed-record');
    const id = textOf(info.id);
    const session = this.#session ?? textOf(info.sessionID);
    if (id === null || session === null) return this.#sink.problem('malformed-record');
    if (this.#known.has(id)) return this.#sink.problem('duplicate-record');
    this.#known.add(id);
    await this.#teller.message(session, { info, parts: listOf(field(value, 'parts')) });
  }

  #dumped(): Dump {
    return (this.#dump ??= { session: null, messages: new Map(), parts: new Map() });
  }

  #row(dump: Dump, row: unknown): void {
    const info = recordOf(unwrapped(row));
    const id = textOf(info?.id);
    if (!info || id === null) return this.#sink.problem('malformed-record');
    if (dump.messages.has(id)) return this.#sink.problem('duplicate-record');
    dump.messages.set(id, { info, parts: [] });
    for (const part of listOf(field(row, 'parts'))) this.#part(dump, part, id);
  }

  #part(dump: Dump, row: unknown, message: string | null): void {
    const part = unwrapped(row);
    const id = message ?? textOf(field(part, 'messageID'));
    if (id === null) return this.#sink.problem('malformed-record');
    const parts = dump.parts.get(id) ?? [];
    parts.push(part);
    dump.parts.set(id, parts);
  }

  #child(value: unknown, children: Map<string, Dump>, depth: number): void {
    const session = field(value, 'session') ?? field(value, 'info') ?? value;
    const id = textOf(field(unwrapped(session), 'id'));
    if (id === null || depth > 20) return this.#sink.problem('malformed-record');
    const dump: Dump = { session, messages: new Map(), parts: new Map() };
    for (const row of listOf(field(value, 'messages'))) {
      const info = recordOf(field(row, 'info'));
      this.#row(dump, info ? { ...info, parts: field(row, 'parts') } : row);
    }
    for (const part of listOf(field(value, 'parts'))) this.#part(dump, part, null);
    children.set(id, dump);
    for (const child of listOf(field(value, 'child_sessions'))) this.#child(child, children, depth + 1);
  }
}

/** A row's `data` with the names of its columns as the files have them. */
function unwrapped(row: unknown): unknown {
  const record = recordOf(row);
  if (!record) return row;
  const data = recordOf(parsedOf(record.data)) ?? {};
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'data' && name !== 'parts'));
  return {
    ...own,
    ...data,
    sessionID: data.sessionID ?? record.sessionID ?? record.session_id,
    messageID: data.messageID ?? record.messageID ?? record.message_id,
    time: data.time ?? record.time ?? { created: record.time_created },
  };
}

function ordered(dump: Dump): OpenCodeMessage[] {
  const byPlace = (a: unknown, b: unknown): number =>
    (textOf(field(a, 'id')) ?? '') < (textOf(field(b, 'id')) ?? '') ? -1 : 1;
  return [...dump.messages]
    .map(([id, { info }]) => ({ info, parts: (dump.parts.get(id) ?? []).sort(byPlace) }))
    .sort((a, b) => timeOfMessage(a) - timeOfMessage(b) || byPlace(a.info, b.info));
}

function timeOfMessage({ info }: OpenCodeMessage): number {
  return numberOf(field(info.time, 'created')) ?? 0;
}

function childMessages(dump: Dump | undefined): OpenCodeChildMessage[] {
  if (!dump) return [];
  return ordered(dump).map((message) => ({
    id: textOf(message.info.id) ?? '',
    time: timeOfMessage(message),
    read: () => Promise.resolve(message),
  }));
}
