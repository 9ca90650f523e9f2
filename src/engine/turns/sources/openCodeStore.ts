import type { LogDatabase, LogSource } from '../../ports/logs.ts';
import type { LogFormat, LogReader, LogSink } from './format.ts';
import { OpenCodeTeller, type OpenCodeChildMessage, type OpenCodeMessage } from './openCodeMessages.ts';
import { isRecord } from './jsonLines.ts';
import { tellSessions, type OpenCodeSession, type OpenCodeSessions } from './openCodeSessions.ts';
import { field, numberOf, textOf } from './values.ts';

const NAME = 'opencode.db';

/**
 * OpenCode's database since about 1.2, as a file or as the folder that holds it: sessions of all projects, told one after
 * the other in the order of their first message (specs of the logs, section 7).
 */
export const openCodeStore: LogFormat = {
  id: 'opencode-store',
  agents: ['opencode'],
  provenOn: ['1.18.33'],
  recognise({ kind, name, head, entries }) {
    if (kind === 'folder') return entries.includes(NAME);
    if (!head.startsWith('SQLite format 3\0')) return false;
    // With many tables the schema reaches beyond the first pages.
    return /^opencode[\w.-]*\.db$/.test(name) || ['message', 'part'].every((table) => schemaHas(head, table));
  },
  open: (source, sink) => new StoreReader(source, sink, () => true),
};

/** What the store says of a session without opening it. */
export interface StoreSession {
  directory: string | null;
  /** In ms. */
  updatedAt: number | null;
}

/** The same format, of which only some sessions are read: a store holds those of all projects and years. */
export function openCodeStoreOf(wanted: (session: StoreSession) => boolean): LogFormat {
  return { ...openCodeStore, open: (source, sink) => new StoreReader(source, sink, wanted) };
}

function schemaHas(head: string, table: string): boolean {
  return new RegExp(`CREATE TABLE [\`"]?${table}[\`"]?\\s*\\(`).test(head);
}

class StoreReader implements LogReader {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #teller: OpenCodeTeller;
  readonly #wanted: (session: StoreSession) => boolean;
  /** State of the rows when they were told. */
  #stamp: string | null = null;

  constructor(source: LogSource, sink: LogSink, wanted: (session: StoreSession) => boolean) {
    this.#source = source;
    this.#wanted = wanted;
    this.#sink = sink;
    this.#teller = new OpenCodeTeller(sink);
  }

  async advance(signal?: AbortSignal): Promise<void> {
    const file = this.#source.kind === 'folder' ? await this.#source.beside(NAME) : this.#source;
    const database = await file?.database();
    if (!database) {
      if (this.#stamp === null) this.#sink.problem('missing-file');
      this.#stamp ??= '';
      return;
    }
    try {
      const rows = new StoreRows(database, this.#sink, this.#wanted);
      if (!rows.has('message') || !rows.has('part')) {
        if (this.#stamp === null) this.#sink.problem('malformed-record');
        this.#stamp ??= '';
        return;
      }
      const stamp = rows.stamp();
      if (stamp === this.#stamp) return;
      if (this.#stamp !== null) this.#sink.restart();
      this.#stamp = stamp;
      this.#teller.restart();
      await tellSessions(rows, this.#teller, signal);
    } finally {
      await database.close();
    }
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

/** The tables, of which nothing is certain: what is missing or damaged is counted. */
class StoreRows implements OpenCodeSessions {
  readonly #database: LogDatabase;
  readonly #sink: LogSink;
  readonly #wanted: (session: StoreSession) => boolean;

  constructor(database: LogDatabase, sink: LogSink, wanted: (session: StoreSession) => boolean) {
    this.#database = database;
    this.#sink = sink;
    this.#wanted = wanted;
  }

  /** Differs when a row was added, taken away or changed. */
  stamp(): string {
    return ['session', 'message', 'part']
      .map((table) => {
        try {
          const sql = `SELECT count(*) AS count, max(time_updated) AS latest, total(time_updated) AS sum FROM ${table}`;
          return JSON.stringify([...this.#database.rows(sql)].map((row) => Object.values(row).map(String)));
        } catch {
          return '';
        }
      })
      .join(' ');
  }

  sessions(): Promise<OpenCodeSession[]> {
    const records = new Map<string, Record<string, unknown>>();
    if (this.has('session')) {
      // Other columns, which differ by version, hold whole diffs.
      for (const { id, parent_id, directory, version } of this.#rows('SELECT * FROM session')) {
        records.set(textOf(id) ?? '', { parent_id, directory, version });
      }
    }
    const sql =
      'SELECT session_id AS id, min(time_created) AS first FROM message GROUP BY session_id ORDER BY first, id';
    const found = [...this.#rows(sql)].flatMap(({ id }) => {
      if (typeof id !== 'string') return [];
      const record = records.get(id) ?? {};
      if (!this.#wanted({ directory: textOf(record.directory), updatedAt: numberOf(record.time_updated) })) return [];
      return [{ id, parent: textOf(record.parent_id), record }];
    });
    return Promise.resolve(found);
  }

  messages(sessionId: string): Promise<OpenCodeChildMessage[]> {
    const sql = 'SELECT id, time_created AS time FROM message WHERE session_id = ? ORDER BY time_created, id';
    const found = [...this.#rows(sql, [sessionId])].flatMap((row) => {
      const id = textOf(row.id);
      if (id === null) return [];
      return [{ id, time: numberOf(row.time) ?? 0, read: () => Promise.resolve(this.#message(id)) }];
    });
    return Promise.resolve(found);
  }

  #message(id: string): OpenCodeMessage | null {
    for (const row of this.#rows('SELECT data FROM message WHERE id = ?', [id])) {
      const info = this.#data(row);
      if (!info) return null;
      const parts: unknown[] = [];
      for (const part of this.#rows('SELECT id, data FROM part WHERE message_id = ? ORDER BY id', [id])) {
        const data = this.#data(part);
        if (data) parts.push({ ...data, id: part.id });
      }
      return { info: { ...info, id }, parts };
    }
    return null;
  }

  #data(row: Record<string, unknown>): Record<string, unknown> | null {
    const { data } = row;
    try {
      const text = data instanceof Uint8Array ? new TextDecoder().decode(data) : data;
      const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
      if (isRecord(value)) return value;
      this.#sink.problem('malformed-record');
    } catch {
      this.#sink.problem('invalid-json');
    }
    return null;
  }

  /** True when it is a table: a view could be anything. */
  has(table: string): boolean {
    const sql = "SELECT count(*) AS count FROM sqlite_master WHERE type = 'table' AND name = ?";
    return [...this.#rows(sql, [table])].some((row) => field(row, 'count') === 1);
  }

  /** Rows up to the place where the database is damaged. */
  *#rows(sql: string, parameters?: string[]): Iterable<Record<string, unknown>> {
    const rows = this.#database.rows(sql, parameters)[Symbol.iterator]();
    try {
      for (;;) {
        let next: IteratorResult<Record<string, unknown>>;
        try {
          next = rows.next();
        } catch {
          this.#sink.problem('malformed-record');
          return;
        }
        if (next.done) return;
        yield next.value;
      }
    } finally {
      rows.return?.();
    }
  }
}
