import { join } from 'node:path';
import { entriesOf, filesOf, foldersOf, HeadMemory, newest, valuesOf } from './folders.ts';
import type { FindLogs, FoundLog } from './found.ts';

const STORE = /^opencode(?:-[\w.-]+)?\.db$/;

/** Sessions of the old store whose messages are followed. */
const SESSIONS = 20;

/**
 * `opencode.db` with its `-wal`, which holds the sessions of all projects; before it, a tree of files below `storage`,
 * whose sessions name their folder.
 */
export function findOpenCode(): FindLogs {
  const directory = new HeadMemory(16 * 1024, (head) => valuesOf(head, 'directory')[0] ?? null);
  return async ({ folder, formats }, names) => {
    const logs: FoundLog[] = [];
    if (formats.includes('opencode-store')) {
      for (const { path } of await filesOf(folder, STORE)) {
        logs.push({ path, formats: ['opencode-store'], belongs: false, parts: [path, `${path}-wal`] });
      }
    }
    if (logs.length > 0 || !formats.includes('opencode-storage')) return { logs, folders: [folder] };
    const storage = join(folder, 'storage');
    const top = await entriesOf(storage);
    if (!['session', 'message', 'part'].every((name) => top.some((entry) => entry.name === name))) {
      return { logs, folders: [folder, storage] };
    }
    const projects = await foldersOf(join(storage, 'session'));
    const sessions = (await Promise.all(projects.map(({ path }) => filesOf(path, /\.json$/)))).flat();
    const parts = [join(storage, 'message')];
    for (const { name, path } of await newest(sessions, SESSIONS)) {
      const where = await directory.of(path);
      if (where !== null && names.contains(where)) parts.push(join(storage, 'message', name.replace(/\.json$/, '')));
    }
    if (parts.length > 1) logs.push({ path: storage, formats: ['opencode-storage'], belongs: false, parts });
    return {
      logs,
      folders: [folder, storage, join(storage, 'session'), ...projects.map(({ path }) => path), ...parts],
    };
  };
}
