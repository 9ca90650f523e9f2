import assert from 'node:assert/strict';
import type { Action, Turn } from '../../../src/engine/turns/session.ts';
import { claudeCode } from '../../../src/engine/turns/sources/claudeCode.ts';
import { MemoryLog, readLog, type MemoryFiles, type ReadLog } from './memoryLog.ts';

export type Row = Record<string, unknown>;

export const SESSION = '00000000-0000-4000-8000-000000000001';
export const MAIN = `p/${SESSION}.jsonl`;

/** Writes rows as the program does: each follows the one before. */
export class Rows {
  readonly rows: Row[] = [];
  readonly #base: Row;
  readonly #prefix: string;

  constructor(base: Row = {}, prefix = 'u') {
    this.#base = base;
    this.#prefix = prefix;
  }

  row(type: string, more: Row): this {
    const place = this.rows.length;
    this.rows.push({
      parentUuid: place === 0 ? null : `${this.#prefix}${place - 1}`,
      isSidechain: false,
      cwd: '/w',
      sessionId: SESSION,
      version: '2.1.0',
      type,
      uuid: `${this.#prefix}${place}`,
      timestamp: new Date(Date.UTC(2026, 0, 1, 10, 0, place)).toISOString(),
      ...this.#base,
      ...more,
    });
    return this;
  }

  prompt(content: unknown, more: Row = {}): this {
    return this.row('user', { message: { role: 'user', content }, ...more });
  }

  says(text: string, more: Row = {}): this {
    return this.answer([{ type: 'text', text }], more);
  }

  answer(content: unknown, more: Row = {}, message: Row = {}): this {
    const id = `m${this.#prefix}${this.rows.length}`;
    return this.row('assistant', {
      message: { id, role: 'assistant', model: 'model-a', content, ...message },
      ...more,
    });
  }

  call(id: string, name: string, input: unknown, more: Row = {}, message: Row = {}): this {
    return this.answer([{ type: 'tool_use', id, name, input }], more, message);
  }

  result(id: string, content: unknown, structured?: unknown, more: Row = {}): this {
    const { is_error, ...rest } = more;
    const block = { type: 'tool_result', tool_use_id: id, content, ...(is_error === undefined ? {} : { is_error }) };
    return this.row('user', { message: { role: 'user', content: [block] }, toolUseResult: structured, ...rest });
  }

  get text(): string {
    return this.rows.map((row) => JSON.stringify(row) + '\n').join('');
  }
}

export function read(rows: Rows | string, files: MemoryFiles = {}): Promise<ReadLog> {
  const text = typeof rows === 'string' ? rows : rows.text;
  return readLog(claudeCode, new MemoryLog({ [MAIN]: text, ...files }, MAIN));
}

export async function onlyTurn(rows: Rows, files: MemoryFiles = {}): Promise<Turn> {
  const { turns } = await read(rows, files);
  assert.equal(turns.length, 1);
  return turns[0]!;
}

/** The action of a call and its result. */
export async function actionOf(
  tool: string,
  input: unknown,
  content: unknown,
  structured?: unknown,
  more: Row = {},
): Promise<Action> {
  const turn = await onlyTurn(new Rows().prompt('go').call('t1', tool, input).result('t1', content, structured, more));
  assert.equal(turn.actions.length, 1);
  return turn.actions[0]!;
}

export const numbered = (from: number, lines: string[], mark = '→'): string =>
  lines.map((line, place) => `${String(from + place).padStart(6)}${mark}${line}`).join('\n');

export const fileResult = (path: string, lines: string[], startLine: number, totalLines: number): Row => ({
  type: 'text',
  file: { filePath: path, content: lines.join('\n'), numLines: lines.length, startLine, totalLines },
});
