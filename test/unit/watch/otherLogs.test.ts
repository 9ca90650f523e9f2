import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newRepository, removeFolders, write } from '../platform/testRepository.ts';
import { LiveStore, needPython } from '../logs/liveStore.ts';
import { newPlace, Watching, type Place } from './watching.ts';

describe('watching stores and documents', () => {
  let place: Place;
  let watching: Watching;
  beforeEach(() => {
    place = newPlace(newRepository({ 'a.py': 'a\n' }));
    watching = new Watching(place);
  });
  afterEach(() => watching.stop());
  after(removeFolders);

  it('keeps the turns of a live OpenCode store that appears, those of the workspace alone', async function () {
    needPython(this);
    await watching.start();
    const folder = join(place.home, '.local', 'share', 'opencode');
    mkdirSync(folder, { recursive: true });
    const store = await LiveStore.open(folder);
    try {
      await store.run(
        'CREATE TABLE session (id text, parent_id text, directory text, version text, time_created int, time_updated int)',
        'CREATE TABLE message (id text, session_id text, time_created int, time_updated int, data text)',
        'CREATE TABLE part (id text, message_id text, session_id text, time_created int, time_updated int, data text)',
      );
      const quoted = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
      let count = 0;
      const message = async (session: string, info: Record<string, unknown>, text: string): Promise<void> => {
        const now = Date.now();
        const id = `msg_${String(++count).padStart(4, '0')}`;
        const data = { time: { created: now, completed: now }, ...info };
        await store.run(
          'BEGIN',
          `INSERT INTO part VALUES ('prt_${count}', '${id}', '${session}', ${now}, ${now}, ${quoted({ type: 'text', text })})`,
          `INSERT INTO message VALUES ('${id}', '${session}', ${now}, ${now}, ${quoted(data)})`,
          'COMMIT',
        );
      };
      const now = Date.now();
      await store.run(
        `INSERT INTO session VALUES ('ses_a', NULL, '${place.root}', '1.2.5', ${now}, ${now})`,
        `INSERT INTO session VALUES ('ses_b', NULL, '/elsewhere', '1.2.5', ${now}, ${now})`,
      );
      await message('ses_b', { role: 'user' }, 'Elsewhere');
      for (const [index, prompt] of ['One', 'Two'].entries()) {
        await message('ses_a', { role: 'user' }, prompt);
        const began = await watching.until('began', index + 1);
        assert.deepEqual([began.agent, began.prompt], ['opencode', prompt]);
        write(place.root, { [`${prompt}.py`]: 'x\n' });
        await message('ses_a', { role: 'assistant', finish: 'stop', modelID: 'm' }, 'Done');
        const ended = await watching.until('ended', index + 1);
        const { base, head } = await watching.states(ended);
        assert.deepEqual([base[`${prompt}.py`], head[`${prompt}.py`]], [undefined, 'x\n']);
      }
      assert.equal((await watching.kept()).length, 2);
      assert.deepEqual(watching.problems, []);
    } finally {
      await store.close();
    }
  });

  it('keeps the turns of a Gemini CLI document that is written anew each time', async () => {
    await watching.start();
    const path = join(place.home, '.gemini', 'tmp', 'short', 'chats', 'session-2026-01-01-aaaaaaaa.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(join(dirname(dirname(path)), '.project_root'), place.root);
    const messages: Record<string, unknown>[] = [];
    const say = (type: string, content: string): void => {
      messages.push({ id: `m${messages.length}`, timestamp: new Date().toISOString(), type, content });
      const document = { sessionId: 's1', projectHash: 'h', startTime: new Date().toISOString(), messages };
      writeFileSync(path, JSON.stringify(document, null, 2));
    };
    for (const turn of [1, 2]) {
      say('user', `Turn ${turn}`);
      await watching.until('began', turn);
      write(place.root, { 'a.py': `${turn}\n` });
      say('gemini', 'Done');
      const ended = await watching.until('ended', turn);
      assert.deepEqual([ended.agent, ended.prompt, ended.index], ['gemini-cli', `Turn ${turn}`, turn]);
      assert.equal((await watching.states(ended)).head['a.py'], `${turn}\n`);
    }
  });

  it('keeps the turns of Aider’s history in the repository', async () => {
    await watching.start();
    write(place.root, { '.gitignore': '.aider*\n' });
    const path = join(place.root, '.aider.chat.history.md');
    const lines: string[] = ['\n# aider chat started at 2026-01-01 10:00:00\n\n', '> Aider v0.86.0  \n'];
    const say = (text: string): void => {
      lines.push(text);
      writeFileSync(path, lines.join(''));
    };
    say('\n#### Write b  \n\n');
    await watching.until('began', 1);
    write(place.root, { 'b.py': 'b\n' });
    say('Here it is.\n\n> Tokens: 1.2k sent, 34 received.  \n');
    const ended = await watching.until('ended', 1);
    assert.deepEqual([ended.agent, ended.prompt], ['aider', 'Write b']);
  });
});
