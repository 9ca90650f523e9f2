import assert from 'node:assert/strict';
import { claudeCode } from '../../../src/engine/turns/sources/claudeCode.ts';
import { read, Rows, SESSION, type Row } from './claudeRows.ts';
import { MemoryLog, sampleOf } from './memoryLog.ts';

describe('Claude Code logs', () => {
  describe('damage', () => {
    const good = new Rows().prompt('go').call('t1', 'Bash', { command: 'ls' });
    const cases: [string, string, Record<string, number>][] = [
      ['a cut last line', '{"type":"user","uuid":"x","mess', { 'cut-end': 1 }],
      ['a broken line', '{"type":\n{"type":"mode","sessionId":"s"}\n', { 'invalid-json': 1 }],
      ['a line that is no object', '[1]\n"x"\n', { 'malformed-record': 2 }],
      ['a row without a type', '{"uuid":"x"}\n', { 'malformed-record': 1 }],
      ['a row without a session', '{"type":"user","message":{"content":"x"}}\n', { 'malformed-record': 1 }],
      ['a row without a message', `{"type":"user","sessionId":"${SESSION}"}\n`, { 'malformed-record': 1 }],
      [
        'content of another type',
        `{"type":"assistant","sessionId":"${SESSION}","message":{"content":5}}\n`,
        { 'malformed-record': 1 },
      ],
      [
        'blocks of another type',
        `{"type":"assistant","sessionId":"${SESSION}","message":{"content":[5,{"type":"tool_use"},{"type":"text","text":7}]}}\n`,
        { 'malformed-record': 2 },
      ],
      [
        'a result without its call',
        `{"type":"user","sessionId":"${SESSION}","message":{"content":[{"type":"tool_result","tool_use_id":"t9","content":"x"}]}}\n`,
        { 'orphan-result': 1 },
      ],
      [
        'a result without an id',
        `{"type":"user","sessionId":"${SESSION}","message":{"content":[{"type":"tool_result"}]}}\n`,
        { 'malformed-record': 1 },
      ],
      ['an attachment of another type', `{"type":"attachment","sessionId":"${SESSION}"}\n`, { 'malformed-record': 1 }],
      ['a kind that nobody knows', `{"type":"hologram","sessionId":"${SESSION}"}\n`, { 'unknown-record': 1 }],
      [
        'known kinds that say nothing',
        `{"type":"mode"}\n{"type":"cost-state"}\n{"type":"summary","leafUuid":"x"}\n`,
        {},
      ],
      [
        'a lone surrogate',
        `{"type":"user","uuid":"s","sessionId":"${SESSION}","isMeta":true,"message":{"content":"\\ud83d"}}\n`,
        {},
      ],
    ];
    for (const [what, text, problems] of cases) {
      it(`is counted: ${what}`, async () => {
        const log = await read(good.text + text);
        assert.deepEqual(log.problems, problems);
        assert.equal(log.turns.length, 1);
        assert.equal(log.turns[0]!.actions.length, 1);
      });
    }

    it('is counted: a call that is told again under another row', async () => {
      const rows = new Rows().prompt('go').call('t1', 'Bash', {}).result('t1', 'x').call('t1', 'Bash', {});
      const { turns, problems } = await read(rows);
      assert.deepEqual([turns[0]!.actions.map(({ output }) => output), problems], [['x'], { 'duplicate-record': 1 }]);
    });

    it('does nothing to the prototype of objects', async () => {
      await read(
        '{"__proto__":{"polluted":1},"type":"user","sessionId":"__proto__","uuid":"__proto__","message":{"content":"x"}}\n',
      );
      assert.equal(({} as Row).polluted, undefined);
    });
  });

  describe('are recognised', () => {
    const cases: [string, string, boolean][] = [
      ['by a row of the conversation', new Rows().prompt('x').text, true],
      ['by a title', '{"type":"summary","summary":"x","leafUuid":"y"}\n', true],
      ['by a queued prompt', '{"type":"queue-operation","operation":"enqueue","sessionId":"s"}\n', true],
      ['by a first row longer than the sample', new Rows().prompt('x').text.slice(0, 200), true],
      ['not by the rows of Codex', '{"timestamp":"t","type":"session_meta","payload":{"id":"s"}}\n', false],
      [
        'not by the events of Copilot',
        '{"type":"user.message","data":{"content":"x"},"id":"1","parentId":null}\n',
        false,
      ],
      [
        'not by the rows of Gemini CLI',
        '{"sessionId":"s","projectHash":"h"}\n{"id":"1","type":"user","content":"x"}\n',
        false,
      ],
      ['not by an empty file', '', false],
    ];
    for (const [what, text, fits] of cases) {
      it(what, async () => {
        assert.equal(claudeCode.recognise(await sampleOf(new MemoryLog({ 'p/x': text }, 'p/x'))), fits);
      });
    }
  });
});
