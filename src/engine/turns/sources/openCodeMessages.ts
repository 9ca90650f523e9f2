import { NO_USAGE, type Action, type ModelMessage, type TokenUsage, type TurnOutcome } from '../session.ts';
import type { LogSink } from './format.ts';
import { openCodeAction } from './openCodeTools.ts';
import { field, numberOf, textOf, timeOf } from './values.ts';

/** A message with its parts, as the files and the rows' `data` hold it; `info.id` is there. */
export interface OpenCodeMessage {
  info: Record<string, unknown>;
  parts: unknown[];
}

/** A message of a child session that can be read when its time comes. */
export interface OpenCodeChildMessage {
  id: string;
  /** Time of its making in ms. */
  time: number;
  read(): Promise<OpenCodeMessage | null>;
}

/** Messages of the session that a `task` worked in, in any order; none when the log does not hold them. */
export type OpenCodeChildren = (sessionId: string) => Promise<OpenCodeChildMessage[]>;

/** Parts that say nothing beside the others: patches tell the edits of the tools again. */
const SILENT_PARTS = new Set(['patch', 'snapshot', 'file', 'agent', 'retry', 'compaction', 'subtask']);

/** The loop of the agent goes on after an answer that finished so. */
const GOES_ON = new Set(['tool-calls', 'unknown']);

/** Tells messages of OpenCode in their order (specs of the logs, section 7). */
export class OpenCodeTeller {
  readonly #sink: LogSink;
  /** Messages of child sessions that stand in a turn of their parent. */
  readonly toldInParent = new Set<string>();
  /** Ids of the running turn's actions, by session and part. */
  #actions = new Map<string, string>();
  #used = new Set<string>();

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  restart(): void {
    this.toldInParent.clear();
    this.#newTurn();
  }

  /** Tells what the record of a session says. */
  session(info: unknown): string | null {
    const id = textOf(field(info, 'id'));
    if (id === null) return null;
    this.#sink.session({
      id,
      agent: 'opencode',
      agentVersion: textOf(field(info, 'version')),
      parentId: textOf(field(info, 'parentID')) ?? textOf(field(info, 'parent_id')),
      folders: [textOf(field(info, 'directory')) ?? ''].filter((folder) => folder !== ''),
    });
    return id;
  }

  /** Tells a message of `sessionId`, and after it what the sessions of its tasks did. */
  async message(sessionId: string, message: OpenCodeMessage, children?: OpenCodeChildren): Promise<void> {
    const tasks = this.#tell(sessionId, message, null);
    if (!children) return;
    const waiting: { by: string; child: OpenCodeChildMessage }[] = [];
    const enter = async (each: Task): Promise<void> => {
      for (const child of await children(each.session)) {
        if (this.toldInParent.has(child.id) || child.time > each.end) continue;
        this.toldInParent.add(child.id);
        waiting.push({ by: each.session, child });
      }
      // Sessions that worked at the same time are told by time.
      waiting.sort((a, b) => b.child.time - a.child.time);
    };
    for (const task of tasks) await enter(task);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const read = await next.child.read();
      if (read) for (const task of this.#tell(sessionId, read, next.by)) await enter(task);
    }
  }

  #tell(sessionId: string, { info, parts }: OpenCodeMessage, by: string | null): Task[] {
    if (info.role === 'user') {
      if (by === null) this.#prompt(sessionId, info, parts);
      return [];
    }
    if (info.role === 'assistant') return this.#answer(sessionId, info, parts, by);
    this.#sink.problem(typeof info.role === 'string' ? 'unknown-record' : 'malformed-record');
    return [];
  }

  #prompt(sessionId: string, info: Record<string, unknown>, parts: readonly unknown[]): void {
    const prompt = promptOf(parts);
    if (prompt === null) return;
    this.#newTurn();
    const at = timeOf(field(info.time, 'created'));
    this.#sink.turn({ sessionId, id: textOf(info.id) ?? sessionId, prompt, at });
  }

  #answer(sessionId: string, info: Record<string, unknown>, parts: readonly unknown[], by: string | null): Task[] {
    const cwd = textOf(field(info.path, 'cwd'));
    if (cwd !== null && by === null) this.#sink.session({ id: sessionId, folders: [cwd] });
    const tasks: Task[] = [];
    const steps = this.#steps(info, parts, { cwd, by });
    for (const { message, actions } of steps) {
      this.#sink.message(sessionId, message);
      for (const { action, child } of actions) {
        this.#sink.action(sessionId, action);
        if (child !== null) tasks.push({ session: child, end: Date.parse(action.endedAt ?? '') || Infinity });
      }
    }
    const outcome = outcomeOf(info, steps.at(-1)?.actions.length ?? 0);
    if (outcome !== null && by === null) this.#sink.ended(sessionId, outcome, timeOf(field(info.time, 'completed')));
    return tasks;
  }

  /** Versions with several steps in one message: each is an answer of the model. */
  #steps(
    info: Record<string, unknown>,
    parts: readonly unknown[],
    place: { cwd: string | null; by: string | null },
  ): Step[] {
    const id = textOf(info.id) ?? '';
    const first = this.#step(info, place.by, id);
    const steps = [first];
    let step = first;
    for (const part of parts) {
      const type = textOf(field(part, 'type'));
      if (type === 'step-start') {
        if (step.finished) steps.push((step = this.#step(info, place.by, `${id}#${steps.length + 1}`)));
      } else if (type === 'step-finish') {
        step.finished = true;
        step.message.usage = openCodeUsage(field(part, 'tokens')) ?? step.message.usage;
      } else if (type === 'text' || type === 'reasoning') addText(step.message, type, part);
      else if (type === 'tool') this.#tool(step, part, place, id);
      else if (type === null) this.#sink.problem('malformed-record');
      else if (!SILENT_PARTS.has(type)) this.#sink.problem('unknown-record');
    }
    if (steps.length === 1) first.message.usage ??= openCodeUsage(info.tokens);
    return steps;
  }

  #step(info: Record<string, unknown>, by: string | null, id: string): Step {
    const message: ModelMessage = {
      id,
      by,
      at: timeOf(field(info.time, 'created')),
      model: textOf(info.modelID),
      usage: null,
      text: '',
      reasoning: '',
      actions: [],
    };
    return { message, actions: [], finished: false };
  }

  #tool(step: Step, part: unknown, place: { cwd: string | null; by: string | null }, messageId: string): void {
    const call = textOf(field(part, 'callID'));
    const key = `${place.by ?? ''} ${textOf(field(part, 'id')) ?? `${messageId} ${call ?? step.actions.length}`}`;
    const id = this.#actions.get(key) ?? this.#newId(call, key, place.by);
    const action = openCodeAction(part, { id, ...place });
    if (!action) return this.#sink.problem('malformed-record');
    this.#actions.set(key, id);
    this.#used.add(id);
    step.message.actions.push(id);
    const child = action.tool === 'task' ? textOf(field(field(field(part, 'state'), 'metadata'), 'sessionId')) : null;
    step.actions.push({ action, child });
  }

  /** Some providers number their calls anew in each answer. */
  #newId(call: string | null, key: string, by: string | null): string {
    const own = call !== null && call !== '' ? call : key.trim();
    const id = by === null ? own : `${by}/${own}`;
    return this.#used.has(id) ? `${id}#${key.trim()}` : id;
  }

  #newTurn(): void {
    this.#actions = new Map();
    this.#used = new Set();
  }
}

interface Step {
  message: ModelMessage;
  actions: { action: Action; child: string | null }[];
  finished: boolean;
}

interface Task {
  session: string;
  /** Until when it ran, in ms. */
  end: number;
}

/** Null when no human wrote the message: compaction, texts of the program. */
function promptOf(parts: readonly unknown[]): string | null {
  const texts: string[] = [];
  const files: string[] = [];
  for (const part of parts) {
    const type = field(part, 'type');
    if (type === 'compaction') return null;
    if (type === 'text' && field(part, 'synthetic') !== true && field(part, 'ignored') !== true) {
      texts.push(textOf(field(part, 'text')) ?? '');
    } else if (type === 'subtask') texts.push(textOf(field(part, 'prompt')) ?? '');
    else if (type === 'file' && field(part, 'synthetic') !== true) {
      files.push(textOf(field(part, 'filename')) ?? textOf(field(part, 'url')) ?? '');
    }
  }
  if (texts.length > 0) return texts.join('\n');
  return files.length > 0 ? files.map((file) => `@${file}`).join(' ') : null;
}

function addText(message: ModelMessage, type: 'text' | 'reasoning', part: unknown): void {
  const text = textOf(field(part, 'text'));
  if (text === null || text === '' || field(part, 'synthetic') === true || field(part, 'ignored') === true) return;
  message[type] = message[type] === '' ? text : `${message[type]}\n${text}`;
}

/** Null while the turn goes on. */
function outcomeOf(info: Record<string, unknown>, actions: number): TurnOutcome | null {
  const error = field(info.error, 'name');
  if (error !== undefined) return error === 'MessageAbortedError' ? 'interrupted' : 'error';
  // A summary for compaction is no answer to the prompt.
  if (info.summary === true) return null;
  const finish = textOf(info.finish);
  if (finish === 'error') return 'error';
  if (finish !== null) return GOES_ON.has(finish) ? null : 'finished';
  // Older versions do not say why an answer ended.
  return numberOf(field(info.time, 'completed')) !== null && actions === 0 ? 'finished' : null;
}

/** `input` is stated without what came from the cache. Reasoning stands beside `output` where the total says so. */
export function openCodeUsage(tokens: unknown): TokenUsage | null {
  const input = numberOf(field(tokens, 'input'));
  const output = numberOf(field(tokens, 'output'));
  if (input === null || output === null) return null;
  const cached = numberOf(field(field(tokens, 'cache'), 'read')) ?? 0;
  const written = numberOf(field(field(tokens, 'cache'), 'write')) ?? 0;
  const reasoning = numberOf(field(tokens, 'reasoning')) ?? 0;
  if (input + output + cached + written + reasoning === 0) return null;
  const beside = numberOf(field(tokens, 'total')) === input + output + cached + written + reasoning;
  return { ...NO_USAGE, input: input + cached + written, output: output + (beside ? reasoning : 0), cached, reasoning };
}
