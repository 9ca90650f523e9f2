import type { LogSource } from '../../ports/logs.ts';
import { ChildLogs } from './childLogs.ts';
import { CodexActions, type CodexPlace } from './codexActions.ts';
import { CodexAnswers } from './codexAnswers.ts';
import { CodexChildren } from './codexChildren.ts';
import { promptOfEvent, promptOfMessage, shellOfMessage } from './codexPrompt.ts';
import { partsOf } from './codexOutput.ts';
import { CodexTokens } from './codexTokens.ts';
import { CodexTurns } from './codexTurns.ts';
import type { LogReader, LogSink } from './format.ts';
import { isRecord, jsonLinesReader } from './jsonLines.ts';
import { field, listOf, recordOf, textOf, timeOf } from './values.ts';

/** Records, events and items that say nothing here, or nothing that is not told elsewhere too. */
const QUIET = new Set([
  ...['compacted', 'world_state', 'inter_agent_communication', 'inter_agent_communication_metadata', 'session_state'],
  // response_item
  ...[
    'agent_message',
    'tool_search_output',
    'ghost_snapshot',
    'compaction',
    'compaction_summary',
    'context_compaction',
  ],
  ...['compaction_trigger', 'other'],
  // event_msg
  ...['agent_reasoning', 'agent_reasoning_raw_content', 'agent_reasoning_section_break', 'agent_message_delta'],
  ...['agent_reasoning_delta', 'session_configured', 'thread_settings_applied', 'thread_name_updated', 'warning'],
  ...['thread_goal_updated', 'thread_rolled_back', 'context_compacted', 'entered_review_mode', 'exited_review_mode'],
  ...['web_search_begin', 'web_search_end', 'image_generation_begin', 'image_generation_end', 'view_image_tool_call'],
  ...['mcp_tool_call_begin', 'exec_command_begin', 'exec_command_output_delta', 'patch_apply_begin', 'plan_update'],
  ...['terminal_interaction', 'exec_approval_request', 'apply_patch_approval_request', 'request_user_input'],
  ...['elicitation_request', 'sub_agent_activity', 'guardian_assessment', 'dynamic_tool_call_request'],
  ...['dynamic_tool_call_response', 'undo_started', 'undo_completed', 'turn_diff', 'background_event', 'stream_error'],
  ...['deprecation_notice', 'model_reroute', 'item_started', 'raw_response_item', 'shutdown_complete', 'stop_hook'],
  ...['skills_update_available', 'hook_started', 'hook_completed', 'turn_moderation_metadata', 'stream_info'],
  // items
  ...[
    'AgentMessage',
    'Reasoning',
    'Plan',
    'WebSearch',
    'ImageView',
    'ImageGeneration',
    'ContextCompaction',
    'Extension',
  ],
  ...['HookPrompt', 'EnteredReviewMode', 'ExitedReviewMode', 'CollabAgentToolCall', 'SubAgentActivity'],
]);

const CALLS = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
  'tool_search_call',
  'image_generation_call',
]);

const RESULTS = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);

/** Reads a rollout of Codex (specs of the logs, section 4), and with it those of its sub-agents. */
export function codexReader(source: LogSource, sink: LogSink): LogReader {
  let reader = new Rollout(source, sink);
  const rollouts = new CodexChildren(source);
  const children = new ChildLogs(sink, (session) => rollouts.find(session), codexReader);
  const main = jsonLinesReader(source, sink, {
    record: (record, number) => {
      if (reader.spawned === 0 || !mayBeginTurn(record)) return reader.record(record, number);
      const before = children.read(reader.session, timeOf(record.timestamp));
      return before.then(() => reader.record(record, number));
    },
    restart: () => {
      reader = new Rollout(source, sink);
      children.restart();
    },
    end: async () => {
      if (reader.spawned > 0) await children.end(reader.session);
      const missing = reader.spawned - children.count;
      if (missing > 0) sink.problem('missing-file', missing);
      reader.end();
    },
  });
  return {
    advance: async (signal) => {
      await main.advance(signal);
      if (reader.spawned > 0) await children.read(reader.session, null);
    },
    end: () => main.end(),
  };
}

function mayBeginTurn(record: Record<string, unknown>): boolean {
  const type = textOf(field(record.payload, 'type'));
  if (type === 'message') return field(record.payload, 'role') === 'user';
  return type === 'task_started' || type === 'turn_started' || type === 'user_message';
}

class Rollout {
  readonly #sink: LogSink;
  readonly #answers: CodexAnswers;
  readonly #actions: CodexActions;
  #turns: CodexTurns;
  #tokens = new CodexTokens();
  #session: string;
  /** Whether the log named its session. */
  #named = false;
  #began: number | null = null;
  /** Whether it was forked from another, whose turns it may repeat. */
  #forked = false;
  #cwd: string | null = null;
  #model: string | null = null;
  #shell: string | null = null;
  #by: string | null = null;
  /** In the midst of turns that the session took over from the one it was forked from. */
  #replay = false;
  /** Nothing but the head of the session came yet. */
  #fresh = true;

  constructor(source: LogSource, sink: LogSink) {
    this.#sink = sink;
    this.#session = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^/]*$/i.exec(source.path)?.[1] ?? 'codex';
    this.#answers = new CodexAnswers(sink);
    this.#actions = new CodexActions(sink);
    this.#turns = new CodexTurns(sink, this.#answers);
  }

  record(record: Record<string, unknown>, number: number): void {
    const at = timeOf(record.timestamp);
    const type = textOf(record.type);
    const payload = recordOf(record.payload);
    // The oldest versions write the session and the items bare.
    if (record.payload === undefined && record.record_type === undefined) {
      if (type === null && textOf(record.id) !== null) return this.#meta(record);
      if (type !== null) return this.#item(record, at, number);
    }
    if (record.record_type !== undefined) return;
    if (type === null || !payload) {
      if (type === null || !QUIET.has(type)) this.#sink.problem('malformed-record');
      return;
    }
    switch (type) {
      case 'session_meta':
        return this.#meta(payload);
      case 'turn_context':
        return this.#context(payload);
      case 'response_item':
        return this.#item(payload, at, number);
      case 'event_msg':
        return this.#event(payload, at, number);
      case 'token_usage_record':
        return this.#count(payload.thread_token_usage, payload.usage);
      default:
        if (!QUIET.has(type)) this.#sink.problem('unknown-record');
    }
  }

  get session(): string {
    return this.#session;
  }

  /** How many sub-agents were started. */
  get spawned(): number {
    return this.#actions.spawned;
  }

  end(): void {
    this.#turns.over(this.#session);
  }

  #meta(meta: Record<string, unknown>): void {
    const id = textOf(meta.id) ?? textOf(meta.session_id);
    if (id === null) return this.#sink.problem('malformed-record');
    if (this.#named && id !== this.#session) {
      // The head of the session that this one was forked from comes with its turns.
      if (this.#fresh || this.#replay) {
        this.#forked = true;
        return this.#sink.session({ id: this.#session, parentId: id });
      }
      this.#turns.over(this.#session);
      this.#sink.over(this.#session);
      this.#turns = new CodexTurns(this.#sink, this.#answers);
      this.#tokens = new CodexTokens();
    } else if (this.#named) return this.#folders(meta);
    this.#named = true;
    this.#fresh = true;
    this.#session = id;
    this.#began = uuidTime(id) ?? millisecondsOf(meta.timestamp);
    const spawned = field(field(meta.source, 'subagent'), 'thread_spawn');
    const parentId =
      textOf(meta.forked_from_id) ?? textOf(meta.parent_thread_id) ?? textOf(field(spawned, 'parent_thread_id'));
    this.#forked = parentId !== null && parentId !== id;
    this.#by = isRecord(meta.source) && meta.source.subagent !== undefined ? id : null;
    this.#sink.session({
      id,
      agent: 'codex',
      agentVersion: textOf(meta.cli_version),
      parentId: this.#forked ? parentId : null,
    });
    this.#folders(meta);
  }

  #folders(from: Record<string, unknown>): void {
    const cwd = textOf(from.cwd);
    this.#cwd = cwd ?? this.#cwd;
    const roots = [...listOf(from.runtime_workspace_roots), ...listOf(from.workspace_roots)];
    const folders = [cwd, ...roots.map(textOf)].filter((folder) => folder !== null);
    if (folders.length > 0) this.#sink.session({ id: this.#session, folders });
  }

  #context(context: Record<string, unknown>): void {
    if (this.#replay) return;
    this.#fresh = false;
    this.#model = textOf(context.model) ?? this.#model;
    this.#folders(context);
  }

  #event(event: Record<string, unknown>, at: string | null, number: number): void {
    const type = textOf(event.type);
    if (type === 'task_started' || type === 'turn_started') return this.#start(event, at, number);
    if (type === 'token_count') {
      const info = recordOf(event.info);
      return info ? this.#count(info.total_token_usage, info.last_token_usage) : undefined;
    }
    if (this.#replay) return;
    switch (type) {
      case 'user_message':
        return this.#prompt('screen', promptOfEvent(event), at, number);
      case 'task_complete':
      case 'turn_complete':
        return this.#turns.end(this.#session, isRecord(event.error) ? 'error' : 'finished', at);
      case 'turn_aborted':
        return this.#turns.end(this.#session, 'interrupted', at);
      case 'error':
        return this.#turns.failed();
      case 'exec_command_end':
        this.#work(false);
        return this.#actions.commandEnd(this.#place(at), event);
      case 'patch_apply_end':
        this.#work(false);
        return this.#actions.changes(this.#place(at), event);
      case 'mcp_tool_call_end':
        this.#work(false);
        return this.#actions.toolEnd(this.#place(at), event);
      case 'item_completed':
        return this.#completed(event, at, number);
      // The screen's copy of what the model said.
      case 'agent_message':
        return;
      case null:
        return this.#sink.problem('malformed-record');
      default:
        if (!QUIET.has(type) && !type.startsWith('collab_')) this.#sink.problem('unknown-record');
    }
  }

  #completed(event: Record<string, unknown>, at: string | null, number: number): void {
    const item = recordOf(event.item);
    const type = textOf(item?.type);
    if (!item || type === null) return this.#sink.problem('malformed-record');
    switch (type) {
      case 'UserMessage':
        return this.#prompt('screen', promptOfEvent(item), at, number);
      case 'CommandExecution':
        this.#work(false);
        return this.#actions.commandEnd(this.#place(at), item);
      case 'FileChange':
        this.#work(false);
        return this.#actions.changes(this.#place(at), item);
      case 'McpToolCall':
        this.#work(false);
        return this.#actions.toolEnd(this.#place(at), item);
      default:
        if (!QUIET.has(type)) this.#sink.problem('unknown-record');
    }
  }

  #item(item: Record<string, unknown>, at: string | null, number: number): void {
    if (this.#replay) return;
    const type = textOf(item.type);
    if (type === null) return this.#sink.problem('malformed-record');
    const answer = { model: this.#model, by: this.#by };
    const id = `answer-${number}`;
    if (type === 'message') {
      if (item.role === 'user') return this.#message(item, at, number);
      if (item.role !== 'assistant') return;
      this.#work(true);
      const text = partsOf(item.content).join('\n');
      return this.#answers.add(this.#session, id, at, { ...answer, text });
    }
    if (type === 'reasoning') {
      this.#work(false);
      const reasoning = [...partsOf(item.summary), ...partsOf(item.content)].join('\n\n');
      return this.#answers.add(this.#session, id, at, { ...answer, reasoning });
    }
    if (CALLS.has(type)) {
      this.#work(false);
      const action = this.#actions.call(this.#place(at), item, `call-${number}`);
      if (action !== null) this.#answers.add(this.#session, id, at, { ...answer, action });
      return;
    }
    if (RESULTS.has(type)) {
      this.#work(false);
      this.#answers.close();
      return this.#actions.output(this.#place(at), item);
    }
    if (!QUIET.has(type)) this.#sink.problem('unknown-record');
  }

  #message(item: Record<string, unknown>, at: string | null, number: number): void {
    this.#shell = shellOfMessage(item) ?? this.#shell;
    this.#prompt('sent', promptOfMessage(item), at, number);
  }

  #prompt(channel: 'sent' | 'screen', text: string | null, at: string | null, number: number): void {
    if (text === null) return;
    this.#fresh = false;
    this.#answers.close();
    this.#turns.prompt(this.#session, channel, text, `line-${number}`, at);
  }

  #start(event: Record<string, unknown>, at: string | null, number: number): void {
    const id = textOf(event.turn_id) ?? `line-${number}`;
    this.#replay = this.#isReplayed(id, event.started_at);
    if (this.#replay) return this.#sink.problem('duplicate-record');
    this.#fresh = false;
    this.#turns.start(this.#session, id, at);
  }

  /** A turn that is older than its session came from the session that it was forked from. */
  #isReplayed(turnId: string, startedAt: unknown): boolean {
    if (!this.#forked) return false;
    const started = uuidTime(turnId) ?? millisecondsOf(startedAt);
    // Seconds are rounded down.
    return started !== null && this.#began !== null && started < this.#began - 1_000;
  }

  #count(total: unknown, last: unknown): void {
    if (this.#replay) return this.#tokens.from(total);
    const usage = this.#tokens.since(total, last);
    if (usage) this.#answers.tokens(this.#session, usage);
  }

  #work(spoken: boolean): void {
    this.#fresh = false;
    this.#turns.work(this.#session, spoken);
  }

  #place(at: string | null): CodexPlace {
    const turn = this.#turns.count;
    return { sessionId: this.#session, at, cwd: this.#cwd, by: this.#by, shell: this.#shell, turn };
  }
}

/** Milliseconds since 1970 that a UUID of version 7 holds. */
function uuidTime(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i.test(id)) return null;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function millisecondsOf(value: unknown): number | null {
  const time = timeOf(value);
  return time === null ? null : Date.parse(time);
}
