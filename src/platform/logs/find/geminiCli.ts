import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { filesOf, foldersOf, headOf } from './folders.ts';
import { fileLog, type FindLogs, type FoundLog } from './found.ts';

/** Folders of the workspace whose digests are looked for: a session may begin in any. */
const SUB_FOLDERS = 300;

/**
 * `tmp/<project>/chats/session-*`: the project is the SHA-256 of its root, in newer versions a short name, and the root
 * stands in `.project_root`.
 */
export const findGeminiCli: FindLogs = async ({ folder, formats }, names) => {
  const projects = await foldersOf(folder);
  const digests = projects.some(({ name }) => /^[0-9a-f]{64}$/.test(name)) ? await digestsOf(names.roots) : new Set();
  const logs: FoundLog[] = [];
  const folders = [folder];
  for (const { name, path } of projects) {
    if (!digests.has(name)) {
      const root = (await headOf(join(path, '.project_root'), 4096)).trim();
      if (root === '' || !names.contains(root)) continue;
    }
    const chats = join(path, 'chats');
    folders.push(path, chats);
    const found = await filesOf(chats, /^session-.+\.jsonl?$/);
    const lines = new Set(found.map((entry) => entry.name));
    // A session that is resumed in the new form has its old file beside it.
    for (const entry of found) if (!lines.has(`${entry.name}l`)) logs.push(fileLog(entry.path, formats, true));
  }
  return { logs, folders };
};

async function digestsOf(roots: readonly string[]): Promise<Set<string>> {
  const digests = new Set<string>();
  for (const root of roots) {
    const below = [root];
    for (let at = 0; at < below.length && below.length < SUB_FOLDERS; at++) {
      if (below[at]!.slice(root.length).split(sep).length > 2) break;
      for (const { path } of await foldersOf(below[at]!, /^(?!\.|node_modules$)/)) below.push(path);
    }
    for (const path of below.slice(0, SUB_FOLDERS)) digests.add(createHash('sha256').update(path).digest('hex'));
  }
  return digests;
}
