import assert from 'node:assert/strict';
import { LOG_FORMATS } from '../../../src/engine/turns/sources/formats.ts';
import { openCodeExport } from '../../../src/engine/turns/sources/openCodeExport.ts';
import type { Action } from '../../../src/engine/turns/session.ts';
import { MemoryLog, readLog, sampleOf, type ReadLog } from './memoryLog.ts';

export const SESSION = { id: 'ses_a', slug: 'x', projectID: 'global', directory: '/home/dev/p', version: '1.2.5' };
export const START = 1_771_200_000_000;

export type Part = Record<string, unknown>;
let count = 0;

/** Time in ms that belongs to what was made last: a second later with each message and part. */
export function now(): number {
  return START + count * 1000;
}

export function user(
  parts: Part[],
  more: Record<string, unknown> = {},
): { info: Record<string, unknown>; parts: Part[] } {
  const id = `msg_${String(++count).padStart(3, '0')}`;
  const info = { id, role: 'user', sessionID: 'ses_a', time: { created: START + count * 1000 }, ...more };
  return { info, parts: named(parts) };
}

export function assistant(
  parts: Part[],
  more: Record<string, unknown> = {},
): { info: Record<string, unknown>; parts: Part[] } {
  const path = { cwd: '/home/dev/p', root: '/home/dev/p' };
  return user(parts, { role: 'assistant', modelID: 'm', path, finish: 'tool-calls', ...more });
}

function named(parts: Part[]): Part[] {
  return parts.map((part) => ({ id: `prt_${String(++count).padStart(4, '0')}`, ...part }));
}

export function tool(
  name: string,
  input: unknown,
  state: Record<string, unknown> = {},
  callID = `call_${++count}`,
): Part {
  return {
    type: 'tool',
    tool: name,
    callID,
    state: { status: 'completed', input, output: '', metadata: {}, ...state },
  };
}

export const text = (words: string, more: Part = {}): Part => ({ type: 'text', text: words, ...more });

export async function read(messages: unknown[], more: Record<string, unknown> = {}): Promise<ReadLog> {
  const document = JSON.stringify({ info: SESSION, messages, ...more });
  return readLog(openCodeExport, new MemoryLog({ 'x/export.json': document }, 'x/export.json', 100));
}

export async function actionOf(part: Part): Promise<Action> {
  const { turns, problems } = await read([user([text('go')]), assistant([part])]);
  assert.deepEqual(problems, {});
  return turns[0]!.actions[0]!;
}

export const file = '/home/dev/p/a.py';
export const head = `<path>${file}</path>\n<type>file</type>\n`;

export async function recognised(log: MemoryLog): Promise<string[]> {
  const sample = await sampleOf(log);
  return LOG_FORMATS.filter((format) => format.recognise(sample)).map(({ id }) => id);
}
