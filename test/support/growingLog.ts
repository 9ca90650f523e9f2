import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeSlug } from '../../src/platform/logs/find/claudeCode.ts';

type Row = Record<string, unknown>;

/** Appends rows to a log as an agent does while it works, with the time of now. */
class GrowingFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
  }

  append(...rows: Row[]): void {
    appendFileSync(this.path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}

/** Rows have ids of their own, also when another object goes on with a log. */
let count = 0;

/** A session of Claude Code, written as the program writes it. */
export class ClaudeLog extends GrowingFile {
  readonly session: string;
  readonly #cwd: string;
  readonly #shift: number;

  /** @param shiftMs is added to the times of the rows */
  constructor(home: string, cwd: string, session = '11111111-1111-4111-8111-111111111111', shiftMs = 0) {
    super(join(home, '.claude', 'projects', claudeSlug(cwd), `${session}.jsonl`));
    this.session = session;
    this.#cwd = cwd;
    this.#shift = shiftMs;
  }

  row(type: string, more: Row): Row {
    const uuid = `row-${++count}`;
    const timestamp = new Date(Date.now() + this.#shift).toISOString();
    return {
      parentUuid: null,
      isSidechain: false,
      cwd: this.#cwd,
      sessionId: this.session,
      version: '2.1.0',
      type,
      uuid,
      timestamp,
      ...more,
    };
  }

  prompt(text: string): void {
    this.append(this.row('user', { message: { role: 'user', content: text } }));
  }

  answer(content: unknown[], stopReason: string | null): void {
    const message = { id: `m${++count}`, role: 'assistant', model: 'model-a', content, stop_reason: stopReason };
    this.append(this.row('assistant', { message }));
  }

  call(id: string, name: string, input: unknown): void {
    this.answer([{ type: 'tool_use', id, name, input }], 'tool_use');
  }

  result(id: string, content: string): void {
    const block = { type: 'tool_result', tool_use_id: id, content };
    this.append(this.row('user', { message: { role: 'user', content: [block] } }));
  }

  stop(text = 'Done.'): void {
    this.answer([{ type: 'text', text }], 'end_turn');
  }

  interrupt(): void {
    this.prompt('[Request interrupted by user]');
  }
}

/** A rollout of Codex 0.125 or newer. */
export class CodexLog extends GrowingFile {
  readonly session: string;
  #count = 0;

  constructor(home: string, cwd: string, session = '22222222-2222-4222-8222-222222222222') {
    const [date] = new Date().toISOString().split('T');
    super(join(home, '.codex', 'sessions', ...date!.split('-'), `rollout-${date}T00-00-00-${session}.jsonl`));
    this.session = session;
    this.event('session_meta', { id: session, cwd, originator: 'codex_cli_rs', cli_version: '0.125.0' });
  }

  event(type: string, payload: Row): void {
    this.append({ timestamp: new Date().toISOString(), type, payload });
  }

  prompt(text: string): string {
    const turn = `turn-${++this.#count}`;
    this.event('event_msg', { type: 'task_started', turn_id: turn });
    this.event('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    this.event('event_msg', { type: 'user_message', message: text });
    return turn;
  }

  stop(text = 'Done.'): void {
    this.event('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    this.event('event_msg', { type: 'task_complete', turn_id: `turn-${this.#count}`, last_agent_message: text });
  }
}
