import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseApplyPatch } from '../../../src/engine/turns/sources/applyPatch.ts';

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

const CASES: { name: string; text: string; edits: unknown[] | null; whole?: boolean }[] = [
  { name: 'no patch', text: 'apply it', edits: null },
  {
    name: 'a new file',
    text: patch('*** Add File: a/b.py', '+x = 1', '+', '+y = 2'),
    edits: [{ kind: 'write', path: 'a/b.py', content: 'x = 1\n\ny = 2\n' }],
  },
  { name: 'an empty new file', text: patch('*** Add File: a'), edits: [{ kind: 'write', path: 'a', content: '' }] },
  { name: 'a deleted file', text: patch('*** Delete File: a b.py'), edits: [{ kind: 'delete', path: 'a b.py' }] },
  {
    name: 'hunks with and without a line to go on from, and an end of file',
    text: patch(
      '*** Update File: a.py',
      '@@ class A:',
      '     def f(self):',
      '-        return 1',
      '+        return 2',
      '@@',
      '-b',
      '',
      ' c',
      '*** End of File',
    ),
    edits: [
      {
        kind: 'patch',
        path: 'a.py',
        hunks: [
          { before: ['class A:'], after: ['class A:'] },
          {
            before: ['    def f(self):', '        return 1'],
            after: ['    def f(self):', '        return 2'],
          },
          { before: ['b', '', 'c'], after: ['', 'c'] },
        ],
      },
    ],
  },
  {
    name: 'a first hunk without its mark, and an addition alone',
    text: patch('*** Update File: a', '-x', '+y', '@@', '+z'),
    edits: [
      {
        kind: 'patch',
        path: 'a',
        hunks: [
          { before: ['x'], after: ['y'] },
          { before: [], after: ['z'] },
        ],
      },
    ],
  },
  {
    name: 'a moved file, changed or not',
    text: patch('*** Update File: a', '*** Move to: b', '@@', '-x', '+y', '*** Update File: c', '*** Move to: d'),
    edits: [
      { kind: 'patch', path: 'a', hunks: [{ before: ['x'], after: ['y'] }] },
      { kind: 'move', path: 'a', to: 'b' },
      { kind: 'move', path: 'c', to: 'd' },
    ],
  },
  {
    name: 'blank lines between files, CRLF, and a heredoc around it',
    text: `<<'EOF'\r\n${patch('*** Update File: a', '@@', '-x', '+y', '', '*** Delete File: b', '').replaceAll('\n', '\r\n')}\r\nEOF\r\n`,
    edits: [
      { kind: 'patch', path: 'a', hunks: [{ before: ['x'], after: ['y'] }] },
      { kind: 'delete', path: 'b' },
    ],
  },
  {
    name: 'a line that is none of a hunk',
    text: patch('*** Delete File: b', '*** Update File: a', '@@', '-x', 'what', '*** Delete File: c'),
    edits: [
      { kind: 'delete', path: 'b' },
      { kind: 'patch', path: 'a', hunks: [{ before: ['x'], after: [] }] },
    ],
    whole: false,
  },
  {
    name: 'a missing end',
    text: '*** Begin Patch\n*** Add File: a\n+x',
    edits: [{ kind: 'write', path: 'a', content: 'x\n' }],
    whole: false,
  },
  { name: 'text before the first file', text: patch('hello'), edits: [], whole: false },
];

describe('parseApplyPatch', () => {
  for (const { name, text, edits, whole } of CASES) {
    it(name, () => {
      assert.deepEqual(parseApplyPatch(text), edits === null ? null : { edits, whole: whole ?? true });
    });
  }

  it('takes any text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '*** Update File: a',
        '*** Add File: b',
        '*** Move to: c',
        '@@',
        '@@ x',
        '',
        '+',
        '*** End of File',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        assert.ok(parseApplyPatch(patch(...lines)));
      }),
    );
  });
});
