import type { SessionInfo, Turn } from '../../../engine/turns/session.ts';

/** A turn as its log tells it now. */
export interface LogTurn {
  turn: Turn;
  session: SessionInfo;
  /** Absolute path of the log. */
  logPath: string;
}

/** Takes the turns of logs in the order in which they are seen. */
export interface LogTurnSink {
  began(turn: LogTurn): void;
  ended(turn: LogTurn): void;
  /** Nobody will see the end of a turn that began: its log is gone, or does not tell of it any more. */
  lost(turn: LogTurn): void;
  problem(message: string): void;
}

export function isOver({ turn }: LogTurn): boolean {
  return turn.outcome !== 'running';
}

/** One key for one turn of one agent's session. */
export function turnKey(agent: string | null, session: string | null, turn: string | null): string {
  return [agent, session, turn].join('\0');
}

export function keyOf({ turn, session }: LogTurn): string {
  return turnKey(session.agent, session.id, turn.id);
}

/** Time of a log in ms; null when it has none. */
export function timeOf(at: string | null): number | null {
  const time = at === null ? NaN : Date.parse(at);
  return Number.isNaN(time) ? null : time;
}
