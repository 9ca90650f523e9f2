import type { LogSource } from '../../ports/logs.ts';
import type { Action, ModelMessage, TokenUsage, TurnOutcome } from '../session.ts';
import { contentText } from './chatValues.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { jsonDocumentReader, type DocumentHandler } from './jsonDocument.ts';
import { isRecord } from './jsonLines.ts';
import { sweAgentCall, sweAgentResult, type EditorState } from './sweAgentTools.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf } from './values.ts';

/** Trajectories of SWE-agent 0.x and 1.x (`*.traj`), also those with a history alone: one run, one turn. */
export const sweAgent: LogFormat = {
  id: 'swe-agent',
  agents: ['swe-agent'],
  provenOn: ['0.x', '1.x'],
  recognise: ({ kind, head }: LogSample) => kind === 'file' && /^\s*\{/.test(head) && (steps(head) || history(head)),
  open: (source: LogSource, sink: LogSink): LogReader => {
    const name = source.path.slice(source.path.lastIndexOf('/') + 1).replace(/\.(traj|json)$/, '');
    return jsonDocumentReader(source, sink, PATHS, new Run(name, sink));
  },
};

const PATHS = ['$.trajectory.*', '$.history.*', '$.info', '$.replay_config'];

function steps(head: string): boolean {
  return /"trajectory"\s*:\s*\[/.test(head) && /"action"\s*:/.test(head) && /"observation"\s*:/.test(head);
}

function history(head: string): boolean {
  return /^\s*\{\s*"history"\s*:\s*\[/.test(head) && /"(message_type|is_demo|agent)"\s*:/.test(head);
}

/** Characters above which 1.x cuts an observation before the model gets it; the step holds all of it. */
const OBSERVATION_LIMIT = 100_000;

/** The state that the templates print after each observation. */
const PRINTED_STATE = /\n?\(Open file: ([^\n]*)\)\r?\n\(Current directory: ([^\n]*)\)\r?\nbash-\$\s*$/;

class Run implements DocumentHandler {
  readonly #session: string;
  readonly #sink: LogSink;
  #state: EditorState = { openFile: null, cwd: null, total: null };
  #steps = 0;
  #places = 0;
  #prompted = false;
  #outcome: TurnOutcome | null = null;
  /** The last action of a history without steps, which waits for its observation. */
  #waiting: Action | null = null;
  #mainAgent: string | null = null;
  #submitted = false;
  /** The model is told after them, in the configuration. */
  #messages: ModelMessage[] = [];
  readonly #ids = new Set<string>();

  constructor(session: string, sink: LogSink) {
    this.#session = session;
    this.#sink = sink;
  }

  restart(): void {
    this.#state = { openFile: null, cwd: null, total: null };
    this.#steps = this.#places = 0;
    this.#prompted = this.#submitted = false;
    this.#outcome = null;
    this.#waiting = null;
    this.#mainAgent = null;
    this.#messages = [];
    this.#ids.clear();
  }

  value(at: readonly (string | number)[], value: unknown): void {
    if (at[0] === 'info') return this.#info(value);
    if (at[0] === 'replay_config') return this.#config(parsedOf(value));
    if (!isRecord(value)) return this.#sink.problem('malformed-record');
    if (at[0] === 'trajectory') return this.#step(value);
    this.#entry(value);
  }

  read(): void {
    const outcome = this.#outcome ?? (this.#submitted ? 'finished' : null);
    if (outcome !== null && this.#steps > 0) this.#sink.ended(this.#session, outcome, null);
  }

  #step(step: Record<string, unknown>): void {
    // A history that came first has told the same.
    if (this.#places > 0 && this.#steps > 0) return;
    const text = textOf(step.action);
    const observation = textOf(step.observation);
    const stated = stateOf(step.state);
    // 0.x: a string, and taken before the action; 1.x: an object, and taken after it.
    if (stated && typeof step.state === 'string') this.#place(stated);
    if (text === null) this.#sink.problem('malformed-record');
    const thought = textOf(step.thought) ?? textOf(step.response) ?? '';
    const cut = observation !== null && typeof step.state !== 'string' && observation.length > OBSERVATION_LIMIT;
    this.#began();
    const action = this.#call(`s${this.#steps}`, text ?? '', thought, null);
    if (action && observation !== null) {
      const shown = cut ? observation.slice(0, OBSERVATION_LIMIT) : observation;
      const result = sweAgentResult(action, shown, this.#state);
      this.#sink.result(this.#session, action.id, cut ? { ...result, outputCut: true } : result);
    }
    if (stated && typeof step.state !== 'string') this.#place(stated);
  }

  /** A message of the history: the task, and all the rest where there are no steps. */
  #entry(entry: Record<string, unknown>): void {
    // Demonstrations are not this run.
    if (entry.is_demo === true || entry.message_type === 'demonstration') return;
    const told = this.#steps > 0 && this.#places === 0;
    const agent = textOf(entry.agent);
    this.#mainAgent ??= agent;
    const by = agent === this.#mainAgent ? null : agent;
    switch (entry.role) {
      case 'system':
        return;
      case 'user':
      case 'tool': {
        const content = contentText(entry.content);
        if (!this.#prompted && entry.role === 'user') return this.#prompt(content);
        return told ? undefined : this.#observed(content);
      }
      case 'assistant':
        if (told) return;
        this.#places++;
        this.#began();
        this.#waiting = this.#call(
          callId(entry),
          actionText(entry),
          textOf(entry.thought) ?? contentText(entry.content),
          by,
        );
        return;
      default:
        this.#sink.problem(typeof entry.role === 'string' ? 'unknown-record' : 'malformed-record');
    }
  }

  #observed(content: string): void {
    const action = this.#waiting;
    this.#waiting = null;
    if (!action) return;
    const printed = PRINTED_STATE.exec(content.slice(-4000));
    const observation = printed ? content.slice(0, content.length - printed[0].length) : content;
    this.#sink.result(this.#session, action.id, sweAgentResult(action, observation, this.#state));
    if (printed) this.#place({ open_file: printed[1], working_dir: printed[2] });
  }

  #prompt(content: string): void {
    this.#prompted = true;
    if (this.#steps > 0) this.#sink.steer(this.#session, content);
    else this.#sink.turn({ sessionId: this.#session, id: 'task', prompt: content, at: null });
  }

  /** Steps come before the history that has the task: the prompt is added then. */
  #began(): void {
    if (this.#steps === 0 && !this.#prompted) {
      this.#sink.turn({ sessionId: this.#session, id: 'task', prompt: null, at: null });
    }
    this.#steps++;
  }

  #call(id: string | null, text: string, thought: string, by: string | null): Action | null {
    // Ids of calls may come again: some servers count from the start in each answer.
    const unique = id === null || this.#ids.has(id) ? `s${this.#steps}` : id;
    this.#ids.add(unique);
    const action = text.trim() === '' ? null : { ...sweAgentCall(unique, text, this.#state), by };
    const message: ModelMessage = {
      id: `m${this.#steps}`,
      by,
      at: null,
      model: null,
      usage: null,
      text: thought,
      reasoning: '',
      actions: action ? [action.id] : [],
    };
    this.#messages.push(message);
    this.#sink.message(this.#session, message);
    if (action) this.#sink.action(this.#session, action);
    this.#submitted = action?.tool === 'submit';
    return action;
  }

  #place(state: Record<string, unknown>): void {
    const open = textOf(state.open_file);
    if (open !== null) this.#state.openFile = open === 'n/a' || open === '' ? null : open;
    const cwd = textOf(state.working_dir);
    if (cwd === null || cwd === '') return;
    this.#state.cwd = cwd;
    this.#sink.session({ id: this.#session, folders: [cwd] });
  }

  #info(info: unknown): void {
    this.#sink.session({ id: this.#session, agentVersion: textOf(field(info, 'swe_agent_version')) });
    this.#outcome = outcomeOf(textOf(field(info, 'exit_status')));
    const usage = usageOf(recordOf(field(info, 'model_stats')));
    if (usage && this.#steps > 0) this.#sink.usage(this.#session, usage);
  }

  #config(config: unknown): void {
    const model = textOf(field(field(field(config, 'agent'), 'model'), 'name'));
    // `replay` and `instant_empty_submit` are no models.
    if (model === null || this.#steps === 0 || /^(replay|instant_empty_submit|human)/.test(model)) return;
    for (const message of this.#messages) this.#sink.message(this.#session, { ...message, model });
  }
}

function stateOf(state: unknown): Record<string, unknown> | null {
  return recordOf(parsedOf(state));
}

function callId(entry: Record<string, unknown>): string | null {
  return textOf(field(listOf(entry.tool_calls)[0], 'id'));
}

/** The action as a command line; made from the call where the history has only that. */
function actionText(entry: Record<string, unknown>): string {
  const text = textOf(entry.action);
  if (text !== null) return text;
  const called = field(listOf(entry.tool_calls)[0], 'function');
  const name = textOf(field(called, 'name'));
  const args = parsedOf(field(called, 'arguments'));
  if (name === null) return '';
  if (name === 'bash') return textOf(field(args, 'command')) ?? '';
  const given = Object.entries(recordOf(args) ?? {}).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value.join(' ') : String(value as string | number);
    return name === 'str_replace_editor' && key !== 'command' && key !== 'path'
      ? [`--${key}`, key === 'view_range' ? text : quoted(text)]
      : [quoted(text)];
  });
  return [name, ...given].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

function usageOf(stats: Record<string, unknown> | null): TokenUsage | null {
  const input = numberOf(stats?.tokens_sent);
  const output = numberOf(stats?.tokens_received);
  // A replay counts none.
  if (!input && !output) return null;
  return { input, output, cached: null, reasoning: null };
}

function outcomeOf(status: string | null): TurnOutcome | null {
  if (status === null || status === '') return null;
  if (status === 'submitted') return 'finished';
  return /exit_(cost|context|total_execution_time|command_timeout)|early_exit|skipped|interrupt/.test(status)
    ? 'interrupted'
    : 'error';
}
