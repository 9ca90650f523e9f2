import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LogFormat } from '../../../src/engine/turns/sources/format.ts';
import { miniSweAgent, miniSweAgentMessages } from '../../../src/engine/turns/sources/miniSweAgent.ts';
import {
  openHandsEventLines,
  openHandsFolder,
  openHandsOutput,
  openHandsTrajectory,
} from '../../../src/engine/turns/sources/openHands.ts';
import { sweAgent } from '../../../src/engine/turns/sources/sweAgent.ts';
import { MemoryLog, readLog, type MemoryFiles } from './memoryLog.ts';

/** Nearly any value where a log has one: what a reader looks at stands among them, and the shapes that trip readers. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 1e300, '', '\ud83d', [], {}, true, 'view', 'run', 'read', '__proto__'),
  fc.jsonValue({ maxDepth: 3 }),
);

const KEYS = (
  'role content extra actions command tool_calls tool_call_id call_id output object type function arguments response usage ' +
  'action observation state thought open_file working_dir history trajectory info is_demo agent message_type ' +
  'id source args extras cause timestamp path view_range start end code metadata exit_code tool_call_metadata ' +
  'model_response llm_metrics accumulated_token_usage kind llm_message action_id tool_name llm_response_id key value ' +
  'usage_to_metrics config environment model exit_status constructor toString __proto__'
).split(' ');
const record = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, odd, tie('record'), fc.array(tie('any'), { maxLength: 3 })),
  record: fc
    .array(fc.tuple(fc.constantFrom(...KEYS), tie('any')), { maxLength: 8 })
    .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`),
})).record;

/** Records are made as text, so that `__proto__` and the same key twice can stand in them. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  return typeof value === 'string' && value.startsWith('{') ? value : JSON.stringify(value);
}

const ROLES: Record<string, string[]> = {
  'mini-swe-agent': ['"role":"assistant"', '"role":"user"', '"role":"tool"', '"object":"response"'],
  'swe-agent': ['"action":"edit 1:2"', '"action":"open \'a"', '"role":"assistant"', '"role":"user"'],
  openhands: ['"action":"run"', '"action":"read"', '"action":"edit"', '"observation":"read"', '"action":"message"'],
  conversation: ['"kind":"ActionEvent"', '"kind":"ObservationEvent"', '"kind":"MessageEvent"'],
};
const records = (roles: string): fc.Arbitrary<string[]> =>
  fc.array(
    fc
      .tuple(fc.constantFrom('', ...ROLES[roles]!), record as fc.Arbitrary<string>)
      .map(([role, text]) => (role === '' ? text : `{${role}${text === '{}' ? '' : ','}${text.slice(1)}`)),
    { maxLength: 8 },
  );

const folder = (events: string[]): MemoryFiles => ({
  'a/base_state.json': events[0] ?? '',
  ...Object.fromEntries(events.map((text, index) => [`a/events/${index}.json`, text])),
});

const CASES: [string, LogFormat, string, (all: string[]) => string | MemoryFiles][] = [
  ['v1 and v2', miniSweAgent, 'mini-swe-agent', (all) => `{"info":${all[0] ?? 1},"messages":[${all.join(',')}]}`],
  ['bare lists', miniSweAgentMessages, 'mini-swe-agent', (all) => `[${all.join(',')}]`],
  [
    'steps and history',
    sweAgent,
    'swe-agent',
    (all) =>
      `{"trajectory":[${all.join(',')}],"history":[${all.join(',')}],"info":${all[0] ?? 1},"replay_config":${all[1] ?? 2}}`,
  ],
  ['a history', sweAgent, 'swe-agent', (all) => `{"history":[${all.join(',')}]}`],
  [
    'outputs',
    openHandsOutput,
    'openhands',
    (all) => `{"instance_id":"x","metadata":${all[0] ?? 1},"history":[${all.join(',')},[${all.join(',')}]]}\n`,
  ],
  ['downloads', openHandsTrajectory, 'openhands', (all) => `[${all.join(',')}]`],
  ['lines', openHandsEventLines, 'conversation', (all) => all.join('\n')],
  ['folders of V0', openHandsFolder, 'openhands', folder],
  ['folders of V1', openHandsFolder, 'conversation', (all) => folder(['{"kind":"PauseEvent"}', ...all])],
];

describe('damaged logs', () => {
  for (const [what, format, roles, build] of CASES)
    it(`never throw out of the reader of ${format.id}: ${what}`, async () => {
      await fc.assert(
        fc.asyncProperty(records(roles), fc.nat(), async (all, cut) => {
          const log = build(all);
          // Whole, and broken off anywhere.
          const logs = typeof log === 'string' ? [log, log.slice(0, cut % (log.length + 1))] : [log];
          for (const each of logs) {
            const source = new MemoryLog(typeof each === 'string' ? { a: each } : each, 'a', 1 + (cut % 97));
            const { turns } = await readLog(format, source);
            for (const { actions } of turns) {
              assert.equal(new Set(actions.map(({ id }) => id)).size, actions.length);
              for (const { kind, command } of actions) assert.ok(kind !== 'run' || command !== null);
            }
          }
        }),
        { numRuns: 60, seed: 3 },
      );
      assert.equal(({} as Record<string, unknown>).content, undefined);
    });
});
