import { z } from 'zod';

/**
 * A turn as the workspace's turn store keeps it. Snapshots are named by the ids that the store gave to them
 * (`StateRef` of kind `stored`). Times are ISO 8601 in UTC.
 */
export const turnRecordSchema = z.object({
  schema: z.literal('rewheel/turn@1'),
  /** Unique in the store; sorts by the time of the beginning. */
  id: z.string().regex(/^[0-9A-Za-z-]{1,64}$/),
  /** Place among all turns of the workspace, from 1; never given twice. */
  number: z.int().positive(),
  /** Turns with the same key follow each other in one session of an agent. */
  sessionKey: z.string(),
  /** Place in the session, from 1. */
  index: z.int().positive(),
  /** `cut`: nobody saw the end, because the agent or who watched it died. */
  state: z.enum(['open', 'finished', 'cut']),
  /** Who saw the turn: an agent's log, `rewheel turns begin`, or a burst of changes. */
  source: z.enum(['log', 'command', 'burst']),
  agent: z.string().nullable(),
  /** The agent's own id of its session. */
  agentSession: z.string().nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Snapshot of the workspace before the turn. */
  base: z.string(),
  /** Snapshot after the turn; null while it is open. */
  head: z.string().nullable(),
  /** `closing`: the head was taken when the cut turn was closed, so later work of the user may be in it. */
  headAt: z.enum(['end', 'closing']).nullable(),
  /** Base of the session's first turn: what is not in it and not of this turn was written by the session's earlier turns. */
  sessionStart: z.string(),
  /** The log that the turn was seen in, and the id that it has there. */
  logPath: z.string().nullable(),
  logTurn: z.string().nullable(),
  /** The workspace changed between the end of the turn before and the beginning of this one: the user's work. */
  userChangesBefore: z.boolean(),
  /** The process that watches the turn; null when it was begun by hand. */
  watcher: z.object({ pid: z.int().positive(), host: z.string() }).nullable(),
});

export type TurnRecord = z.infer<typeof turnRecordSchema>;

/** How much of the turns of a workspace is kept: the oldest go first. */
export interface KeepLimits {
  bytes: number;
  /** Null: as long as there is room. */
  days: number | null;
}

/** What to watch in one workspace. */
export interface WatchRequest {
  /** Absolute path of the workspace root. Only a trusted workspace is watched. */
  root: string;
  /** Whether agents' logs are looked for and followed. */
  logs: boolean;
  /** Further folders to look for logs in, by format, as the user's settings name them. */
  logPlaces: Record<string, string[]>;
  /** Whether a burst of changes that the user did not type counts as a turn while no log tells of one. */
  bursts: boolean;
  /** Milliseconds without a change after which a burst is over; 10 seconds when left out. */
  burstQuietMs?: number;
  /** Limits of the turns that are kept, below the usual ones. */
  keep?: KeepLimits;
  /** False is refused; left out, the front end vouches for the workspace. */
  trusted?: boolean;
}

/** Files that the user wrote in an editor: changes to them are not an agent's. Paths relative to the root, with `/`. */
export interface UserEditNotice {
  root: string;
  paths: string[];
}

/** Something about the turns of a watched workspace, told by the engine. */
export type TurnEvent =
  | { root: string; kind: 'began'; turn: TurnRecord }
  | { root: string; kind: 'ended'; turn: TurnRecord }
  /** Watching goes on, but something went wrong: a log that cannot be read, a full store. */
  | { root: string; kind: 'problem'; message: string }
  /** Watching has ended by itself, and why. */
  | { root: string; kind: 'stopped'; message: string };

export interface TurnsRequest {
  root: string;
}

export interface TurnsResponse {
  /** Newest first. */
  turns: TurnRecord[];
}

export interface BeginTurnRequest {
  root: string;
  prompt: string | null;
}

export interface EndTurnRequest {
  root: string;
  /** Id of the turn; null for the one that is open. */
  turn: string | null;
}

/** What differs between a turn's two snapshots; each list sorted by path. */
export interface TurnChanges {
  added: string[];
  modified: string[];
  deleted: string[];
}

/** Asks for the files that differ between two kept states. */
export interface StateChangesRequest {
  root: string;
  base: string;
  /** Null: the workspace as it is now, which is kept for it. */
  head: string | null;
}

export interface StateChangesResponse {
  /** The state that `base` was compared with. */
  head: string;
  changes: TurnChanges;
}

/** Asks for the text of one file in a kept state. */
export interface StateFileRequest {
  root: string;
  state: string;
  /** Relative to the root, with `/`. */
  path: string;
}

export interface StateFileResponse {
  /** Null when the state does not hold the file, or it is no text. */
  text: string | null;
}
