import { filesOf, foldersOf } from './folders.ts';
import { fileLog, type FindLogs } from './found.ts';

/** Claude Code cuts the names of its folders here, and adds a digest. */
const LONGEST = 200;

/**
 * `projects/<slug>/<session>.jsonl`: the slug names the folder of the session, but not without doubt, so that the folders
 * in the records decide. Sessions in sub-folders have a longer slug.
 */
export const findClaudeCode: FindLogs = async ({ folder, formats }, { roots }) => {
  const slugs = roots.map(claudeSlug);
  const mine = (await foldersOf(folder)).filter(({ name }) => slugs.some((slug) => isSlugOf(name, slug)));
  const logs = await Promise.all(mine.map(({ path }) => filesOf(path, /^(?!agent-).+\.jsonl$/)));
  return {
    logs: logs.flat().map(({ path }) => fileLog(path, formats, false)),
    folders: [folder, ...mine.map(({ path }) => path)],
  };
};

/** The name of a folder's logs: every UTF-16 unit that is no ASCII letter or digit becomes `-`. */
export function claudeSlug(folder: string): string {
  return folder.replace(/[^A-Za-z0-9]/g, '-');
}

/** Letters of both cases are the same on some systems, and the records tell in the end. */
function isSlugOf(name: string, slug: string): boolean {
  const [own, wanted] = [name.toLowerCase(), slug.toLowerCase()];
  if (wanted.length > LONGEST) return own.startsWith(wanted.slice(0, LONGEST));
  return own === wanted || own.startsWith(`${wanted}-`);
}
