import { join } from 'node:path';
import { entriesOf, foldersOf, newest } from './folders.ts';
import type { FindLogs, FoundLog } from './found.ts';

/** Tasks that are looked at, newest first. */
const TASKS = 40;

/**
 * A folder a task, whose name says nothing of the workspace (Cline and Roo Code): the sessions tell their folders. Only the
 * newest are opened.
 */
export const findCline: FindLogs = ({ folder, formats }) => {
  return taskFolders(folder, formats, (names) =>
    names.includes('api_conversation_history.json') || names.some((name) => name.endsWith('.messages.json'))
      ? ['.']
      : null,
  );
};

/** A folder a conversation, with a file an event. */
export const findOpenHands: FindLogs = ({ folder, formats }) =>
  taskFolders(folder, formats, (names) => (names.includes('events') ? ['.', 'events'] : null));

async function taskFolders(
  folder: string,
  formats: readonly string[],
  partsOf: (names: string[]) => string[] | null,
): ReturnType<FindLogs> {
  const tasks = await newest(await foldersOf(folder), TASKS);
  const logs: FoundLog[] = [];
  const folders = [folder];
  for (const { path } of tasks) {
    const parts = partsOf((await entriesOf(path)).map(({ name }) => name));
    if (parts === null) {
      if (folders.length < 4) folders.push(path);
      continue;
    }
    const full = parts.map((part) => join(path, part));
    logs.push({ path, formats, belongs: false, parts: full });
    folders.push(...full);
  }
  return { logs, folders };
}
