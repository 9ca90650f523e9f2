import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundLog } from './find/found.ts';

export interface LogStamp {
  /** Another one when the log has changed; null when it is gone. */
  value: string | null;
  /** When it changed last, in ms; 0 when it is gone. */
  changedAt: number;
}

/** Entries of a folder that are looked at. */
const MOST = 5_000;

/** How a log stands, by sizes and times alone. */
export async function logStamp(log: FoundLog): Promise<LogStamp> {
  const parts: string[] = [];
  let changedAt = 0;
  let there = false;
  for (const [place, part] of log.parts.entries()) {
    const stats = await lstat(part).catch(() => null);
    if (stats === null) {
      parts.push('-');
      continue;
    }
    there ||= place === 0;
    if (!stats.isDirectory()) {
      parts.push(`${stats.ino} ${stats.size} ${stats.mtimeMs}`);
      changedAt = Math.max(changedAt, stats.mtimeMs);
      continue;
    }
    let size = 0;
    let latest = stats.mtimeMs;
    const names = (await readdir(part).catch(() => [])).slice(-MOST);
    for (const name of names) {
      const entry = await lstat(join(part, name)).catch(() => null);
      if (!entry?.isFile()) continue;
      size += entry.size;
      latest = Math.max(latest, entry.mtimeMs);
    }
    parts.push(`${names.length} ${size} ${latest}`);
    changedAt = Math.max(changedAt, latest);
  }
  return { value: there ? parts.join('|') : null, changedAt };
}
