import assert from 'node:assert/strict';
import type { Action } from '../../../src/engine/turns/session.ts';
import {
  type Row,
  meta,
  item,
  event,
  started,
  user,
  call,
  custom,
  output,
  completed,
  read,
  turnOf,
  actionOf,
  HEAD,
  exec,
  PATCH,
  PATCHED,
} from './codexRecords.ts';

describe('Codex: commands', () => {
  const COMMANDS: [string, Row, Partial<Action['command'] & object>][] = [
    [
      'shell in a shell',
      call('c', 'shell', { command: ['bash', '-lc', 'ls -la'], workdir: '/w/x' }),
      { text: 'ls -la', workdir: '/w/x', argv: null, shell: 'posix' },
    ],
    ['zsh by its path', call('c', 'shell', { command: ['/bin/zsh', '-c', 'ls'] }), { text: 'ls', argv: null }],
    [
      'arguments',
      call('c', 'shell', { command: ['git', 'log', '-1 x'] }),
      { text: "git log '-1 x'", argv: ['git', 'log', '-1 x'] },
    ],
    [
      'PowerShell',
      call('c', 'shell', { command: ['powershell.exe', '-NoProfile', '-Command', 'gc a'] }),
      { text: 'gc a', shell: 'powershell' },
    ],
    ['shell_command', call('c', 'shell_command', { command: 'ls', workdir: '/w/y' }), { text: 'ls', workdir: '/w/y' }],
    [
      'exec_command',
      call('c', 'exec_command', { cmd: 'ls' }),
      { text: 'ls', workdir: null, keepsFolder: false, terminal: null },
    ],
    ['exec_command with a shell', call('c', 'exec_command', { cmd: 'gc a', shell: 'pwsh' }), { shell: 'powershell' }],
    ['custom call', custom('c', 'shell', '{"command":["ls"]}'), { text: 'ls', argv: ['ls'] }],
  ];
  for (const [name, row, expected] of COMMANDS) {
    it(`takes the command: ${name}`, async () => {
      const action = await actionOf(row);
      assert.deepEqual([action.kind, action.state, action.cwd], ['run', 'no-result', '/w']);
      assert.deepEqual({ ...action.command, ...expected }, action.command);
    });
  }

  it('takes the shell from the environment', async () => {
    const { turns } = await read(
      meta(),
      user('<environment_context>\n  <shell>powershell</shell>\n</environment_context>'),
      started('t1'),
      exec('c', 'gc a'),
    );
    assert.equal(turns[0]!.actions[0]!.command?.shell, 'powershell');
  });

  const LONG = 'x'.repeat(400);
  const OUTPUTS: [string, unknown, Partial<Action>][] = [
    [
      'JSON',
      '{"output":"a\\n","metadata":{"exit_code":2,"duration_seconds":0.1}}',
      { output: 'a\n', exitCode: 2, state: 'failed' },
    ],
    ['JSON that is a file', '{"output": 1}', { output: '{"output": 1}', exitCode: null, state: 'ok' }],
    [
      'head',
      `${HEAD}Process exited with code 0\nOriginal token count: 1\nOutput:\na\n`,
      { output: 'a\n', exitCode: 0, state: 'ok', outputCut: false },
    ],
    [
      'old head',
      'Exit code: 1\nWall time: 0 seconds\nTotal output lines: 9\nOutput:\na\n…5 tokens truncated…b',
      { output: 'a\n…5 tokens truncated…b', exitCode: 1, state: 'failed', outputCut: true },
    ],
    [
      'head in a head',
      'Wall time: 0.0 seconds\nOutput:\nExit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n',
      { output: 'Success.\n', exitCode: 0, state: 'ok' },
    ],
    [
      'lines after the head',
      `${HEAD}Process exited with code 0\nOutput:\nTotal output lines: 460\n\na\n`,
      { output: 'a\n', outputCut: true },
    ],
    [
      'more tokens than shown',
      `${HEAD}Process exited with code 0\nOriginal token count: 500\nOutput:\n${LONG}`,
      { output: LONG, outputCut: true },
    ],
    [
      'as many as shown',
      `${HEAD}Process exited with code 0\nOriginal token count: 100\nOutput:\n${LONG}`,
      { outputCut: false },
    ],
    ['omitted lines', 'a\n[... omitted 5 of 9 lines ...]\nb', { outputCut: true }],
    [
      'text that looks like a head',
      'Wall time: 1\nnothing\nOutput:\na',
      { output: 'Wall time: 1\nnothing\nOutput:\na' },
    ],
    ['running', `${HEAD}Process running with session ID 7\nOutput:\na`, { output: 'a', exitCode: null, state: 'ok' }],
    [
      'parts',
      [{ type: 'input_text', text: 'a' }, { type: 'input_image' }, { type: 'input_text', text: 'b' }],
      { output: 'a\nb' },
    ],
    ['one part', { type: 'input_text', text: 'a' }, { output: 'a', state: 'ok' }],
    ['object', { content: 'no', success: false }, { output: 'no', state: 'failed' }],
    ['nothing', null, { output: null, state: 'ok' }],
    ['refused', 'exec command rejected by user', { state: 'denied' }],
    ['aborted', 'aborted by user after 1.5s', { state: 'interrupted' }],
    ['not run', 'failed to parse function arguments: x', { state: 'failed' }],
  ];
  for (const [name, result, expected] of OUTPUTS) {
    it(`reads a result: ${name}`, async () => {
      const action = await actionOf(exec('c', 'ls'), output('c', result));
      assert.deepEqual({ ...action, ...expected }, action);
    });
  }

  it('joins what was polled to the command that printed it', async () => {
    const poll = (id: string, process: number, chars = ''): Row =>
      call(id, 'write_stdin', { session_id: process, chars });
    const { turn, problems } = await turnOf(
      exec('c1', 'long'),
      output('c1', `${HEAD}Process running with session ID 7\nOriginal token count: 0\nOutput:\na\n`),
      exec('c2', 'other'),
      output('c2', `${HEAD}Process running with session ID 8\nOutput:\n`),
      poll('p1', 7, '\u0003'),
      output('p1', 'write_stdin failed: stdin is closed'),
      poll('p2', 7),
      output('p2', `${HEAD}Process running with session ID 7\nOutput:\nb\n`),
      poll('p3', 7),
      output('p3', `${HEAD}Process exited with code 3\nOutput:\nTotal output lines: 9\n\nc\n`),
      poll('p4', 7),
      output('p4', `${HEAD}Process exited with code 0\nOutput:\nstray\n`),
      event({
        type: 'exec_command_end',
        call_id: 'c2',
        exit_code: 0,
        status: 'completed',
        aggregated_output: 'unseen',
      }),
    );
    const seen = ({ id, output, exitCode, state, outputCut }: Action): unknown[] => [
      id,
      output,
      exitCode,
      state,
      outputCut,
    ];
    assert.deepEqual(turn.actions.filter(({ kind }) => kind === 'run').map(seen), [
      ['c1', 'a\nb\nc\n', 3, 'failed', true],
      ['c2', '', 0, 'ok', false],
    ]);
    assert.deepEqual(
      turn.actions.filter(({ tool }) => tool === 'write_stdin').map(({ kind, state, output }) => [kind, state, output]),
      [
        ['other', 'failed', 'write_stdin failed: stdin is closed'],
        ['other', 'ok', 'b\n'],
        ['other', 'failed', 'c\n'],
        ['other', 'ok', 'stray\n'],
      ],
    );
    assert.deepEqual(problems, {});
  });

  it('joins what was polled in the turn after, and no later', async () => {
    const next = (turn: string): Row[] => [started(turn), user(turn)];
    const polled = (id: string): Row[] => [
      call(id, 'write_stdin', { session_id: 7, chars: '' }),
      output(id, `${HEAD}Process running with session ID 7\nOutput:\n${id}\n`),
    ];
    const { turns, problems } = await read(
      meta(),
      ...next('t1'),
      exec('c1', 'long'),
      output('c1', `${HEAD}Process running with session ID 7\nOutput:\na\n`),
      ...next('t2'),
      ...polled('p1'),
      ...next('t3'),
      ...polled('p2'),
    );
    assert.equal(turns[0]!.actions[0]!.output, 'a\np1\n');
    assert.deepEqual(problems, {});
  });

  it('does not tell the output twice that the screen showed', async () => {
    const done = {
      type: 'CommandExecution',
      id: 'c1',
      command: ['/bin/bash', '-lc', 'ls'],
      aggregated_output: 'screen',
    };
    const action = await actionOf(
      exec('c1', 'ls'),
      completed({ ...done, exit_code: 1, status: 'failed' }),
      output('c1', 'model'),
      event({ type: 'exec_command_end', call_id: 'c1', exit_code: 1, status: 'failed', aggregated_output: 'screen' }),
    );
    assert.deepEqual([action.output, action.exitCode, action.state], ['model', 1, 'failed']);
  });

  it('leaves out what the user ran', async () => {
    const { turn } = await turnOf(
      completed({ type: 'CommandExecution', id: 'u', source: 'user_shell', command: ['ls'], exit_code: 0 }),
    );
    assert.deepEqual(turn.actions, []);
  });
});

describe('Codex: scripts', () => {
  const script = (text: string): Row => custom('s', 'exec', text);
  const ran = (id: string, cmd: string, printed: string): Row =>
    completed({
      type: 'CommandExecution',
      id,
      command: ['/bin/bash', '-lc', cmd],
      cwd: 'file:///w/a%20b',
      aggregated_output: printed,
      exit_code: 0,
      status: 'completed',
    });
  const result = (...texts: string[]): Row =>
    item({
      type: 'custom_tool_call_output',
      call_id: 's',
      output: texts.map((text) => ({ type: 'input_text', text })),
    });

  it('is the command when it has one', async () => {
    const action = await actionOf(
      script(
        'const r = await tools.exec_command({ cmd: "sed -n \'1,5p\' a.py", workdir: `/w/x`, yield_time_ms: 5 });\ntext(r);',
      ),
      ran('e1', "sed -n '1,5p' a.py", 'one\n'),
      result('Script completed', 'one\n'),
    );
    assert.deepEqual(
      [action.kind, action.command?.text, action.command?.workdir, action.output, action.exitCode],
      ['run', "sed -n '1,5p' a.py", '/w/x', 'Script completed\none\n', 0],
    );
  });

  it('has an action for each of several commands, with what it gave back of each', async () => {
    const { turn, problems } = await turnOf(
      script(
        "await Promise.all([tools.exec_command({cmd: 'cat a'}), tools.exec_command({'cmd': 'cat b\\n'})]); tools.exec_command({cmd: x})",
      ),
      ran('e1', 'cat a', 'text of a\n'),
      ran('e3', 'cat x', 'text of x\n'),
      result('text of a', 'done'),
    );
    assert.deepEqual(
      turn.actions.map(({ id, kind, command, output, exitCode }) => [
        id,
        kind,
        command?.text ?? null,
        output,
        exitCode,
      ]),
      [
        ['s', 'other', null, 'text of a\ndone', null],
        ['s/1', 'run', 'cat a', 'text of a\n', 0],
        ['s/2', 'run', 'cat b\n', null, null],
        ['e3', 'run', 'cat x', null, 0],
      ],
    );
    assert.equal(turn.actions[3]!.command?.workdir, '/w/a b');
    assert.deepEqual(problems, {});
  });

  it('is an edit when it holds a patch, until Codex tells what was done', async () => {
    const text = `tools.apply_patch(${JSON.stringify(PATCH)})`;
    assert.deepEqual((await actionOf(script(text))).edits, PATCHED);
    const { turn } = await turnOf(
      script(text),
      event({
        type: 'patch_apply_end',
        call_id: 'p',
        success: true,
        changes: { '/w/a.py': { type: 'update', unified_diff: '@@' } },
      }),
    );
    assert.deepEqual(
      turn.actions.map(({ id, edits }) => [id, edits]),
      [
        ['s', []],
        ['p', [{ kind: 'diff', path: '/w/a.py', diff: '@@' }]],
      ],
    );
  });
});
