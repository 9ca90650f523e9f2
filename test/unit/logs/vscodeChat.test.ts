import assert from 'node:assert/strict';
import type { Action, LogProblem, Turn } from '../../../src/engine/turns/session.ts';
import { TurnAssembler } from '../../../src/engine/turns/sources/turnAssembler.ts';
import { vscodeChat } from '../../../src/engine/turns/sources/vscodeChat.ts';
import { MemoryLog, readLog, sampleOf, type MemoryFiles, type ReadLog } from './memoryLog.ts';
import { chat, documentOf, linesOf, request, START, type Data } from './vscodeRows.ts';

const FENCE = '```';

function read(text: string, path = 'chatSessions/file.json'): Promise<ReadLog> {
  return readLog(vscodeChat, new MemoryLog({ [path]: text }, path));
}

async function actionOf(name: string, args: unknown, text?: string): Promise<Action> {
  const { turns, problems } = await read(
    documentOf([request('q1', [{ name, args, ...(text === undefined ? {} : { text }) }])]),
  );
  assert.deepEqual(problems, {});
  return turns[0]!.actions[0]!;
}

const shownText = ({ shown }: Action): string[] =>
  shown.map(
    (each) =>
      `${each.class} ${each.path} ${each.ranges.map((range) => `${range.startLine}-${range.endLine}`).join()} ${each.how} ${each.lines?.join('|') ?? '-'}`,
  );

describe('VS Code chat logs', () => {
  describe('as one document', () => {
    it('are a turn for each request', async () => {
      const globalContext = [
        { type: 1, text: 'I am working in a workspace with the following folders:\n- /w \n- /x\nMore' },
      ];
      const first = request('q1', [{ name: 'run_in_terminal', args: { command: 'ls' }, text: 'a.py' }]);
      (first.result as { metadata: Data }).metadata.renderedGlobalContext = globalContext;
      const { turns, sessions, problems } = await read(
        documentOf([
          first,
          request('q2', [], { isCanceled: true }),
          request('q3', [], { result: { errorDetails: { message: 'x' } } }),
          request('q4', [], { result: undefined, timestamp: START + 1000 }),
          request('q5', [], { result: undefined, modelState: { value: 1, completedAt: START + 5000 } }),
        ]),
      );
      assert.deepEqual(
        turns.map(({ id, prompt, outcome, endedAt }) => [id, prompt, outcome, endedAt?.slice(14, 19)]),
        [
          ['q1', 'prompt of q1', 'finished', '00:09'],
          ['q2', 'prompt of q2', 'interrupted', '00:09'],
          ['q3', 'prompt of q3', 'error', '00:00'],
          ['q4', 'prompt of q4', 'finished', undefined],
          ['q5', 'prompt of q5', 'finished', '00:05'],
        ],
      );
      assert.deepEqual(turns[0]!.usage, { input: 50, output: 6, cached: null, reasoning: null });
      assert.deepEqual(
        turns[0]!.messages.map(({ id, text, model, actions }) => [id, text, model, actions]),
        [['q1-r', 'I look', 'copilot/model-a', ['q1-t0']]],
      );
      assert.deepEqual(sessions, [
        { id: 's1', agent: 'vscode-chat', agentVersion: '0.31.5', parentId: null, folders: ['/w', '/x'] },
      ]);
      assert.deepEqual(problems, {});
    });

    it('are taken from the display parts when the rounds are missing', async () => {
      const uri = { fsPath: '/w/a.py', path: '/w/a.py' };
      const parts = [
        {
          kind: 'toolInvocationSerialized',
          toolId: 'copilot_readFile',
          toolCallId: 'd1',
          isComplete: true,
          isConfirmed: { type: 1 },
          pastTenseMessage: { value: 'Read [](file:///w/a%20b.py#3-3), lines 3 to 9' },
        },
        {
          kind: 'toolInvocationSerialized',
          toolId: 'copilot_findTextInFiles',
          isComplete: true,
          resultDetails: [{ uri }, { uri }],
        },
        { kind: 'toolInvocationSerialized', toolId: 'run_in_terminal', isConfirmed: { type: 0 }, isComplete: true },
        { kind: 'textEditGroup', uri, edits: [], done: true },
        { kind: 'undoStop' },
        7,
      ];
      const { turns } = await read(
        documentOf([request('q1', [], { result: undefined, isCanceled: true, response: parts })]),
      );
      assert.deepEqual(
        turns[0]!.actions.map((action) => [action.kind, action.state, shownText(action), action.edits.length]),
        [
          ['read', 'ok', ['read /w/a b.py 3-9 unverified -'], 0],
          ['search', 'ok', ['search /w/a.py  unverified -'], 0],
          ['run', 'denied', [], 0],
          ['edit', 'ok', [], 1],
        ],
      );
    });

    it('take sub-agents from their display parts, and nothing else twice', async () => {
      const part = { kind: 'toolInvocationSerialized', toolId: 'copilot_readFile', isComplete: true };
      const response = [part, { ...part, subAgentInvocationId: 'a1', toolCallId: 'd2' }];
      const { turns } = await read(
        documentOf([request('q1', [{ name: 'runSubagent', args: {}, text: 'ok' }], { response })]),
      );
      assert.deepEqual(
        turns[0]!.actions.map(({ id, by }) => [id, by]),
        [
          ['q1-t0', null],
          ['d2', 'a1'],
        ],
      );
    });

    const damage: [string, string, Record<string, number>, number][] = [
      ['a cut document', documentOf([request('q1'), request('q2')]).slice(0, -700), { 'cut-end': 1 }, 1],
      ['a broken document', documentOf([request('q1')]).replace(']', ',,]'), { 'invalid-json': 1 }, 0],
      ['a request that is none', documentOf([5, request('q1')]), { 'malformed-record': 1 }, 1],
      [
        'rounds and calls of other types',
        documentOf([request('q1', [], { result: { metadata: { toolCallRounds: [5, { toolCalls: [{}, 7] }] } } })]),
        { 'malformed-record': 3 },
        1,
      ],
      [
        'fields of other types',
        documentOf([{ requestId: 5, message: 7, response: 'x', result: [], timestamp: 'x' }]),
        {},
        1,
      ],
    ];
    for (const [what, text, problems, turns] of damage) {
      it(`count damage: ${what}`, async () => {
        const log = await read(text);
        assert.deepEqual([log.problems, log.turns.length], [problems, turns]);
      });
    }
  });

  describe('show', () => {
    const path = '/w/a.py';
    const cases: [string, string, Data, string | undefined, string[]][] = [
      [
        'the lines that the result states',
        'read_file',
        { filePath: path, startLine: 2, endLine: 900 },
        `File: \`${path}\`. Lines 2 to 3 (40 lines total): \n${FENCE}python\na\n\n${FENCE}`,
        ['read /w/a.py 2-3 printed a|'],
      ],
      [
        'a file to its end without the last piece',
        'read_file',
        { filePath: path, startLine: 2, endLine: 900 },
        `${FENCE}python\na\nb\n\n${FENCE}`,
        ['read /w/a.py 2-3 arguments a|b'],
      ],
      [
        'a file with fences that was cut',
        'read_file',
        { filePath: path, offset: 1, limit: 1 },
        `File: \`${path}\`. Lines 1 to 2 (40 lines total): \n\`${FENCE}md\n${FENCE}\nb\n[File content truncated at line 2. Use read_file with offset/limit parameters to view more.]\n\n\`${FENCE}`,
        [`read /w/a.py 1-2 printed ${FENCE}|b`],
      ],
      [
        'nothing of an empty file',
        'read_file',
        { filePath: path },
        `(The file \`${path}\` exists, but is empty)`,
        ['read /w/a.py  printed -'],
      ],
      [
        'hits',
        'grep_search',
        { query: 'x' },
        `2 matches\n<match path="${path}" line=9>\nx\n</match>\n<match path="${path}" line=3>\nx1\nx2\n</match>\n`,
        ['search /w/a.py 3-4,9-9 printed x1|x2|x'],
      ],
      [
        'code that was found',
        'semantic_search',
        { query: 'x' },
        `Here is a potentially relevant text excerpt in \`a.py\` starting at line 4:\n${FENCE}python\n# filepath: a.py\nx\ny\n${FENCE}\nHere is the full text of \`b.py\`:\n${FENCE}\nz\n${FENCE}`,
        ['search a.py 4-5 printed x|y', 'search b.py 1-1 printed z'],
      ],
      [
        'found files',
        'file_search',
        { query: '*' },
        '2 total results\n/w/a.py\n/w/b.py',
        ['listing /w/a.py  printed -', 'listing /w/b.py  printed -'],
      ],
      ['the files of a folder', 'list_dir', { path: '/w/' }, 'a.py\nsrc/', ['listing /w/a.py  printed -']],
      ['nothing when the tool failed', 'read_file', { filePath: path }, 'ERROR while calling tool: no file', []],
      ['nothing when the user refused', 'read_file', { filePath: path }, 'The user cancelled the tool call.', []],
    ];
    for (const [what, tool, args, text, shown] of cases) {
      it(what, async () => assert.deepEqual(shownText(await actionOf(tool, args, text)), shown));
    }

    it('later output of a terminal with its command', async () => {
      const { turns } = await read(
        documentOf([
          request('q1', [
            {
              name: 'run_in_terminal',
              args: { command: 'serve', isBackground: true },
              text: 'Command is running in terminal with ID=42',
            },
            { name: 'get_terminal_output', args: { id: '42' }, text: 'up' },
          ]),
        ]),
      );
      assert.deepEqual(
        turns[0]!.actions.map(({ output, command }) => [output, command?.terminal]),
        [
          ['Command is running in terminal with ID=42\nup', null],
          ['up', undefined],
        ],
      );
    });

    it('no result when there is none', async () => {
      assert.equal((await actionOf('read_file', { filePath: path })).state, 'no-result');
    });
  });

  describe('edit', () => {
    const filePath = '/w/a.py';
    const replaced = { kind: 'replace', path: filePath, old: 'a', new: 'b', all: false };
    const cases: [string, Data, unknown[]][] = [
      ['replace_string_in_file', { filePath, oldString: 'a', newString: 'b' }, [replaced]],
      ['multi_replace_string_in_file', { replacements: [{ filePath, oldString: 'a', newString: 'b' }, 5] }, [replaced]],
      ['create_file', { filePath, content: 'x' }, [{ kind: 'write', path: filePath, content: 'x' }]],
      ['insert_edit_into_file', { filePath, code: 'x' }, [{ kind: 'unknown', path: filePath }]],
      ['edit_notebook_file', { filePath }, [{ kind: 'unknown', path: filePath }]],
      [
        'apply_patch',
        { input: `*** Begin Patch\n*** Delete File: ${filePath}\n*** End Patch` },
        [{ kind: 'delete', path: filePath }],
      ],
    ];
    for (const [tool, args, edits] of cases) {
      it(tool, async () => assert.deepEqual((await actionOf(tool, args, 'ok')).edits, edits));
    }
  });

  describe('as a log of operations', () => {
    const path = 'chatSessions/s1.jsonl';
    const initial = { kind: 0, v: chat([request('q1')]) };
    const prompts = ({ turns }: ReadLog): unknown[] => turns.map(({ prompt }) => prompt);

    it('build up the same turns', async () => {
      const whole = await read(
        documentOf([request('q1'), request('q2', [{ name: 'read_file', args: { filePath: '/w/a' } }])]),
      );
      const lines = await read(
        linesOf(
          initial,
          { kind: 1, k: ['customTitle'], v: 'x' },
          { kind: 2, k: ['requests'], v: [request('draft')] },
          { kind: 2, k: ['requests'], i: 1, v: [request('q2', [], { result: undefined })] },
          {
            kind: 1,
            k: ['requests', 1, 'result'],
            v: request('q2', [{ name: 'read_file', args: { filePath: '/w/a' } }]).result,
          },
          { kind: 1, k: ['requests', 1, 'gone'], v: 1 },
          { kind: 3, k: ['requests', 1, 'gone'] },
        ),
        path,
      );
      assert.deepEqual(lines, whole);
    });

    it('count entries that fit nothing', async () => {
      const log = await read(
        linesOf(
          initial,
          { kind: 1, k: ['__proto__', 'polluted'], v: 1 },
          { kind: 1, k: ['requests', 1e9], v: 1 },
          { kind: 1, k: ['nothing', 'here'], v: 1 },
          { kind: 1, k: [], v: 1 },
          { kind: 2, k: ['sessionId'], v: [1] },
          { kind: 3, k: ['requests', 7] },
          { kind: 9, k: ['requests'] },
          { kind: 0, v: 5 },
        ),
        path,
      );
      assert.deepEqual([prompts(log), log.problems], [['prompt of q1'], { 'malformed-record': 8 }]);
      assert.equal(({} as Data).polluted, undefined);
    });

    it('are read on as they grow, and told anew when an earlier request changes', async () => {
      const files: MemoryFiles = { [path]: linesOf({ kind: 0, v: chat([request('q1', [], { result: undefined })]) }) };
      let restarts = 0;
      const turns: Turn[] = [];
      const assembler = new TurnAssembler('vscode-chat', {
        turn: (turn) => turns.push(turn),
        restart: () => restarts++,
      });
      const reader = vscodeChat.open(new MemoryLog(files, path), assembler);
      const add = async (entry: Data): Promise<unknown[]> => {
        files[path] = `${files[path] as string}${JSON.stringify(entry)}\n`;
        await reader.advance();
        return assembler.openTurns.map(({ turn }) => [turn.prompt, turn.outcome]);
      };
      await reader.advance();
      assert.deepEqual(await add({ kind: 1, k: ['requests', 0, 'result'], v: request('q1').result }), [
        ['prompt of q1', 'finished'],
      ]);
      assert.deepEqual(await add({ kind: 2, k: ['requests'], v: [request('q2', [], { result: undefined })] }), [
        ['prompt of q1', 'finished'],
        ['prompt of q2', 'running'],
      ]);
      assert.equal(restarts, 0);
      await add({ kind: 5 });
      assert.deepEqual(await add({ kind: 1, k: ['requests', 0, 'message'], v: { text: 'other' } }), [
        ['other', 'finished'],
        ['prompt of q2', 'running'],
      ]);
      assert.equal(restarts, 1);
      assert.deepEqual([...assembler.problems], [['malformed-record', 1] satisfies [LogProblem, number]]);
    });
  });

  it('are recognised by their shape', async () => {
    const cases: [string, boolean][] = [
      [documentOf([request('q1')]), true],
      [linesOf({ kind: 0, v: chat([]) }), true],
      ['{"version":1,"messages":[]}', false],
      ['{"kind":0,"v":{"other":1}}', false],
      ['', false],
    ];
    for (const [text, fits] of cases) {
      assert.equal(
        vscodeChat.recognise(await sampleOf(new MemoryLog({ 'p/x': text }, 'p/x'))),
        fits,
        text.slice(0, 40),
      );
    }
  });
});
