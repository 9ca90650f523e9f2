import type { Action, ActionKind, ActionState, FileEdit, Shown } from '../session.ts';
import { clineEdits } from './clineEdits.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import { numberedRun, shownLines, shownPath, type NumberedLine } from './numberedLines.ts';
import { numberedFiles, readPaths, searchedFiles } from './rooCode.ts';
import { field, listOf, numberOf, parsedOf, recordOf, textOf } from './values.ts';

const KINDS: Partial<Record<string, ActionKind>> = {
  read_file: 'read',
  read_files: 'read',
  search_files: 'search',
  search_codebase: 'search',
  codebase_search: 'search',
  list_files: 'list',
  list_code_definition_names: 'list',
  write_to_file: 'write',
  new_rule: 'write',
  replace_in_file: 'edit',
  apply_diff: 'edit',
  apply_patch: 'edit',
  insert_content: 'edit',
  search_and_replace: 'edit',
  search_replace: 'edit',
  edit: 'edit',
  edit_file: 'edit',
  editor: 'edit',
  execute_command: 'run',
  run_commands: 'run',
};

/** Tools with which the agent hands over to the user: its turn is over. */
export const CLOSING_TOOLS = new Set([
  'attempt_completion',
  'submit_and_exit',
  'ask_followup_question',
  'ask_question',
  'plan_mode_respond',
]);

/** A call as an action without its result; one for each command of `run_commands`. */
export function clineActions(
  id: string,
  tool: string,
  input: unknown,
  cwd: string | null,
  at: string | null,
): Action[] {
  const kind = Object.hasOwn(KINDS, tool) ? KINDS[tool]! : 'other';
  const action = { ...emptyAction(id, kind, tool, input), cwd, startedAt: at, edits: clineEdits(tool, input) };
  if (kind !== 'run') return [action];
  return commandsOf(input).map((text, index) => ({
    ...action,
    id: index === 0 ? id : `${id}#${index + 1}`,
    command: { ...posixCommand(text, null), workdir: textOf(field(input, 'cwd')) },
  }));
}

function commandsOf(input: unknown): string[] {
  const list = listOf(parsedOf(field(input, 'commands'))).flatMap((each) => {
    const command = textOf(each) ?? textOf(field(each, 'command'));
    if (command === null) return [];
    const args = listOf(field(each, 'args')).flatMap((arg) => textOf(arg) ?? []);
    return [[command, ...args].join(' ')];
  });
  return list.length > 0 ? list : [textOf(field(input, 'command')) ?? textOf(field(input, 'commands')) ?? ''];
}

export interface ClineResult {
  /** A text, blocks with texts, or the SDK's `[{query, result, success}]`. */
  content: unknown;
  failed: boolean;
}

/** What the result adds to the actions of its call, in their order. */
export function clineResults(actions: readonly Action[], result: ClineResult, at: string | null): Partial<Action>[] {
  const entries = entriesOf(result.content);
  return actions.map((action, index) => {
    // Each command of a list has an entry of its own.
    const own = actions.length > 1 ? entries.slice(index, index + 1) : entries;
    if (own.length === 0) return {};
    const output = own.map((entry) => entry.text).join('\n');
    const failed = result.failed || own.every((entry) => !entry.success);
    const state = stateOf(output, failed);
    const done: Partial<Action> = { endedAt: at, state, output, outputCut: CUT.test(output) };
    if (action.kind === 'run') return { ...done, ...commandResult(output, state, failed) };
    if (state !== 'ok') return done;
    if (action.kind === 'read') return { ...done, shown: own.flatMap((entry) => readShown(action, entry)) };
    if (action.kind === 'search') return { ...done, shown: own.flatMap(({ text }) => searchedFiles(text)) };
    if (action.kind === 'list') return { ...done, shown: listed(action, output) };
    const final = finalContent(output);
    if (final) return { ...done, edits: [final] };
    const path = textOf(field(action.input, 'path'));
    // The user changed what was proposed, and the log has only a diff without context of it.
    if (path !== null && /"user_edits"\s*:/.test(output))
      return { ...done, edits: [...action.edits, { kind: 'unknown', path }] };
    return done;
  });
}

const CUT =
  /\[Showing lines \d+-\d+ of \d+|File content truncated|\[\.\.\. ?(?:output )?(?:truncated|\d+ lines omitted)|\[TRUNCATED\]|^\[\.\.\.\d+ (?:lines|characters) omitted\.\.\.\]/m;

function stateOf(text: string, failed: boolean): ActionState {
  const start = text.slice(0, 400);
  if (/^(?:The user denied|Skipping tool .* due to user rejecting)|"status":\s*"denied"/.test(start)) return 'denied';
  if (/^(?:Task was interrupted before this tool call|The tool call was interrupted)/.test(start)) return 'interrupted';
  const error =
    /^(?:File: [^\n]*\n)?(?:The tool execution failed|Error(?:: | executing| reading| writing)|<error>)|"status":\s*"error"/.test(
      start,
    );
  return failed || error ? 'failed' : 'ok';
}

/** Takes the frame off, in which the output of a command comes. */
function commandResult(output: string, state: ActionState, failed: boolean): Partial<Action> {
  const frame =
    /^(?:Command (?:executed|failed|is still running|exited)[^\n]*|Exit code: [^\n]*)\n(?:[^\n]*\n){0,2}?(?:Here's the output so far|Output):\n?/.exec(
      output,
    );
  const head = frame?.[0] ?? output.slice(0, 300);
  const code = /[Ee]xit code:? (-?\d+)|exited with code (-?\d+)/.exec(head);
  const exitCode = code ? Number(code[1] ?? code[2]) : null;
  const ran = state === 'failed' && !failed ? 'ok' : state;
  return { state: ran, exitCode, output: frame ? output.slice(frame[0].length) : output };
}

interface Entry {
  /** The SDK's name of what was asked: `path:a-b`, a command, a pattern. */
  query: string | null;
  text: string;
  success: boolean;
}

function entriesOf(content: unknown): Entry[] {
  const value = typeof content === 'string' && /^\s*[{[]/.test(content) ? parsedOf(content) : content;
  if (recordOf(value) && textOf(field(value, 'query')) !== null) return entriesOf([value]);
  if (!Array.isArray(value)) {
    const text = textOf(content);
    return text === null ? [] : [{ query: null, text, success: true }];
  }
  const entries = value.flatMap((each): Entry[] => {
    const query = textOf(field(each, 'query'));
    if (query !== null) {
      const result = field(each, 'result');
      const text =
        textOf(result) ?? textOf(field(each, 'error')) ?? (result === undefined ? '' : JSON.stringify(result));
      return [{ query, text, success: field(each, 'success') !== false }];
    }
    const text = textOf(field(each, 'text')) ?? textOf(each);
    return text === null ? [] : [{ query: null, text, success: true }];
  });
  // Blocks of one text.
  if (entries.length > 0 && entries.every((entry) => entry.query === null)) {
    return [{ query: null, text: entries.map((entry) => entry.text).join('\n'), success: true }];
  }
  return entries;
}

function readShown(action: Action, { query, text: framed, success }: Entry): Shown[] {
  if (!success) return [];
  const asked = query?.replace(/:\d+-(?:\d+|end|EOF)?$/, '') ?? null;
  const paths = asked === null ? readPaths(action.input) : [asked];
  const numbered = numberedFiles(framed, paths);
  if (numbered) return numbered;
  const text = framed.replace(/^File: [^\n]*(?:\n|$)/, '');
  const [path] = paths;
  if (path === undefined || paths.length > 1) return paths.map((each) => shownPath(each, 'read', 'unverified'));
  // Notices instead of a text: a copy that was taken out of the conversation, an image, an empty file.
  if (text.trim() === '' || /^(?:\[\[NOTE\]|Note: File is empty|\(?Image|\[Image|\(tool did not return)/i.test(text))
    return [shownPath(path, 'read')];
  return [wholeFile(action.input, path, text)];
}

/** A text without numbers: from the line that was asked for on, or the whole file. */
function wholeFile(input: unknown, path: string, text: string): Shown {
  const body = text.replace(/\n?\(File has \d+ lines total\.\)\s*$/, '').replace(/\n?\[Showing lines [^\]]*\]\s*$/, '');
  const lines = body.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  const [file] = listOf(field(input, 'files'));
  const start = Math.max(1, Math.trunc(numberOf(field(file ?? input, 'start_line')) ?? 1));
  const numbered = lines.map((line, index): NumberedLine => [start + index, line]);
  return shownLines(path, 'read', 'arguments', numbered);
}

/** Names relative to the folder that was listed; files of definitions stand above a rule. */
function listed(action: Action, output: string): Shown[] {
  const folder = (textOf(field(action.input, 'path')) ?? '.').replace(/[\\/]+$/, '');
  const inFolder = (name: string): string =>
    folder === '.' || folder === '' || /^(?:\/|[A-Za-z]:[\\/])/.test(name) ? name : `${folder}/${name}`;
  const lines = output.split('\n').map((line) => line.replace(/^(?:🔒 )?/u, '').trimEnd());
  if (action.tool === 'list_code_definition_names') {
    const files = lines.filter(
      (line, index) => line !== '' && /^(?:[│|]-{2,}|# )/.test(lines[index + 1] ?? '') && !/^[│|]/.test(line),
    );
    return files.map((name) => shownPath(inFolder(name.replace(/^# /, '')), 'listing'));
  }
  return lines
    .filter((line) => line !== '' && !line.endsWith('/') && !/^(?:\(.*\)|No files found\.?)$/.test(line))
    .map((name) => shownPath(inFolder(name), 'listing'));
}

/** The file as it is after the edit, formatters and the user's own changes included. */
function finalContent(output: string): FileEdit | null {
  const open = /<final_file_content path="([^"\n]+)">\r?\n/.exec(output);
  if (!open) return null;
  const start = open.index + open[0].length;
  const end = output.lastIndexOf('\n</final_file_content>');
  if (end < start) return null;
  const content = output.slice(start, end);
  // Roo numbered the lines at times.
  const { numbered, next } = numberedRun(content.split('\n'), 0, /^\s*(\d+) \| ?(.*)$/);
  const bare = numbered[0]?.[0] === 1 && next === content.split('\n').length;
  return { kind: 'write', path: open[1]!, content: bare ? numbered.map(([, text]) => text).join('\n') : content };
}
