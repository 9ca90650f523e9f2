import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { skipLoudly } from '../../support/skip.ts';
import { newFolder, newRepository, removeFolders, write } from './testRepository.ts';
import { checkObjects, openStore, texts } from './turnsSupport.ts';

const KILLS = 100;

describe('the turn store, when things go wrong', () => {
  let bundle: string;

  before(() => {
    bundle = join(newFolder(), 'worker.cjs');
    buildSync({
      entryPoints: [resolve('test/unit/platform/turnWorker.ts')],
      // As in the bundles: the UMD build of jsonc-parser cannot be bundled.
      mainFields: ['module', 'main'],
      bundle: true,
      platform: 'node',
      outfile: bundle,
    });
  });
  after(removeFolders);

  function start(root: string, data: string, notes: string, ...args: string[]): ChildProcess {
    return spawn(process.execPath, [bundle, root, data, notes, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  it(`loses no finished turn to ${KILLS} kills at random moments`, async function () {
    this.timeout(600_000);
    const root = newRepository({ 'a.py': 'a\n' });
    const data = newFolder();
    const notes = join(newFolder(), 'ended');
    writeFileSync(notes, '');
    const states = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const child = start(root, data, notes);
      await once(child.stdout!, 'data');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const store = await openStore(root, {}, data);
      const turns = new Map((await store.list()).map((turn) => [turn.id, turn]));
      assert.deepEqual(store.takeProblems(), []);
      for (const id of readFileSync(notes, 'utf8').split('\n').filter(Boolean)) {
        assert.equal(turns.get(id)?.state, 'finished', id);
      }
      for (const { state } of turns.values()) states.add(state);
    }
    const store = await openStore(root, {}, data);
    // The next start works, and what was open is cut.
    const next = await store.begin({ source: 'command' });
    await store.end(next.id);
    const turns = await store.list();
    assert.deepEqual(
      turns.filter(({ state }) => state === 'open'),
      [],
    );
    assert.deepEqual(
      turns.map(({ number }) => number),
      turns.map((_, at) => at + 1),
    );
    // What was open at some kill was cut by a later start, at the latest by the one above.
    for (const { state } of turns) states.add(state);
    assert.ok(states.has('open') && states.has('cut') && states.has('finished'), [...states].join());
    checkObjects(store);
    for (const { base, head, sessionStart } of turns) {
      assert.match(base + head! + sessionStart, /^[0-9a-f]{120}$/);
    }
    const some = turns[Math.floor(turns.length / 2)]!;
    assert.equal(texts(store, some.base)['a.py'], 'a\n');
    await store.prune({ turns: 10 });
    checkObjects(store);
  });

  it('is shared by several processes', async () => {
    const root = newRepository({ 'a.py': 'a\n' });
    const data = newFolder();
    const notes = join(newFolder(), 'ended');
    const children = ['x', 'y', 'z'].map((session) => start(root, data, notes, '6', session));
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]));
    assert.deepEqual(codes, [0, 0, 0]);
    const store = await openStore(root, {}, data);
    const turns = await store.list();
    assert.deepEqual(
      turns.map(({ number }) => number),
      turns.map((_, at) => at + 1),
    );
    assert.equal(turns.length, 18);
    assert.ok(turns.every(({ state }) => state === 'finished'));
    for (const session of ['x', 'y', 'z']) {
      const own = await store.list({ session });
      assert.deepEqual(
        own.map(({ index }) => index),
        [1, 2, 3, 4, 5, 6],
      );
      assert.ok(own.every(({ sessionStart }) => sessionStart === own[0]!.base));
    }
    checkObjects(store);
  });

  it('says that the disk is full, and goes on when there is room', async function () {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) skipLoudly(this, 'needs root, to mount a small disk');
    const disk = newFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { encoding: 'utf8' });
    if (mounted.status !== 0) skipLoudly(this, `a small disk cannot be mounted: ${mounted.stderr}`);
    try {
      const root = newRepository({ 'a.py': 'a\n' });
      const store = await openStore(root, {}, disk);
      const done = await store.begin({ source: 'command' });
      await store.end(done.id);
      const open = await store.begin({ source: 'command' });
      const full = { code: 'store-failed', message: /the disk is full/ };
      // First too little room for what the turn wrote, then for anything.
      write(root, { 'big.bin': Buffer.from(Array.from({ length: 2_000_000 }, () => Math.random() * 256)) });
      await assert.rejects(store.end(open.id), full);
      assert.deepEqual(
        (await store.list()).map(({ state }) => state),
        ['finished', 'open'],
      );
      rmSync(join(root, 'big.bin'));
      const filler = join(disk, 'filler');
      const file = openSync(filler, 'w');
      assert.throws(() => {
        for (;;) writeSync(file, Buffer.alloc(4096));
      }, /ENOSPC/);
      closeSync(file);
      write(root, { 'b.py': 'b\n' });
      await assert.rejects(store.end(open.id), full);
      await assert.rejects(store.begin({ source: 'command' }), full);
      assert.equal(existsSync(join(store.folder, 'lock')), false);
      rmSync(filler);
      await store.end(open.id);
      assert.deepEqual((await store.show(open.id)).changes.added, ['b.py']);
      assert.deepEqual(
        (await store.list()).map(({ state }) => state),
        ['finished', 'finished'],
      );
      checkObjects(store);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
