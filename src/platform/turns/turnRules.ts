import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { RewheelError } from '../../protocol/errors.ts';
import type { TurnRecord } from '../../protocol/turns.ts';
import { isRunning } from './storeLock.ts';

/** What is known of a turn at its beginning. */
export interface TurnStart {
  source: TurnRecord['source'];
  agent?: string | null;
  /** The agent's own id of its session: turns with the same one are of one session. */
  agentSession?: string | null;
  model?: string | null;
  prompt?: string | null;
  /** A name for the session that the user chose. */
  session?: string;
  /** Begin a session even though the last one would go on. */
  newSession?: boolean;
  /** ISO 8601; now when left out. */
  startedAt?: string;
  logPath?: string | null;
  /** Id of the turn in its log. */
  logTurn?: string | null;
  /** Snapshot that was taken before the turn; taken now when left out. */
  base?: string;
  /** This process watches the turn and ends it: when it dies the turn is cut. */
  watched?: boolean;
}

/** Without a session's name or id, a turn goes on with the last session when that was active so recently. */
const SESSION_HOURS = 12;

/**
 * The session that a turn belongs to, with that session's earlier turn and the place of this one.
 * @param id of the turn, for a session that begins with it
 */
export function sessionOf(
  start: TurnStart,
  turns: readonly TurnRecord[],
  id: string,
  now: Date,
): { sessionKey: string; first: TurnRecord | undefined; index: number } {
  const sessionKey = namedSession(start) ?? goingOn(start, turns, now) ?? `${start.source}:${id}`;
  const before = turns.filter((turn) => turn.sessionKey === sessionKey);
  return { sessionKey, first: before[0], index: (before.at(-1)?.index ?? 0) + 1 };
}

function namedSession({ session, agentSession, agent }: TurnStart): string | null {
  if (session !== undefined) return `named:${session}`;
  return agentSession ? `${(agent ?? 'agent').replaceAll(':', '_')}:${agentSession}` : null;
}

function goingOn(start: TurnStart, turns: readonly TurnRecord[], now: Date): string | null {
  if (start.newSession) return null;
  const last = turns.filter((turn) => turn.source === start.source && isUnnamed(turn)).at(-1);
  if (last === undefined) return null;
  const hours = (now.getTime() - Date.parse(last.endedAt ?? last.startedAt)) / 3_600_000;
  return hours < SESSION_HOURS ? last.sessionKey : null;
}

function isUnnamed(turn: TurnRecord): boolean {
  return turn.sessionKey.startsWith(`${turn.source}:`) && turn.agentSession === null;
}

/**
 * Open turns that are over although nobody saw their end: one session has one turn at a time, one pair of hands begins
 * turns without a session's name, and a watcher that does not run watches nothing.
 * @param start the turn that begins; null when none does
 */
export function cutBy(start: TurnStart | null, sessionKey: string | null, turns: readonly TurnRecord[]): TurnRecord[] {
  const byHand = start !== null && start.source === 'command' && namedSession(start) === null;
  return turns.filter((turn) => {
    if (turn.state !== 'open') return false;
    if (turn.sessionKey === sessionKey || (byHand && turn.source === 'command' && isUnnamed(turn))) return true;
    return turn.watcher !== null && !isRunning(turn.watcher);
  });
}

/**
 * The record of a turn that is about to begin, when one is kept already: several processes may see the same turn of a log,
 * or the same burst of changes, and one that starts again finds the turn that it was watching.
 */
export function sameTurn(start: TurnStart, turns: readonly TurnRecord[]): TurnRecord | undefined {
  const { source, agent, agentSession, logTurn } = start;
  if (source === 'burst') {
    return turns.find(
      (turn) => turn.source === 'burst' && turn.state === 'open' && turn.watcher && isRunning(turn.watcher),
    );
  }
  if (source !== 'log' || !agentSession || !logTurn) return undefined;
  return turns.findLast(
    (turn) =>
      turn.source === 'log' &&
      turn.logTurn === logTurn &&
      turn.agentSession === agentSession &&
      turn.agent === (agent ?? null),
  );
}

/** An open turn that some process said it would end, and none does: it has died, or is this one, which forgot. */
export function isOrphan({ state, watcher }: TurnRecord): boolean {
  if (state !== 'open' || watcher === null) return false;
  const { pid, host } = thisProcess();
  return (watcher.pid === pid && watcher.host === host) || !isRunning(watcher);
}

export function thisProcess(): { pid: number; host: string } {
  return { pid: process.pid, host: hostname() };
}

/** Sorts by time; the rest makes it unique. */
export function newTurnId(now: Date): string {
  return `${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`;
}

/** Characters of a prompt that are kept. */
const PROMPT_CHARACTERS = 20_000;

export function shortPrompt(prompt: string | null | undefined): string | null {
  if (prompt === null || prompt === undefined) return null;
  return prompt.length > PROMPT_CHARACTERS ? `${prompt.slice(0, PROMPT_CHARACTERS)}…` : prompt;
}

/** True when the workspace is not as the turn that ended last left it. While another turn is open nobody can tell. */
export function userChangedBefore(base: string, turns: readonly TurnRecord[]): boolean {
  if (turns.some(({ state }) => state === 'open')) return false;
  const ended = turns.filter(({ headAt }) => headAt === 'end');
  const last = ended.reduce<TurnRecord | undefined>(
    (latest, turn) => (latest === undefined || (turn.endedAt ?? '') >= (latest.endedAt ?? '') ? turn : latest),
    undefined,
  );
  return last !== undefined && last.head !== base;
}

/**
 * A turn by its id or number; the latest when neither is given.
 * @throws RewheelError `unknown-turn`
 */
export function findTurn(turns: readonly TurnRecord[], wanted: string | number | undefined, root: string): TurnRecord {
  if (turns.length === 0) {
    throw new RewheelError('unknown-turn', `No turn of ${root} is kept yet. Begin one with: rewheel turns begin`);
  }
  if (wanted === undefined) return turns.at(-1)!;
  const byId = turns.find((turn) => turn.id === wanted);
  if (byId !== undefined) return byId;
  const byNumber = /^\d{1,9}$/.test(String(wanted)) && turns.find((turn) => turn.number === Number(wanted));
  if (byNumber) return byNumber;
  const numbers = `${turns[0]!.number} to ${turns.at(-1)!.number}`;
  throw new RewheelError(
    'unknown-turn',
    `There is no turn '${String(wanted).slice(0, 80)}' of ${root}; those with the numbers ${numbers} are kept (see rewheel turns list).`,
  );
}
