import { readLog } from '../../../engine/turns/readLog.ts';
import type { Action, SessionInfo, Turn } from '../../../engine/turns/session.ts';
import { openLogSource } from '../../../platform/logs/logSource.ts';
import { RewheelError } from '../../../protocol/errors.ts';
import { addToList } from '../../../engine/model/counts.ts';

/** A turn of logs, with what the session did before it. */
export interface ChosenTurn {
  turn: Turn;
  session: SessionInfo;
  /** Its place among all turns of the logs, from 1. */
  number: number;
  /** Actions of the session's earlier turns, without what they printed. */
  earlier: Action[];
}

export interface ChooseOptions {
  /** Counts the turns of all logs from 1; null: the last. */
  number: number | null;
  /** Looks for this turn of the log instead, by the ids that the log gives. */
  ids?: { session: string; turn: string };
  /** Whether a session belongs to the workspace: a store may hold those of many projects. */
  belongs: (session: SessionInfo) => boolean;
  signal?: AbortSignal;
}

interface Entry {
  sessionId: string;
  turnId: string;
  id: string;
  startedAt: string | null;
}

/**
 * Finds one turn in logs. They are read twice: to count their turns, and for the chosen one, so that no other turn's
 * texts are held. Logs with the same session (one file a turn) go on from each other in the order given; sessions stand
 * in the order of their first turns.
 * @throws RewheelError `unknown-turn` when there is no such turn, `unknown-log`, `log-unreadable`
 */
export async function chooseTurn(files: readonly string[], options: ChooseOptions): Promise<ChosenTurn> {
  const { sessions, entries } = await listTurns(files, options);
  const mine = entries.filter(({ sessionId }) => sessions.has(sessionId));
  const order = orderOf(mine);
  const { ids } = options;
  const number = ids
    ? order.findIndex((entry) => entry.sessionId === ids.session && entry.turnId === ids.turn) + 1
    : (options.number ?? order.length);
  const chosen = order[number - 1];
  if (!chosen) throw noTurn(files, number, order.length, entries.length);
  const earlierIds = new Set(
    order.slice(0, number - 1).flatMap(({ sessionId, id }) => (sessionId === chosen.sessionId ? [id] : [])),
  );
  let turn: Turn | null = null;
  const earlier: Action[] = [];
  for (const file of files) {
    const seen = new Map<string, number>();
    await readLog(await openLogSource(file), {
      signal: options.signal,
      onTurn: (each) => {
        if (each.sessionId !== chosen.sessionId) return;
        const key = keyOf(file, each, seen);
        if (key === chosen.id) turn = each;
        else if (earlierIds.has(key)) earlier.push(...each.actions.map((action) => ({ ...action, output: null })));
      },
    });
  }
  if (!turn) throw noTurn(files, number, order.length, entries.length);
  return { turn, session: sessions.get(chosen.sessionId)!, number, earlier };
}

async function listTurns(
  files: readonly string[],
  { belongs, signal }: ChooseOptions,
): Promise<{ sessions: Map<string, SessionInfo>; entries: Entry[] }> {
  const all: SessionInfo[] = [];
  const entries: Entry[] = [];
  for (const file of files) {
    const seen = new Map<string, number>();
    let own: Entry[] = [];
    const { sessions } = await readLog(await openLogSource(file), {
      signal,
      onTurn: (turn) => {
        own.push({
          sessionId: turn.sessionId,
          turnId: turn.id,
          id: keyOf(file, turn, seen),
          startedAt: turn.startedAt,
        });
      },
      onRestart: () => {
        own = [];
        seen.clear();
      },
    });
    entries.push(...own);
    all.push(...sessions);
  }
  // A log that was named is meant, even when its session worked in a folder of another machine.
  const mine = all.some(belongs) ? all.filter(belongs) : all;
  return { sessions: new Map(mine.map((session) => [session.id, session])), entries };
}

/** Turns of one file may carry the same id in two files (one file a turn), never in one. */
function keyOf(file: string, turn: Turn, seen: Map<string, number>): string {
  const place = (seen.get(turn.sessionId) ?? 0) + 1;
  seen.set(turn.sessionId, place);
  return `${file}\0${place}`;
}

function orderOf(entries: readonly Entry[]): Entry[] {
  const bySession = new Map<string, Entry[]>();
  for (const entry of entries) {
    addToList(bySession, entry.sessionId, entry);
  }
  const firstOf = (list: Entry[]): string => list.find(({ startedAt }) => startedAt !== null)?.startedAt ?? '';
  return [...bySession.values()]
    .sort((a, b) => (firstOf(a) < firstOf(b) ? -1 : firstOf(a) > firstOf(b) ? 1 : 0))
    .flat();
}

function noTurn(files: readonly string[], number: number, count: number, all: number): RewheelError {
  const names = files.join(', ');
  if (all === 0) return new RewheelError('unknown-turn', `${names}: there is no turn in it. Name a log with a prompt.`);
  const has = count === 1 ? 'one turn' : `${count} turns`;
  return new RewheelError('unknown-turn', `There is no turn ${number}: ${names} has ${has}. Give a number from 1.`);
}
