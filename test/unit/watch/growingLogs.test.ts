import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newRepository, removeFolders, write } from '../platform/testRepository.ts';
import { Events } from '../logs/copilotRows.ts';
import { agent, said, user, type Block } from '../logs/clineFixture.ts';
import { chat, linesOf, request } from '../logs/vscodeRows.ts';
import { newPlace, Watching, type Place } from './watching.ts';

/** Writes one session's log as the agent does while it works. */
interface Writer {
  prompt(text: string): void;
  /** Something between a prompt and the end. */
  work(): void;
  stop(): void;
}

interface Case {
  agent: string;
  how: string;
  open: (place: Place) => Writer;
}

const now = (): string => new Date().toISOString();

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A document that is written beside and renamed, as careful programs do. */
function replace(path: string, value: unknown): void {
  put(`${path}.tmp`, JSON.stringify(value));
  renameSync(`${path}.tmp`, path);
}

function copilot({ home, root }: Place): Writer {
  const path = join(home, '.copilot', 'session-state', 's1', 'events.jsonl');
  const events = new Events({ cwd: root });
  let written = 0;
  const flush = (): void => {
    mkdirSync(dirname(path), { recursive: true });
    for (const event of events.events.slice(written)) {
      appendFileSync(path, `${JSON.stringify({ ...event, timestamp: now() })}\n`);
    }
    written = events.events.length;
  };
  return {
    prompt: (text) => {
      events.prompt(text).event('assistant.turn_start', { turnId: '0' });
      flush();
    },
    work: () => {
      events.call('t1', 'view', { path: join(root, 'a.py') }).result('t1', '1. a');
      flush();
    },
    stop: () => {
      events.event('assistant.message', { messageId: `m${written}`, content: 'Done.', toolRequests: [] });
      events.event('assistant.turn_end', { turnId: '0' });
      flush();
    },
  };
}

function cline({ home, root }: Place, folder = '1771200000000'): Writer {
  const tasks = join(home, '.config', 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'tasks');
  const path = join(tasks, folder, 'api_conversation_history.json');
  const details = said(
    `<environment_details>\n# Current Working Directory (${root}) Files\na.py\n\n# Current Mode\nACT MODE\n</environment_details>`,
  );
  const messages: Block[] = [];
  const say = (message: Block): void => {
    messages.push({ ...message, ts: Date.now() });
    replace(path, messages);
  };
  return {
    prompt: (text) =>
      say(
        messages.length === 0
          ? user(said(`<task>\n${text}\n</task>`), details)
          : user(
              said('[attempt_completion] Result:'),
              said(`The user has provided feedback on the results.\n<feedback>\n${text}\n</feedback>`),
            ),
      ),
    work: () => {
      say(agent(said('<read_file>\n<path>a.py</path>\n</read_file>')));
      say(user(said("[read_file for 'a.py'] Result:"), said('a'), details));
    },
    stop: () => say(agent(said('<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>'))),
  };
}

function openHands({ home, root }: Place): Writer {
  const folder = join(home, '.openhands', 'conversations', 'c1');
  put(join(folder, 'base_state.json'), JSON.stringify({ workspace: { working_dir: root } }));
  let count = 0;
  const event = (fields: Block): void => {
    const name = `event-${String(count).padStart(5, '0')}-aaaa-${count}.json`;
    put(join(folder, 'events', name), JSON.stringify({ id: `e${count++}`, timestamp: now(), ...fields }));
  };
  const message = (source: string, text: string): void =>
    event({ source, llm_message: { role: source, content: [said(text)] }, kind: 'MessageEvent' });
  return {
    prompt: (text) => message('user', text),
    work: () => {
      const call = { tool_name: 'terminal', tool_call_id: `t${count}` };
      const action = { command: 'cat a.py' };
      event({ ...call, source: 'agent', action, llm_response_id: `r${count}`, kind: 'ActionEvent' });
      event({
        ...call,
        source: 'environment',
        action_id: `e${count - 1}`,
        observation: { content: [said('a')], exit_code: 0 },
        kind: 'ObservationEvent',
      });
    },
    stop: () => {
      message('agent', 'Done.');
      event({
        source: 'environment',
        kind: 'ConversationStateUpdateEvent',
        key: 'execution_status',
        value: 'finished',
      });
    },
  };
}

function vscodeFolder({ home, root }: Place): string {
  const folder = join(home, '.config', 'Code', 'User', 'workspaceStorage', 'h1');
  put(join(folder, 'workspace.json'), JSON.stringify({ folder: `file://${root}` }));
  return join(folder, 'chatSessions');
}

const asked = (id: string, text: string): Block =>
  request(id, [], { message: { text, parts: [] }, timestamp: Date.now(), result: undefined, response: [] });

function vscodeLines(place: Place): Writer {
  const path = join(vscodeFolder(place), 's1.jsonl');
  put(path, linesOf({ kind: 0, v: chat([]) }));
  let count = 0;
  const log = (entry: Block): void => appendFileSync(path, linesOf(entry));
  return {
    prompt: (text) => log({ kind: 2, k: ['requests'], v: [asked(`q${++count}`, text)] }),
    work: () => log({ kind: 2, k: ['requests', count - 1, 'response'], v: [{ value: 'I look' }] }),
    stop: () => {
      log({ kind: 1, k: ['requests', count - 1, 'result'], v: { timings: { totalElapsed: 10 }, metadata: {} } });
      log({ kind: 1, k: ['requests', count - 1, 'modelState'], v: { value: 1, completedAt: Date.now() } });
    },
  };
}

function vscodeDocument(place: Place): Writer {
  const path = join(vscodeFolder(place), 's1.json');
  const requests: Block[] = [];
  const save = (): void => put(path, JSON.stringify(chat(requests), undefined, 2));
  return {
    prompt: (text) => {
      requests.push({ ...asked(`q${requests.length}`, text), modelState: { value: 0 } });
      save();
    },
    work: () => {
      requests.at(-1)!.response = [{ value: 'I look' }];
      save();
    },
    stop: () => {
      Object.assign(requests.at(-1)!, {
        result: { timings: { totalElapsed: 10 }, metadata: {} },
        modelState: { value: 1, completedAt: Date.now() },
      });
      save();
    },
  };
}

const CASES: Case[] = [
  { agent: 'copilot-cli', how: 'events line by line', open: copilot },
  { agent: 'cline', how: 'a document that is replaced', open: (place) => cline(place) },
  { agent: 'openhands', how: 'a file an event', open: openHands },
  { agent: 'vscode-chat', how: 'an operation log', open: vscodeLines },
  { agent: 'vscode-chat', how: 'a document that is written anew', open: vscodeDocument },
];

describe('watching logs that grow', () => {
  let place: Place;
  let watching: Watching;
  beforeEach(() => {
    place = newPlace(newRepository({ 'a.py': 'a\n' }));
    watching = new Watching(place);
  });
  afterEach(() => watching.stop());
  after(removeFolders);

  for (const { agent: name, how, open } of CASES)
    it(`keeps the turns of ${name}: ${how}`, async () => {
      await watching.start();
      const writer = open(place);
      for (const [index, prompt] of ['First', 'Second'].entries()) {
        writer.prompt(prompt);
        const began = await watching.until('began', index + 1);
        assert.deepEqual([began.agent, began.prompt], [name, prompt]);
        writer.work();
        write(place.root, { [`${prompt}.py`]: 'x\n' });
        writer.stop();
        const ended = await watching.until('ended', index + 1);
        assert.deepEqual([ended.state, ended.index, ended.prompt], ['finished', index + 1, prompt]);
        const { base, head } = await watching.states(ended);
        assert.deepEqual([base[`${prompt}.py`], head[`${prompt}.py`]], [undefined, 'x\n']);
      }
      assert.equal((await watching.kept()).length, 2);
      assert.deepEqual(watching.problems, []);
    });
});
