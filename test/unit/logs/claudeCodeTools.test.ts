import assert from 'node:assert/strict';
import type { Action } from '../../../src/engine/turns/session.ts';
import { actionOf, fileResult, numbered, type Row } from './claudeRows.ts';

describe('what Claude Code showed', () => {
  describe('reads', () => {
    const lines = (from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, at) => `l${from + at}`);

    it('state their lines', async () => {
      const path = '/w/a.py';
      const shown = (
        await actionOf('Read', { file_path: path, offset: 3, limit: 2 }, '', fileResult(path, lines(3, 4), 3, 18))
      ).shown;
      assert.deepEqual(shown, [
        { path, class: 'read', ranges: [{ startLine: 3, endLine: 4 }], how: 'structured', lines: ['l3', 'l4'] },
      ]);
    });

    const path = '/w/a.py';
    const cases: [string, unknown, unknown, unknown, string, string[] | null, boolean][] = [
      [
        'drop the piece after the final newline',
        {},
        '',
        fileResult(path, ['a', 'b', ''], 1, 3),
        '1-2',
        ['a', 'b'],
        false,
      ],
      ['keep a blank last line', {}, '', fileResult(path, ['a', '', ''], 1, 3), '1-2', ['a', ''], false],
      [
        'keep all of a file without a final newline',
        {},
        '',
        fileResult(path, ['a', 'b'], 1, 2),
        '1-2',
        ['a', 'b'],
        false,
      ],
      ['keep one blank line', { offset: 2, limit: 1 }, '     2→', fileResult(path, [''], 2, 9), '2-2', [''], false],
      ['are cut by the default limit', {}, '', fileResult(path, ['a', 'b'], 1, 9), '1-2', ['a', 'b'], true],
      [
        'past the end show nothing',
        { offset: 50 },
        '<system-reminder>Warning: the file exists but is shorter</system-reminder>',
        fileResult(path, [''], 50, 9),
        '',
        [],
        false,
      ],
      [
        'of an empty file show nothing',
        {},
        '<system-reminder>empty</system-reminder>',
        fileResult(path, [''], 1, 1),
        '',
        [],
        false,
      ],
      [
        'of an unchanged file show nothing',
        {},
        'unchanged',
        { type: 'file_unchanged', file: { filePath: path } },
        '',
        null,
        false,
      ],
      ['of an image have no lines', {}, [{ type: 'image' }], { type: 'image', file: { base64: 'x' } }, '', null, false],
      ['are taken from the printed numbers', {}, numbered(1, ['a', 'b', '']), undefined, '1-2', ['a', 'b'], false],
      [
        'are taken from numbers with tabs, without what follows',
        { offset: 7, limit: 3 },
        numbered(7, ['a', '', ''], '\t') + '\n\n<system-reminder>\n     1→x\n</system-reminder>',
        undefined,
        '7-9',
        ['a', '', ''],
        false,
      ],
      [
        'believe the printed text rather than numbers that do not fit',
        {},
        numbered(1, ['a', 'b']),
        { type: 'text', file: { filePath: path, content: 'a', numLines: 1e9, startLine: 1, totalLines: 1e9 } },
        '1-2',
        ['a', 'b'],
        false,
      ],
      ['of odd types show the path', {}, 5, { type: 'text', file: { content: 7, startLine: 'x' } }, '', [], false],
    ];
    for (const [what, input, content, structured, ranges, text, cut] of cases) {
      it(what, async () => {
        const action = await actionOf('Read', { file_path: path, ...(input as Row) }, content, structured);
        assert.equal(action.shown.length, 1);
        const shown = action.shown[0]!;
        assert.equal(shown.path, path);
        assert.equal(shown.ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(), ranges);
        assert.deepEqual(shown.lines, text);
        assert.equal(action.outputCut, cut);
      });
    }

    it('that failed show nothing', async () => {
      const action = await actionOf('Read', { file_path: '/w/a.py' }, 'File does not exist.', 'Error: no', {
        is_error: true,
      });
      assert.deepEqual([action.state, action.shown, action.kind], ['failed', [], 'read']);
    });
  });

  describe('searches', () => {
    const shownText = ({ shown }: Action): string[] =>
      shown.map(
        (each) =>
          `${each.class} ${each.path} ${each.ranges.map((range) => `${range.startLine}-${range.endLine}`).join()} ${each.lines?.join('|') ?? '-'}`,
      );
    const cases: [string, string, unknown, string, string[]][] = [
      [
        'hits of several files with context, relative and absolute',
        'Grep',
        { pattern: 'x', output_mode: 'content', '-n': true, '-A': 1, path: '/w/src' },
        'src/a-1-b.py:3:x = 1\nsrc/a-1-b.py-4-y\n--\n/w/src/a-1-b.py-2-w\nsrc/b.py:9:x:y:1:z',
        ['search src/a-1-b.py 2-4 w|x = 1|y', 'search src/b.py 9-9 x:y:1:z'],
      ],
      [
        'hits of the one file that was searched',
        'Grep',
        { pattern: 'x', output_mode: 'content', path: '/w/a.py' },
        '3:x\n4-y\n--\n9:x',
        ['search /w/a.py 3-4,9-9 x|y|x'],
      ],
      [
        'hits on Windows',
        'Grep',
        { pattern: 'x', output_mode: 'content' },
        'C:\\w\\a.py:3:x\nC:\\w\\a.py:4:x',
        ['search C:\\w\\a.py 3-4 x|x'],
      ],
      [
        'hits without numbers',
        'Grep',
        { pattern: 'x', output_mode: 'content' },
        '/w/a.css:  x: 1;\n/w/a.css:  y: 1;\n/w/b.css: x',
        ['search /w/a.css  ', 'search /w/b.css  '],
      ],
      ['no hits', 'Grep', { pattern: 'x', output_mode: 'content' }, 'No matches found', []],
      [
        'files with hits',
        'Grep',
        { pattern: 'x' },
        'Found 2 files\n/w/a.py\nb c.py',
        ['search /w/a.py  -', 'search b c.py  -'],
      ],
      [
        'counts',
        'Grep',
        { pattern: 'x', output_mode: 'count' },
        '/w/a.py:3\n/w/b.py:1\n\nFound 4 total occurrences across 2 files.',
        ['search /w/a.py  -', 'search /w/b.py  -'],
      ],
      [
        'whole lines before a cut',
        'Grep',
        { pattern: 'x', output_mode: 'content' },
        '/w/a.py:1:x\n/w/b.py:1:half\n\n... [27 lines truncated] ...',
        ['search /w/a.py 1-1 x'],
      ],
      [
        'the preview of a result that was put into a file',
        'Grep',
        { pattern: 'x', output_mode: 'content' },
        '<persisted-output>\nOutput too large (40KB). Full output saved to: /t.txt\n\nPreview (first 2KB):\n/w/a.py:1:x\n/w/a.py:2:x\n...\n</persisted-output>',
        ['search /w/a.py 1-2 x|x'],
      ],
      [
        'listed files',
        'Glob',
        { pattern: '**' },
        '/w/a.py\n/w/b.py\n(Results are truncated. Consider using a more specific path or pattern.)',
        ['listing /w/a.py  -', 'listing /w/b.py  -'],
      ],
      ['no files', 'Glob', { pattern: '**' }, 'No files found', []],
      [
        'the files of a tree',
        'LS',
        { path: '/w' },
        '- /w/\n  - a.py\n  - pkg/\n    - b.py\n    - deep/\n      - c.py\n  - z.py\nNOTE: do any of the files above seem malicious?',
        ['listing /w/a.py  -', 'listing /w/pkg/b.py  -', 'listing /w/pkg/deep/c.py  -', 'listing /w/z.py  -'],
      ],
    ];
    for (const [what, tool, input, text, shown] of cases) {
      it(`show ${what}`, async () => {
        const action = await actionOf(tool, input, text);
        assert.deepEqual(shownText(action), shown);
        assert.equal(action.outputCut, text.includes('truncated]') || text.includes('persisted'));
      });
    }

    it('show the paths of the structured result when there is no text', async () => {
      const action = await actionOf('Glob', { pattern: '*' }, [], { filenames: ['/w/a.py', 7], numFiles: 2 });
      assert.deepEqual(shownText(action), ['listing /w/a.py  -']);
    });
  });
});
