import type { Action } from '../session.ts';

/**
 * The folder of another machine that stands for the workspace. By rule it is the one where the session began
 * (design.md section 3); a session that began in a folder of the workspace is known by its paths: when they name no file
 * of the workspace from there, and name some from a folder above, that one stands for it.
 * @param start folder where the session began, as the log writes it
 * @param files paths of the workspace's files before and after the turn
 */
export function sessionRoot(start: string, actions: readonly Action[], files: ReadonlySet<string>): string {
  const segments = start.replaceAll('\\', '/').replace(/\/+$/, '').split('/');
  const folders = foldersOf(files);
  const named = namesIn(actions);
  let best = { root: start, votes: votesFor(segments, [], named, files) };
  for (let at = segments.length - 1; at > 0; at--) {
    const below = segments.slice(at);
    if (!folders.has(below.join('/'))) continue;
    const votes = votesFor(segments.slice(0, at), below, named, files);
    if (votes > best.votes) best = { root: segments.slice(0, at).join('/') || '/', votes };
  }
  return best.root;
}

function votesFor(root: string[], below: string[], named: ReadonlySet<string>, files: ReadonlySet<string>): number {
  const prefix = `${root.join('/')}/`;
  let votes = 0;
  for (const name of named) {
    const path = isAbsolute(name)
      ? name.startsWith(prefix)
        ? name.slice(prefix.length)
        : null
      : joined(below, name.split('/'));
    if (path !== null && files.has(path)) votes++;
  }
  return votes;
}

function joined(folder: readonly string[], path: readonly string[]): string | null {
  const found = [...folder];
  for (const part of path) {
    if (part === '..') {
      if (found.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') found.push(part);
  }
  return found.join('/');
}

/** Whatever in tools and commands may be a path: it only votes. */
function namesIn(actions: readonly Action[]): Set<string> {
  const names = new Set<string>();
  for (const { shown, edits, command } of actions) {
    for (const { path } of [...shown, ...edits]) names.add(path.replaceAll('\\', '/'));
    for (const word of (command?.text ?? '').slice(0, MOST_TEXT).split(/[\s'"`;|&<>()=]+/)) {
      if (word !== '' && !word.startsWith('-')) names.add(word.replaceAll('\\', '/'));
    }
  }
  return names;
}

/** Characters of a command in which paths are looked for. */
const MOST_TEXT = 4_000;

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//i.test(path);
}

function foldersOf(files: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
