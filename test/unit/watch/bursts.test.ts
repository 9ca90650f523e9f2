import assert from 'node:assert/strict';
import { commit, git, newFolder, newRepository, removeFolders, write } from '../platform/testRepository.ts';
import { ClaudeLog } from '../../support/growingLog.ts';
import { eventually, newPlace, pause, Watching, type Place } from './watching.ts';

/** Short, but long enough for a machine that is busy with other things. */
const TIMES = { gatherMs: 100, graceMs: 500, quietMs: 3_000, settleMs: 300, nearMs: 2_000 };

/** After so long a burst would have begun. */
const LONG_ENOUGH = 2_600;

describe('bursts of changes', () => {
  let place: Place;
  let watching: Watching;
  const start = async (root = newRepository({ 'a.py': 'a\n', 'pkg/b.py': 'b\n', '.gitignore': 'out/\n*.log\n' })) => {
    place = newPlace(root);
    watching = new Watching(place);
    await watching.start({ bursts: true }, TIMES);
  };
  afterEach(() => watching.stop());
  after(removeFolders);

  for (const kind of ['a repository', 'a plain folder']) {
    it(`are turns in ${kind} while no log tells of one`, async () => {
      if (kind === 'a repository') await start();
      else {
        const root = newFolder();
        write(root, { 'a.py': 'a\n', 'pkg/b.py': 'b\n' });
        await start(root);
      }
      write(place.root, { 'pkg/b.py': 'B\n' });
      const began = await watching.until('began', 1);
      assert.deepEqual([began.source, began.state, began.agent, began.prompt], ['burst', 'open', null, null]);
      write(place.root, { 'pkg/deep/new/c.py': 'c\n' });
      await pause(600);
      write(place.root, { 'pkg/deep/new/d.py': 'd\n' });
      const ended = await watching.until('ended', 1);
      assert.deepEqual([ended.id, ended.state], [began.id, 'finished']);
      const { base, head } = await watching.states(ended);
      assert.deepEqual([base['pkg/b.py'], base['pkg/deep/new/c.py']], ['b\n', undefined]);
      assert.deepEqual([head['pkg/b.py'], head['pkg/deep/new/d.py']], ['B\n', 'd\n']);
    });
  }

  it('are over after as long as was asked for', async () => {
    const { quietMs: _, ...times } = TIMES;
    const [short, usual] = [1, 2].map(() => new Watching(newPlace(newRepository({ 'a.py': 'a\n' }))));
    watching = short!;
    await short!.start({ bursts: true, burstQuietMs: 1_000 }, times);
    await usual!.start({ bursts: true }, times);
    try {
      for (const { place: at } of [usual!, short!]) write(at.root, { 'a.py': 'b\n' });
      await short!.until('ended', 1);
      assert.deepEqual(usual!.turns('ended'), []);
    } finally {
      await usual!.stop();
    }
  });

  it('are not what the user wrote, nor what git ignores', async () => {
    await start();
    write(place.root, { 'a.py': 'mine\n' });
    watching.watcher!.userEdited(['a.py']);
    write(place.root, { 'out/x.txt': 'x\n', 'run.log': 'l\n', 'node_modules/m/i.js': 'x\n' });
    await pause(LONG_ENOUGH);
    assert.deepEqual(watching.news, []);
    // What the user wrote before stands in the base of the burst that follows.
    write(place.root, { 'pkg/b.py': 'B\n' });
    const ended = await watching.until('ended', 1);
    const { base } = await watching.states(ended);
    assert.deepEqual([base['a.py'], base['pkg/b.py']], ['mine\n', 'b\n']);
  });

  it('are not what git does', async () => {
    await start();
    const { root } = place;
    const quiet = async (what: string): Promise<void> => {
      await pause(LONG_ENOUGH);
      assert.deepEqual(watching.news, [], what);
    };
    git(root, 'checkout', '-q', '-b', 'side');
    write(root, { 'a.py': 'side\n', 'side.py': 's\n' });
    watching.watcher!.userEdited(['a.py', 'side.py']);
    commit(root, 'side');
    await quiet('commit');
    git(root, 'checkout', '-q', 'main');
    await quiet('checkout');
    write(root, { 'pkg/b.py': 'main\n' });
    watching.watcher!.userEdited(['pkg/b.py']);
    git(root, 'stash');
    git(root, 'stash', 'pop');
    await quiet('stash');
    commit(root, 'main');
    git(root, 'rebase', '-q', 'side');
    await quiet('rebase');
    git(root, 'reset', '-q', '--hard', 'HEAD~1');
    await quiet('reset');
    const other = newFolder();
    git(other, 'clone', '-q', root, '.');
    write(other, { 'far.py': 'f\n' });
    commit(other, 'far');
    git(root, 'pull', '-q', '--ff-only', other, 'HEAD');
    await quiet('pull');
  });

  it('give way to a log that comes late', async () => {
    await start();
    const log = new ClaudeLog(place.home, place.root);
    const late = log.row('user', { message: { role: 'user', content: 'Late' } });
    await pause(20);
    write(place.root, { 'a.py': 'agent\n' });
    const burst = await watching.until('began', 1);
    log.append(late);
    const turn = await watching.until('began', 2);
    assert.deepEqual([burst.source, turn.source, turn.base], ['burst', 'log', burst.base]);
    log.stop();
    await watching.until('ended', 2);
    assert.deepEqual(
      (await watching.kept()).map(({ source, state }) => [source, state]),
      [
        ['burst', 'cut'],
        ['log', 'finished'],
      ],
    );
  });

  it('are no turns while a log tells of one, or one was begun by hand', async () => {
    await start();
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('Work');
    await watching.until('began', 1);
    write(place.root, { 'a.py': 'agent\n' });
    await pause(LONG_ENOUGH);
    log.stop();
    await watching.until('ended', 1);
    const store = await watching.store();
    const { id } = await store.begin({ source: 'command' });
    write(place.root, { 'a.py': 'hand\n' });
    await pause(LONG_ENOUGH);
    await store.end(id);
    assert.deepEqual(
      (await watching.kept()).map(({ source }) => source),
      ['log', 'command'],
    );
  });

  it('are seen by two that watch as one turn', async () => {
    await start();
    const second = new Watching(place);
    await second.start({ bursts: true }, TIMES);
    try {
      write(place.root, { 'a.py': 'agent\n' });
      await watching.until('ended', 1);
      await second.until('ended', 1);
    } finally {
      await second.stop();
    }
    assert.equal((await watching.kept()).length, 1);
  });

  it('end in good order when watching does', async () => {
    await start();
    write(place.root, { 'a.py': 'agent\n' });
    await watching.until('began', 1);
    await watching.stop();
    await eventually(
      async () => (await watching.kept())[0]!.state === 'finished',
      () => 'the end',
    );
  });
});
