import type { TurnOutcome } from '../session.ts';
import type { CodexAnswers } from './codexAnswers.ts';
import type { LogSink } from './format.ts';

/** Where a prompt stands: in what went to the model, or in what the screen showed. Both tell the same. */
export type PromptChannel = 'sent' | 'screen';

/**
 * Decides where turns begin and end: at `task_started` in newer versions, which have it, else at a prompt. Counts prompts
 * once that stand in both channels.
 */
export class CodexTurns {
  /** How many turns began: what an earlier one left is told apart by it. */
  count = 0;
  readonly #sink: LogSink;
  readonly #answers: CodexAnswers;
  #seen: Record<PromptChannel, number> = { sent: 0, screen: 0 };
  /** The session tells its turns itself, and one runs. */
  #task = false;
  /** A prompt whose turn did not begin yet: `task_started` may still follow. */
  #waiting: { id: string; text: string; at: string | null } | null = null;
  #failed = false;
  /** The last thing in a turn that has no end of its own was the model's word, not a call. */
  #spoke = false;
  #tasks = false;

  constructor(sink: LogSink, answers: CodexAnswers) {
    this.#sink = sink;
    this.#answers = answers;
  }

  get running(): boolean {
    return this.#task || this.#waiting !== null;
  }

  start(sessionId: string, id: string, at: string | null): void {
    const waiting = this.#waiting;
    if (!waiting) this.#seen = { sent: 0, screen: 0 };
    this.#waiting = null;
    this.#begin(sessionId, id, waiting?.text ?? null, at);
    this.#task = true;
    this.#tasks = true;
  }

  prompt(sessionId: string, channel: PromptChannel, text: string, id: string, at: string | null): void {
    const other = channel === 'sent' ? 'screen' : 'sent';
    if (++this.#seen[channel] <= this.#seen[other]) return;
    if (this.#task) this.#sink.steer(sessionId, text);
    else if (this.#waiting) this.#waiting.text += `\n\n${text}`;
    else {
      this.#seen = { sent: 0, screen: 0, [channel]: 1 };
      this.#waiting = { id, text, at };
    }
  }

  /** Something of a turn comes: the turn of a prompt begins, when there is one. */
  work(sessionId: string, spoken: boolean): void {
    this.#beginWaiting(sessionId);
    this.#spoke = spoken;
    this.#failed = false;
  }

  failed(): void {
    this.#failed = true;
  }

  end(sessionId: string, outcome: TurnOutcome, at: string | null): void {
    this.#beginWaiting(sessionId);
    this.#answers.endTurn(sessionId);
    this.#sink.ended(sessionId, outcome === 'finished' && this.#failed ? 'error' : outcome, at);
    this.#task = false;
    this.#failed = false;
    this.#spoke = false;
  }

  /** The log is over, or another session begins in it. */
  over(sessionId: string): void {
    this.#beginWaiting(sessionId);
    this.#answers.endTurn(sessionId);
    if (this.#tasks || this.count === 0) return;
    if (this.#failed) this.#sink.ended(sessionId, 'error', null);
    else if (this.#spoke) this.#sink.ended(sessionId, 'finished', null);
  }

  #beginWaiting(sessionId: string): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#begin(sessionId, waiting.id, waiting.text, waiting.at);
  }

  #begin(sessionId: string, id: string, prompt: string | null, at: string | null): void {
    this.#answers.endTurn(sessionId);
    this.#sink.turn({ sessionId, id, prompt, at });
    this.count++;
    this.#failed = false;
    this.#spoke = false;
  }
}
