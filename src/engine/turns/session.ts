/**
 * The normal form of an agent's log: session, turns, model messages, actions (specs of the logs: one reader a format in
 * sources/). Texts, paths and times are those of the log: untrusted, and not yet tied to a workspace.
 */
export const LOG_SCHEMA = 'rewheel/log@1';

export type AgentId =
  | 'claude-code'
  | 'codex'
  | 'copilot-cli'
  | 'vscode-chat'
  | 'opencode'
  | 'mini-swe-agent'
  | 'swe-agent'
  | 'openhands'
  | 'cline'
  | 'roo-code'
  | 'gemini-cli'
  | 'aider';

export interface SessionInfo {
  /** Unique among the sessions of one log. */
  id: string;
  agent: AgentId;
  agentVersion: string | null;
  /** Session that this one was forked from. Sub-agents are no sessions: their actions stand in the turn, with `by`. */
  parentId: string | null;
  /** Folders in which the session worked, as the log writes them, first the one where it began. */
  folders: string[];
}

/** Tokens of one answer or of a whole turn, as the log states them; null where it does not. */
export interface TokenUsage {
  /** Sent to the model, cached ones included. */
  input: number | null;
  /** Written by the model, reasoning included. */
  output: number | null;
  /** Part of `input` that came from a cache. */
  cached: number | null;
  /** Part of `output` that was reasoning. */
  reasoning: number | null;
}

/** One answer of the model. Its tokens are shared over its actions (design.md section 1, effort). */
export interface ModelMessage {
  id: string;
  /** Sub-agent that got the answer; null for the main agent. */
  by: string | null;
  /** ISO 8601 in UTC; null when the log has no time. */
  at: string | null;
  model: string | null;
  usage: TokenUsage | null;
  /** What the model said beside its calls. */
  text: string;
  /** Its reasoning, where the log holds it readable. */
  reasoning: string;
  /** Ids of the actions that the answer asked for, in order. */
  actions: string[];
}

/** What a tool does, before effort classes: `run` is a shell command or a script. */
export type ActionKind = 'read' | 'search' | 'list' | 'edit' | 'write' | 'run' | 'other';

export type ActionState = 'ok' | 'failed' | 'denied' | 'interrupted' | 'no-result';

export interface LineRange {
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
}

/** Only `read` gives recall and Lines; `search` and `listing` count to Files; `echo` and `given` count nowhere. */
export type ExposureClass = 'read' | 'search' | 'listing' | 'echo' | 'given';

/** Where the lines come from, best first. */
export type ExposureMethod = 'structured' | 'printed' | 'simulated' | 'arguments' | 'unverified';

/** Part of a file that the model was shown by a tool (not by a shell command: those are read from `command` and `output`). */
export interface Shown {
  /** As the log writes it: absolute, or relative to the action's `cwd`, else to the session's first folder. */
  path: string;
  class: ExposureClass;
  /** Ascending, not overlapping; empty when only the path was shown. Numbers of the file as it was at that moment. */
  ranges: LineRange[];
  how: ExposureMethod;
  /** The shown lines without printed numbers, in the order of `ranges`, one entry a line; null when the log lacks them. */
  lines: string[] | null;
}

/** What a tool did to a file. Only edits of actions with the state `ok` took place. Paths as in `Shown`. */
export type FileEdit =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'replace'; path: string; old: string; new: string; all: boolean }
  /** After line `afterLine` (0: at the start). */
  | { kind: 'insert'; path: string; afterLine: number; text: string }
  | { kind: 'replace-lines'; path: string; startLine: number; endLine: number; text: string }
  /** Hunks without line numbers (`apply_patch`): each replaces the first place after the last hunk that has its `before`. */
  | { kind: 'patch'; path: string; hunks: { before: string[]; after: string[] }[] }
  /** A unified diff with line numbers for this file. */
  | { kind: 'diff'; path: string; diff: string }
  | { kind: 'delete'; path: string }
  | { kind: 'move'; path: string; to: string }
  /** Changed in a way that the log does not tell. */
  | { kind: 'unknown'; path: string };

export interface ShellCommand {
  /** Command line; for `argv` the arguments stand in `argv` and this is for display. */
  text: string;
  shell: 'posix' | 'powershell' | 'python';
  argv: string[] | null;
  /** Folder that the call names; null: the action's `cwd`. */
  workdir: string | null;
  /** True where a `cd` lasts into the next command of the same `terminal`. */
  keepsFolder: boolean;
  /** Name of the terminal that goes on from call to call; null for a shell of its own. */
  terminal: string | null;
}

export interface Action {
  /** Unique in the turn: the call's id in the log where it has one, else made from its place. */
  id: string;
  /** Sub-agent that acted; null for the main agent. */
  by: string | null;
  kind: ActionKind;
  /** Name of the tool in the log. */
  tool: string;
  /** Arguments as the log holds them (parsed where they are JSON in a string). */
  input: unknown;
  cwd: string | null;
  startedAt: string | null;
  endedAt: string | null;
  state: ActionState;
  exitCode: number | null;
  /** Set for kind `run`. */
  command: ShellCommand | null;
  /** Text of the result that reached the model, numbers and notices included; null when the log does not hold it. */
  output: string | null;
  /** True when the text was cut before it reached the model. */
  outputCut: boolean;
  shown: Shown[];
  edits: FileEdit[];
  /** Tokens that the log states for this very call; null for nearly all logs (see ModelMessage.usage). */
  tokens: number | null;
}

/** How a turn ended. `cut`: the log ends in the midst of it; `running`: it ended so, but may still go on. */
export type TurnOutcome = 'finished' | 'interrupted' | 'error' | 'running' | 'cut';

export interface Turn {
  sessionId: string;
  /** Unique in the session and stable when the log grows. */
  id: string;
  /** From 1, in the order of the log. */
  index: number;
  prompt: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Distinct, in the order of use. */
  models: string[];
  /** Sums over the messages, or what the log states for the turn. */
  usage: TokenUsage | null;
  outcome: TurnOutcome;
  messages: ModelMessage[];
  /** In log order. */
  actions: Action[];
}

/** Everything that was skipped. Never fatal. */
export type LogProblem =
  /** No JSON, or none to the end of the line. */
  | 'invalid-json'
  | 'invalid-utf8'
  /** The last line or document is half written. */
  | 'cut-end'
  /** A record of a kind that the format is not known to have. Known ones that say nothing here are no problem. */
  | 'unknown-record'
  /** A known record without what it must have, or with a value of another shape. */
  | 'malformed-record'
  | 'duplicate-record'
  /** A line or value over the limit. */
  | 'too-large'
  /** A result without its call. */
  | 'orphan-result'
  /** A file that belongs to the log is missing or cannot be read. */
  | 'missing-file'
  /** A time before the one of an earlier record of the same session by more than a minute. */
  | 'clock-backwards';

export const NO_USAGE: TokenUsage = { input: null, output: null, cached: null, reasoning: null };
