import type { LogSource } from '../../ports/logs.ts';
import type { ClaudeCall } from './claudeCodeTools.ts';
import type { Row } from './claudeCodeConversation.ts';
import type { LogReader, LogSink } from './format.ts';
import { jsonLinesReader } from './jsonLines.ts';
import { NO_SINK } from './noSink.ts';
import { field, textOf } from './values.ts';

/** Ids of sub-agents become parts of file names. */
const AGENT_ID = /^[\w-]{1,100}$/;

/**
 * Logs of sub-agents beside a session's log: `<session>/subagents/agent-<id>.jsonl`, or `agent-<id>.jsonl` in the same
 * folder (until 2.0). Each is read on whenever its session says that there may be more.
 */
export class ClaudeAgentLogs {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #row: (row: Row, number: number, agentId: string, sessionId: string) => void | Promise<void>;
  #readers = new Map<string, LogReader | null>();
  /** Sub-agents of which more may come in the running turn. */
  #working = new Set<string>();
  /** Logs in the midst of being read: one that names itself is not read in itself. */
  #busy = new Set<string>();
  #rows = 0;
  /** Prompts of the logs in `subagents/` that no result named yet. */
  #prompts = new Map<string, string | null>();

  /** @param row takes the rows of all these logs */
  constructor(
    source: LogSource,
    sink: LogSink,
    row: (row: Row, number: number, agentId: string, sessionId: string) => void | Promise<void>,
  ) {
    this.#source = source;
    this.#row = (...told) => {
      this.#rows++;
      return row(...told);
    };
    // The whole is not void when one of these logs was written anew.
    this.#sink = { ...NO_SINK, problem: (kind, count) => sink.problem(kind, count) };
  }

  /** Reads what a sub-agent did since the last time. */
  async read(agentId: string, sessionId: string): Promise<void> {
    if (!AGENT_ID.test(agentId)) return this.#sink.problem('malformed-record');
    let reader = this.#readers.get(agentId);
    if (reader === undefined) {
      const source = await this.#find(agentId, sessionId);
      if (!source) this.#sink.problem('missing-file');
      reader = source && this.#open(source, agentId, sessionId);
      this.#readers.set(agentId, reader);
    }
    this.#working.add(agentId);
    await this.#advance(agentId);
  }

  get working(): boolean {
    return this.#working.size > 0;
  }

  /** Reads on in all logs, and in those whose prompt one of `tasks` gave: sub-agents that did not answer (yet). */
  async readOn(tasks: readonly ClaudeCall[], sessionId: string): Promise<void> {
    for (const agentId of [...this.#working]) await this.#advance(agentId);
    if (tasks.length === 0) return;
    const asked = new Set(tasks.flatMap(({ input }) => textOf(field(input, 'prompt')) ?? []));
    for (const folderName of this.#folders(sessionId)) {
      const folder = await this.#source.beside(folderName);
      for (const { name } of folder?.kind === 'folder' ? await folder.entries() : []) {
        const agentId = /^agent-([\w-]{1,100})\.jsonl$/.exec(name)?.[1];
        if (agentId === undefined || this.#readers.has(agentId)) continue;
        if (!this.#prompts.has(agentId)) this.#prompts.set(agentId, await this.#promptOf(`${folderName}/${name}`));
        if (asked.has(this.#prompts.get(agentId) ?? '')) await this.read(agentId, sessionId);
      }
    }
  }

  /** Reads on at the end of a turn; who did nothing more then is taken to be done. */
  async close(tasks: readonly ClaudeCall[], sessionId: string): Promise<void> {
    for (const agentId of [...this.#working]) {
      const before = this.#rows;
      await this.#advance(agentId);
      if (this.#rows === before) this.#working.delete(agentId);
    }
    await this.readOn(tasks, sessionId);
  }

  async end(): Promise<void> {
    for (const agentId of [...this.#readers.keys()]) await this.#advance(agentId);
    for (const reader of this.#readers.values()) await reader?.end();
  }

  restart(): void {
    this.#readers = new Map();
    this.#prompts = new Map();
    this.#working = new Set();
  }

  #open(source: LogSource, agentId: string, sessionId: string): LogReader {
    return jsonLinesReader(source, this.#sink, {
      record: (row, number) => this.#row(row, number, agentId, sessionId),
      restart: () => undefined,
    });
  }

  async #advance(agentId: string): Promise<void> {
    if (this.#busy.has(agentId)) return;
    this.#busy.add(agentId);
    try {
      await this.#readers.get(agentId)?.advance();
    } catch {
      this.#sink.problem('missing-file');
    } finally {
      this.#busy.delete(agentId);
    }
  }

  async #find(agentId: string, sessionId: string): Promise<LogSource | null> {
    for (const path of [
      ...this.#folders(sessionId).map((name) => `${name}/agent-${agentId}.jsonl`),
      `agent-${agentId}.jsonl`,
    ]) {
      const source = await this.#source.beside(path);
      if (source?.kind === 'file') return source;
    }
    return null;
  }

  #folders(sessionId: string): string[] {
    const stem = this.#source.path
      .split('/')
      .at(-1)!
      .replace(/\.jsonl$/, '');
    const names = new Set(
      [stem, sessionId].filter((name) => /^[^/\\:]{1,200}$/.test(name) && name !== '..' && name !== '.'),
    );
    return [...names].map((name) => `${name}/subagents`);
  }

  async #promptOf(path: string): Promise<string | null> {
    const source = await this.#source.beside(path);
    if (!source) return null;
    let prompt: string | null = null;
    const aborted = new AbortController();
    const reader = jsonLinesReader(source, NO_SINK, {
      record: (row) => {
        if (!aborted.signal.aborted) prompt = textOf(field(row.message, 'content'));
        aborted.abort();
      },
      restart: () => undefined,
    });
    await reader.advance(aborted.signal).catch(() => undefined);
    return prompt;
  }
}
