import type { ActionState, AgentId, ModelMessage, TokenUsage } from '../session.ts';
import { copilotAction, copilotResult, exitOf, startedTerminal } from './copilotActions.ts';
import { toolOf } from './copilotTools.ts';
import type { LogSink } from './format.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf, timeOf } from './values.ts';

/** First parts of the event types that the format is known to have. */
const KNOWN = new Set(
  'session system user assistant tool subagent skill hook abort permission command external_tool'.split(' '),
);

/** A terminal's last command, to which later output belongs. */
interface Running {
  actionId: string;
  output: string;
}

/** Tells a sink what the events of one Copilot session say: Copilot CLI's log, and VS Code's transcripts. */
export class CopilotEvents {
  readonly #agent: AgentId;
  readonly #sink: LogSink;
  readonly #fallbackId: string;
  #sessionId: string | null = null;
  #cwd: string | null = null;
  #model: string | null = null;
  #interaction: string | null = null;
  /** Turns since the session was started or resumed: totals at its end are theirs. */
  #turns = 0;
  /** The main agent asked for nothing in its last answer. */
  #spoke = false;
  #seen = new Set<string>();
  #calls = new Map<string, { tool: string; input: unknown }>();
  /** Calls of the turn before: their results may still come. */
  #earlier = new Map<string, { tool: string; input: unknown }>();
  #terminals = new Map<string, Running>();

  /** @param fallbackId the session when its first event is missing */
  constructor(agent: AgentId, sink: LogSink, fallbackId: string) {
    this.#agent = agent;
    this.#sink = sink;
    this.#fallbackId = fallbackId;
  }

  restart(): void {
    this.#sessionId = this.#cwd = this.#model = this.#interaction = null;
    this.#turns = 0;
    this.#spoke = false;
    this.#seen = new Set();
    this.#calls = new Map();
    this.#earlier = new Map();
    this.#terminals = new Map();
  }

  event(event: Record<string, unknown>, number: number): void {
    const type = textOf(event.type);
    const data = recordOf(event.data);
    if (type === null || !data) return this.#sink.problem('malformed-record');
    const id = textOf(event.id) ?? `event-${number}`;
    if (this.#seen.has(id)) return this.#sink.problem('duplicate-record');
    this.#seen.add(id);
    const at = timeOf(event.timestamp);
    const by = textOf(event.agentId) ?? textOf(data.agentId) ?? textOf(data.parentToolCallId);
    switch (type) {
      case 'session.start':
      case 'session.resume':
        this.#turns = 0;
        return this.#session(data);
      case 'session.context_changed':
        return this.#context(recordOf(data.context) ?? data);
      case 'session.model_change':
        this.#model = textOf(data.newModel) ?? this.#model;
        return;
      case 'user.message':
        return this.#prompt(id, data, at);
      case 'assistant.message':
        return this.#answer(id, data, by, at);
      case 'assistant.turn_end':
        if (this.#spoke && by === null) this.#sink.ended(this.#id, 'finished', at);
        return;
      case 'tool.execution_start':
        return this.#call(data, textOf(data.toolName), by, at);
      case 'tool.execution_complete':
        return this.#result(data, at);
      case 'session.task_complete':
        return this.#sink.ended(this.#id, 'finished', at);
      case 'session.error':
        return this.#sink.ended(this.#id, 'error', at);
      case 'abort':
        return this.#sink.ended(this.#id, 'interrupted', at);
      case 'session.shutdown':
        return this.#totals(data);
    }
    if (!KNOWN.has(type.split('.')[0]!)) this.#sink.problem('unknown-record');
  }

  get #id(): string {
    if (this.#sessionId === null) {
      this.#sessionId = this.#fallbackId;
      this.#sink.session({ id: this.#sessionId, agent: this.#agent });
    }
    return this.#sessionId;
  }

  #session(data: Record<string, unknown>): void {
    this.#sessionId = textOf(data.sessionId) ?? this.#sessionId ?? this.#fallbackId;
    const version = textOf(data.copilotVersion);
    this.#sink.session({
      id: this.#sessionId,
      agent: this.#agent,
      ...(version === null ? {} : { agentVersion: version }),
    });
    this.#context(recordOf(data.context));
  }

  #context(context: Record<string, unknown> | null): void {
    const folder = textOf(context?.cwd);
    if (folder === null || folder === '') return;
    this.#cwd = folder;
    this.#sink.session({ id: this.#id, folders: [folder] });
  }

  /** Without content it is the program's: it keeps the agent going. */
  #prompt(id: string, data: Record<string, unknown>, at: string | null): void {
    const prompt = textOf(data.content);
    if (prompt === null) return this.#sink.problem('malformed-record');
    const interaction = textOf(data.interactionId);
    if (prompt.trim() === '') return;
    if (interaction !== null && interaction === this.#interaction) return this.#sink.steer(this.#id, prompt);
    this.#interaction = interaction;
    this.#turns++;
    this.#spoke = false;
    this.#earlier = this.#calls;
    this.#calls = new Map();
    this.#terminals = new Map();
    this.#sink.turn({ sessionId: this.#id, id, prompt, at });
  }

  #answer(id: string, data: Record<string, unknown>, by: string | null, at: string | null): void {
    const output = numberOf(data.outputTokens);
    const requests = listOf(data.toolRequests);
    const message: ModelMessage = {
      id: textOf(data.messageId) ?? id,
      by,
      at,
      model: textOf(data.model) ?? this.#model,
      usage: output === null ? null : { input: null, output, cached: null, reasoning: null },
      text: textOf(data.content) ?? '',
      reasoning: textOf(data.reasoningText) ?? '',
      actions: requests.flatMap((request) => textOf(field(request, 'toolCallId')) ?? []),
    };
    if (by === null) this.#spoke = message.actions.length === 0;
    this.#sink.message(this.#id, message);
    for (const request of requests) this.#call(request, textOf(field(request, 'name')), by, at);
  }

  #call(call: unknown, tool: string | null, by: string | null, at: string | null): void {
    const id = textOf(field(call, 'toolCallId'));
    if (id === null || tool === null) return this.#sink.problem('malformed-record');
    const input = parsedOf(field(call, 'arguments'));
    this.#calls.set(id, { tool, input });
    if (by === null) this.#spoke = false;
    this.#sink.action(this.#id, {
      ...copilotAction(id, tool, input),
      by,
      cwd: this.#cwd,
      startedAt: at,
    });
  }

  #result(data: Record<string, unknown>, at: string | null): void {
    const id = textOf(data.toolCallId);
    const call = id === null ? undefined : (this.#calls.get(id) ?? this.#earlier.get(id));
    if (id === null || !call) return this.#sink.problem(id === null ? 'malformed-record' : 'orphan-result');
    this.#model = textOf(data.model) ?? this.#model;
    const told = recordOf(data.result);
    const error = textOf(field(data.error, 'message')) ?? textOf(data.error);
    const text = textOf(told?.content) ?? textOf(told?.text_result_for_llm) ?? textOf(data.result) ?? error;
    const succeeded =
      data.success ?? (told?.result_type === undefined ? error === null : told.result_type === 'success');
    const code = textOf(field(data.error, 'code')) ?? textOf(told?.result_type) ?? '';
    const denied = /denied|rejected/i.test(code);
    const state: ActionState = denied ? 'denied' : succeeded === true ? 'ok' : 'failed';
    const result = copilotResult(call.tool, call.input, { text, state, telemetry: data.toolTelemetry });
    this.#sink.result(this.#id, id, { ...result, endedAt: at });
    this.#join(id, call, result.output ?? null, at);
  }

  /** Output that a terminal brings later belongs to its command. */
  #join(id: string, { tool, input }: { tool: string; input: unknown }, output: string | null, at: string | null): void {
    const { command, joins } = toolOf(tool);
    const started = command(input);
    const terminal = started?.terminal ?? startedTerminal(output);
    if (started && terminal !== null) this.#terminals.set(terminal, { actionId: id, output: output ?? '' });
    const name = joins(input);
    const running = name === null ? undefined : this.#terminals.get(name);
    if (!running || output === null) return;
    running.output = running.output === '' ? output : `${running.output}\n${output}`;
    const exitCode = exitOf(running.output);
    this.#sink.result(this.#id, running.actionId, {
      output: running.output,
      ...(exitCode === null ? {} : { exitCode, state: exitCode === 0 ? 'ok' : 'failed', endedAt: at }),
    });
  }

  /** Totals of the session are those of its turn when it has one. */
  #totals(data: Record<string, unknown>): void {
    const metrics = Object.values(recordOf(data.modelMetrics) ?? {}).map((each) => field(each, 'usage'));
    if (this.#turns !== 1 || metrics.length === 0) return;
    const sum = (name: string): number | null => {
      const values = metrics.flatMap((usage) => numberOf(field(usage, name)) ?? []);
      return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
    };
    const usage: TokenUsage = {
      input: sum('inputTokens'),
      output: sum('outputTokens'),
      cached: sum('cacheReadTokens'),
      reasoning: sum('reasoningTokens'),
    };
    this.#sink.usage(this.#id, usage);
  }
}
