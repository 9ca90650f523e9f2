import type { LogSource } from '../../ports/logs.ts';
import type { LogReader, LogSink } from './format.ts';
import { NO_SINK } from './noSink.ts';

/** Records of one sub-agent that wait for their turn, beyond which what follows is left out. */
const MOST_WAITING = 20_000;

export interface FoundChild {
  /** Names the sub-agent in `by`. */
  id: string;
  source: LogSource;
}

interface Child {
  id: string;
  reader: LogReader;
  waiting: { at: string; tell: (sessionId: string) => void }[];
  latest: string;
  lost: boolean;
}

/**
 * Logs of a session's sub-agents that stand beside its own. What they tell is the session's, marked with `by`, and goes
 * to the turn that ran at its time: it waits here until the session's log has come that far.
 */
export class ChildLogs {
  readonly #sink: LogSink;
  readonly #find: (sessionId: string) => Promise<FoundChild[]>;
  readonly #open: (source: LogSource, sink: LogSink) => LogReader;
  #children = new Map<string, Child>();

  /** @param find the logs that are there now; one that was given before is known by its id */
  constructor(
    sink: LogSink,
    find: (sessionId: string) => Promise<FoundChild[]>,
    open: (source: LogSource, sink: LogSink) => LogReader,
  ) {
    this.#sink = sink;
    this.#find = find;
    this.#open = open;
  }

  get count(): number {
    return this.#children.size;
  }

  /** Reads on, and tells what was done before `until` (null: all that is there). */
  async read(sessionId: string, until: string | null): Promise<void> {
    for (const { id, source } of await this.#find(sessionId)) if (!this.#children.has(id)) this.#add(id, source);
    for (const child of this.#children.values()) {
      await this.#follow(child, () => child.reader.advance());
      const next = child.waiting.findIndex(({ at }) => until !== null && at >= until);
      const due = child.waiting.splice(0, next < 0 ? child.waiting.length : next);
      for (const { tell } of due) tell(sessionId);
    }
  }

  /** Nothing more comes. */
  async end(sessionId: string): Promise<void> {
    await this.read(sessionId, null);
    for (const child of this.#children.values()) await this.#follow(child, () => child.reader.end());
    await this.read(sessionId, null);
  }

  restart(): void {
    this.#children = new Map();
  }

  #add(id: string, source: LogSource): void {
    const child: Omit<Child, 'reader'> = { id, waiting: [], latest: '', lost: false };
    const wait = (at: string | null | undefined, tell: (sessionId: string) => void): void => {
      if (child.waiting.length >= MOST_WAITING) return this.#sink.problem('too-large');
      if (at && at > child.latest) child.latest = at;
      child.waiting.push({ at: child.latest, tell });
    };
    const own = (actionId: string): string => `${id}/${actionId}`;
    const reader = this.#open(source, {
      ...NO_SINK,
      problem: (kind, count) => this.#sink.problem(kind, count),
      action: (_, action) =>
        wait(action.startedAt, (session) => this.#sink.action(session, { ...action, id: own(action.id), by: id })),
      result: (_, actionId, result) =>
        wait(result.endedAt, (session) => this.#sink.result(session, own(actionId), result)),
      message: (_, message) =>
        wait(message.at, (session) =>
          this.#sink.message(session, { ...message, id: own(message.id), by: id, actions: message.actions.map(own) }),
        ),
    });
    this.#children.set(id, Object.assign(child, { reader }));
  }

  async #follow(child: Child, read: () => Promise<void>): Promise<void> {
    if (child.lost) return;
    try {
      await read();
    } catch {
      child.lost = true;
      this.#sink.problem('missing-file');
    }
  }
}
