import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codex } from '../../../src/engine/turns/sources/codex.ts';
import { TurnAssembler } from '../../../src/engine/turns/sources/turnAssembler.ts';
import type { Turn } from '../../../src/engine/turns/session.ts';
import {
  call,
  complete,
  completed,
  context,
  event,
  exec,
  item,
  meta,
  output,
  read,
  record,
  says,
  screen,
  SESSION,
  started,
  tokens,
  user,
  type Row,
} from './codexRecords.ts';
import { jsonLines, readLogText } from './logText.ts';
import { MemoryLog, type ReadLog } from './memoryLog.ts';

describe('Codex: damage', () => {
  const DAMAGE: [string, Row[], ReadLog['problems']][] = [
    ['unknown record', [record('novel', {})], { 'unknown-record': 1 }],
    ['unknown event', [event({ type: 'novel' })], { 'unknown-record': 1 }],
    ['unknown item', [item({ type: 'novel' }), completed({ type: 'Novel' })], { 'unknown-record': 2 }],
    ['no payload', [record('response_item', null), record('event_msg', [])], { 'malformed-record': 2 }],
    ['no kind', [item({}), event({}), record('event_msg', { type: 'item_completed' })], { 'malformed-record': 3 }],
    ['a call without a name', [item({ type: 'function_call', call_id: 'c' })], { 'malformed-record': 1 }],
    ['a call with broken arguments', [call('c', 'exec_command', '{"cmd": ')], {}],
    ['a command without its text', [call('c', 'exec_command', { cmd: 7 })], { 'malformed-record': 1 }],
    ['a result without its call', [output('gone', 'x')], { 'orphan-result': 1 }],
    ['a result without an id', [item({ type: 'function_call_output', output: 'x' })], { 'malformed-record': 1 }],
    ['a call told twice', [exec('c', 'ls'), exec('c', 'ls')], { 'duplicate-record': 1 }],
    ['a result told twice', [exec('c', 'ls'), output('c', 'a'), output('c', 'b')], { 'duplicate-record': 1 }],
    ['a head without an id', [record('session_meta', {})], { 'malformed-record': 1 }],
    ['a clock that goes back', [{ ...says('a'), timestamp: '2020-01-01T00:00:00Z' }], { 'clock-backwards': 1 }],
  ];
  for (const [name, rows, problems] of DAMAGE) {
    it(`counts ${name}, and reads on`, async () => {
      const found = await read(meta(), started('t1'), user('p'), context(), ...rows, says('after'), complete('t1'));
      assert.deepEqual(found.problems, problems);
      assert.equal(found.turns.length, 1);
      assert.equal(found.turns[0]!.messages.at(-1)!.text.endsWith('after'), true);
    });
  }

  it('says nothing of records that are known to say nothing', async () => {
    const quiet = [
      'context_compacted',
      'entered_review_mode',
      'collab_agent_spawn_end',
      'agent_reasoning',
      'web_search_end',
    ];
    const { problems } = await read(
      meta(),
      ...quiet.map((type) => event({ type })),
      record('world_state', {}),
      item({ type: 'ghost_snapshot' }),
      item({ type: 'agent_message', content: [] }),
      completed({ type: 'Plan' }),
      tokens(0, 0),
    );
    assert.deepEqual(problems, {});
  });

  it('counts broken and half written lines and broken UTF-8', async () => {
    const text = Buffer.concat([
      Buffer.from(`\uFEFF${jsonLines(meta(), started('t1'))}{"broken\r\n[1]\n`),
      Buffer.from(jsonLines(user('a?')).replace('?', '\u00ff'), 'latin1'),
      Buffer.from(jsonLines(says('b')).replace('\n', '\r\n')),
      Buffer.from('{"timestamp":"2026'),
    ]);
    const { turns, problems } = await readLogText(codex, text);
    assert.deepEqual(problems, { 'invalid-json': 1, 'malformed-record': 1, 'invalid-utf8': 1, 'cut-end': 1 });
    assert.deepEqual(
      turns.map(({ prompt, messages, outcome }) => [prompt, messages.length, outcome]),
      [['a\ufffd', 1, 'cut']],
    );
  });

  it('takes any values in any record', async () => {
    const names = [
      'type',
      'id',
      'call_id',
      'name',
      'arguments',
      'input',
      'output',
      'content',
      'item',
      'changes',
      'info',
    ];
    const types = fc.constantFrom(
      'message',
      'function_call',
      'function_call_output',
      'item_completed',
      'patch_apply_end',
      'exec_command_end',
      'token_count',
      'task_started',
      'mcp_tool_call_end',
      'CommandExecution',
      'FileChange',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        types,
        fc.array(tie('any'), { maxLength: 3 }),
        tie('record'),
      ),
      record: fc.dictionary(
        fc.oneof(
          fc.constantFrom(...names, 'command', 'cwd', 'role', '__proto__', 'metadata', 'exit_code'),
          fc.string(),
        ),
        tie('any'),
        { maxKeys: 6 },
      ),
    }));
    const row = fc.record({
      type: fc.oneof(
        fc.constantFrom('session_meta', 'turn_context', 'response_item', 'event_msg', 'token_usage_record'),
        fc.string(),
      ),
      payload: fc.oneof(
        value.any,
        fc.record({
          type: types,
          item: value.any,
          call_id: fc.constant('c'),
          output: value.any,
          arguments: value.any,
          name: fc.constantFrom('shell', 'exec', 'apply_patch', 'read_file'),
          changes: value.any,
        }),
      ),
      timestamp: value.any,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
        await readLogText(codex, jsonLines(...rows));
      }),
      { numRuns: 200 },
    );
  });

  it('reads a log as it grows, and again when it was written anew', async () => {
    const files: Record<string, string> = { log: jsonLines(meta(), started('t1'), user('p'), exec('c', 'ls')) };
    const turns: Turn[] = [];
    const assembler = new TurnAssembler('codex', {
      turn: (turn) => void turns.push(turn),
      restart: () => void turns.splice(0),
    });
    const reader = codex.open(new MemoryLog(files, 'log', 7), assembler);
    await reader.advance();
    const now = (): unknown[] => assembler.openTurns.map(({ turn }) => [turn.id, turn.outcome, turn.actions[0]?.state]);
    assert.deepEqual(now(), [['t1', 'running', 'no-result']]);
    const half = jsonLines(output('c', 'a'));
    files.log += half.slice(0, 40);
    await reader.advance();
    assert.deepEqual(now(), [['t1', 'running', 'no-result']]);
    files.log += half.slice(40) + jsonLines(complete('t1'));
    await reader.advance();
    assert.deepEqual(now(), [['t1', 'finished', 'ok']]);
    files.log = jsonLines({ ...meta(), again: true }, started('t9'), user('q'));
    await reader.advance();
    await reader.end();
    assert.deepEqual(now(), [['t9', 'running', undefined]]);
    assert.deepEqual([...assembler.problems], []);
  });

  it('recognises rollouts by their shape', () => {
    const fits = (head: string): boolean => codex.recognise({ name: 'x', kind: 'file', head, entries: [] });
    const first = JSON.stringify({ timestamp: 't', ...meta() });
    assert.ok(fits(first));
    assert.ok(fits(first.slice(0, 120)), 'a first line that is longer than what is looked at');
    assert.ok(fits(`\n{"timestamp": "t", "ordinal": 0, "type": "event_msg", "payload": {"type": "task_started"}}`));
    assert.ok(fits(`broken\n${JSON.stringify({ timestamp: 't', ...screen('p') })}\n`));
    assert.ok(fits(JSON.stringify({ id: SESSION, timestamp: 't', instructions: null, git: {} })));
    assert.ok(!fits(JSON.stringify({ type: 'user', uuid: 'x', sessionId: 'y', timestamp: 't', message: {} })));
    assert.ok(!fits(JSON.stringify({ type: 'session.start', data: {}, id: 'x', timestamp: 't' })));
    assert.ok(!fits('# aider chat started at 2024-08-05 19:33:32\n'));
    assert.ok(!fits(''));
    assert.ok(!codex.recognise({ name: 'x', kind: 'folder', head: '', entries: [] }));
  });
});
