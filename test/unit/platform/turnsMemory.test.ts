import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { keepStats, newStats } from '../../../src/platform/turns/fileMemory.ts';
import { git, newFolder, newRepository, removeFolders, write } from './testRepository.ts';
import { objects, openStore, texts } from './turnsSupport.ts';

describe('what the turn store remembers of files', () => {
  afterEach(removeFolders);

  it('see every change: the same size and times, and a write in the same tick', async () => {
    const root = newFolder();
    const path = join(root, 'a.py');
    write(root, { 'a.py': 'aaaa\n' });
    const store = await openStore(root);
    const ids = new Set<string>();
    for (let round = 0; round < 40; round++) {
      writeFileSync(path, `${String(round).padStart(4, '0')}\n`);
      ids.add(await store.snapshot());
    }
    assert.equal(ids.size, 40);
    const old = new Date(Date.now() - 3_600_000);
    utimesSync(path, old, old);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const before = await store.snapshot();
    assert.equal(await store.snapshot(), before);
    writeFileSync(path, '9999\n');
    utimesSync(path, old, old);
    assert.equal(Math.round(statSync(path).mtimeMs), old.getTime());
    assert.notEqual(await store.snapshot(), before, 'its time of change tells');
  });

  it('trusts times only when the clock of the file system must have ticked since', () => {
    const trusted = (modified: number, changed: number, readAt: number): boolean => {
      const stats = newStats(1);
      keepStats(stats, 0, { size: 1, mtimeMs: modified, ctimeMs: changed, ino: 1 } as Stats, readAt);
      return !Number.isNaN(stats[0]);
    };
    // Times with a fraction: ticks are short.
    assert.equal(trusted(1000.5, 1000.5, 1050), false);
    assert.equal(trusted(1000.5, 1000.5, 1200), true);
    assert.equal(trusted(1000.5, 5000.5, 5050), false, 'the later of the two counts');
    // Whole seconds: perhaps that is all that the file system keeps.
    assert.equal(trusted(2000, 2000, 3900), false);
    assert.equal(trusted(2000, 2000, 4500), true);
    // The clock of another machine, or one that was put back.
    assert.equal(trusted(9000.5, 9000.5, 5000), false);
  });

  it('is made anew when it is damaged, lost, or of objects that are gone', async () => {
    const root = newRepository({ 'a.py': 'a\n', 'b.py': 'b\n' });
    const data = newFolder();
    const store = await openStore(root, {}, data);
    const id = await store.snapshot();
    const file = join(objects(store), 'files.json');
    const saved = readFileSync(file, 'utf8');
    for (const damage of [
      '',
      '{',
      '{}',
      '\0'.repeat(100),
      saved.replace('a.py', 'a.pyy'),
      saved.replace(/"ids":"./, '"ids":"'),
    ]) {
      writeFileSync(file, damage);
      const other = await openStore(root, {}, data);
      assert.equal(await other.snapshot(), id);
    }
    const packs = join(objects(store), 'objects/pack');
    for (const name of readdirSync(packs)) rmSync(join(packs, name), { force: true });
    const fresh = await openStore(root, {}, data);
    write(root, { 'c.py': 'c\n' });
    assert.deepEqual(Object.keys(texts(fresh, await fresh.snapshot())), ['a.py', 'b.py', 'c.py']);
  });

  it('of 20,000 unchanged files are quick', async () => {
    const root = newFolder();
    for (let folder = 0; folder < 400; folder++) {
      mkdirSync(join(root, `p${folder % 20}/d${folder}`), { recursive: true });
      for (let file = 0; file < 50; file++) {
        writeFileSync(
          join(root, `p${folder % 20}/d${folder}/f${file}.py`),
          `def f${folder}_${file}():\n    return ${file}\n`,
        );
      }
    }
    git(root, 'init', '-q');
    const store = await openStore(root);
    const first = await timed(() => store.snapshot());
    await store.snapshot();
    const rounds = [];
    for (let round = 0; round < 5; round++) rounds.push(await timed(() => store.snapshot()));
    for (const { value } of rounds) assert.equal(value, first.value);
    const best = Math.min(...rounds.map(({ took }) => took));
    console.log(`      first ${first.took.toFixed(0)} ms, then ${best.toFixed(0)} ms at best of five`);
    write(root, { 'p1/d1/f1.py': 'changed\n' });
    const changed = await store.snapshot();
    assert.notEqual(changed, first.value);
    assert.equal((await store.snapshotOf(changed)).files.length, 20_000);
    store.close();
  });
});

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; took: number }> {
  const started = performance.now();
  return { value: await work(), took: performance.now() - started };
}
