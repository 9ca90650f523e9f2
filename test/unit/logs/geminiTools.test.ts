import assert from 'node:assert/strict';
import { answer, tool, actionOf, type Row } from './geminiRecords.ts';

describe('Gemini CLI: tools', () => {
  const numbered = (from: number, count: number): string =>
    Array.from({ length: count }, (_, at) => `line ${from + at}\n`).join('');
  const NOTICE = (from: number, to: number): string =>
    `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${from}-${to} of 90 total lines.\nAction: …\n\n--- FILE CONTENT (truncated) ---\n`;
  const READS: [string, Row, string, [number, number][], string, number | null, boolean][] = [
    ['whole file', { file_path: 'a' }, numbered(1, 3), [[1, 3]], 'arguments', 3, false],
    ['old name', { absolute_path: 'a' }, 'x', [[1, 1]], 'arguments', 1, false],
    [
      'start_line from 1',
      { file_path: 'a', start_line: 5, end_line: 7 },
      numbered(5, 3),
      [[5, 7]],
      'arguments',
      3,
      false,
    ],
    ['offset from 0', { file_path: 'a', offset: 4, limit: 3 }, numbered(5, 3), [[5, 7]], 'arguments', 3, false],
    ['cut', { file_path: 'a', offset: 4 }, NOTICE(5, 7) + numbered(5, 3), [[5, 7]], 'structured', 3, true],
    ['empty', { file_path: 'a' }, '', [], 'arguments', 0, false],
    [
      'masked',
      { file_path: 'a', start_line: 5, end_line: 7 },
      '<tool_output_masked>',
      [[5, 7]],
      'arguments',
      null,
      true,
    ],
    ['masked, all', { file_path: 'a' }, '<tool_output_masked>', [], 'printed', null, true],
    ['binary', { file_path: 'a' }, 'Cannot display content of binary file: a', [], 'printed', null, false],
  ];
  for (const [name, args, output, ranges, how, count, cut] of READS) {
    it(`reads read_file: ${name}`, async () => {
      const action = await actionOf(tool('c', 'read_file', args, output));
      assert.deepEqual([action.kind, action.state, action.outputCut], ['read', 'ok', cut]);
      assert.deepEqual(
        action.shown.map((each) => [
          each.class,
          each.path,
          each.ranges.map(({ startLine, endLine }) => [startLine, endLine]),
          each.how,
          each.lines?.length ?? null,
        ]),
        [['read', 'a', ranges, how, count]],
      );
    });
  }

  it('takes nothing as read that failed or has no result', async () => {
    const states: [Row, string][] = [
      [{ status: 'error', result: answer({ error: 'File not found' }) }, 'failed'],
      [{ status: 'cancelled', result: answer({ error: 'cancelled' }) }, 'interrupted'],
      [{ status: 'executing' }, 'no-result'],
      [{}, 'no-result'],
      [{ result: answer({ error: 'x' }) }, 'failed'],
    ];
    for (const [more, state] of states) {
      const action = await actionOf(tool('c', 'read_file', { file_path: 'a' }, undefined, more));
      assert.deepEqual([action.state, action.shown], [state, []]);
    }
    const image = await actionOf(
      tool('c', 'read_file', { file_path: 'a.png' }, 'x', { result: answer({ output: 'x' }, { inlineData: {} }) }),
    );
    assert.deepEqual([image.shown[0]!.ranges, image.shown[0]!.lines], [[], null]);
  });

  const shownBy = async (name: string, args: Row, output: string): Promise<unknown> =>
    (await actionOf(tool('c', name, args, output))).shown.map((each) => [
      each.class,
      each.path,
      each.ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(),
      each.lines,
    ]);

  it('reads many files', async () => {
    const output =
      '--- /p/a ---\n\nx\ny\n\n--- /p/b ---\n\n[WARNING: This file was truncated. x]\n\nz\n\n\n\n--- End of content ---';
    assert.deepEqual(await shownBy('read_many_files', { include: ['*'] }, output), [
      ['read', '/p/a', '1-2', ['x', 'y']],
      ['read', '/p/b', '1-1', ['z']],
    ]);
  });

  it('reads searches and listings', async () => {
    const hits =
      'Found 2 matches for pattern "x":\n---\nFile: a.py\nL12: text\nL13-   more\nL20: text\n---\nFile: b.py\nL1: t\n---';
    const found = (folder: string): unknown => [
      ['search', `${folder}a.py`, '12-13,20-20', ['text', '  more', 'text']],
      ['search', `${folder}b.py`, '1-1', ['t']],
    ];
    assert.deepEqual(await shownBy('grep_search', { pattern: 'x' }, hits), found(''));
    assert.deepEqual(await shownBy('search_file_content', { pattern: 'x', dir_path: 'src/' }, hits), found('src/'));
    assert.deepEqual(await shownBy('grep_search', { names_only: true }, 'Found 1 file with matches:\na.py'), [
      ['search', 'a.py', '', null],
    ]);
    assert.deepEqual(await shownBy('grep_search', {}, 'No matches found for pattern "x".'), []);
    assert.deepEqual(await shownBy('glob', {}, 'Found 2 file(s) matching "*":\n/p/a\n/p/b'), [
      ['listing', '/p/a', '', null],
      ['listing', '/p/b', '', null],
    ]);
    assert.deepEqual(
      await shownBy('list_directory', { dir_path: '/p' }, 'Directory listing for /p:\n[DIR] x\na.py (12 bytes)'),
      [['listing', '/p/a.py', '', null]],
    );
  });

  const OLD = (output: string, error: string, exit: string): string =>
    `Command: x\nDirectory: (root)\nOutput: ${output}\nError: ${error}\nExit Code: ${exit}\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7`;
  const SHELL: [string, string, string, number | null, string][] = [
    ['old', OLD('a\nb', '(none)', '0'), 'a\nb', 0, 'ok'],
    ['old, empty', OLD('(empty)', '(none)', '0'), '', 0, 'ok'],
    ['old, failed', OLD('a', 'one\ntwo', '2'), 'a', 2, 'failed'],
    ['new', 'Output: a\nb', 'a\nb', 0, 'ok'],
    ['new, failed', 'Output: a\nError: no\nExit Code: 3', 'a', 3, 'failed'],
    ['new, with a line like a label', 'Output: Error: x\na', 'Error: x\na', 0, 'ok'],
    ['another form', 'a', 'a', null, 'ok'],
  ];
  for (const [name, output, text, exitCode, state] of SHELL) {
    it(`reads run_shell_command: ${name}`, async () => {
      const action = await actionOf(tool('c', 'run_shell_command', { command: 'x', dir_path: 'sub' }, output));
      assert.deepEqual(
        [action.kind, action.output, action.exitCode, action.state, action.command?.text, action.command?.workdir],
        ['run', text, exitCode, state, 'x', 'sub'],
      );
    });
  }

  it('knows a cut output, and the old name of the folder', async () => {
    const cut = await actionOf(
      tool(
        'c',
        'run_shell_command',
        { command: 'x', directory: 'd' },
        'Output: a\n... [1,234 characters omitted] ...\nb',
      ),
    );
    assert.deepEqual([cut.outputCut, cut.command?.workdir], [true, 'd']);
  });

  const EDITS: [string, Row, unknown][] = [
    [
      'write',
      tool('c', 'write_file', { file_path: 'a', content: 'x' }, 'ok'),
      { kind: 'write', path: 'a', content: 'x' },
    ],
    [
      'replace',
      tool('c', 'replace', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'ok'),
      { kind: 'replace', path: 'a', old: 'x', new: 'y', all: false },
    ],
    [
      'replace all',
      tool('c', 'replace', { file_path: 'a', old_string: 'x', new_string: '', allow_multiple: true }, 'ok'),
      { kind: 'replace', path: 'a', old: 'x', new: '', all: true },
    ],
    [
      'replace a number',
      tool('c', 'replace', { file_path: 'a', old_string: 'x', new_string: 'y', expected_replacements: 2 }, 'ok'),
      { kind: 'replace', path: 'a', old: 'x', new: 'y', all: true },
    ],
    [
      'replace nothing',
      tool('c', 'replace', { file_path: 'a', old_string: '', new_string: 'y' }, 'ok'),
      { kind: 'write', path: 'a', content: 'y' },
    ],
    [
      'changed by the user',
      tool(
        'c',
        'replace',
        { file_path: 'a', old_string: 'x', new_string: 'y' },
        'User modified the `new_string` content to be: z',
        { resultDisplay: { newContent: 'z\n' } },
      ),
      { kind: 'write', path: 'a', content: 'z\n' },
    ],
    [
      'changed by the user, unseen',
      tool('c', 'write_file', { file_path: 'a', content: 'x' }, 'User modified the `content` to be: z'),
      { kind: 'unknown', path: 'a' },
    ],
  ];
  for (const [name, call, edit] of EDITS) {
    it(`takes edits: ${name}`, async () => {
      assert.deepEqual((await actionOf(call)).edits, [edit]);
    });
  }
});
