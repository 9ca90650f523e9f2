import type { LogSource } from '../../ports/logs.ts';
import { ClaudeAgentLogs } from './claudeCodeAgents.ts';
import { ClaudeRows } from './claudeCodeRows.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { isRecord, jsonLinesReader } from './jsonLines.ts';

/** Rows at the start of a log that may say nothing of its format before one must. */
const ROWS = 50;

/** Claude Code's session logs: `<config>/projects/<slug>/<session>.jsonl` (specs of the logs, section 3). */
export const claudeCode: LogFormat = {
  id: 'claude-code',
  agents: ['claude-code'],
  provenOn: [
    '1.0.95',
    '1.0.96',
    '1.0.98',
    '1.0.111',
    '2.0.64',
    '2.0.69',
    '2.0.76',
    '2.1.4',
    '2.1.7',
    '2.1.12',
    '2.1.17',
    '2.1.22',
    '2.1.31',
    '2.1.32',
    '2.1.33',
    '2.1.36',
    '2.1.38',
    '2.1.328',
  ],
  recognise,
  open: (source, sink) => new ClaudeCodeReader(source, sink),
};

function recognise({ kind, head }: LogSample): boolean {
  if (kind === 'folder') return false;
  const lines = head.split('\n', ROWS);
  for (const line of lines) {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      continue;
    }
    if (!isRecord(row)) continue;
    if (row.type === 'summary' && typeof row.leafUuid === 'string') return true;
    if ('payload' in row || 'data' in row) continue;
    if (typeof row.sessionId !== 'string') continue;
    if (row.type === 'user' || row.type === 'assistant') {
      if (typeof row.uuid === 'string' && isRecord(row.message)) return true;
    } else if (row.type === 'queue-operation' && typeof row.operation === 'string') return true;
  }
  // One row may be longer than the head.
  return (
    /^\{"(?:parentUuid|type)":/.test(head) && /"sessionId":"[^"]+"/.test(head) && /"parentUuid":(?:null|")/.test(head)
  );
}

class ClaudeCodeReader implements LogReader {
  readonly #main: LogReader;
  readonly #rows: ClaudeRows;
  readonly #agents: ClaudeAgentLogs;

  constructor(source: LogSource, sink: LogSink) {
    this.#agents = new ClaudeAgentLogs(source, sink, (row, number, agentId, sessionId) =>
      this.#rows.row(row, number, { agentId, sessionId }),
    );
    this.#rows = new ClaudeRows(source, sink, this.#agents);
    this.#main = jsonLinesReader(source, sink, {
      record: (row, number) => this.#rows.row(row, number, null),
      restart: () => {
        this.#rows.restart();
        this.#agents.restart();
      },
      end: async () => {
        await this.#agents.end();
        this.#rows.end();
      },
    });
  }

  async advance(signal?: AbortSignal): Promise<void> {
    await this.#main.advance(signal);
    await this.#rows.readAgents();
  }

  end(): Promise<void> {
    return this.#main.end();
  }
}
