import { readLog } from '../../../src/engine/turns/readLog.ts';
import type { LogProblem, SessionInfo, Turn } from '../../../src/engine/turns/session.ts';
import { MemoryLog, type MemoryFiles } from './memoryLog.ts';

export interface ReadMemory {
  format: string;
  sessions: SessionInfo[];
  turns: Turn[];
  problems: Partial<Record<LogProblem, number>>;
}

/** Recognises and reads a log that a test holds in memory: a file's text, or files by path with `path` as the log. */
export async function readMemory(files: string | MemoryFiles, path = 'run.json', chunk?: number): Promise<ReadMemory> {
  const source = new MemoryLog(typeof files === 'string' ? { [path]: files } : files, path, chunk);
  const turns: Turn[] = [];
  const { format, sessions, problems } = await readLog(source, { onTurn: (turn) => turns.push(turn) });
  return { format: format.id, sessions, turns, problems: Object.fromEntries(problems) };
}
