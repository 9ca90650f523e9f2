import type { Action } from '../session.ts';

/** Arguments beyond this are no model's writing; a length in their proportion is close enough. */
const LONGEST_CALL = 4 * 1024 * 1024;

/** A call as the model wrote it, near enough: the tool's name and its arguments as JSON, keys in the log's order. */
export function callText(action: Pick<Action, 'tool' | 'input'>): string {
  return `${action.tool}\n${serialised(action.input)}`.slice(0, LONGEST_CALL);
}

function serialised(input: unknown): string {
  if (input === undefined || input === null) return '';
  if (typeof input === 'string') return input;
  try {
    return JSON.stringify(input) ?? '';
  } catch {
    // Nested deeper than the stack allows.
    return '';
  }
}
