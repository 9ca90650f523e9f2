import assert from 'node:assert/strict';
import type { Tokenizer } from '../../../src/engine/ports/tokenizer.ts';
import type { EffortClass } from '../../../src/engine/turns/effort/effortClasses.ts';
import { effortOf, needsTokenizer, type EffortOptions } from '../../../src/engine/turns/effort/effortOf.ts';
import type { Turn } from '../../../src/engine/turns/session.ts';
import { actionOf, messageOf, turnOf } from './turnParts.ts';

/** A token a character: sums can be done by hand. */
const letters: Tokenizer = { count: (text) => text.length };
const STATED: EffortOptions = { tokenizer: letters, estimate: false };
const ESTIMATED: EffortOptions = { tokenizer: letters, estimate: true };

/** An action whose call is `length` characters: tool `t`, a line end, and arguments. */
const call = (id: string, length: number, tokens: number | null = null) =>
  actionOf({ id, tool: 't', input: 'x'.repeat(length - 2), tokens });

interface Case {
  name: string;
  turn: Turn;
  classes: Record<string, EffortClass>;
  options?: EffortOptions;
  /** `class: calls/tokens` for every class that has any. */
  effort: Partial<Record<EffortClass, [number, number]>>;
  estimated?: boolean;
  needs?: boolean;
}

const cases: Case[] = [
  { name: 'nothing at all', turn: turnOf([], []), classes: {}, effort: {} },
  {
    name: 'all tokens of an answer with one call are that call’s',
    turn: turnOf([messageOf(120, ['a'], { text: 'Looking.', reasoning: 'Hm.' })], [call('a', 10)]),
    classes: { a: 'read' },
    effort: { read: [1, 120] },
  },
  {
    // 100 tokens over calls of 10, 20 and 40: 14 2/7, 28 4/7, 57 1/7. The 1 left goes to the largest remainder.
    name: 'shared over the calls by their length, to whole tokens',
    turn: turnOf([messageOf(100, ['a', 'b', 'c'])], [call('a', 10), call('b', 20), call('c', 40)]),
    classes: { a: 'read', b: 'search', c: 'edit' },
    effort: { read: [1, 14], search: [1, 29], edit: [1, 57] },
    needs: true,
  },
  {
    name: 'calls of one class need no lengths',
    turn: turnOf([messageOf(7, ['a', 'b'])], [call('a', 10), call('b', 30)]),
    classes: { a: 'read', b: 'read' },
    effort: { read: [2, 7] },
  },
  {
    name: 'an answer without calls is reasoning for the next call',
    turn: turnOf([messageOf(30, [], { text: 'Let me see.' }), messageOf(12, ['a'])], [call('a', 10)]),
    classes: { a: 'test' },
    effort: { test: [1, 42] },
  },
  {
    name: 'the closing answer is a summary',
    turn: turnOf([messageOf(12, ['a']), messageOf(50, [], { text: 'Done.' })], [call('a', 10)]),
    classes: { a: 'edit' },
    effort: { edit: [1, 12], summary: [1, 50] },
  },
  {
    name: 'but not when the turn was interrupted',
    turn: turnOf([messageOf(50, [], { text: 'Now I' })], [], { outcome: 'interrupted' }),
    classes: {},
    effort: { other: [1, 50] },
  },
  {
    name: 'closing reasoning without a word is no call, but was spent',
    turn: turnOf([messageOf(50, [], { reasoning: 'Hm.' })], []),
    classes: {},
    effort: { other: [0, 50] },
  },
  {
    name: 'answers of sub-agents go with their own calls',
    turn: turnOf(
      [
        messageOf(5, [], { by: 'sub', text: 'I look.' }),
        messageOf(40, ['a']),
        messageOf(9, ['b'], { by: 'sub' }),
        messageOf(3, [], { by: 'sub', text: 'Found.' }),
      ],
      [call('a', 10), call('b', 10)],
    ),
    classes: { a: 'edit', b: 'search' },
    effort: { edit: [1, 40], search: [1, 14], summary: [1, 3] },
  },
  {
    // 90 for the turn: 20 of them are stated for the first answer. The other 70 by length: call of 10, and 25 of words.
    name: 'what the log states for the turn alone is shared over the answers without a statement',
    turn: turnOf(
      [messageOf(20, ['a']), messageOf(null, ['b']), messageOf(null, [], { text: 'y'.repeat(25) })],
      [call('a', 10), call('b', 10)],
      { usage: { input: null, output: 90, cached: null, reasoning: null } },
    ),
    classes: { a: 'read', b: 'edit' },
    effort: { read: [1, 20], edit: [1, 20], summary: [1, 50] },
    needs: true,
  },
  {
    name: 'a larger sum of a turn whose answers are all stated belongs to none of them',
    turn: turnOf([messageOf(20, ['a'])], [call('a', 10)], {
      usage: { input: null, output: 90, cached: null, reasoning: null },
    }),
    classes: { a: 'read' },
    effort: { read: [1, 20] },
  },
  {
    name: 'what is stated nowhere is nothing',
    turn: turnOf([messageOf(null, ['a'], { text: 'Looking.' })], [call('a', 10)]),
    classes: { a: 'read' },
    effort: { read: [1, 0] },
  },
  {
    // 8 of words, 5 of reasoning, a call of 10.
    name: 'unless an estimate is asked for',
    turn: turnOf([messageOf(null, ['a'], { text: 'Looking.', reasoning: 'Hmmm.' })], [call('a', 10)]),
    classes: { a: 'read' },
    options: ESTIMATED,
    effort: { read: [1, 23] },
    estimated: true,
    needs: true,
  },
  {
    // 13 of words and reasoning by 10 and 30: 3.25 and 9.75, with the calls 13.25 and 39.75.
    name: 'an estimate is shared like a statement',
    turn: turnOf(
      [messageOf(null, ['a', 'b'], { text: 'Looking.', reasoning: 'Hmmm.' })],
      [call('a', 10), call('b', 30)],
    ),
    classes: { a: 'read', b: 'edit' },
    options: ESTIMATED,
    effort: { read: [1, 13], edit: [1, 40] },
    estimated: true,
    needs: true,
  },
  {
    name: 'an estimate adds nothing to what is stated',
    turn: turnOf([messageOf(120, ['a'], { text: 'Looking.' })], [call('a', 10)]),
    classes: { a: 'read' },
    options: ESTIMATED,
    effort: { read: [1, 120] },
  },
  {
    name: 'only the silent part of a turn is estimated',
    turn: turnOf([messageOf(120, ['a']), messageOf(null, ['b'])], [call('a', 10), call('b', 20)]),
    classes: { a: 'read', b: 'edit' },
    options: ESTIMATED,
    effort: { read: [1, 120], edit: [1, 20] },
    estimated: true,
    needs: true,
  },
  {
    name: 'without a tokenizer nothing is estimated',
    turn: turnOf([messageOf(null, ['a'])], [call('a', 10)]),
    classes: { a: 'read' },
    options: { tokenizer: null, estimate: true },
    effort: { read: [1, 0] },
    needs: true,
  },
  {
    name: 'tokens that the log states for each call',
    turn: turnOf([messageOf(null, ['a', 'b'])], [call('a', 100, 7), call('b', 10, 21)]),
    classes: { a: 'read', b: 'edit' },
    options: ESTIMATED,
    effort: { read: [1, 7], edit: [1, 21] },
    needs: true,
  },
  {
    name: 'calls that no answer names, and one that two name',
    turn: turnOf([messageOf(10, ['a', 'gone']), messageOf(4, ['a'])], [call('a', 10), call('b', 10, 6), call('c', 12)]),
    classes: { a: 'read', b: 'test', c: 'edit' },
    options: ESTIMATED,
    // The second answer is left without a call and without words.
    effort: { read: [1, 10], test: [1, 6], edit: [1, 12], other: [0, 4] },
    estimated: true,
    needs: true,
  },
  {
    name: 'a file that was put before the model is no call',
    turn: turnOf(
      [messageOf(10, ['a'])],
      [
        actionOf({ id: 'g', shown: [{ path: 'a.py', class: 'given', ranges: [], how: 'unverified', lines: null }] }),
        call('a', 10),
      ],
    ),
    classes: { g: 'other', a: 'read' },
    options: ESTIMATED,
    effort: { read: [1, 10] },
  },
];

describe('effort of a turn', () => {
  for (const { name, turn, classes, options, effort, estimated, needs } of cases) {
    it(name, () => {
      const map = new Map(Object.entries(classes));
      const { estimated: was, ...got } = effortOf(turn, map, options ?? STATED);
      const used = Object.entries(got)
        .filter(([, { calls, tokens }]) => calls + tokens > 0)
        .map(([kind, { calls, tokens }]) => [kind, [calls, tokens]]);
      assert.deepEqual(Object.fromEntries(used), effort);
      assert.equal(was, estimated ?? false);
      assert.equal(needsTokenizer(turn, map, options ?? STATED), needs ?? false);
    });
  }

  it('is the same without a tokenizer wherever none is needed', () => {
    for (const { turn, classes, options, needs } of cases) {
      if (needs) continue;
      const map = new Map(Object.entries(classes));
      const all = options ?? STATED;
      assert.deepEqual(effortOf(turn, map, { ...all, tokenizer: null }), effortOf(turn, map, all));
    }
  });

  it('takes arguments of any shape', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const inputs = [null, undefined, 1, 'text', [], {}, deep];
    const actions = inputs.map((input, index) => actionOf({ id: String(index), input }));
    const classes = new Map(actions.map(({ id }, index): [string, EffortClass] => [id, index % 2 ? 'read' : 'edit']));
    const turn = turnOf([messageOf(1000, [...classes.keys()])], actions);
    const { read, edit } = effortOf(turn, classes, STATED);
    assert.equal(read.tokens + edit.tokens, 1000);
  });
});
