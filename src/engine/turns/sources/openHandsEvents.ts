import type { Action, ActionState, ModelMessage, TokenUsage, TurnOutcome } from '../session.ts';
import { chatUsage, contentText, zonelessTime } from './chatValues.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import { fileEditorCall, fileEditorResult, viewedOf, viewsWhole } from './fileEditor.ts';
import type { LogSink } from './format.ts';
import { cellKind, cellResult } from './openHandsSkills.ts';
import { field, listOf, numberOf, recordOf, textOf } from './values.ts';

/** Actions that ask nothing of a tool. */
const QUIET_ACTIONS = new Set([
  'system',
  'recall',
  'change_agent_state',
  'condensation',
  'condensation_request',
  'null',
  'initialize',
  'start',
  'pause',
  'resume',
  'stop',
  'loop_recovery',
]);

const TOOLS = new Set(['browse', 'browse_interactive', 'think', 'call_tool_mcp', 'mcp', 'task_tracking', 'delegate']);

/** Observations that answer no call; `recall` is what the program gave the model. */
const QUIET_OBSERVATIONS = new Set(['agent_state_changed', 'recall', 'null', 'condense', 'loop_detection', 'success']);

/** What evaluations answer in the user's name. */
const CONTINUE = 'Please continue working on the task on whatever approach you think is suitable';

const OUTCOMES: Record<string, TurnOutcome> = {
  finished: 'finished',
  awaiting_user_input: 'finished',
  error: 'error',
  rejected: 'error',
  stopped: 'interrupted',
  paused: 'interrupted',
};

/** Name of the one shell of a session. */
const SHELL = 'main';

/** Turns of one session of OpenHands V0, told event by event. */
export class OpenHandsEvents {
  readonly #session: string;
  readonly #sink: LogSink;
  readonly #model: string | null;
  /** Characters above which the model got an output cut in its middle; null when the log does not tell. */
  readonly #outputLimit: number | null;
  #count = 0;
  #cwd: string | null = null;
  #message: ModelMessage | null = null;
  #accumulated: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: null };
  /** Calls without a result, by their id. */
  readonly #open = new Map<string, Action>();
  /** Ids of what the user or the environment did. */
  readonly #foreign = new Set<string>();
  readonly #seen = new Set<string>();
  /** Sub-agents at work, the innermost last. */
  readonly #delegates: string[] = [];

  constructor(session: string, sink: LogSink, model: string | null = null, outputLimit: number | null = null) {
    this.#session = session;
    this.#sink = sink;
    this.#model = model;
    this.#outputLimit = outputLimit;
  }

  /** One event; those of the old resolver hold their arguments themselves, without ids. */
  event(event: Record<string, unknown>): void {
    const number = this.#count++;
    const id = numberOf(event.id) === null ? `n${number}` : String(numberOf(event.id));
    if (this.#seen.has(id)) return this.#sink.problem('duplicate-record');
    this.#seen.add(id);
    const at = zonelessTime(event.timestamp);
    const action = textOf(event.action);
    const observation = textOf(event.observation);
    if (action !== null) this.#action(action, id, at, event, recordOf(event.args) ?? event);
    else if (observation !== null) this.#observation(observation, at, event, recordOf(event.extras) ?? event);
    else this.#sink.problem('malformed-record');
  }

  get #by(): string | null {
    return this.#delegates.at(-1) ?? null;
  }

  #action(
    type: string,
    id: string,
    at: string | null,
    event: Record<string, unknown>,
    args: Record<string, unknown>,
  ): void {
    if (QUIET_ACTIONS.has(type)) {
      this.#foreign.add(id);
      return;
    }
    if (type === 'message') return this.#said(id, at, event, args);
    const source = textOf(event.source) ?? 'agent';
    if (source !== 'agent') {
      this.#foreign.add(id);
      return;
    }
    const known = this.#call(type, id, args);
    if (!known) this.#sink.problem('unknown-record');
    const refused = [args.confirmation_state, args.is_confirmed].includes('rejected');
    const action: Action = {
      ...(known ?? emptyAction(id, 'other', type, args)),
      by: this.#by,
      cwd: this.#cwd,
      startedAt: at,
      ...(refused ? { state: 'denied' as const } : {}),
    };
    this.#answer(id, at, event, textOf(args.thought) ?? '', action.id);
    this.#sink.action(this.#session, action);
    this.#open.set(id, action);
    if (type === 'delegate') this.#delegates.push(`delegate-${id}`);
    if (type === 'finish' || type === 'reject') {
      this.#sink.result(this.#session, id, { state: 'ok', endedAt: at });
      this.#open.delete(id);
      if (this.#by === null) this.#sink.ended(this.#session, type === 'finish' ? 'finished' : 'error', at);
    }
  }

  #call(type: string, id: string, args: Record<string, unknown>): Action | null {
    const { thought: _, ...input } = args;
    switch (type) {
      case 'read':
        return emptyAction(id, 'read', type, input);
      case 'edit':
        return { ...emptyAction(id, 'edit', type, input), ...fileEditorCall(input) };
      case 'write':
        return { ...emptyAction(id, 'write', type, input), edits: writeOf(args) };
      case 'run': {
        const command = textOf(args.command) ?? '';
        // Keys for a program that runs, or a look at what it has printed since.
        if (args.is_input === true || command.trim() === '') return emptyAction(id, 'other', type, input);
        const workdir = textOf(args.cwd) || null;
        return { ...emptyAction(id, 'run', type, input), command: { ...posixCommand(command, SHELL), workdir } };
      }
      case 'run_ipython': {
        const code = textOf(args.code) ?? '';
        const kind = cellKind(code);
        const command = { ...posixCommand(code, 'ipython'), shell: 'python' as const };
        return { ...emptyAction(id, kind, type, input), command: kind === 'run' ? command : null };
      }
      default:
        return TOOLS.has(type) || type === 'finish' || type === 'reject' ? emptyAction(id, 'other', type, input) : null;
    }
  }

  #said(id: string, at: string | null, event: Record<string, unknown>, args: Record<string, unknown>): void {
    const text = contentText(args.content) || (textOf(event.message) ?? '');
    const source = textOf(event.source) ?? (args.wait_for_response === true ? 'agent' : 'user');
    if (source === 'agent') {
      this.#answer(id, at, event, text, null);
      if (args.wait_for_response === true && this.#by === null) this.#sink.ended(this.#session, 'finished', at);
      return;
    }
    const empty = text.trim() === '' && listOf(args.images_urls ?? args.image_urls).length === 0;
    // A sub-agent's task is written in the user's name.
    if (empty || source !== 'user' || this.#by !== null || text.startsWith(CONTINUE)) return;
    this.#message = null;
    this.#sink.turn({ sessionId: this.#session, id: `e${id}`, prompt: text, at });
  }

  /** Calls of one answer come as events of their own, each with the answer's tokens. */
  #answer(id: string, at: string | null, event: Record<string, unknown>, text: string, actionId: string | null): void {
    const response = field(event.tool_call_metadata, 'model_response');
    const responseId = textOf(field(response, 'id'));
    const delta = this.#delta(field(event.llm_metrics, 'accumulated_token_usage'));
    if (this.#message && responseId !== null && this.#message.id === responseId) {
      if (actionId !== null) this.#message.actions.push(actionId);
    } else {
      const answer = field(listOf(field(response, 'choices'))[0], 'message');
      this.#message = {
        id: responseId ?? `e${id}`,
        by: this.#by,
        at,
        model: textOf(field(response, 'model')) ?? this.#model,
        usage: chatUsage(field(response, 'usage')) ?? delta,
        text,
        reasoning: textOf(field(answer, 'reasoning_content')) ?? '',
        actions: actionId === null ? [] : [actionId],
      };
    }
    this.#sink.message(this.#session, this.#message);
  }

  /** What was added to a running total. */
  #delta(total: unknown): TokenUsage | null {
    const now = chatUsage(total);
    if (!now) return null;
    const before = this.#accumulated;
    this.#accumulated = now;
    const input = (now.input ?? 0) - (before.input ?? 0);
    const output = (now.output ?? 0) - (before.output ?? 0);
    if (input < 0 || output < 0 || input + output === 0) return null;
    const cached = now.cached === null ? null : Math.max(0, now.cached - (before.cached ?? 0));
    return { input, output, cached, reasoning: null };
  }

  #observation(type: string, at: string | null, event: Record<string, unknown>, extras: Record<string, unknown>): void {
    if (type === 'agent_state_changed') {
      const state = textOf(extras.agent_state) ?? '';
      const outcome = Object.hasOwn(OUTCOMES, state) ? OUTCOMES[state]! : null;
      if (outcome !== null && this.#by === null && this.#message) this.#sink.ended(this.#session, outcome, at);
    }
    const cause = numberOf(event.cause);
    const id =
      cause === null ? (QUIET_OBSERVATIONS.has(type) ? undefined : this.#open.keys().next().value) : String(cause);
    const action = id === undefined ? undefined : this.#open.get(id);
    if (type === 'delegate') this.#delegates.pop();
    if (!action) {
      const quiet = QUIET_OBSERVATIONS.has(type) || (id !== undefined && this.#foreign.has(id));
      if (!quiet && (type !== 'error' || id !== undefined)) this.#sink.problem('orphan-result');
      return;
    }
    this.#open.delete(action.id);
    this.#sink.result(this.#session, action.id, {
      ...this.#result(type, action, contentText(event.content), event, extras),
      endedAt: at,
    });
  }

  #result(
    type: string,
    action: Action,
    content: string,
    event: Record<string, unknown>,
    extras: Record<string, unknown>,
  ): Partial<Action> {
    if (type === 'user_rejected' || action.state === 'denied') return { state: 'denied', output: content };
    if (type === 'error') return { state: notRun(content) ? 'denied' : 'failed', output: content };
    const cut = /<response clipped>|\[\.\.\. Observation truncated/.test(content);
    const result = { output: content, outputCut: cut };
    const path = textOf(field(action.input, 'path')) ?? '';
    if (type === 'read') return { ...result, ...readResult(path, action.input, content) };
    if (type === 'edit' && textOf(field(action.input, 'command')) !== null) {
      return { ...result, ...fileEditorResult(action.input, content) };
    }
    if (type === 'edit' || type === 'write') {
      return { ...result, state: /^\s*(ERROR|\[Edit error)/.test(content) ? 'failed' : 'ok' };
    }
    if (type === 'run') return this.#ran(content, event, extras);
    if (type === 'run_ipython') {
      const code = textOf(field(action.input, 'code')) ?? '';
      return { ...this.#cut(content, cut), ...cellResult(code, content) };
    }
    return { ...result, state: 'ok' };
  }

  #ran(content: string, event: Record<string, unknown>, extras: Record<string, unknown>): Partial<Action> {
    const metadata = field(extras, 'metadata');
    // Old versions print the shell's prompt after the output, with its folder.
    const prompt = /(?:^|\r?\n)[\w.-]+@[\w.-]+:(\S+) [#$] ?$/.exec(content.slice(-1000));
    const output = prompt ? content.slice(0, content.length - prompt[0].length) : content;
    const folder = textOf(field(metadata, 'working_dir')) || prompt?.[1] || null;
    if (folder !== null) {
      this.#cwd = folder;
      this.#sink.session({ id: this.#session, folders: [folder] });
    }
    const code = numberOf(field(metadata, 'exit_code')) ?? numberOf(extras.exit_code);
    const exitCode = code === -1 ? null : code;
    const cut = /\[\.\.\. Observation truncated/.test(output);
    return {
      ...this.#cut(output, cut),
      exitCode,
      state: commandState(exitCode, content, textOf(field(metadata, 'suffix')) ?? ''),
    };
  }

  #cut(output: string, cut: boolean): Pick<Action, 'output' | 'outputCut'> {
    const limit = this.#outputLimit;
    if (limit === null || output.length <= limit) return { output, outputCut: cut };
    const half = Math.floor(limit / 2);
    const notice = '\n[... Observation truncated due to length ...]\n';
    return { output: output.slice(0, half) + notice + output.slice(-half), outputCut: true };
  }
}

/** State of a command in the persistent shell, of V0 and V1. */
export function commandState(exitCode: number | null, content: string, suffix: string): ActionState {
  if (notRun(content)) return 'denied';
  if (
    exitCode === null &&
    /timed out|no new output|still running|CTRL\+C was sent/i.test(suffix + content.slice(-1000))
  ) {
    return 'interrupted';
  }
  return exitCode === null || exitCode === 0 ? 'ok' : 'failed';
}

/** The shell refuses two commands that stand one below the other. */
function notRun(content: string): boolean {
  return /^(ERROR: )?Cannot execute multiple commands at once/.test(content);
}

function readResult(path: string, input: unknown, content: string): Pick<Action, 'state' | 'shown'> {
  if (/^\s*ERROR\b/.test(content)) return { state: 'failed', shown: [] };
  if (/^Here's the (result of running|files and)/.test(content)) {
    return { state: 'ok', shown: path === '' ? [] : viewedOf(path, content, viewsWhole(input)) };
  }
  // Versions before the file editor gave the bare text.
  const lines = content.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  const first = Math.max(0, numberOf(field(input, 'start')) ?? 0) + 1;
  const ranges = lines.length === 0 ? [] : [{ startLine: first, endLine: first + lines.length - 1 }];
  return { state: 'ok', shown: path === '' ? [] : [{ path, class: 'read', ranges, how: 'arguments', lines }] };
}

function writeOf(args: Record<string, unknown>): Action['edits'] {
  const path = textOf(args.path);
  const content = textOf(args.content);
  if (path === null) return [];
  const start = numberOf(args.start) ?? 0;
  const end = numberOf(args.end) ?? -1;
  // Counted from 0, the end left out; -1 is the end of the file.
  if (content === null) return [{ kind: 'unknown', path }];
  if (start <= 0 && end === -1) return [{ kind: 'write', path, content }];
  return end === -1
    ? [{ kind: 'unknown', path }]
    : [{ kind: 'replace-lines', path, startLine: start + 1, endLine: end, text: content }];
}
