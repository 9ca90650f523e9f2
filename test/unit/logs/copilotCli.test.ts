import assert from 'node:assert/strict';
import type { Action, Turn } from '../../../src/engine/turns/session.ts';
import { copilotCli } from '../../../src/engine/turns/sources/copilotCli.ts';
import { vscodeChat } from '../../../src/engine/turns/sources/vscodeChat.ts';
import { Events, type Data } from './copilotRows.ts';
import { MemoryLog, readLog, sampleOf, type ReadLog } from './memoryLog.ts';

const PATH = 'session-state/s1/events.jsonl';

function read(events: Events | string): Promise<ReadLog> {
  return readLog(copilotCli, new MemoryLog({ [PATH]: typeof events === 'string' ? events : events.text }, PATH));
}

async function onlyTurn(events: Events): Promise<Turn> {
  const { turns, problems } = await read(events);
  assert.deepEqual([turns.length, problems], [1, {}]);
  return turns[0]!;
}

async function actionOf(tool: string, args: unknown, content: string | null, more: Data = {}): Promise<Action> {
  return (await onlyTurn(new Events().prompt('go').call('t1', tool, args).result('t1', content, more))).actions[0]!;
}

const shownText = ({ shown }: Action): string[] =>
  shown.map(
    (each) =>
      `${each.class} ${each.path} ${each.ranges.map((range) => `${range.startLine}-${range.endLine}`).join()} ${each.lines?.join('|') ?? '-'}`,
  );

describe('Copilot CLI logs', () => {
  describe('turns', () => {
    it('start at messages with content; what keeps the agent going belongs to them', async () => {
      const { turns, sessions, problems } = await read(
        new Events()
          .event('session.model_change', { newModel: 'model-a' })
          .prompt('first', { interactionId: 'i1' })
          .event('assistant.turn_start', { turnId: '0' })
          .event('assistant.message', {
            messageId: 'm1',
            content: 'hello',
            toolRequests: [],
            outputTokens: 5,
            reasoningText: 'hm',
          })
          .event('assistant.turn_end', { turnId: '0' })
          .prompt('', { transformedContent: 'You have not yet marked the task as complete', interactionId: 'i2' })
          .prompt('and also', { interactionId: 'i1' })
          .event('session.task_complete', { success: true })
          .event('session.context_changed', { cwd: '/w/sub' })
          .prompt('second')
          .event('abort', { reason: 'user' })
          .prompt('third')
          .call('t1', 'bash', { command: 'ls' }),
      );
      assert.deepEqual(
        turns.map(({ id, prompt, outcome, usage, models }) => [id, prompt, outcome, usage?.output ?? null, models]),
        [
          ['e2', 'first\n\nand also', 'finished', 5, ['model-a']],
          ['e10', 'second', 'interrupted', null, []],
          ['e12', 'third', 'cut', null, []],
        ],
      );
      assert.deepEqual(turns[0]!.messages, [
        {
          id: 'm1',
          by: null,
          at: '2026-01-01T10:00:04.000Z',
          model: 'model-a',
          usage: { input: null, output: 5, cached: null, reasoning: null },
          text: 'hello',
          reasoning: 'hm',
          actions: [],
        },
      ]);
      assert.equal(turns[2]!.actions[0]!.cwd, '/w/sub');
      assert.deepEqual(sessions, [
        { id: 's1', agent: 'copilot-cli', agentVersion: '1.0.34', parentId: null, folders: ['/w', '/w/sub'] },
      ]);
      assert.deepEqual(problems, {});
    });

    it('take the totals of a session that is one turn', async () => {
      const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, reasoningTokens: 7 };
      const shutdown = { modelMetrics: { a: { usage }, b: { usage } } };
      const one = await read(new Events().prompt('go').event('session.shutdown', shutdown));
      assert.deepEqual(one.turns[0]!.usage, { input: 200, output: 40, cached: 120, reasoning: 14 });
      const two = await read(new Events().prompt('go').prompt('on').event('session.shutdown', shutdown));
      assert.deepEqual(
        two.turns.map(({ usage: told }) => told),
        [null, null],
      );
    });

    it('have a session by the folder when the first event is missing', async () => {
      assert.equal((await read(new Events(null).prompt('go'))).turns[0]!.sessionId, 's1');
    });
  });

  describe('calls', () => {
    it('that were announced and run are one action, and announced ones alone have no result', async () => {
      const turn = await onlyTurn(
        new Events()
          .prompt('go')
          .event('assistant.message', {
            messageId: 'm1',
            content: '',
            toolRequests: [
              { toolCallId: 't1', name: 'bash', arguments: '{"command":"ls"}' },
              { toolCallId: 't2', name: 'view', arguments: { path: '/w/a.py' } },
            ],
          })
          .call('t1', 'bash', { command: 'ls' })
          .result('t1', 'a\n<exited with exit code 0>', { model: 'model-b' })
          .event('assistant.message', { messageId: 'm2', content: 'x', toolRequests: [] }),
      );
      assert.deepEqual(
        turn.actions.map(({ id, tool, state, exitCode, input }) => [id, tool, state, exitCode, input]),
        [
          ['t1', 'bash', 'ok', 0, { command: 'ls' }],
          ['t2', 'view', 'no-result', null, { path: '/w/a.py' }],
        ],
      );
      assert.deepEqual(turn.messages[0]!.actions, ['t1', 't2']);
      assert.equal(turn.messages[1]!.model, 'model-b');
    });

    it('of sub-agents are marked', async () => {
      const turn = await onlyTurn(
        new Events()
          .prompt('go')
          .call('t1', 'task', { prompt: 'look' })
          .event('subagent.started', { toolCallId: 't1' })
          .call('t2', 'view', { path: '/w/a.py' }, { agentId: 'a1' })
          .result('t2', '1. x')
          .event('tool.execution_start', { toolCallId: 't3', toolName: 'bash', arguments: {}, parentToolCallId: 't1' }),
      );
      assert.deepEqual(
        turn.actions.map(({ by, kind }) => [by, kind]),
        [
          [null, 'other'],
          ['a1', 'read'],
          ['t1', 'run'],
        ],
      );
    });

    const states: [string, Data, string][] = [
      ['failed', { success: false, error: { message: 'no file', code: 'failure' } }, 'failed'],
      ['denied', { success: false, error: { message: 'no', code: 'denied' } }, 'denied'],
      [
        'failed by an older result',
        { success: undefined, result: { result_type: 'failure', text_result_for_llm: 'no' } },
        'failed',
      ],
      [
        'done by an older result',
        { success: undefined, result: { result_type: 'success', text_result_for_llm: '1. a' } },
        'ok',
      ],
    ];
    for (const [what, more, state] of states) {
      it(`are ${what}`, async () => {
        const action = await actionOf('view', { path: '/w/a.py' }, null, more);
        assert.deepEqual([action.state, action.shown.length], [state, state === 'ok' ? 1 : 0]);
      });
    }

    it('of a terminal join its later output', async () => {
      const turn = await onlyTurn(
        new Events()
          .prompt('go')
          .call('t1', 'bash', { command: 'make', mode: 'async', shellId: 'x' })
          .result('t1', 'started')
          .call('t2', 'read_bash', { shellId: 'x' })
          .result('t2', 'done\n<exited with exit code 2>'),
      );
      const [command, later] = turn.actions;
      assert.deepEqual(
        [command!.output, command!.exitCode, command!.state],
        ['started\ndone\n<exited with exit code 2>', 2, 'failed'],
      );
      assert.deepEqual([later!.kind, later!.output], ['other', 'done\n<exited with exit code 2>']);
      assert.deepEqual(command!.command, {
        text: 'make',
        shell: 'posix',
        argv: null,
        workdir: null,
        keepsFolder: true,
        terminal: 'x',
      });
    });
  });

  describe('show', () => {
    const cases: [string, string, Data, string, Data, string[]][] = [
      ['a file without its last piece', 'view', { path: '/w/a.py' }, '1. a\n2. \n3. ', {}, ['read /w/a.py 1-2 a|']],
      [
        'a range with a blank end',
        'view',
        { path: '/w/a.py', view_range: [4, 5] },
        '4. a\n5. ',
        {},
        ['read /w/a.py 4-5 a|'],
      ],
      ['a range to the end', 'view', { path: '/w/a.py', view_range: [4, -1] }, '4. a\n5. ', {}, ['read /w/a.py 4-4 a']],
      [
        'a file cut in its middle, without the line at the cut',
        'view',
        { path: '/w/a.py' },
        '1. a\n2. b\n3. ha\n[… 40 lines cut …]\n44. y\n45. z',
        {},
        ['read /w/a.py 1-2,44-45 a|b|y|z'],
      ],
      [
        'a folder',
        'view',
        { path: '/w/' },
        'a.py\nsrc/\nMakefile',
        { toolTelemetry: { properties: { viewType: 'directory' } } },
        ['listing /w/a.py  -', 'listing /w/Makefile  -'],
      ],
      [
        'a folder without telemetry',
        'view',
        { path: '/w' },
        'a.py\nb.py',
        {},
        ['listing /w/a.py  -', 'listing /w/b.py  -'],
      ],
      [
        'a file of the older editor',
        'str_replace_editor',
        { command: 'view', path: '/w/a' },
        '1. a',
        {},
        ['read /w/a 1-1 a'],
      ],
      ['files with hits', 'grep', { pattern: 'x' }, '/w/a.py\n/w/b.py', {}, ['search /w/a.py  -', 'search /w/b.py  -']],
      ['hits', 'rg', { pattern: 'x', output_mode: 'content', '-n': true }, 'a.py:3:x', {}, ['search a.py 3-3 x']],
      ['counts', 'rg', { pattern: 'x', output_mode: 'count' }, 'a.py:3', {}, ['search a.py  -']],
      ['listed files', 'glob', { pattern: '*' }, './a.py\n./b.py', {}, ['listing ./a.py  -', 'listing ./b.py  -']],
      ['nothing by an edit', 'edit', { path: '/w/a', old_str: 'a', new_str: 'b' }, 'File updated', {}, []],
    ];
    for (const [what, tool, args, content, more, shown] of cases) {
      it(what, async () => assert.deepEqual(shownText(await actionOf(tool, args, content, more)), shown));
    }
  });

  describe('edit', () => {
    const path = '/w/a.py';
    const patch = `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;
    const cases: [string, Data, string, unknown[]][] = [
      [
        'edit',
        { path, old_str: 'a', new_str: 'b' },
        'edit',
        [{ kind: 'replace', path, old: 'a', new: 'b', all: false }],
      ],
      ['create', { path, file_text: 'x' }, 'write', [{ kind: 'write', path, content: 'x' }]],
      ['insert', { path, insert_line: 0, new_str: 'x' }, 'edit', [{ kind: 'insert', path, afterLine: 0, text: 'x' }]],
      ['insert', { path }, 'edit', [{ kind: 'unknown', path }]],
      ['apply_patch', { input: patch }, 'edit', [{ kind: 'patch', path, hunks: [{ before: ['a'], after: ['b'] }] }]],
      ['apply_patch', { patch: 'x' }, 'edit', []],
      [
        'str_replace_editor',
        { command: 'str_replace', path, old_str: 'a', new_str: 'b' },
        'edit',
        [{ kind: 'replace', path, old: 'a', new: 'b', all: false }],
      ],
      [
        'str_replace_editor',
        { command: 'create', path, file_text: 'x' },
        'write',
        [{ kind: 'write', path, content: 'x' }],
      ],
      ['str_replace_editor', { command: 'undo_edit', path }, 'other', []],
    ];
    for (const [tool, args, kind, edits] of cases) {
      it(`${tool} ${String(args.command ?? '')}: ${JSON.stringify(edits)}`, async () => {
        const action = await actionOf(tool, args, 'ok');
        assert.deepEqual([action.kind, action.edits], [kind, edits]);
      });
    }
  });

  describe('damage', () => {
    const cases: [string, string, Record<string, number>][] = [
      ['a cut last line', '{"type":"user.mess', { 'cut-end': 1 }],
      ['an event without data', '{"type":"user.message","id":"x"}\n', { 'malformed-record': 1 }],
      ['a prompt without text', '{"type":"user.message","id":"x","data":{"content":5}}\n', { 'malformed-record': 1 }],
      [
        'a call without an id',
        '{"type":"tool.execution_start","id":"x","data":{"toolName":"bash"}}\n',
        { 'malformed-record': 1 },
      ],
      [
        'a result without its call',
        '{"type":"tool.execution_complete","id":"x","data":{"toolCallId":"t9"}}\n',
        { 'orphan-result': 1 },
      ],
      ['a result without an id', '{"type":"tool.execution_complete","id":"x","data":{}}\n', { 'malformed-record': 1 }],
      [
        'an event that is told again',
        '{"type":"user.message","id":"e1","data":{"content":"go"}}\n',
        { 'duplicate-record': 1 },
      ],
      ['a kind that nobody knows', '{"type":"hologram.shown","id":"x","data":{}}\n', { 'unknown-record': 1 }],
      [
        'known kinds that say nothing',
        '{"type":"hook.start","id":"x","data":{}}\n{"type":"session.truncation","id":"y","data":{}}\n',
        {},
      ],
    ];
    for (const [what, text, problems] of cases) {
      it(`is counted: ${what}`, async () => {
        const log = await read(new Events().prompt('go').text + text);
        assert.deepEqual([log.problems, log.turns.length], [problems, 1]);
      });
    }
  });

  describe('transcripts of VS Code', () => {
    const transcript = new Events(null)
      .event('session.start', { sessionId: 's1', copilotVersion: '0.47.0', vscodeVersion: '1.119.0' })
      .prompt('go')
      .event('assistant.message', {
        messageId: 'm1',
        content: '',
        toolRequests: [
          { toolCallId: 't1', name: 'read_file', arguments: '{"filePath":"/w/a.py","startLine":3,"endLine":9}' },
        ],
      })
      .call('t1', 'read_file', { filePath: '/w/a.py', startLine: 3, endLine: 9 })
      .result('t1', null);
    const path = 'transcripts/s1.jsonl';

    it('say what was read by the arguments alone', async () => {
      const { turns, sessions } = await readLog(vscodeChat, new MemoryLog({ [path]: transcript.text }, path));
      assert.deepEqual(turns[0]!.actions[0]!.shown, [
        { path: '/w/a.py', class: 'read', ranges: [{ startLine: 3, endLine: 9 }], how: 'unverified', lines: null },
      ]);
      assert.deepEqual(
        sessions.map(({ id, agent }) => [id, agent]),
        [['s1', 'vscode-chat']],
      );
    });

    it('are told from logs of the command line', async () => {
      for (const [text, formats] of [
        [transcript.text, ['vscode-chat']],
        [new Events().prompt('go').text, ['copilot-cli']],
        [new Events(null).prompt('go').text, ['copilot-cli']],
        ['{"type":"user","sessionId":"s","uuid":"u","message":{}}\n', []],
        ['', []],
      ] as const) {
        const sample = await sampleOf(new MemoryLog({ [path]: text }, path));
        assert.deepEqual(
          [copilotCli, vscodeChat].filter((format) => format.recognise(sample)).map(({ id }) => id),
          formats,
        );
      }
    });
  });
});
