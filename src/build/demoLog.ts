import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Demo, DemoTurn } from './demoHistory.ts';
import { DIST } from './paths.ts';

const run = promisify(execFile);

/** Tokens that the made-up agent writes for a read, and for a character of a file that it writes. */
const READ_TOKENS = 30;
const TOKENS_PER_CHARACTER = 0.3;

/**
 * Writes the log of the demo's agent, in the form that Claude Code writes: for each turn its prompt, the reads that
 * history.json names, and the files that it wrote. Times follow the commits, so the log is the same bytes everywhere but
 * for the folder.
 * @returns path of the log
 */
export async function writeDemoLog(demo: Demo): Promise<string> {
  const rows: Row[] = [];
  for (const [index, turn] of demo.turns.entries()) rows.push(...(await turnRows(demo, turn, index)));
  const path = join(DIST, 'demo/session.jsonl');
  await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

type Row = Record<string, unknown>;

async function turnRows(demo: Demo, turn: DemoTurn, index: number): Promise<Row[]> {
  const clock = Date.parse(`2026-03-02T${String(9 + index).padStart(2, '0')}:30:00.000Z`);
  let count = 0;
  let parent: string | null = null;
  const row = (type: 'user' | 'assistant', rest: Row): Row => {
    const uuid = `00000000-0000-4000-8000-${String(index * 1000 + count).padStart(12, '0')}`;
    const made = {
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: demo.folder,
      sessionId: 'demo',
      version: '2.1.42',
      type,
      uuid,
      timestamp: new Date(clock + count * 20_000).toISOString(),
      ...rest,
    };
    parent = uuid;
    count++;
    return made;
  };
  const call = (name: string, input: Row, tokens: number, result: Row): Row[] => {
    const id = `toolu_${index + 1}_${count}`;
    return [
      row('assistant', {
        message: answer(`msg_${index + 1}_${count}`, [{ type: 'tool_use', id, name, input }], tokens),
      }),
      row('user', {
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result.text }] },
        toolUseResult: result.structured,
      }),
    ];
  };
  const rows = [row('user', { message: { role: 'user', content: turn.prompt } })];
  for (const { file, lines } of turn.reads) {
    const all = (await show(demo, turn.base, file)).split('\n');
    const [first, last] = lines;
    const shown = all.slice(first - 1, last);
    const filePath = join(demo.folder, file);
    const numbered = shown.map((line, at) => `${String(first + at).padStart(6)}\u2192${line}`).join('\n');
    const part = {
      filePath,
      content: shown.join('\n'),
      numLines: shown.length,
      startLine: first,
      totalLines: all.length,
    };
    const input = { file_path: filePath, offset: first, limit: last - first + 1 };
    rows.push(...call('Read', input, READ_TOKENS, { text: numbered, structured: { type: 'text', file: part } }));
  }
  for (const file of await changedFiles(demo, turn)) {
    const content = await show(demo, turn.head, file);
    const filePath = join(demo.folder, file);
    const structured = { type: 'create', filePath, content, structuredPatch: [] };
    const tokens = Math.round(content.length * TOKENS_PER_CHARACTER);
    rows.push(...call('Write', { file_path: filePath, content }, tokens, { text: 'File written.', structured }));
  }
  rows.push(row('assistant', { message: answer(`msg_${index + 1}_end`, [{ type: 'text', text: 'Done.' }], 5) }));
  return rows;
}

function answer(id: string, content: Row[], tokens: number): Row {
  return {
    id,
    role: 'assistant',
    type: 'message',
    model: 'demo-model',
    content,
    usage: { input_tokens: 1000, output_tokens: tokens },
    stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
  };
}

async function show(demo: Demo, commit: string, file: string): Promise<string> {
  return (await run('git', ['show', `${commit}:${file}`], { cwd: demo.folder })).stdout;
}

async function changedFiles(demo: Demo, { base, head }: DemoTurn): Promise<string[]> {
  const { stdout } = await run('git', ['diff', '--name-only', base, head], { cwd: demo.folder });
  return stdout.split('\n').filter(Boolean);
}
