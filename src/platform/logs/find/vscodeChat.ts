import { join } from 'node:path';
import { filesOf, foldersOf, HeadMemory, isFile, valuesOf } from './folders.ts';
import { fileLog, type FindLogs, type WorkspaceNames } from './found.ts';

const LOG = /\.jsonl?$/;

/**
 * `workspaceStorage/<hash>/chatSessions/*`: `workspace.json` beside it names the folder. A window of several folders is
 * the workspace's when its own file lies in it: that file is outside the place, and not opened.
 */
export function findVsCodeChat(): FindLogs {
  const named = new HeadMemory(16 * 1024, (head) => {
    const uris = ['folder', 'workspace', 'configuration'].flatMap((key) => valuesOf(head, key));
    return uris.length > 0 ? uris : null;
  });
  return async ({ folder, formats }, names) => {
    const logs = [];
    const folders = [folder];
    for (const { path } of await foldersOf(folder)) {
      const uris = await named.of(join(path, 'workspace.json'));
      if (uris === null || !uris.some((uri) => isOf(uri, names))) continue;
      const sessions = join(path, 'chatSessions');
      const transcripts = join(path, 'GitHub.copilot-chat', 'transcripts');
      folders.push(path, sessions, transcripts);
      const full = await filesOf(sessions, LOG);
      const told = new Set(full.map(({ name }) => name.replace(LOG, '')));
      // The operation log takes the place of the document of the same session.
      const lines = new Set(
        full.filter(({ name }) => name.endsWith('.jsonl')).map(({ name }) => name.replace(LOG, '')),
      );
      for (const { name, path: log } of full) {
        if (name.endsWith('.json') && lines.has(name.replace(LOG, ''))) continue;
        logs.push(fileLog(log, formats, true));
      }
      for (const { name, path: log } of await filesOf(transcripts, LOG)) {
        if (!told.has(name.replace(LOG, '')) && (await isFile(log))) logs.push(fileLog(log, formats, true));
      }
    }
    return { logs, folders };
  };
}

function isOf(uri: string, { contains }: WorkspaceNames): boolean {
  // A folder of another machine: the agent's edits are not made here.
  if (!/^file:/i.test(uri)) return false;
  if (/\.code-workspace$/i.test(uri)) return contains(uri.slice(0, uri.lastIndexOf('/')));
  return contains(uri);
}
