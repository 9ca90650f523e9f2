import { readdirSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { RewheelError } from '../../protocol/errors.ts';
import { findGitEntry, gitFolders } from './gitEntry.ts';
import { RealFolder } from './realFile.ts';

export interface FolderListing {
  /** Paths of regular files (and of symlinks, when asked for), relative to the folder, with `/`. */
  files: string[];
  /** Folders (with a trailing `/`) that could not be listed. */
  unreadable: { path: string; detail: string }[];
}

/** The rules of one ignore file, and where its patterns start from. */
interface Rules {
  matcher: Ignore;
  text: string;
  /** The listed folder's path below the rules' folder, with a trailing `/`: for rules above the listed folder. */
  above: string;
  /** The rules' folder below the listed folder, with a trailing `/`: for rules in or below it. */
  below: string;
}

interface Pending {
  /** Relative to the listed folder, with a trailing `/`; empty for itself. */
  path: string;
  /** Shallowest first: later rules win. */
  rules: Rules[];
}

/** Files of this size or more are no list of patterns. */
const MAX_IGNORE_BYTES = 1024 * 1024;
const FOLDERS_PER_TURN = 64;
const FOLD_CASE = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Lists a folder without git: files that `.gitignore` files (at every level) and `.git/info/exclude` do not ignore.
 * Symlinks are not followed (and not listed, unless `links` is set), `.git` is left out, a repository inside starts with rules of its own, and a further
 * working tree (git worktree) of the same repository is left out: it is another copy of the same files.
 * When the folder lies in a repository, the rules of the folders above it count too, unless `standalone` is set or they
 * ignore the folder itself: then it was opened on purpose.
 * @param root real path of the folder
 * @throws RewheelError `cancelled`, `not-a-folder` when the folder itself cannot be listed
 */
export async function walkFolder(
  root: string,
  options: { standalone?: boolean; links?: boolean; signal?: AbortSignal } = {},
): Promise<FolderListing> {
  const listing: FolderListing = { files: [], unreadable: [] };
  const folder = new RealFolder(root);
  const top = options.standalone ? null : findGitEntry(root);
  const ownCommon = top === null ? null : (gitFolders(top)?.common ?? null);
  const stack: Pending[] = [{ path: '', rules: top === null ? [] : rulesAbove(root, top) }];
  let visited = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (options.signal?.aborted) throw new RewheelError('cancelled', 'Cancelled.');
    if (++visited % FOLDERS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root, next.path), { withFileTypes: true });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (next.path === '')
        throw new RewheelError('not-a-folder', `${root} cannot be listed (${code}).`, { cause: error });
      if (code !== 'ENOENT') listing.unreadable.push({ path: next.path, detail: `it cannot be listed (${code})` });
      continue;
    }
    let rules = next.rules;
    if (next.path !== '' && entries.some((entry) => entry.name === '.git')) {
      const inner = gitFolders(join(root, next.path));
      if (inner !== null) {
        if (inner.common === ownCommon) continue;
        rules = excludeRules(inner.common, '', next.path);
      }
    }
    if (entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) {
      const text = readText(folder, `${next.path}.gitignore`);
      if (text !== null) rules = [...rules, makeRules(text, '', next.path)];
    }
    for (const entry of entries) {
      if (entry.name === '.git') continue;
      const path = next.path + entry.name;
      if (entry.isFile() || (options.links && entry.isSymbolicLink())) {
        if (!isIgnored(path, rules)) listing.files.push(path);
      } else if (entry.isDirectory()) {
        if (!isIgnored(`${path}/`, rules)) stack.push({ path: `${path}/`, rules: reopened(`${path}/`, rules) });
      }
    }
  }
  return listing;
}

/** The last rule that matches decides. The folders on the way to `path` are not ignored: they were walked. */
function isIgnored(path: string, rules: Rules[]): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const verdict = rules[index]!.matcher.test(relativeTo(rules[index]!, path));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

/**
 * Rules for what lies in a folder that is walked. The matcher takes a path for ignored when a folder above it is; so
 * where a deeper rule brought the folder back, the shallower rules are told.
 */
function reopened(path: string, rules: Rules[]): Rules[] {
  return rules.map((each) => {
    const local = relativeTo(each, path);
    if (!each.matcher.test(local).ignored) return each;
    const escaped = local.replace(/[\\*?[\]!# ]/g, '\\$&');
    return makeRules(`${each.text}\n!/${escaped}`, each.above, each.below);
  });
}

function relativeTo(rules: Rules, path: string): string {
  return rules.above + path.slice(rules.below.length);
}

function makeRules(text: string, above: string, below: string): Rules {
  const matcher = ignore({ ignorecase: FOLD_CASE, allowRelativePaths: true }).add(text);
  return { matcher, text, above, below };
}

function rulesAbove(root: string, top: string): Rules[] {
  const toRoot = relative(top, root).split(/[\\/]/).filter(Boolean);
  const folders = gitFolders(top);
  const prefix = (from: number) =>
    toRoot
      .slice(from)
      .map((name) => `${name}/`)
      .join('');
  const rules = folders === null ? [] : excludeRules(folders.common, prefix(0), '');
  const reader = new RealFolder(top);
  for (let depth = 0; depth < toRoot.length; depth++) {
    const text = readText(reader, [...toRoot.slice(0, depth), '.gitignore'].join('/'));
    if (text !== null) rules.push(makeRules(text, prefix(depth), ''));
  }
  const ignored = [...rules]
    .reverse()
    .map((each) => each.matcher.test(each.above))
    .find((verdict) => verdict.ignored || verdict.unignored);
  return ignored?.ignored ? [] : rules;
}

function excludeRules(common: string, above: string, below: string): Rules[] {
  const text = readText(new RealFolder(common), 'info/exclude');
  return text === null ? [] : [makeRules(text, above, below)];
}

function readText(folder: RealFolder, path: string): string | null {
  try {
    const bytes = folder.read(path, MAX_IGNORE_BYTES);
    return bytes === null ? null : bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch {
    return null;
  }
}
