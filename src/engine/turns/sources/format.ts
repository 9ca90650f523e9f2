import type { LogSource } from '../../ports/logs.ts';
import type { Action, AgentId, LogProblem, ModelMessage, SessionInfo, TurnOutcome } from '../session.ts';

/** What is known of a log before it is read. */
export interface LogSample {
  /** Last segment of the path. */
  name: string;
  kind: 'file' | 'folder';
  /** First 64 KiB as text, without a byte-order mark; '' for a folder. */
  head: string;
  /** Names in the folder; [] for a file. */
  entries: string[];
}

/** Takes what a reader finds, in log order. Implemented once, in turnAssembler.ts. */
export interface LogSink {
  /** Tells or completes a session: what is given replaces what was known, `folders` are added. */
  session(info: { id: string } & Partial<Omit<SessionInfo, 'id'>>): void;
  /**
   * A prompt: ends the session's turn before it, if it still runs. Actions and messages that come before the first prompt
   * make a turn without a prompt.
   */
  turn(start: { sessionId: string; id: string; prompt: string | null; at: string | null }): void;
  /** Adds to the prompt of the running turn (steering while it runs, a second part of the same prompt). */
  steer(sessionId: string, text: string): void;
  /** An answer of the model. Told again under the same id it replaces what was known (answers grow in some logs). */
  message(sessionId: string, message: ModelMessage): void;
  /** A call without its result yet (state `no-result`). The same id told again replaces it, but its place stays. */
  action(sessionId: string, action: Action): void;
  /** The result of a call of the running turn, or of an earlier one that is still held; else a problem `orphan-result`. */
  result(sessionId: string, actionId: string, result: Partial<Omit<Action, 'id'>>): void;
  /** Known tokens of the whole turn, where the log states only these. */
  usage(sessionId: string, usage: ModelMessage['usage']): void;
  /** The agent stopped. */
  ended(sessionId: string, outcome: TurnOutcome, at: string | null): void;
  /** Nothing more comes of this session: its turns are complete. For logs that hold many sessions one after another. */
  over(sessionId: string): void;
  problem(kind: LogProblem, count?: number): void;
  /** Everything so far is void: the file was written anew, and is told again from its start. */
  restart(): void;
}

/** Reads one log. Keeps its state, so that a growing log is read on from where the last read ended. */
export interface LogReader {
  /**
   * Reads what has come since the last call. A last line that is not finished is kept for the next call.
   * @throws RewheelError `log-unreadable` when the file cannot be opened or read
   */
  advance(signal?: AbortSignal): Promise<void>;
  /** Nothing more comes: an unfinished last line is taken if it is whole, else counted as `cut-end`. */
  end(): Promise<void>;
}

export interface LogFormat {
  id: string;
  /** Agents whose logs have this format; the reader names the one of each session. */
  agents: readonly AgentId[];
  /** Versions of the agents whose real logs it was proven on, as the samples state them. */
  provenOn: readonly string[];
  /** Whether the log has this format, by its shape and not by its name alone. At most one format may say yes. */
  recognise(sample: LogSample): boolean;
  open(source: LogSource, sink: LogSink): LogReader;
}
