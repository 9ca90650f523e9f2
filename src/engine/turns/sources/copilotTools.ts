import type { ActionKind, FileEdit, ShellCommand, Shown } from '../session.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { numberedShown } from './copilotShown.ts';
import { isNotice, searchShown } from './searchOutput.ts';
import { field, listOf, numberOf, recordOf, textOf } from './values.ts';
import type { ToolText } from './toolText.ts';
import { codeShown, folderShown, matchesShown, pathsShown, readFileShown } from './vscodeShown.ts';
import { shownPath } from './numberedLines.ts';

interface Tool {
  kind: ActionKind | ((input: unknown) => ActionKind);
  command?: (input: unknown) => ShellCommand;
  edits?: (input: unknown) => FileEdit[];
  shown?: (result: ToolText) => Shown[];
  /** Name of the terminal whose later output the call asks for. */
  joins?: (input: unknown) => string | null;
}

const shells = (shell: ShellCommand['shell']): Tool => ({
  kind: 'run',
  command: (input) => {
    const terminal = textOf(field(input, 'shellId')) ?? textOf(field(input, 'sessionId'));
    const text = textOf(field(input, 'command')) ?? '';
    return { text, shell, argv: null, workdir: null, keepsFolder: terminal !== null, terminal };
  },
});

const laterOutput: Tool = {
  kind: 'other',
  joins: (input) => textOf(field(input, 'shellId')) ?? textOf(field(input, 'sessionId')) ?? textOf(field(input, 'id')),
};

const patch: Tool = {
  kind: 'edit',
  edits: (input) => {
    const text = textOf(input) ?? textOf(field(input, 'input')) ?? textOf(field(input, 'patch'));
    return text === null ? [] : (parseApplyPatch(text)?.edits ?? []);
  },
};

const search: Tool = {
  kind: 'search',
  shown: ({ input, text }) => {
    if (text === null) return [];
    if (textOf(field(input, 'output_mode')) === 'content') return searchShown(text, textOf(field(input, 'path')));
    const isCount = textOf(field(input, 'output_mode')) === 'count';
    return lineList(text).map((line) => shownPath(isCount ? line.replace(/:\d+$/, '') : line, 'search'));
  },
};

const edit: Tool = {
  kind: 'edit',
  edits: (input) => replaced(input, 'path', 'old_str', 'new_str'),
};

const create: Tool = { kind: 'write', edits: (input) => written(input, 'path', 'file_text') };

const insert: Tool = {
  kind: 'edit',
  edits: (input) => {
    const path = textOf(field(input, 'path'));
    const afterLine = numberOf(field(input, 'insert_line'));
    const text = textOf(field(input, 'new_str')) ?? textOf(field(input, 'insert_text'));
    if (path === null) return [];
    return [
      afterLine === null || text === null ? { kind: 'unknown', path } : { kind: 'insert', path, afterLine, text },
    ];
  },
};

const view: Tool = { kind: 'read', shown: numberedShown };

/** The single editor of older versions, by its command. */
const EDITOR = new Map<unknown, Tool>([
  ['view', view],
  ['create', create],
  ['str_replace', edit],
  ['insert', insert],
]);

const editor = (input: unknown): Tool => EDITOR.get(field(input, 'command')) ?? { kind: 'other' };

/** Tools of Copilot CLI and of VS Code's agent mode: their names do not meet. */
const TOOLS = new Map<string, Tool>([
  ['view', view],
  ['edit', edit],
  ['create', create],
  ['insert', insert],
  [
    'str_replace_editor',
    {
      kind: (input) => editor(input).kind as ActionKind,
      edits: (input) => editor(input).edits?.(input) ?? [],
      shown: (result) => editor(result.input).shown?.(result) ?? [],
    },
  ],
  ['apply_patch', patch],
  ['grep', search],
  ['rg', search],
  ['glob', { kind: 'list', shown: ({ text }) => lineList(text ?? '').map((line) => shownPath(line, 'listing')) }],
  ['bash', shells('posix')],
  ['powershell', shells('powershell')],
  ['read_bash', laterOutput],
  ['write_bash', laterOutput],
  ['stop_bash', laterOutput],
  ['read_powershell', laterOutput],
  ['write_powershell', laterOutput],
  ['stop_powershell', laterOutput],
  ['read_file', { kind: 'read', shown: readFileShown }],
  ['grep_search', { kind: 'search', shown: matchesShown }],
  ['semantic_search', { kind: 'search', shown: codeShown }],
  ['list_code_usages', { kind: 'search' }],
  ['file_search', { kind: 'list', shown: pathsShown }],
  ['list_dir', { kind: 'list', shown: folderShown }],
  ['replace_string_in_file', { kind: 'edit', edits: (input) => replaced(input, 'filePath', 'oldString', 'newString') }],
  [
    'multi_replace_string_in_file',
    {
      kind: 'edit',
      edits: (input) =>
        listOf(field(input, 'replacements')).flatMap((each) => replaced(each, 'filePath', 'oldString', 'newString')),
    },
  ],
  ['insert_edit_into_file', { kind: 'edit', edits: unknownEdit }],
  ['edit_notebook_file', { kind: 'edit', edits: unknownEdit }],
  ['create_file', { kind: 'write', edits: (input) => written(input, 'filePath', 'content') }],
  ['run_in_terminal', { kind: 'run', command: terminalCommand }],
  ['get_terminal_output', laterOutput],
]);

/** What the parts of a call are; the shown parts are told by its result. */
export function toolOf(name: string): {
  kind: (input: unknown) => ActionKind;
  command: (input: unknown) => ShellCommand | null;
  edits: (input: unknown) => FileEdit[];
  shown: (result: ToolText) => Shown[];
  joins: (input: unknown) => string | null;
} {
  const tool = TOOLS.get(name) ?? { kind: 'other' };
  return {
    kind: (input) => (typeof tool.kind === 'function' ? tool.kind(input) : tool.kind),
    command: (input) => tool.command?.(input) ?? null,
    edits: (input) => tool.edits?.(input) ?? [],
    shown: (result) => tool.shown?.(result) ?? [],
    joins: (input) => tool.joins?.(input) ?? null,
  };
}

/** Foreground commands share a terminal, which stays; its kind of shell is told by the paths alone. */
function terminalCommand(input: unknown): ShellCommand {
  const background = field(input, 'isBackground') === true;
  return {
    text: textOf(field(input, 'command')) ?? '',
    shell: 'posix',
    argv: null,
    workdir: null,
    keepsFolder: !background,
    terminal: background ? null : 'terminal',
  };
}

function replaced(input: unknown, pathName: string, oldName: string, newName: string): FileEdit[] {
  const path = textOf(field(input, pathName));
  const old = textOf(field(input, oldName));
  const text = textOf(field(input, newName));
  if (path === null) return [];
  if (old === null || text === null) return [{ kind: 'unknown', path }];
  return [old === '' ? { kind: 'write', path, content: text } : { kind: 'replace', path, old, new: text, all: false }];
}

function written(input: unknown, pathName: string, contentName: string): FileEdit[] {
  const path = textOf(field(input, pathName));
  if (path === null) return [];
  return [{ kind: 'write', path, content: textOf(field(input, contentName)) ?? '' }];
}

function unknownEdit(input: unknown): FileEdit[] {
  const path = textOf(field(recordOf(input), 'filePath'));
  return path === null ? [] : [{ kind: 'unknown', path }];
}

function lineList(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !isNotice(line));
}
