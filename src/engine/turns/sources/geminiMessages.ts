import { createHash } from 'node:crypto';
import { NO_USAGE, type TokenUsage, type TurnOutcome } from '../session.ts';
import { contentText } from './chatValues.ts';
import { emptyAction } from './emptyAction.ts';
import type { LogSink } from './format.ts';
import { geminiAction, givenBy } from './geminiTools.ts';
import { field, listOf, numberOf, recordOf, textOf, timeOf } from './values.ts';

/** From here on a prompt holds what the program added to it. */
const REFERENCED = /^\s*--- Content from referenced files ---/m;

/** Texts of role user that no one typed. */
const INJECTED = /^\s*(?:System: Please continue\.\s*$|<state_snapshot>|<session_context>|<tool_output_masked>)/;

/** Ancestors of paths that are tried as the root of the project. */
const TRIED_FOLDERS = 2_000;

/** Makes turns of the messages of a session: each is told once, or again with more content under the same id. */
export class GeminiMessages {
  readonly #sink: LogSink;
  readonly #fallbackId: string;
  #session: string | null = null;
  #hash: string | null = null;
  #tried = new Set<string>();
  #by: string | null = null;
  /** Turn of each message, from 1. */
  #turnOf = new Map<string, number>();
  /** Message of each call of the turn. */
  #owners = new Map<string, string>();
  #turn = 0;
  #outcome: TurnOutcome | null = null;

  /** @param fallbackId names the session when the log does not */
  constructor(sink: LogSink, fallbackId: string) {
    this.#sink = sink;
    this.#fallbackId = fallbackId;
  }

  /** The head of the log, or one of its fields. */
  header(head: Record<string, unknown>): void {
    const id = textOf(head.sessionId);
    if (id !== null && this.#session === null) {
      this.#session = id;
      this.#sink.session({ id, agent: 'gemini-cli' });
    }
    this.#hash = textOf(head.projectHash) ?? this.#hash;
    if (head.kind === 'subagent') this.#by = this.id;
  }

  /** @param number place of the record, for a message without an id */
  message(message: Record<string, unknown>, number: number): void {
    const type = textOf(message.type);
    const id = textOf(message.id) ?? `message-${number}`;
    const at = timeOf(message.timestamp);
    switch (type) {
      case 'user':
        return this.#user(message, id, at);
      case 'gemini':
        return this.#answer(message, id, at);
      case 'info':
      case 'error':
      case 'warning':
        return this.#notice(message, type, id, at);
      default:
        return this.#sink.problem(type === null ? 'malformed-record' : 'unknown-record');
    }
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#outcome === 'running') this.#ended('cut', null);
  }

  /** Id of the session. */
  get id(): string {
    return this.#session ?? this.#fallbackId;
  }

  #user(message: Record<string, unknown>, id: string, at: string | null): void {
    if (this.#turnOf.has(id)) return;
    const sent = contentText(message.content);
    const referenced = REFERENCED.exec(sent);
    const typed = contentText(message.displayContent) || (referenced ? sent.slice(0, referenced.index) : sent);
    this.#turnOf.set(id, this.#turn);
    // A result that is sent back as a message of its own, or a word of the program.
    if (typed.trim() === '' || INJECTED.test(sent)) return;
    if (this.#outcome === 'running') this.#ended('finished', null);
    this.#turnOf.set(id, ++this.#turn);
    this.#owners.clear();
    this.#sink.turn({ sessionId: this.id, id, prompt: typed.trim(), at });
    this.#outcome = 'running';
    const given = referenced ? givenBy(sent.slice(referenced.index)) : [];
    if (given.length === 0) return;
    const action = {
      ...emptyAction(`${id}/given`, 'other', 'files in prompt', null),
      state: 'ok' as const,
      shown: given,
    };
    this.#sink.action(this.id, { ...action, startedAt: at });
  }

  #answer(message: Record<string, unknown>, id: string, at: string | null): void {
    const known = this.#turnOf.get(id);
    const calls = listOf(message.toolCalls);
    const actions: string[] = [];
    calls.forEach((call, place) => {
      const action = geminiAction(call, `${id}/${place + 1}`, at);
      if (!action) return this.#sink.problem('malformed-record');
      for (const path of pathsIn(action.input)) this.#rootOf(path);
      // Told again after its turn: the result of a call that ran on.
      if (known !== undefined && known < this.#turn) {
        const { state, output, outputCut, exitCode, shown, edits, endedAt } = action;
        if (known === this.#turn - 1) {
          this.#sink.result(this.id, action.id, { state, output, outputCut, exitCode, shown, edits, endedAt });
        }
        return;
      }
      const owner = this.#owners.get(action.id);
      if (owner !== undefined && owner !== id) action.id = `${id}/${action.id}`;
      this.#owners.set(action.id, id);
      actions.push(action.id);
      this.#sink.action(this.id, { ...action, by: this.#by });
    });
    if (known !== undefined && known < this.#turn) return;
    this.#turnOf.set(id, this.#turn);
    const text = contentText(message.content);
    const thoughts = listOf(message.thoughts).map((thought) =>
      [textOf(field(thought, 'subject')), textOf(field(thought, 'description'))]
        .filter((part) => part !== null)
        .join('\n'),
    );
    this.#sink.message(this.id, {
      id,
      by: this.#by,
      at,
      model: textOf(message.model),
      usage: usageOf(message.tokens),
      text,
      reasoning: thoughts.join('\n\n'),
      actions,
    });
    // The calls of an answer may still be written to it.
    if (calls.length > 0 || text === '') this.#ended('running', null);
    else this.#ended('finished', at);
  }

  #notice(message: Record<string, unknown>, type: string, id: string, at: string | null): void {
    if (this.#turnOf.has(id)) return;
    this.#turnOf.set(id, this.#turn);
    if (this.#turn === 0) return;
    if (/^Request cancelled\b/i.test(contentText(message.content))) this.#ended('interrupted', at);
    else if (type === 'error') this.#ended('error', at);
  }

  #ended(outcome: TurnOutcome, at: string | null): void {
    if (outcome === 'running' && this.#outcome === 'running') return;
    this.#outcome = outcome;
    this.#sink.ended(this.id, outcome, at);
  }

  /** The log names the project by the digest of its path: a folder above a file that a call names may be it. */
  #rootOf(path: string): void {
    if (this.#hash === null || !/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return;
    for (
      let end = path.length;
      end > 0;
      end = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf('\\', end - 1))
    ) {
      const folder = path.slice(0, end);
      if (this.#tried.has(folder)) return;
      if (this.#tried.size >= TRIED_FOLDERS) return;
      this.#tried.add(folder);
      if (createHash('sha256').update(folder).digest('hex') !== this.#hash) continue;
      this.#hash = null;
      this.#sink.session({ id: this.id, folders: [folder] });
      return;
    }
  }
}

function pathsIn(input: unknown): string[] {
  const args = recordOf(input) ?? {};
  return ['file_path', 'absolute_path', 'dir_path', 'path', 'directory'].flatMap((name) => textOf(args[name]) ?? []);
}

/** Thoughts are counted beside the answer, and what tools put in beside the prompt; zeros stand for "not known". */
function usageOf(tokens: unknown): TokenUsage | null {
  const read = (name: string): number | null => numberOf(field(tokens, name));
  const [input, output, thoughts, tool] = [read('input'), read('output'), read('thoughts'), read('tool')];
  if (!input && !output && !thoughts) return null;
  return {
    ...NO_USAGE,
    input: input === null ? null : input + (tool ?? 0),
    output: output === null && thoughts === null ? null : (output ?? 0) + (thoughts ?? 0),
    cached: read('cached'),
    reasoning: thoughts,
  };
}
