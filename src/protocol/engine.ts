import type { AuditOptions } from './options.ts';
import type { AuditReport, Finding, Place, TargetsFile } from './report.ts';

/**
 * What crosses the border to the engine process: plain data, carried by JSON-RPC (vscode-jsonrpc over the child's
 * standard input and output). Progress and cancellation use the protocol's own `$/progress` and `$/cancelRequest`.
 */
export const ENGINE_PROTOCOL = 1;

/** One of the two states that an audit compares. */
export type StateRef =
  | { kind: 'revision'; revision: string }
  /** The working tree: tracked files as they are on disk, untracked files that are not ignored, staged or not. */
  | { kind: 'working-tree' }
  /** `name` is the folder as the user gave it: reports show it, since an absolute path differs between machines. */
  | { kind: 'folder'; path: string; name: string }
  /** A state that the workspace's turn store keeps; see src/protocol/turns.ts. */
  | { kind: 'stored'; id: string };

/** The agent's turn that an audit is about. */
export type TurnRequest =
  /** A turn that the workspace's turn store keeps: its id or number. It gives base, head and session start. */
  | { kind: 'stored'; turn: string }
  /**
   * Absolute paths of logs. `number` counts their turns from 1, oldest first; null: the last. Base and head of the request
   * are the states before and after that turn.
   */
  | { kind: 'logs'; files: string[]; number: number | null };

export interface AuditRequest {
  /** Absolute path of the workspace root. */
  root: string;
  /** Null for an audit of everything (`--all`). */
  base: StateRef | null;
  head: StateRef;
  /** State before the session's first turn: functions that it lacks have the origin `self`. Null: all are `repo`. */
  sessionStart: StateRef | null;
  /** Absolute path of the settings file; null for `.rewheel.json` in the root, where there is one. */
  configFile: string | null;
  /** Absolute path of the baseline; null for `rewheel-baseline.json` in the root, where there is one. */
  baselineFile: string | null;
  /** Workspace-relative paths that narrow what is reported; empty for all. */
  only: string[];
  targets: TargetsFile | null;
  /** Where recall, exploration, effort and gaps come from; null: they are not measured. */
  turn: TurnRequest | null;
  /** The user's own settings: weaker than the project's `.rewheel.json`, stronger than the defaults. */
  settings: Partial<AuditOptions>;
  /** What was said for this one audit (flags): stronger than `.rewheel.json`. */
  options: Partial<AuditOptions>;
  /** Unsaved editor texts laid over the working tree: workspace-relative path to text. */
  overlay: Record<string, string>;
  /** False in an untrusted workspace: nothing is run, git included (head and base must then be folders or the files on disk). */
  trusted: boolean;
}

export interface AuditProgress {
  phase: 'listing' | 'reading' | 'resolving' | 'comparing' | 'reporting';
  /** Files done and files in all in this phase; total 0 while unknown. */
  done: number;
  total: number;
}

export interface AuditResponse {
  report: AuditReport;
  /** Things that went wrong without ending the audit (a cache that could not be written, a file that vanished). */
  problems: string[];
  /** Git's blob id (hex, SHA-1 or SHA-256) of each file that a finding names, as it was audited; sorted by path. */
  contents: Record<string, string>;
  /** Functions that the turn wrote anew, sorted by file and line; moved and renamed ones are none. Empty with no base. */
  newFunctions: Place[];
  /** Id of the kept turn that was audited; null when it was none. */
  storedTurn: string | null;
  /** Measured by the engine: never part of the report, which must be the same bytes on every machine. */
  timings: { totalMs: number; parsedFiles: number; cachedFiles: number; peakRssMb: number };
}

/** Asks what a turn of `root` can be compared with. Needs git, so only a trusted workspace asks. */
export interface RefsRequest {
  /** Absolute path of the workspace root. */
  root: string;
}

export interface RefChoice {
  name: string;
  kind: 'branch' | 'remote' | 'tag';
  /** Commit id that the name stands for. */
  revision: string;
}

export interface CommitChoice {
  revision: string;
  subject: string;
  author: string;
  /** ISO 8601 time. */
  date: string;
}

export interface RefsResponse {
  /** The commit that HEAD stands on; null before the first commit. */
  head: string | null;
  /** Branch that is checked out; null when HEAD is detached. */
  currentBranch: string | null;
  /** Branch that work is usually merged into, as far as the repository tells; null when it does not. */
  defaultBranch: string | null;
  refs: RefChoice[];
  /** Newest first. */
  commits: CommitChoice[];
}

/** Asks for the merge base of HEAD and `revision`. */
export interface MergeBaseRequest {
  root: string;
  revision: string;
}

export interface MergeBaseResponse {
  /** Commit id. */
  revision: string;
}

/** Asks that a finding be accepted: it goes into `rewheel-baseline.json` of the root, which is made where it is missing. */
export interface AcceptRequest {
  root: string;
  finding: Finding;
}

export interface AcceptResponse {
  /** Absolute path of the baseline. */
  path: string;
}

/** Data of an RPC error, so that the client can make a RewheelError of it again. */
export interface ErrorData {
  code: string;
}

export const EngineMethod = {
  initialize: 'rewheel/initialize',
  audit: 'rewheel/audit',
  refs: 'rewheel/refs',
  mergeBase: 'rewheel/mergeBase',
  /** AcceptRequest → AcceptResponse */
  accept: 'rewheel/accept',
  /** TurnsRequest → TurnsResponse */
  turns: 'rewheel/turns',
  /** BeginTurnRequest, EndTurnRequest → TurnRecord */
  beginTurn: 'rewheel/beginTurn',
  endTurn: 'rewheel/endTurn',
  /** WatchRequest → null. The same root again replaces what is watched there. */
  watch: 'rewheel/watch',
  /** TurnsRequest → null */
  unwatch: 'rewheel/unwatch',
  /** UserEditNotice, a notification to the engine. */
  userEdited: 'rewheel/userEdited',
  /** TurnEvent, a notification from the engine. */
  turnEvent: 'rewheel/turnEvent',
  /** StateChangesRequest → StateChangesResponse */
  stateChanges: 'rewheel/stateChanges',
  /** StateFileRequest → StateFileResponse */
  stateFile: 'rewheel/stateFile',
  shutdown: 'rewheel/shutdown',
  log: 'rewheel/log',
} as const;

export interface InitializeRequest {
  protocol: number;
  /** Folder for cached facts; null keeps them in memory only; left out: the user's data folder. */
  cacheFolder?: string | null;
}

export interface InitializeResponse {
  protocol: number;
  version: string;
}

export interface LogMessage {
  level: 'error' | 'warn' | 'info' | 'debug';
  topic: string;
  message: string;
}
