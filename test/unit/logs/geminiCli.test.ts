import assert from 'node:assert/strict';
import fc from 'fast-check';
import { geminiCli } from '../../../src/engine/turns/sources/geminiCli.ts';
import { HEADER, row, user, gemini, answer, tool, lines, document, type Row } from './geminiRecords.ts';
import { jsonLines, readLogText } from './logText.ts';

describe('Gemini CLI: turns', () => {
  const MESSAGES = [
    row('info', 'i', { content: 'Update available' }),
    user('u1', [{ text: 'expanded text' }], { displayContent: [{ text: '/init' }] }),
    gemini('g1', 'look', [tool('c1', 'read_file', { file_path: '/home/dev/p/a.py' }, 'x\n')], {
      thoughts: [{ subject: 'S', description: 'D' }],
      tokens: { input: 10, output: 3, cached: 4, thoughts: 2, tool: 1, total: 16 },
    }),
    user('u2', [{ text: 'System: Please continue.' }]),
    gemini('g2', 'done', undefined, { model: 'm-2', tokens: { input: 0, output: 0, cached: 0, thoughts: 0, tool: 0 } }),
    user('u3', 'again'),
    gemini('g3', ''),
  ];
  for (const [name, read] of [
    ['lines', lines],
    ['a document', document],
  ] as const) {
    it(`reads ${name}`, async () => {
      const { sessions, turns, problems } = await read(...MESSAGES);
      assert.deepEqual(sessions, [
        { id: 's-1', agent: 'gemini-cli', agentVersion: null, parentId: null, folders: ['/home/dev/p'] },
      ]);
      assert.deepEqual(
        turns.map(({ id, prompt, outcome, models, actions }) => [id, prompt, outcome, models, actions.length]),
        [
          ['u1', '/init', 'finished', ['m-1', 'm-2'], 1],
          ['u3', 'again', 'cut', ['m-1'], 0],
        ],
      );
      const [first] = turns;
      assert.deepEqual(first!.usage, { input: 11, output: 5, cached: 4, reasoning: 2 });
      assert.deepEqual(
        first!.messages.map(({ id, text, reasoning, actions }) => [id, text, reasoning, actions]),
        [
          ['g1', 'look', 'S\nD', ['c1']],
          ['g2', 'done', '', []],
        ],
      );
      assert.deepEqual(problems, {});
    });
  }

  it('takes the last of what is written again under one id, at the first place', async () => {
    const call = tool('c1', 'read_file', { file_path: 'a' });
    const { turns } = await lines(
      user('u1', 'p'),
      gemini('g1', 'a'),
      { $set: { lastUpdated: 'x' } },
      gemini('g1', 'a', [call]),
      gemini('g2', 'b'),
      gemini('g1', 'a, at length', [{ ...call, status: 'success', result: answer({ output: 'x' }) }]),
      user('u1', 'p'),
    );
    assert.equal(turns.length, 1);
    assert.deepEqual(
      turns[0]!.messages.map(({ id, text }) => [id, text]),
      [
        ['g1', 'a, at length'],
        ['g2', 'b'],
      ],
    );
    assert.deepEqual(
      turns[0]!.actions.map(({ state, output }) => [state, output]),
      [['ok', 'x']],
    );
  });

  it('takes a result that is written after the next prompt', async () => {
    const call = tool('c1', 'run_shell_command', { command: 'x' });
    const { turns, problems } = await lines(
      user('u1', 'p'),
      gemini('g1', '', [call]),
      user('u2', 'q'),
      gemini('g1', '', [{ ...call, status: 'cancelled', result: answer({ error: 'User did not allow tool call' }) }]),
      gemini('g2', 'b'),
    );
    assert.deepEqual(
      turns.map(({ actions, messages }) => [actions.map(({ state }) => state), messages.length]),
      [
        [['denied'], 1],
        [[], 1],
      ],
    );
    assert.deepEqual(problems, {});
  });

  it('tells messages once that are set anew, and keeps what was taken out of the conversation', async () => {
    const first = [user('u1', 'p'), gemini('g1', 'a')];
    const { turns, problems } = await lines(
      ...first,
      { $set: { messages: [...first, user('u2', 'q'), gemini('g2', 'b')] } },
      { $rewindTo: 'u2' },
      user('u3', 'r'),
      gemini('g3', 'c'),
    );
    assert.deepEqual(
      turns.map(({ prompt, messages }) => [prompt, messages.map(({ text }) => text)]),
      [
        ['p', ['a']],
        ['q', ['b']],
        ['r', ['c']],
      ],
    );
    assert.deepEqual(problems, {});
  });

  it('tells files that a prompt brought with it from the prompt', async () => {
    const sent = '\n--- Content from referenced files ---';
    const { turns } = await lines(
      user('u1', [
        { text: 'fix @a.py' },
        { text: sent },
        { text: '\nContent from @a.py:\n' },
        { text: 'x = 1' },
        { text: '\n--- End of content ---' },
      ]),
    );
    assert.equal(turns[0]!.prompt, 'fix @a.py');
    assert.deepEqual(
      turns[0]!.actions.map(({ kind, shown }) => [kind, shown.map((each) => [each.class, each.path])]),
      [['other', [['given', 'a.py']]]],
    );
  });

  it('knows how a turn ended', async () => {
    const outcome = async (...rows: Row[]): Promise<unknown> =>
      (await lines(user('u', 'p'), ...rows)).turns.map((turn) => turn.outcome);
    const calls = gemini('g', 'a', [tool('c', 'x', {})]);
    assert.deepEqual(await outcome(calls), ['cut']);
    assert.deepEqual(await outcome(gemini('g', 'a'), calls), ['cut']);
    assert.deepEqual(await outcome(calls, user('u2', 'q'), gemini('h', 'a')), ['finished', 'finished']);
    assert.deepEqual(await outcome(calls, row('info', 'i', { content: 'Request cancelled.' })), ['interrupted']);
    assert.deepEqual(await outcome(calls, row('error', 'e', { content: 'Quota' })), ['error']);
    assert.deepEqual(await outcome(row('error', 'e', { content: 'Quota' }), gemini('g', 'a')), ['finished']);
  });

  it('keeps calls apart whose ids are used again, and marks a sub-agent', async () => {
    const call = tool('c1', 'glob', {}, 'x');
    const { turns } = await readLogText(
      geminiCli,
      jsonLines({ ...HEADER, kind: 'subagent' }, user('u', 'p'), gemini('g1', '', [call]), gemini('g2', '', [call])),
    );
    assert.deepEqual(
      turns[0]!.actions.map(({ id, by }) => [id, by]),
      [
        ['c1', 's-1'],
        ['g2/c1', 's-1'],
      ],
    );
  });
});

describe('Gemini CLI: damage', () => {
  it('counts what it cannot read, and reads on', async () => {
    const { turns, problems } = await lines(
      user('u', 'p'),
      row('novel', 'x', {}),
      { id: 'y' },
      gemini('g', 'a', [{ args: {} }, 7]),
      { $set: { messages: [1] } },
    );
    assert.deepEqual(problems, { 'unknown-record': 1, 'malformed-record': 4 });
    assert.equal(turns.length, 1);
  });

  it('reads a document as far as it goes', async () => {
    const text = JSON.stringify({ ...HEADER, messages: [user('u', 'p'), gemini('g', 'a'), user('v', 'q')] });
    const { turns, problems } = await readLogText(geminiCli, text.slice(0, -20), 'session.json');
    assert.deepEqual(problems, { 'cut-end': 1 });
    assert.deepEqual(
      turns.map(({ prompt }) => prompt),
      ['p'],
    );
  });

  it('takes any values in any message', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const call = fc.record({
      id: value,
      name: fc.constantFrom(
        'read_file',
        'replace',
        'write_file',
        'run_shell_command',
        'grep_search',
        'list_directory',
        '__proto__',
      ),
      args: fc.oneof(
        value,
        fc.dictionary(fc.constantFrom('file_path', 'command', 'old_string', 'dir_path', 'start_line'), value),
      ),
      status: fc.oneof(fc.constant('success'), value),
      result: fc.oneof(
        value,
        fc
          .record({ functionResponse: fc.record({ response: fc.record({ output: fc.oneof(value, fc.string()) }) }) })
          .map((each) => [each]),
      ),
    });
    const message = fc.record({
      id: value,
      type: fc.oneof(fc.constantFrom('user', 'gemini', 'info'), value),
      content: value,
      timestamp: value,
      toolCalls: fc.oneof(value, fc.array(call)),
      tokens: value,
      thoughts: value,
      displayContent: value,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 6 }), async (messages) => {
        await lines(...messages);
        await document(...messages);
      }),
      { numRuns: 100 },
    );
  });

  it('recognises both forms by their shape', () => {
    const fits = (head: string): boolean => geminiCli.recognise({ name: 'x', kind: 'file', head, entries: [] });
    assert.ok(fits(JSON.stringify(HEADER) + '\n'));
    assert.ok(fits(JSON.stringify({ ...HEADER, messages: [] })));
    assert.ok(fits(JSON.stringify({ ...HEADER, messages: [user('u', 'p')] }, null, 2).slice(0, -9)));
    assert.ok(fits(jsonLines(user('u', 'p'), gemini('g', 'a'))));
    assert.ok(!fits(jsonLines(user('u', 'p'))), 'a message alone may be of another agent');
    assert.ok(!fits(JSON.stringify({ type: 'user', uuid: 'x', sessionId: 'y', timestamp: 't', message: {} })));
    assert.ok(!fits('{"messages": []}'));
    assert.ok(!fits(''));
  });
});
