import assert from 'node:assert/strict';
import type { Action, Turn } from '../../../src/engine/turns/session.ts';
import { codex } from '../../../src/engine/turns/sources/codex.ts';
import type { ReadLog } from './memoryLog.ts';
import { jsonLines, readLogText } from './logText.ts';

export const SESSION = '019e0000-0000-7000-8000-000000000001';
export const PARENT = '018e0000-0000-7000-8000-000000000002';

/** A record of a log; its time is filled in when it is read. */
export type Row = Record<string, unknown>;

export const record = (type: string, payload: unknown): Row => ({ type, payload });
export const meta = (more: object = {}): Row =>
  record('session_meta', { id: SESSION, cwd: '/w', cli_version: '1.2.3', ...more });
export const context = (more: object = {}): Row => record('turn_context', { cwd: '/w', model: 'm-1', ...more });
export const item = (payload: object): Row => record('response_item', payload);
export const event = (payload: object): Row => record('event_msg', payload);
export const started = (turn: string, more: object = {}): Row =>
  event({ type: 'task_started', turn_id: turn, ...more });
export const complete = (turn: string, more: object = {}): Row =>
  event({ type: 'task_complete', turn_id: turn, ...more });
export const user = (...texts: string[]): Row =>
  item({ type: 'message', role: 'user', content: texts.map((text) => ({ type: 'input_text', text })) });
export const screen = (message: string, more: object = {}): Row => event({ type: 'user_message', message, ...more });
export const says = (text: string): Row =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
export const call = (id: string, name: string, args: unknown): Row =>
  item({ type: 'function_call', name, call_id: id, arguments: typeof args === 'string' ? args : JSON.stringify(args) });
export const custom = (id: string, name: string, input: string): Row =>
  item({ type: 'custom_tool_call', name, call_id: id, input });
export const output = (id: string, text: unknown): Row =>
  item({ type: 'function_call_output', call_id: id, output: text });
export const completed = (more: object): Row => event({ type: 'item_completed', item: more });
export const tokens = (total: number, last: number): Row => {
  const usage = (input: number): object => ({
    input_tokens: input,
    cached_input_tokens: 0,
    output_tokens: input / 10,
    reasoning_output_tokens: 0,
  });
  return event({ type: 'token_count', info: { total_token_usage: usage(total), last_token_usage: usage(last) } });
};

/** Reads a log of these records, a second apart where they name no time. */
export const read = (...records: Row[]): Promise<ReadLog> => {
  const begin = Date.UTC(2026, 0, 1);
  const timed = records.map((row, at) => ({ timestamp: new Date(begin + 1_000 * at).toISOString(), ...row }));
  return readLogText(codex, jsonLines(...timed));
};

/** Reads one turn of a newer version with these records in it. */
export async function turnOf(...records: Row[]): Promise<{ turn: Turn; problems: ReadLog['problems'] }> {
  const { turns, problems } = await read(meta(), started('t1'), user('do it'), context(), ...records, complete('t1'));
  assert.equal(turns.length, 1);
  return { turn: turns[0]!, problems };
}

export async function actionOf(...records: Row[]): Promise<Action> {
  const { turn, problems } = await turnOf(...records);
  assert.deepEqual(problems, {});
  assert.equal(turn.actions.length, 1);
  return turn.actions[0]!;
}

export const HEAD = 'Chunk ID: ab12\nWall time: 0.1 seconds\n';
export const exec = (id: string, cmd: string): Row => call(id, 'exec_command', { cmd });
export const PATCH = '*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch';
export const PATCHED = [{ kind: 'patch', path: 'a.py', hunks: [{ before: ['x'], after: ['y'] }] }];
