import assert from 'node:assert/strict';
import { jsonDocumentReader } from '../../../src/engine/turns/sources/jsonDocument.ts';
import { TurnAssembler } from '../../../src/engine/turns/sources/turnAssembler.ts';
import { MemoryLog, type MemoryFiles } from './memoryLog.ts';

interface Case {
  title: string;
  document: string | Uint8Array;
  paths: string[];
  values: [string, unknown][];
  problems?: Record<string, number>;
  whole?: boolean;
}

const half = '{"messages":[{"a":1},{"a":2},{"a":';
const CASES: Case[] = [
  {
    title: 'elements of a list and single values, in the order of the document',
    document: '{"messages":[{"a":1},"x"],"skipped":{"messages":[3]},"info":{"id":"s"}}',
    paths: ['$.messages.*', '$.info'],
    values: [
      ['messages/0', { a: 1 }],
      ['messages/1', 'x'],
      ['info', { id: 's' }],
    ],
  },
  {
    title: 'a list at the root',
    document: '[1,{"b":[2]}]',
    paths: ['$.*'],
    values: [
      ['0', 1],
      ['1', { b: [2] }],
    ],
  },
  { title: 'the root itself', document: ' {"a":{"b":1}}\n', paths: ['$'], values: [['', { a: { b: 1 } }]] },
  { title: 'an empty list', document: '{"messages":[]}', paths: ['$.messages.*'], values: [] },
  {
    title: 'a byte-order mark',
    document: '\uFEFF{"a":1}',
    paths: ['$.a'],
    values: [['a', 1]],
  },
  {
    title: 'a document without its end',
    document: half,
    paths: ['$.messages.*'],
    values: [
      ['messages/0', { a: 1 }],
      ['messages/1', { a: 2 }],
    ],
    problems: { 'cut-end': 1 },
    whole: false,
  },
  { title: 'an empty file', document: '', paths: ['$.*'], values: [], problems: { 'cut-end': 1 }, whole: false },
  {
    title: 'damage in the midst',
    document: '{"messages":[{"a":1},{"a":2,,},{"a":3}]}',
    paths: ['$.messages.*'],
    values: [['messages/0', { a: 1 }]],
    problems: { 'invalid-json': 1 },
    whole: false,
  },
  {
    title: 'something after the end',
    document: '{"a":1} {"a":2}',
    paths: ['$.a'],
    values: [['a', 1]],
    problems: { 'invalid-json': 1 },
    whole: false,
  },
  {
    title: 'bytes that are no UTF-8',
    document: Buffer.concat([Buffer.from('{"a":"x'), Buffer.from([0xff]), Buffer.from('y","b":"\u00e9\u{1F600}"}')]),
    paths: ['$.*'],
    values: [
      ['a', 'x\uFFFDy'],
      ['b', '\u00e9\u{1F600}'],
    ],
    problems: { 'invalid-utf8': 1 },
  },
  {
    title: 'a character that the end cuts',
    document: Buffer.from('{"a":1,"b":"\u00e9').subarray(0, -1),
    paths: ['$.*'],
    values: [['a', 1]],
    problems: { 'cut-end': 1 },
    whole: false,
  },
  {
    title: 'pairs and lone halves of pairs in escapes',
    document: '["\\ud83d\\ude00","\\ud83dab\\u001b[0m","\\ud83d\\u0041","\\\\ud83d\\u0041","\\\\\\ud83d","\\ude00"]',
    paths: ['$.*'],
    values: [
      ['0', '\u{1F600}'],
      ['1', '\uFFFDab\u001b[0m'],
      ['2', '\uFFFDA'],
      ['3', '\\ud83dA'],
      ['4', '\\\uFFFD'],
      ['5', '\uFFFD'],
    ],
  },
  {
    title: 'names of the prototype',
    document: '{"messages":[{"__proto__":{"polluted":1},"a":{"constructor":{"prototype":{"polluted":1}}}},{"b":1}]}',
    paths: ['$.messages.*.b'],
    values: [['messages/1/b', 1]],
  },
];

async function read(document: Case['document'], paths: string[], chunk: number) {
  const assembler = new TurnAssembler('opencode', { turn: () => undefined });
  const values: [string, unknown][] = [];
  let whole: boolean | undefined;
  const reader = jsonDocumentReader(new MemoryLog({ 'log.json': document }, 'log.json', chunk), assembler, paths, {
    value: (at, value) => void values.push([at.join('/'), structuredClone(value)]),
    restart: () => undefined,
    read: (is) => void (whole = is),
  });
  await reader.advance();
  await reader.end();
  return { values, whole, problems: Object.fromEntries(assembler.problems) };
}

describe('whole documents', () => {
  for (const { title, document, paths, values, problems = {}, whole = true } of CASES) {
    for (const chunk of [1, 3, 1 << 20]) {
      it(`reads ${title} in pieces of ${chunk}`, async () => {
        assert.deepEqual(await read(document, paths, chunk), { values, whole, problems });
      });
    }
  }

  it('leaves Object.prototype alone', async () => {
    await read('{"__proto__":{"polluted":1},"x":{"__proto__":{"polluted":1}}}', ['$'], 7);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('gives up on a document nested deeper than any log', async () => {
    const { problems } = await read('['.repeat(500_000), ['$.*'], 1 << 20);
    assert.deepEqual(problems, { 'invalid-json': 1 });
  });

  it('tells a document again from its start when it changed, and only then', async () => {
    const files: MemoryFiles = { 'log.json': '{"messages":[1,2' };
    let restarts = 0;
    let values: unknown[] = [];
    const assembler = new TurnAssembler('opencode', { turn: () => undefined, restart: () => void restarts++ });
    const reader = jsonDocumentReader(new MemoryLog(files, 'log.json'), assembler, ['$.messages.*'], {
      value: (_at, value) => void values.push(value),
      restart: () => void (values = []),
    });
    await reader.advance();
    await reader.advance();
    assert.deepEqual([values, restarts], [[1], 0]);
    files['log.json'] = '{"messages":[1,2,3]}';
    await reader.advance();
    assert.deepEqual([values, restarts], [[1, 2, 3], 1]);
    files['log.json'] = '{"messages":[1,2,4]}';
    await reader.advance();
    assert.deepEqual([values, restarts], [[1, 2, 4], 2]);
    files['log.json'] = undefined;
    await reader.advance();
    assert.deepEqual([values, restarts], [[1, 2, 4], 2], 'a document that is being replaced is gone for a moment');
    await reader.end();
    assert.equal(assembler.problems.size, 0);
  });
});
