import assert from 'node:assert/strict';
import type { Turn } from '../../../src/engine/turns/session.ts';
import { claudeCode } from '../../../src/engine/turns/sources/claudeCode.ts';
import { TurnAssembler } from '../../../src/engine/turns/sources/turnAssembler.ts';
import { fileResult, MAIN, numbered, onlyTurn, read, Rows, SESSION, type Row } from './claudeRows.ts';
import { MemoryLog, readLog, type MemoryFiles } from './memoryLog.ts';

describe('sub-agents of Claude Code', () => {
  describe('sub-agents', () => {
    const ofAgent = (id: string): Row => ({ isSidechain: true, agentId: id });
    const agentRows = (id: string, prompt = 'look around'): Rows =>
      new Rows(ofAgent(id), `${id}-`)
        .prompt(prompt)
        .call(`${id}-t`, 'Read', { file_path: '/w/a.py' })
        .result(`${id}-t`, numbered(1, ['a', 'b']))
        .says('it is fine');
    const parent = (id: string): Rows =>
      new Rows()
        .prompt('go')
        .call('t1', 'Task', { prompt: 'look around', subagent_type: 'Explore' })
        .row('progress', { data: { type: 'agent_progress', message: agentRows(id).rows[1] } })
        .result('t1', [{ type: 'text', text: 'fine' }], { status: 'completed', agentId: id })
        .says('done');
    const acts = ({ actions }: Turn): unknown[] => actions.map(({ tool, by, shown }) => [tool, by, shown.length]);
    const expected = [
      ['Task', null, 0],
      ['Read', 'a1', 1],
    ];

    for (const [layout, file] of [
      ['in a folder of the session', `p/${SESSION}/subagents/agent-a1.jsonl`],
      ['beside the session', 'p/agent-a1.jsonl'],
    ] as const) {
      it(`have their actions in the turn: log ${layout}`, async () => {
        const { turns, problems } = await read(parent('a1'), { [file]: agentRows('a1').text });
        assert.deepEqual(turns.map(acts), [expected]);
        assert.deepEqual(
          turns[0]!.messages.map(({ by }) => by),
          [null, 'a1', 'a1', null],
        );
        assert.deepEqual(problems, {});
      });
    }

    it('have their actions in the turn: rows inside the log of the session', async () => {
      const inside = new Rows({ isSidechain: true }, 'x')
        .prompt('look around')
        .call('x1', 'Bash', { command: 'ls' })
        .result('x1', 'a');
      const { turns } = await read(new Rows().prompt('go').text + inside.text);
      assert.deepEqual(turns.map(acts), [[['Bash', 'x0', 0]]]);
    });

    it('are named by the text of their answer when the row has nothing else', async () => {
      const rows = new Rows()
        .prompt('go')
        .call('t1', 'Agent', { prompt: 'p' })
        .result('t1', 'ok\nagentId: a1 (for resuming)');
      assert.deepEqual(acts(await onlyTurn(rows, { 'p/agent-a1.jsonl': agentRows('a1').text })), [
        ['Agent', null, 0],
        expected[1],
      ]);
    });

    it('may have sub-agents of their own', async () => {
      const outer = new Rows(ofAgent('a1'), 'a1-')
        .prompt('look around')
        .call('a1-t', 'Task', { prompt: 'deeper' })
        .result('a1-t', 'ok\nagentId: a2 (…)')
        .call('a1-s', 'Task', { prompt: 'myself' })
        .result('a1-s', 'ok\nagentId: a1 (…)');
      const turn = await onlyTurn(parent('a1'), {
        [`p/${SESSION}/subagents/agent-a1.jsonl`]: outer.text,
        [`p/${SESSION}/subagents/agent-a2.jsonl`]: agentRows('a2', 'deeper').text,
      });
      assert.deepEqual(
        turn.actions.map(({ by }) => by),
        [null, 'a1', 'a2', 'a1'],
      );
    });

    it('that did not answer are found by their prompt', async () => {
      const rows = new Rows().prompt('go').call('t1', 'Task', { prompt: 'look around' }).prompt('never mind');
      const { turns } = await read(rows, {
        [`p/${SESSION}/subagents/agent-a1.jsonl`]: agentRows('a1').text,
        [`p/${SESSION}/subagents/agent-a2.jsonl`]: agentRows('a2', 'something else').text,
      });
      assert.deepEqual(turns.map(acts), [expected, []]);
    });

    it('that only warm up are no work', async () => {
      const warm = new Rows(ofAgent('a1'), 'a1-')
        .prompt('Warmup')
        .call('a1-t', 'Read', { file_path: '/w/a.py' })
        .result('a1-t', '1→a');
      const turn = await onlyTurn(parent('a1'), { 'p/agent-a1.jsonl': warm.text });
      assert.deepEqual(acts(turn), [['Task', null, 0]]);
      assert.deepEqual((await read(warm.text)).turns, []);
    });

    it('without a log are counted, and ids are no paths', async () => {
      assert.deepEqual((await read(parent('a1'))).problems, { 'missing-file': 1 });
      assert.deepEqual((await read(parent('../../x'))).problems, { 'malformed-record': 1 });
    });

    it('opened by itself is a turn of its session', async () => {
      const { turns } = await readLog(
        claudeCode,
        new MemoryLog({ 'p/agent-a1.jsonl': agentRows('a1').text }, 'p/agent-a1.jsonl'),
      );
      assert.deepEqual(
        turns.map((turn) => [turn.sessionId, turn.prompt, acts(turn)]),
        [[SESSION, null, [expected[1]]]],
      );
    });

    it('tell no clock that runs backwards', async () => {
      const late = { timestamp: '2026-01-01T12:00:00.000Z' };
      const rows = new Rows()
        .prompt('go')
        .call('t1', 'Task', {})
        .call('t2', 'Bash', {}, late)
        .result('t1', 'agentId: a1', undefined, late);
      assert.deepEqual((await read(rows, { 'p/agent-a1.jsonl': agentRows('a1').text })).problems, {});
    });
  });

  describe('that grow', () => {
    it('are read on, row by row, and give the same turns', async () => {
      const rows = new Rows()
        .prompt('go')
        .call('t1', 'Task', { prompt: 'look around' })
        .result('t1', 'agentId: a1')
        .says('done', {})
        .prompt('next')
        .call('t2', 'Read', { file_path: '/w/a.py' })
        .result('t2', '', fileResult('/w/a.py', ['a', ''], 1, 2));
      const agent = new Rows({ isSidechain: true, agentId: 'a1' }, 'a')
        .prompt('look around')
        .call('a1', 'Bash', {})
        .result('a1', 'x');
      const files: MemoryFiles = { 'p/agent-a1.jsonl': agent.text };
      const whole = await read(rows, files);

      const growing: MemoryFiles = { ...files, [MAIN]: '' };
      const turns: Turn[] = [];
      const assembler = new TurnAssembler('claude-code', { turn: (turn) => turns.push(turn) });
      const reader = claudeCode.open(new MemoryLog(growing, MAIN, 50), assembler);
      for (let end = 0; end < rows.text.length; end += 97) {
        growing[MAIN] = rows.text.slice(0, end);
        await reader.advance();
      }
      growing[MAIN] = rows.text;
      await reader.advance();
      await reader.end();
      assembler.finish();
      assert.deepEqual(turns, whole.turns);
      assert.deepEqual([...assembler.problems], []);
    });

    it('and whose sub-agents grow beside them', async () => {
      const agent = new Rows({ isSidechain: true, agentId: 'a1' }, 'a').prompt('look around').call('a1', 'Bash', {});
      const files: MemoryFiles = {
        [MAIN]: new Rows().prompt('go').call('t1', 'Task', { prompt: 'look around' }).text,
        [`p/${SESSION}/subagents/agent-a1.jsonl`]: agent.text,
      };
      const assembler = new TurnAssembler('claude-code', { turn: () => undefined });
      const reader = claudeCode.open(new MemoryLog(files, MAIN), assembler);
      const states = async (): Promise<string[]> => {
        await reader.advance();
        return assembler.openTurns[0]!.turn.actions.map(({ state }) => state);
      };
      assert.deepEqual(await states(), ['no-result', 'no-result']);
      files[`p/${SESSION}/subagents/agent-a1.jsonl`] = agent.result('a1', 'x').text;
      assert.deepEqual(await states(), ['no-result', 'ok']);
    });

    it('start anew when the file was written anew', async () => {
      const files: MemoryFiles = { [MAIN]: new Rows().prompt('go').says('a').prompt('on').says('b').text };
      const assembler = new TurnAssembler('claude-code', { turn: () => undefined });
      const reader = claudeCode.open(new MemoryLog(files, MAIN), assembler);
      await reader.advance();
      files[MAIN] = new Rows().prompt('else').text;
      await reader.advance();
      assert.deepEqual(
        assembler.openTurns.map(({ turn }) => turn.prompt),
        ['else'],
      );
    });
  });
});
