import assert from 'node:assert/strict';
import { shellWords } from '../../../src/engine/turns/sources/shellWords.ts';
import type { Action } from '../../../src/engine/turns/session.ts';
import { readMemory } from './readMemory.ts';

type Step = Record<string, unknown>;

const HISTORY = [
  { role: 'system', message_type: 'system_prompt', content: 'You edit files.', agent: 'main' },
  { role: 'user', message_type: 'demonstration', content: 'Here is a demonstration.', is_demo: true, agent: 'main' },
  { role: 'assistant', content: 'demo', action: 'open demo.py', is_demo: true, agent: 'main' },
  { role: 'user', message_type: 'observation', content: 'Mend the clock.', agent: 'main' },
];

/** A step of 1.x: the state is an object, taken after the action. */
function after(action: string, observation: string, open: string | null = null, cwd = '/repo'): Step {
  return { action, observation, thought: 'so', response: 'so', state: { open_file: open ?? 'n/a', working_dir: cwd } };
}

/** A step of 0.x: the state is a string, taken before the action. */
function before(action: string, observation: string, open = 'n/a', cwd = '/repo'): Step {
  const state = `${JSON.stringify({ open_file: open, working_dir: cwd })}\n`;
  return { action, observation, thought: 'so', response: 'so', state };
}

function log(steps: Step[], info: Record<string, unknown> = {}, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ environment: 'main', trajectory: steps, history: HISTORY, info, ...more });
}

async function actions(steps: Step[]): Promise<Action[]> {
  const { turns, problems } = await readMemory(log(steps), 'clock.traj');
  assert.deepEqual(problems, {});
  return turns[0]!.actions;
}

function window(path: string, total: number, from: number, lines: string[], mark = ':'): string {
  const printed = lines.map((line, index) => `${from + index}${mark}${line}`);
  const above = from > 1 ? [`(${from - 1} more lines above)`] : [];
  return [`[File: ${path} (${total} lines total)]`, ...above, ...printed, '(9 more lines below)'].join('\n');
}

const UPDATED = '\nFile updated. Please review the changes and make sure they are correct.';
const REFUSED = 'Your proposed edit has introduced new syntax error(s). Please read this.\n';

describe('logs of SWE-agent', () => {
  it('reads a run as one turn with the task of its history, without demonstrations', async () => {
    const { format, sessions, turns, problems } = await readMemory(
      log(
        [after('ls -F', 'a.py\n'), after('submit', 'diff')],
        {
          exit_status: 'submitted',
          swe_agent_version: '1.1.0',
          model_stats: { tokens_sent: 1000, tokens_received: 50 },
        },
        { replay_config: JSON.stringify({ agent: { model: { name: 'clockwork-1' } } }) },
      ),
      'clock.traj',
    );
    assert.equal(format, 'swe-agent');
    assert.deepEqual(problems, {});
    assert.deepEqual(sessions, [
      { id: 'clock', agent: 'swe-agent', agentVersion: '1.1.0', parentId: null, folders: ['/repo'] },
    ]);
    const [turn] = turns;
    assert.deepEqual([turns.length, turn!.prompt, turn!.outcome], [1, 'Mend the clock.', 'finished']);
    assert.deepEqual(turn!.usage, { input: 1000, output: 50, cached: null, reasoning: null });
    assert.deepEqual(turn!.models, ['clockwork-1']);
    assert.deepEqual(
      turn!.messages.map(({ actions, text }) => [actions, text]),
      [
        [['s1'], 'so'],
        [['s2'], 'so'],
      ],
    );
    assert.deepEqual(
      turn!.actions.map(({ kind, state, tool }) => [kind, state, tool]),
      [
        ['run', 'ok', 'bash'],
        ['other', 'ok', 'submit'],
      ],
    );
    assert.equal(turn!.actions[0]!.command!.keepsFolder, true);
  });

  it('takes the state of 0.x for before the action, that of 1.x for after it', async () => {
    const old = await actions([before('cd src', '', 'n/a', '/repo'), before('ls', '', 'n/a', '/repo/src')]);
    assert.deepEqual(
      old.map(({ cwd }) => cwd),
      ['/repo', '/repo/src'],
    );
    const recent = await actions([after('cd src', '', null, '/repo/src'), after('ls', '', null, '/repo/src')]);
    assert.deepEqual(
      recent.map(({ cwd }) => cwd),
      [null, '/repo/src'],
    );
  });

  for (const action of ['open a.py 12', 'goto 12', 'scroll_down', 'scroll_up'])
    it(`reads the window of ${action}`, async () => {
      const [read] = await actions([
        after(action, window('a.py', 90, 12, ['x = 1', '', '    y']).replaceAll('\n', '\r\n')),
      ]);
      assert.equal(read!.kind, 'read');
      assert.deepEqual(read!.shown, [
        {
          path: 'a.py',
          class: 'read',
          ranges: [{ startLine: 12, endLine: 14 }],
          how: 'printed',
          lines: ['x = 1', '', '    y'],
        },
      ]);
    });

  it('has read nothing where no window was printed', async () => {
    const [read] = await actions([after('open nothing.py', 'File nothing.py not found')]);
    assert.deepEqual([read!.state, read!.shown], ['failed', []]);
  });

  it('reads a window that was opened among other commands', async () => {
    const [run] = await actions([after('cd src && open a.py', window('a.py', 2, 1, ['a', 'b']))]);
    assert.deepEqual([run!.kind, run!.shown[0]!.class, run!.shown[0]!.ranges.length], ['run', 'read', 1]);
  });

  it('edits lines of the open file, and changes nothing where the edit was refused', async () => {
    const edit = 'edit 3:4\n    a\n    b\nend_of_edit\n';
    const echo = window('/repo/a.py', 9, 1, ['a']);
    const [done, refused] = await actions([
      before(edit, echo + UPDATED, '/repo/a.py'),
      before(edit, `${REFUSED}${echo}\n${echo}`, '/repo/a.py'),
    ]);
    assert.deepEqual(done!.edits, [
      { kind: 'replace-lines', path: '/repo/a.py', startLine: 3, endLine: 4, text: '    a\n    b' },
    ]);
    assert.deepEqual([done!.state, done!.shown.map((each) => each.class)], ['ok', ['echo']]);
    assert.deepEqual([refused!.state, refused!.shown.map((each) => each.class)], ['failed', ['echo', 'echo']]);
  });

  it('knows the edits of 1.x', async () => {
    const text = window('a.py', 5, 1, ['a']);
    const [create, search, all, insertAt, insertEnd, without] = await actions([
      after('create a.py', '[File: a.py (1 lines total)]\r\n1:', '/repo/a.py'),
      after(`edit 'say('"'"'a'"'"')' "b\nc"`, `Text replaced. Please review.\n${text}`, '/repo/a.py'),
      after(`edit 'a' 'b' 'True'`, `Text replaced. Please review.\n${text}`, '/repo/a.py'),
      after(`insert 'x' 4`, text, '/repo/a.py'),
      after(`insert 'y'`, text, '/repo/a.py'),
      after(`edit 'q' 'r'`, 'Your edit was not applied (file not modified): Text not found.', '/repo/a.py'),
    ]);
    assert.deepEqual([create!.kind, create!.edits], ['write', [{ kind: 'write', path: 'a.py', content: '\n' }]]);
    assert.deepEqual(search!.edits, [
      { kind: 'replace', path: '/repo/a.py', old: "say('a')", new: 'b\nc', all: false },
    ]);
    assert.deepEqual(all!.edits, [{ kind: 'replace', path: '/repo/a.py', old: 'a', new: 'b', all: true }]);
    assert.deepEqual(insertAt!.edits, [{ kind: 'insert', path: '/repo/a.py', afterLine: 4, text: 'x' }]);
    assert.deepEqual(insertEnd!.edits, [{ kind: 'insert', path: '/repo/a.py', afterLine: 5, text: 'y' }]);
    assert.equal(without!.state, 'failed');
  });

  it('reads str_replace_editor: views, cut views, folders and edits', async () => {
    const view = (lines: string): string => `Here's the result of running \`cat -n\` on /repo/a.py:\n${lines}`;
    const [whole, part, cut, folder, create, replace, missed, insert, undo] = await actions([
      after('str_replace_editor view /repo/a.py', view('     1\ta\n     2\t\n     3\t\n')),
      after('str_replace_editor view /repo/a.py --view_range 7 8', view('     7\tx\n     8\t\n')),
      after(
        'str_replace_editor view /repo/a.py',
        view('     1\ta\n... eliding lines 2-3 ...\n     4\tb\n     5\thal<response clipped><NOTE>x</NOTE>'),
      ),
      after(
        'str_replace_editor view /repo',
        "Here's the files and directories up to 2 levels deep in /repo:\n/repo\n/repo/a.py\n/repo/src/\n",
      ),
      after("str_replace_editor create /repo/b.py --file_text 'x = 1\n'", 'File created successfully at: /repo/b.py'),
      after(
        "str_replace_editor str_replace /repo/b.py --old_str 'x' --new_str='y'",
        'The file /repo/b.py has been edited.',
      ),
      after(
        "str_replace_editor str_replace /repo/b.py --old_str 'q' --new_str 'y'",
        'No replacement was performed, old_str `q` did not appear verbatim in /repo/b.py.',
      ),
      after(
        "str_replace_editor insert /repo/b.py --insert_line 0 --new_str 'z'",
        'The file /repo/b.py has been edited.',
      ),
      after('str_replace_editor undo_edit /repo/b.py', 'Last edit to /repo/b.py undone successfully.'),
    ]);
    const ranges = (action: Action | undefined): string[] =>
      action!.shown.flatMap((each) => each.ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`));
    assert.deepEqual([ranges(whole), whole!.shown[0]!.lines], [['1-2'], ['a', '']]);
    assert.deepEqual([ranges(part), part!.outputCut], [['7-8'], false]);
    assert.deepEqual([ranges(cut), cut!.outputCut], [['1-1', '4-4'], true]);
    assert.deepEqual(
      folder!.shown.map(({ path, class: exposure }) => [path, exposure]),
      [['/repo/a.py', 'listing']],
    );
    assert.deepEqual(create!.edits, [{ kind: 'write', path: '/repo/b.py', content: 'x = 1\n' }]);
    assert.deepEqual(replace!.edits, [{ kind: 'replace', path: '/repo/b.py', old: 'x', new: 'y', all: false }]);
    assert.deepEqual([missed!.state, missed!.kind], ['failed', 'edit']);
    assert.deepEqual(insert!.edits, [{ kind: 'insert', path: '/repo/b.py', afterLine: 0, text: 'z' }]);
    assert.deepEqual([undo!.state, undo!.edits], ['ok', [{ kind: 'unknown', path: '/repo/b.py' }]]);
  });

  it('keeps searches and listings apart from reads', async () => {
    const [dir, file, find] = await actions([
      after(
        'search_dir "def wind" src',
        'Found 3 matches for "def wind" in /repo/src:\n/repo/src/a.py (2 matches)\n/repo/src/b.py (1 matches)\nEnd of matches for "def wind" in /repo/src',
      ),
      after(
        'search_file "wind"',
        'Found 2 matches for "wind" in /repo/a.py:\nLine 3:def wind():\nLine 9:wind()\nEnd of matches for "wind" in /repo/a.py',
      ),
      after('find_file a.py', 'Found 1 matches for "a.py" in /repo:\n/repo/src/a.py'),
    ]);
    assert.deepEqual(
      [dir, file, find].map((action) => [
        action!.kind,
        action!.shown.map(({ path, class: exposure, ranges }) => [
          path,
          exposure,
          ranges.map(({ startLine }) => startLine),
        ]),
      ]),
      [
        [
          'search',
          [
            ['/repo/src/a.py', 'search', []],
            ['/repo/src/b.py', 'search', []],
          ],
        ],
        ['search', [['/repo/a.py', 'search', [3, 9]]]],
        ['list', [['/repo/src/a.py', 'listing', []]]],
      ],
    );
  });

  it('does not take for run what the checks refused', async () => {
    const found = await actions([
      after("echo 'x", 'Your bash command contained syntax errors and was NOT executed. Please fix'),
      after('vim a.py', "Interactive operation 'vim a.py' is not supported by this environment."),
      after('sleep 99', "The command 'sleep 99' was cancelled because it took more than 30 seconds."),
    ]);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['denied', 'denied', 'interrupted'],
    );
  });

  it('cuts an observation of 1.x where the model’s copy was cut', async () => {
    const [run] = await actions([after('cat a.py', 'x'.repeat(100_001))]);
    assert.deepEqual([run!.output!.length, run!.outputCut], [100_000, true]);
  });

  it('reads a history alone, with the state that the templates print', async () => {
    const call = (id: string, name: string, args: unknown): Record<string, unknown> => ({
      role: 'assistant',
      agent: 'main',
      content: 'so',
      message_type: 'action',
      tool_calls: [{ id, function: { name, arguments: JSON.stringify(args) } }],
    });
    const answer = (id: string, content: string, open: string): Record<string, unknown> => ({
      role: 'tool',
      agent: 'main',
      tool_call_ids: [id],
      content: `${content}\n(Open file: ${open})\n(Current directory: /repo)\nbash-$`,
    });
    const { turns, problems } = await readMemory(
      JSON.stringify({
        history: [
          ...HISTORY,
          { ...call('c1', 'open', {}), action: 'open "a.py"' },
          answer('c1', window('a.py', 4, 1, ['a', 'b']), '/repo/a.py'),
          call('c2', 'bash', { command: 'python a.py' }),
          answer('c2', '8.2', '/repo/a.py'),
          call('c3', 'str_replace_editor', { command: 'view', path: '/repo/a.py', view_range: [1, 2] }),
          answer('c3', "Here's the result of running `cat -n` on /repo/a.py:\n     1\ta\n", '/repo/a.py'),
          call('c4', 'submit', {}),
        ],
      }),
    );
    assert.deepEqual(problems, {});
    const [turn] = turns;
    assert.deepEqual([turn!.prompt, turn!.outcome], ['Mend the clock.', 'finished']);
    assert.deepEqual(
      turn!.actions.map(({ id, kind, state, output, cwd }) => [id, kind, state, output?.slice(0, 10), cwd]),
      [
        ['c1', 'read', 'ok', '[File: a.p', null],
        ['c2', 'run', 'ok', '8.2', '/repo'],
        ['c3', 'read', 'ok', "Here's the", '/repo'],
        ['c4', 'other', 'no-result', undefined, '/repo'],
      ],
    );
  });

  for (const [status, outcome] of [
    ['submitted (exit_cost)', 'interrupted'],
    ['exit_format', 'error'],
    [null, 'cut'],
  ] as const)
    it(`ends ${outcome} with the status ${status}`, async () => {
      const { turns } = await readMemory(log([after('ls', '')], { exit_status: status }));
      assert.equal(turns[0]!.outcome, outcome);
    });

  it('counts damage and goes on', async () => {
    const { turns, problems } = await readMemory(
      log([
        null as unknown as Step,
        { action: 5, observation: [], state: '{broken' },
        { action: 'ls', observation: null, state: { open_file: 3, working_dir: {} } },
        after(`edit 'a`, ''),
        after('edit 1:2\nx', '', '/repo/a.py'),
      ]),
    );
    assert.deepEqual(problems, { 'malformed-record': 2 });
    assert.deepEqual(
      turns[0]!.actions.map(({ kind, state }) => [kind, state]),
      [
        ['run', 'no-result'],
        ['edit', 'failed'],
        ['edit', 'failed'],
      ],
    );
  });
});

describe('words of a command line', () => {
  for (const [text, words] of [
    [`edit 'a b' "c\\"d\\n" e\\ f`, ['edit', 'a b', 'c"d\\n', 'e f']],
    [`x '' "" y`, ['x', '', '', 'y']],
    [`'a'"'"'b'`, [`a'b`]],
    [`open 'x`, null],
    [`open "x`, null],
    ['', []],
  ] as const)
    it(JSON.stringify(text), () => assert.deepEqual(shellWords(text), words));
});
