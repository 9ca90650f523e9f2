import fc from 'fast-check';
import { clineSession, clineTask } from '../../../src/engine/turns/sources/cline.ts';
import type { LogFormat } from '../../../src/engine/turns/sources/format.ts';
import { openCodeExport } from '../../../src/engine/turns/sources/openCodeExport.ts';
import { openCodeRun } from '../../../src/engine/turns/sources/openCodeRun.ts';
import { MemoryLog, readLog } from './memoryLog.ts';

/** Records like those of the formats, any of whose values may be anything. */
const word = fc.constantFrom(
  ...[
    'user',
    'assistant',
    'tool',
    'text',
    'read',
    'bash',
    'edit',
    'task',
    'completed',
    'error',
    'step_finish',
    'tool_use',
  ],
  ...['tool_result', 'read_file', 'read_files', 'run_commands', 'replace_in_file', 'c1', 'msg_1', '<task>a</task>'],
  ...[
    '[read_file for a] Result:\n1 | x',
    '<read_file><path>a',
    '<feedback>b',
    '------- SEARCH\n=======\n+++++++ REPLACE',
  ],
  ...[
    '<path>a</path>\n<type>file</type>\n<content>1: a\n',
    'Found 1 matches\na:\n  Line 1: x',
    '{"query":"a"}',
    '__proto__',
  ],
);
const key = fc.constantFrom(
  ...[
    'id',
    'info',
    'parts',
    'role',
    'type',
    'tool',
    'state',
    'status',
    'input',
    'output',
    'metadata',
    'time',
    'created',
  ],
  ...['filePath', 'path', 'files', 'commands', 'content', 'text', 'tool_use_id', 'name', 'messages', 'session', 'data'],
  ...[
    'sessionID',
    'messageID',
    'part',
    'sessionId',
    'callID',
    'child_sessions',
    'tokens',
    'cache',
    'diff',
    'edits',
    'ts',
  ],
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    word,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 8 }),
  ),
}));

const FORMATS: [LogFormat, string, (values: unknown[]) => string][] = [
  [openCodeExport, 'export.json', (values) => JSON.stringify({ info: { id: 'a' }, messages: values })],
  [
    openCodeExport,
    'dump.json',
    (values) => JSON.stringify({ session: values[0], messages: values, child_sessions: values }),
  ],
  [openCodeRun, 'run.jsonl', (values) => values.map((each) => JSON.stringify(each)).join('\n')],
  [clineTask, 'api_conversation_history.json', (values) => JSON.stringify(values)],
  [clineSession, 's.messages.json', (values) => JSON.stringify({ sessionId: values[0], messages: values })],
];

describe('logs of odd shapes', () => {
  for (const [format, name, written] of FORMATS) {
    it(`are no reason to fail: ${format.id}, ${name}`, () =>
      fc.assert(
        fc.asyncProperty(fc.array(value, { maxLength: 6 }), fc.nat(), async (values, cut) => {
          const text = written(values);
          for (const content of [text, text.slice(0, cut % (text.length + 1))]) {
            await readLog(format, new MemoryLog({ [`x/${name}`]: content }, `x/${name}`, 64));
          }
        }),
        { seed: 7, numRuns: 300 },
      ));
  }
});
