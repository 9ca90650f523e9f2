import type { Action, ActionKind, FileEdit, Shown } from '../session.ts';
import { catNumbered, CLIPPED, type NumberedLines, plainLines, shownLines } from './numberedText.ts';
import { field, numberOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

/**
 * The tool `str_replace_editor` (SWE-agent, OpenHands V0) or `file_editor` (OpenHands V1): commands view, create,
 * str_replace, insert and undo_edit on one path.
 */
export function fileEditorCall(input: unknown): { kind: ActionKind; edits: FileEdit[] } {
  const path = textOf(field(input, 'path'));
  const command = textOf(field(input, 'command'));
  if (command === 'view') return { kind: 'read', edits: [] };
  const kind = command === 'create' ? 'write' : 'edit';
  if (path === null) return { kind, edits: [] };
  const known = editOf(command, path, input);
  return { kind, edits: [known ?? { kind: 'unknown', path }] };
}

function editOf(command: string | null, path: string, input: unknown): FileEdit | null {
  const replacement = textOf(field(input, 'new_str')) ?? '';
  if (command === 'create') {
    const content = textOf(field(input, 'file_text'));
    return content === null ? null : { kind: 'write', path, content };
  }
  if (command === 'str_replace') {
    const old = textOf(field(input, 'old_str'));
    return old === null ? null : { kind: 'replace', path, old, new: replacement, all: false };
  }
  if (command === 'insert') {
    const value = field(input, 'insert_line');
    const line = numberOf(value) ?? (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null);
    return line === null ? null : { kind: 'insert', path, afterLine: line, text: replacement };
  }
  return null;
}

const SUCCESS =
  /(has been edited|File created successfully|undone successfully|Here's the (result of running|files and))/;

/** What the tool's answer tells: edits are known by their success, since failures have many wordings. */
export function fileEditorResult(input: unknown, output: string): Pick<Action, 'state' | 'shown' | 'outputCut'> {
  const path = textOf(field(input, 'path'));
  const head = output.slice(0, 2000);
  const ok = SUCCESS.test(head) && !/^\s*(ERROR|Error)\b/.test(head) && !head.startsWith('Your proposed edit');
  const outputCut = output.includes(CLIPPED);
  if (!ok || path === null) return { state: ok ? 'ok' : 'failed', shown: [], outputCut };
  const viewed = field(input, 'command') === 'view';
  return { state: 'ok', shown: viewed ? viewedOf(path, output, viewsWhole(input)) : echoOf(path, output), outputCut };
}

/**
 * What a view of a file or a folder showed. A view of a whole file numbers what `split('\n')` gives: the last, empty one
 * stands after the file's end and is no line of it.
 */
export function viewedOf(path: string, output: string, whole: boolean): Shown[] {
  if (/Here's the files and directories/.test(output.slice(0, 500))) {
    return plainLines(output)
      .filter((line) => line.startsWith(path) && line !== path && !line.endsWith('/'))
      .map((line) => shownPath(line, 'listing'));
  }
  const printed = catNumbered(output);
  if (whole && printed.lines.at(-1) === '' && !output.includes(CLIPPED)) dropLast(printed);
  return [shownLines(path, 'read', printed)];
}

function dropLast({ ranges, lines }: NumberedLines): void {
  lines.pop();
  const last = ranges.at(-1)!;
  if (last.startLine === last.endLine) ranges.pop();
  else last.endLine--;
}

/** Whether a view names no range of lines. */
export function viewsWhole(input: unknown): boolean {
  const range = field(input, 'view_range');
  return !Array.isArray(range) || range.length === 0;
}

function echoOf(path: string, output: string): Shown[] {
  const printed = catNumbered(output);
  return printed.lines.length > 0 ? [shownLines(path, 'echo', printed)] : [];
}
