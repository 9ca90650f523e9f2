import type { ActionState, TurnOutcome } from '../session.ts';
import { copilotAction, copilotResult, startedTerminal } from './copilotActions.ts';
import { toolOf } from './copilotTools.ts';
import type { LogSink } from './format.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf, timeOf } from './values.ts';
import { partAction } from './vscodeParts.ts';

type Request = Record<string, unknown>;

/** Nodes of a result's prompt tree above which the rest is left out. */
const NODES = 1_000_000;

/** Tells a sink what an element of `requests[]` says: one turn. */
export class VsCodeRequests {
  readonly #sink: LogSink;
  readonly #sessionId: () => string;

  constructor(sink: LogSink, sessionId: () => string) {
    this.#sink = sink;
    this.#sessionId = sessionId;
  }

  /** @param index place in `requests[]`, from 0 */
  start(request: Request, index: number): void {
    const sessionId = this.#sessionId();
    const version = textOf(field(request.agent, 'extensionVersion'));
    this.#sink.session({ id: sessionId, agent: 'vscode-chat', ...(version === null ? {} : { agentVersion: version }) });
    this.#sink.turn({ sessionId, id: idOf(request, index), prompt: promptOf(request), at: timeOf(request.timestamp) });
  }

  /** What the agent did; told again when the request has grown. */
  tell(request: Request, index: number): void {
    const sessionId = this.#sessionId();
    const result = recordOf(request.result);
    const metadata = recordOf(result?.metadata);
    const folders = foldersOf(request, metadata);
    if (folders.length > 0) this.#sink.session({ id: sessionId, folders });
    const rounds = listOf(metadata?.toolCallRounds);
    const terminals = new Map<string, { id: string; output: string }>();
    rounds.forEach((round, place) =>
      this.#round(request, round, metadata, `${idOf(request, index)}/${place}`, terminals),
    );
    this.#parts(request, index, rounds.length > 0);
    const [input, output] = [numberOf(metadata?.promptTokens), numberOf(metadata?.outputTokens)];
    if (input !== null || output !== null)
      this.#sink.usage(sessionId, { input, output, cached: null, reasoning: null });
    const outcome = outcomeOf(request, result);
    if (outcome !== null) this.#sink.ended(sessionId, outcome, endOf(request, result));
  }

  /** @param terminals commands of this request that run in the background, by terminal */
  #round(
    request: Request,
    told: unknown,
    metadata: Request | null,
    fallbackId: string,
    terminals: Map<string, { id: string; output: string }>,
  ): void {
    const round = recordOf(told);
    if (!round) return this.#sink.problem('malformed-record');
    const sessionId = this.#sessionId();
    const at = timeOf(round.timestamp);
    const calls = listOf(round.toolCalls).flatMap((call) => {
      const id = textOf(field(call, 'id'));
      const name = textOf(field(call, 'name'));
      if (id !== null && name !== null) return { id, name, input: parsedOf(field(call, 'arguments')) };
      this.#sink.problem('malformed-record');
      return [];
    });
    this.#sink.message(sessionId, {
      id: textOf(round.id) ?? fallbackId,
      by: null,
      at,
      model: textOf(round.modelId) ?? textOf(request.modelId),
      usage: null,
      text: joined(round.response),
      reasoning: joined(field(round.thinking, 'text')),
      actions: calls.map(({ id }) => id),
    });
    for (const { id, name, input } of calls) {
      const action = { ...copilotAction(id, name, input), startedAt: at };
      const results = metadata?.toolCallResults;
      const answer = field(results, id);
      const result = answer === undefined ? {} : resultOf(name, input, answer);
      this.#sink.action(sessionId, { ...action, ...result });
      const output = result.output ?? '';
      const started = action.command && startedTerminal(output);
      if (started) terminals.set(started, { id, output });
      // Output that a terminal brings later belongs to its command.
      const running = terminals.get(toolOf(name).joins(input) ?? '');
      if (!running || output === '') continue;
      running.output = `${running.output}\n${output}`;
      this.#sink.result(sessionId, running.id, { output: running.output });
    }
  }

  /** Display parts tell the calls when the rounds are missing, and always those of sub-agents. */
  #parts(request: Request, index: number, hasRounds: boolean): void {
    listOf(request.response).forEach((part, place) => {
      const action = partAction(part, `${idOf(request, index)}/part-${place}`);
      if (action && (!hasRounds || action.by !== null)) this.#sink.action(this.#sessionId(), action);
    });
  }
}

function idOf(request: Request, index: number): string {
  return textOf(request.requestId) ?? `request-${index + 1}`;
}

function promptOf(request: Request): string | null {
  const text = textOf(field(request.message, 'text')) ?? textOf(request.message);
  if (text !== null) return text;
  const parts = listOf(field(request.message, 'parts')).flatMap((part) => textOf(field(part, 'text')) ?? []);
  return parts.length > 0 ? parts.join('') : null;
}

function resultOf(name: string, input: unknown, answer: unknown): ReturnType<typeof copilotResult> {
  const text = listOf(field(answer, 'content')).map(contentText).join('');
  const failed = recordOf(answer)?.toolResultError !== undefined || /^ERROR(?::| while calling tool)/.test(text);
  const denied = /^(?:The user (?:cancelled|skipped|chose to skip)|User (?:cancelled|skipped|chose to skip))/i.test(
    text,
  );
  const state: ActionState = denied ? 'denied' : failed ? 'failed' : 'ok';
  return copilotResult(name, input, { text, state, telemetry: undefined });
}

/** A part of a result: a text, or a tree of prompt nodes whose texts stand in nodes of type 2. */
function contentText(part: unknown): string {
  const value = field(part, 'value') ?? part;
  if (typeof value === 'string') return value;
  const texts: string[] = [];
  const stack = [field(value, 'node') ?? value];
  for (let count = 0; stack.length > 0 && count < NODES; count++) {
    const node = stack.pop();
    if (field(node, 'type') === 2) {
      if (field(node, 'lineBreakBefore') === true && texts.length > 0 && !texts.at(-1)!.endsWith('\n'))
        texts.push('\n');
      texts.push(textOf(field(node, 'text')) ?? '');
    }
    const children = listOf(field(node, 'children'));
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at]);
  }
  return texts.join('');
}

function joined(value: unknown): string {
  return (
    textOf(value) ??
    listOf(value)
      .filter((part) => typeof part === 'string')
      .join('\n')
  );
}

/** Folders as the program told them to the model, else the base of the answer's links. */
function foldersOf(request: Request, metadata: Request | null): string[] {
  const told = listOf(metadata?.renderedGlobalContext)
    .map((part) => textOf(field(part, 'text')) ?? '')
    .join('');
  const list = /workspace with the following folders:\n((?:- .+\n?)+)/.exec(told)?.[1];
  if (list !== undefined) return list.split('\n').flatMap((line) => line.slice(2).trim() || []);
  for (const part of listOf(request.response)) {
    const base = textOf(field(field(part, 'baseUri'), 'path'));
    if (base !== null && base !== '/') return [base.replace(/\/$/, '')];
  }
  return [];
}

/** Null while the request may still run. */
function outcomeOf(request: Request, result: Request | null): TurnOutcome | null {
  const state = numberOf(field(request.modelState, 'value'));
  const error = recordOf(result?.errorDetails);
  if (request.isCanceled === true || state === 2 || textOf(error?.code) === 'canceled') return 'interrupted';
  if (error || state === 3) return 'error';
  return result || state === 1 ? 'finished' : null;
}

function endOf(request: Request, result: Request | null): string | null {
  const completed = numberOf(field(request.modelState, 'completedAt'));
  if (completed !== null) return timeOf(completed);
  const start = numberOf(request.timestamp);
  const took = numberOf(field(result?.timings, 'totalElapsed'));
  return start === null ? null : timeOf(start + (took ?? 0));
}
