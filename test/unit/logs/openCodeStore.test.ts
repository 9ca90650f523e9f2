import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GrowingLog, readLog, type TurnOfLog } from '../../../src/engine/turns/readLog.ts';
import { openLogSource } from '../../../src/platform/logs/logSource.ts';
import { LiveStore, needPython } from './liveStore.ts';

const START = 1_771_200_000_000;

/** The columns that OpenCode's tables have in 1.2, and one index more than the handmade sample. */
const SCHEMA = [
  'CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL)',
  'CREATE TABLE `session` (`id` text PRIMARY KEY, `project_id` text, `parent_id` text, `slug` text, `directory` text, `title` text, `version` text, `time_created` integer, `time_updated` integer)',
  'CREATE TABLE `message` (`id` text PRIMARY KEY, `session_id` text, `time_created` integer, `time_updated` integer, `data` text NOT NULL)',
  'CREATE TABLE `part` (`id` text PRIMARY KEY, `message_id` text, `session_id` text, `time_created` integer, `time_updated` integer, `data` text NOT NULL)',
  'CREATE INDEX `part_message_idx` ON `part` (`message_id`)',
];

let rows = 0;

function session(id: string, parent: string | null, directory: string): string {
  const values = [id, 'p', parent, id, directory, 't', '1.2.5', START, START];
  return `INSERT INTO session VALUES (${values.map(sql).join(', ')})`;
}

/** A message and its parts, a second after the one before. */
function message(sessionId: string, info: Record<string, unknown>, ...parts: unknown[]): string[] {
  const id = `msg_${String(++rows).padStart(4, '0')}`;
  const time = START + rows * 1000;
  const data = JSON.stringify({ ...info, time: { created: time } });
  return [
    `INSERT INTO message VALUES (${[id, sessionId, time, time, data].map(sql).join(', ')})`,
    ...parts.map((part, index) => {
      const text = typeof part === 'string' ? part : JSON.stringify(part);
      return `INSERT INTO part VALUES (${[`${id}_${index}`, id, sessionId, time, time, text].map(sql).join(', ')})`;
    }),
  ];
}

function sql(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

const prompt = (text: string): unknown => ({ type: 'text', text });
const bash = (command: string, more: Record<string, unknown> = {}): unknown => ({
  type: 'tool',
  tool: 'bash',
  callID: 'call_0',
  state: { status: 'completed', input: { command }, output: '', metadata: { exit: 0 }, ...more },
});

const told = (turns: readonly TurnOfLog[]): unknown[] =>
  turns.map(({ turn, session: { folders } }) => [
    turn.sessionId,
    folders[0],
    turn.prompt,
    turn.actions.map(({ by, command }) => `${by ?? ''}:${command?.text ?? ''}`),
  ]);

describe('opencode: the database', () => {
  let folder: string;
  let store: LiveStore;

  before(function () {
    needPython(this);
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewheel-test-'));
    store = await LiveStore.open(folder);
    await store.run(...SCHEMA);
  });

  afterEach(async () => {
    await store.close(true);
    await rm(folder, { recursive: true, force: true });
  });

  async function read(path: string): Promise<{ turns: TurnOfLog[]; format: string; problems: unknown }> {
    const turns: TurnOfLog[] = [];
    const { format, problems } = await readLog(await openLogSource(path), {
      onTurn: (turn, info) => turns.push({ turn, session: info }),
    });
    return { turns, format: format.id, problems: Object.fromEntries(problems) };
  }

  it('tells the sessions of all projects while OpenCode runs, children in the turns of their parents', async () => {
    const task = (child: string): unknown => ({
      type: 'tool',
      tool: 'task',
      callID: child,
      state: {
        status: 'completed',
        input: {},
        output: '',
        metadata: { sessionId: child },
        time: { start: START, end: START + 1e9 },
      },
    });
    await store.run(
      session('ses_b', null, '/home/dev/q'),
      session('ses_a', null, '/home/dev/p'),
      session('ses_c1', 'ses_a', '/home/dev/p'),
      session('ses_c2', 'ses_a', '/home/dev/p'),
      ...message('ses_a', { role: 'user' }, prompt('one')),
      'PRAGMA wal_checkpoint(FULL)',
      ...message('ses_a', { role: 'assistant' }, task('ses_c1'), task('ses_c2')),
      ...message('ses_c1', { role: 'user' }, prompt('for the child')),
      ...message('ses_c1', { role: 'assistant' }, bash('first')),
      ...message('ses_c2', { role: 'assistant' }, bash('second')),
      ...message('ses_c1', { role: 'assistant' }, bash('third')),
      ...message('ses_b', { role: 'user' }, prompt("other's")),
      ...message('ses_b', { role: 'assistant' }, bash('cd')),
      ...message('ses_a', { role: 'assistant', finish: 'stop' }, prompt('done')),
      ...message('ses_gone', { role: 'user' }, prompt('its row was taken away')),
    );
    const { turns, format, problems } = await read(store.path);
    assert.equal(format, 'opencode-store');
    assert.deepEqual(problems, {});
    assert.deepEqual(told(turns), [
      ['ses_a', '/home/dev/p', 'one', [':', ':', 'ses_c1:first', 'ses_c2:second', 'ses_c1:third']],
      ['ses_b', '/home/dev/q', "other's", [':cd']],
      ['ses_gone', undefined, 'its row was taken away', []],
    ]);
    assert.deepEqual(told((await read(folder)).turns), told(turns), 'the folder that holds it is the same log');
  });

  it('is told again when rows were added or changed, and only then', async () => {
    await store.run(session('ses_a', null, '/p'), ...message('ses_a', { role: 'user' }, prompt('one')));
    await store.run(...message('ses_a', { role: 'assistant' }, bash('first')));
    const log = await GrowingLog.open(await openLogSource(store.path));
    assert.deepEqual(told((await log.advance()).open), [['ses_a', '/p', 'one', [':first']]]);
    const unchanged = await log.advance();
    assert.deepEqual([unchanged.restarted, told(unchanged.open)], [false, [['ses_a', '/p', 'one', [':first']]]]);
    await store.run(...message('ses_a', { role: 'assistant' }, bash('second')));
    const grown = await log.advance();
    assert.deepEqual([grown.restarted, told(grown.open)], [true, [['ses_a', '/p', 'one', [':first', ':second']]]]);
    await store.run(
      `UPDATE part SET time_updated = time_updated + 1, data = '{"type":"text","text":"two"}' WHERE data LIKE '%one%'`,
    );
    assert.deepEqual(told((await log.advance()).open), [['ses_a', '/p', 'two', [':first', ':second']]]);
  });

  it('counts rows that are damaged', async () => {
    await store.run(
      ...message('ses_a', { role: 'user' }, prompt('one')),
      ...message('ses_a', { role: 'assistant' }, bash('ok'), '{"type":', '3'),
      "INSERT INTO message VALUES ('zz', 'ses_a', 5, 5, 'no json')",
      "INSERT INTO message VALUES (x'00', 'ses_a', 6, 6, '{}')",
      "INSERT INTO message VALUES ('b', x'00', 6, 6, '{}')",
    );
    const { turns, problems } = await read(store.path);
    assert.deepEqual(problems, { 'invalid-json': 2, 'malformed-record': 1 });
    assert.deepEqual(told(turns), [['ses_a', undefined, 'one', [':ok']]]);
  });

  it('counts a file that is cut off, another database, and views in the place of tables', async () => {
    const text = 'x'.repeat(2000);
    await store.run(...message('ses_a', { role: 'user' }, ...Array.from({ length: 50 }, () => prompt(text))));
    await store.run('PRAGMA wal_checkpoint(TRUNCATE)');
    await store.close();
    const { size } = await stat(store.path);
    await truncate(store.path, Math.floor(size / 2));
    const { problems } = await read(store.path);
    assert.deepEqual(Object.keys(problems as object).length, 1);
    for (const sqls of [
      ['CREATE TABLE t (n)'],
      [
        'CREATE VIEW message AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n AS id FROM c',
        'CREATE VIEW part AS SELECT 1',
      ],
    ]) {
      const other = await LiveStore.open(folder, undefined, `opencode-${sqls.length}.db`);
      await other.run(...sqls);
      assert.deepEqual((await read(other.path)).problems, { 'malformed-record': 1 });
      await other.close();
    }
  });
});
