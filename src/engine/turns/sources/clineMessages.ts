import { NO_USAGE, type Action, type ModelMessage, type TokenUsage } from '../session.ts';
import type { LogSink } from './format.ts';
import { clineActions, clineResults, CLOSING_TOOLS } from './clineTools.ts';
import { xmlCalls } from './clineXml.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf, timeOf } from './values.ts';

/** What a format's messages are like. */
export interface ClineForm {
  /** The task folders: calls may stand in the text, humans write inside tags, an answer without a call does not end a turn. */
  classic: boolean;
}

interface Call {
  id: string;
  tool: string;
  input: unknown;
  actions: Action[];
  answered: boolean;
}

/** Calls without a result that are remembered: no agent leaves more of them in a turn. */
const WAITING = 500;

/** `[read_file for 'src/a.ts'] Result:`, the head of a result that stands in a text block. */
const RESULT = /^\s*\[([a-z]\w{1,60})\b((?:[^\]]|\](?! Result:)){0,20000})\] Result:[ \t]*\r?\n?/;

/** Words of a human inside the program's text. */
const HUMAN = /<(feedback|answer|user_message)>\s*([\s\S]*?)\s*(?:<\/\1>|$)/g;
const TASK = /^\s*<task>\s*([\s\S]*?)\s*(?:<\/task>|$)/;

/** Results that may hold what a human said; those of other tools hold files, in which anything may stand. */
const SAID = /^\s*(?:<(?:feedback|answer|user_message)>|The user (?:denied|has provided|provided|responded|approved))/;

const DETAILS = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g;

/** Tells the messages of one session of Cline or Roo in their order (specs of the logs, section 11). */
export class ClineTeller {
  readonly #sink: LogSink;
  readonly #form: ClineForm;
  readonly #session: string;
  #cwd: string | null;
  /** Calls of the running turn. */
  #calls: Call[] = [];
  #ids = new Set<string>();
  #ended = true;

  constructor(sink: LogSink, form: ClineForm, session: string, cwd: string | null) {
    this.#sink = sink;
    this.#form = form;
    this.#session = session;
    this.#cwd = cwd;
  }

  /** @param index place in the list, which names messages that have no id */
  message(value: unknown, index: number): void {
    const role = field(value, 'role');
    const content = field(value, 'content');
    if ((role !== 'user' && role !== 'assistant') || (typeof content !== 'string' && !Array.isArray(content))) {
      return this.#sink.problem('malformed-record');
    }
    // A summary that took the place of messages in what the model sees; they are still in the list.
    if (role === 'user' && (field(value, 'isSummary') === true || field(value, 'isTruncationMarker') === true)) return;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const id = textOf(field(value, 'id')) ?? `${this.#session}#${index}`;
    const at = timeOf(numberOf(field(value, 'ts')));
    if (role === 'assistant') this.#answer(value, blocks, id, at);
    else this.#user(blocks, id, at, index === 0);
  }

  #user(blocks: readonly unknown[], id: string, at: string | null, first: boolean): void {
    const said: string[] = [];
    let results = 0;
    let open: { call: Call | null; text: string } | null = null;
    const close = (): void => {
      if (!open) return;
      const { call, text } = open;
      open = null;
      results++;
      if (!call) return this.#sink.problem('orphan-result');
      this.#result(call, text, false, at);
      if (CLOSING_TOOLS.has(call.tool) || SAID.test(text)) said.push(...humanTexts(text));
    };
    for (const block of blocks) {
      const type = textOf(field(block, 'type'));
      if (type === 'tool_result') {
        close();
        results++;
        said.push(...this.#nativeResult(block, at));
      } else if (type === 'text') {
        const text = this.#withoutDetails(textOf(field(block, 'text')) ?? '');
        const head = this.#form.classic ? RESULT.exec(text) : null;
        if (head) {
          close();
          open = { call: this.#called(head[1]!, head[2]!), text: text.slice(head[0].length) };
        } else if (open) {
          // Assigned in the closure above, which the compiler does not follow.
          const result: { text: string } = open;
          if (text !== '') result.text += (result.text === '' ? '' : '\n') + text;
        } else said.push(...this.#said(text, first));
      } else if (type === null) this.#sink.problem('malformed-record');
      else if (!SILENT_BLOCKS.has(type)) this.#sink.problem('unknown-record');
    }
    close();
    const prompt = said.filter((text) => text !== '').join('\n\n');
    if (prompt === '') return;
    // Words beside results of the new form steer the running turn.
    if (!this.#form.classic && results > 0) return this.#sink.steer(this.#session, prompt);
    this.#calls = [];
    this.#ids = new Set();
    this.#ended = false;
    this.#sink.turn({ sessionId: this.#session, id, prompt, at });
  }

  /** What a human wrote in a text that is no result. */
  #said(text: string, first: boolean): string[] {
    if (!this.#form.classic) {
      const own = text.replace(/^\s*<user_input\b[^>]*>\s*([\s\S]*?)\s*<\/user_input>\s*$/, '$1').trim();
      return MACHINE.test(own) ? [] : [own];
    }
    if (/^\s*\[TASK RESUMPTION\]/.test(text) && !this.#ended) {
      this.#ended = true;
      this.#sink.ended(this.#session, 'interrupted', null);
    }
    const task = TASK.exec(text);
    if (task) return [task[1]!];
    const tagged = humanTexts(text);
    if (tagged.length > 0) return tagged;
    const own = text.replace(/<file_content path="[^"]*">[\s\S]*?<\/file_content>/g, '').trim();
    return first && !MACHINE.test(own) ? [own] : [];
  }

  #withoutDetails(text: string): string {
    if (!text.includes('<environment_details>')) return text;
    const folder = /# Current (?:Working|Workspace) Directory \((.+?)\) Files/.exec(text)?.[1];
    if (folder !== undefined && folder !== this.#cwd) {
      this.#cwd = folder;
      this.#sink.session({ id: this.#session, folders: [folder] });
    }
    if (/<slug>[\w-]+<\/slug>/.test(text)) this.#sink.session({ id: this.#session, agent: 'roo-code' });
    return text.replace(DETAILS, '').trimEnd();
  }

  #nativeResult(block: unknown, at: string | null): string[] {
    const id = textOf(field(block, 'tool_use_id'));
    const call = this.#calls.find((each) => each.id === id && !each.answered);
    if (!call) {
      this.#sink.problem('orphan-result');
      return [];
    }
    const content = field(block, 'content');
    this.#result(call, content, field(block, 'is_error') === true, at);
    if (!this.#form.classic) return [];
    const texts =
      typeof content === 'string' ? [content] : listOf(content).flatMap((each) => textOf(field(each, 'text')) ?? []);
    const text = this.#withoutDetails(texts.join('\n').replace(RESULT, ''));
    return CLOSING_TOOLS.has(call.tool) || SAID.test(text) ? humanTexts(text) : [];
  }

  #result(call: Call, content: unknown, failed: boolean, at: string | null): void {
    call.answered = true;
    const bare = (text: string): string => this.#withoutDetails(this.#form.classic ? text.replace(RESULT, '') : text);
    const plain = typeof content === 'string' ? bare(content) : listOf(content).map((block) => bareBlock(block, bare));
    clineResults(call.actions, { content: plain, failed }, at).forEach((result, index) => {
      this.#sink.result(this.#session, call.actions[index]!.id, result);
    });
  }

  /** The call that the head of a result names: of those without a result the first of the tool, best with the same path. */
  #called(tool: string, about: string): Call | null {
    const open = this.#calls.filter((call) => !call.answered && call.tool === tool);
    const path = (call: Call): string | null => textOf(field(call.input, 'path'));
    const found = open.find((call) => path(call) !== null && about.includes(path(call)!)) ?? open[0] ?? null;
    if (found) found.answered = true;
    return found;
  }

  #answer(value: unknown, blocks: readonly unknown[], id: string, at: string | null): void {
    const info = field(value, 'modelInfo');
    const message: ModelMessage = {
      id,
      by: null,
      at,
      model: textOf(field(info, 'modelId')) ?? textOf(field(info, 'id')),
      usage: usageOf(field(value, 'metrics')),
      text: '',
      reasoning: '',
      actions: [],
    };
    const texts: string[] = [];
    const reasoning: string[] = [];
    const calls: { id: string | null; tool: string; input: unknown }[] = [];
    for (const block of blocks) {
      const type = textOf(field(block, 'type'));
      if (type === 'text') texts.push(textOf(field(block, 'text')) ?? '');
      else if (type === 'thinking') reasoning.push(textOf(field(block, 'thinking')) ?? '');
      else if (type === 'reasoning') reasoning.push(textOf(field(block, 'text')) ?? '');
      else if (type === 'tool_use') {
        const tool = textOf(field(block, 'name'));
        if (tool === null) this.#sink.problem('malformed-record');
        else calls.push({ id: textOf(field(block, 'id')), tool, input: parsedOf(field(block, 'input') ?? null) });
      } else if (type === null) this.#sink.problem('malformed-record');
      else if (!SILENT_BLOCKS.has(type)) this.#sink.problem('unknown-record');
    }
    let text = texts.join('\n').replace(/<thinking>\s*([\s\S]*?)\s*<\/thinking>\s*/g, (_, thought: string) => {
      reasoning.push(thought);
      return '';
    });
    if (this.#form.classic && calls.length === 0) {
      const found = xmlCalls(text);
      text = found.text;
      calls.push(...found.calls.map(({ name, input }) => ({ id: null, tool: name, input })));
    }
    const made = calls.map((call, index) => this.#call(call.id ?? `${id}-${index + 1}`, call.tool, call.input, at));
    this.#sink.message(this.#session, {
      ...message,
      text: text.trim(),
      reasoning: reasoning.filter((each) => each !== '').join('\n'),
      actions: made.flatMap(({ actions }) => actions.map((action) => action.id)),
    });
    for (const { actions } of made) for (const action of actions) this.#sink.action(this.#session, action);
    this.#over(calls, text, at);
  }

  #call(id: string, tool: string, input: unknown, at: string | null): Call {
    // Some providers number their calls anew in each answer.
    let unique = id;
    for (let copy = 2; this.#ids.has(unique); copy++) unique = `${id}~${copy}`;
    this.#ids.add(unique);
    const call = { id, tool, input, actions: clineActions(unique, tool, input, this.#cwd, at), answered: false };
    this.#calls = [...this.#calls.filter((each) => !each.answered).slice(-WAITING), call];
    return call;
  }

  #over(calls: readonly { tool: string }[], text: string, at: string | null): void {
    const interrupted = /\[?Response interrupted by /.test(text.slice(-200));
    const closed = calls.some(({ tool }) => CLOSING_TOOLS.has(tool)) || (!this.#form.classic && calls.length === 0);
    if (!interrupted && !closed) return;
    this.#ended = true;
    this.#sink.ended(this.#session, interrupted ? 'interrupted' : 'finished', at);
  }
}

function bareBlock(block: unknown, bare: (text: string) => string): unknown {
  const text = textOf(field(block, 'text'));
  return text === null ? block : { ...recordOf(block), text: bare(text) };
}

/** Blocks that say nothing of actions: pictures, attached files (given, not read), thoughts that cannot be read. */
const SILENT_BLOCKS = new Set(['image', 'document', 'file', 'redacted_thinking', 'thinking', 'thoughtSignature']);

/** Beginnings of what the program writes in the user's name. */
const MACHINE =
  /^(?:$|<SYSTEM_NOTICE>|<system|<explicit_instructions|<file_content|\[TASK RESUMPTION\]|\[ERROR\]|\[SYSTEM|# task_progress|The user )/i;

function humanTexts(text: string): string[] {
  return [...text.matchAll(HUMAN)].map((match) => match[2]!);
}

function usageOf(metrics: unknown): TokenUsage | null {
  const tokens = field(metrics, 'tokens');
  if (recordOf(tokens)) {
    // `prompt` is what did not come from the cache.
    const prompt = numberOf(field(tokens, 'prompt'));
    const output = numberOf(field(tokens, 'completion'));
    const cached = numberOf(field(tokens, 'cached'));
    if (prompt === null && output === null) return null;
    return { ...NO_USAGE, input: prompt === null ? null : prompt + (cached ?? 0), output, cached };
  }
  const input = numberOf(field(metrics, 'inputTokens'));
  const output = numberOf(field(metrics, 'outputTokens'));
  if (input === null && output === null) return null;
  return { ...NO_USAGE, input, output, cached: numberOf(field(metrics, 'cacheReadTokens')) };
}
