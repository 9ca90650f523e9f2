import type { LogSource } from '../../ports/logs.ts';
import type { Action, ActionState, TurnOutcome } from '../session.ts';
import { chatUsage, contentText } from './chatValues.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { jsonDocumentReader, type DocumentHandler } from './jsonDocument.ts';
import { isRecord } from './jsonLines.ts';
import { observationOf } from './miniSweAgentObservation.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf, timeOf } from './values.ts';

/** Trajectories of mini-swe-agent v1 and v2 (`*.traj.json`): one run, one turn. */
export const miniSweAgent: LogFormat = {
  id: 'mini-swe-agent',
  agents: ['mini-swe-agent'],
  provenOn: ['1.15.0', '2.2.7'],
  recognise: ({ kind, head }: LogSample) =>
    kind === 'file' &&
    /^\s*\{/.test(head) &&
    (/"trajectory_format"\s*:\s*"mini-swe-agent|"mini_version"\s*:/.test(head) ||
      // A long submission may stand before the version.
      /^\s*\{\s*"info"\s*:\s*\{[^{]{0,200}"(exit_status|model_stats)"\s*:/.test(head)),
  open: (source: LogSource, sink: LogSink): LogReader =>
    jsonDocumentReader(source, sink, ['$.info', '$.messages.*'], new Run(runName(source), sink)),
};

/** The bare list of messages of such a run. */
export const miniSweAgentMessages: LogFormat = {
  id: 'mini-swe-agent-messages',
  agents: ['mini-swe-agent'],
  provenOn: ['1.17.2', '2.0'],
  recognise: ({ kind, head }: LogSample) =>
    kind === 'file' && /^\s*\[\s*\{\s*"role"\s*:\s*"system"/.test(head) && /```(mswea_)?bash|_FINAL_OUTPUT/.test(head),
  open: (source: LogSource, sink: LogSink): LogReader =>
    jsonDocumentReader(source, sink, ['$.*'], new Run(runName(source), sink)),
};

function runName(source: LogSource): string {
  return source.path.slice(source.path.lastIndexOf('/') + 1).replace(/(\.traj)?\.json$/, '');
}

/** Says that the run is over, in v1 and v2. */
const FINAL_COMMAND = /(COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)/;

/** What interactive runs put into messages of the user. */
const NEW_TASK = 'The user added a new task:';

class Run implements DocumentHandler {
  readonly #session: string;
  readonly #sink: LogSink;
  #cwd: string | null = null;
  #model: string | null = null;
  #exitStatus: string | null = null;
  #place = 0;
  #started = false;
  /** Actions of the last answer that wait for their result, in order, with the ids of their calls. */
  #waiting: { call: string | null; action: Action }[] = [];
  readonly #ids = new Set<string>();
  #finalCommand = false;

  constructor(session: string, sink: LogSink) {
    this.#session = session;
    this.#sink = sink;
  }

  restart(): void {
    this.#cwd = this.#model = this.#exitStatus = null;
    this.#place = 0;
    this.#started = false;
    this.#waiting = [];
    this.#ids.clear();
    this.#finalCommand = false;
  }

  value(at: readonly (string | number)[], value: unknown): void {
    if (at[0] === 'info') return this.#info(value);
    const place = this.#place++;
    if (!isRecord(value)) return this.#sink.problem('malformed-record');
    const extra = recordOf(value.extra) ?? {};
    // An answer of the Responses API, and the result of one of its calls.
    if (value.object === 'response') return this.#answer(value, extra, place);
    if (value.type === 'function_call_output') {
      return this.#result(textOf(value.call_id), contentText(value.output), extra);
    }
    switch (value.role) {
      case 'system':
        return;
      case 'assistant':
        return this.#answer(value, extra, place);
      case 'tool':
        return this.#result(textOf(value.tool_call_id), contentText(value.content), extra);
      case 'user':
        return this.#user(value, extra, place);
      case 'exit':
        this.#submitted();
        this.#exitStatus ??= textOf(extra.exit_status);
        return;
      default:
        this.#sink.problem(typeof value.role === 'string' ? 'unknown-record' : 'malformed-record');
    }
  }

  read(): void {
    const outcome = outcomeOf(this.#exitStatus) ?? (this.#finalCommand ? 'finished' : null);
    if (outcome !== null && this.#started) this.#sink.ended(this.#session, outcome, null);
  }

  #info(info: unknown): void {
    const config = field(info, 'config');
    this.#cwd = textOf(field(field(config, 'environment'), 'cwd')) || null;
    this.#model = textOf(field(field(config, 'model'), 'model_name'));
    this.#exitStatus = textOf(field(info, 'exit_status')) || null;
    this.#sink.session({
      id: this.#session,
      agentVersion: textOf(field(info, 'mini_version')),
      folders: this.#cwd === null ? [] : [this.#cwd],
    });
  }

  #answer(message: Record<string, unknown>, extra: Record<string, unknown>, place: number): void {
    // What is still waiting gets no result any more.
    this.#waiting = [];
    const { text, reasoning, calls } = answerOf(message);
    const response = field(extra, 'response') ?? message;
    const at = timeOf(extra.timestamp) ?? timeOf(field(response, 'created')) ?? timeOf(field(response, 'created_at'));
    const actions = this.#actions(extra, calls, text, place, at);
    this.#started = true;
    this.#sink.message(this.#session, {
      id: `m${place}`,
      by: null,
      at,
      model: textOf(field(response, 'model')) ?? this.#model,
      usage: chatUsage(field(response, 'usage')),
      text,
      reasoning: reasoning || reasoningOf(response),
      actions: actions.map(({ action }) => action.id),
    });
    for (const { action } of actions) this.#sink.action(this.#session, action);
    this.#waiting = actions.filter(({ action }) => action.state === 'no-result');
    this.#finalCommand = this.#waiting.some(({ action }) => FINAL_COMMAND.test(action.command?.text ?? ''));
  }

  /** v2 tells what was run in `extra.actions`: other calls were refused. Without it they stand in calls, or (v1) the text. */
  #actions(
    extra: Record<string, unknown>,
    calls: Call[],
    text: string,
    place: number,
    at: string | null,
  ): { call: string | null; action: Action }[] {
    const made = ({ id: call, command }: Call, index: number, state: ActionState = 'no-result') => {
      const action: Action = {
        ...emptyAction(this.#id(call, place, index), 'run', 'bash', { command }),
        cwd: this.#cwd,
        startedAt: at,
        state,
        command: posixCommand(command, null),
      };
      return { call, action };
    };
    if (Array.isArray(extra.actions)) {
      const run = extra.actions.flatMap((each): Call[] => {
        const command = textOf(field(each, 'command'));
        if (command === null) this.#sink.problem('malformed-record');
        return command === null ? [] : [{ id: textOf(field(each, 'tool_call_id')), command }];
      });
      const known = new Set(run.map(({ id }) => id));
      const refused = calls.filter(({ id }) => id !== null && !known.has(id));
      return [
        ...run.map((call, index) => made(call, index)),
        ...refused.map((call, index) => made(call, run.length + index, 'denied')),
      ];
    }
    if (calls.length > 0) return calls.map((call, index) => made(call, index));
    const blocks = blocksOf(text).map((command): Call => ({ id: null, command }));
    return blocks.map((call, index) => made(call, index, blocks.length === 1 ? 'no-result' : 'denied'));
  }

  /** Ids of calls are unique in an answer only: some servers count from the start in each. */
  #id(call: string | null, place: number, index: number): string {
    const id = call === null || this.#ids.has(call) ? `m${place}.${index}` : call;
    this.#ids.add(id);
    return id;
  }

  #result(id: string | null, content: string, extra: Record<string, unknown>): void {
    const index = id === null ? 0 : this.#waiting.findIndex(({ call }) => call === id);
    const action = this.#waiting[index]?.action;
    if (!action) return this.#sink.problem('orphan-result');
    this.#waiting.splice(index, 1);
    const { output, outputCut, exitCode, state } = observationOf(content);
    const stated = numberOf(extra.returncode);
    const code = exitCode ?? (stated === -1 ? null : stated);
    const refused = textOf(extra.interrupt_type) !== null || state === 'denied';
    this.#sink.result(this.#session, action.id, {
      output,
      outputCut,
      exitCode: code,
      state: refused ? 'denied' : (state ?? (code === null || code === 0 ? 'ok' : 'failed')),
      endedAt: timeOf(extra.timestamp),
    });
  }

  #user(message: Record<string, unknown>, extra: Record<string, unknown>, place: number): void {
    const content = contentText(message.content);
    if (!this.#started) {
      this.#started = true;
      return this.#sink.turn({
        sessionId: this.#session,
        id: `m${place}`,
        prompt: content,
        at: timeOf(extra.timestamp),
      });
    }
    if (content.startsWith(NEW_TASK)) {
      this.#submitted();
      this.#sink.ended(this.#session, 'finished', null);
      const prompt = content.slice(NEW_TASK.length).trim();
      this.#finalCommand = false;
      return this.#sink.turn({ sessionId: this.#session, id: `m${place}`, prompt, at: timeOf(extra.timestamp) });
    }
    // The user's own command in v2.
    if (Array.isArray(extra.actions)) return this.#answer(message, extra, place);
    if (this.#waiting.length === 0) return;
    if (this.#finalCommand && !/^\s*<(returncode|exception)>/.test(content)) return this.#submitted();
    this.#result(null, content, extra);
    if (textOf(extra.interrupt_type) !== null || observationOf(content).state === 'denied') {
      for (const { action } of this.#waiting) this.#sink.result(this.#session, action.id, { state: 'denied' });
      this.#waiting = [];
      this.#finalCommand = false;
    }
  }

  /** The last command has run, but its output is the submission: the model saw none of it. */
  #submitted(): void {
    for (const { action } of this.#waiting) this.#sink.result(this.#session, action.id, { state: 'ok' });
    this.#waiting = [];
  }
}

interface Call {
  id: string | null;
  command: string;
}

/** Text, reasoning and calls of an answer, of both APIs. */
function answerOf(message: Record<string, unknown>): { text: string; reasoning: string; calls: Call[] } {
  const callOf = (id: unknown, name: unknown, args: unknown): Call => ({
    id: textOf(id),
    command: textOf(field(parsedOf(args), 'command')) ?? textOf(args) ?? textOf(name) ?? '',
  });
  if (message.object !== 'response') {
    return {
      text: contentText(message.content),
      reasoning: textOf(message.reasoning_content) ?? '',
      calls: listOf(message.tool_calls).map((call) => {
        const called = field(call, 'function');
        return callOf(field(call, 'id'), field(called, 'name'), field(called, 'arguments'));
      }),
    };
  }
  const items = listOf(message.output);
  const texts = (type: string, name: string): string =>
    items
      .filter((item) => field(item, 'type') === type)
      .map((item) => contentText(field(item, name)))
      .join('\n');
  return {
    text: texts('message', 'content'),
    reasoning: texts('reasoning', 'summary'),
    calls: items
      .filter((item) => field(item, 'type') === 'function_call')
      .map((item) => callOf(field(item, 'call_id'), field(item, 'name'), field(item, 'arguments'))),
  };
}

function reasoningOf(response: unknown): string {
  const message = field(listOf(field(response, 'choices'))[0], 'message');
  return textOf(field(message, 'reasoning_content')) ?? textOf(field(message, 'reasoning')) ?? '';
}

/** Fenced commands of an answer in text: v2 has a fence of its own, by which plain ones are examples. */
function blocksOf(text: string): string[] {
  for (const fence of ['mswea_bash_command', 'bash']) {
    const found = fenced(text, fence);
    if (found.length > 0) return found;
  }
  return [];
}

function fenced(text: string, name: string): string[] {
  const found: string[] = [];
  const start = new RegExp('```' + name + '\\s*\\n', 'g');
  for (let open = start.exec(text); open; open = start.exec(text)) {
    const end = text.indexOf('\n```', start.lastIndex);
    if (end < 0) break;
    found.push(text.slice(start.lastIndex, end));
    start.lastIndex = end + 4;
  }
  return found;
}

function outcomeOf(status: string | null): TurnOutcome | null {
  if (status === null) return null;
  if (/^submitted$/i.test(status)) return 'finished';
  return /limit|interrupt|timeout|timeexceeded/i.test(status) ? 'interrupted' : 'error';
}
