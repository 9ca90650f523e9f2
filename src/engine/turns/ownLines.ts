import type { FileEdit, Shown } from './session.ts';

/** What one action of an earlier turn did and showed, with paths of the workspace. */
export interface EarlierAction {
  edits: readonly FileEdit[];
  /** What its tools showed: a file that was read before it was written whole was there before. */
  shown: readonly Pick<Shown, 'path' | 'class' | 'lines'>[];
}

/**
 * The lines that earlier turns of a session wrote and that were not there before, by file: what tells own code (`self`)
 * from the repository's where no state from before the session is at hand (issue of the logs: only `--log` is given).
 * Lines are compared without the blanks around them; blank lines are left out.
 * @param actions of the earlier turns, in log order, only those that took place
 */
export function ownLines(actions: Iterable<EarlierAction>): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Known>();
  const known = (path: string): Known => {
    let file = files.get(path);
    if (!file) files.set(path, (file = { own: new Set(), before: new Set(), seen: false }));
    return file;
  };
  for (const { edits, shown } of actions) {
    for (const part of shown) {
      if (part.class !== 'read' || !part.lines || part.lines.length === 0) continue;
      const file = known(part.path);
      if (file.written) continue;
      file.seen = true;
      for (const line of part.lines) file.before.add(line.trim());
    }
    for (const edit of edits) {
      if (edit.kind === 'move') {
        const file = known(edit.path);
        files.delete(edit.path);
        files.set(edit.to, file);
      } else if (edit.kind === 'delete') files.set(edit.path, { own: new Set(), before: new Set(), seen: false });
      else change(known(edit.path), edit);
    }
  }
  const own = new Map<string, ReadonlySet<string>>();
  for (const [path, file] of files) if (file.own.size > 0) own.set(path, file.own);
  return own;
}

interface Known {
  own: Set<string>;
  /** Lines that the session did not write, as far as they were shown. */
  before: Set<string>;
  /** The file was read before the session wrote it. */
  seen: boolean;
  written?: boolean;
}

function change(file: Known, edit: Exclude<FileEdit, { kind: 'move' | 'delete' }>): void {
  const { removed, added } = lines(edit);
  file.written = true;
  const taken = new Set(removed);
  const put = new Set(added);
  for (const line of taken) {
    if (put.has(line)) {
      // It stays: whose it is does not change, and what was never seen to be written was there before.
      if (!file.own.has(line)) file.before.add(line);
    } else file.own.delete(line);
  }
  for (const line of put) if (!taken.has(line) && !file.before.has(line)) file.own.add(line);
}

function lines(edit: Exclude<FileEdit, { kind: 'move' | 'delete' }>): { removed: string[]; added: string[] } {
  switch (edit.kind) {
    case 'write':
      return { removed: [], added: split(edit.content) };
    case 'replace':
      return { removed: split(edit.old), added: split(edit.new) };
    case 'insert':
    case 'replace-lines':
      return { removed: [], added: split(edit.text) };
    case 'patch':
      return {
        removed: edit.hunks.flatMap(({ before }) => before.map((line) => line.trim())),
        added: edit.hunks.flatMap(({ after }) => after.map((line) => line.trim())),
      };
    case 'diff': {
      const rows = edit.diff.split('\n').filter((line) => !/^(?:---|\+\+\+|@@|\\)/.test(line));
      const of = (sign: string): string[] =>
        rows.filter((row) => row.startsWith(sign)).map((row) => row.slice(1).trim());
      return { removed: of('-'), added: of('+') };
    }
    case 'unknown':
      return { removed: [], added: [] };
  }
}

function split(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
