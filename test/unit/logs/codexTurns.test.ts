import assert from 'node:assert/strict';
import type { Turn } from '../../../src/engine/turns/session.ts';
import {
  type Row,
  SESSION,
  PARENT,
  record,
  meta,
  context,
  item,
  event,
  started,
  complete,
  user,
  screen,
  says,
  call,
  output,
  completed,
  tokens,
  read,
  turnOf,
  HEAD,
  exec,
} from './codexRecords.ts';

describe('Codex: sessions and turns', () => {
  it('takes session, folders, model and times', async () => {
    const { sessions, turns, problems } = await read(
      meta({ runtime_workspace_roots: ['/w', '/other'] }),
      started('t1'),
      user('do it'),
      context({ cwd: '/w/sub' }),
      says('done'),
      complete('t1'),
    );
    assert.deepEqual(sessions, [
      {
        id: SESSION,
        agent: 'codex',
        agentVersion: '1.2.3',
        parentId: null,
        folders: ['/w', '/other', '/w/sub'],
      },
    ]);
    const [turn] = turns;
    assert.deepEqual(
      [turn!.id, turn!.prompt, turn!.outcome, turn!.models, turn!.messages.map(({ text }) => text)],
      ['t1', 'do it', 'finished', ['m-1'], ['done']],
    );
    assert.ok(turn!.startedAt! < turn!.endedAt!);
    assert.deepEqual(problems, {});
  });

  const OUTCOMES: [string, Row[], Turn['outcome']][] = [
    ['complete', [complete('t1')], 'finished'],
    ['complete with an error', [complete('t1', { error: { message: 'x' } })], 'error'],
    ['complete after an error event', [event({ type: 'error', message: 'x' }), complete('t1')], 'error'],
    ['complete after an error that was overcome', [event({ type: 'error' }), says('on'), complete('t1')], 'finished'],
    ['aborted', [event({ type: 'turn_aborted', turn_id: 't1', reason: 'interrupted' })], 'interrupted'],
    ['not ended', [], 'cut'],
  ];
  for (const [name, end, outcome] of OUTCOMES) {
    it(`ends a turn: ${name}`, async () => {
      const { turns } = await read(meta(), started('t1'), user('p'), says('a'), ...end);
      assert.deepEqual(
        turns.map((turn) => turn.outcome),
        [outcome],
      );
    });
  }

  it('counts a prompt once that is told to the model and on the screen, and steering as part of it', async () => {
    const { turns } = await read(
      meta(),
      started('t1'),
      user('one'),
      screen('one'),
      says('a'),
      user('more'),
      screen('more'),
      complete('t1'),
      started('t2'),
      user('one'),
      completed({ type: 'UserMessage', content: [{ type: 'text', text: 'one' }] }),
      complete('t2'),
    );
    assert.deepEqual(
      turns.map(({ prompt }) => prompt),
      ['one\n\nmore', 'one'],
    );
  });

  it('takes a prompt that comes before its turn, and turns without a prompt', async () => {
    const { turns } = await read(
      meta(),
      screen('one'),
      started('t1'),
      user('one'),
      complete('t1'),
      started('t2'),
      says('a'),
    );
    assert.deepEqual(
      turns.map(({ id, prompt }) => [id, prompt]),
      [
        ['t1', 'one'],
        ['t2', null],
      ],
    );
  });

  it('starts a turn at a prompt in old versions, not at each context', async () => {
    const { turns, problems } = await read(
      meta(),
      user('<environment_context>\n<cwd>/w</cwd>\n</environment_context>'),
      user('one'),
      screen('one'),
      context(),
      says('a'),
      context(),
      call('c1', 'shell', { command: ['ls'] }),
      output('c1', '{"output":"a\\n","metadata":{"exit_code":0}}'),
      context(),
      says('b'),
      user('one'),
      screen('one'),
      context(),
      says('c'),
    );
    assert.deepEqual(
      turns.map(({ id, prompt, outcome, messages }) => [id, prompt, outcome, messages.length]),
      [
        ['line-3', 'one', 'finished', 2],
        ['line-12', 'one', 'finished', 1],
      ],
    );
    assert.deepEqual(problems, {});
  });

  const PROMPTS: [string, Row, string | null][] = [
    ['environment', user('<environment_context>x</environment_context>'), null],
    ['AGENTS.md', user('# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>'), null],
    ['user instructions', user('<user_instructions>x'), null],
    ['skills', user('<skills_instructions>x'), null],
    ['an aborted turn', user('<turn_aborted>\nx'), null],
    ['developer', item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'x' }] }), null],
    ['kind of an event', screen('x', { kind: 'user_instructions' }), null],
    ['injected part beside a typed one', user('<environment_context>x', 'typed'), 'typed'],
    [
      'IDE',
      user('# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\nfix it\n'),
      'fix it\n',
    ],
    [
      'kinds of the parts',
      item({
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'injected' },
          { type: 'input_text', text: 'typed' },
        ],
        internal_chat_message_metadata_passthrough: { content_item_kinds: ['environments.x', 'user.text'] },
      }),
      'typed',
    ],
  ];
  for (const [name, row, prompt] of PROMPTS) {
    it(`tells what was typed: ${name}`, async () => {
      const { turns } = await read(meta(), started('t1'), row, says('a'), complete('t1'));
      assert.deepEqual(
        turns.map((turn) => turn.prompt),
        [prompt],
      );
    });
  }

  it('drops turns that a forked session repeats', async () => {
    const old = '018e0000-1111-7000-8000-000000000001';
    const own = '019e0000-1111-7000-8000-000000000001';
    const { sessions, turns, problems } = await read(
      meta({ forked_from_id: PARENT }),
      record('session_meta', { id: PARENT, cwd: '/elsewhere' }),
      started(old),
      user('old'),
      context({ cwd: '/elsewhere' }),
      exec('c1', 'ls'),
      output('c1', `${HEAD}Process exited with code 0\nOutput:\na\n`),
      tokens(1_000, 1_000),
      complete(old),
      started(own),
      user('new'),
      says('a'),
      tokens(1_100, 100),
      complete(own),
    );
    assert.deepEqual(sessions[0], {
      id: SESSION,
      agent: 'codex',
      agentVersion: '1.2.3',
      parentId: PARENT,
      folders: ['/w'],
    });
    assert.deepEqual(
      turns.map(({ id, prompt, usage }) => [id, prompt, usage?.input]),
      [[own, 'new', 100]],
    );
    assert.deepEqual(problems, { 'duplicate-record': 1 });
  });

  it('drops repeated turns by their start where the ids tell no time', async () => {
    const { turns } = await read(
      record('session_meta', { id: 'b', timestamp: '2026-01-01T00:00:00Z', forked_from_id: 'a' }),
      started('x', { started_at: Date.UTC(2025, 11, 1) / 1000 }),
      user('old'),
      started('y', { started_at: Date.UTC(2026, 0, 2) / 1000 }),
      user('new'),
    );
    assert.deepEqual(
      turns.map(({ prompt }) => prompt),
      ['new'],
    );
  });

  it('marks what a sub-agent did in its own rollout, and a rollout of a sub-agent that is not at hand', async () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } };
    const { sessions, turns } = await read(
      meta({ source }),
      started('t1'),
      user('p'),
      exec('c1', 'ls'),
      complete('t1'),
    );
    assert.equal(sessions[0]!.parentId, PARENT);
    assert.deepEqual([turns[0]!.actions[0]!.by, turns[0]!.messages[0]!.by], [SESSION, SESSION]);
    const { problems } = await turnOf(call('c1', 'spawn_agent', { message: 'go' }), output('c1', '{"agent_id":"x"}'));
    assert.deepEqual(problems, { 'missing-file': 1 });
  });

  it('keeps turns that were rolled back, and several sessions in one file apart', async () => {
    const { sessions, turns, problems } = await read(
      meta(),
      started('t1'),
      user('one'),
      says('a'),
      complete('t1'),
      event({ type: 'thread_rolled_back', num_turns: 1 }),
      record('compacted', { message: '', replacement_history: [{ type: 'message', role: 'user', content: [] }] }),
      record('session_meta', { id: 'other', cwd: '/o' }),
      started('t2'),
      user('two'),
    );
    assert.deepEqual(
      turns.map(({ sessionId, prompt, outcome }) => [sessionId, prompt, outcome]),
      [
        [SESSION, 'one', 'finished'],
        ['other', 'two', 'cut'],
      ],
    );
    assert.equal(sessions.length, 2);
    assert.deepEqual(problems, {});
  });

  it('reads the bare form of the oldest versions', async () => {
    const { sessions, turns, problems } = await read(
      { id: 'old', timestamp: '2025-05-01T00:00:00Z', instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'p' }] },
      {
        type: 'local_shell_call',
        call_id: 'c1',
        action: { type: 'exec', command: ['bash', '-lc', 'ls'] },
        status: 'completed',
      },
      { type: 'function_call_output', call_id: 'c1', output: '{"output":"a","metadata":{"exit_code":0}}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    );
    assert.equal(sessions[0]!.id, 'old');
    assert.deepEqual(
      turns.map(({ prompt, outcome, actions }) => [prompt, outcome, actions[0]?.command?.text, actions[0]?.output]),
      [['p', 'finished', 'ls', 'a']],
    );
    assert.deepEqual(problems, {});
  });
});

describe('Codex: tokens', () => {
  it('takes differences of totals, whenever they are told', async () => {
    const { turns } = await read(
      meta(),
      started('t1'),
      user('p'),
      tokens(100, 100), // before the answer, as 0.39 does
      exec('c1', 'ls'),
      output('c1', 'a'),
      exec('c2', 'ls'),
      tokens(300, 200), // in its midst
      tokens(300, 200), // told again
      output('c2', 'a'),
      says('b'),
      complete('t1'),
      started('t2'),
      user('q'),
      exec('c3', 'ls'),
      output('c3', 'a'),
      tokens(600, 300), // after the result
      tokens(50, 50), // totals began anew
      says('c'),
      complete('t2'),
    );
    assert.deepEqual(
      turns.map(({ usage, messages }) => [usage?.input, usage?.output, messages.map((each) => each.usage?.input)]),
      [
        [300, 30, [100, 200, undefined]],
        [350, 35, [300, 50]],
      ],
    );
  });

  it('takes a usage record and the count that repeats it once', async () => {
    const usage = { input_tokens: 101, cached_input_tokens: 7, output_tokens: 20, reasoning_output_tokens: 5 };
    const { turn } = await turnOf(
      exec('c1', 'ls'),
      record('token_usage_record', { usage, thread_token_usage: usage }),
      output('c1', 'a'),
      event({ type: 'token_count', info: { total_token_usage: usage, last_token_usage: usage } }),
      event({ type: 'token_count', info: null }),
      says('a'),
    );
    assert.deepEqual(turn.usage, { input: 101, output: 20, cached: 7, reasoning: 5 });
  });

  it('puts calls that were made together into one answer', async () => {
    const { turn } = await turnOf(
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'think' }], content: null }),
      says('look'),
      exec('c1', 'ls'),
      exec('c2', 'ls'),
      output('c2', 'b'),
      output('c1', 'a'),
      exec('c3', 'ls'),
    );
    assert.deepEqual(
      turn.messages.map(({ text, reasoning, actions }) => [text, reasoning, actions]),
      [
        ['look', 'think', ['c1', 'c2']],
        ['', '', ['c3']],
      ],
    );
  });
});
