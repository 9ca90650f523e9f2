import type { FileEdit } from '../session.ts';

export interface ApplyPatch {
  /** In the order of the patch; a file that is changed and moved gives two. */
  edits: FileEdit[];
  /** False when lines of the patch were not understood, or its end is missing: the edits are those before it. */
  whole: boolean;
}

type Hunk = { before: string[]; after: string[] };

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

/**
 * Reads the patch language of `apply_patch` (Codex and agents that took it over): `*** Add|Update|Delete File: path`,
 * `*** Move to: path`, hunks after `@@` without line numbers. A line after `@@` names a line to go on from: it becomes a
 * hunk whose `before` and `after` are the same, which moves the place and changes nothing. A hunk without `before` adds
 * at the end of the file, as the tool does. What stands before the patch and after it (a heredoc's marks) is left out.
 * @param text the patch
 * @returns null when there is none in it
 */
export function parseApplyPatch(text: string): ApplyPatch | null {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const begin = lines.findIndex((line) => line.trim() === BEGIN);
  if (begin < 0) return null;
  const edits: FileEdit[] = [];
  for (let at = begin + 1; at < lines.length;) {
    const line = lines[at]!.trimEnd();
    if (line.trim() === END) return { edits, whole: true };
    const file = FILE.exec(line.trimStart());
    if (file) {
      const section = SECTIONS[file[1] as keyof typeof SECTIONS](lines, at + 1, file[2]!, edits);
      if (section === null) return { edits, whole: false };
      at = section;
    } else if (line === '' || line.startsWith('*** Environment ID:')) at++;
    else return { edits, whole: false };
  }
  return { edits, whole: false };
}

/** Each reads the lines of a file's section from `at` on and gives the line after it; null when it is damaged. */
const SECTIONS = { Add: addSection, Update: updateSection, Delete: deleteSection };

function addSection(lines: readonly string[], at: number, path: string, edits: FileEdit[]): number {
  let end = at;
  while (end < lines.length && lines[end]!.startsWith('+')) end++;
  const content = lines.slice(at, end).map((line) => line.slice(1) + '\n');
  edits.push({ kind: 'write', path, content: content.join('') });
  return end;
}

function deleteSection(_lines: readonly string[], at: number, path: string, edits: FileEdit[]): number {
  edits.push({ kind: 'delete', path });
  return at;
}

function updateSection(lines: readonly string[], start: number, path: string, edits: FileEdit[]): number | null {
  let at = start;
  const moved = MOVE.exec((lines[at] ?? '').trim());
  if (moved) at++;
  const hunks: Hunk[] = [];
  let hunk: Hunk | null = null;
  let damaged = false;
  let textAt = 0;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith('*** ') || line.trim() === END) {
      if (line.trimEnd() !== '*** End of File') break;
      hunk = null;
    } else if (line.startsWith('@@')) {
      const anchor = line.slice(2).replace(/^ /, '').trimEnd();
      if (anchor !== '' && anchor !== '@@') hunks.push({ before: [anchor], after: [anchor] });
      hunk = null;
    } else {
      const sign = line[0] ?? ' ';
      if (line.trim() === '') {
        // A blank line between sections is no line of the file.
        if (at >= textAt) textAt = nextText(lines, at);
        if (isBoundary(lines[textAt])) continue;
      }
      if (sign !== ' ' && sign !== '+' && sign !== '-') {
        damaged = true;
        break;
      }
      if (!hunk) hunks.push((hunk = { before: [], after: [] }));
      if (sign !== '+') hunk.before.push(line.slice(1));
      if (sign !== '-') hunk.after.push(line.slice(1));
    }
  }
  if (hunks.length > 0) edits.push({ kind: 'patch', path, hunks });
  if (moved) edits.push({ kind: 'move', path, to: moved[1]! });
  return damaged ? null : at;
}

function nextText(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.trim() === '') at++;
  return at;
}

function isBoundary(line: string | undefined): boolean {
  return line === undefined || line.trim() === END || FILE.test(line.trim());
}
