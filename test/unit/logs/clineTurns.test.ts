import assert from 'node:assert/strict';
import { clineSession, clineTask } from '../../../src/engine/turns/sources/cline.ts';
import { LOG_FORMATS } from '../../../src/engine/turns/sources/formats.ts';
import {
  DETAILS,
  HISTORY,
  TASK,
  agent,
  answer,
  read,
  said,
  shape,
  start,
  use,
  user,
  type Block,
} from './clineFixture.ts';
import { MemoryLog, readLog, sampleOf } from './memoryLog.ts';

describe('cline: turns', () => {
  it('begin at what a human says inside the program’s text', async () => {
    const { turns, sessions, problems } = await read([
      start,
      agent(
        said(
          '<thinking>\nhm\n</thinking>\nI ask.\n<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>',
        ),
      ),
      user(said("[ask_followup_question for 'Which?'] Result:"), said('<answer>\nthis\n</answer>'), said(DETAILS)),
      {
        ...agent(
          said('Ok.'),
          use('c1', 'execute_command', { command: 'a' }),
          use('c2', 'execute_command', { command: 'b' }),
        ),
        modelInfo: { modelId: 'm', providerId: 'p' },
        metrics: { tokens: { prompt: 10, completion: 5, cached: 90 } },
      },
      user(
        said("[execute_command for 'b'] Result:\nCommand executed.\nOutput:\nB"),
        said("[execute_command for 'a'] Result:\nCommand executed.\nOutput:\nA"),
      ),
      agent(said('<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>')),
      user(
        said('[attempt_completion] Result:'),
        said('The user has provided feedback on the results.\n<feedback>\nmore\n</feedback>'),
      ),
      agent(said('I go on.')),
      user(
        said(
          '[TASK RESUMPTION] This task was interrupted 3 hours ago.\n\nNew message:\n<user_message>\nquick\n</user_message>',
        ),
      ),
      agent(said('[ERROR] no')),
      user(said('[ERROR] You did not use a tool in your previous response!')),
    ]);
    assert.deepEqual(problems, {});
    assert.deepEqual(sessions, [
      { id: '1771200000000', agent: 'cline', agentVersion: null, parentId: null, folders: ['/home/dev/p'] },
    ]);
    assert.deepEqual(
      turns.map(({ prompt, outcome, actions }) => [prompt, outcome, actions.map(({ tool }) => tool)]),
      [
        ['do it', 'finished', ['ask_followup_question']],
        ['this', 'finished', ['execute_command', 'execute_command', 'attempt_completion']],
        ['more', 'interrupted', []],
        ['quick', 'cut', []],
      ],
    );
    const [first, second] = turns;
    assert.deepEqual([first!.messages[0]!.reasoning, first!.messages[0]!.text], ['hm', 'I ask.']);
    assert.deepEqual(second!.messages[0]!.usage, { input: 100, output: 5, cached: 90, reasoning: null });
    assert.equal(second!.messages[0]!.model, 'm');
    assert.deepEqual(
      second!.actions.map(({ output }) => output?.slice(0, 8)),
      ['B', 'A', 'The user'],
    );
  });

  it('of Roo name their workspace and their parent', async () => {
    const item = JSON.stringify({ id: 'roo-1', workspace: '/home/dev/q', parentTaskId: 'roo-0' });
    const { sessions } = await read([start], { [`${TASK}/history_item.json`]: item });
    assert.deepEqual(sessions, [
      {
        id: 'roo-1',
        agent: 'roo-code',
        agentVersion: null,
        parentId: 'roo-0',
        folders: ['/home/dev/q', '/home/dev/p'],
      },
    ]);
    const summary = { ...user(said('<task>summary</task>')), isSummary: true, condenseId: 'x' };
    const condensed = await read([{ ...start, condenseParent: 'x' }, agent(said('a')), summary]);
    assert.equal(condensed.sessions[0]!.agent, 'roo-code');
    assert.equal(condensed.turns.length, 1);
  });

  it('count damage and go on', async () => {
    const { turns, problems } = await read([
      start,
      null,
      { role: 'system', content: [] },
      { role: 'user', content: 7 },
      agent({ type: 'tool_use' }, { type: 'hologram' }, 3 as unknown as Block, use('x', 'read_file', 'no object')),
      user(answer('y', 'a'), said("[list_files for 'a'] Result:\nb"), answer('x', { odd: 1 })),
    ]);
    assert.deepEqual(problems, { 'malformed-record': 5, 'unknown-record': 1, 'orphan-result': 2 });
    assert.equal(turns[0]!.actions.length, 1);
    const half = await readLog(clineTask, new MemoryLog({ [HISTORY]: JSON.stringify([start]).slice(0, -1) }, HISTORY));
    assert.deepEqual([half.problems, half.turns.length], [{ 'cut-end': 1 }, 1]);
  });

  it('are recognised as a file and as a folder, by one format', async () => {
    const files = { [HISTORY]: JSON.stringify([start]) };
    for (const path of [HISTORY, TASK]) {
      const log = new MemoryLog(files, path);
      const sample = await sampleOf(log);
      assert.deepEqual(
        LOG_FORMATS.filter((format) => format.recognise(sample)).map(({ id }) => id),
        ['cline-task'],
      );
      assert.equal((await readLog(clineTask, log)).turns.length, 1);
    }
  });
});

describe('cline: sessions of the SDK', () => {
  it('have files, commands and results in lists', async () => {
    const document = {
      version: 1,
      agent: 'lead',
      sessionId: 's1',
      messages: [
        { id: 'm1', ...user(said('go @a'), { type: 'file', path: '/p/a', content: 'given' }) },
        {
          id: 'm2',
          ...agent(
            use('c1', 'read_files', { files: [{ path: '/p/a', start_line: 4, end_line: 5 }, { path: '/p/b' }] }),
            use('c2', 'run_commands', { commands: ['ls', { command: 'git', args: ['diff'] }] }),
            use('c3', 'editor', { path: '/p/a', old_text: 'x', new_text: 'y' }),
            use('c4', 'editor', { path: '/p/n', new_text: 'new' }),
          ),
          modelInfo: { id: 'm', provider: 'p' },
          metrics: { inputTokens: 10, outputTokens: 3, cacheReadTokens: 8, cacheWriteTokens: 0 },
        },
        {
          id: 'm3',
          ...user(
            answer('c1', [
              { query: '/p/a:4-5', result: '4 | x\n5 | y\n[Showing lines 4-5 of 9]', success: true },
              { query: '/p/b', result: 'no such file', success: false },
            ]),
            answer('c2', [
              { query: 'ls', result: 'a\n', success: true },
              { query: 'git diff', result: 'bad', success: false },
            ]),
            answer('c3', '{"query":"edit:/p/a","result":"Edited","success":true}'),
            answer('c4', '{"query":"edit:/p/n","result":"no","success":false}'),
            said('by the way'),
          ),
        },
        { id: 'm4', ...agent(said('Done.')) },
        { id: 'm5', ...user(said('<SYSTEM_NOTICE>\nFiles read: a\n</SYSTEM_NOTICE>')) },
      ],
    };
    const session = {
      session_id: 's1',
      cwd: '/p',
      workspace_root: '/p',
      metadata: { fork: { forkedFromSessionId: 's0' } },
    };
    const files = { 'x/s1.messages.json': JSON.stringify(document), 'x/s1.json': JSON.stringify(session) };
    for (const path of ['x/s1.messages.json', 'x']) {
      const { turns, sessions, problems } = await readLog(clineSession, new MemoryLog(files, path));
      assert.deepEqual(problems, {});
      assert.deepEqual(sessions, [{ id: 's1', agent: 'cline', agentVersion: null, parentId: 's0', folders: ['/p'] }]);
      assert.deepEqual(
        turns.map(({ prompt, outcome }) => [prompt, outcome]),
        [['go @a\n\nby the way', 'finished']],
      );
      const { actions, usage } = turns[0]!;
      assert.deepEqual(usage, { input: 10, output: 3, cached: 8, reasoning: null });
      assert.deepEqual(
        actions.map(({ id, state, command, output }) => [id, state, command?.text ?? null, output]),
        [
          ['c1', 'ok', null, '4 | x\n5 | y\n[Showing lines 4-5 of 9]\nno such file'],
          ['c2', 'ok', 'ls', 'a\n'],
          ['c2#2', 'failed', 'git diff', 'bad'],
          ['c3', 'ok', null, 'Edited'],
          ['c4', 'failed', null, 'no'],
        ],
      );
      assert.deepEqual(actions[0]!.shown.map(shape), [['/p/a', 'read', '4-5', 'printed', ['x', 'y']]]);
      assert.deepEqual(
        actions.slice(3).flatMap(({ edits }) => edits),
        [
          { kind: 'replace', path: '/p/a', old: 'x', new: 'y', all: false },
          { kind: 'write', path: '/p/n', content: 'new' },
        ],
      );
    }
  });
});
