import assert from 'node:assert/strict';
import { GrowingLog } from '../../../src/engine/turns/readLog.ts';
import type { Turn } from '../../../src/engine/turns/session.ts';
import { codex } from '../../../src/engine/turns/sources/codex.ts';
import type { LogFormat } from '../../../src/engine/turns/sources/format.ts';
import { geminiCli } from '../../../src/engine/turns/sources/geminiCli.ts';
import * as codexRows from './codexRecords.ts';
import * as geminiRows from './geminiRecords.ts';
import { jsonLines } from './logText.ts';
import { MemoryLog, readLog, type MemoryFiles } from './memoryLog.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** Records a minute each: of the session where `by` is null, else of that sub-agent. */
const { SESSION } = codexRows;
const timed = (...rows: [number, codexRows.Row][]): string =>
  jsonLines(...rows.map(([minute, row]) => ({ timestamp: at(minute), ...row })));

const CHILDREN = ['019e0000-0000-7000-8000-00000000000a', '019e0000-0000-7000-8000-00000000000b'];
const head = (id: string): codexRows.Row =>
  codexRows.meta({
    id,
    parent_thread_id: SESSION,
    source: { subagent: { thread_spawn: { parent_thread_id: SESSION, depth: 1 } } },
  });
const codexFiles = (): MemoryFiles => ({
  [`day/rollout-2026-01-01T00-00-00-${SESSION}.jsonl`]: timed(
    [0, codexRows.meta()],
    [0, codexRows.started('t1')],
    [0, codexRows.user('one')],
    [1, codexRows.call('c1', 'spawn_agent', { message: 'go' })],
    [2, codexRows.output('c1', '{"task_name":"x"}')],
    [5, codexRows.complete('t1')],
    [10, codexRows.started('t2')],
    [10, codexRows.user('two')],
    [11, codexRows.call('c1b', 'spawn_agent', { message: 'go' })],
    [15, codexRows.complete('t2')],
  ),
  [`day/rollout-2026-01-01T00-01-00-${CHILDREN[0]}.jsonl`]: timed(
    [1, head(CHILDREN[0]!)],
    [1, codexRows.started('a1')],
    [3, codexRows.exec('c1', 'cat a.py')],
    [4, codexRows.output('c1', 'a')],
    [4, codexRows.complete('a1')],
    [12, codexRows.started('a2')],
    [13, codexRows.exec('c2', 'cat b.py')],
    [14, codexRows.output('c2', 'b')],
  ),
  [`day/rollout-2026-01-01T00-11-00-${CHILDREN[1]}.jsonl`]: timed(
    [11, head(CHILDREN[1]!)],
    [11, codexRows.started('b1')],
    [12, codexRows.exec('c1', 'cat c.py')],
    [13, codexRows.output('c1', 'c')],
  ),
  'day/rollout-2026-01-01T00-12-00-019e0000-0000-7000-8000-00000000000c.jsonl': timed(
    [12, codexRows.meta({ id: '019e0000-0000-7000-8000-00000000000c' })],
    [12, codexRows.started('z')],
    [12, codexRows.exec('c1', 'cat of-another-session.py')],
  ),
});

const asked = (id: string, minute: number, text: string): geminiRows.Row => ({
  ...geminiRows.user(id, text),
  timestamp: at(minute),
});
const read = (id: string, minute: number, path: string): geminiRows.Row => ({
  ...geminiRows.gemini(id, '', [
    geminiRows.tool('t', 'read_file', { file_path: path }, 'text', { timestamp: at(minute) }),
  ]),
  timestamp: at(minute),
});
const geminiFiles = (): MemoryFiles => ({
  'chats/session-2026-01-01-s.jsonl': jsonLines(
    geminiRows.HEADER,
    asked('u1', 0, 'one'),
    read('g1', 1, '/home/dev/p/a.py'),
    { ...geminiRows.gemini('g2', 'done'), timestamp: at(5) },
    asked('u2', 10, 'two'),
    { ...geminiRows.gemini('g3', 'done'), timestamp: at(15) },
  ),
  'chats/s-1/first.jsonl': jsonLines(
    { ...geminiRows.HEADER, sessionId: 'first', kind: 'subagent' },
    asked('u1', 2, 'look'),
    read('g1', 3, '/home/dev/p/b.py'),
  ),
  'chats/s-1/second.jsonl': jsonLines(
    { ...geminiRows.HEADER, sessionId: 'second', kind: 'subagent' },
    asked('u1', 11, 'look'),
    read('g1', 12, '/home/dev/p/c.py'),
  ),
});

const cases: { format: LogFormat; files: () => MemoryFiles; expected: [string, string | null][][] }[] = [
  {
    format: codex,
    files: codexFiles,
    expected: [
      [
        ['c1', null],
        [`${CHILDREN[0]}/c1`, CHILDREN[0]!],
      ],
      [
        ['c1b', null],
        [`${CHILDREN[0]}/c2`, CHILDREN[0]!],
        [`${CHILDREN[1]}/c1`, CHILDREN[1]!],
      ],
    ],
  },
  {
    format: geminiCli,
    files: geminiFiles,
    expected: [
      [
        ['t', null],
        ['first/t', 'first'],
      ],
      [['second/t', 'second']],
    ],
  },
];

const actionsOf = (turns: readonly Turn[]): [string, string | null][][] =>
  turns.map(({ actions }) => actions.map(({ id, by }) => [id, by]));

describe('logs of sub-agents beside the log of their session', () => {
  for (const { format, files, expected } of cases) {
    it(`${format.id}: go to the turn of their time`, async () => {
      const all = files();
      const { turns, sessions, problems } = await readLog(format, new MemoryLog(all, Object.keys(all)[0]!));
      assert.deepEqual(actionsOf(turns), expected);
      assert.equal(sessions.length, 1);
      assert.deepEqual(problems, {});
      assert.ok(turns.every(({ actions }) => actions.every(({ state }) => state !== 'no-result' || format === codex)));
    });

    it(`${format.id}: are read on as they grow, line by line`, async () => {
      const all = files();
      const growing: MemoryFiles = {};
      const main = Object.keys(all)[0]!;
      // In the order of their times, as they were written.
      const lines = Object.entries(all)
        .flatMap(([path, text]) =>
          (text as string)
            .trimEnd()
            .split('\n')
            .map((line) => ({ path, line })),
        )
        .map((entry) => ({ ...entry, time: /"timestamp":"([^"]+)"/.exec(entry.line)?.[1] ?? '' }))
        .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
      let log: GrowingLog | null = null;
      const turns: Turn[] = [];
      for (const { path, line } of lines) {
        growing[path] = `${(growing[path] as string | undefined) ?? ''}${line}\n`;
        if (growing[main] === undefined) continue;
        log ??= await GrowingLog.open(new MemoryLog(growing, main), [format]);
        turns.push(...(await log.advance()).completed.map(({ turn }) => turn));
      }
      turns.push(...(await log!.end()).completed.map(({ turn }) => turn));
      const sorted = (list: [string, string | null][][]): string[][] =>
        list.map((turn) => turn.map(([id]) => id).sort());
      assert.deepEqual(sorted(actionsOf(turns)), sorted(expected));
    });
  }

  it('tells of a sub-agent whose log is not there', async () => {
    const all = codexFiles();
    delete all[Object.keys(all)[2]!];
    const { problems } = await readLog(codex, new MemoryLog(all, Object.keys(all)[0]!));
    assert.deepEqual(problems, { 'missing-file': 1 });
  });
});
