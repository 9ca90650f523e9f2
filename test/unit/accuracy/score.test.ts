import assert from 'node:assert/strict';
import { blockPairs } from '../../bench/accuracy/jscpd.ts';
import type { MutatedWorkspace } from '../../bench/accuracy/model.ts';
import { countJudged, type SampledWarning } from '../../bench/accuracy/realTrees.ts';
import { scoreWorkspace, tally, type ReportedPair } from '../../bench/accuracy/score.ts';
import { accuracyTable } from '../../bench/accuracy/table.ts';

const place = (name: string, file = 'turn/a.py') => ({ file, name });
const base = (name: string) => place(name, 'lib/b.py');

const workspace: MutatedWorkspace = {
  package: 'lib',
  round: 0,
  files: [],
  reimplemented: [
    { transformation: 'rename', applied: ['rename'], function: place('one'), helpers: [], target: base('first') },
    {
      transformation: 'split',
      applied: ['split'],
      function: place('two'),
      helpers: ['_two_1'],
      target: base('second'),
    },
  ],
  unrelated: [
    { function: place('other'), origin: { package: 'far', file: 'far/x.py', name: 'other' } },
    { function: place('another'), origin: { package: 'far', file: 'far/x.py', name: 'another' } },
  ],
};

const pair = (
  one: ReportedPair['one'],
  other: ReportedPair['one'],
  level: ReportedPair['level'] = 'warning',
): ReportedPair => ({ one, other, level });
const outcomes = (reported: ReportedPair[]) =>
  scoreWorkspace(workspace, reported, []).pairs.map(({ outcome }) => outcome);

describe('accuracy: scores', () => {
  it('a pair counts by its level, in either direction, and only with the right target', () => {
    assert.deepEqual(outcomes([]), ['missed', 'missed']);
    assert.deepEqual(outcomes([pair(place('one'), base('first')), pair(base('second'), place('two'), 'info')]), [
      'found',
      'info',
    ]);
    assert.deepEqual(outcomes([pair(place('one'), base('second'))]), ['missed', 'missed']);
    assert.deepEqual(
      outcomes([pair(place('one'), base('first'), 'info'), pair(place('one'), base('first'), 'error')]),
      ['found', 'missed'],
    );
    assert.deepEqual(outcomes([pair(place('one'), base('first'), 'hidden')]), ['missed', 'missed']);
  });

  it('a helper that only the new function calls stands for it', () => {
    assert.deepEqual(outcomes([pair(place('_two_1'), base('second'))]), ['missed', 'found']);
    assert.deepEqual(outcomes([pair(place('_two_1', 'turn/other.py'), base('second'))]), ['missed', 'missed']);
  });

  it('an unrelated function is wrongly flagged at warning level only, once, and not for what came with it', () => {
    const alarms = (reported: ReportedPair[]) =>
      scoreWorkspace(workspace, reported, []).alarms.map((alarm) => [alarm.function.name, alarm.target.name]);
    assert.deepEqual(alarms([pair(place('other'), base('first'), 'info')]), []);
    assert.deepEqual(alarms([pair(place('other'), place('another'))]), []);
    assert.deepEqual(alarms([pair(base('first'), place('other')), pair(place('other'), base('first'))]), [
      ['other', 'first'],
    ]);
    // A re-implementation stands for what it repeats.
    assert.deepEqual(alarms([pair(place('other'), place('one'))]), [['other', 'first']]);
  });

  it('two functions that were judged to do the same are no false alarm', () => {
    const related = [{ one: 'lib:lib/b.py#first', other: 'far:far/x.py#other', reason: 'both give the first item' }];
    assert.deepEqual(scoreWorkspace(workspace, [pair(place('other'), base('first'))], related).alarms, []);
    assert.equal(scoreWorkspace(workspace, [pair(place('other'), base('second'))], related).alarms.length, 1);
  });

  it('the table has a line for each transformation and class, with aims', () => {
    const score = scoreWorkspace(
      workspace,
      [pair(place('one'), base('first')), pair(place('other'), base('second'))],
      [],
    );
    assert.deepEqual([...tally(score.pairs).byClass.keys()], ['type 2', 'split']);
    const aims = { 'type 2': { found: 0.98 }, split: { found: 0.85 }, unrelated: { flagged: 0.005 } };
    const lines = accuracyTable(new Map([['rewheel', score]]), aims).map((line) =>
      line.trim().replace(/ {2,}/g, ' | '),
    );
    assert.deepEqual(lines.slice(1), [
      'rename | 1 | 1 | 100.0 % | 0 | 0',
      'split | 1 | 0 | 0.0 % | 0 | 1',
      'type 2 | 1 | 1 | 100.0 % | 0 | 0 | >= 98 % | reached',
      'split | 1 | 0 | 0.0 % | 0 | 1 | >= 85 % | not reached',
      'unrelated, wrongly flagged | 2 | 1 | 50.00 % | <= 0.5 % | not reached',
    ]);
  });

  it('blocks of lines join functions of which they hold at least half', () => {
    const functions = new Map([
      ['a.py', [{ name: 'long', startLine: 1, endLine: 20 }]],
      [
        'b.py',
        [
          { name: 'short', startLine: 1, endLine: 6 },
          { name: 'next', startLine: 8, endLine: 30 },
        ],
      ],
    ]);
    const block = (start: number, end: number, from: number, to: number) => ({
      firstFile: { name: 'a.py', start, end },
      secondFile: { name: 'b.py', start: from, end: to },
    });
    const names = (blocks: ReturnType<typeof block>[]) =>
      blockPairs(blocks, functions).map(({ one, other }) => [one.name, other.name]);
    assert.deepEqual(names([block(4, 6, 2, 4)]), [['long', 'short']]);
    assert.deepEqual(names([block(4, 5, 2, 3)]), []);
    assert.deepEqual(names([block(1, 5, 8, 12)]), []);
    assert.deepEqual(names([block(1, 5, 8, 12), block(11, 15, 20, 24)]), [['long', 'next']]);
  });

  it('judgements count by tree and fingerprint; what has none is named', () => {
    const warning = (tree: string, fingerprint: string) => ({ tree, fingerprint }) as SampledWarning;
    const sample = [warning('t', '1'), warning('t', '2'), warning('u', '1')];
    const known = [
      { tree: 't', fingerprint: '1', verdict: 'right' as const, reason: '' },
      { tree: 'u', fingerprint: '1', verdict: 'wrong' as const, reason: '' },
      { tree: 'u', fingerprint: '9', verdict: 'wrong' as const, reason: '' },
    ];
    const count = countJudged(sample, known);
    assert.deepEqual([count.right, count.wrong, count.unjudged], [1, 1, [sample[1]]]);
  });
});
