import type { ModelMessage, TokenUsage, TurnOutcome } from '../session.ts';
import { backgroundId, backgroundOutput, type BackgroundCommand } from './claudeCodeBackground.ts';
import { claudeAction, claudeResult, type ClaudeCall, type ClaudeResult } from './claudeCodeTools.ts';
import type { LogSink } from './format.ts';
import { field, listOf, numberOf, recordOf, textOf } from './values.ts';

/** A row of the log that belongs to a conversation. */
export type Row = Record<string, unknown>;

/** One session as its rows tell it: the running turn, its answers and its calls. */
export class Conversation {
  readonly id: string;
  /** `promptId` of the running turn's rows, where the log has it. */
  promptId: string | null = null;
  /** A slash command of which it is not known yet whether it reaches the model. */
  pending: { text: string; row: Row } | null = null;
  readonly #sink: LogSink;
  #turns = 0;
  /** Calls of the running turn and of the one before: results of older ones come too late. */
  #calls = new Map<string, ClaudeCall>();
  #earlier = new Map<string, ClaudeCall>();
  /** Calls that have no result yet. */
  #open = new Set<string>();
  #messages = new Map<string, ModelMessage>();
  /** Answers whose tokens count already: a resumed log tells them again. */
  readonly #counted = new Set<string>();
  readonly #background = new Map<string, BackgroundCommand>();
  readonly #folders = new Set<string>();
  #version: string | null = null;
  /** Nothing of the main agent came since the end that was told last. */
  #stopped = false;
  /** The main agent's last row says something and asks for nothing. */
  #spoke = false;
  #latest: string | null = null;

  constructor(id: string, parentId: string | null, sink: LogSink) {
    this.id = id;
    this.#sink = sink;
    sink.session({ id, agent: 'claude-code', ...(parentId === null ? {} : { parentId }) });
  }

  /** Calls of sub-agents whose result did not come: their logs are looked for by their prompt. */
  get openTasks(): ClaudeCall[] {
    return [...this.#open].flatMap((id) => {
      const call = this.#calls.get(id);
      return call && isTask(call.tool) ? call : [];
    });
  }

  context(row: Row): void {
    const folder = textOf(row.cwd);
    const version = textOf(row.version);
    const isNew = folder !== null && folder !== '' && !this.#folders.has(folder);
    if (!isNew && (version === null || version === this.#version)) return;
    if (isNew) this.#folders.add(folder);
    this.#version = version ?? this.#version;
    this.#sink.session({ id: this.id, agentVersion: this.#version, folders: isNew ? [folder] : [] });
  }

  start(id: string, prompt: string, at: string | null, promptId: string | null): void {
    this.pending = null;
    this.promptId = promptId;
    this.#turns++;
    this.#earlier = this.#calls;
    this.#calls = new Map();
    this.#open = new Set();
    this.#messages = new Map();
    this.#stopped = false;
    this.#spoke = false;
    this.#sink.turn({ sessionId: this.id, id, prompt, at });
  }

  steer(text: string): void {
    this.#sink.steer(this.id, text);
  }

  ended(outcome: TurnOutcome, at: string | null): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#sink.ended(this.id, outcome, at);
  }

  /** The log is over: an answer without calls was the last of its turn, though old versions do not say so. */
  finish(): void {
    if (this.#spoke && this.#open.size === 0) this.ended('finished', this.#latest);
  }

  /** A row of the model's answer: a part of it, told under the answer's id. */
  answer(row: Row, by: string | null, at: string | null, number: number): void {
    const told = recordOf(row.message);
    const content = told?.content;
    if (!told || (typeof content !== 'string' && !Array.isArray(content)))
      return this.#sink.problem('malformed-record');
    const id = textOf(told.id) ?? textOf(row.uuid) ?? `row-${number}`;
    const message = this.#message(id, by, at, told);
    message.at = at ?? message.at;
    const cwd = textOf(row.cwd);
    let calls = 0;
    for (const block of typeof content === 'string' ? [{ type: 'text', text: content }] : (content as unknown[])) {
      const type = textOf(field(block, 'type'));
      if (type === 'text') message.text = joined(message.text, textOf(field(block, 'text')));
      else if (type === 'thinking') message.reasoning = joined(message.reasoning, textOf(field(block, 'thinking')));
      else if (type === null) this.#sink.problem('malformed-record');
      else if (type === 'tool_use' && this.#call(block, message, cwd, at)) calls++;
    }
    this.#sink.message(this.id, message);
    if (by !== null) return;
    this.#stopped = false;
    this.#spoke = calls === 0 && content.length > 0;
    this.#latest = at;
    const reason = textOf(told.stop_reason);
    if (row.isApiErrorMessage === true || reason === 'refusal') this.ended('error', at);
    else if (calls === 0 && (reason === 'end_turn' || reason === 'stop_sequence')) this.ended('finished', at);
  }

  /** The call that a result is for; null when the log does not hold it. */
  callOf(id: string): ClaudeCall | null {
    return this.#calls.get(id) ?? this.#earlier.get(id) ?? null;
  }

  result(call: ClaudeCall, result: ClaudeResult, at: string | null): void {
    this.#open.delete(call.id);
    if (call.by === null) this.#spoke = false;
    const told = claudeResult(call, result, at);
    this.#sink.result(this.id, call.id, told);
    if (told.state !== 'ok') return;
    if (call.tool === 'Bash' || call.tool === 'PowerShell') {
      const task = backgroundId(result.structured, result.text);
      if (task !== null) this.#background.set(task, { actionId: call.id, turn: this.#turns, output: '' });
    } else this.#joinOutput(call, result.text, at);
  }

  /** Output of a command that ran on in the background belongs to the command. */
  #joinOutput(call: ClaudeCall, text: string | null, at: string | null): void {
    const more = backgroundOutput(call.tool, call.input, text);
    const command = more && this.#background.get(more.task);
    if (!command) return;
    if (command.turn < this.#turns - 1) return void this.#background.delete(more.task);
    command.output = more.whole ? more.text : joined(command.output, more.text);
    this.#sink.result(this.id, command.actionId, {
      output: command.output,
      ...(more.exitCode === null ? {} : { exitCode: more.exitCode, state: more.exitCode === 0 ? 'ok' : 'failed' }),
      ...(more.ended ? { endedAt: at } : {}),
    });
    if (more.ended) this.#background.delete(more.task);
  }

  #call(block: unknown, message: ModelMessage, cwd: string | null, at: string | null): boolean {
    const id = textOf(field(block, 'id'));
    const tool = textOf(field(block, 'name'));
    if (id === null || tool === null) {
      this.#sink.problem('malformed-record');
      return false;
    }
    if (this.#calls.has(id)) {
      this.#sink.problem('duplicate-record');
      return false;
    }
    const call: ClaudeCall = { id, by: message.by, tool, input: field(block, 'input') };
    this.#calls.set(id, call);
    this.#open.add(id);
    message.actions.push(id);
    this.#sink.action(this.id, claudeAction(call, cwd, at));
    return true;
  }

  #message(id: string, by: string | null, at: string | null, told: Row): ModelMessage {
    let message = this.#messages.get(id);
    if (!message) {
      const model = textOf(told.model);
      const isModel = model !== null && model !== '<synthetic>';
      message = { id, by, at, model: isModel ? model : null, usage: null, text: '', reasoning: '', actions: [] };
      if (isModel && !this.#counted.has(id)) message.usage = usageOf(told.usage);
      if (message.usage) this.#counted.add(id);
      this.#messages.set(id, message);
      return message;
    }
    // Told again on every row of the answer, and only the last one is complete.
    const usage = message.usage && usageOf(told.usage);
    if (usage && (usage.output ?? 0) >= (message.usage!.output ?? 0)) message.usage = usage;
    return message;
  }
}

/** Tools that start a sub-agent. */
export function isTask(tool: string): boolean {
  return tool === 'Task' || tool === 'Agent';
}

function usageOf(usage: unknown): TokenUsage | null {
  if (!recordOf(usage)) return null;
  const [fresh, written, cached] = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map(
    (name) => numberOf(field(usage, name)),
  );
  return {
    input: fresh === null && cached === null ? null : (fresh ?? 0) + (written ?? 0) + (cached ?? 0),
    output: numberOf(field(usage, 'output_tokens')),
    cached: cached ?? null,
    reasoning: numberOf(field(field(usage, 'output_tokens_details'), 'thinking_tokens')),
  };
}

function joined(before: string, more: string | null): string {
  if (more === null || more === '') return before;
  return before === '' ? more : `${before}\n${more}`;
}

/** Tool results of a user row. */
export function resultBlocks(content: unknown): Row[] {
  return listOf(content).flatMap((block) => (field(block, 'type') === 'tool_result' ? [block as Row] : []));
}
