import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openTurnStore } from '../../../src/platform/turns/turnStore.ts';
import { ENGINE_PROTOCOL } from '../../../src/protocol/engine.ts';
import { isRewheelError } from '../../../src/protocol/errors.ts';
import type { TurnEvent, WatchRequest } from '../../../src/protocol/turns.ts';
import { createEngineClient, type EngineClient } from '../../../src/service/client/engineClient.ts';
import { startEngineProcess } from '../../../src/service/client/processTransport.ts';
import { newFolder, newRepository, removeFolders, write } from '../platform/testRepository.ts';
import { checkObjects } from '../platform/turnsSupport.ts';
import { serviceBundles } from '../service/serviceBundles.ts';
import { ClaudeLog } from '../../support/growingLog.ts';
import { eventually, newPlace, pause, type Place } from './watching.ts';

/** A front end with an engine process of its own. */
class FrontEnd {
  readonly events: TurnEvent[] = [];
  readonly client: EngineClient;
  pid: number | undefined;

  constructor(place: Place, distFolder: string) {
    this.client = createEngineClient({
      start: () => {
        const env = { HOME: place.home, REWHEEL_DATA: place.data, CLAUDE_CONFIG_DIR: '', XDG_CONFIG_HOME: '' };
        const transport = startEngineProcess({ enginePath: join(distFolder, 'engine.cjs'), env });
        this.pid = transport.pid;
        return transport;
      },
      initialize: { protocol: ENGINE_PROTOCOL, cacheFolder: null },
      onTurnEvent: (event) => this.events.push(event),
    });
  }

  count(kind: TurnEvent['kind']): number {
    return this.events.filter((event) => event.kind === kind).length;
  }

  until(kind: TurnEvent['kind'], count: number): Promise<void> {
    return eventually(
      () => this.count(kind) >= count,
      () => `${count} events ${kind}: ${JSON.stringify(this.events, null, 1)}`,
    );
  }
}

describe('an engine that watches', () => {
  let dist: string;
  let place: Place;
  let ends: FrontEnd[];
  const front = (): FrontEnd => {
    const end = new FrontEnd(place, dist);
    ends.push(end);
    return end;
  };
  const asked = (more: Partial<WatchRequest> = {}): WatchRequest => ({
    root: place.root,
    logs: true,
    logPlaces: {},
    bursts: false,
    ...more,
  });
  const kept = async () => (await openTurnStore({ root: place.root, dataFolder: place.data })).list();

  before(async () => {
    dist = await serviceBundles();
  });
  beforeEach(() => {
    place = newPlace(newRepository({ 'a.py': 'a\n' }));
    ends = [];
  });
  afterEach(() => Promise.all(ends.map(({ client }) => client.dispose())));
  after(removeFolders);

  it('keeps turns that are begun by hand, newest first', async () => {
    const { client } = front();
    const { root } = place;
    assert.deepEqual(await client.turns({ root }), { turns: [] });
    await assert.rejects(client.endTurn({ root, turn: null }), (error) => isRewheelError(error, 'unknown-turn'));
    const first = await client.beginTurn({ root, prompt: 'Do it' });
    write(root, { 'b.py': 'b\n' });
    const ended = await client.endTurn({ root, turn: null });
    assert.deepEqual([ended.id, ended.state, ended.prompt], [first.id, 'finished', 'Do it']);
    const second = await client.beginTurn({ root, prompt: null });
    await client.endTurn({ root, turn: second.id });
    const { turns } = await client.turns({ root });
    assert.deepEqual(
      turns.map(({ id }) => id),
      [second.id, first.id],
    );
  });

  it('tells what differs between the states of a turn, and the texts of their files', async () => {
    const { client } = front();
    const { root } = place;
    write(root, { 'kept.py': 'kept\n', 'gone.py': 'gone\n', 'other.py': 'before\n' });
    const { base } = await client.beginTurn({ root, prompt: null });
    write(root, { 'other.py': 'after\n', 'data.bin': 'a\0b' });
    rmSync(join(root, 'gone.py'));
    const now = await client.stateChanges({ root, base, head: null });
    const changes = { added: ['data.bin'], modified: ['other.py'], deleted: ['gone.py'] };
    assert.deepEqual(now.changes, changes);
    const head = (await client.endTurn({ root, turn: null })).head!;
    assert.deepEqual(await client.stateChanges({ root, base, head }), { head, changes });
    const text = async (state: string, path: string): Promise<string | null> =>
      (await client.stateFile({ root, state, path })).text;
    assert.deepEqual(
      [await text(base, 'other.py'), await text(head, 'other.py'), await text(base, 'gone.py')],
      ['before\n', 'after\n', 'gone\n'],
    );
    for (const path of ['gone.py', 'data.bin', '../other.py', 'a\nb', ''])
      assert.equal(await text(head, path), null, path);
    for (const state of ['0'.repeat(40), 'HEAD', '--help'])
      await assert.rejects(text(state, 'other.py'), (error) => isRewheelError(error, 'unknown-turn'));
  });

  it('tells of turns, and stops when asked; an untrusted workspace and a missing folder are refused', async () => {
    const { client, events } = front();
    const end = ends[0]!;
    await assert.rejects(client.watch(asked({ trusted: false })), (error) => isRewheelError(error, 'usage'));
    const gone = newFolder();
    rmSync(gone, { recursive: true });
    await assert.rejects(client.watch(asked({ root: gone })), (error) => isRewheelError(error, 'not-a-folder'));
    await client.watch(asked());
    await client.watch(asked());
    await client.userEdited({ root: place.root, paths: ['a.py'] });
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('One');
    log.stop();
    await end.until('ended', 1);
    assert.deepEqual(
      events.map(({ root, kind }) => [root, kind]),
      [
        [place.root, 'began'],
        [place.root, 'ended'],
      ],
    );
    await client.unwatch({ root: place.root });
    log.prompt('Two');
    log.stop();
    await pause(600);
    assert.equal((await kept()).length, 1);
  });

  it('and another one keep each turn once', async () => {
    const [one, two] = [front(), front()];
    await Promise.all([one.client.watch(asked()), two.client.watch(asked())]);
    const log = new ClaudeLog(place.home, place.root);
    for (let turn = 1; turn <= 5; turn++) {
      log.prompt(`Turn ${turn}`);
      write(place.root, { 'a.py': `${turn}\n` });
      if (turn % 2 === 0) await pause(300);
      log.stop();
      await Promise.all([one.until('ended', turn), two.until('ended', turn)]);
    }
    assert.deepEqual(
      (await kept()).map(({ prompt, state, index }) => [prompt, state, index]),
      [1, 2, 3, 4, 5].map((turn) => [`Turn ${turn}`, 'finished', turn]),
    );
    assert.equal(one.count('problem') + two.count('problem'), 0);
  });

  it('that is killed at any moment loses no finished turn', async function () {
    this.timeout(400_000);
    const end = front();
    await end.client.watch(asked());
    const log = new ClaudeLog(place.home, place.root);
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const finished = new Map<string, string>();
    // The end of an engine may not be known yet when the next call is made.
    const again = (): Promise<void> =>
      eventually(
        () =>
          end.client.watch(asked()).then(
            () => true,
            () => false,
          ),
        () => 'an engine that watches',
      );
    const kills = Number(process.env.REWHEEL_KILLS ?? 12);
    for (let turn = 1; turn <= kills; turn++) {
      log.prompt(`Turn ${turn}`);
      await pause(random() * 120);
      write(place.root, { [`f${turn}.py`]: `${turn}\n` });
      await pause(random() * 120);
      log.stop();
      await pause(random() * 250);
      for (const record of await kept()) {
        const text = JSON.stringify(record);
        if (record.state === 'finished') finished.set(record.id, text);
      }
      kill(end.pid!);
      // The moments of the next start count too, now and then.
      if (random() < 0.7) await again();
      else await pause(random() * 400);
      const now = new Map((await kept()).map((record) => [record.id, JSON.stringify(record)]));
      for (const [id, text] of finished) assert.equal(now.get(id), text, `turn ${id} after kill ${turn}`);
    }
    await again();
    const before = end.count('ended');
    log.prompt('Last');
    log.stop();
    await end.until('ended', before + 1);
    const store = await openTurnStore({ root: place.root, dataFolder: place.data });
    const turns = await store.list();
    assert.deepEqual(store.takeProblems(), []);
    checkObjects(store);
    assert.equal(turns.at(-1)!.prompt, 'Last');
    assert.ok(turns.every(({ state }) => state !== 'open'));
    const logTurns = turns.map(({ logTurn }) => logTurn);
    assert.equal(new Set(logTurns).size, logTurns.length, 'a turn was begun twice');
    process.stdout.write(
      `      ${kills} kills: ${turns.filter(({ state }) => state === 'finished').length} turns finished, ${turns.filter(({ state }) => state === 'cut').length} cut\n`,
    );
  });

  it('does nothing while nothing happens', async () => {
    const end = front();
    const root = newRepository(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d${index % 60}/f${index}.py`, 'x\n'])),
    );
    await end.client.watch(asked({ root, bursts: true }));
    await pause(1_500);
    const before = cpuMs(end.pid!);
    await pause(4_000);
    const used = cpuMs(end.pid!) - before;
    process.stdout.write(`      ${used} ms of CPU in 4 s\n`);
    assert.ok(used <= 200, `${used} ms of CPU while nothing happens`);
  });
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The last one is dead, and the next does not run yet.
  }
}

/** CPU time that a process has used, in ms: its clock ticks are 10 ms. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
