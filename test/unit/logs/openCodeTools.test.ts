import assert from 'node:assert/strict';
import type { Action, Shown } from '../../../src/engine/turns/session.ts';
import { actionOf, file, head, tool, type Part } from './openCodeFixture.ts';

const shape = ({ path, class: kind, ranges, how, lines }: Shown): unknown[] => [
  path,
  kind,
  ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(),
  how,
  lines,
];

describe('opencode: what a read showed', () => {
  const cases: [string, string, Record<string, unknown>, unknown[][]][] = [
    [
      'the first line on the line of <content>, and no line for the final line end (1.2)',
      `${head}<content>1: a\n2: \n3:   b\n4: \n\n(End of file - total 4 lines)\n</content>`,
      {},
      [[file, 'read', '1-3', 'printed', ['a', '', '  b']]],
    ],
    [
      'a file without a final line end (1.2)',
      `${head}<content>1: a\n2: b\n\n(End of file - total 2 lines)\n</content>`,
      {},
      [[file, 'read', '1-2', 'printed', ['a', 'b']]],
    ],
    [
      'a part that ends in a blank line but not at the end of the file (1.2)',
      `${head}<content>7: a\n8: \n\n(File has more lines. Use 'offset' parameter to read beyond line 8)\n</content>`,
      {},
      [[file, 'read', '7-8', 'printed', ['a', '']]],
    ],
    [
      'metadata.display (1.18), whose last line is one of the file',
      `${head}<content>\n9: a\n10: \n\n(End of file - total 10 lines)\n</content>`,
      { display: { type: 'file', path: file, text: 'a\n', lineStart: 9, lineEnd: 10, totalLines: 10 } },
      [[file, 'read', '9-10', 'structured', ['a', '']]],
    ],
    [
      'display alone, when the text has no numbers',
      `${head}<content>\n[old output cleared]`,
      { display: { type: 'file', text: 'a\nb', lineStart: 3, lineEnd: 4 } },
      [[file, 'read', '3-4', 'structured', ['a', 'b']]],
    ],
    [
      'lines that look like the frame, and instructions that came along',
      `${head}<content>\n1: </content>\n2: (End of file - total 9 lines)\n3: 5: x\n\n(Showing lines 1-3 of 8. Use offset=4 to continue.)\n</content>\n\n<system-reminder>\n4: no\n</system-reminder>`,
      { loaded: ['/home/dev/p/AGENTS.md'] },
      [
        [file, 'read', '1-3', 'printed', ['</content>', '(End of file - total 9 lines)', '5: x']],
        ['/home/dev/p/AGENTS.md', 'given', '', 'structured', null],
      ],
    ],
    [
      'numbers with a bar in <file> (before 1.2)',
      `<file>\n00011| a\n00012| \n\n(End of file - total 12 lines)\n</file>`,
      {},
      [[file, 'read', '11', 'printed', ['a']].map((each) => (each === '11' ? '11-11' : each))],
    ],
    [
      'line ends of Windows',
      `${head}<content>\n1: a\r\n2: b\r\n\n(End of file - total 2 lines)\n</content>`,
      {},
      [[file, 'read', '1-2', 'printed', ['a', 'b']]],
    ],
    [
      'an empty file',
      `${head}<content>\n\n(End of file - total 0 lines)\n</content>`,
      {},
      [[file, 'read', '', 'printed', []]],
    ],
    ['a picture', 'Image read successfully', {}, [[file, 'read', '', 'printed', []]]],
    [
      'a folder, whose own folders are no files',
      `<path>/home/dev/p</path>\n<type>directory</type>\n<entries>\nsrc/\nb.py\nc.py\n\n(3 entries)\n</entries>`,
      {},
      [
        ['/home/dev/p/b.py', 'listing', '', 'printed', null],
        ['/home/dev/p/c.py', 'listing', '', 'printed', null],
      ],
    ],
  ];
  for (const [title, output, metadata, expected] of cases) {
    it(title, async () => {
      const action = await actionOf(tool('read', { filePath: file }, { output, metadata }));
      assert.deepEqual(action.shown.map(shape), expected);
      assert.equal(action.kind, output.includes('<type>directory') ? 'list' : 'read');
      assert.equal(action.output, output);
    });
  }

  it('says that the limit of bytes cut it', async () => {
    const output = `${head}<content>1: a\n2: b\n\n(Output truncated at 51200 bytes. Use 'offset' parameter to read beyond line 2)\n</content>`;
    const action = await actionOf(tool('read', { filePath: file }, { output }));
    assert.equal(action.outputCut, true);
    assert.deepEqual(action.shown.map(shape), [[file, 'read', '1-2', 'printed', ['a', 'b']]]);
  });

  it('showed nothing when it failed or has no result yet', async () => {
    for (const state of [
      { status: 'error', error: 'Error: File not found', output: undefined },
      { status: 'running' },
    ]) {
      const action = await actionOf(tool('read', { filePath: file }, state));
      assert.deepEqual(action.shown, []);
    }
  });
});

describe('opencode: other tools', () => {
  const cases: [string, Part, Partial<Action>][] = [
    [
      'grep',
      tool(
        'grep',
        { pattern: 'a' },
        {
          output:
            'Found 3 matches\n/p/a.py:\n  Line 9: x: y\n\n  Line 12:  z\n\nC:\\p\\b.py:\n  Line 1: a\n\n(Results are truncated.)',
          metadata: { matches: 3, truncated: true },
        },
      ),
      {
        kind: 'search',
        outputCut: true,
        shown: [
          {
            path: '/p/a.py',
            class: 'search',
            how: 'printed',
            ranges: [
              { startLine: 9, endLine: 9 },
              { startLine: 12, endLine: 12 },
            ],
            lines: ['x: y', ' z'],
          },
          {
            path: 'C:\\p\\b.py',
            class: 'search',
            how: 'printed',
            ranges: [{ startLine: 1, endLine: 1 }],
            lines: ['a'],
          },
        ],
      },
    ],
    ['grep without a hit', tool('grep', { pattern: 'a' }, { output: 'No files found' }), { shown: [] }],
    [
      'glob',
      tool(
        'glob',
        { pattern: '*' },
        {
          output: '/p/a.py\n/p/b c.py\n\n(Results are truncated: showing first 100 results.)',
          metadata: { truncated: true },
        },
      ),
      {
        kind: 'list',
        outputCut: true,
        shown: ['/p/a.py', '/p/b c.py'].map((path) => ({
          path,
          class: 'listing' as const,
          ranges: [],
          how: 'printed' as const,
          lines: null,
        })),
      },
    ],
    [
      'list',
      tool('list', { path: '/p' }, { output: '/p/\n  src/\n    deep/\n      c.py\n    b.py\n  a.py\n' }),
      {
        kind: 'list',
        shown: ['/p/src/deep/c.py', '/p/src/b.py', '/p/a.py'].map((path) => ({
          path,
          class: 'listing' as const,
          ranges: [],
          how: 'printed' as const,
          lines: null,
        })),
      },
    ],
    [
      'bash that failed',
      tool('bash', { command: 'cat a', workdir: '/p/x' }, { output: 'no\n', metadata: { exit: 1, truncated: false } }),
      {
        kind: 'run',
        state: 'ok',
        exitCode: 1,
        cwd: '/home/dev/p',
        output: 'no\n',
        command: { text: 'cat a', shell: 'posix', argv: null, workdir: '/p/x', keepsFolder: false, terminal: null },
      },
    ],
    [
      'bash that ran out of time',
      tool(
        'bash',
        { command: 'sleep 9' },
        {
          output:
            'x\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 1000 ms\n</bash_metadata>',
          metadata: { exit: null },
        },
      ),
      { state: 'interrupted', exitCode: null },
    ],
    [
      'write',
      tool('write', { filePath: file, content: 'x' }),
      { kind: 'write', edits: [{ kind: 'write', path: file, content: 'x' }] },
    ],
    [
      'edit',
      tool('edit', { filePath: file, oldString: 'a', newString: 'b', replaceAll: true }),
      { kind: 'edit', edits: [{ kind: 'replace', path: file, old: 'a', new: 'b', all: true }] },
    ],
    [
      'edit that makes a file',
      tool('edit', { filePath: file, oldString: '', newString: 'b' }),
      { edits: [{ kind: 'write', path: file, content: 'b' }] },
    ],
    [
      'edit whose old text fits but for its spaces',
      tool(
        'edit',
        { filePath: file, oldString: 'a', newString: 'b' },
        { metadata: { filediff: { before: '\tA\n', after: '\tb\n' } } },
      ),
      { edits: [{ kind: 'write', path: file, content: '\tb\n' }] },
    ],
    [
      'multiedit',
      tool('multiedit', {
        filePath: file,
        edits: [
          { oldString: 'a', newString: 'b' },
          { oldString: 'c', newString: 'd' },
        ],
      }),
      {
        edits: [
          { kind: 'replace', path: file, old: 'a', new: 'b', all: false },
          { kind: 'replace', path: file, old: 'c', new: 'd', all: false },
        ],
      },
    ],
    [
      'apply_patch',
      tool('apply_patch', { patchText: `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch` }),
      { kind: 'edit', edits: [{ kind: 'write', path: file, content: 'x\n' }] },
    ],
    ['invalid', tool('invalid', { tool: 'reed', error: 'no such tool' }), { kind: 'other', state: 'failed' }],
    ['a tool of an MCP server', tool('files_read', {}), { kind: 'other', tool: 'files_read', state: 'ok' }],
    ['a name of the prototype', tool('constructor', {}), { kind: 'other', tool: 'constructor' }],
    [
      'a pending call',
      tool('read', {}, { status: 'pending', output: undefined }),
      { state: 'no-result', output: null },
    ],
    [
      'an aborted call',
      tool('task', {}, { status: 'error', error: 'Tool execution aborted' }),
      { state: 'interrupted' },
    ],
    [
      'a refused call',
      tool(
        'bash',
        { command: 'rm' },
        { status: 'error', error: 'The user rejected permission to use this specific tool call.' },
      ),
      { state: 'denied', output: 'The user rejected permission to use this specific tool call.' },
    ],
  ];
  for (const [title, part, expected] of cases) {
    it(title, async () => {
      const action = await actionOf(part);
      for (const [key, value] of Object.entries(expected)) assert.deepEqual(action[key as keyof Action], value, key);
    });
  }
});
