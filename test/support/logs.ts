import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../../src/engine/turns/readLog.ts';
import type { LogFormat } from '../../src/engine/turns/sources/format.ts';
import { LOG_FORMATS } from '../../src/engine/turns/sources/formats.ts';
import type { LogProblem, SessionInfo, Shown, Turn } from '../../src/engine/turns/session.ts';
import { openLogSource } from '../../src/platform/logs/logSource.ts';

export const AGENT_LOGS = join(process.env.REWHEEL_SHARED ?? '../shared', 'agent-logs');

/** Folders of samples that are one log as a whole. */
const FOLDER_LOGS = ['opencode/handmade-storage'];

/** Files that are no log of their own, but belong to one or tell of it. */
const COMPANIONS = [
  /(^|\/)README\.md$/,
  /^claude-code\/.*\/agent-[^/]*\.jsonl$/,
  /^cline\/sdk-session\/session\.json$/,
  /^paper-figure-1\/(?!logs\/)/,
];

/** Samples of agents that have no reader: transcripts without results say nothing of what was seen. */
const WITHOUT_READER = /^cursor\//;

/** Paths of all samples, relative to the folder of samples, sorted. */
export function logSamples(): string[] {
  const found: string[] = [];
  const walk = (relative: string): void => {
    for (const entry of readdirSync(join(AGENT_LOGS, relative), { withFileTypes: true })) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory() && !FOLDER_LOGS.includes(path)) walk(path);
      else if (!COMPANIONS.some((pattern) => pattern.test(path)) && !WITHOUT_READER.test(path)) found.push(path);
    }
  };
  walk('');
  return found.sort();
}

export interface ReadContent {
  format: LogFormat;
  sessions: SessionInfo[];
  turns: Turn[];
  problems: Partial<Record<LogProblem, number>>;
}

/** Reads a log on disk to its end. */
export async function readLogAt(path: string, formats: readonly LogFormat[] = LOG_FORMATS): Promise<ReadContent> {
  const turns: Turn[] = [];
  const { format, sessions, problems } = await readLog(await openLogSource(path), {
    formats,
    onTurn: (turn) => turns.push(turn),
    onRestart: () => turns.splice(0),
  });
  return { format, sessions, turns, problems: Object.fromEntries([...problems].sort()) };
}

/** What a case records of a log: counts, lengths and digests, no text of it. Paths stay readable with `plainPaths`. */
export function digestOf(content: ReadContent, plainPaths: boolean): Record<string, unknown> {
  const path = (text: string): string => (plainPaths ? text : sha(text));
  return {
    format: content.format.id,
    sessions: content.sessions.map(({ folders, ...rest }) => ({ ...rest, folders: folders.map(path) })),
    turns: content.turns.map((turn) => turnDigest(turn, path)),
    problems: content.problems,
  };
}

function turnDigest(turn: Turn, path: (text: string) => string): Record<string, unknown> {
  const { actions, messages } = turn;
  const shown = actions.flatMap((action) => action.shown);
  return {
    session: turn.sessionId,
    id: turn.id,
    index: turn.index,
    prompt: turn.prompt === null ? null : { length: turn.prompt.length, sha256: sha(turn.prompt) },
    startedAt: turn.startedAt,
    endedAt: turn.endedAt,
    outcome: turn.outcome,
    models: turn.models,
    usage: turn.usage,
    messages: messages.length,
    subAgentMessages: messages.filter(({ by }) => by !== null).length,
    actions: {
      count: actions.length,
      kinds: counted(actions.map(({ kind }) => kind)),
      states: counted(actions.map(({ state }) => state)),
      subAgents: actions.filter(({ by }) => by !== null).length,
      commands: actions.filter(({ command }) => command !== null).length,
      cutOutputs: actions.filter(({ outputCut }) => outputCut).length,
    },
    shown: counted(shown.map((each) => each.class)),
    edits: counted(actions.flatMap((action) => action.edits.map(({ kind }) => kind))),
    reads: shown.filter((each) => each.class === 'read').map((each) => readDigest(each, path)),
  };
}

function readDigest(shown: Shown, path: (text: string) => string): string {
  const ranges = shown.ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(',');
  const lines = shown.lines === null ? 'without lines' : `${shown.lines.length} lines`;
  return `${path(shown.path)} ${ranges || 'no range'} ${shown.how} ${lines}`;
}

function counted(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values.sort()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
