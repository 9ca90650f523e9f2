import assert from 'node:assert/strict';
import { clineTask } from '../../../src/engine/turns/sources/cline.ts';
import type { Action, Shown } from '../../../src/engine/turns/session.ts';
import { MemoryLog, readLog, type MemoryFiles, type ReadLog } from './memoryLog.ts';

export const TASK = 'globalStorage/tasks/1771200000000';
export const HISTORY = `${TASK}/api_conversation_history.json`;
export const DETAILS =
  '<environment_details>\n# Current Working Directory (/home/dev/p) Files\na.py\n\n# Current Mode\nACT MODE\n</environment_details>';

export type Block = Record<string, unknown>;
export const said = (text: string): Block => ({ type: 'text', text });
export const use = (id: string, name: string, input: unknown): Block => ({ type: 'tool_use', id, name, input });
export const answer = (id: string, content: unknown, more: Block = {}): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
export const user = (...content: Block[]): Block => ({ role: 'user', content, ts: 1_771_200_001_000 });
export const agent = (...content: Block[]): Block => ({ role: 'assistant', content, ts: 1_771_200_002_000 });
export const start = user(said('<task>\ndo it\n</task>'), said(DETAILS));

export async function read(messages: unknown[], more: MemoryFiles = {}): Promise<ReadLog> {
  return readLog(clineTask, new MemoryLog({ [HISTORY]: JSON.stringify(messages), ...more }, HISTORY, 50));
}

/** The action of one call and its result in the forms of old: XML, and text blocks. */
export async function xml(call: string, head: string, ...result: string[]): Promise<Action> {
  const { turns, problems } = await read([
    start,
    agent(said(call)),
    user(said(`${head} Result:`), ...result.map(said), said(DETAILS)),
  ]);
  assert.deepEqual(problems, {});
  return turns[0]!.actions[0]!;
}

export async function native(name: string, input: unknown, content: unknown, more: Block = {}): Promise<Action> {
  const { turns, problems } = await read([start, agent(use('c1', name, input)), user(answer('c1', content, more))]);
  assert.deepEqual(problems, {});
  return turns[0]!.actions[0]!;
}

export const shape = ({ path, class: kind, ranges, how, lines }: Shown): unknown[] => [
  path,
  kind,
  ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(),
  how,
  lines,
];
