import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Action } from '../../../src/engine/turns/session.ts';
import { geminiCli } from '../../../src/engine/turns/sources/geminiCli.ts';
import { jsonLines, readLogText } from './logText.ts';
import type { ReadLog } from './memoryLog.ts';

/** A record of a log. */
export type Row = Record<string, unknown>;

export const HASH = createHash('sha256').update('/home/dev/p').digest('hex');
export const HEADER: Row = { sessionId: 's-1', projectHash: HASH, startTime: '2026-01-01T00:00:00Z' };

export const row = (type: string, id: string, more: Row): Row => ({
  id,
  timestamp: '2026-01-01T00:00:00.000Z',
  type,
  ...more,
});
export const user = (id: string, content: unknown, more: Row = {}): Row => row('user', id, { content, ...more });
export const gemini = (id: string, content: string, toolCalls?: unknown[], more: Row = {}): Row =>
  row('gemini', id, { content, model: 'm-1', ...(toolCalls ? { toolCalls } : {}), ...more });
export const answer = (response: Row, ...more: Row[]): unknown[] => [{ functionResponse: { response } }, ...more];
export const tool = (id: string, name: string, args: Row, output?: string, more: Row = {}): Row => ({
  id,
  name,
  args,
  ...(output === undefined ? {} : { status: 'success', result: answer({ output }) }),
  timestamp: '2026-01-01T00:00:05.000Z',
  ...more,
});

export const lines = (...rows: Row[]): Promise<ReadLog> => readLogText(geminiCli, jsonLines(HEADER, ...rows));
export const document = (...messages: Row[]): Promise<ReadLog> =>
  readLogText(geminiCli, JSON.stringify({ ...HEADER, messages }, null, 2), 'session.json');

export async function actionOf(call: Row): Promise<Action> {
  const { turns, problems } = await lines(user('u', 'p'), gemini('g', '', [call]));
  assert.deepEqual(problems, {});
  assert.equal(turns[0]!.actions.length, 1);
  return turns[0]!.actions[0]!;
}
