import type { Action, FileEdit, Shown } from '../session.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import { fileEditorCall, fileEditorResult } from './fileEditor.ts';
import { fileWindows, HEADING_LIMIT, plainLines, shownLines } from './numberedText.ts';
import { shellWords } from './shellWords.ts';
import { shownPath } from './numberedLines.ts';

/** What the commands of SWE-agent act on, as it was before the action. */
export interface EditorState {
  openFile: string | null;
  cwd: string | null;
  /** Lines of the open file, as its last window told. */
  total: number | null;
}

/** Name of the one shell of a run. */
const SHELL = 'main';

const READS = new Set(['open', 'goto', 'scroll_up', 'scroll_down']);
const SEARCHES = new Set(['search_dir', 'search_file']);
const EDITS = new Set(['edit', 'insert']);
const OTHERS = new Set(['submit', 'exit_cost', 'exit_context', 'exit_format', 'exit_error', 'exit_forfeit', 'skip']);

/** The call of a step, by the text of its action. */
export function sweAgentCall(id: string, text: string, state: EditorState): Action {
  const tool = /^\s*([\w-]+)/.exec(text)?.[1] ?? '';
  const words = shellWords(text) ?? [];
  const alone = !/[;&|\n]/.test(text.trim());
  const action = { ...emptyAction(id, 'other', tool, { action: text }), cwd: state.cwd };
  if (READS.has(tool) && alone) return { ...action, kind: 'read' };
  if (SEARCHES.has(tool) && alone) return { ...action, kind: 'search' };
  if (tool === 'find_file' && alone) return { ...action, kind: 'list' };
  if (EDITS.has(tool)) return { ...action, kind: 'edit', edits: windowEdit(tool, text, words, state) };
  if (tool === 'create' && words.length === 2) {
    return { ...action, kind: 'write', edits: [{ kind: 'write', path: words[1]!, content: '\n' }] };
  }
  if (tool === 'str_replace_editor') {
    const input = editorInput(words);
    return { ...action, input, ...fileEditorCall(input) };
  }
  if (OTHERS.has(tool)) return action;
  return { ...action, kind: 'run', tool: 'bash', command: posixCommand(text, SHELL) };
}

/** What the observation tells of the call. */
export function sweAgentResult(call: Action, observation: string, state: EditorState): Partial<Action> {
  const windows = fileWindows(observation);
  // A refused edit prints the file as it would have become, and then as it is.
  state.total = windows.at(-1)?.total ?? state.total;
  const head = observation.slice(0, 1000);
  const result = { output: observation, outputCut: observation.includes('<response clipped>') };
  if (/^Your bash command contained syntax errors and was NOT executed|^Interactive operation '/.test(head)) {
    return { ...result, state: 'denied' };
  }
  if (call.tool === 'str_replace_editor') return { ...result, ...fileEditorResult(call.input, observation) };
  switch (call.kind) {
    case 'read':
      return windows.length === 0
        ? { ...result, state: 'failed' }
        : { ...result, state: 'ok', shown: windows.map((window) => shownLines(window.path, 'read', window)) };
    case 'edit':
    case 'write': {
      const done =
        call.tool === 'edit'
          ? /File updated|Text replaced/.test(head) ||
            /^\s*\[?(File updated|Text replaced)/m.test(observation.slice(-1000))
          : windows.length > 0;
      const state_ =
        done && !/Your proposed edit has introduced|Your edit was not applied/.test(head) ? 'ok' : 'failed';
      return { ...result, state: state_, shown: windows.map((window) => shownLines(window.path, 'echo', window)) };
    }
    case 'search':
    case 'list':
      return {
        ...result,
        state: /^(Error|Usage|No file open|File .* not found|Directory .* not found)/.test(head) ? 'failed' : 'ok',
        shown: found(call, observation, state),
      };
    case 'run':
      return { ...result, state: stopped(head) ? 'interrupted' : 'ok', shown: viewedInCommand(call, observation) };
    default:
      return { ...result, state: 'ok' };
  }
}

function stopped(head: string): boolean {
  return /^\s*EXECUTION TIMED OUT|^The command .{0,500} was cancelled because it took more than/s.test(head);
}

/** A viewer that is called among other commands of one action. */
function viewedInCommand(call: Action, observation: string): Shown[] {
  const text = call.command?.text ?? '';
  if (!/(^|&&|;|\n)\s*(open|goto|scroll_up|scroll_down)\b/.test(text)) return [];
  const edits = /(^|&&|;|\n)\s*(edit|insert|create)\b/.test(text);
  return fileWindows(observation).map((window) => shownLines(window.path, edits ? 'echo' : 'read', window));
}

function windowEdit(tool: string, text: string, words: string[], state: EditorState): FileEdit[] {
  const path = state.openFile;
  if (path === null) return [];
  const lines = /^\s*edit\s+(\d{1,9}):(\d{1,9})[^\S\n]*\n/.exec(text);
  if (lines) {
    const body = text.slice(lines[0].length);
    const end = body.lastIndexOf('end_of_edit');
    const content = end < 0 ? body : body.slice(0, end);
    const [startLine, endLine] = [Number(lines[1]), Number(lines[2])];
    return [{ kind: 'replace-lines', path, startLine, endLine, text: content.replace(/\n$/, '') }];
  }
  if (tool === 'edit' && words.length >= 3) {
    const all = /^(true|replace-all|1)$/i.test(words[3] ?? '');
    return [{ kind: 'replace', path, old: words[1]!, new: words[2]!, all }];
  }
  if (tool === 'insert' && words.length >= 2) {
    const line = words[2] === undefined ? state.total : Number(words[2]);
    if (line !== null && Number.isSafeInteger(line))
      return [{ kind: 'insert', path, afterLine: line, text: words[1]! }];
  }
  return [{ kind: 'unknown', path }];
}

/** Arguments of `str_replace_editor COMMAND PATH --name value`. */
function editorInput(words: string[]): Record<string, unknown> {
  const input: Record<string, unknown> = { command: words[1], path: words[2] };
  for (let at = 3; at < words.length; at++) {
    const [, name, value] =
      /^--(file_text|old_str|new_str|insert_line|view_range)(?:=([\s\S]*))?$/.exec(words[at]!) ?? [];
    if (name === undefined) continue;
    if (name === 'view_range') input[name] = words.slice(at + 1, at + 3).map(Number);
    else input[name] = value ?? words[++at];
  }
  return input;
}

/** Files that a search or `find_file` named, and the lines that `search_file` printed. */
function found(call: Action, observation: string, state: EditorState): Shown[] {
  const lines = plainLines(observation);
  if (call.tool === 'search_file') {
    const header = /^Found \d+ matches (?:for|within) .* in (.+):$/.exec((lines[0] ?? '').slice(0, HEADING_LIMIT));
    const path = header?.[1] ?? state.openFile;
    if (path === null) return [];
    const hits = lines.flatMap((line) => {
      const match = /^Line (\d{1,9}):(.*)$/.exec(line);
      return match ? [{ number: Number(match[1]), text: match[2]! }] : [];
    });
    if (hits.length === 0) return [];
    const ranges = hits.map(({ number }) => ({ startLine: number, endLine: number }));
    return [{ path, class: 'search', ranges, how: 'printed', lines: hits.map(({ text }) => text) }];
  }
  if (!/^Found \d+ matches/.test(lines[0] ?? '')) return [];
  return lines.slice(1).flatMap((line) => {
    if (call.tool === 'find_file') return line.trim() === '' ? [] : [shownPath(line.trim(), 'listing')];
    const file = /^(.+) \(\d+ matches\)$/.exec(line);
    return file ? [shownPath(file[1]!, 'search')] : [];
  });
}
