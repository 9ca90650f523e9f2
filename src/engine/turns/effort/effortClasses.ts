import type { Metrics } from '../../../protocol/report.ts';

/** Effort of a turn as the report holds it: calls and tokens of each class, and whether a tokenizer counted any. */
export type Effort = NonNullable<Metrics['effort']>;

/** Cabra's classes of calls (Table 2, appendix A.4); `analyze` is what its prompts call "understand". */
export type EffortClass = Exclude<keyof Effort, 'estimated'>;

/** What a part of a call does: a class, or running a formatter, which is an edit that nobody thought out. */
export type Deed = EffortClass | 'format';

/**
 * Deeds by precedence: a call that does several things has the class of the first of these that it does.
 *
 * - `summary`: handing in ends the task, whatever stands in the same command (`echo SUBMIT && git diff`).
 * - `edit`, `test`, `analyze`: what changes, checks or studies the code is what the looking around it was for.
 * - `format` below `test` and above reading: `fmt && lint && test` is a test run, `fmt && lint` changes files.
 * - `search` over `read`: `ls && grep` looks for something, and Cabra keeps reading for "without doing analysis on it".
 * - `other` last: a `cd`, an `echo` or a commit says nothing of the rest.
 */
export const BY_PRECEDENCE: readonly Deed[] = [
  'summary',
  'edit',
  'test',
  'analyze',
  'format',
  'search',
  'read',
  'plan',
  'other',
];

/** The first deed by precedence; `other` when there are none. */
export function foremost(deeds: Iterable<Deed>): Deed {
  let best = BY_PRECEDENCE.length - 1;
  for (const each of deeds) best = Math.min(best, BY_PRECEDENCE.indexOf(each));
  return BY_PRECEDENCE[best] as Deed;
}

/** No calls and no tokens. */
export function noEffort(): Effort {
  const none = (): { calls: number; tokens: number } => ({ calls: 0, tokens: 0 });
  return {
    read: none(),
    search: none(),
    analyze: none(),
    edit: none(),
    test: none(),
    plan: none(),
    summary: none(),
    other: none(),
    estimated: false,
  };
}
