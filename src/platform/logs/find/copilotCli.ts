import { join } from 'node:path';
import { entriesOf, filesOf, foldersOf, HeadMemory, isFile, newest, valuesOf } from './folders.ts';
import { fileLog, type FindLogs } from './found.ts';

/** Sessions that are looked at, newest first. */
const SESSIONS = 200;

const HEAD = 64 * 1024;

/** `session-state/<id>/events.jsonl`, in older versions `<id>.jsonl`: the first event names the folder. */
export function findCopilotCli(): FindLogs {
  const known = headFolders();
  return async ({ folder, formats }, names) => {
    const candidates: { path: string; folder: string }[] = [];
    for (const entry of await entriesOf(folder)) {
      if (entry.kind === 'file') {
        if (entry.name.endsWith('.jsonl')) candidates.push({ path: entry.path, folder });
        continue;
      }
      const path = join(entry.path, 'events.jsonl');
      // A session's folder is there before its events are.
      candidates.push({ path: (await isFile(path)) ? path : entry.path, folder: entry.path });
    }
    const logs = [];
    const folders = [folder];
    for (const candidate of await newest(candidates, SESSIONS)) {
      if (!candidate.path.endsWith('.jsonl')) {
        if (folders.length < 4) folders.push(candidate.folder);
        continue;
      }
      const cwds = await known.of(candidate.path);
      if (cwds !== null && cwds.length > 0 && !cwds.some((cwd) => names.contains(cwd))) continue;
      logs.push(fileLog(candidate.path, formats, false));
      folders.push(candidate.folder);
    }
    return { logs, folders };
  };
}

/** `jb/<id>/partition-N.jsonl` of the plug-in for JetBrains: the last partition is the one that grows. */
export function findCopilotJetBrains(): FindLogs {
  const known = headFolders();
  return async ({ folder, formats }, names) => {
    const sessions = await newest(await foldersOf(folder), SESSIONS);
    const logs = [];
    const folders = [folder];
    for (const session of sessions) {
      const partitions = await filesOf(session.path, /^partition-\d+\.jsonl$/);
      for (const { path } of partitions) {
        const cwds = await known.of(path);
        if (cwds !== null && cwds.length > 0 && !cwds.some((cwd) => names.contains(cwd))) continue;
        logs.push(fileLog(path, formats, false));
        folders.push(session.path);
      }
    }
    return { logs, folders };
  };
}

function headFolders(): HeadMemory<string[]> {
  return new HeadMemory(HEAD, (head) => {
    const cwds = [...valuesOf(head, 'cwd'), ...valuesOf(head, 'gitRoot')];
    return cwds.length > 0 || head.length >= HEAD || head.includes('\n') ? cwds : null;
  });
}
