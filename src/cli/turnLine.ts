import { shown } from '../engine/reports/shown.ts';
import type { TurnRecord } from '../protocol/turns.ts';

const PROMPT_SHOWN = 80;

/** A turn on one line: number, state, time, agent and the start of its prompt. */
export function headline(turn: TurnRecord): string {
  const [first = '', ...rest] = (turn.prompt ?? '').split('\n');
  const short = first.length > PROMPT_SHOWN || rest.length > 0 ? `${first.slice(0, PROMPT_SHOWN)}…` : first;
  const parts = [
    String(turn.number).padStart(4),
    turn.state.padEnd(8),
    turn.startedAt.slice(0, 19).replace('T', ' '),
    turn.agent ?? '-',
    short,
  ];
  return parts.map(shown).join('  ').trimEnd();
}
