import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entriesOf, isFile } from './folders.ts';
import { fileLog, type FindLogs, type FoundLog } from './found.ts';

const DEPTH = 4;
const MOST = 2_000;

/** Folders and files that a place of the settings may hold; what they are is told by their start when they are opened. */
export const findAny: FindLogs = async ({ folder, formats }) => {
  const stats = await lstat(folder).catch(() => null);
  if (stats?.isFile()) return { logs: [fileLog(folder, formats, false)], folders: [dirname(folder)] };
  const logs: FoundLog[] = [];
  const folders: string[] = [];
  const waiting = stats?.isDirectory() ? [{ path: folder, depth: 0 }] : [];
  for (let next = waiting.shift(); next && folders.length + logs.length < MOST; next = waiting.shift()) {
    folders.push(next.path);
    for (const { name, path, kind } of await entriesOf(next.path)) {
      if (kind === 'file') {
        if (/\.(?:jsonl?|md|db|traj)$/.test(name)) logs.push(fileLog(path, formats, false));
      } else if (next.depth < DEPTH) waiting.push({ path, depth: next.depth + 1 });
    }
  }
  if (stats === null) folders.push(folder);
  return { logs: logs.slice(0, MOST), folders };
};

/** Aider's history lies in the root of the repository. */
export const findAider: FindLogs = async ({ formats }, { roots }) => {
  const logs: FoundLog[] = [];
  for (const root of roots) {
    const path = join(root, '.aider.chat.history.md');
    if (await isFile(path)) logs.push(fileLog(path, formats, true));
  }
  return { logs, folders: [...roots] };
};
