import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes the log of a Claude Code that works in `workspace`, row by row as the program does. */
export class ClaudeLog {
  readonly #path: string;
  readonly #workspace: string;
  readonly #session: string;
  #count = 0;

  /** The log lies where Claude Code keeps it in the home folder `home`. */
  constructor(home: string, workspace: string, session = '00000000-0000-4000-8000-000000000001') {
    this.#workspace = workspace;
    this.#session = session;
    this.#path = join(home, '.claude', 'projects', workspace.replace(/[^A-Za-z0-9]/g, '-'), `${session}.jsonl`);
  }

  /** The user asks for something: a turn begins. */
  prompt(text: string): Promise<void> {
    return this.#row('user', { role: 'user', content: text });
  }

  /** The agent reads a whole file, which lies in the workspace at `path` (relative). */
  async read(path: string, text: string): Promise<void> {
    const id = `toolu_${this.#count}`;
    const filePath = join(this.#workspace, path);
    const lines = text.split('\n');
    const printed = lines.map((line, at) => `${String(at + 1).padStart(6)}\u2192${line}`).join('\n');
    const file = { filePath, content: text, numLines: lines.length, startLine: 1, totalLines: lines.length };
    const usage = { input_tokens: 10, output_tokens: 20 };
    const call = [{ type: 'tool_use', id, name: 'Read', input: { file_path: filePath } }];
    await this.#row('assistant', {
      id: `msg_${this.#count}`,
      role: 'assistant',
      model: 'claude-test',
      content: call,
      usage,
    });
    const content = [{ type: 'tool_result', tool_use_id: id, content: printed }];
    await this.#row('user', { role: 'user', content }, { toolUseResult: { type: 'text', file } });
  }

  /** The agent has stopped: the turn is over. */
  done(text = 'Done.'): Promise<void> {
    const usage = { input_tokens: 100, output_tokens: 5 };
    const content = [{ type: 'text', text }];
    const id = `msg_${this.#count}`;
    const model = 'claude-test';
    return this.#row('assistant', {
      id,
      role: 'assistant',
      type: 'message',
      model,
      content,
      usage,
      stop_reason: 'end_turn',
    });
  }

  async #row(type: string, message: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<void> {
    const uuid = `00000000-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`;
    const row = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: this.#workspace,
      sessionId: this.#session,
      version: '2.1.42',
      type,
      uuid,
      timestamp: new Date().toISOString(),
      message,
      ...more,
    };
    await mkdir(dirname(this.#path), { recursive: true });
    await appendFile(this.#path, `${JSON.stringify(row)}\n`);
  }
}
