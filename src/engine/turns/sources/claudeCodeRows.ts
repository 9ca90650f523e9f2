import type { LogSource } from '../../ports/logs.ts';
import type { ClaudeAgentLogs } from './claudeCodeAgents.ts';
import { Conversation, isTask, resultBlocks, type Row } from './claudeCodeConversation.ts';
import { userText } from './claudeCodePrompts.ts';
import { textsOf, type ClaudeCall, type ClaudeResult } from './claudeCodeTools.ts';
import type { LogSink } from './format.ts';
import { field, recordOf, textOf, timeOf } from './values.ts';

/** Where a row stands: its conversation and who acts. Rows that follow one another share one. */
interface Thread {
  conversation: Conversation;
  /** Sub-agent; null for the main agent. */
  by: string | null;
  /** Started by the program to warm its cache: no work. */
  warmup: boolean;
  /** A row of the model or the user was seen. */
  begun: boolean;
}

const SESSION_FILE = /([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.jsonl$/i;

/** Kinds of rows that say nothing about what was done. */
const QUIET = new Set(
  (
    'summary progress file-history-snapshot file-history-delta queue-operation last-prompt ai-title custom-title mode ' +
    'permission-mode cost-state tools-used api-request api-request-shape api-request-blob atis-latch pr-link bridge-session ' +
    'agent-name agent-color agent-setting frame-link started result relocated worktree-state tag task-summary ' +
    'content-replacement marble-origami-commit marble-origami-snapshot speculation-accept attribution-snapshot'
  ).split(' '),
);

/** Tells a sink what the rows of a session's log and of its sub-agents' logs say. */
export class ClaudeRows {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #agents: ClaudeAgentLogs;
  /** Every row's thread by the row's id: rows that come again are known, and rows find their parents. */
  #threads = new Map<string, Thread>();
  #conversations = new Map<string, Conversation>();
  #byAgent = new Map<string, Thread>();

  constructor(source: LogSource, sink: LogSink, agents: ClaudeAgentLogs) {
    this.#source = source;
    this.#sink = sink;
    this.#agents = agents;
  }

  restart(): void {
    this.#threads = new Map();
    this.#conversations = new Map();
    this.#byAgent = new Map();
  }

  end(): void {
    for (const conversation of new Set(this.#conversations.values())) conversation.finish();
  }

  /** Reads on in the logs of sub-agents that may still work. */
  async readAgents(): Promise<void> {
    for (const [sessionId, conversation] of this.#conversations)
      await this.#agents.readOn(conversation.openTasks, sessionId);
  }

  /** @param agent the sub-agent and the session that the row's log belongs to; null for the session's own log */
  row(row: Row, number: number, agent: { agentId: string; sessionId: string } | null): void | Promise<void> {
    const type = textOf(row.type);
    if (type === null) return this.#sink.problem('malformed-record');
    const uuid = textOf(row.uuid);
    if (uuid === null && QUIET.has(type)) return;
    if (uuid !== null && this.#threads.has(uuid)) return this.#sink.problem('duplicate-record');
    const thread = this.#thread(row, uuid, agent);
    if (thread === null) return QUIET.has(type) ? undefined : this.#sink.problem('malformed-record');
    if (uuid !== null) this.#threads.set(uuid, thread);
    if (type === 'user') return this.#user(row, thread, number);
    if (type === 'assistant') return this.#assistant(row, thread, number);
    if (type === 'system') return this.#system(row, thread);
    if (type === 'attachment') return this.#attachment(row, thread);
    if (!QUIET.has(type)) this.#sink.problem('unknown-record');
  }

  #user(row: Row, thread: Thread, number: number): void | Promise<void> {
    const message = recordOf(row.message);
    const content = message?.content;
    if (typeof content !== 'string' && !Array.isArray(content)) return this.#sink.problem('malformed-record');
    const { conversation } = thread;
    const texts = textsOf(content);
    if (thread.by !== null && !thread.begun) {
      thread.begun = true;
      thread.warmup = texts.join('').trim() === 'Warmup';
    }
    if (thread.warmup) return;
    conversation.context(row);
    const at = timeOf(row.timestamp);
    const blocks = resultBlocks(content);
    if (blocks.length > 0) {
      const told = this.#results(row, blocks, conversation, at);
      if (thread.by !== null) return told;
      return told ? told.then(() => this.#beside(texts, conversation, at)) : this.#beside(texts, conversation, at);
    }
    if (thread.by !== null || row.isCompactSummary === true) return;
    return this.#prompt(row, texts, conversation, at, number);
  }

  /** What stands in the row of a result: the user steers, or stops the agent. */
  #beside(texts: string[], conversation: Conversation, at: string | null): void {
    if (texts.length === 0) return;
    const own = userText(texts);
    if (own.kind === 'prompt') conversation.steer(own.text);
    else if (own.kind === 'interrupted') conversation.ended('interrupted', at);
  }

  #prompt(
    row: Row,
    texts: string[],
    conversation: Conversation,
    at: string | null,
    number: number,
  ): void | Promise<void> {
    const own = userText(texts);
    if (row.isMeta === true) {
      // What a slash command stands for follows it, and reaches the model.
      return conversation.pending && own.kind === 'prompt' ? this.#begin(conversation, null) : undefined;
    }
    if (own.kind === 'interrupted') return conversation.ended('interrupted', at);
    if (own.kind === 'local') conversation.pending = null;
    if (own.kind === 'local' || own.kind === 'none') return;
    const start = { text: own.text, row };
    const promptId = textOf(row.promptId);
    const position = recordOf(row.turnPosition);
    if (own.kind === 'command') {
      conversation.pending = start;
      return position ? this.#begin(conversation, null) : undefined;
    }
    if (!position && promptId !== null && promptId === conversation.promptId) return conversation.steer(own.text);
    return this.#begin(conversation, { ...start, row: { ...row, uuid: textOf(row.uuid) ?? `row-${number}` } });
  }

  /** Starts a turn with what is given, else with the slash command that waits. Sub-agents' last rows belong to the turn before. */
  #begin(conversation: Conversation, given: { text: string; row: Row } | null): void | Promise<void> {
    const start = given ?? conversation.pending;
    if (!start) return;
    conversation.pending = null;
    const { row, text } = start;
    const begin = () => conversation.start(textOf(row.uuid) ?? text, text, timeOf(row.timestamp), textOf(row.promptId));
    const waits = conversation.openTasks.length > 0 || this.#agents.working;
    return waits ? this.#agents.close(conversation.openTasks, conversation.id).then(begin) : begin();
  }

  #results(row: Row, blocks: Row[], conversation: Conversation, at: string | null): void | Promise<void> {
    let last: Promise<void> | undefined;
    for (const block of blocks) {
      const id = textOf(block.tool_use_id) ?? textOf(row.sourceToolUseID);
      if (id === null) {
        this.#sink.problem('malformed-record');
        continue;
      }
      const call = conversation.callOf(id);
      if (!call) {
        this.#sink.problem('orphan-result');
        continue;
      }
      const texts = textsOf(block.content);
      const result: ClaudeResult = {
        text: texts.length > 0 ? texts.join('\n') : null,
        isError: block.is_error === true,
        structured: blocks.length === 1 ? row.toolUseResult : undefined,
        denied: textOf(row.toolDenialKind) !== null,
      };
      const tell = () => conversation.result(call, result, at);
      const agentId = agentOf(call, result);
      if (agentId !== null) {
        // What the sub-agent did comes before its answer.
        last = (last ?? Promise.resolve()).then(() => this.#agents.read(agentId, conversation.id)).then(tell);
      } else if (last) last = last.then(tell);
      else tell();
    }
    return last;
  }

  #assistant(row: Row, thread: Thread, number: number): void | Promise<void> {
    if (thread.warmup) return;
    thread.begun = true;
    const { conversation, by } = thread;
    conversation.context(row);
    const at = timeOf(row.timestamp);
    const synthetic = field(row.message, 'model') === '<synthetic>';
    const begun = by === null && !synthetic ? this.#begin(conversation, null) : undefined;
    if (begun) return begun.then(() => conversation.answer(row, by, at, number));
    return conversation.answer(row, by, at, number);
  }

  #system(row: Row, { conversation, by }: Thread): void {
    if (by !== null) return;
    conversation.context(row);
    if (row.subtype === 'turn_duration') conversation.ended('finished', timeOf(row.timestamp));
  }

  /** A prompt typed while the agent worked, at the moment when the agent got it. */
  #attachment(row: Row, { conversation, by }: Thread): void {
    const attachment = recordOf(row.attachment);
    if (!attachment) return this.#sink.problem('malformed-record');
    if (by !== null || attachment.type !== 'queued_command') return;
    if (attachment.commandMode !== undefined && attachment.commandMode !== 'prompt') return;
    const own = userText(textsOf(attachment.prompt));
    if (own.kind === 'prompt') conversation.steer(own.text);
  }

  #thread(row: Row, uuid: string | null, agent: { agentId: string; sessionId: string } | null): Thread | null {
    if (agent) return this.#agentThread(this.#conversation(agent.sessionId), agent.agentId);
    const parent =
      this.#threads.get(textOf(row.parentUuid) ?? '') ?? this.#threads.get(textOf(row.logicalParentUuid) ?? '');
    const sessionId = textOf(row.sessionId);
    if (sessionId === null && !parent) return null;
    // A resumed session goes on under a new id; a conversation is what hangs together by its rows.
    const conversation = parent?.conversation ?? this.#conversation(sessionId!, row);
    if (sessionId !== null && !this.#conversations.has(sessionId)) this.#conversations.set(sessionId, conversation);
    if (row.isSidechain !== true) {
      return parent?.by === null && parent.conversation === conversation
        ? parent
        : { conversation, by: null, warmup: false, begun: true };
    }
    const agentId = textOf(row.agentId);
    if (agentId !== null) return this.#agentThread(conversation, agentId);
    if (parent && parent.by !== null) return parent;
    return { conversation, by: uuid ?? 'sidechain', warmup: false, begun: false };
  }

  #agentThread(conversation: Conversation, agentId: string): Thread {
    const key = `${conversation.id}\n${agentId}`;
    let thread = this.#byAgent.get(key);
    if (!thread) this.#byAgent.set(key, (thread = { conversation, by: agentId, warmup: false, begun: false }));
    return thread;
  }

  #conversation(sessionId: string, row?: Row): Conversation {
    let conversation = this.#conversations.get(sessionId);
    if (conversation) return conversation;
    // The file is named by the session that it was written for; its first rows may be those of the one it resumed.
    const own = this.#conversations.size === 0 ? (SESSION_FILE.exec(this.#source.path)?.[1] ?? sessionId) : sessionId;
    const parent = textOf(field(row?.forkedFrom, 'sessionId')) ?? (own === sessionId ? null : sessionId);
    conversation = this.#conversations.get(own) ?? new Conversation(own, parent, this.#sink);
    this.#conversations.set(own, conversation);
    this.#conversations.set(sessionId, conversation);
    return conversation;
  }
}

/** The sub-agent that a call started, as its result tells it. */
function agentOf(call: ClaudeCall, { structured, text }: ClaudeResult): string | null {
  if (!isTask(call.tool)) return null;
  return textOf(field(structured, 'agentId')) ?? /(?:^|\n)agentId: ([\w-]{1,100})/.exec(text ?? '')?.[1] ?? null;
}
