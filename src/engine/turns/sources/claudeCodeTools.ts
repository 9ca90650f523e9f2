import type { Action, ActionKind, ActionState, FileEdit, ShellCommand } from '../session.ts';
import { globShown, grepShown, isCut, readShown, treeShown } from './claudeCodeShown.ts';
import { field, listOf, numberOf, recordOf, textOf } from './values.ts';

const KINDS = new Map<string, ActionKind>([
  ['Read', 'read'],
  ['NotebookRead', 'read'],
  ['Grep', 'search'],
  ['LSP', 'search'],
  ['Glob', 'list'],
  ['LS', 'list'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['Write', 'write'],
  ['Bash', 'run'],
  ['PowerShell', 'run'],
]);

/** What of a call is needed to read its result. */
export interface ClaudeCall {
  id: string;
  by: string | null;
  tool: string;
  input: unknown;
}

export interface ClaudeResult {
  text: string | null;
  isError: boolean;
  /** `toolUseResult` of the row; undefined when the row has none. */
  structured: unknown;
  /** `toolDenialKind` of the row: the user or a rule refused the call. */
  denied: boolean;
}

/** A call without its result. */
export function claudeAction(call: ClaudeCall, cwd: string | null, at: string | null): Action {
  const kind = KINDS.get(call.tool) ?? 'other';
  return {
    id: call.id,
    by: call.by,
    kind,
    tool: call.tool,
    input: call.input,
    cwd,
    startedAt: at,
    endedAt: null,
    state: 'no-result',
    exitCode: null,
    command: kind === 'run' ? commandOf(call) : null,
    output: null,
    outputCut: false,
    shown: [],
    edits: editsOf(call, undefined),
    tokens: null,
  };
}

/** What the result of a call changes in its action. */
export function claudeResult(call: ClaudeCall, result: ClaudeResult, at: string | null): Partial<Omit<Action, 'id'>> {
  const { text, structured } = result;
  const state = stateOf(result);
  const told: Partial<Omit<Action, 'id'>> = { endedAt: at, state, output: text };
  if (text !== null && isCut(text)) told.outputCut = true;
  if (call.tool === 'Bash' || call.tool === 'PowerShell') told.exitCode = exitOf(result, state, call.input);
  if (state !== 'ok') return told;
  if (call.tool === 'Read' || call.tool === 'NotebookRead') {
    const { shown, cut } = readShown(call.input, text, structured);
    told.shown = shown;
    if (cut) told.outputCut = true;
  } else if (call.tool === 'Grep') told.shown = grepShown(call.input, text, structured);
  else if (call.tool === 'Glob') told.shown = globShown(text, structured);
  else if (call.tool === 'LS') told.shown = treeShown(text);
  else if (recordOf(structured)) {
    const edits = editsOf(call, structured);
    if (edits.length > 0) told.edits = edits;
  }
  return told;
}

/** A folder that a command goes to lasts for the main agent's next commands; a sub-agent's shell is set back each time. */
function commandOf(call: ClaudeCall): ShellCommand {
  return {
    text: textOf(field(call.input, 'command')) ?? '',
    shell: call.tool === 'PowerShell' ? 'powershell' : 'posix',
    argv: null,
    workdir: null,
    keepsFolder: call.by === null,
    terminal: call.by === null ? 'main' : null,
  };
}

function stateOf({ text, isError, structured, denied }: ClaudeResult): ActionState {
  if (text?.startsWith('[Request interrupted')) return 'interrupted';
  if (denied) return 'denied';
  if (isError && text !== null) {
    if (text.startsWith("The user doesn't want to")) return 'denied';
    if (/^Permission to use \S+ .*has been denied|^Claude requested permissions? /.test(text.slice(0, 400)))
      return 'denied';
  }
  if (field(structured, 'interrupted') === true) return 'interrupted';
  return isError ? 'failed' : 'ok';
}

/** A failed command says its code in the first line; one that runs on in the background has none yet. */
function exitOf({ text, structured }: ClaudeResult, state: ActionState, input: unknown): number | null {
  const said = /^Exit code (\d+)/.exec(text ?? '');
  if (said) return Number(said[1]);
  if (state !== 'ok' || field(input, 'run_in_background') === true) return null;
  if (textOf(field(structured, 'backgroundTaskId')) !== null) return null;
  // 'No matches found' and its like: a code other than 0 that is no failure.
  return field(structured, 'returnCodeInterpretation') ? null : 0;
}

/** Edits of a call: as the result tells that they were made, else as they were asked for. */
function editsOf(call: ClaudeCall, structured: unknown): FileEdit[] {
  const { tool, input } = call;
  if (tool === 'NotebookEdit') {
    const path = textOf(field(input, 'notebook_path'));
    return path === null ? [] : [{ kind: 'unknown', path }];
  }
  const path = textOf(field(structured, 'filePath')) ?? textOf(field(input, 'file_path'));
  if (path === null) return [];
  if (tool === 'Write') {
    const content = textOf(field(structured, 'content')) ?? textOf(field(input, 'content'));
    return [content === null ? { kind: 'unknown', path } : { kind: 'write', path, content }];
  }
  if (tool !== 'Edit' && tool !== 'MultiEdit') return [];
  // The user changed what was proposed: only the patch tells what was written.
  const diff = field(structured, 'userModified') === true ? patchText(structured) : null;
  if (diff !== null) return [{ kind: 'diff', path, diff }];
  if (tool === 'Edit') {
    const old = textOf(field(structured, 'oldString')) ?? textOf(field(input, 'old_string'));
    const text = textOf(field(structured, 'newString')) ?? textOf(field(input, 'new_string'));
    const all = (field(structured, 'replaceAll') ?? field(input, 'replace_all')) === true;
    return [replaced(path, old, text, all)];
  }
  const told = listOf(field(structured, 'edits'));
  return (told.length > 0 ? told : listOf(field(input, 'edits'))).map((edit) =>
    replaced(
      path,
      textOf(field(edit, 'old_string')),
      textOf(field(edit, 'new_string')),
      field(edit, 'replace_all') === true,
    ),
  );
}

/** Replacing nothing makes the file. */
function replaced(path: string, old: string | null, text: string | null, all: boolean): FileEdit {
  if (old === null || text === null) return { kind: 'unknown', path };
  return old === '' ? { kind: 'write', path, content: text } : { kind: 'replace', path, old, new: text, all };
}

function patchText(structured: unknown): string | null {
  const parts: string[] = [];
  for (const hunk of listOf(field(structured, 'structuredPatch'))) {
    const numbers = ['oldStart', 'oldLines', 'newStart', 'newLines'].map((name) => numberOf(field(hunk, name)));
    const lines = listOf(field(hunk, 'lines'));
    if (numbers.includes(null) || !lines.every((line) => typeof line === 'string')) return null;
    parts.push(`@@ -${numbers[0]},${numbers[1]} +${numbers[2]},${numbers[3]} @@`);
    for (const line of lines) parts.push(line);
  }
  return parts.length === 0 ? null : `${parts.join('\n')}\n`;
}

/** Text of `content` of a tool result or a prompt: a string, or the text blocks of a list. */
export function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return listOf(content).flatMap((block) => {
    const text = field(block, 'type') === 'text' ? textOf(field(block, 'text')) : null;
    return text ?? [];
  });
}
