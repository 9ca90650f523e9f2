import assert from 'node:assert/strict';
import type { FileEdit } from '../../../src/engine/turns/session.ts';
import { native, said, shape, xml } from './clineFixture.ts';

describe('cline: what was shown', () => {
  it('a whole file without numbers', async () => {
    const action = await xml(
      '<read_file>\n<path>src/a.ts</path>\n</read_file>',
      "[read_file for 'src/a.ts']",
      'a\n\n<feedback>no</feedback>\n',
    );
    assert.deepEqual(action.shown.map(shape), [
      ['src/a.ts', 'read', '1-3', 'arguments', ['a', '', '<feedback>no</feedback>']],
    ]);
    assert.deepEqual([action.kind, action.state, action.cwd], ['read', 'ok', '/home/dev/p']);
  });

  const cases: [string, string, unknown, unknown, unknown[][]][] = [
    [
      'numbers, and the count of lines',
      'read_file',
      { path: 'a' },
      '1 | x\n2 | \n3 | 1 | y\n(File has 3 lines total.)',
      [['a', 'read', '1-3', 'printed', ['x', '', '1 | y']]],
    ],
    [
      'a part of a file, with the notice of a cut (Roo)',
      'read_file',
      { path: 'a', offset: 9 },
      'File: a\nIMPORTANT: File content truncated.\n\tStatus: Showing lines 9-10 of 40 total lines.\n\t\n\t 9 | x\n10 |  y',
      [['a', 'read', '9-10', 'printed', ['x', ' y']]],
    ],
    [
      'several ranges of several files (Roo)',
      'read_file',
      { files: [{ path: 'a', line_ranges: [[1, 2], '7-7'] }, { path: 'b' }] },
      'File: a\n1 | x\n2 | y\n\n7 | z\n\n---\n\nFile: b\n 1 | q',
      [
        ['a', 'read', '1-2,7-7', 'printed', ['x', 'y', 'z']],
        ['b', 'read', '1-1', 'printed', ['q']],
      ],
    ],
    [
      'files in XML (Roo)',
      'read_file',
      { args: '<file><path>a</path></file>' },
      '<files>\n<file><path>a</path>\n<content lines="3-4">\n3 | x\n4 | y\n</content>\n</file>\n</files>',
      [['a', 'read', '3-4', 'printed', ['x', 'y']]],
    ],
    [
      'an empty file (Roo)',
      'read_file',
      { path: 'a' },
      'File: a\nNote: File is empty',
      [['a', 'read', '', 'printed', null]],
    ],
    [
      'a copy that was taken out of the conversation',
      'read_file',
      { path: 'a' },
      '[[NOTE] This file read has been removed to save space.]',
      [['a', 'read', '', 'printed', null]],
    ],
    [
      'a search without numbers',
      'search_files',
      { path: '.', regex: 'x' },
      'Found 2 results.\n\nsrc/a.ts\n│----\n│before\n│x\n│----\n\nb.ts\n│----\n│x\n│----',
      [
        ['src/a.ts', 'search', '', 'printed', null],
        ['b.ts', 'search', '', 'printed', null],
      ],
    ],
    [
      'a search with numbers (Roo)',
      'search_files',
      { path: '.', regex: 'x' },
      'Found 1 result.\n\n# src/a.ts\n  4 | before\n  5 | x\n----\n  9 | x\n----',
      [['src/a.ts', 'search', '4-5,9-9', 'printed', ['before', 'x', 'x']]],
    ],
    [
      'a list',
      'list_files',
      { path: 'src/' },
      'a.ts\ndeep/\ndeep/b.ts\n\n(File list truncated. Use list_files on specific subdirectories.)',
      [
        ['src/a.ts', 'listing', '', 'printed', null],
        ['src/deep/b.ts', 'listing', '', 'printed', null],
      ],
    ],
    [
      'definitions',
      'list_code_definition_names',
      { path: 'src' },
      'a.ts\n|----\n│export class A {\n|----',
      [['src/a.ts', 'listing', '', 'printed', null]],
    ],
  ];
  for (const [title, name, input, content, expected] of cases) {
    it(title, async () => {
      assert.deepEqual((await native(name, input, content)).shown.map(shape), expected);
      assert.deepEqual((await native(name, input, [said(content as string)])).shown.map(shape), expected);
    });
  }

  for (const [title, content, state] of [
    [
      'a failure',
      'The tool execution failed with the following error:\n<error>\nFile not found: a\n</error>',
      'failed',
    ],
    ['a failure of one file (Roo)', 'File: a\nError: File not found', 'failed'],
    ['a refusal', 'The user denied this operation.', 'denied'],
    ['a refusal (Roo)', '{"status":"denied","message":"The user denied this operation."}', 'denied'],
    ['an interrupt', 'Task was interrupted before this tool call could be completed.', 'interrupted'],
  ] as const) {
    it(`nothing at ${title}`, async () => {
      const action = await native('read_file', { path: 'a' }, content);
      assert.deepEqual([action.state, action.shown], [state, []]);
    });
  }
});

describe('cline: edits and commands', () => {
  const block = (old: string, text: string): string => `------- SEARCH\n${old}\n=======\n${text}\n+++++++ REPLACE`;
  const cases: [string, string, unknown, FileEdit[]][] = [
    ['write_to_file', 'write_to_file', { path: 'a', content: 'x\n' }, [{ kind: 'write', path: 'a', content: 'x\n' }]],
    [
      'replace_in_file',
      'replace_in_file',
      { path: 'a', diff: `${block('x', 'y')}\n${block('p\nq', '')}` },
      [
        { kind: 'replace', path: 'a', old: 'x\n', new: 'y\n', all: false },
        { kind: 'replace', path: 'a', old: 'p\nq\n', new: '\n', all: false },
      ],
    ],
    [
      'apply_diff (Roo)',
      'apply_diff',
      { path: 'a', diff: '<<<<<<< SEARCH\n:start_line:4\n-------\nx\n=======\ny\n>>>>>>> REPLACE' },
      [{ kind: 'replace', path: 'a', old: 'x\n', new: 'y\n', all: false }],
    ],
    [
      'insert_content (Roo)',
      'insert_content',
      { path: 'a', line: 3, content: 'x' },
      [{ kind: 'insert', path: 'a', afterLine: 2, text: 'x' }],
    ],
    [
      'search_and_replace (Roo)',
      'search_and_replace',
      { path: 'a', search: 'x', replace: 'y' },
      [{ kind: 'replace', path: 'a', old: 'x', new: 'y', all: true }],
    ],
    [
      'search_and_replace with a pattern (Roo)',
      'search_and_replace',
      { path: 'a', search: 'x.', replace: 'y', use_regex: 'true' },
      [{ kind: 'unknown', path: 'a' }],
    ],
    [
      'edit (Roo)',
      'edit',
      { file_path: 'a', old_string: 'x', new_string: 'y' },
      [{ kind: 'replace', path: 'a', old: 'x', new: 'y', all: false }],
    ],
    [
      'apply_patch',
      'apply_patch',
      { input: '*** Begin Patch\n*** Delete File: a\n*** End Patch' },
      [{ kind: 'delete', path: 'a' }],
    ],
    ['a patch that is none', 'replace_in_file', { path: 'a', diff: '' }, [{ kind: 'unknown', path: 'a' }]],
  ];
  for (const [title, name, input, expected] of cases) {
    it(title, async () => assert.deepEqual((await native(name, input, 'ok')).edits, expected));
  }

  it('takes the file as it was saved, with the user’s own changes', async () => {
    const saved = (text: string): string =>
      `The content was saved to a.\n\n<final_file_content path="a">\n${text}\n</final_file_content>\n\nIMPORTANT: …`;
    const edit = (content: string): FileEdit[] => [{ kind: 'write', path: 'a', content }];
    const input = { path: 'a', diff: block('x', 'y') };
    assert.deepEqual((await native('replace_in_file', input, saved('p\ny\n'))).edits, edit('p\ny\n'));
    assert.deepEqual((await native('apply_diff', input, saved('1 | p\n2 | y'))).edits, edit('p\ny'));
    assert.equal((await native('apply_diff', input, '{"path":"a","user_edits":"@@"}')).edits.length, 2);
  });

  it('keeps what stands in a file that was written in XML', async () => {
    const call =
      '<write_to_file>\n<path>a</path>\n<content>\n<path>no</path>\n</content> </write_to_file>\nend\n</content>\n</write_to_file>';
    const action = await xml(call, "[write_to_file for 'a']", 'saved');
    assert.deepEqual(action.edits, [
      { kind: 'write', path: 'a', content: '<path>no</path>\n</content> </write_to_file>\nend' },
    ]);
  });

  it('takes the frame off what a command printed', async () => {
    const call =
      '<execute_command>\n<command>ls <x></command>\n<requires_approval>false</requires_approval>\n</execute_command>';
    for (const [frame, code] of [
      ['Command executed.\nOutput:\n', null],
      ["Command executed in terminal  within working directory '/p'. Exit code: 2\nOutput:\n", 2],
    ] as const) {
      const action = await xml(call, "[execute_command for 'ls <x>']", `${frame}a.py\n`);
      assert.deepEqual(
        [action.kind, action.output?.trim(), action.exitCode, action.state],
        ['run', 'a.py', code, 'ok'],
      );
      assert.equal(action.command?.text, 'ls <x>');
    }
  });
});
