import assert from 'node:assert/strict';
import { GrowingLog, readLog } from '../../../src/engine/turns/readLog.ts';
import { LOG_FORMATS } from '../../../src/engine/turns/sources/formats.ts';
import { isRewheelError } from '../../../src/protocol/errors.ts';
import { MemoryLog, type MemoryFiles } from './memoryLog.ts';

const asked = (id: number, content: string): string =>
  JSON.stringify({ id, source: 'user', action: 'message', args: { content } });
const ran = (id: number): string =>
  JSON.stringify({ id, source: 'agent', action: 'run', args: { command: `echo ${id}` } });

describe('reading logs', () => {
  it('has distinct ids and an agent for every format', () => {
    assert.equal(new Set(LOG_FORMATS.map(({ id }) => id)).size, LOG_FORMATS.length);
    for (const { id, agents } of LOG_FORMATS) assert.ok(agents.length > 0, id);
  });

  const names = /^a\.json is no log .* openhands-folder/;
  for (const [what, files, message] of [
    ['an empty file is empty', { 'a.json': '' }, /^a\.json is empty/],
    [
      'a packed log is to be unpacked',
      { 'r.jsonl.zst': '(\xb5/\xfd' },
      /^r\.jsonl\.zst is packed\. Unpack it with "zstd -d r\.jsonl\.zst"/,
    ],
    ['of a text the known formats are named', { 'a.json': 'Dear diary' }, names],
    ['of another document', { 'a.json': '{"name": "clock", "version": "1.0.0"}' }, names],
    ['of a list of other things', { 'a.json': '[{"role": "admin"}, {"source": 3}]' }, names],
    ['a folder of other things holds no log', { 'a.json/b.txt': 'x' }, /^The folder a\.json holds no log/],
  ] satisfies [string, MemoryFiles, RegExp][])
    it(`says what is no log: ${what}`, async () => {
      const path = Object.keys(files)[0]!.split('/')[0]!;
      await assert.rejects(readLog(new MemoryLog(files, path)), (error: Error) => {
        assert.ok(isRewheelError(error, 'unknown-log'));
        assert.match(error.message, message);
        return true;
      });
    });

  it('stops when it is asked to', async () => {
    const files = { 's/events/0.json': asked(0, 'x') };
    await assert.rejects(readLog(new MemoryLog(files, 's'), { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('follows a log that grows, and gives each completed turn once', async () => {
    const files: MemoryFiles = { 's/events/0.json': asked(0, 'first'), 's/events/1.json': ran(1) };
    const log = await GrowingLog.open(new MemoryLog(files, 's'));
    const one = await log.advance();
    assert.deepEqual(one.completed, []);
    assert.deepEqual(
      one.open.map(({ turn }) => [turn.prompt, turn.outcome, turn.actions.length]),
      [['first', 'running', 1]],
    );
    files['s/events/2.json'] = ran(2).slice(0, 20);
    assert.equal((await log.advance()).open[0]!.turn.actions.length, 1);
    files['s/events/2.json'] = ran(2);
    assert.equal((await log.advance()).open[0]!.turn.actions.length, 2);
    files['s/events/3.json'] = asked(3, 'second');
    files['s/events/4.json'] = asked(4, 'third');
    const two = await log.advance();
    assert.deepEqual(
      two.completed.map(({ turn, session }) => [session.id, turn.index, turn.prompt, turn.outcome]),
      [['s', 1, 'first', 'finished']],
    );
    assert.deepEqual(
      two.open.map(({ turn }) => [turn.prompt, turn.outcome]),
      [
        ['second', 'finished'],
        ['third', 'running'],
      ],
    );
    const last = await log.end();
    assert.deepEqual(
      last.completed.map(({ turn }) => [turn.prompt, turn.outcome]),
      [
        ['second', 'finished'],
        ['third', 'cut'],
      ],
    );
    assert.deepEqual(last.open, []);
    assert.deepEqual([...log.problems], []);
    assert.deepEqual(
      log.sessions.map(({ id }) => id),
      ['s'],
    );
  });

  it('says when a log was written anew', async () => {
    const document = (tasks: string[]): string =>
      JSON.stringify({
        info: { mini_version: '2.0' },
        messages: [{ role: 'system', content: 's' }, ...tasks.map((content) => ({ role: 'user', content }))],
      });
    const files: MemoryFiles = { 'a.traj.json': document(['one']) };
    const log = await GrowingLog.open(new MemoryLog(files, 'a.traj.json'));
    assert.equal((await log.advance()).restarted, false);
    assert.equal((await log.advance()).restarted, false);
    files['a.traj.json'] = document(['two', 'The user added a new task: three']);
    const { restarted, open } = await log.advance();
    assert.equal(restarted, true);
    assert.deepEqual(
      open.map(({ turn }) => turn.prompt),
      ['two', 'three'],
    );
  });
});
