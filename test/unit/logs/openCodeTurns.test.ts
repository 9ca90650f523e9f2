import assert from 'node:assert/strict';
import { openCodeExport } from '../../../src/engine/turns/sources/openCodeExport.ts';
import { openCodeUsage } from '../../../src/engine/turns/sources/openCodeMessages.ts';
import { openCodeRun } from '../../../src/engine/turns/sources/openCodeRun.ts';
import { openCodeStorage } from '../../../src/engine/turns/sources/openCodeStorage.ts';
import { MemoryLog, readLog, type MemoryFiles } from './memoryLog.ts';
import { START, assistant, file, head, now, read, recognised, text, tool, user, type Part } from './openCodeFixture.ts';

describe('opencode: turns of an export', () => {
  it('begin at what a human wrote, and take in what the program put between', async () => {
    const { turns, sessions, problems } = await read([
      user([
        text('look at @a.py'),
        { type: 'file', mime: 'text/plain', filename: 'a.py', url: 'file:///home/dev/p/a.py' },
        text('Called the Read tool with the following input: {"filePath":"/home/dev/p/a.py"}', { synthetic: true }),
        text(`${head}<content>1: given\n\n(End of file - total 1 lines)\n</content>`, { synthetic: true }),
      ]),
      assistant([
        { type: 'step-start', snapshot: '1' },
        { type: 'reasoning', text: 'hm' },
        text('I look.'),
        tool('write', { filePath: file, content: 'x' }),
        {
          type: 'step-finish',
          reason: 'tool-calls',
          tokens: { input: 5, output: 3, reasoning: 1, cache: { read: 2, write: 1 } },
        },
        { type: 'patch', hash: '1', files: [file] },
      ]),
      user([{ type: 'compaction', auto: true }]),
      assistant([text('Summary')], { summary: true, agent: 'compaction', finish: 'stop' }),
      user([text('Continue if you have next steps', { synthetic: true })]),
      assistant([text('Done.')], { finish: 'stop', time: { created: now(), completed: now() } }),
      user([text('more')]),
      assistant([], { error: { name: 'MessageAbortedError' }, finish: undefined }),
      user([text('again')]),
      assistant([], { error: { name: 'APIError' }, finish: undefined }),
      user([{ type: 'subtask', prompt: 'review it', agent: 'general' }]),
      assistant([tool('bash', { command: 'sleep' }, { status: 'running', output: undefined })], { finish: undefined }),
    ]);
    assert.deepEqual(problems, {});
    assert.deepEqual(sessions[0], {
      id: 'ses_a',
      agent: 'opencode',
      agentVersion: '1.2.5',
      parentId: null,
      folders: ['/home/dev/p'],
    });
    assert.deepEqual(
      turns.map(({ prompt, outcome, messages, actions }) => [prompt, outcome, messages.length, actions.length]),
      [
        ['look at @a.py', 'finished', 3, 1],
        ['more', 'interrupted', 1, 0],
        ['again', 'error', 1, 0],
        ['review it', 'cut', 1, 1],
      ],
    );
    const [first] = turns;
    assert.deepEqual(first!.messages[0]!.usage, { input: 8, output: 3, cached: 2, reasoning: 1 });
    assert.deepEqual([first!.messages[0]!.text, first!.messages[0]!.reasoning], ['I look.', 'hm']);
    assert.deepEqual(first!.messages[0]!.actions, [first!.actions[0]!.id]);
    assert.deepEqual(first!.actions[0]!.edits.length, 1, 'the patch part tells the same edit again');
    assert.deepEqual(
      first!.actions.flatMap(({ shown }) => shown),
      [],
      'given text is no read',
    );
  });

  it('keeps calls apart whose ids a provider gives anew in each answer', async () => {
    const { turns } = await read([
      user([text('go')]),
      assistant([tool('bash', { command: 'a' }, {}, 'call_0')]),
      assistant([tool('bash', { command: 'b' }, {}, 'call_0'), tool('bash', { command: 'c' }, {}, '')]),
    ]);
    assert.deepEqual(
      turns[0]!.actions.map(({ command }) => command!.text),
      ['a', 'b', 'c'],
    );
    assert.equal(turns[0]!.actions[0]!.id, 'call_0');
    assert.equal(new Set(turns[0]!.actions.map(({ id }) => id)).size, 3);
  });

  it('takes each step of a message for an answer', async () => {
    const finish = { type: 'step-finish', tokens: { input: 1, output: 2, reasoning: 0, cache: { read: 0, write: 0 } } };
    const { turns } = await read([
      user([text('go')]),
      assistant([
        { type: 'step-start' },
        tool('bash', { command: 'a' }),
        finish,
        { type: 'step-start' },
        text('b'),
        finish,
      ]),
    ]);
    assert.deepEqual(
      turns[0]!.messages.map(({ actions, text: words }) => [actions.length, words]),
      [
        [1, ''],
        [0, 'b'],
      ],
    );
    assert.deepEqual(turns[0]!.usage, { input: 2, output: 4, cached: 0, reasoning: 0 });
  });

  it('counts damage of every kind and goes on', async () => {
    const again = user([text('go')]);
    const { turns, problems } = await read([
      again,
      again,
      null,
      { info: { role: 'user' } },
      { info: { id: 'x', role: 'system' }, parts: [] },
      { info: { id: 'y' }, parts: 3 },
      assistant([
        { type: 'tool', tool: 'bash' },
        { type: 'hologram' },
        3 as unknown as Part,
        tool('bash', '{"command":"a"}'),
        tool('read', null, { output: 7 }),
        tool('edit', { filePath: 1 }, { metadata: 'x', time: 'y' }),
      ]),
    ]);
    assert.deepEqual(problems, { 'duplicate-record': 1, 'malformed-record': 5, 'unknown-record': 2 });
    assert.deepEqual(
      turns[0]!.actions.map(({ tool: name }) => name),
      ['bash', 'read', 'edit'],
    );
    assert.equal(turns[0]!.actions[0]!.command!.text, 'a');
  });

  it('tells usage in which reasoning stands beside or inside the output', () => {
    const cache = { read: 10, write: 1 };
    assert.equal(openCodeUsage({ total: 20, input: 4, output: 5, reasoning: 2, cache })!.output, 5);
    assert.equal(openCodeUsage({ total: 22, input: 4, output: 5, reasoning: 2, cache })!.output, 7);
    assert.equal(openCodeUsage({ input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }), null);
    assert.equal(openCodeUsage(undefined), null);
  });
});

describe('opencode: dumps of rows', () => {
  const row = (message: { info: Record<string, unknown>; parts: Part[] }, session: string, apart: boolean): unknown => {
    const { id, ...data } = message.info;
    const parts = message.parts.map(({ id: part, ...rest }) => ({
      id: part,
      message_id: id,
      session_id: session,
      data: rest,
    }));
    return { id, session_id: session, data: JSON.stringify(data), ...(apart ? {} : { parts }) };
  };

  for (const apart of [false, true]) {
    it(`joins rows whose parts stand ${apart ? 'apart' : 'in their messages'}, and child sessions in their parent’s turn`, async () => {
      const task = (session: string, end: number): Part =>
        tool(
          'task',
          { prompt: 'do' },
          { output: 'done', metadata: { sessionId: session }, time: { start: now(), end } },
        );
      const child = [
        user([text('do')]),
        assistant([tool('bash', { command: 'a' }, {}, 'same')]),
        assistant([tool('bash', { command: 'b' }, {}, 'same'), task('ses_grandchild', START + 1e9)]),
      ];
      const grandchild = [user([text('deep')]), assistant([tool('glob', {})])];
      const end = now();
      const later = [user([text('a word of the user in the child')]), assistant([text('yes')], { finish: 'stop' })];
      const main = [
        user([text('go')]),
        assistant([task('ses_child', end)]),
        assistant([text('ok')], { finish: 'stop' }),
      ];
      const parts = (messages: { info: Record<string, unknown>; parts: Part[] }[]): unknown[] =>
        messages.flatMap(({ info, parts: own }) => own.map(({ id, ...data }) => ({ id, message_id: info.id, data })));
      const session = (id: string, parent: string | null, messages: typeof main): Record<string, unknown> => ({
        session: {
          id,
          parent_id: parent,
          project_id: 'p',
          directory: '/home/dev/p',
          version: '1.3.0',
          time_created: START,
        },
        messages: messages.map((message) => row(message, id, apart)),
        ...(apart ? { parts: parts(messages) } : {}),
      });
      const document = JSON.stringify({
        ...session('ses_a', null, main),
        child_sessions: [
          session('ses_child', 'ses_a', [...child, ...later]),
          session('ses_grandchild', 'ses_child', grandchild),
        ],
      });
      const log = new MemoryLog({ 'dump.json': document }, 'dump.json');
      assert.deepEqual(await recognised(log), ['opencode-export']);
      const { turns, sessions, problems } = await readLog(openCodeExport, log);
      assert.deepEqual(problems, {});
      assert.deepEqual(
        sessions.map(({ id, parentId, agentVersion }) => [id, parentId, agentVersion]),
        [
          ['ses_a', null, '1.3.0'],
          ['ses_child', 'ses_a', '1.3.0'],
        ],
      );
      assert.deepEqual(
        turns.map(({ sessionId, prompt, actions }) => [
          sessionId,
          prompt,
          actions.map(({ by, tool: name }) => `${by ?? ''} ${name}`),
        ]),
        [
          ['ses_a', 'go', [' task', 'ses_child bash', 'ses_child bash', 'ses_child task', 'ses_grandchild glob']],
          ['ses_child', 'a word of the user in the child', []],
        ],
      );
      assert.equal(new Set(turns[0]!.actions.map(({ id }) => id)).size, 5);
      assert.deepEqual(
        turns[0]!.messages.map(({ by }) => by),
        [null, 'ses_child', 'ses_child', 'ses_grandchild', null],
      );
    });
  }
});

describe('opencode: run streams', () => {
  const line = (type: string, part: Part, message = 'msg_1', time = START): string =>
    JSON.stringify({ type, timestamp: time, sessionID: 'ses_a', part: { messageID: message, ...part } });
  const tokens = { input: 1, output: 2, reasoning: 0, cache: { read: 0, write: 0 } };
  const stream = [
    line('step_start', { id: 'p1', type: 'step-start' }),
    line('tool_use', { id: 'p2', ...tool('bash', { command: 'ls' }, { output: 'a\n', metadata: { exit: 0 } }, 'c1') }),
    line('step_finish', { id: 'p3', type: 'step-finish', reason: 'tool-calls', tokens }),
    line('step_start', { id: 'p4', type: 'step-start' }, 'msg_2'),
    line('text', { id: 'p5', type: 'text', text: 'Done.' }, 'msg_2'),
    line('step_finish', { id: 'p6', type: 'step-finish', reason: 'stop', tokens }, 'msg_2', START + 5000),
  ];

  it('are one turn without its prompt', async () => {
    const log = new MemoryLog({ 'run.jsonl': stream.join('\n') + '\n' }, 'run.jsonl');
    assert.deepEqual(await recognised(log), ['opencode-run']);
    const { turns, problems } = await readLog(openCodeRun, log);
    assert.deepEqual(problems, {});
    assert.equal(turns.length, 1);
    const [turn] = turns;
    assert.deepEqual([turn!.id, turn!.prompt, turn!.outcome], ['ses_a#msg_1', null, 'finished']);
    assert.deepEqual(turn!.usage, { input: 2, output: 4, cached: 0, reasoning: 0 });
    assert.deepEqual(
      turn!.messages.map(({ id, text: words }) => [id, words]),
      [
        ['msg_1', ''],
        ['msg_2', 'Done.'],
      ],
    );
    assert.equal(turn!.endedAt, new Date(START + 5000).toISOString());
  });

  it('count damage', async () => {
    const bad = [
      '{"type":"step_start","sessionID":"ses_a"}',
      '{"type":"dance","sessionID":"ses_a"}',
      '[]',
      '{"type":',
      stream[2]!,
    ];
    const error = JSON.stringify({ type: 'error', timestamp: START, sessionID: 'ses_a', error: { name: 'APIError' } });
    const content = [...stream.slice(0, 2), stream[1]!, ...bad, error, '{"type":"te'].join('\n');
    const { turns, problems } = await readLog(openCodeRun, new MemoryLog({ 'run.jsonl': content }, 'run.jsonl'));
    assert.deepEqual(problems, {
      'duplicate-record': 1,
      'malformed-record': 2,
      'unknown-record': 1,
      'invalid-json': 1,
      'cut-end': 1,
    });
    assert.equal(turns[0]!.outcome, 'error');
  });
});

describe('opencode: files before 1.2', () => {
  const files = (): MemoryFiles => ({
    'storage/session/p/ses_a.json': JSON.stringify({ id: 'ses_a', directory: '/home/dev/p', version: '0.9' }),
    'storage/session/p/ses_b.json': JSON.stringify({
      id: 'ses_b',
      directory: '/home/dev/q',
      version: '0.9',
      parentID: 'ses_a',
    }),
    'storage/message/ses_a/msg_1.json': JSON.stringify({ id: 'msg_1', role: 'user', time: { created: START } }),
    'storage/part/msg_1/prt_1.json': JSON.stringify({ type: 'text', text: 'go' }),
    'storage/message/ses_a/msg_2.json': JSON.stringify({
      id: 'msg_2',
      role: 'assistant',
      time: { created: START + 1000 },
    }),
    'storage/part/msg_2/prt_2.json': JSON.stringify(
      tool('task', {}, { metadata: { sessionId: 'ses_b' }, time: { start: START, end: START + 9000 } }),
    ),
    'storage/message/ses_b/msg_3.json': JSON.stringify({
      id: 'msg_3',
      role: 'assistant',
      time: { created: START + 2000 },
    }),
    'storage/part/msg_3/prt_3.json': JSON.stringify(tool('bash', { command: 'ls' })),
  });

  it('are joined by their folders, again when one of them grows', async () => {
    const content = files();
    const log = new MemoryLog(content, 'storage');
    assert.deepEqual(await recognised(log), ['opencode-storage']);
    const { turns, problems } = await readLog(openCodeStorage, log);
    assert.deepEqual(problems, {});
    assert.deepEqual(
      turns.map(({ prompt, actions }) => [prompt, actions.map(({ by, tool: name }) => [by, name])]),
      [
        [
          'go',
          [
            [null, 'task'],
            ['ses_b', 'bash'],
          ],
        ],
      ],
    );
  });

  it('count damage', async () => {
    const content = files();
    content['storage/part/msg_3/prt_3.json'] = '{"type":';
    content['storage/message/ses_b/msg_4.json'] = 'null';
    const { turns, problems } = await readLog(openCodeStorage, new MemoryLog(content, 'storage'));
    assert.deepEqual(problems, { 'invalid-json': 1, 'malformed-record': 1 });
    assert.equal(turns.length, 1);
  });
});
