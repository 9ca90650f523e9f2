import type { Deed } from './effortClasses.ts';

const SHOWS = new Set(['show', 'diff', 'blame', 'annotate', 'cat-file', 'ls-files', 'ls-tree', 'whatchanged']);
const CHANGES = new Set(['apply', 'am', 'restore', 'revert', 'cherry-pick', 'mv', 'stash']);
const VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path']);

/**
 * Class of a git command. By Cabra's definitions ("mostly reading the code exactly without doing analysis on it"):
 *
 * - what prints code or lists files as they are is `read`: diff, show, blame, ls-files, `log -p`;
 * - what looks for something is `search`: grep, `log -S`, `log -G`, `log --grep`;
 * - what changes files is `edit`: apply, restore, `checkout -- f`, stash, revert (specs/agent-logs.md 15.5);
 * - `git diff > x.patch` writes the patch that is handed in: `summary`;
 * - the rest shows no code and is `other`: status, log, branch, commit, merge, fetch, `git rm`.
 *
 * @param writesTo where the output goes, when that is a file
 */
export function gitClass(args: readonly (string | null)[], writesTo: string | null): Deed {
  let at = 0;
  while (at < args.length) {
    const arg = args[at];
    if (arg === null || arg === undefined || !arg.startsWith('-')) break;
    at += VALUED.has(arg) ? 2 : 1;
  }
  const name = args[at] ?? '';
  const rest = args.slice(at + 1).map((arg) => arg ?? '');
  if (name === 'grep') return 'search';
  if (name === 'log' || name === 'reflog') {
    if (rest.some((arg) => /^(?:-[SG]|--grep)/.test(arg))) return 'search';
    return rest.some((arg) => /^(?:-p|-u|--patch|-L)/.test(arg)) ? 'read' : 'other';
  }
  if (name === 'diff' || name === 'format-patch') {
    if (name === 'format-patch' || (writesTo !== null && /(?:patch|diff)/i.test(writesTo))) return 'summary';
  }
  if (name === 'show' && writesTo !== null) return 'edit';
  if (name === 'stash' && /^(?:list|show|drop|clear)$/.test(rest[0] ?? ''))
    return rest[0] === 'show' ? 'read' : 'other';
  if (name === 'apply' && rest.some((arg) => arg === '--check' || arg === '--stat')) return 'other';
  if (name === 'checkout') return rest.includes('--') || rest.some(looksLikeFile) ? 'edit' : 'other';
  if (name === 'reset') return rest.includes('--hard') ? 'edit' : 'other';
  if (SHOWS.has(name)) return 'read';
  return CHANGES.has(name) ? 'edit' : 'other';
}

/** `git checkout src/a.py` against `git checkout feature/x`. */
function looksLikeFile(arg: string): boolean {
  return arg === '.' || (!arg.startsWith('-') && /\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(arg));
}
