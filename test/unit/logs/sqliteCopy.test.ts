import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogSource } from '../../../src/platform/logs/logSource.ts';
import { LiveStore, needPython } from './liveStore.ts';

async function rowsOf(path: string, sql = 'SELECT n FROM t ORDER BY n'): Promise<unknown[]> {
  const database = await (await openLogSource(path)).database();
  assert.ok(database, 'no database');
  try {
    return [...database.rows(sql)].map((row) => Object.values(row)[0]);
  } finally {
    await database.close();
  }
}

async function digests(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const { mtimeMs, mode } = await stat(path);
    // The shared memory of the -wal is the writers' own.
    const bytes = name.endsWith('-shm') ? '' : await readFile(path);
    found[name] = `${createHash('sha1').update(bytes).digest('hex')} ${mtimeMs} ${mode}`;
  }
  return found;
}

const copies = async (): Promise<string[]> => (await readdir(tmpdir())).filter((name) => /^rewheel-log-/.test(name));

describe('copies of SQLite stores', () => {
  let folder: string;
  let store: LiveStore | undefined;

  before(function () {
    needPython(this);
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewheel-test-'));
  });

  afterEach(async () => {
    await store?.close(true);
    store = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it('has the rows that stand in the -wal only, and leaves the live store as it was', async () => {
    store = await LiveStore.open(folder);
    await store.run('CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)', 'PRAGMA wal_checkpoint(FULL)');
    await store.run('INSERT INTO t VALUES (2)', 'UPDATE t SET n = 10 WHERE n = 1');
    const before = await digests(folder);
    const copiesBefore = await copies();
    assert.ok(before['opencode.db-wal']);
    assert.deepEqual(await rowsOf(store.path), [2, 10]);
    assert.deepEqual(await digests(folder), before);
    assert.deepEqual(await copies(), copiesBefore);
    await store.run('INSERT INTO t VALUES (3)', 'PRAGMA wal_checkpoint(TRUNCATE)', 'INSERT INTO t VALUES (4)');
    assert.deepEqual(await rowsOf(store.path), [2, 3, 4, 10]);
  });

  it('has all rows of a store that was never checkpointed, and none of a transaction that is not over', async () => {
    store = await LiveStore.open(folder);
    await store.run('CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)');
    await store.run('BEGIN IMMEDIATE', 'INSERT INTO t VALUES (2)');
    assert.deepEqual(await rowsOf(store.path), [1]);
    await store.run('COMMIT');
    assert.deepEqual(await rowsOf(store.path), [1, 2]);
  });

  it('reads while another holds the store for itself', async () => {
    store = await LiveStore.open(folder, ['PRAGMA locking_mode=EXCLUSIVE', 'PRAGMA journal_mode=WAL']);
    await store.run('CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)');
    assert.deepEqual(await rowsOf(store.path), [1]);
    await store.run('INSERT INTO t VALUES (2)');
    assert.deepEqual(await rowsOf(store.path), [1, 2]);
  });

  it('reads a store without -wal, also in the midst of a transaction that is rolled back', async () => {
    store = await LiveStore.open(folder, ['PRAGMA journal_mode=DELETE', 'PRAGMA cache_size=1']);
    await store.run('CREATE TABLE t (n INTEGER, text TEXT)', "INSERT INTO t VALUES (1, 'a')");
    await store.run('BEGIN EXCLUSIVE');
    await store.run(
      'INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM c LIMIT 500) SELECT n, hex(zeroblob(500)) FROM c',
    );
    assert.deepEqual(await rowsOf(store.path), [1]);
    await store.run('ROLLBACK');
    assert.deepEqual(await rowsOf(store.path), [1]);
  });

  it('reads what a crash left in the -wal', async () => {
    store = await LiveStore.open(folder);
    await store.run('CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)');
    await store.close(true);
    assert.deepEqual(await rowsOf(store.path), [1]);
  });

  it('reads a store that may only be read', async () => {
    store = await LiveStore.open(folder);
    await store.run('CREATE TABLE t (n INTEGER)', 'INSERT INTO t VALUES (1)');
    await store.close();
    await chmod(store.path, 0o400);
    assert.deepEqual(await rowsOf(store.path), [1]);
  });

  it('gives big numbers, bytes and parameters, and ends a query that is broken off', async () => {
    store = await LiveStore.open(folder);
    await store.run('CREATE TABLE t (n)', "INSERT INTO t VALUES (1771203576408), ('a'), (NULL), (x'00ff')");
    const database = await (await openLogSource(store.path)).database();
    assert.ok(database);
    for (const row of database.rows('SELECT n FROM t')) {
      assert.deepEqual(row, { n: 1771203576408 });
      break;
    }
    assert.deepEqual([...database.rows('SELECT n FROM t WHERE n = ?', ['a'])], [{ n: 'a' }]);
    assert.deepEqual([...database.rows('SELECT n FROM t WHERE n IS ?', [null])], [{ n: null }]);
    assert.throws(() => [...database.rows('SELECT n FROM elsewhere')]);
    assert.throws(() => [...database.rows('DELETE FROM t')]);
    await database.close();
  });

  for (const [title, bytes] of [
    ['a file of text', Buffer.from('# no database\n')],
    ['an empty file', Buffer.alloc(0)],
    ['a file that only begins like one', Buffer.from('SQLite format 3\0and then something else')],
  ] as const) {
    it(`takes ${title} for no database`, async () => {
      const path = join(folder, 'opencode.db');
      await writeFile(path, bytes);
      const before = await copies();
      assert.equal(await (await openLogSource(path)).database(), null);
      assert.deepEqual(await copies(), before);
    });
  }
});
