import assert from 'node:assert/strict';
import type { Action, Turn } from '../../../src/engine/turns/session.ts';
import type { MemoryFiles } from './memoryLog.ts';
import { readMemory } from './readMemory.ts';

type Event = Record<string, unknown>;

let next = 0;
const event = (fields: Event): Event => ({
  id: next++,
  timestamp: `2026-05-01T10:00:${String(next).padStart(2, '0')}.5`,
  ...fields,
});
const asked = (content: string): Event => event({ source: 'user', action: 'message', args: { content } });
const response = (id: string, input: number, output: number): Event => ({
  tool_call_metadata: {
    function_name: 'f',
    model_response: { id, model: 'clockwork-1', usage: { prompt_tokens: input, completion_tokens: output } },
  },
});
const acted = (action: string, args: Event, more: Event = {}): Event =>
  event({ source: 'agent', action, args, ...more });
const observed = (of: Event, observation: string, content: string, extras: Event = {}): Event =>
  event({ source: 'agent', observation, content, cause: of.id, extras });
const ran = (of: Event, content: string, code: number, folder = '/workspace/x', suffix = ''): Event =>
  observed(of, 'run', content, { metadata: { exit_code: code, working_dir: folder, suffix } });
const catN = (path: string, lines: string): string => `Here's the result of running \`cat -n\` on ${path}:\n${lines}`;

function output(history: unknown[], more: Event = {}): string {
  return `${JSON.stringify({ instance_id: 'clock-1', instruction: 'Mend the clock.', history, ...more })}\n`;
}

async function turnsOf(history: unknown[], more: Event = {}): Promise<Turn[]> {
  const { turns, problems } = await readMemory(output(history, more), 'output.jsonl');
  assert.deepEqual(problems, {});
  return turns;
}

async function actionsOf(history: unknown[], more: Event = {}): Promise<Action[]> {
  return (await turnsOf(history, more)).flatMap(({ actions }) => actions);
}

/** Pairs of a call and its answer. */
function calls(...pairs: [Event, (of: Event) => Event][]): Event[] {
  return pairs.flatMap(([call, answer]) => [call, answer(call)]);
}

describe('logs of OpenHands V0', () => {
  beforeEach(() => (next = 0));

  it('reads each line of an output as a session, with a turn for each message of the user', async () => {
    const first = [
      event({ source: 'agent', action: 'system', args: { content: 'x', openhands_version: '0.35.0' } }),
      asked('Mend the clock.'),
      event({ source: 'user', action: 'recall', args: { query: 'x' } }),
      event({ source: 'environment', observation: 'recall', cause: 2, content: 'Added', extras: {} }),
      event({ source: 'agent', action: 'message', args: { content: 'Which one?', wait_for_response: true } }),
      asked('The blue one.'),
      acted('finish', { thought: 'done' }),
    ];
    const { format, sessions, turns, problems } = await readMemory(
      output(first) + output([asked('Again.')]),
      'output.jsonl',
    );
    assert.equal(format, 'openhands-output');
    assert.deepEqual(problems, {});
    assert.deepEqual(
      sessions.map(({ id, agentVersion }) => [id, agentVersion]),
      [
        ['clock-1', '0.35.0'],
        ['clock-1~2', null],
      ],
    );
    assert.deepEqual(
      turns.map(({ sessionId, prompt, outcome, actions }) => [sessionId, prompt, outcome, actions.length]),
      [
        ['clock-1', 'Mend the clock.', 'finished', 0],
        ['clock-1', 'The blue one.', 'finished', 1],
        ['clock-1~2', 'Again.', 'cut', 0],
      ],
    );
    assert.equal(turns[0]!.startedAt, '2026-05-01T10:00:02.500Z');
  });

  it('keeps the shell’s folder, exit codes and what a timeout showed', async () => {
    const found = await actionsOf(
      calls(
        [acted('run', { command: 'cd src' }), (of) => ran(of, '', 0, '/workspace/x/src')],
        [acted('run', { command: 'cat a.py' }), (of) => ran(of, 'x = 1', 0, '/workspace/x/src')],
        [acted('run', { command: 'false' }), (of) => ran(of, '', 1)],
        [
          acted('run', { command: 'sleep 99' }),
          (of) => ran(of, 'part', -1, '', '\n[The command has no new output after 10 seconds.]'),
        ],
        [acted('run', { command: 'C-c', is_input: true }), (of) => ran(of, '^C', 130)],
        [
          acted('run', { command: 'ls\nls' }),
          (of) => observed(of, 'error', 'ERROR: Cannot execute multiple commands at once.'),
        ],
      ),
    );
    assert.deepEqual(
      found.map(({ kind, state, exitCode, cwd, output: text }) => [kind, state, exitCode, cwd, text?.slice(0, 5)]),
      [
        ['run', 'ok', 0, null, ''],
        ['run', 'ok', 0, '/workspace/x/src', 'x = 1'],
        ['run', 'failed', 1, '/workspace/x/src', ''],
        ['run', 'interrupted', null, '/workspace/x', 'part'],
        ['other', 'failed', 130, '/workspace/x', '^C'],
        ['run', 'denied', null, '/workspace/x', 'ERROR'],
      ],
    );
    assert.deepEqual([found[0]!.command!.keepsFolder, found[0]!.command!.terminal], [true, 'main']);
    assert.equal(found[4]!.command, null);
  });

  it('reads files by their printed numbers, or by their place in old versions', async () => {
    const path = '/workspace/a.py';
    const found = await actionsOf(
      calls(
        [
          acted('read', { path, start: 0, end: -1, impl_source: 'oh_aci' }),
          (of) => observed(of, 'read', catN(path, '     1\ta\n     2\tb\n     3\t\n')),
        ],
        [
          acted('read', { path, view_range: [4, 5] }),
          (of) => observed(of, 'read', catN(path, '     4\td\n     5\te<response clipped><NOTE>cut</NOTE>')),
        ],
        [acted('read', { path, start: 10, end: 12 }), (of) => observed(of, 'read', 'k\nl\n')],
        [
          acted('read', { path: '/workspace' }),
          (of) =>
            observed(
              of,
              'read',
              "Here's the files and directories up to 2 levels deep in /workspace, excluding hidden items:\n/workspace\n/workspace/a.py\n/workspace/src/",
            ),
        ],
        [acted('read', { path }), (of) => observed(of, 'read', 'ERROR:\nInvalid path')],
        [acted('read', { path }), (of) => observed(of, 'error', 'File not found')],
      ),
    );
    assert.deepEqual(
      found.map(({ state, shown, outputCut }) => [
        state,
        outputCut,
        shown.map(({ path, class: exposure, ranges, how, lines }) => [path, exposure, ranges, how, lines]),
      ]),
      [
        ['ok', false, [[path, 'read', [{ startLine: 1, endLine: 2 }], 'printed', ['a', 'b']]]],
        ['ok', true, [[path, 'read', [{ startLine: 4, endLine: 4 }], 'printed', ['d']]]],
        ['ok', false, [[path, 'read', [{ startLine: 11, endLine: 12 }], 'arguments', ['k', 'l']]]],
        ['ok', false, [['/workspace/a.py', 'listing', [], 'printed', null]]],
        ['failed', false, []],
        ['failed', false, []],
      ],
    );
  });

  it('knows edits, and that a failed one changed nothing', async () => {
    const path = '/workspace/a.py';
    const found = await actionsOf(
      calls(
        [
          acted('edit', { path, command: 'create', file_text: 'x\n' }),
          (of) => observed(of, 'edit', `File created successfully at: ${path}`),
        ],
        [
          acted('edit', { path, command: 'str_replace', old_str: 'x', new_str: 'y' }),
          (of) => observed(of, 'edit', `The file ${path} has been edited. ${catN(path, '     1\ty')}`),
        ],
        [
          acted('edit', { path, command: 'str_replace', old_str: 'q', new_str: 'y' }),
          (of) => observed(of, 'edit', 'ERROR:\nNo replacement was performed'),
        ],
        [
          acted('edit', { path, command: 'insert', insert_line: 1, new_str: 'z' }),
          (of) => observed(of, 'edit', `The file ${path} has been edited.`),
        ],
        [
          acted('edit', { path, command: 'undo_edit' }),
          (of) => observed(of, 'edit', `Last edit to ${path} undone successfully.`),
        ],
        [
          acted('edit', { path, content: 'draft', start: 1, end: -1 }),
          (of) => observed(of, 'edit', '[Existing file is edited with 1 changes.]'),
        ],
        [acted('write', { path, content: 'whole', start: 0, end: -1 }), (of) => observed(of, 'write', '')],
        [acted('write', { path, content: 'part', start: 2, end: 4 }), (of) => observed(of, 'write', '')],
      ),
    );
    assert.deepEqual(
      found.map(({ kind, state, edits }) => [kind, state, edits.map(({ kind: edit }) => edit)]),
      [
        ['write', 'ok', ['write']],
        ['edit', 'ok', ['replace']],
        ['edit', 'failed', ['replace']],
        ['edit', 'ok', ['insert']],
        ['edit', 'ok', ['unknown']],
        ['edit', 'ok', ['unknown']],
        ['write', 'ok', ['write']],
        ['write', 'ok', ['replace-lines']],
      ],
    );
    assert.deepEqual(
      found[1]!.shown.map((each) => each.class),
      ['echo'],
    );
    assert.deepEqual(found[7]!.edits, [{ kind: 'replace-lines', path, startLine: 3, endLine: 4, text: 'part' }]);
  });

  it('counts tokens once: by answer, or by what a running total gained', async () => {
    const both = [
      acted('run', { command: 'ls' }, response('r1', 100, 10)),
      acted('read', { path: '/a' }, response('r1', 100, 10)),
      acted('run', { command: 'ls' }, response('r2', 150, 20)),
    ];
    const [turn] = await turnsOf([asked('x'), ...both]);
    assert.deepEqual([turn!.usage!.input, turn!.usage!.output], [250, 30]);
    assert.deepEqual(
      turn!.messages.map(({ id, actions }) => [id, actions.length]),
      [
        ['r1', 2],
        ['r2', 1],
      ],
    );
    const total = (prompt_tokens: number, completion_tokens: number): Event => ({
      llm_metrics: { accumulated_token_usage: { prompt_tokens, completion_tokens, cache_read_tokens: 0 } },
    });
    const [running] = await turnsOf([
      asked('x'),
      acted('run', { command: 'ls' }, total(100, 10)),
      acted('run', { command: 'ls' }, total(250, 30)),
    ]);
    assert.deepEqual(
      running!.messages.map(({ usage }) => [usage!.input, usage!.output]),
      [
        [100, 10],
        [150, 20],
      ],
    );
  });

  it('counts an event that comes twice, and takes an empty message for no prompt', async () => {
    const call = acted('run', { command: 'ls', cwd: '/workspace/y' });
    const { turns, problems } = await readMemory(output([asked('x'), call, call, asked(' ')]), 'output.jsonl');
    assert.deepEqual(problems, { 'duplicate-record': 1 });
    assert.deepEqual(
      turns.map(({ prompt, actions }) => [prompt, actions.map(({ command }) => command!.workdir)]),
      [['x', ['/workspace/y']]],
    );
  });

  it('takes what the user refused for denied, and leaves out what the user ran', async () => {
    const refused = acted('run', { command: 'rm -r x', confirmation_state: 'rejected' });
    const own = event({ source: 'user', action: 'run', args: { command: 'ls' } });
    const found = await actionsOf([refused, observed(refused, 'user_rejected', 'no'), own, ran(own, 'a.py', 0)]);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['denied'],
    );
  });

  it('marks the actions of a sub-agent, whose task is no prompt', async () => {
    const delegate = acted('delegate', { agent: 'BrowsingAgent', inputs: {} });
    const turns = await turnsOf([
      asked('Mend it.'),
      delegate,
      asked('TASK: look'),
      acted('read', { path: '/a' }),
      acted('finish', {}),
      observed(delegate, 'delegate', 'done'),
      acted('finish', {}),
    ]);
    assert.deepEqual(
      turns.map(({ prompt, outcome, actions }) => [prompt, outcome, actions.map(({ tool, by }) => [tool, by])]),
      [
        [
          'Mend it.',
          'finished',
          [
            ['delegate', null],
            ['read', 'delegate-0'],
            ['finish', 'delegate-0'],
            ['finish', null],
          ],
        ],
      ],
    );
  });

  it('ends by the agent’s state, and does not take the evaluation’s reminder for a prompt', async () => {
    const stateOf = (agent_state: string): Event =>
      event({ source: 'environment', observation: 'agent_state_changed', content: '', extras: { agent_state } });
    const reminder = asked('Please continue working on the task on whatever approach you think is suitable.\nIf you…');
    const turns = await turnsOf([
      asked('x'),
      acted('think', { thought: 'so' }),
      reminder,
      stateOf('running'),
      stateOf('error'),
    ]);
    assert.deepEqual(
      turns.map(({ prompt, outcome }) => [prompt, outcome]),
      [['x', 'error']],
    );
  });

  it('cuts long outputs as the model’s copy was cut', async () => {
    const [found] = await actionsOf(
      calls([acted('run', { command: 'cat a' }), (of) => ran(of, 'a'.repeat(50) + 'b'.repeat(50), 0)]),
      { metadata: { llm_config: { model: 'm', max_message_chars: 10 } } },
    );
    assert.equal(found!.output, 'aaaaa\n[... Observation truncated due to length ...]\nbbbbb');
    assert.equal(found!.outputCut, true);
  });

  it('reads the list of events that the server gives for download', async () => {
    const call = acted('run', { command: 'ls' });
    const { format, turns } = await readMemory(
      JSON.stringify([asked('x'), call, ran(call, 'a.py', 0)]),
      'trajectory.json',
    );
    assert.equal(format, 'openhands-trajectory');
    assert.deepEqual([turns[0]!.prompt, turns[0]!.actions[0]!.output], ['x', 'a.py']);
  });

  it('counts damage and goes on', async () => {
    const call = acted('read', { path: 5 });
    const { turns, problems } = await readMemory(
      output([
        3,
        {},
        acted('juggle', {}),
        call,
        { ...observed(call, 'read', 'x'), content: { a: 1 } },
        event({ observation: 'run', cause: 99, content: 'x', extras: null }),
        { ...acted('run', {}), args: 'x', timestamp: 'never' },
      ]) + '{"instance_id": 7, "history": "none"}\n{"instance_id": "x", "hist',
      'output.jsonl',
    );
    assert.deepEqual(problems, { 'malformed-record': 3, 'unknown-record': 1, 'orphan-result': 1, 'cut-end': 1 });
    assert.equal(turns[0]!.actions.length, 3);
  });

  it('reads V0 folders with numbered files in the order of their numbers', async () => {
    const files: MemoryFiles = { 's1/metadata.json': '{}' };
    for (let id = 0; id < 12; id++) {
      files[`s1/events/${id}.json`] = JSON.stringify(
        id === 0
          ? { id, source: 'user', action: 'message', args: { content: 'x' } }
          : { id, source: 'agent', action: 'run', args: { command: `echo ${id}` } },
      );
    }
    const { turns, problems } = await readMemory(files, 's1');
    assert.deepEqual(problems, {});
    assert.deepEqual(
      turns[0]!.actions.map(({ id }) => id),
      ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'],
    );
  });
});
