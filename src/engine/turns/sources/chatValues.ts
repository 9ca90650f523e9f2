import type { TokenUsage } from '../session.ts';
import { field, listOf, numberOf, textOf, timeOf } from './values.ts';

/** Text of a chat message's content: a string, or a list of parts of which the texts are taken. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .flatMap((part) => textOf(part) ?? textOf(field(part, 'text')) ?? [])
    .join('\n');
}

/** Tokens of one answer as the APIs for chat completions (`prompt_tokens`) and responses (`input_tokens`) state them. */
export function chatUsage(usage: unknown): TokenUsage | null {
  const read = (...names: string[]): number | null => {
    for (const name of names) {
      const value = numberOf(field(usage, name));
      if (value !== null) return value;
    }
    return null;
  };
  const detail = (lists: string[], name: string): number | null => {
    for (const list of lists) {
      const value = numberOf(field(field(usage, list), name));
      if (value !== null) return value;
    }
    return null;
  };
  const found: TokenUsage = {
    input: read('prompt_tokens', 'input_tokens'),
    output: read('completion_tokens', 'output_tokens'),
    cached: detail(['prompt_tokens_details', 'input_tokens_details'], 'cached_tokens') ?? read('cache_read_tokens'),
    reasoning:
      detail(['completion_tokens_details', 'output_tokens_details'], 'reasoning_tokens') ?? read('reasoning_tokens'),
  };
  return found.input === null && found.output === null ? null : found;
}

/** A time that is UTC when it names no zone: containers run in UTC, and a log must read alike everywhere. */
export function zonelessTime(value: unknown): string | null {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)) {
    return timeOf(`${value.replace(' ', 'T')}Z`);
  }
  return timeOf(value);
}
