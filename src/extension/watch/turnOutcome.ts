import type { RefusalReason } from '../audit/comparison.ts';

/** How a command about turns ended. */
export type TurnOutcome =
  | { status: 'watching'; folders: number }
  | { status: 'stopped' }
  | { status: 'began' | 'ended'; turn: string }
  | { status: 'cancelled' }
  | { status: 'failed'; code: string; message: string }
  | { status: 'refused'; reason: RefusalReason | 'not-watching' };
