import {
  NO_USAGE,
  type Action,
  type LogProblem,
  type ModelMessage,
  type SessionInfo,
  type TokenUsage,
  type Turn,
  type TurnOutcome,
} from '../session.ts';
import type { LogSink } from './format.ts';

/** Minutes in ms by which a time may lie before an earlier record's: rows of one answer are written out of order. */
const CLOCK_SLACK = 60_000;

/** Turns that are over but may still get a result (background commands); older ones are given away. */
const HELD_TURNS = 1;

export interface TurnListener {
  /** A turn is complete. `session` may still learn folders. */
  turn(turn: Turn, session: SessionInfo): void;
  /** All turns given so far are void: the log was written anew. */
  restart?(): void;
}

interface OpenTurn {
  turn: Turn;
  actions: Map<string, number>;
  messages: Map<string, number>;
  stated: TokenUsage | null;
}

interface OpenSession {
  info: SessionInfo;
  /** The newest last; never more than it may hold. */
  open: OpenTurn[];
  ended: boolean;
  count: number;
  latest: number;
  ids: Set<string>;
}

/** Makes turns of what a reader tells, and gives each away when it is over: memory holds the open turns alone. */
export class TurnAssembler implements LogSink {
  readonly problems = new Map<LogProblem, number>();
  readonly #sessions = new Map<string, OpenSession>();
  readonly #listener: TurnListener;
  readonly #agent: SessionInfo['agent'];

  constructor(agent: SessionInfo['agent'], listener: TurnListener) {
    this.#agent = agent;
    this.#listener = listener;
  }

  get sessions(): SessionInfo[] {
    return [...this.#sessions.values()].map(({ info }) => info);
  }

  /** Turns that are not given away yet, oldest first: the running ones, and ended ones that may still get a result. */
  get openTurns(): { turn: Turn; session: SessionInfo }[] {
    return [...this.#sessions.values()].flatMap(({ info, open }) =>
      open.map((each) => ({ turn: completed(each), session: info })),
    );
  }

  session(info: { id: string } & Partial<Omit<SessionInfo, 'id'>>): void {
    const known = this.#session(info.id).info;
    if (info.agent) known.agent = info.agent;
    if (info.agentVersion) known.agentVersion = info.agentVersion;
    if (info.parentId) known.parentId = info.parentId;
    for (const folder of info.folders ?? []) if (!known.folders.includes(folder)) known.folders.push(folder);
  }

  turn(start: { sessionId: string; id: string; prompt: string | null; at: string | null }): void {
    const session = this.#session(start.sessionId);
    this.#clock(session, start.at);
    this.#close(session, 'finished');
    this.#open(session, start.id, start.prompt, start.at);
  }

  steer(sessionId: string, text: string): void {
    const { turn } = this.#running(sessionId);
    turn.prompt = turn.prompt === null ? text : `${turn.prompt}\n\n${text}`;
  }

  message(sessionId: string, message: ModelMessage): void {
    const open = this.#running(sessionId);
    const place = open.messages.get(message.id);
    // Told again, it keeps the time of its start.
    if (place === undefined) this.#at(sessionId, open.turn, message.at, message.by);
    if (place !== undefined) open.turn.messages[place] = message;
    else open.messages.set(message.id, open.turn.messages.push(message) - 1);
    if (message.model !== null && !open.turn.models.includes(message.model)) open.turn.models.push(message.model);
  }

  action(sessionId: string, action: Action): void {
    const open = this.#running(sessionId);
    const place = open.actions.get(action.id);
    if (place === undefined) this.#at(sessionId, open.turn, action.startedAt, action.by);
    if (place !== undefined) open.turn.actions[place] = action;
    else open.actions.set(action.id, open.turn.actions.push(action) - 1);
  }

  result(sessionId: string, actionId: string, result: Partial<Omit<Action, 'id'>>): void {
    const session = this.#session(sessionId);
    const open = session.open.findLast(({ actions }) => actions.has(actionId));
    if (!open) return this.problem('orphan-result');
    const place = open.actions.get(actionId)!;
    const action = { ...open.turn.actions[place]!, ...result };
    open.turn.actions[place] = action;
    if (open === session.open.at(-1)) this.#at(sessionId, open.turn, result.endedAt ?? null, action.by);
  }

  usage(sessionId: string, usage: TokenUsage | null): void {
    this.#running(sessionId).stated = usage;
  }

  ended(sessionId: string, outcome: TurnOutcome, at: string | null): void {
    const session = this.#session(sessionId);
    const open = session.open.at(-1);
    if (!open) return;
    this.#at(sessionId, open.turn, at, null);
    open.turn.outcome = outcome;
    session.ended = true;
  }

  over(sessionId: string): void {
    const session = this.#session(sessionId);
    this.#close(session, 'cut');
    while (session.open.length > 0) this.#give(session);
  }

  problem(kind: LogProblem, count = 1): void {
    this.problems.set(kind, (this.problems.get(kind) ?? 0) + count);
  }

  restart(): void {
    this.problems.clear();
    this.#sessions.clear();
    this.#listener.restart?.();
  }

  /** Nothing more comes: gives the open turns away. A turn whose end the log does not tell is `cut`. */
  finish(): void {
    for (const id of this.#sessions.keys()) this.over(id);
  }

  #session(id: string): OpenSession {
    let session = this.#sessions.get(id);
    if (!session) {
      const info: SessionInfo = { id, agent: this.#agent, agentVersion: null, parentId: null, folders: [] };
      session = { info, open: [], ended: true, count: 0, latest: 0, ids: new Set() };
      this.#sessions.set(id, session);
    }
    return session;
  }

  /** The turn that runs, else the last one, which went on after its end; a first one when there is none. */
  #running(sessionId: string): OpenTurn {
    const session = this.#session(sessionId);
    return session.open.at(-1) ?? this.#open(session, `${sessionId}#0`, null, null);
  }

  #open(session: OpenSession, id: string, prompt: string | null, at: string | null): OpenTurn {
    // A prompt that is told twice under one id is two turns all the same.
    let unique = id;
    for (let copy = 2; session.ids.has(unique); copy++) unique = `${id}~${copy}`;
    session.ids.add(unique);
    const open: OpenTurn = {
      turn: {
        sessionId: session.info.id,
        id: unique,
        index: ++session.count,
        prompt,
        startedAt: at,
        endedAt: null,
        models: [],
        usage: null,
        outcome: 'running',
        messages: [],
        actions: [],
      },
      actions: new Map(),
      messages: new Map(),
      stated: null,
    };
    session.open.push(open);
    session.ended = false;
    while (session.open.length > HELD_TURNS + 1) this.#give(session);
    return open;
  }

  #close(session: OpenSession, outcome: TurnOutcome): void {
    const open = session.open.at(-1);
    if (open && !session.ended) open.turn.outcome = outcome;
    session.ended = true;
  }

  #give(session: OpenSession): void {
    const open = session.open.shift();
    if (open) this.#listener.turn(completed(open), session.info);
  }

  /** Sub-agents work side by side, each with a clock of its own: their logs are told one after the other. */
  #at(sessionId: string, turn: Turn, at: string | null, by: string | null): void {
    if (at === null) return;
    if (by === null) this.#clock(this.#session(sessionId), at);
    turn.startedAt ??= at;
    if (turn.endedAt === null || at > turn.endedAt) turn.endedAt = at;
  }

  #clock(session: OpenSession, at: string | null): void {
    if (at === null) return;
    const time = Date.parse(at);
    if (time < session.latest - CLOCK_SLACK) this.problem('clock-backwards');
    session.latest = Math.max(session.latest, time);
  }
}

function completed({ turn, stated }: OpenTurn): Turn {
  return { ...turn, usage: stated ?? summed(turn.messages) };
}

function summed(messages: readonly ModelMessage[]): TokenUsage | null {
  const known = messages.flatMap(({ usage }) => (usage ? [usage] : []));
  if (known.length === 0) return null;
  const sum = { ...NO_USAGE };
  for (const key of ['input', 'output', 'cached', 'reasoning'] as const) {
    const values = known.flatMap((usage) => usage[key] ?? []);
    if (values.length > 0) sum[key] = values.reduce((total, value) => total + value, 0);
  }
  return sum;
}
