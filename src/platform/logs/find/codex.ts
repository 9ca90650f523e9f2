import { filesOf, foldersOf, HeadMemory, valuesOf } from './folders.ts';
import { fileLog, type FindLogs } from './found.ts';

/** Days with sessions that are looked at, newest first: a session that goes on after so many is not found. */
const DAYS = 60;

/** The first line can be long, but tells the folder near its start. */
const HEAD = 16 * 1024;

const ROLLOUT = /^rollout-.+\.jsonl$/;

/**
 * `sessions/Y/M/D/rollout-*.jsonl`, in old versions flat: the first line names the folder of the session. Rollouts of
 * sub-agents are left to the session that started them, which is read with them.
 */
export function findCodex(): FindLogs {
  const heads = new HeadMemory(HEAD, (head) => {
    const cwds = valuesOf(head, 'cwd');
    if (cwds.length === 0 && head.length < HEAD && !head.includes('\n')) return null;
    return { cwds, isChild: /"subagent"\s*:/.test(head) && valuesOf(head, 'parent_thread_id').length > 0 };
  });
  return async ({ folder, formats }, names) => {
    const levels: string[][] = [];
    const days: string[] = [];
    for (const year of await numbered(folder)) {
      for (const month of await numbered(year)) {
        days.push(...(await numbered(month)));
        levels.push([year, month]);
        if (days.length >= DAYS) break;
      }
      if (days.length >= DAYS) break;
    }
    const looked = days.slice(0, DAYS);
    const logs = [];
    const mine = new Set<string>();
    for (const day of [folder, ...looked]) {
      for (const { path } of await filesOf(day, ROLLOUT)) {
        const { cwds, isChild } = (await heads.of(path)) ?? { cwds: [], isChild: false };
        if (isChild || (cwds.length > 0 && !cwds.some((cwd) => names.contains(cwd)))) continue;
        logs.push(fileLog(path, formats, false));
        mine.add(day);
      }
    }
    // A new day, month or year begins in these; an old day only matters where a session of the workspace may go on.
    return { logs, folders: [folder, ...(levels[0] ?? []), ...looked.slice(0, 2), ...mine] };
  };
}

/** Folders with a number for a name, highest first. */
async function numbered(folder: string): Promise<string[]> {
  const found = await foldersOf(folder, /^\d{1,4}$/);
  return found.sort((a, b) => Number(b.name) - Number(a.name)).map(({ path }) => path);
}
