import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { git, newFolder, newRepository, removeFolders, write } from '../platform/testRepository.ts';
import { ClaudeLog, CodexLog } from '../../support/growingLog.ts';
import { eventually, newPlace, pause, Watching, type Place } from './watching.ts';

const HOUR = 3_600_000;

describe('watching agents’ logs', () => {
  let place: Place;
  let watching: Watching;
  beforeEach(() => {
    place = newPlace(newRepository({ 'a.py': 'a\n', 'pkg/b.py': 'b\n' }));
    watching = new Watching(place);
  });
  afterEach(() => watching.stop());
  after(removeFolders);

  it('keeps a turn from its prompt to the agent’s stop', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('Write c');
    const began = await watching.until('began', 1);
    assert.deepEqual([began.agent, began.prompt, began.state, began.source], ['claude-code', 'Write c', 'open', 'log']);
    log.call('t1', 'Write', { file_path: `${place.root}/c.py`, content: 'c\n' });
    write(place.root, { 'c.py': 'c\n' });
    log.result('t1', 'ok');
    log.stop();
    const ended = await watching.until('ended', 1);
    assert.equal(ended.id, began.id);
    assert.deepEqual([ended.state, ended.headAt, ended.model], ['finished', 'end', 'model-a']);
    const { base, head } = await watching.states(ended);
    assert.deepEqual([base['c.py'], head['c.py']], [undefined, 'c\n']);
    write(place.root, { 'mine.py': 'm\n' });
    await pause(100);
    log.prompt('Again');
    log.stop();
    const second = await watching.until('ended', 2);
    assert.deepEqual([second.index, second.userChangesBefore, second.sessionStart], [2, true, ended.base]);
    assert.deepEqual(watching.problems, []);
  });

  it('gives a turn that is over at the first look the state before it', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('Quick');
    write(place.root, { 'quick.py': 'q\n' });
    log.stop();
    const ended = await watching.until('ended', 1);
    const { base, head } = await watching.states(ended);
    assert.deepEqual([base['quick.py'], head['quick.py']], [undefined, 'q\n']);
  });

  it('leaves turns alone that were over, and takes the one that runs', async () => {
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('Before');
    log.stop();
    log.prompt('Running');
    const other = new ClaudeLog(place.home, place.root, '33333333-3333-4333-8333-333333333333');
    other.prompt('All over');
    other.stop();
    await watching.start();
    await watching.until('began', 1);
    log.stop();
    await watching.until('ended', 1);
    other.prompt('And now');
    await watching.until('began', 2);
    const prompts = (await watching.kept()).map(({ prompt }) => prompt);
    assert.deepEqual(prompts, ['Running', 'And now']);
  });

  it('takes up an old log when it grows, without its old turns', async () => {
    const log = new ClaudeLog(place.home, place.root, undefined, -48 * HOUR);
    log.prompt('Long ago');
    log.stop();
    log.prompt('Died long ago');
    utimesSync(log.path, new Date(Date.now() - 48 * HOUR), new Date(Date.now() - 48 * HOUR));
    await watching.start();
    assert.deepEqual(watching.news, []);
    const resumed = new ClaudeLog(place.home, place.root);
    resumed.prompt('Today');
    resumed.stop();
    await watching.until('ended', 1);
    assert.deepEqual(
      (await watching.kept()).map(({ prompt, state }) => [prompt, state]),
      [['Today', 'finished']],
    );
  });

  it('ends a turn that was interrupted, and one that the next prompt shows to be over', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('One');
    await watching.until('began', 1);
    log.interrupt();
    await watching.until('ended', 1);
    log.prompt('Two');
    await watching.until('began', 2);
    log.answer([{ type: 'text', text: 'Hm.' }], null);
    log.prompt('Three');
    await watching.until('ended', 2);
    await watching.until('began', 3);
    assert.deepEqual(
      (await watching.kept()).map(({ prompt, state }) => [prompt, state]),
      [
        ['One', 'finished'],
        ['Two', 'finished'],
        ['Three', 'open'],
      ],
    );
  });

  it('keeps two agents apart that work at once, and says so', async () => {
    await watching.start();
    const claude = new ClaudeLog(place.home, place.root);
    const codex = new CodexLog(place.home, place.root);
    claude.prompt('Left');
    await watching.until('began', 1);
    codex.prompt('Right');
    await watching.until('began', 2);
    codex.stop();
    claude.stop();
    await watching.until('ended', 2);
    const kept = await watching.kept();
    assert.deepEqual(
      kept.map(({ agent, prompt, state, index }) => [agent, prompt, state, index]),
      [
        ['claude-code', 'Left', 'finished', 1],
        ['codex', 'Right', 'finished', 1],
      ],
    );
    assert.notEqual(kept[0]!.sessionKey, kept[1]!.sessionKey);
    assert.equal(watching.problems.length, 1);
    assert.match(watching.problems[0]!, /^Turn 2 \(codex\) runs at the same time as turn 1 \(claude-code\)/);
  });

  it('knows sessions in sub-folders and worktrees, and no others', async () => {
    const worktree = join(newFolder(), 'tree');
    git(place.root, 'worktree', 'add', '-q', worktree);
    const near = `${place.root}-other`;
    await watching.start();
    const logs = [join(place.root, 'pkg'), worktree, near, dirname(place.root)].map(
      (cwd, index) => new ClaudeLog(place.home, cwd, `44444444-4444-4444-8444-44444444444${index}`),
    );
    const elsewhere = new CodexLog(place.home, near);
    elsewhere.prompt('Not here');
    elsewhere.stop();
    for (const [index, log] of logs.entries()) {
      log.prompt(`Session ${index}`);
      log.stop();
    }
    await watching.until('ended', 2);
    await pause(500);
    assert.deepEqual((await watching.kept()).map(({ prompt }) => prompt).sort(), ['Session 0', 'Session 1']);
  });

  it('closes a turn as cut when its log is removed', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('Lost');
    await watching.until('began', 1);
    write(place.root, { 'c.py': 'c\n' });
    rmSync(log.path);
    const ended = await watching.until('ended', 1);
    assert.deepEqual([ended.state, ended.headAt], ['cut', 'closing']);
  });

  it('begins no turn twice when a log is written anew, and closes one that is not told any more', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root);
    log.prompt('One');
    log.stop();
    await watching.until('ended', 1);
    log.prompt('Two');
    await watching.until('began', 2);
    const text = readFileSync(log.path, 'utf8');
    const compacted = log.row('summary', { summary: 'x', leafUuid: 'y' });
    writeFileSync(`${log.path}.new`, `${JSON.stringify(compacted)}\n${text}`);
    renameSync(`${log.path}.new`, log.path);
    log.stop();
    await watching.until('ended', 2);
    log.prompt('Three');
    await watching.until('began', 3);
    // Cut short: the third prompt is gone.
    writeFileSync(log.path, text.split('\n').slice(0, 2).join('\n') + '\n');
    const cut = await watching.until('ended', 3);
    assert.deepEqual([cut.prompt, cut.state], ['Three', 'cut']);
    assert.deepEqual(
      (await watching.kept()).map(({ prompt }) => prompt),
      ['One', 'Two', 'Three'],
    );
  });

  it('takes a turn whose clock went backwards, and a last line that comes in pieces', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root, undefined, -2 * HOUR);
    log.prompt('Backwards');
    await watching.until('began', 1);
    const row = JSON.stringify(
      log.row('assistant', {
        message: { id: 'last', role: 'assistant', content: [{ type: 'text', text: 'Done' }], stop_reason: 'end_turn' },
      }),
    );
    appendFileSync(log.path, row.slice(0, 50));
    await pause(200);
    assert.equal(watching.turns('ended').length, 0);
    appendFileSync(log.path, `${row.slice(50)}\n`);
    const ended = await watching.until('ended', 1);
    assert.ok(ended.endedAt! >= ended.startedAt);
  });

  it('looks where the settings say, follows no link, and opens nothing else', async () => {
    const further = newFolder();
    const hidden = new ClaudeLog(newFolder(), place.root, '55555555-5555-4555-8555-555555555555');
    hidden.prompt('Behind a link');
    hidden.stop();
    mkdirSync(join(place.home, '.claude', 'projects'), { recursive: true });
    symlinkSync(dirname(hidden.path), join(place.home, '.claude', 'projects', dirname(hidden.path).split('/').at(-1)!));
    await watching.start({ logPlaces: { 'claude-code': [further] } });
    const log = new ClaudeLog(join(newFolder()), place.root);
    log.prompt('Kept elsewhere');
    hidden.prompt('More behind a link');
    mkdirSync(join(further, 'logs'));
    renameSync(log.path, join(further, 'logs', 'copy.jsonl'));
    await watching.until('began', 1);
    await pause(300);
    assert.deepEqual(
      (await watching.kept()).map(({ prompt }) => prompt),
      ['Kept elsewhere'],
    );
  });

  it('goes on with a turn when it watches again, and closes one whose log says nothing', async () => {
    await watching.start();
    const log = new ClaudeLog(place.home, place.root);
    const lost = new ClaudeLog(place.home, place.root, '66666666-6666-4666-8666-666666666666');
    log.prompt('Long');
    lost.prompt('Lost');
    await watching.until('began', 2);
    await watching.stop();
    rmSync(lost.path);
    assert.deepEqual(
      (await watching.kept()).map(({ state }) => state),
      ['open', 'open'],
    );
    await watching.start();
    assert.deepEqual((await watching.kept()).map(({ prompt, state }) => `${prompt} ${state}`).sort(), [
      'Long open',
      'Lost cut',
    ]);
    write(place.root, { 'late.py': 'l\n' });
    log.stop();
    const ended = await watching.until('ended', 1);
    assert.deepEqual([ended.prompt, ended.state, ended.headAt], ['Long', 'finished', 'end']);
  });

  it('takes the end out of the log where nothing changed since, and only there', async () => {
    for (const later of [false, true]) {
      const each = new Watching(newPlace(newRepository({ 'a.py': 'a\n' })));
      await each.start();
      const log = new ClaudeLog(each.place.home, each.place.root);
      log.prompt('Unseen end');
      await each.until('began', 1);
      await each.stop();
      write(each.place.root, { 'c.py': 'c\n' });
      log.stop();
      if (later) {
        await pause(2_500);
        write(each.place.root, { 'mine.py': 'm\n' });
      }
      await each.start();
      await eventually(
        async () => (await each.kept())[0]!.state !== 'open',
        () => 'the end',
      );
      const [turn] = await each.kept();
      assert.deepEqual([turn!.state, turn!.headAt], later ? ['cut', 'closing'] : ['finished', 'end']);
      await each.stop();
    }
  });
});
