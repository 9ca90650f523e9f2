import type { LogSource } from '../../ports/logs.ts';
import { ClineTeller, type ClineForm } from './clineMessages.ts';
import type { LogFormat, LogReader, LogSink } from './format.ts';
import { jsonDocumentReader, type DocumentHandler } from './jsonDocument.ts';
import { field, recordOf, textOf } from './values.ts';

const HISTORY = 'api_conversation_history.json';
const MESSAGES = '.messages.json';

/** Bytes of the file beside the messages that tells of the session. */
const COMPANION_LIMIT = 1024 * 1024;

/**
 * The history of one task of Cline's or Roo's extension, as a file or the task's folder: a list of messages, with calls in
 * XML or as blocks (specs of the logs, section 11).
 */
export const clineTask: LogFormat = {
  id: 'cline-task',
  agents: ['cline', 'roo-code'],
  provenOn: [],
  recognise({ kind, name, head, entries }) {
    if (kind === 'folder') return entries.includes(HISTORY);
    if (!/^\s*\[\s*(?:\]|\{)/.test(head)) return false;
    if (name === HISTORY) return true;
    return (
      /"role"\s*:\s*"user"/.test(head) && /<environment_details>/.test(head) && /<(?:task|user_message)>/.test(head)
    );
  },
  open: (source, sink) => opened(source, sink, HISTORY, ['$.*'], taskOf, { classic: true }),
};

/** Messages of a session of Cline's SDK and command line, `<id>.messages.json`; `<id>.json` beside it tells of the session. */
export const clineSession: LogFormat = {
  id: 'cline-session',
  agents: ['cline'],
  provenOn: ['SDK sessions of 2026-07'],
  recognise({ kind, head, entries }) {
    if (kind === 'folder') return entries.some((entry) => entry.endsWith(MESSAGES));
    if (!/^\s*\{/.test(head) || !/"sessionId"\s*:\s*"/.test(head) || /"projectHash"\s*:/.test(head)) return false;
    return /"version"\s*:\s*\d/.test(head) && /"messages"\s*:\s*\[\s*(?:\]|\{\s*"(?:id|role)"\s*:)/.test(head);
  },
  open: (source, sink) =>
    opened(source, sink, MESSAGES, ['$.sessionId', '$.messages.*'], sessionOf, { classic: false }),
};

interface Known {
  id: string;
  agent: 'cline' | 'roo-code';
  parentId: string | null;
  folders: string[];
}

/** A document by itself, or the one in a folder whose name ends so. */
function opened(
  source: LogSource,
  sink: LogSink,
  ending: string,
  paths: string[],
  known: (file: LogSource) => Promise<Known>,
  form: ClineForm,
): LogReader {
  const reader = (file: LogSource): LogReader =>
    jsonDocumentReader(file, sink, paths, new MessagesReader(file, sink, known, form));
  if (source.kind === 'file') return reader(source);
  let inner: LogReader | null = null;
  return {
    async advance(signal) {
      if (!inner) {
        const name = (await source.entries()).find(
          (entry) => entry.kind === 'file' && entry.name.endsWith(ending),
        )?.name;
        const file = name === undefined ? null : await source.beside(name);
        if (!file) return;
        inner = reader(file);
      }
      await inner.advance(signal);
    },
    async end() {
      if (inner) await inner.end();
      else sink.problem('missing-file');
    },
  };
}

class MessagesReader implements DocumentHandler {
  readonly #file: LogSource;
  readonly #sink: LogSink;
  readonly #known: (file: LogSource) => Promise<Known>;
  readonly #form: ClineForm;
  #id: string | null = null;
  #teller: ClineTeller | null = null;

  constructor(file: LogSource, sink: LogSink, known: (file: LogSource) => Promise<Known>, form: ClineForm) {
    this.#file = file;
    this.#sink = sink;
    this.#known = known;
    this.#form = form;
  }

  restart(): void {
    this.#id = null;
    this.#teller = null;
  }

  async value(at: readonly (string | number)[], value: unknown): Promise<void> {
    if (at[0] === 'sessionId') {
      this.#id = textOf(value);
      return;
    }
    const index = at.at(-1);
    // The root is an object, or a list stands where none belongs.
    if (typeof index !== 'number') return this.#sink.problem('unknown-record');
    this.#teller ??= await this.#begin();
    if (isRoo(value)) this.#sink.session({ id: this.#id!, agent: 'roo-code' });
    this.#teller.message(value, index);
  }

  async #begin(): Promise<ClineTeller> {
    const known = await this.#known(this.#file);
    this.#id ??= known.id;
    this.#sink.session({ ...known, id: this.#id });
    return new ClineTeller(this.#sink, this.#form, this.#id, known.folders[0] ?? null);
  }
}

/** Roo keeps what it condensed and says so in the messages. */
function isRoo(message: unknown): boolean {
  return ['condenseId', 'condenseParent', 'truncationId', 'truncationParent'].some(
    (name) => textOf(field(message, name)) !== null,
  );
}

/** A task is named by its folder. Roo describes it in `history_item.json`. */
async function taskOf(file: LogSource): Promise<Known> {
  const segments = file.path.split('/');
  const folder = segments.at(-2);
  const item = await companion(file, 'history_item.json');
  const workspace = textOf(field(item, 'workspace'));
  const roo = item !== null || segments.some((segment) => segment === 'rooveterinaryinc.roo-cline');
  return {
    id: textOf(field(item, 'id')) ?? (folder === undefined || folder === '' ? segments.at(-1)! : folder),
    agent: roo ? 'roo-code' : 'cline',
    parentId: textOf(field(item, 'parentTaskId')),
    folders: workspace === null ? [] : [workspace],
  };
}

async function sessionOf(file: LogSource): Promise<Known> {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const base = name.endsWith(MESSAGES) ? name.slice(0, -MESSAGES.length) : name.replace(/\.json$/, '');
  const session = await companion(file, `${base}.json`);
  const folders = ['cwd', 'workspace_root'].flatMap((key) => textOf(field(session, key)) ?? []);
  return {
    id: textOf(field(session, 'session_id')) ?? base,
    agent: 'cline',
    parentId: textOf(field(field(field(session, 'metadata'), 'fork'), 'forkedFromSessionId')),
    folders,
  };
}

/** A small document beside the log; null when it is missing or damaged, which loses only what it says of the session. */
async function companion(file: LogSource, name: string): Promise<Record<string, unknown> | null> {
  if (file.path.endsWith(`/${name}`)) return null;
  const source = await file.beside(name);
  if (source?.kind !== 'file' || ((await source.size()) ?? 0) > COMPANION_LIMIT) return null;
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of source.bytes()) chunks.push(chunk);
    return recordOf(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return null;
  }
}
