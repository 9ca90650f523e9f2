import type { ModelMessage, TokenUsage } from '../session.ts';
import type { LogSink } from './format.ts';
import { addedUsage } from './codexTokens.ts';

/**
 * Puts the answers of the model together out of the items that Codex writes one by one: an answer is what comes between
 * two results. Its tokens are told before its items (0.39), in their midst, or after the results.
 */
export class CodexAnswers {
  readonly #sink: LogSink;
  /** The last answer of the turn: more may still belong to it. */
  #answer: ModelMessage | null = null;
  #open = false;
  /** Tokens that were told before the answer they belong to. */
  #early: TokenUsage | null = null;

  constructor(sink: LogSink) {
    this.#sink = sink;
  }

  /** @param id of the answer, if it begins here */
  add(
    sessionId: string,
    id: string,
    at: string | null,
    what: Partial<Pick<ModelMessage, 'model' | 'by' | 'text' | 'reasoning'>> & { action?: string },
  ): void {
    let answer = this.#open ? this.#answer : null;
    if (!answer) {
      answer = {
        id,
        by: what.by ?? null,
        at,
        model: what.model ?? null,
        usage: this.#early,
        text: '',
        reasoning: '',
        actions: [],
      };
      this.#early = null;
      this.#answer = answer;
      this.#open = true;
    }
    answer.text = joined(answer.text, what.text);
    answer.reasoning = joined(answer.reasoning, what.reasoning);
    if (what.action !== undefined) answer.actions.push(what.action);
    this.#sink.message(sessionId, answer);
  }

  /** A result came: what the model says next is another answer. */
  close(): void {
    this.#open = false;
  }

  tokens(sessionId: string, usage: TokenUsage): void {
    if (this.#answer && this.#answer.usage === null) {
      this.#answer.usage = usage;
      this.#sink.message(sessionId, this.#answer);
    } else this.#early = addedUsage(this.#early, usage);
  }

  /** The turn is over: tokens that found no answer are those of the last one. */
  endTurn(sessionId: string): void {
    if (this.#early && this.#answer) {
      this.#answer.usage = addedUsage(this.#answer.usage, this.#early);
      this.#sink.message(sessionId, this.#answer);
      this.#early = null;
    }
    this.#answer = null;
    this.#open = false;
  }
}

function joined(text: string, more: string | undefined): string {
  if (more === undefined || more === '') return text;
  return text === '' ? more : `${text}\n\n${more}`;
}
