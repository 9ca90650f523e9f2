import assert from 'node:assert/strict';
import type { Turn } from '../../../src/engine/turns/session.ts';
import { aider } from '../../../src/engine/turns/sources/aider.ts';
import { readLogText } from './logText.ts';
import type { ReadLog } from './memoryLog.ts';

const CHAT = '# aider chat started at 2024-08-05 19:33:32';
/** Lines as the program writes them: what it or the user says ends with two blanks. */
const asked = (...lines: string[]): string => `\n${lines.map((line) => `#### ${line}  `).join('\n')}\n\n`;
const told = (...lines: string[]): string => lines.map((line) => `> ${line}  \n`).join('');
const START = `\n${CHAT}\n\n${told('Aider v0.9.0', 'Models: m-1 with diff edit format, weak model m-0', 'Added a.py to the chat.')}`;
const TOKENS = 'Tokens: 5,244 sent, 604 received. Cost: $0.02 request, $0.02 session.';
const block = (path: string, old: string, next: string): string =>
  `${path}\n\`\`\`python\n<<<<<<< SEARCH\n${old}=======\n${next}>>>>>>> REPLACE\n\`\`\`\n`;

const read = (...parts: string[]): Promise<ReadLog> => readLogText(aider, parts.join(''), 'history.md');

async function turnOf(...parts: string[]): Promise<Turn> {
  const { turns, problems } = await read(START, asked('do it'), ...parts);
  assert.deepEqual(problems, {});
  assert.equal(turns.length, 1);
  return turns[0]!;
}

const given = (turn: Turn): string[] =>
  turn.actions.flatMap(({ shown }) => shown.filter((each) => each.class === 'given').map(({ path }) => path));

describe('Aider', () => {
  it('makes a session of each chat and a turn of each prompt', async () => {
    const { sessions, turns, problems } = await read(
      START,
      asked('one', '', 'two'),
      'Sure.\n\n',
      told(TOKENS),
      asked('/ask why?'),
      'Because.\n\n',
      START,
      asked('three'),
      'Yes.\n',
    );
    assert.deepEqual(
      sessions.map(({ id, agentVersion, folders }) => [id, agentVersion, folders]),
      [
        ['aider-2024-08-05T19:33:32', '0.9.0', []],
        ['aider-2024-08-05T19:33:32~2', '0.9.0', []],
      ],
    );
    assert.deepEqual(
      turns.map(({ sessionId, id, index, prompt, models, outcome, startedAt, messages }) => [
        sessionId,
        id,
        index,
        prompt,
        models,
        outcome,
        startedAt,
        messages.map(({ text }) => text),
      ]),
      [
        ['aider-2024-08-05T19:33:32', 'line-8', 1, 'one\n\ntwo', ['m-1'], 'finished', null, ['Sure.']],
        ['aider-2024-08-05T19:33:32', 'line-16', 2, '/ask why?', ['m-1'], 'finished', null, ['Because.']],
        ['aider-2024-08-05T19:33:32~2', 'line-27', 1, 'three', ['m-1'], 'finished', null, ['Yes.']],
      ],
    );
    assert.deepEqual(problems, {});
  });

  it('takes the folder of a history that has its usual name', async () => {
    const { sessions } = await readLogText(aider, START, '/w/repo/.aider.chat.history.md');
    assert.deepEqual(sessions[0]!.folders, ['/w/repo']);
  });

  const LOCAL = [
    '/add b.py',
    '/drop',
    '/undo',
    '/diff',
    '/tokens',
    '/clear',
    '/ex',
    '/model m-2',
    '/ls',
    '/ask',
    '!ls',
  ];
  for (const command of LOCAL) {
    it(`makes no turn of ${command}, nor an answer of what follows`, async () => {
      const turn = await turnOf('Sure.\n', told(TOKENS), asked(command), 'no answer\n');
      assert.deepEqual([turn.prompt, turn.messages.map(({ text }) => text)], ['do it', ['Sure.']]);
    });
  }

  it('reads tokens in all their forms', async () => {
    const usage = async (line: string): Promise<unknown> => (await turnOf('Sure.\n', told(line))).usage;
    assert.deepEqual(await usage(TOKENS), { input: 5244, output: 604, cached: null, reasoning: null });
    assert.deepEqual(await usage('Tokens: 12k sent, 345 received.'), {
      input: 12_000,
      output: 345,
      cached: null,
      reasoning: null,
    });
    assert.deepEqual(await usage('Tokens: 12k sent, 8.2k cache write, 3.1k cache hit, 1.5k received. Cost: $1'), {
      input: 12_000,
      output: 1_500,
      cached: 3_100,
      reasoning: null,
    });
  });

  it('goes on in the same turn when the program sends failures back', async () => {
    const turn = await turnOf(
      'First.\n',
      told(TOKENS),
      asked('# Fix any errors below, if possible.', '', 'a.py:1: E1'),
      'Second.\n\n#### A heading of the model\n> and a quote\n',
      told(TOKENS, 'Applied edit to a.py'),
    );
    assert.deepEqual(
      turn.messages.map(({ text, actions }) => [text, actions]),
      [
        ['First.', []],
        ['Second.\n\n#### A heading of the model\n> and a quote', ['edit-22']],
      ],
    );
    assert.deepEqual([turn.prompt, turn.usage?.input, turn.outcome], ['do it', 2 * 5244, 'finished']);
  });

  it('keeps the files of the chat for each turn, and counts none as read', async () => {
    const { turns } = await read(
      START,
      asked('one'),
      'a\n',
      told('Added new/d.py to the chat', 'Added 12 lines of output to the chat.'),
      asked('/add b.py'),
      told('Added /w/b.py to the chat'),
      asked('/read-only c.md'),
      told('Added /w/c.md to read-only files.'),
      asked('/drop a.py'),
      told('Removed a.py from the chat'),
      asked('two'),
      'b\n',
      asked('/drop b.py'),
      told('Removed b.py from the chat'),
      asked('three'),
      'c\n',
      asked('/drop'),
      told('Dropping all files from the chat session.'),
      asked('four'),
      'd\n',
    );
    assert.deepEqual(turns.map(given), [
      ['a.py', 'new/d.py'],
      ['new/d.py', '/w/b.py', '/w/c.md'],
      ['new/d.py', '/w/c.md'],
      [],
    ]);
    assert.ok(turns.every((turn) => turn.actions.every(({ shown }) => shown.every((each) => each.class === 'given'))));
  });

  it('finds the edits in the answer that were applied', async () => {
    const turn = await turnOf(
      'Sure.\n\n',
      block('a.py', 'x\n', 'y\n'),
      '\nand\n\n',
      block('**pkg/b.py**:', 'p\nq\n', ''),
      // Without a name of its own it is of the file before.
      '<<<<<<< SEARCH\nr\n=======\ns\n>>>>>>> REPLACE\n\n',
      block('new.py', '', 'z\n'),
      block('never.py', '1\n', '2\n'),
      told(
        TOKENS,
        'Applied edit to a.py',
        'Applied edit to /w/pkg/b.py',
        'Applied edit to new.py',
        'Applied edit to e.py',
      ),
    );
    assert.deepEqual(
      turn.actions.filter(({ kind }) => kind === 'edit').map(({ state, edits }) => [state, edits]),
      [
        ['ok', [{ kind: 'replace', path: 'a.py', old: 'x\n', new: 'y\n', all: false }]],
        [
          'ok',
          [
            { kind: 'replace', path: '/w/pkg/b.py', old: 'p\nq\n', new: '', all: false },
            { kind: 'replace', path: '/w/pkg/b.py', old: 'r\n', new: 's\n', all: false },
          ],
        ],
        ['ok', [{ kind: 'unknown', path: 'new.py' }]],
        ['ok', [{ kind: 'unknown', path: 'e.py' }]],
      ],
    );
    assert.equal(turn.messages[0]!.actions.length, 4);
  });

  const ENDS: [string, string[], Turn['outcome']][] = [
    ['tokens', ['a\n', told(TOKENS)], 'finished'],
    ['an answer without tokens', ['a\n'], 'finished'],
    ['nothing', [], 'cut'],
    ['an interrupt', ['a\n', told('', '', '^C KeyboardInterrupt')], 'interrupted'],
    ['an interrupt whose tokens are told', ['a\n', told('^C again to exit', TOKENS)], 'interrupted'],
    ['an interrupt when all was done', ['a\n', told(TOKENS, '^C again to exit')], 'finished'],
    ['an error', ['a\n', told('Unexpected error: litellm.InternalServerError: x')], 'error'],
    [
      'an error that was overcome',
      [told('litellm.InternalServerError: x', 'Retrying in 0.2 seconds...'), 'a\n'],
      'finished',
    ],
    ['a limit', [told('Model m-1 has hit a token limit!')], 'error'],
  ];
  for (const [name, parts, outcome] of ENDS) {
    it(`ends a turn: ${name}`, async () => {
      assert.equal((await turnOf(...parts)).outcome, outcome);
    });
  }

  it('reads CRLF, text before the first chat, and a last line without an end', async () => {
    const { sessions, turns, problems } = await read(`stray\n${START}${asked('one')}Sure.`.replaceAll('\n', '\r\n'));
    assert.deepEqual(
      [sessions.length, turns.map(({ prompt, messages }) => [prompt, messages[0]?.text])],
      [1, [['one', 'Sure.']]],
    );
    assert.deepEqual(problems, {});
  });

  it('takes prompts without a chat', async () => {
    const { turns } = await read(asked('one'), 'Sure.\n', START);
    assert.deepEqual(
      turns.map(({ sessionId, prompt }) => [sessionId, prompt]),
      [['aider', 'one']],
    );
  });

  it('recognises a history by its first line', () => {
    const fits = (head: string, name = 'x.md'): boolean => aider.recognise({ name, kind: 'file', head, entries: [] });
    assert.ok(fits(`\n${CHAT}\n`));
    assert.ok(fits(`> cut\n${CHAT}\n`, '.aider.chat.history.md'));
    assert.ok(!fits(`# Notes\n${CHAT}\n`));
    assert.ok(!fits('# aider\n'));
    assert.ok(!fits(''));
  });
});
