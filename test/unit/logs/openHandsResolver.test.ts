import assert from 'node:assert/strict';
import { cellResult } from '../../../src/engine/turns/sources/openHandsSkills.ts';
import { pythonCall } from '../../../src/engine/turns/sources/pythonCall.ts';
import { readMemory } from './readMemory.ts';

type Event = Record<string, unknown>;

describe('logs of the resolver of OpenHands', () => {
  it('reads flat events without ids, pairs, and the skills of IPython cells', async () => {
    const cell = (code: string): Event => ({ code, action: 'run_ipython', thought: 'so' });
    const out = (content: string): Event => ({ content, observation: 'run_ipython' });
    const history = [
      { content: 'Add a licence.', wait_for_response: false, action: 'message' },
      [
        { command: 'cat a', action: 'run', thought: 'so' },
        { content: 'x\r\n\r\nroot@box:/workspace/src # ', command_id: -1, exit_code: 0, observation: 'run' },
      ],
      cell("open_file('/workspace/a')"),
      out(
        '[File: /workspace/a (2 lines total)]\n(this is the beginning of the file)\n1|x\n2|y\n(this is the end of the file)',
      ),
      cell("edit_file_by_replace('/workspace/a', to_replace='x', new_content='z')"),
      out('[File: /workspace/a (2 lines total after edit)]\n1|z\n2|y\n[File updated (edited at line 1).]'),
      cell("edit_file_by_replace('/workspace/a', to_replace='q', new_content='z')"),
      out('[No exact match found in /workspace/a for\n```\nq\n```\n]'),
      cell("search_file('z', '/workspace/a')"),
      out('[Found 1 matches for "z" in /workspace/a]\nLine 1: z\n[End of matches for "z" in /workspace/a]'),
      cell("search_dir('z')"),
      out(
        '[Found 2 matches for "z" in /workspace]\n/workspace/a (Line 1): z\n/workspace/b (Line 4): zz\n[End of matches for "z" in /workspace]',
      ),
      cell('print(1)'),
      out('1'),
      { outputs: {}, thought: 'done', action: 'finish' },
    ];
    const line = JSON.stringify({ issue: { number: 5 }, issue_type: 'issue', history });
    const { sessions, turns, problems } = await readMemory(line, 'output.jsonl');
    assert.deepEqual(problems, {});
    assert.deepEqual([sessions[0]!.id, sessions[0]!.folders], ['issue-5', ['/workspace/src']]);
    assert.deepEqual([turns[0]!.prompt, turns[0]!.outcome], ['Add a licence.', 'finished']);
    assert.deepEqual(
      turns[0]!.actions.map(({ kind, state, output: text, shown, edits }) => [
        kind,
        state,
        text?.slice(0, 1),
        shown.map(({ path, class: exposure, ranges }) => [
          path,
          exposure,
          ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(),
        ]),
        edits.map((edit) => edit.kind),
      ]),
      [
        ['run', 'ok', 'x', [], []],
        ['read', 'ok', '[', [['/workspace/a', 'read', '1-2']], []],
        ['edit', 'ok', '[', [['/workspace/a', 'echo', '1-2']], ['replace']],
        ['edit', 'failed', '[', [], []],
        ['search', 'ok', '[', [['/workspace/a', 'search', '1-1']], []],
        [
          'search',
          'ok',
          '[',
          [
            ['/workspace/a', 'search', '1-1'],
            ['/workspace/b', 'search', '4-4'],
          ],
          [],
        ],
        ['run', 'ok', '1', [], []],
        ['other', 'ok', undefined, [], []],
      ],
    );
    assert.equal(turns[0]!.actions[0]!.output, 'x\r\n');
    assert.equal(turns[0]!.actions[6]!.command!.shell, 'python');
  });
});

describe('skills of OpenHands in IPython cells', () => {
  const window = '[File: /w/a (2 lines total after edit)]\n1|x\n2|y';
  for (const [code, edit] of [
    [
      `edit_file_by_replace('/w/a', to_replace="""a\n'b'""", new_content='c\\nd')`,
      { kind: 'replace', path: '/w/a', old: "a\n'b'", new: 'c\nd', all: false },
    ],
    [`insert_content_at_line("/w/a", 3, 'x')`, { kind: 'insert', path: '/w/a', afterLine: 2, text: 'x' }],
    [`create_file(filename='/w/a')`, { kind: 'write', path: '/w/a', content: '\n' }],
    [`append_file('/w/a', 'x')`, { kind: 'unknown', path: '/w/a' }],
    [`edit_file_by_replace('/w/a', old, 'x')`, { kind: 'unknown', path: '/w/a' }],
    [`edit_file_by_replace('/w/a', 'q', 'x')\nprint(1)`, { kind: 'unknown', path: '/w/a' }],
  ] as const)
    it(code, () => assert.deepEqual(cellResult(code, window).edits, [edit]));

  for (const code of ['f', 'f(', "f('a", "f('a' 'b')", "f(f'a')", "f('\\x41')", "f('a\nb')", "f(*'a')", 'f(1', 'f(x)'])
    it(`is no call with literals: ${JSON.stringify(code)}`, () => assert.equal(pythonCall(code), null));

  it('reads raw strings and a comma at the end', () => {
    assert.deepEqual(pythonCall(String.raw`f(r'a\n', -3, )`)!.args, [String.raw`a\n`, -3]);
  });
});
