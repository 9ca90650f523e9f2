import assert from 'node:assert/strict';
import { actionOf, onlyTurn, read, Rows, type Row } from './claudeRows.ts';

describe('what Claude Code did', () => {
  describe('commands', () => {
    it('keep the folder of the row and the code of the failure', async () => {
      const turn = await onlyTurn(
        new Rows()
          .prompt('go')
          .call('t1', 'Bash', { command: 'cd a && ls' })
          .result('t1', 'x', { stdout: 'x', stderr: '', interrupted: false })
          .call('t2', 'Bash', { command: 'make' }, { cwd: '/w/a' })
          .result('t2', 'Exit code 2\nno rule', 'Error: Exit code 2\nno rule', { is_error: true })
          .call('t3', 'PowerShell', { command: 'gc a.py' })
          .result('t3', 'x', { stdout: 'x', interrupted: true })
          .call('t4', 'Bash', { command: 'grep x a' })
          .result('t4', '', { stdout: '', interrupted: false, returnCodeInterpretation: 'No matches found' })
          .call('t5', 'Bash', { command: 'cat big' })
          .result('t5', '<persisted-output>\nOutput too large', { stdout: '…', persistedOutputPath: '/t' }),
      );
      assert.deepEqual(
        turn.actions.map(({ kind, cwd, state, exitCode, output, outputCut }) => [
          kind,
          cwd,
          state,
          exitCode,
          output,
          outputCut,
        ]),
        [
          ['run', '/w', 'ok', 0, 'x', false],
          ['run', '/w/a', 'failed', 2, 'Exit code 2\nno rule', false],
          ['run', '/w', 'interrupted', null, 'x', false],
          ['run', '/w', 'ok', null, '', false],
          ['run', '/w', 'ok', 0, '<persisted-output>\nOutput too large', true],
        ],
      );
      assert.deepEqual(turn.actions[0]!.command, {
        text: 'cd a && ls',
        shell: 'posix',
        argv: null,
        workdir: null,
        keepsFolder: true,
        terminal: 'main',
      });
      assert.equal(turn.actions[2]!.command!.shell, 'powershell');
    });

    it('that run in the background get their output and their code later, also in the next turn', async () => {
      const { turns, problems } = await read(
        new Rows()
          .prompt('go')
          .call('t1', 'Bash', { command: 'serve', run_in_background: true })
          .result('t1', 'Command running in background with ID: b1. Output is being written to: /t', {
            backgroundTaskId: 'b1',
          })
          .call('t2', 'Bash', { command: 'watch', run_in_background: true })
          .result('t2', 'Command running in background with ID: b2')
          .call('t3', 'BashOutput', { bash_id: 'b2' })
          .result('t3', '<status>running</status>\n\n<stdout>\none\n</stdout>\n\n<timestamp>t</timestamp>')
          .prompt('and now')
          .call('t4', 'BashOutput', { bash_id: 'b2' })
          .result('t4', '<status>failed</status>\n<exit_code>3</exit_code>\n<stdout>two</stdout>')
          .call('t5', 'TaskOutput', { task_id: 'b1' })
          .result('t5', '<status>completed</status>\n<exit_code>0</exit_code>\n<output>\nup <output>\n</output>')
          .prompt('last')
          .call('t6', 'TaskOutput', { task_id: 'b1' })
          .result('t6', '<output>late</output>'),
      );
      assert.deepEqual(turns[0]!.actions.map(({ state, exitCode, output }) => [state, exitCode, output]).slice(0, 2), [
        ['ok', 0, 'up <output>'],
        ['failed', 3, 'one\ntwo'],
      ]);
      assert.equal(turns[1]!.actions[0]!.output?.includes('two'), true);
      assert.deepEqual(problems, {});
    });

    const refused: [string, Row][] = [
      ["The user doesn't want to proceed with this tool use. The tool use was rejected", { is_error: true }],
      ['no', { is_error: true, toolDenialKind: 'user-rejected' }],
      ['Permission to use Bash with command rm -rf / has been denied.', { is_error: true }],
    ];
    for (const [text, more] of refused) {
      it(`are denied: ${text}`, async () => {
        assert.equal((await actionOf('Bash', { command: 'rm' }, text, undefined, more)).state, 'denied');
      });
    }

    it('stopped by the user are interrupted', async () => {
      const action = await actionOf('Bash', { command: 'x' }, '[Request interrupted by user for tool use]', undefined, {
        is_error: true,
      });
      assert.equal(action.state, 'interrupted');
    });
  });

  describe('edits', () => {
    const path = '/w/a.py';
    const cases: [string, string, unknown, unknown, unknown][] = [
      [
        'a write',
        'Write',
        { file_path: path, content: 'asked' },
        { type: 'create', filePath: path, content: 'asked' },
        [{ kind: 'write', path, content: 'asked' }],
      ],
      [
        'a replacement as it was made',
        'Edit',
        { file_path: path, old_string: 'it’s', new_string: 'b', replace_all: true },
        {
          filePath: path,
          oldString: "it's",
          newString: 'b',
          replaceAll: true,
          userModified: false,
          structuredPatch: [],
        },
        [{ kind: 'replace', path, old: "it's", new: 'b', all: true }],
      ],
      [
        'a new file',
        'Edit',
        { file_path: path, old_string: '', new_string: 'b' },
        undefined,
        [{ kind: 'write', path, content: 'b' }],
      ],
      [
        'what the user made of it',
        'Edit',
        { file_path: path, old_string: 'a', new_string: 'b' },
        {
          filePath: path,
          oldString: 'a',
          newString: 'b',
          userModified: true,
          structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' x', '-a', '+c'] }],
        },
        [{ kind: 'diff', path, diff: '@@ -1,2 +1,2 @@\n x\n-a\n+c\n' }],
      ],
      [
        'several replacements',
        'MultiEdit',
        {
          file_path: path,
          edits: [{ old_string: 'a', new_string: 'b' }, { old_string: 'c', new_string: 'd', replace_all: true }, 5],
        },
        undefined,
        [
          { kind: 'replace', path, old: 'a', new: 'b', all: false },
          { kind: 'replace', path, old: 'c', new: 'd', all: true },
          { kind: 'unknown', path },
        ],
      ],
      [
        'a notebook',
        'NotebookEdit',
        { notebook_path: '/w/a.ipynb', new_source: 'x' },
        undefined,
        [{ kind: 'unknown', path: '/w/a.ipynb' }],
      ],
    ];
    for (const [what, tool, input, structured, edits] of cases) {
      it(`tell ${what}`, async () => {
        const action = await actionOf(tool, input, 'ok', structured);
        assert.deepEqual([action.edits, action.shown, action.state], [edits, [], 'ok']);
      });
    }
  });
});
