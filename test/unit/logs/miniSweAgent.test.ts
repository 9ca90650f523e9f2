import assert from 'node:assert/strict';
import { readMemory } from './readMemory.ts';

type Message = Record<string, unknown>;

const TASK = [
  { role: 'system', content: 'Answer with one command.' },
  { role: 'user', content: 'Mend the clock.' },
];
const fence = (command: string, name = 'bash'): string => `THOUGHT: so.\n\n\`\`\`${name}\n${command}\n\`\`\``;
const said = (content: string): Message => ({ role: 'assistant', content });
const user = (content: string): Message => ({ role: 'user', content });
const shownOutput = (code: number, output: string): string =>
  `<returncode>${code}</returncode>\n<output>\n${output}</output>`;

function v1(messages: Message[], info: Record<string, unknown> = {}): string {
  return JSON.stringify({
    info: {
      exit_status: 'Submitted',
      mini_version: '1.15.0',
      config: { environment: { cwd: '/testbed' }, model: { model_name: 'clockwork-1' } },
      ...info,
    },
    messages: [...TASK, ...messages],
    trajectory_format: 'mini-swe-agent-1',
  });
}

const called = (id: string, command: string, extra: Record<string, unknown> = {}): Message => ({
  role: 'assistant',
  content: 'so',
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
  extra: { actions: [{ command, tool_call_id: id }], timestamp: 1_776_068_000, ...extra },
});
const answered = (id: string, content: string, extra: Record<string, unknown> = {}): Message => ({
  role: 'tool',
  tool_call_id: id,
  content,
  extra: { timestamp: 1_776_068_001.5, ...extra },
});

describe('logs of mini-swe-agent', () => {
  it('reads a run of v1 as one turn', async () => {
    const { format, sessions, turns, problems } = await readMemory(
      v1([said(fence('cat a.py')), user(shownOutput(0, 'x = 1\n')), said(fence('false')), user(shownOutput(1, ''))]),
      'clock.traj.json',
    );
    assert.equal(format, 'mini-swe-agent');
    assert.deepEqual(sessions, [
      { id: 'clock', agent: 'mini-swe-agent', agentVersion: '1.15.0', parentId: null, folders: ['/testbed'] },
    ]);
    assert.deepEqual(problems, {});
    const [turn] = turns;
    assert.equal(turns.length, 1);
    assert.equal(turn!.prompt, 'Mend the clock.');
    assert.equal(turn!.outcome, 'finished');
    assert.deepEqual(turn!.models, ['clockwork-1']);
    assert.deepEqual(
      turn!.actions.map(({ state, exitCode, output, cwd, command }) => [state, exitCode, output, cwd, command!.text]),
      [
        ['ok', 0, 'x = 1\n', '/testbed', 'cat a.py'],
        ['failed', 1, '', '/testbed', 'false'],
      ],
    );
    assert.deepEqual(turn!.actions[0]!.command, {
      text: 'cat a.py',
      shell: 'posix',
      argv: null,
      workdir: null,
      keepsFolder: false,
      terminal: null,
    });
    assert.deepEqual(
      turn!.messages.map(({ actions }) => actions),
      [['m2.0'], ['m4.0']],
    );
  });

  it('does not take refused answers for runs', async () => {
    const { turns, problems } = await readMemory(
      v1([
        said(`${fence('cat a.py')}\n${fence('cat b.py')}`),
        user('Please always provide EXACTLY ONE action in triple backticks, found 2 actions.'),
        said('I have no command.'),
        user('Please always provide EXACTLY ONE action in triple backticks, found 0 actions.'),
        said('```python\nx = 1\n```\n' + fence('cat c.py')),
        user(shownOutput(0, 'c\n')),
      ]),
    );
    assert.deepEqual(
      turns[0]!.actions.map(({ state, output, command }) => [state, output, command!.text]),
      [
        ['denied', null, 'cat a.py'],
        ['denied', null, 'cat b.py'],
        ['ok', 'c\n', 'cat c.py'],
      ],
    );
    assert.equal(turns[0]!.messages.length, 3);
    assert.deepEqual(problems, {});
  });

  it('takes of an elided output what was shown', async () => {
    const content =
      '<returncode>0</returncode>\n<warning>\nToo long.\n</warning><output_head>\nfirst\nsec\n</output_head>\n' +
      '<elided_chars>\n46018 characters elided\n</elided_chars>\n<output_tail>\nond last\nlast\n\n</output_tail>';
    const { turns } = await readMemory(v1([said(fence('cat a.py')), user(content)]));
    const [action] = turns[0]!.actions;
    assert.equal(action!.output, 'first\nsec\n[46018 characters elided]\nond last\nlast\n');
    assert.equal(action!.outputCut, true);
    assert.equal(action!.exitCode, 0);
  });

  it('keeps tags that stand in the output itself', async () => {
    const { turns } = await readMemory(
      v1([said(fence('cat a.xml')), user(shownOutput(0, '<output>\nx\n</output>\n'))]),
    );
    assert.equal(turns[0]!.actions[0]!.output, '<output>\nx\n</output>\n');
  });

  it('knows a timeout, and shows what was printed before it', async () => {
    const content =
      'The last command <command>tail -f a</command> timed out and has been killed.\nThe output of the command was:\n' +
      ' <output>\nline\n</output>\nPlease try another command.';
    const { turns } = await readMemory(v1([said(fence('tail -f a')), user(content)]));
    const [action] = turns[0]!.actions;
    assert.deepEqual([action!.state, action!.exitCode, action!.output], ['interrupted', null, 'line\n']);
  });

  it('gives the submission to nobody: the model did not see it', async () => {
    const submit = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff --cached';
    const { turns } = await readMemory(v1([said(fence(submit)), user('diff --git a/a b/a\n')]));
    const [action] = turns[0]!.actions;
    assert.deepEqual([action!.state, action!.output], ['ok', null]);
  });

  it('takes an unknown template as it is', async () => {
    const { turns } = await readMemory(v1([said(fence('ls')), user('RESULT: a.py')]));
    assert.deepEqual([turns[0]!.actions[0]!.state, turns[0]!.actions[0]!.output], ['ok', 'RESULT: a.py']);
  });

  for (const [status, outcome] of [
    ['Submitted', 'finished'],
    ['LimitsExceeded', 'interrupted'],
    ['RuntimeError', 'error'],
    [undefined, 'cut'],
  ] as const)
    it(`ends ${outcome} with the status ${status}`, async () => {
      const { turns } = await readMemory(v1([said(fence('ls')), user(shownOutput(0, ''))], { exit_status: status }));
      assert.equal(turns[0]!.outcome, outcome);
    });

  it('reads v2 by what was run, never from raw_output', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    };
    const log = JSON.stringify({
      info: { mini_version: '2.2.7', exit_status: 'Submitted', config: { environment: { cwd: '' } } },
      messages: [
        ...TASK,
        called('c1', 'cat a.py', { response: { model: 'clockwork-2', usage } }),
        answered('c1', shownOutput(0, 'seen\n'), { raw_output: 'seen\nand hidden\n', returncode: 0 }),
        called('c2', 'cat b.py'),
        answered('c2', JSON.stringify({ returncode: 2, output_head: 'a', output_tail: 'b', elided_chars: 7 })),
        called('c3', 'sleep 99'),
        answered(
          'c3',
          '<exception>Command timed out after 60s</exception>\n<returncode>-1</returncode>\n<output>\npart\n</output>',
        ),
        called('c4', 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat patch.txt'),
        { role: 'exit', content: 'diff', extra: { exit_status: 'Submitted' } },
      ],
    });
    const { sessions, turns, problems } = await readMemory(log);
    assert.deepEqual(problems, {});
    assert.deepEqual(sessions[0]!.folders, []);
    const [turn] = turns;
    assert.deepEqual(
      turn!.actions.map(({ id, state, exitCode, output, outputCut }) => [id, state, exitCode, output, outputCut]),
      [
        ['c1', 'ok', 0, 'seen\n', false],
        ['c2', 'failed', 2, 'a\n[7 characters elided]\nb', true],
        ['c3', 'interrupted', null, 'part\n', false],
        ['c4', 'ok', null, null, false],
      ],
    );
    assert.deepEqual(turn!.usage, { input: 100, output: 20, cached: 60, reasoning: 5 });
    assert.deepEqual(turn!.models, ['clockwork-2']);
    assert.equal(turn!.startedAt, '2026-04-13T08:13:20.000Z');
    assert.equal(turn!.endedAt, '2026-04-13T08:13:21.500Z');
  });

  it('counts calls of v2 that were not run as denied', async () => {
    const two = called('c1', 'cat a.py');
    (two.tool_calls as unknown[]).push({ id: 'c2', function: { name: 'bash', arguments: '{"command":"cat b.py"}' } });
    const { turns } = await readMemory(
      JSON.stringify({
        info: { mini_version: '2.0' },
        messages: [...TASK, two, answered('c1', shownOutput(0, 'a\n'))],
      }),
    );
    assert.deepEqual(
      turns[0]!.actions.map(({ id, state }) => [id, state]),
      [
        ['c1', 'ok'],
        ['c2', 'denied'],
      ],
    );
  });

  it('keeps calls apart whose server counts them from the start in each answer', async () => {
    const { turns, problems } = await readMemory(
      JSON.stringify({
        info: { mini_version: '2.0' },
        messages: [
          ...TASK,
          called('call_0', 'cat a.py'),
          answered('call_0', shownOutput(0, 'a\n')),
          called('call_0', 'cat b.py'),
          answered('call_0', shownOutput(0, 'b\n')),
        ],
      }),
    );
    assert.deepEqual(problems, {});
    assert.deepEqual(
      turns[0]!.actions.map(({ id, command, output }) => [id, command!.text, output]),
      [
        ['call_0', 'cat a.py', 'a\n'],
        ['m4.0', 'cat b.py', 'b\n'],
      ],
    );
    assert.deepEqual(
      turns[0]!.messages.map(({ actions }) => actions),
      [['call_0'], ['m4.0']],
    );
  });

  it('reads answers of the Responses API', async () => {
    const answer = {
      object: 'response',
      model: 'clockwork-3',
      usage: { input_tokens: 9, output_tokens: 4, output_tokens_details: { reasoning_tokens: 2 } },
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'so' }] },
        { type: 'function_call', call_id: 'f1', name: 'bash', arguments: '{"command":"ls"}' },
      ],
      extra: { actions: [{ command: 'ls', tool_call_id: 'f1' }] },
    };
    const result = { type: 'function_call_output', call_id: 'f1', output: shownOutput(0, 'a.py\n') };
    const { turns, problems } = await readMemory(
      JSON.stringify({ info: { mini_version: '2.1' }, messages: [...TASK, answer, result] }),
    );
    assert.deepEqual(problems, {});
    const [message] = turns[0]!.messages;
    assert.deepEqual([message!.text, message!.reasoning, message!.usage!.reasoning], ['so', 'hm', 2]);
    assert.deepEqual([turns[0]!.actions[0]!.state, turns[0]!.actions[0]!.output], ['ok', 'a.py\n']);
  });

  it('reads the bare list of messages, with the fence of v2 for text', async () => {
    const system = { role: 'system', content: 'End with echo MINI_SWE_AGENT_FINAL_OUTPUT.' };
    const { format, turns } = await readMemory(
      JSON.stringify([
        system,
        TASK[1],
        said('```bash\nexample\n```\n' + fence('ls', 'mswea_bash_command')),
        user(shownOutput(0, 'a.py\n')),
        said(fence('echo MINI_SWE_AGENT_FINAL_OUTPUT', 'mswea_bash_command')),
        user(''),
      ]),
    );
    assert.equal(format, 'mini-swe-agent-messages');
    assert.deepEqual(
      turns[0]!.actions.map(({ command, output }) => [command!.text, output]),
      [
        ['ls', 'a.py\n'],
        ['echo MINI_SWE_AGENT_FINAL_OUTPUT', null],
      ],
    );
    assert.equal(turns[0]!.outcome, 'finished');
  });

  it('begins a turn where the user adds a task, and denies what the user refused', async () => {
    const { turns } = await readMemory(
      v1([
        said(fence('rm -r x')),
        user('Command not executed. The user rejected your command with the following message:\nno'),
        said(fence('echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT')),
        user('The user added a new task: Wind it up.'),
        said(fence('ls')),
        user(shownOutput(0, '')),
      ]),
    );
    assert.deepEqual(
      turns.map(({ prompt, outcome }) => [prompt, outcome]),
      [
        ['Mend the clock.', 'finished'],
        ['Wind it up.', 'finished'],
      ],
    );
    assert.deepEqual(
      turns[0]!.actions.map(({ state }) => state),
      ['denied', 'ok'],
    );
  });

  it('counts damage and goes on', async () => {
    const { turns, problems } = await readMemory(
      JSON.stringify({
        info: { mini_version: 7, config: [], exit_status: {} },
        messages: [
          ...TASK,
          null,
          { role: 'wizard', content: 'x' },
          { role: 3 },
          { role: 'assistant', content: null, tool_calls: 'x', extra: { actions: [{}, 5] } },
          answered('none', 'x'),
          called('c1', 'ls'),
        ],
      }).replace('"mini_version":7', '"mini_version":"7"'),
    );
    assert.deepEqual(problems, { 'malformed-record': 4, 'unknown-record': 1, 'orphan-result': 1 });
    assert.deepEqual(
      turns[0]!.actions.map(({ id, state }) => [id, state]),
      [['c1', 'no-result']],
    );
    assert.equal(turns[0]!.outcome, 'cut');
  });

  it('reads a half-written document as far as it goes', async () => {
    const log = v1([said(fence('cat a.py')), user(shownOutput(0, 'x\n')), said(fence('ls'))]);
    const { turns, problems } = await readMemory(log.slice(0, log.indexOf('"role":"assistant"', 700)), 'a.json', 100);
    assert.deepEqual(problems, { 'cut-end': 1 });
    assert.equal(turns.length, 1);
  });
});
