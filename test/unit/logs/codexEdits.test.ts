import assert from 'node:assert/strict';
import {
  type Row,
  item,
  event,
  call,
  custom,
  output,
  completed,
  turnOf,
  actionOf,
  exec,
  PATCH,
  PATCHED,
} from './codexRecords.ts';

describe('Codex: edits', () => {
  const DRESSES: [string, Row][] = [
    ['function', call('c', 'apply_patch', { input: PATCH })],
    ['function with a patch', call('c', 'apply_patch', { patch: PATCH })],
    ['function with the bare text', call('c', 'apply_patch', PATCH)],
    ['custom tool', custom('c', 'apply_patch', PATCH)],
    ['program', call('c', 'shell', { command: ['apply_patch', PATCH] })],
  ];
  for (const [name, row] of DRESSES) {
    it(`reads a patch: ${name}`, async () => {
      const action = await actionOf(row, output('c', 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n'));
      assert.deepEqual([action.kind, action.command, action.state, action.edits], ['edit', null, 'ok', PATCHED]);
    });
  }

  it('leaves a patch in a shell command to the reader of commands', async () => {
    const cmd = `apply_patch <<'EOF'\n${PATCH}\nEOF`;
    const action = await actionOf(exec('c', cmd), output('c', 'Success.'));
    assert.deepEqual([action.kind, action.command?.text, action.edits], ['run', cmd, []]);
  });

  it('takes what Codex says that a patch did', async () => {
    const changes = {
      '/w/new': { type: 'add', content: 'x\n' },
      '/w/shown': { type: 'add', unified_diff: '@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n' },
      '/w/gone': { type: 'delete', content: 'x\n' },
      '/w/a': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: '/w/b' },
      '/w/old form': { update: { unified_diff: '@@', move_path: null } },
      '/w/odd': { type: 'update' },
    };
    const edits = [
      { kind: 'write', path: '/w/new', content: 'x\n' },
      { kind: 'write', path: '/w/shown', content: 'a\nb' },
      { kind: 'delete', path: '/w/gone' },
      { kind: 'diff', path: '/w/a', diff: '@@ -1 +1 @@\n-a\n+b\n' },
      { kind: 'move', path: '/w/a', to: '/w/b' },
      { kind: 'diff', path: '/w/old form', diff: '@@' },
      { kind: 'unknown', path: '/w/odd' },
    ];
    const shell = await actionOf(
      exec('c', 'apply_patch <<EOF'),
      completed({ type: 'FileChange', id: 'c', changes, status: 'completed' }),
      output('c', 'Success.'),
    );
    assert.deepEqual([shell.kind, shell.command, shell.state, shell.edits], ['edit', null, 'ok', edits]);
    const tool = await actionOf(
      custom('c', 'apply_patch', PATCH),
      event({ type: 'patch_apply_end', call_id: 'c', success: false, changes }),
      output('c', 'apply_patch verification failed: x'),
    );
    assert.deepEqual([tool.kind, tool.state, tool.edits], ['edit', 'failed', edits]);
  });

  it('counts a patch that it cannot read', async () => {
    const { turn, problems } = await turnOf(custom('c', 'apply_patch', 'what'));
    assert.deepEqual([turn.actions[0]!.kind, turn.actions[0]!.edits], ['edit', []]);
    assert.deepEqual(problems, { 'malformed-record': 1 });
  });
});

describe('Codex: tools', () => {
  it('reads numbered lines of a file', async () => {
    const args = { file_path: '/w/a.py', offset: 9, limit: 3 };
    const action = await actionOf(call('c', 'read_file', args), output('c', 'L9: def f():\nL10:     return 1\nL12: x'));
    assert.equal(action.kind, 'read');
    assert.deepEqual(action.shown, [
      {
        path: '/w/a.py',
        class: 'read',
        ranges: [
          { startLine: 9, endLine: 10 },
          { startLine: 12, endLine: 12 },
        ],
        how: 'printed',
        lines: ['def f():', '    return 1', 'x'],
      },
    ]);
    const failed = await actionOf(call('c', 'read_file', args), output('c', 'offset exceeds file length'));
    assert.deepEqual([failed.state, failed.shown], ['failed', []]);
  });

  it('takes listed, found and viewed files', async () => {
    const shown = async (...records: Row[]): Promise<unknown> =>
      (await actionOf(...records)).shown.map((each) => [each.class, each.path, each.ranges]);
    assert.deepEqual(
      await shown(
        call('c', 'list_dir', { dir_path: '/w' }),
        output(
          'c',
          'Absolute path: /w\na.py\npkg/\n  b.py\n  deep/\n    c.py\nlink@\nd.py\nMore than 25 entries found',
        ),
      ),
      ['/w/a.py', '/w/pkg/b.py', '/w/pkg/deep/c.py', '/w/d.py'].map((path) => ['listing', path, []]),
    );
    assert.deepEqual(
      await shown(call('c', 'grep_files', { pattern: 'x' }), output('c', '/w/a.py\n/w/b.py')),
      ['/w/a.py', '/w/b.py'].map((path) => ['search', path, []]),
    );
    assert.deepEqual(await shown(call('c', 'grep_files', { pattern: 'x' }), output('c', 'No matches found.')), []);
    assert.deepEqual(await shown(call('c', 'view_image', { path: '/w/a.png' }), output('c', 'attached')), [
      ['read', '/w/a.png', []],
    ]);
  });

  it('takes tools of servers with and without a call, searches of the web, and others', async () => {
    const ended = (id: string, more: unknown): Row =>
      event({
        type: 'mcp_tool_call_end',
        call_id: id,
        invocation: { server: 's', tool: 't', arguments: { a: 1 } },
        result: more,
      });
    const { turn, problems } = await turnOf(
      call('c1', 'mcp__s__t', { a: 1 }),
      ended('c1', { Ok: { content: [] } }),
      output('c1', 'x'),
      ended('c2', { Ok: { content: [{ type: 'text', text: 'y' }], isError: false } }),
      ended('c3', { Err: 'z' }),
      completed({ type: 'McpToolCall', id: 'c4', server: 's', tool: 't', arguments: {}, result: { content: [] } }),
      item({ type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'q' } }),
      event({ type: 'web_search_end', call_id: 'w2', query: 'q' }),
      item({ type: 'tool_search_call', call_id: 'c5', arguments: { query: 'q' } }),
      item({ type: 'tool_search_output', call_id: 'c5', tools: [] }),
      call('c6', 'update_plan', { plan: [] }),
      output('c6', 'Plan updated'),
    );
    assert.deepEqual(
      turn.actions.map(({ id, tool, kind, state, output }) => [id, tool, kind, state, output]),
      [
        ['c1', 'mcp__s__t', 'other', 'ok', 'x'],
        ['c2', 'mcp__s__t', 'other', 'ok', 'y'],
        ['c3', 'mcp__s__t', 'other', 'failed', null],
        ['c4', 'mcp__s__t', 'other', 'ok', ''],
        ['w', 'web_search_call', 'other', 'ok', null],
        ['c5', 'tool_search_call', 'other', 'ok', null],
        ['c6', 'update_plan', 'other', 'ok', 'Plan updated'],
      ],
    );
    assert.deepEqual(problems, {});
  });
});
