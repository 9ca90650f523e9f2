import type { Action, ActionState, FileEdit } from '../session.ts';
import { codexCall, commandOfArguments, editsOfChanges, inputOf, shownByTool, type CodexCall } from './codexCalls.ts';
import { codexOutputOf, type CodexOutput } from './codexOutput.ts';
import { emptyAction } from './emptyAction.ts';
import type { LogSink } from './format.ts';
import { field, listOf, numberOf, recordOf, textOf } from './values.ts';

/** What is kept of a call until its turn is given away. */
interface Call {
  turn: number;
  tool: string;
  input: unknown;
  kind: Action['kind'];
  answered: boolean;
  /** What the model saw of a command so far. */
  output: string;
  exitCode: number | null;
  edits: FileEdit[];
  cut: boolean;
}

interface Script {
  id: string;
  /** Its text holds patches. */
  patched: boolean;
  /** Its commands that the log did not tell of yet. */
  commands: { id: string; text: string }[];
  /** What its commands printed. */
  printed: { id: string; text: string }[];
}

/** Where and when a record stands. */
export interface CodexPlace {
  sessionId: string;
  at: string | null;
  cwd: string | null;
  by: string | null;
  shell: string | null;
  /** Number of the turn, from 1. */
  turn: number;
}

/** Turns after which a call is forgotten: later ones cannot get at its action any more. */
const KEPT_TURNS = 1;

/** Turns calls, their results and what the screen showed of them into actions, each once. */
export class CodexActions {
  /** How many sub-agents were started. */
  spawned = 0;
  readonly #sink: LogSink;
  #calls = new Map<string, Call>();
  /** Ids of all calls: what is told of a call long after it is no action of its own. */
  #ids = new Set<string>();
  /** Commands that go on, by session id: the call that started each. */
  #processes = new Map<string, string>();
  /** The script that ran last in the turn. */
  #script: Script | null = null;
  #turn = 0;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  /** A `function_call`, `custom_tool_call` or a call that Codex makes a kind of its own of. Gives the action's id. */
  call(place: CodexPlace, payload: Record<string, unknown>, fallbackId: string): string | null {
    const kind = textOf(payload.type) ?? '';
    const name =
      textOf(payload.name) ?? (kind.endsWith('_call') && !/^(?:function|custom_tool)_/.test(kind) ? kind : null);
    if (name === null) {
      this.#sink.problem('malformed-record');
      return null;
    }
    const tool = kind === 'function_call' && textOf(payload.namespace) ? `${textOf(payload.namespace)}.${name}` : name;
    const id = textOf(payload.call_id) ?? textOf(payload.id) ?? fallbackId;
    if (this.#calls.get(id)?.turn === place.turn) {
      this.#sink.problem('duplicate-record');
      return null;
    }
    const input = inputOf(payload);
    const call = codexCall(name, input, place.shell);
    if (!call.whole) this.#sink.problem('malformed-record');
    const action = this.#started(place, id, tool, input, call);
    // These have their result in the record itself, or none that is told.
    if (kind === 'web_search_call' || kind === 'image_generation_call') {
      action.state = stateOfStatus(textOf(payload.status)) ?? 'no-result';
    }
    this.#sink.action(place.sessionId, action);
    if (name === 'exec') this.#startScript(place, id, call);
    if (name === 'spawn_agent') this.spawned++;
    return id;
  }

  /** A result, as the model got it. */
  output(place: CodexPlace, payload: Record<string, unknown>): void {
    const id = textOf(payload.call_id);
    if (id === null) return this.#sink.problem('malformed-record');
    const call = this.#calls.get(id);
    if (call?.answered) return this.#sink.problem('duplicate-record');
    const found = codexOutputOf(payload.output);
    const { text, cut } = found;
    let { state } = found;
    let shown: Action['shown'] = [];
    if (call && text !== null && state === 'ok') {
      const seen = shownByTool(call.tool, call.input, text);
      if (seen) shown = seen;
      else if (call.kind === 'read') state = 'failed';
    }
    const exitCode = found.exitCode ?? call?.exitCode ?? null;
    if (found.exitCode === null && exitCode !== null && exitCode !== 0 && state === 'ok') state = 'failed';
    this.#sink.result(place.sessionId, id, { output: text, outputCut: cut, state, exitCode, shown, endedAt: place.at });
    if (!call) return;
    call.answered = true;
    call.output = text ?? '';
    call.exitCode = exitCode;
    call.cut = cut;
    if (call.tool === 'write_stdin') this.#goOn(place, call, found);
    else if (found.process !== null) this.#processes.set(found.process, id);
    if (id === this.#script?.id) this.#scriptPrinted(place, text ?? '');
  }

  /** `exec_command_end`, an item `CommandExecution`: how a command ended. Its output is not what the model saw. */
  commandEnd(place: CodexPlace, item: Record<string, unknown>): void {
    const id = textOf(item.call_id) ?? textOf(item.id);
    if (id === null) return this.#sink.problem('malformed-record');
    const exitCode = numberOf(item.exit_code);
    const state = stateOfStatus(textOf(item.status)) ?? (exitCode === null ? null : exitCode === 0 ? 'ok' : 'failed');
    let target = id;
    if (!this.#calls.has(id)) {
      // What the user ran in the terminal of Codex, or what belongs to a call of long ago.
      if (item.source === 'user_shell' || this.#ids.has(id)) return;
      target = this.#unasked(place, id, item);
    }
    const call = this.#calls.get(target)!;
    call.exitCode = exitCode;
    if (state === null || state === 'no-result') return;
    // A call whose result did not come yet may still be refused or cut short.
    const known = call.answered ? { exitCode, state } : { exitCode };
    this.#sink.result(place.sessionId, target, { ...known, endedAt: place.at });
  }

  /** `patch_apply_end`, an item `FileChange`: what a patch did. */
  changes(place: CodexPlace, item: Record<string, unknown>): void {
    const id = textOf(item.call_id) ?? textOf(item.id);
    if (id === null) return this.#sink.problem('malformed-record');
    const state = item.success === false ? 'failed' : (stateOfStatus(textOf(item.status)) ?? 'ok');
    const edits = editsOfChanges(item.changes);
    const call = this.#calls.get(id);
    if (!call) {
      if (this.#ids.has(id)) return;
      // Better known than from the text of the script.
      if (this.#script?.patched) this.#sink.result(place.sessionId, this.#script.id, { edits: [] });
      if (this.#script) this.#script.patched = false;
      const action = this.#started(place, id, 'apply_patch', null, { kind: 'edit', command: null, edits });
      const output = textOf(item.stdout);
      this.#sink.action(place.sessionId, { ...action, state, output, endedAt: place.at });
      const made = this.#calls.get(id)!;
      made.answered = true;
      made.edits = edits;
      return;
    }
    call.edits.push(...edits);
    // A shell command that is a patch and nothing else was not run by a shell.
    const kind = call.tool === 'exec' ? call.kind : 'edit';
    const command = kind === 'edit' ? { command: null } : {};
    call.kind = kind;
    this.#sink.result(place.sessionId, id, { kind, ...command, edits: call.edits, state });
  }

  /** A tool that ran without a call in the log: `mcp_tool_call_end`, an item `McpToolCall`. */
  toolEnd(place: CodexPlace, item: Record<string, unknown>): void {
    const id = textOf(item.call_id) ?? textOf(item.id);
    if (id === null) return this.#sink.problem('malformed-record');
    if (this.#ids.has(id)) return;
    const told = recordOf(item.invocation) ?? item;
    const names = [textOf(told.server), textOf(told.tool)].filter((name) => name !== null);
    const result = field(item.result, 'Ok') ?? item.result;
    const failed = field(item.result, 'Err') !== undefined || field(result, 'isError') === true;
    const input = told.arguments ?? null;
    const call = { kind: 'other' as const, command: null, edits: [] };
    const action = this.#started(place, id, ['mcp', ...names].join('__'), input, call);
    action.output = codexOutputOf(result).text;
    this.#sink.action(place.sessionId, { ...action, state: failed ? 'failed' : 'ok', endedAt: place.at });
    this.#calls.get(id)!.answered = true;
  }

  #started(
    place: CodexPlace,
    id: string,
    tool: string,
    input: unknown,
    call: Pick<CodexCall, 'kind' | 'command' | 'edits'>,
  ): Action {
    this.#forget(place.turn);
    const { kind } = call;
    const kept = {
      turn: place.turn,
      tool,
      input,
      kind,
      answered: false,
      output: '',
      exitCode: null,
      edits: [],
      cut: false,
    };
    this.#calls.set(id, kept);
    this.#ids.add(id);
    const { command, edits } = call;
    const action = { ...emptyAction(id, kind, tool, input), command, edits };
    return { ...action, by: place.by, cwd: place.cwd, startedAt: place.at };
  }

  #forget(turn: number): void {
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#script = null;
    for (const [id, call] of this.#calls) if (call.turn < turn - KEPT_TURNS) this.#calls.delete(id);
    for (const [process, id] of this.#processes) if (!this.#calls.has(id)) this.#processes.delete(process);
  }

  /** More of a command's output, or its end, asked for by a call of its own. */
  #goOn(place: CodexPlace, poll: Call, found: CodexOutput): void {
    const process = String(field(poll.input, 'session_id') ?? '');
    const id = this.#processes.get(process);
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || !call || found.state === 'denied') return;
    // Without a head it is a word of Codex about the call itself.
    if (found.exitCode === null && found.process === null) return;
    call.output += found.text ?? '';
    call.cut ||= found.cut;
    call.exitCode = found.exitCode ?? call.exitCode;
    if (found.process === null) this.#processes.delete(process);
    const { output, exitCode, cut } = call;
    const state = exitCode === null || exitCode === 0 ? 'ok' : 'failed';
    this.#sink.result(place.sessionId, id, { output, exitCode, outputCut: cut, state, endedAt: place.at });
  }

  #startScript(place: CodexPlace, id: string, call: CodexCall): void {
    this.#script = { id, patched: call.edits.length > 0, commands: [], printed: [] };
    if (call.command) this.#script.commands.push({ id, text: call.command.text });
    call.nested.forEach((command, index) => {
      const own = { id: `${id}/${index + 1}`, text: command.text };
      const nested = { kind: 'run' as const, command, edits: [] };
      this.#sink.action(place.sessionId, this.#started(place, own.id, 'exec_command', command.text, nested));
      this.#script!.commands.push(own);
    });
  }

  /** A command that no call of the log asked for: a script did. Gives the id of its action. */
  #unasked(place: CodexPlace, id: string, item: Record<string, unknown>): string {
    const argv = listOf(item.command).filter((part): part is string => typeof part === 'string');
    const text = textOf(item.command);
    const command = commandOfArguments(text === null ? argv : ['bash', '-lc', text], pathOf(item.cwd));
    const named = this.#script?.commands.findIndex((each) => each.text === command.text) ?? -1;
    let action = id;
    if (named >= 0) action = this.#script!.commands.splice(named, 1)[0]!.id;
    else {
      const started = this.#started(place, id, 'exec_command', command.text, { kind: 'run', command, edits: [] });
      this.#sink.action(place.sessionId, started);
    }
    this.#ids.add(id);
    const printed = textOf(item.aggregated_output);
    if (action !== this.#script?.id) {
      this.#calls.get(action)!.answered = true;
      if (printed?.trim()) this.#script?.printed.push({ id: action, text: printed });
    }
    return action;
  }

  /** The model saw of a script's commands what the script gave back. */
  #scriptPrinted(place: CodexPlace, output: string): void {
    for (const { id, text } of this.#script?.printed ?? []) {
      if (output.includes(text.trim())) this.#sink.result(place.sessionId, id, { output: text });
    }
    if (this.#script) this.#script.printed = [];
  }
}

/** A folder that stands as a path or as a file URI. */
function pathOf(value: unknown): string | null {
  const text = textOf(value);
  if (!text?.startsWith('file://')) return text;
  try {
    const path = decodeURIComponent(text.slice('file://'.length));
    return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  } catch {
    return text;
  }
}

function stateOfStatus(status: string | null): ActionState | null {
  switch (status) {
    case 'completed':
      return 'ok';
    case 'failed':
      return 'failed';
    case 'declined':
    case 'denied':
      return 'denied';
    case 'in_progress':
      return 'no-result';
    default:
      return null;
  }
}
