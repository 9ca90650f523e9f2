import type { Action, ActionKind, FileEdit, ModelMessage, Shown, TokenUsage } from '../session.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { chatUsage, contentText, zonelessTime } from './chatValues.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import { fileEditorCall, fileEditorResult } from './fileEditor.ts';
import type { LogSink } from './format.ts';
import { commandState } from './openHandsEvents.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

const SHELLS = new Set(['terminal', 'execute_bash', 'bash']);
const EDITORS = new Set(['file_editor', 'str_replace_editor', 'planning_file_editor']);
const KINDS: Record<string, ActionKind> = { grep: 'search', glob: 'list', apply_patch: 'edit' };

/** Events that tell nothing of actions. Condensing leaves the log as it was. */
const QUIET = new Set([
  'SystemPromptEvent',
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'TokenEvent',
  'LLMCompletionLogEvent',
  'HookExecutionEvent',
  'StreamingDeltaEvent',
]);

const SHELL = 'main';

/** Turns of one conversation of OpenHands V1 (the SDK), told event by event. */
export class OpenHandsConversation {
  readonly #session: string;
  readonly #sink: LogSink;
  #count = 0;
  #turns = 0;
  #cwd: string | null = null;
  #model: string | null = null;
  #message: ModelMessage | null = null;
  /** Running totals by what the model was used for, and their sum when the turn began. */
  #totals = new Map<string, TokenUsage>();
  #before: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 };
  /** Tokens of the answer that comes next. */
  #next: TokenUsage | null = null;
  /** Calls without a result by the id of their event, and that id by the call's. */
  readonly #open = new Map<string, Action>();
  readonly #byCall = new Map<string, string>();
  readonly #seen = new Set<string>();
  #base: Record<string, unknown> | null = null;

  constructor(session: string, sink: LogSink) {
    this.#session = session;
    this.#sink = sink;
  }

  /** `base_state.json`: the conversation's settings and its state now. */
  base(state: unknown): void {
    this.#base = recordOf(state);
    const folder = textOf(field(field(state, 'workspace'), 'working_dir'));
    const model = textOf(field(field(field(state, 'agent'), 'llm'), 'model'));
    if (folder !== null && folder !== '') this.#folder(folder);
    this.#model ??= model;
  }

  event(event: Record<string, unknown>): void {
    const id = textOf(event.id) ?? `n${this.#count}`;
    this.#count++;
    if (this.#seen.has(id)) return this.#sink.problem('duplicate-record');
    this.#seen.add(id);
    const at = zonelessTime(event.timestamp);
    const kind = textOf(event.kind);
    switch (kind) {
      case 'MessageEvent':
        return this.#said(id, at, event);
      case 'ActionEvent':
        return this.#acted(id, at, event);
      case 'ObservationEvent':
        return this.#observed(at, event);
      case 'AgentErrorEvent':
        return this.#finish(event, { state: 'failed', output: textOf(event.error), endedAt: at });
      case 'UserRejectObservation':
        return this.#finish(event, { state: 'denied', output: textOf(event.rejection_reason), endedAt: at });
      case 'ConversationStateUpdateEvent':
        return this.#updated(textOf(event.key), event.value, at);
      case 'PauseEvent':
      case 'InterruptEvent':
        return this.#sink.ended(this.#session, 'interrupted', at);
      case 'ConversationErrorEvent':
        return this.#sink.ended(this.#session, 'error', at);
      default:
        if (kind === null) this.#sink.problem('malformed-record');
        else if (!QUIET.has(kind)) this.#sink.problem('unknown-record');
    }
  }

  /** Nothing more comes: the state's total is that of the only turn; with more of them, events must have told it so far. */
  end(): void {
    if (this.#turns > 1 && (this.#total().input ?? 0) === 0) return;
    this.#counted(field(field(this.#base, 'stats'), 'usage_to_metrics'));
  }

  #said(id: string, at: string | null, event: Record<string, unknown>): void {
    const message = field(event, 'llm_message');
    const text = contentText(field(message, 'content'));
    if (event.source === 'user') {
      this.#message = null;
      this.#turns++;
      this.#before = this.#total();
      return this.#sink.turn({ sessionId: this.#session, id, prompt: text, at });
    }
    // Programs put text in beside the prompt: given.
    if (event.source !== 'agent') return;
    const answer = this.#answer(textOf(event.llm_response_id) ?? id, at);
    answer.text = text;
    answer.reasoning = textOf(field(message, 'reasoning_content')) ?? '';
    this.#sink.message(this.#session, answer);
    this.#tellUsage();
    this.#sink.ended(this.#session, 'finished', at);
  }

  #answer(id: string, at: string | null): ModelMessage {
    if (this.#message?.id === id) return this.#message;
    const usage = this.#next;
    this.#next = null;
    this.#message = { id, by: null, at, model: this.#model, usage, text: '', reasoning: '', actions: [] };
    return this.#message;
  }

  #acted(id: string, at: string | null, event: Record<string, unknown>): void {
    const tool = textOf(event.tool_name) ?? textOf(field(event.tool_call, 'name'));
    if (tool === null) return this.#sink.problem('malformed-record');
    const input = recordOf(event.action) ?? parsedOf(field(event.tool_call, 'arguments'));
    const action: Action = { ...callOf(id, tool, input), cwd: this.#cwd, startedAt: at };
    // An answer whose call does not fit the tool has no action: it was not run.
    if (!recordOf(event.action)) action.state = 'denied';
    const answer = this.#answer(textOf(event.llm_response_id) ?? id, at);
    answer.text ||= contentText(event.thought);
    answer.reasoning ||= textOf(event.reasoning_content) ?? '';
    answer.actions.push(id);
    this.#sink.message(this.#session, answer);
    this.#sink.action(this.#session, action);
    this.#tellUsage();
    this.#open.set(id, action);
    const call = textOf(event.tool_call_id);
    if (call !== null) this.#byCall.set(call, id);
    if (tool === 'finish') this.#sink.ended(this.#session, 'finished', at);
  }

  #finish(event: Record<string, unknown>, result: Partial<Action>): void {
    const id = textOf(event.action_id) ?? this.#byCall.get(textOf(event.tool_call_id) ?? '');
    const action = id === undefined ? undefined : this.#open.get(id);
    if (!action) return this.#sink.problem('orphan-result');
    this.#open.delete(action.id);
    this.#sink.result(this.#session, action.id, {
      ...result,
      ...(action.state === 'denied' ? { state: 'denied' } : {}),
    });
  }

  #observed(at: string | null, event: Record<string, unknown>): void {
    const observation = field(event, 'observation');
    const action = this.#open.get(textOf(event.action_id) ?? '');
    const output = contentText(field(observation, 'content')) || (textOf(field(observation, 'output')) ?? '');
    const folder = textOf(field(field(observation, 'metadata'), 'working_dir'));
    this.#finish(event, { ...(action ? resultOf(action, observation, output) : {}), output, endedAt: at });
    if (folder !== null && folder !== '') this.#folder(folder);
  }

  #folder(folder: string): void {
    this.#cwd = folder;
    this.#sink.session({ id: this.#session, folders: [folder] });
  }

  #updated(key: string | null, value: unknown, at: string | null): void {
    if (key === 'stats') this.#counted(field(value, 'usage_to_metrics'));
    if (key === 'full_state') this.#counted(field(field(value, 'stats'), 'usage_to_metrics'));
    const status = key === 'execution_status' ? textOf(value) : null;
    if (status === 'finished') this.#sink.ended(this.#session, 'finished', at);
    if (status === 'paused') this.#sink.ended(this.#session, 'interrupted', at);
    if (status === 'error' || status === 'stuck') this.#sink.ended(this.#session, 'error', at);
  }

  /** Takes running totals; those of the agent itself belong to the answer that comes next. */
  #counted(metrics: unknown): void {
    for (const [use, metric] of Object.entries(recordOf(metrics) ?? {})) {
      const now = chatUsage(field(metric, 'accumulated_token_usage'));
      if (!now) continue;
      const before = this.#totals.get(use);
      this.#totals.set(use, now);
      if (use === 'condenser') continue;
      this.#model = textOf(field(metric, 'model_name')) ?? this.#model;
      const delta = minus(now, before ?? { input: 0, output: 0, cached: 0, reasoning: 0 });
      if ((delta.input ?? 0) + (delta.output ?? 0) > 0) this.#next = delta;
    }
    this.#tellUsage();
  }

  /** Totals that come before anything was asked or answered begin no turn. */
  #tellUsage(): void {
    if (this.#totals.size === 0 || (this.#turns === 0 && this.#message === null)) return;
    this.#sink.usage(this.#session, minus(this.#total(), this.#before));
  }

  #total(): TokenUsage {
    const sum: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 };
    for (const total of this.#totals.values()) {
      for (const key of ['input', 'output', 'cached', 'reasoning'] as const) sum[key] = sum[key]! + (total[key] ?? 0);
    }
    return sum;
  }
}

function minus(now: TokenUsage, before: TokenUsage): TokenUsage {
  const left = (key: keyof TokenUsage): number | null =>
    now[key] === null ? null : Math.max(0, now[key] - (before[key] ?? 0));
  return { input: left('input'), output: left('output'), cached: left('cached'), reasoning: left('reasoning') };
}

function callOf(id: string, tool: string, input: unknown): Action {
  if (SHELLS.has(tool)) {
    const command = textOf(field(input, 'command')) ?? '';
    // Keys for a program that runs, or a look at what it has printed since.
    if (field(input, 'is_input') === true || command.trim() === '') return emptyAction(id, 'other', tool, input);
    return { ...emptyAction(id, 'run', tool, input), command: posixCommand(command, SHELL) };
  }
  if (EDITORS.has(tool)) return { ...emptyAction(id, 'edit', tool, input), ...fileEditorCall(input) };
  const action = emptyAction(id, Object.hasOwn(KINDS, tool) ? KINDS[tool]! : 'other', tool, input);
  return tool === 'apply_patch' ? { ...action, edits: patchOf(input) } : action;
}

function patchOf(input: unknown): FileEdit[] {
  const patch = textOf(field(input, 'patch')) ?? '';
  return parseApplyPatch(patch)?.edits ?? [];
}

function resultOf(action: Action, observation: unknown, output: string): Partial<Action> {
  const failed = field(observation, 'is_error') === true;
  const outputCut = /<response clipped>|Observation truncated/.test(output);
  if (action.kind === 'run') {
    const code = numberOf(field(observation, 'exit_code'));
    const exitCode = code === -1 ? null : code;
    const suffix = textOf(field(field(observation, 'metadata'), 'suffix')) ?? '';
    const stopped = field(observation, 'timeout') === true;
    const state = commandState(exitCode, output, stopped ? 'timed out' : suffix);
    return { exitCode, outputCut, state: failed && state === 'ok' ? 'failed' : state };
  }
  if (EDITORS.has(action.tool)) {
    const result = fileEditorResult(action.input, output);
    return failed ? { ...result, state: 'failed', shown: [] } : result;
  }
  return { outputCut, state: failed ? 'failed' : 'ok', shown: failed ? [] : listed(action.tool, observation) };
}

/** `grep` and `glob` give paths alone. */
function listed(tool: string, observation: unknown): Shown[] {
  const paths = tool === 'grep' ? field(observation, 'matches') : tool === 'glob' ? field(observation, 'files') : [];
  return listOf(paths).flatMap((path) => (typeof path === 'string' ? [shownPath(path, 'listing')] : []));
}
