import { NO_USAGE, type TokenUsage } from '../session.ts';
import { isRecord } from './jsonLines.ts';
import { numberOf } from './values.ts';

const FIELDS = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached: 'cached_input_tokens',
  reasoning: 'reasoning_output_tokens',
} as const;

/** Tokens of each model call, out of totals that are told several times. */
export class CodexTokens {
  #total: TokenUsage | null = null;

  /**
   * Tokens since the last count; null when the count tells nothing new.
   * @param total of the thread so far
   * @param last of the last model call: taken where there is no total, or when the total began anew
   */
  since(total: unknown, last: unknown): TokenUsage | null {
    const now = usageOf(total);
    const before = this.#total;
    if (!now) return usageOf(last);
    this.#total = now;
    if (!before) return isEmpty(now) ? null : now;
    const keys = Object.keys(FIELDS) as (keyof TokenUsage)[];
    if (keys.some((key) => (now[key] ?? 0) < (before[key] ?? 0))) return usageOf(last);
    const added = { ...NO_USAGE };
    for (const key of keys) added[key] = now[key] === null ? null : now[key] - (before[key] ?? 0);
    return isEmpty(added) ? null : added;
  }

  /** What came before counts to another session. */
  from(total: unknown): void {
    this.#total = usageOf(total) ?? this.#total;
  }
}

/** @returns the sum; a number that only one of them states stays as it is */
export function addedUsage(one: TokenUsage | null, other: TokenUsage): TokenUsage {
  if (!one) return other;
  const sum = { ...NO_USAGE };
  for (const key of Object.keys(FIELDS) as (keyof TokenUsage)[]) {
    sum[key] = one[key] === null && other[key] === null ? null : (one[key] ?? 0) + (other[key] ?? 0);
  }
  return sum;
}

function usageOf(value: unknown): TokenUsage | null {
  if (!isRecord(value)) return null;
  const usage = { ...NO_USAGE };
  for (const key of Object.keys(FIELDS) as (keyof TokenUsage)[]) usage[key] = numberOf(value[FIELDS[key]]);
  return Object.values(usage).every((count) => count === null) ? null : usage;
}

function isEmpty(usage: TokenUsage): boolean {
  return Object.values(usage).every((count) => count === null || count === 0);
}
