import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { turnRecordSchema } from '../../../src/protocol/turns.ts';
import { openTurnStore, type TurnStore } from '../../../src/platform/turns/turnStore.ts';
import { newFolder, newRepository, paths, removeFolders, write } from './testRepository.ts';
import { checkObjects, contentsOf, objects, openStore, texts } from './turnsSupport.ts';

describe('the turn store', () => {
  afterEach(removeFolders);

  it('keeps turns with the states before and after, and finds them again', async () => {
    const root = newRepository({ 'a.py': 'a\n' });
    const data = newFolder();
    const store = await openStore(root, {}, data);
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(readdirSync(data), [], 'nothing is made by looking');
    const begun = await store.begin({ source: 'command', prompt: 'write b', agent: 'Ada', model: 'm1' });
    assert.equal(begun.state, 'open');
    write(root, { 'b.py': 'b\n' });
    const ended = await store.end(begun.id);
    assert.deepEqual(
      { ...ended, endedAt: null, head: null },
      { ...begun, state: 'finished', headAt: 'end', endedAt: null, head: null },
    );
    const again = await openStore(root, {}, data);
    const [turn] = await again.list();
    assert.deepEqual(turn, ended);
    assert.deepEqual(turnRecordSchema.parse(turn), turn);
    assert.deepEqual(texts(again, turn!.base), { 'a.py': 'a\n' });
    assert.deepEqual(texts(again, turn!.head!), { 'a.py': 'a\n', 'b.py': 'b\n' });
    assert.deepEqual((await again.show(turn!.id)).changes, { added: ['b.py'], modified: [], deleted: [] });
    await assert.rejects(again.end(turn!.id), { code: 'unknown-turn' });
    await assert.rejects(again.find('nothing'), { code: 'unknown-turn', message: /numbers 1 to 1/ });
    await assert.rejects(again.find(2), { code: 'unknown-turn' });
  });

  it('knows a workspace by its real path', async () => {
    const root = newFolder();
    const data = newFolder();
    const elsewhere = newFolder();
    write(root, { 'a.py': 'a\n' });
    symlinkSync(root, join(elsewhere, 'link'));
    await (await openStore(root, {}, data)).begin({ source: 'command' });
    assert.equal((await (await openStore(join(elsewhere, 'link'), {}, data)).list()).length, 1);
    renameSync(root, join(elsewhere, 'moved'));
    assert.deepEqual(await (await openStore(join(elsewhere, 'moved'), {}, data)).list(), []);
    renameSync(join(elsewhere, 'moved'), root);
    assert.equal((await (await openStore(root, {}, data)).list()).length, 1);
    await assert.rejects(openStore(join(root, 'nowhere'), {}, data), { code: 'not-a-folder' });
    await assert.rejects(openStore(join(root, 'a.py'), {}, data), { code: 'not-a-folder' });
  });

  it('counts turns by session, and knows where each session began', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root);
    const turn = async (start: Parameters<TurnStore['begin']>[0]) => {
      const { id } = await store.begin(start);
      write(root, { 'a.py': id });
      return store.end(id);
    };
    const one = await turn({ source: 'command' });
    const two = await turn({ source: 'command' });
    const other = await turn({ source: 'command', newSession: true });
    const named = await turn({ source: 'command', session: 'mine' });
    const three = await turn({ source: 'command' });
    const log = await turn({ source: 'log', agent: 'codex', agentSession: 'abc' });
    const logAgain = await turn({ source: 'log', agent: 'codex', agentSession: 'abc' });
    const sessions = [one, two, other, named, three, log, logAgain].map((each) => [each.number, each.index]);
    assert.deepEqual(sessions, [
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 1],
      [5, 2],
      [6, 1],
      [7, 2],
    ]);
    assert.equal(two.sessionKey, one.sessionKey);
    assert.equal(two.sessionStart, one.base);
    assert.equal(three.sessionKey, other.sessionKey);
    assert.equal(three.sessionStart, other.base);
    assert.equal(named.sessionKey, 'named:mine');
    assert.equal(logAgain.sessionKey, 'codex:abc');
    assert.equal(logAgain.sessionStart, log.base);
    assert.deepEqual(await store.list({ session: 'mine' }), [named]);
    assert.deepEqual(await store.list({ session: 'abc' }), [log, logAgain]);
    // A session by hand ends by itself.
    const path = join(store.folder, 'records', `${three.id}.json`);
    const day = 24 * 3_600_000;
    writeFileSync(path, JSON.stringify({ ...three, endedAt: new Date(Date.now() - day).toISOString() }));
    assert.equal((await turn({ source: 'command' })).index, 1);
  });

  it('tells the work of the user from that of the agent', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root);
    const changed: boolean[] = [];
    for (const user of [true, false, true]) {
      if (user) write(root, { 'a.py': `user ${changed.length}` });
      const { id, userChangesBefore } = await store.begin({ source: 'command' });
      changed.push(userChangesBefore);
      write(root, { 'a.py': `agent ${changed.length}` });
      await store.end(id);
    }
    assert.deepEqual(changed, [false, false, true], 'before the first turn there is nothing to compare with');
  });

  it('closes a turn whose end nobody saw, and marks it', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root);
    const lost = await store.begin({ source: 'command' });
    write(root, { 'a.py': '1' });
    const next = await store.begin({ source: 'command' });
    const cut = await store.find(lost.id);
    assert.deepEqual([cut.state, cut.head, cut.headAt], ['cut', next.base, 'closing']);
    assert.equal(next.userChangesBefore, false);
    await assert.rejects(store.end(lost.id), { code: 'unknown-turn' });
    // Two agents at once: neither ends the other's turn.
    const log = await store.begin({ source: 'log', agent: 'a', agentSession: '1', watched: true });
    const other = await store.begin({ source: 'log', agent: 'b', agentSession: '2', watched: true });
    const byName = await store.begin({ source: 'command', session: 'x' });
    assert.deepEqual(await open(), [next.number, log.number, other.number, byName.number]);
    assert.deepEqual(await store.closeOpenTurns(), [], 'this process watches them');
    // A watcher that is gone.
    const path = join(store.folder, 'records', `${log.id}.json`);
    writeFileSync(path, JSON.stringify({ ...log, watcher: { pid: 2 ** 22 + 1, host: hostname() } }));
    assert.deepEqual(
      (await store.closeOpenTurns()).map(({ id, state }) => [id, state]),
      [[log.id, 'cut']],
    );
    assert.equal((await store.closeOpenTurns({ all: true })).length, 3);
    assert.deepEqual(await open(), []);
    async function open(): Promise<number[]> {
      return (await store.list()).filter(({ state }) => state === 'open').map(({ number }) => number);
    }
  });

  it('takes snapshots that were taken before', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root);
    const before = await store.snapshot();
    write(root, { 'a.py': '1' });
    const { id, base } = await store.begin({ source: 'burst', base: before });
    assert.equal(base, before);
    const { head } = await store.end(id, { head: before, endedAt: '2026-01-02T03:04:05.000Z' });
    assert.equal(head, before);
    await assert.rejects(store.begin({ source: 'burst', base: '1'.repeat(40) }), { code: 'unknown-turn' });
  });

  it('prunes the oldest finished turns, and breaks none that stays', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root, { turns: 5 });
    const noise = (seed: number) =>
      Buffer.from(Array.from({ length: 20_000 }, (_, at) => ((at * 7919 + seed * 104_729) ** 2 % 251) & 255));
    const first = await store.begin({ source: 'command', session: 'long' });
    await store.end(first.id);
    const open = await store.begin({ source: 'command', session: 'waiting' });
    for (let turn = 0; turn < 8; turn++) {
      const { id } = await store.begin({ source: 'command', session: 'long' });
      write(root, { [`n${turn % 3}.bin`]: noise(turn) });
      await store.end(id);
    }
    const { removed } = await store.prune();
    assert.deepEqual(
      removed.map(({ number }) => number),
      [1, 3, 4, 5, 6],
    );
    const kept = await store.list();
    assert.deepEqual(
      kept.map(({ number }) => number),
      [2, 7, 8, 9, 10],
    );
    checkObjects(store);
    for (const turn of kept) {
      for (const id of [turn.base, turn.sessionStart, ...(turn.head ? [turn.head] : [])]) texts(store, id);
    }
    assert.equal(kept.at(-1)!.sessionStart, first.base, 'the beginning of a session outlives its first turn');
    // By size: down to the open turn and the latest.
    const { removed: more, bytes } = await store.prune({ storeBytes: 1 });
    assert.deepEqual(
      more.map(({ number }) => number),
      [7, 8, 9],
    );
    assert.ok(bytes > 1);
    checkObjects(store);
    await store.end(open.id);
    const { number } = await store.begin({ source: 'command', session: 'long' });
    assert.equal(number, 11, 'no number is given twice');
    const packs = readdirSync(join(objects(store), 'objects/pack')).filter((name) => name.endsWith('.pack'));
    assert.ok(packs.length < 5);
  });

  it('prunes turns that are older than so many days, but never the latest', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root, { days: 30 });
    const dayMs = 24 * 60 * 60 * 1000;
    for (const [turn, days] of [100, 31, 29, 100].entries()) {
      const at = new Date(Date.now() - days * dayMs).toISOString();
      const { id } = await store.begin({ source: 'command', startedAt: at });
      write(root, { 'a.py': String(turn) });
      await store.end(id, { endedAt: at });
    }
    const { removed } = await store.prune();
    assert.deepEqual(
      removed.map(({ number }) => number),
      [1, 2],
    );
    checkObjects(store);
  });

  it('says what is damaged and destroys nothing', async () => {
    const root = newRepository({ 'a.py': '0' });
    const data = newFolder();
    const store = await openStore(root, {}, data);
    for (let turn = 0; turn < 3; turn++) {
      const { id } = await store.begin({ source: 'command' });
      write(root, { 'a.py': String(turn) });
      await store.end(id);
    }
    const [one, two] = await store.list();
    const whole = newFolder();
    cpSync(store.folder, whole, { recursive: true });
    const damage = async (change: (folder: string) => void, check: () => Promise<void>) => {
      rmSync(store.folder, { recursive: true });
      cpSync(whole, store.folder, { recursive: true });
      change(store.folder);
      const before = contentsOf(store.folder);
      await check();
      assert.deepEqual(contentsOf(store.folder), before);
    };
    const later = { code: 'store-failed', message: /later version/ };
    const manifest = join(store.folder, 'store.json');
    await damage(
      () => writeFileSync(manifest, '{"schema": "rewheel/turn-store@2"}'),
      async () => {
        await assert.rejects(openStore(root, {}, data), later);
        // A process that has it open already.
        await assert.rejects(store.begin({ source: 'command' }), later);
      },
    );
    for (const text of ['', '{', 'null', '[]', '{"schema": 5}']) {
      await damage(
        () => writeFileSync(manifest, text),
        () => assert.rejects(openStore(root, {}, data), { code: 'store-failed', message: /damaged/ }),
      );
    }
    await damage(
      () => rmSync(manifest),
      () => assert.rejects(openStore(root, {}, data), { code: 'store-failed', message: /store\.json is missing/ }),
    );
    await damage(
      (folder) => writeFileSync(join(folder, 'records', `${one!.id}.json`), '{"id": '),
      async () => {
        const other = await openStore(root, {}, data);
        assert.deepEqual(
          (await other.list()).map(({ number }) => number),
          [2, 3],
        );
        assert.match(other.takeProblems().join(), new RegExp(one!.id));
        await assert.rejects(other.prune({ storeBytes: 1 }), { code: 'store-failed', message: /while it is damaged/ });
      },
    );
    await damage(
      (folder) => {
        const packs = join(folder, 'objects-sha1.git/objects/pack');
        for (const name of readdirSync(packs)) rmSync(join(packs, name), { force: true });
      },
      async () => {
        const other = await openStore(root, {}, data);
        assert.equal((await other.list()).length, 3);
        await assert.rejects(other.show(two!.id), { code: 'store-failed', message: /damaged/ });
        await assert.rejects(other.snapshotOf(two!.base), { code: 'unknown-turn' });
        await assert.rejects(other.prune({ turns: 1 }), { code: 'store-failed', message: /damaged/ });
        assert.equal((await other.list()).length, 3);
      },
    );
  });

  it('says when git is missing', async () => {
    const root = newFolder();
    const store = await openStore(root);
    const before = process.env.PATH;
    process.env.PATH = newFolder();
    try {
      await assert.rejects(store.begin({ source: 'command' }), { code: 'git-missing', message: /install git/ });
    } finally {
      process.env.PATH = before;
    }
  });

  it('waits for another process, and takes over from one that died', async () => {
    const root = newFolder();
    const data = newFolder();
    const store = await openTurnStore({ root, dataFolder: data, waitMs: 200 });
    await store.snapshot();
    const lock = join(store.folder, 'lock');
    writeFileSync(lock, JSON.stringify({ pid: 1, host: hostname(), token: 'x' }));
    await assert.rejects(store.snapshot(), { code: 'store-failed', message: /in use by process 1 / });
    assert.match(readFileSync(lock, 'utf8'), /"token":"x"/);
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), token: 'x' }));
    await store.snapshot();
    await assert.rejects(async () => readFileSync(lock), { code: 'ENOENT' });
    // Killed before it wrote its name.
    writeFileSync(lock, '');
    await (await openTurnStore({ root, dataFolder: data, waitMs: 10_000 })).snapshot();
  });

  it('does one thing at a time for callers of the same process', async () => {
    const root = newRepository({ 'a.py': '0' });
    const data = newFolder();
    const stores = await Promise.all([openStore(root, {}, data), openStore(root, {}, data)]);
    const turns = await Promise.all(
      Array.from({ length: 12 }, (_, at) => stores[at % 2]!.begin({ source: 'command', session: `s${at}` })),
    );
    assert.deepEqual(
      turns.map(({ number }) => number).sort((a, b) => a - b),
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
    await Promise.all(turns.map(({ id }, at) => stores[(at + 1) % 2]!.end(id)));
    assert.ok((await stores[0]!.list()).every(({ state }) => state === 'finished'));
  });

  it('stops when it is told to', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root);
    await assert.rejects(store.begin({ source: 'command' }, AbortSignal.abort()), { code: 'cancelled' });
    assert.deepEqual(await store.list(), []);
    await store.begin({ source: 'command' });
  });

  it('keeps a long prompt short, and any text whole', async () => {
    const root = newRepository({ 'a.py': '0' });
    const store = await openStore(root);
    const { prompt } = await store.begin({ source: 'command', prompt: 'p'.repeat(1_000_000) });
    assert.equal(prompt!.length, 20_001);
    const odd = '"\\\u0000\u202e\n\ud83d\ude00 ${x} __proto__';
    const { id } = await store.begin({ source: 'log', agent: 'a:b', agentSession: '../../x', prompt: odd });
    assert.equal((await store.find(id)).prompt, odd);
    assert.deepEqual(paths([{ path: id }]), [id]);
  });

  it('makes the data folder when it is not there', async () => {
    const root = newFolder();
    const data = join(newFolder(), 'not', 'yet');
    await (await openStore(root, {}, data)).snapshot();
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    await assert.rejects(openStore(root, {}, join(file, 'data')), { code: 'store-failed', message: /REWHEEL_DATA/ });
  });
});
