import assert from 'node:assert/strict';
import type { MemoryFiles } from './memoryLog.ts';
import { readMemory } from './readMemory.ts';

type Event = Record<string, unknown>;

const catN = (path: string, lines: string): string => `Here's the result of running \`cat -n\` on ${path}:\n${lines}`;

describe('logs of OpenHands V1', () => {
  const message = (source: string, text: string): Event => ({
    id: `m-${text}`,
    timestamp: '2026-06-01T10:00:00.000001',
    source,
    llm_message: { role: source, content: [{ type: 'text', text }] },
    extended_content: [{ type: 'text', text: 'given' }],
    kind: 'MessageEvent',
  });
  const call = (id: string, tool: string, action: Event | null, answer = `r-${id}`): Event => ({
    id,
    timestamp: '2026-06-01T10:00:01',
    source: 'agent',
    thought: [{ type: 'text', text: 'so' }],
    reasoning_content: 'hm',
    action,
    tool_name: tool,
    tool_call_id: `t-${id}`,
    tool_call: { id: `t-${id}`, name: tool, arguments: '{}' },
    llm_response_id: answer,
    kind: 'ActionEvent',
  });
  const answer = (id: string, tool: string, text: string, more: Event = {}): Event => ({
    id: `o-${id}`,
    timestamp: '2026-06-01T10:00:02',
    source: 'environment',
    tool_name: tool,
    tool_call_id: `t-${id}`,
    action_id: id,
    observation: { content: [{ type: 'text', text }], is_error: false, ...more },
    kind: 'ObservationEvent',
  });
  const stats = (id: string, input: number, output: number, condenser = 0): Event => ({
    id,
    source: 'environment',
    kind: 'ConversationStateUpdateEvent',
    key: 'stats',
    value: {
      usage_to_metrics: {
        default: {
          model_name: 'clockwork-1',
          accumulated_token_usage: { prompt_tokens: input, completion_tokens: output },
        },
        condenser: { model_name: 'small', accumulated_token_usage: { prompt_tokens: condenser, completion_tokens: 0 } },
      },
    },
  });
  const state = (value: string): Event => ({
    source: 'environment',
    kind: 'ConversationStateUpdateEvent',
    key: 'execution_status',
    value,
  });

  function folder(events: Event[], base: unknown = { workspace: { working_dir: '/workspace/project' } }): MemoryFiles {
    const files: MemoryFiles = { 'c1/base_state.json': JSON.stringify(base) };
    events.forEach((each, index) => {
      files[`c1/events/event-${String(index).padStart(5, '0')}-aaaa-bbbb.json`] = JSON.stringify(each);
    });
    return files;
  }

  it('reads a folder of a conversation', async () => {
    const path = '/workspace/project/a.py';
    const { format, sessions, turns, problems } = await readMemory(
      folder([
        { kind: 'SystemPromptEvent', source: 'agent', system_prompt: {} },
        stats('s0', 0, 0),
        message('user', 'Mend the clock.'),
        stats('s1', 100, 10),
        call('a1', 'terminal', { command: 'cd src && cat a.py' }),
        answer('a1', 'terminal', 'x = 1', { exit_code: 0, metadata: { working_dir: '/workspace/project/src' } }),
        stats('s2', 300, 30, 7),
        call('a2', 'file_editor', { command: 'view', path }),
        call('a3', 'file_editor', { command: 'str_replace', path, old_str: 'x', new_str: 'y' }, 'r-a2'),
        answer('a2', 'file_editor', catN(path, '     1\tx = 1\n     2\t')),
        answer('a3', 'file_editor', 'No replacement was performed', { is_error: true }),
        { kind: 'Condensation', source: 'environment', forgotten_event_ids: ['a1'], summary: 'x' },
        call('a4', 'grep', { pattern: 'x' }),
        answer('a4', 'grep', 'Found 1', { matches: [path] }),
        message('agent', 'Done.'),
        message('user', 'More.'),
        stats('s3', 310, 31, 7),
        call('a5', 'finish', { message: 'bye' }),
        answer('a5', 'finish', 'bye'),
      ]),
      'c1',
    );
    assert.equal(format, 'openhands-folder');
    assert.deepEqual(problems, {});
    assert.deepEqual([sessions[0]!.id, sessions[0]!.folders], ['c1', ['/workspace/project', '/workspace/project/src']]);
    assert.deepEqual(
      turns.map(({ prompt, outcome, usage }) => [prompt, outcome, usage!.input, usage!.output]),
      [
        ['Mend the clock.', 'finished', 307, 30],
        ['More.', 'finished', 10, 1],
      ],
    );
    assert.deepEqual(
      turns[0]!.messages.map(({ usage, actions, text, reasoning }) => [usage?.input, actions, text, reasoning]),
      [
        [100, ['a1'], 'so', 'hm'],
        [200, ['a2', 'a3'], 'so', 'hm'],
        [undefined, ['a4'], 'so', 'hm'],
        [undefined, [], 'Done.', ''],
      ],
    );
    assert.deepEqual(
      turns[0]!.actions.map(({ kind, state: end, cwd, shown }) => [
        kind,
        end,
        cwd,
        shown.map((each) => [each.class, each.lines?.length]),
      ]),
      [
        ['run', 'ok', '/workspace/project', []],
        ['read', 'ok', '/workspace/project/src', [['read', 1]]],
        ['edit', 'failed', '/workspace/project/src', []],
        ['search', 'ok', '/workspace/project/src', [['listing', undefined]]],
      ],
    );
  });

  it('knows refusals, errors, pauses and timeouts', async () => {
    const { turns, problems } = await readMemory(
      folder([
        message('user', 'x'),
        call('a1', 'terminal', { command: 'rm x' }),
        { kind: 'UserRejectObservation', action_id: 'a1', tool_call_id: 't-a1', rejection_reason: 'no' },
        call('a2', 'terminal', { command: 'ls' }),
        { kind: 'AgentErrorEvent', tool_call_id: 't-a2', error: 'broken' },
        call('a3', 'terminal', null),
        { kind: 'AgentErrorEvent', tool_call_id: 't-a3', error: 'no such argument' },
        call('a4', 'terminal', { command: 'sleep 99' }),
        answer('a4', 'terminal', 'part', { exit_code: -1, timeout: true }),
        call('a5', 'terminal', { command: 'ls\nls' }),
        answer('a5', 'terminal', 'Cannot execute multiple commands at once.', { is_error: true, exit_code: null }),
        call('a6', 'terminal', { command: '', is_input: true }),
        call('a7', 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: a.py\n*** End Patch' }),
        answer('a7', 'apply_patch', 'Done'),
        { kind: 'PauseEvent', source: 'user' },
      ]),
      'c1/events',
    );
    assert.deepEqual(problems, {});
    assert.equal(turns[0]!.outcome, 'interrupted');
    assert.deepEqual(
      turns[0]!.actions.map(({ kind, state: end, edits }) => [kind, end, edits.length]),
      [
        ['run', 'denied', 0],
        ['run', 'failed', 0],
        ['other', 'denied', 0],
        ['run', 'interrupted', 0],
        ['run', 'denied', 0],
        ['other', 'no-result', 0],
        ['edit', 'ok', 1],
      ],
    );
    assert.equal(turns[0]!.actions[3]!.exitCode, null);
  });

  it('takes the tokens of the state where no event told them', async () => {
    const usage_to_metrics = { agent: { accumulated_token_usage: { prompt_tokens: 9, completion_tokens: 2 } } };
    const { turns } = await readMemory(
      folder([message('user', 'x'), state('error')], { stats: { usage_to_metrics } }),
      'c1',
    );
    assert.deepEqual([turns[0]!.usage!.input, turns[0]!.usage!.output, turns[0]!.outcome], [9, 2, 'error']);
  });

  it('reads one event a line, and counts a result without its call', async () => {
    const lines = [state('running'), message('user', 'x'), answer('lost', 'terminal', 'x')];
    const { format, problems } = await readMemory(lines.map((each) => JSON.stringify(each)).join('\n'), 'events.jsonl');
    assert.equal(format, 'openhands-event-lines');
    assert.deepEqual(problems, { 'orphan-result': 1 });
  });

  it('counts damaged, missing and half-written events', async () => {
    const files = folder([
      message('user', 'x'),
      { kind: 'JuggleEvent' },
      {},
      call('a1', 'terminal', {}),
      state('running'),
    ]);
    const name = (index: number): string => Object.keys(files)[index + 1]!;
    files[name(2)] = '[]';
    files[name(3)] = '{"kind": "Act';
    files['c1/events/event-00006-x.json'] = '{"kind": "Pau';
    const { turns, problems } = await readMemory(files, 'c1');
    assert.deepEqual(problems, {
      'unknown-record': 1,
      'malformed-record': 1,
      'invalid-json': 1,
      'cut-end': 1,
      'missing-file': 1,
    });
    assert.equal(turns[0]!.prompt, 'x');
  });
});
