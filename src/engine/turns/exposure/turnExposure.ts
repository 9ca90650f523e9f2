import type { ExposureMethod } from '../session.ts';

/** `aligned`: the numbers did not fit the file as it was known, so the lines were found by their text. */
export type ReadMethod = ExposureMethod | 'aligned';

/** Part of a workspace file that one action showed. */
export interface ExposedPart {
  /** Id of the action, and its position in the turn. */
  action: string;
  order: number;
  /** ISO 8601 in UTC; null when the log has no time. */
  at: string | null;
  /** Sub-agent that read it; null for the main agent. */
  by: string | null;
  class: 'read' | 'search' | 'listing';
  how: ReadMethod;
  /** Path in the workspace at that moment. */
  path: string;
  /** The file's path at the start of the turn; null for a file that is new in it. */
  basePath: string | null;
  lines: ExposedLines;
}

/** Lines of a part, as columns of one length, in the order of the file. */
export interface ExposedLines {
  /** 1-based, in the file as it was at that moment. */
  numbers: number[];
  /** Identity of the line in the turn: the same line read twice, or read again after an edit elsewhere, has the same. */
  ids: number[];
  /** Line of the base that it is, unchanged since; 0 for a line that is new in the turn. */
  base: number[];
  /** For a new line the nearest lines of the base above and below it at that moment; 0 where there is none. */
  above: number[];
  below: number[];
}

export interface TurnExposure {
  /** In log order. */
  parts: ExposedPart[];
  /** Where lines that are new in the turn and were read stand at its end, by identity. */
  atHead: ReadonlyMap<number, { path: string; line: number }>;
  /** Files whose end differs from what the log tells: a formatter, the user, or a command changed them. Sorted. */
  unexplained: string[];
  /** What was shown and could not be taken to lines of a file. */
  unattributed: { action: string; reason: string }[];
}

export const NO_LINES: ExposedLines = { numbers: [], ids: [], base: [], above: [], below: [] };
