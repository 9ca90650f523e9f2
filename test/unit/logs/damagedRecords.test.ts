import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Turn } from '../../../src/engine/turns/session.ts';
import { claudeCode } from '../../../src/engine/turns/sources/claudeCode.ts';
import { copilotCli } from '../../../src/engine/turns/sources/copilotCli.ts';
import type { LogFormat } from '../../../src/engine/turns/sources/format.ts';
import { vscodeChat } from '../../../src/engine/turns/sources/vscodeChat.ts';
import { fileResult, numbered, Rows } from './claudeRows.ts';
import { Events } from './copilotRows.ts';
import { MemoryLog, readLog } from './memoryLog.ts';
import { chat, request } from './vscodeRows.ts';

/** What stands where something else should: nothing, other types, and values that a careless reader trips over. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1e300,
  '',
  'x',
  '\ud83d',
  '<system-reminder>',
  [],
  [null, 5],
  {},
  { type: 'tool_result' },
);

/** The value with the places of which `hit` says so replaced. */
function damaged(value: unknown, hit: () => unknown): unknown {
  const replacement = hit();
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) return value.map((element) => damaged(element, hit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, damaged(inner, hit)]));
}

function checkTurn(turn: Turn): void {
  for (const { shown } of turn.actions) {
    for (const { ranges, lines, path } of shown) {
      assert.equal(typeof path, 'string');
      let last = 0;
      for (const { startLine, endLine } of ranges) {
        assert.ok(startLine > last && endLine >= startLine, JSON.stringify(ranges));
        last = endLine;
      }
      const count = ranges.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
      if (lines !== null) assert.equal(lines.length, count);
    }
  }
}

const claudeRows = new Rows()
  .prompt('go', { promptId: 'p1', turnPosition: {} })
  .call('t1', 'Read', { file_path: '/w/a.py', offset: 1, limit: 2 })
  .result('t1', numbered(1, ['a', 'b']), fileResult('/w/a.py', ['a', 'b'], 1, 9))
  .call('t2', 'Grep', { pattern: 'x', output_mode: 'content', path: '/w' })
  .result('t2', 'a.py:3:x\na.py-4-y', { mode: 'content', filenames: [] })
  .call('t3', 'Edit', { file_path: '/w/a.py', old_string: 'a', new_string: 'b' })
  .result('t3', 'ok', {
    filePath: '/w/a.py',
    userModified: true,
    structuredPatch: [{ oldStart: 1, oldLines: 1, lines: ['-a'] }],
  })
  .call('t4', 'Bash', { command: 'x', run_in_background: true })
  .result('t4', 'Command running in background with ID: b1', { backgroundTaskId: 'b1' })
  .call('t5', 'Task', { prompt: 'p' })
  .result('t5', [{ type: 'text', text: 'ok' }], { agentId: 'a1' })
  .call('t6', 'BashOutput', { bash_id: 'b1' })
  .result('t6', '<stdout>x</stdout>')
  .row('attachment', { attachment: { type: 'queued_command', prompt: 'more' } })
  .row('system', { subtype: 'turn_duration' }).rows;

const events = new Events()
  .prompt('go', { interactionId: 'i' })
  .event('assistant.message', {
    messageId: 'm',
    toolRequests: [{ toolCallId: 't1', name: 'view', arguments: '{"path":"/w/a"}' }],
  })
  .call('t1', 'view', { path: '/w/a', view_range: [1, 2] })
  .result('t1', '1. a\n2. b', { toolTelemetry: { properties: {} } })
  .call('t2', 'bash', { command: 'x', shellId: 's' })
  .result('t2', 'y\n<exited with exit code 0>')
  .event('session.shutdown', { modelMetrics: { a: { usage: { inputTokens: 1 } } } }).events;

const lines = '```\na\nb\n```';
const requests = chat([
  request('q1', [
    { name: 'read_file', args: { filePath: '/w/a', startLine: 1, endLine: 2 }, text: lines },
    { name: 'grep_search', args: { query: 'x' }, text: '<match path="/w/a" line=3>\nx\n</match>' },
  ]),
  request('q2', [], {
    response: [{ kind: 'toolInvocationSerialized', toolId: 'copilot_readFile', pastTenseMessage: { value: 'x' } }],
  }),
]);

describe('records of any shape', () => {
  const cases: [LogFormat, string, unknown[]][] = [
    [claudeCode, 'rows', claudeRows],
    [copilotCli, 'events', events],
    [
      vscodeChat,
      'operations',
      [
        { kind: 0, v: requests },
        { kind: 1, k: ['requests', 0, 'result'], v: {} },
      ],
    ],
  ];
  for (const [format, what, records] of cases) {
    it(`of ${format.id} are never fatal: ${what}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(odd), fc.nat(), async (values, cut) => {
          let place = 0;
          const hit = (): unknown => (++place % 17 === cut % 17 ? values.next().value : undefined);
          const text = records.map((record) => JSON.stringify(damaged(record, hit)) + '\n').join('');
          const path = 'p/x.jsonl';
          const log = await readLog(
            format,
            new MemoryLog({ [path]: text.slice(0, text.length - (cut % 5)) }, path, 500),
          );
          log.turns.forEach(checkTurn);
        }),
        { numRuns: 200, seed: 1 },
      );
    });
  }
});
