import type { Tokenizer } from '../../ports/tokenizer.ts';
import type { Action, ModelMessage, Turn } from '../session.ts';
import { callText } from './callText.ts';
import { noEffort, type Effort, type EffortClass } from './effortClasses.ts';
import { shareTokens } from './shareTokens.ts';

export interface EffortOptions {
  /**
   * Counts calls and texts where their lengths matter (see `needsTokenizer`). Without one, shares go by the number of
   * UTF-16 units, and nothing is estimated.
   */
  tokenizer: Tokenizer | null;
  /** Whether tokens that the log does not state are counted with the tokenizer. */
  estimate: boolean;
}

/** An answer's calls, or its closing words: what gets its tokens. */
interface Part {
  kind: EffortClass;
  /** Null for closing words, which take whatever falls to their answer. */
  action: Action | null;
}

/** An answer with the wordless ones before it. What is said or thought before a call belongs to the call. */
interface Answer {
  parts: Part[];
  /** Tokens that the log states for it; null when it states none for any message of it. */
  stated: number | null;
  /** Messages of it for which the log states nothing. */
  silent: ModelMessage[];
}

/**
 * Calls and tokens of a turn by class (design.md section 1, effort; Cabra 4.2: the tokens of a call are those that wrote it
 * and the reasoning since the output before).
 *
 * - The output tokens of a message are shared over its calls by their tokenised length, to whole tokens whose sum is
 *   exactly what the log states. Reasoning and words beside the calls are part of the output, and so go the same way.
 * - A message without calls is reasoning for the next call of the same agent. The last of an agent has no next call: with
 *   words in it, it is one call of `summary`, as Cabra counts it, or of `other` when the turn was interrupted or failed.
 * - Where a log states tokens for the turn alone, they are shared over all messages by tokenised length.
 * - What the log states nowhere is 0, or with `estimate` the tokens of calls, words and readable reasoning; `estimated` is
 *   true when any was counted so.
 *
 * @param classes class of each action by its id, as `effortClasses` gives them
 */
export function effortOf(turn: Turn, classes: ReadonlyMap<string, EffortClass>, options: EffortOptions): Effort {
  const effort = noEffort();
  const count = lengthWith(options.tokenizer);
  const classOf = (action: Action): EffortClass => classes.get(action.id) ?? 'other';
  const answers = answersOf(turn, classOf);
  for (const { parts } of answers) for (const { kind } of parts) effort[kind].calls += 1;
  stateOfTurn(turn, answers, count);

  for (const answer of answers) {
    let tokens = answer.stated ?? 0;
    if (options.estimate && options.tokenizer) {
      const unstated = unstatedLength(answer, count);
      if (unstated > 0) {
        tokens += unstated;
        effort.estimated = true;
      }
    }
    spread(effort, answer.parts, tokens, count);
  }
  return effort;
}

/** Whether `effortOf` would come to another result without a tokenizer: so that it is loaded only then. */
export function needsTokenizer(
  turn: Turn,
  classes: ReadonlyMap<string, EffortClass>,
  options: Pick<EffortOptions, 'estimate'>,
): boolean {
  const answers = answersOf(turn, (action) => classes.get(action.id) ?? 'other');
  if (restOfTurn(turn, answers) > 0 && answers.some(isUnstated)) return true;
  return answers.some((answer) => {
    const { parts, stated } = answer;
    const kinds = new Set(parts.map(({ kind }) => kind));
    return ((stated ?? 0) > 0 && kinds.size > 1) || (options.estimate && isUnstated(answer));
  });
}

function lengthWith(tokenizer: Tokenizer | null): (text: string) => number {
  return tokenizer ? (text) => tokenizer.count(text) : (text) => text.length;
}

function answersOf(turn: Turn, classOf: (action: Action) => EffortClass): Answer[] {
  const actions = new Map(turn.actions.map((action) => [action.id, action]));
  const answers: Answer[] = [];
  /** Of each agent, the answer that waits for its calls, and the words that it holds. */
  const waiting = new Map<string | null, { answer: Answer; words: boolean }>();
  for (const message of turn.messages) {
    const held = waiting.get(message.by) ?? { answer: { parts: [], stated: null, silent: [] }, words: false };
    const { answer } = held;
    const made = message.actions.flatMap((id) => actions.get(id) ?? []);
    const output = message.usage?.output ?? sumOf(made.map(({ tokens }) => tokens));
    if (output === null) answer.silent.push(message);
    else answer.stated = (answer.stated ?? 0) + output;
    held.words ||= message.text.trim() !== '';
    for (const action of made) {
      // An action that two messages name belongs to the first.
      if (actions.delete(action.id)) answer.parts.push({ kind: classOf(action), action });
    }
    if (answer.parts.length === 0) waiting.set(message.by, held);
    else {
      waiting.delete(message.by);
      answers.push(answer);
    }
  }
  const broken = turn.outcome === 'interrupted' || turn.outcome === 'error';
  for (const { answer, words } of waiting.values()) {
    // Without words there is no call to count, but its tokens were spent.
    if (words) answer.parts.push({ kind: broken ? 'other' : 'summary', action: null });
    answers.push(answer);
  }
  // Calls that no message names. What was put before the model (files in the chat, mentions) is none.
  for (const action of actions.values()) {
    if (action.shown.length > 0 && action.shown.every((shown) => shown.class === 'given')) continue;
    answers.push({ parts: [{ kind: classOf(action), action }], stated: action.tokens, silent: [] });
  }
  return answers;
}

/** Null when there is nothing to sum or any of it is unknown. */
function sumOf(tokens: readonly (number | null)[]): number | null {
  let sum: number | null = null;
  for (const each of tokens) {
    if (each === null) return null;
    sum = (sum ?? 0) + each;
  }
  return sum;
}

/**
 * Tokens that are stated for the turn and for none of its messages. Where every message states its own, a larger sum of the
 * turn is of other calls (titles, summaries of the conversation), and belongs to none.
 */
function restOfTurn(turn: Turn, answers: Answer[]): number {
  const stated = answers.reduce((sum, answer) => sum + (answer.stated ?? 0), 0);
  return Math.max(0, (turn.usage?.output ?? 0) - stated);
}

/** Shares the rest of the turn's tokens over the messages for which nothing is stated; those are then stated, too. */
function stateOfTurn(turn: Turn, answers: Answer[], count: (text: string) => number): void {
  const rest = restOfTurn(turn, answers);
  if (rest === 0) return;
  const open = answers.filter(isUnstated);
  const shares = shareTokens(
    rest,
    open.map((answer) => unstatedLength(answer, count)),
  );
  for (const [index, answer] of open.entries()) {
    answer.stated = (answer.stated ?? 0) + (shares[index] as number);
    answer.silent = [];
  }
}

function isUnstated({ stated, silent }: Answer): boolean {
  return silent.length > 0 || stated === null;
}

/** Length of what an answer holds beyond what is stated for it: its silent messages, with the calls that they made. */
function unstatedLength(answer: Answer, count: (text: string) => number): number {
  const { parts, silent } = answer;
  let length = 0;
  for (const { text, reasoning } of silent) {
    if (text !== '') length += count(text);
    if (reasoning !== '') length += count(reasoning);
  }
  const called = new Set(silent.flatMap(({ actions }) => actions));
  for (const { action } of parts) {
    if (action && (called.has(action.id) || answer.stated === null)) length += count(callText(action));
  }
  return length;
}

function spread(effort: Effort, parts: Part[], tokens: number, count: (text: string) => number): void {
  if (tokens === 0) return;
  const first = parts[0];
  if (!first) {
    effort.other.tokens += tokens;
    return;
  }
  if (parts.every(({ kind }) => kind === first.kind)) {
    effort[first.kind].tokens += tokens;
    return;
  }
  // What the log states of each call beats its length.
  const stated = parts.every(({ action }) => typeof action?.tokens === 'number');
  const weights = parts.map(({ action }) => (action ? (stated ? (action.tokens ?? 0) : count(callText(action))) : 0));
  const shares = shareTokens(tokens, weights);
  for (const [index, { kind }] of parts.entries()) effort[kind].tokens += shares[index] as number;
}
