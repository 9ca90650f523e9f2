import type { ActionKind, FileEdit, LineRange, ShellCommand, Shown } from '../session.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { posixCommand } from './emptyAction.ts';
import { scriptCalls } from './codexScript.ts';
import { field, listOf, parsedOf, recordOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

/** What a call of a tool is to do. */
export interface CodexCall {
  kind: ActionKind;
  command: ShellCommand | null;
  edits: FileEdit[];
  /** Commands of a script that are actions of their own, beside the script. */
  nested: ShellCommand[];
  /** False when the arguments lack what the tool must have. */
  whole: boolean;
}

const PLAIN: Record<string, ActionKind> = {
  read_file: 'read',
  view_image: 'read',
  list_dir: 'list',
  grep_files: 'search',
};

const SHELLS = new Set(['shell', 'container.exec', 'local_shell', 'shell_command', 'exec_command', 'local_shell_call']);
const PATCH_NAMES = new Set(['apply_patch', 'applypatch']);

/**
 * @param tool name of the tool in the log
 * @param input its arguments, parsed where they are JSON
 * @param shell the shell of the session, where it is known
 */
export function codexCall(tool: string, input: unknown, shell: string | null): CodexCall {
  const call: CodexCall = { kind: 'other', command: null, edits: [], nested: [], whole: true };
  if (SHELLS.has(tool)) return shellCall(call, input, shell);
  if (PATCH_NAMES.has(tool)) return patchCall(call, textOf(input) ?? textIn(input, ['input', 'patch']));
  if (tool === 'exec' && typeof input === 'string') return scriptCall(call, input);
  call.kind = Object.hasOwn(PLAIN, tool) ? PLAIN[tool]! : 'other';
  return call;
}

function shellCall(call: CodexCall, input: unknown, shell: string | null): CodexCall {
  const given = field(input, 'command') ?? field(input, 'cmd') ?? (typeof input === 'string' ? input : undefined);
  const argv = listOf(given).filter((part): part is string => typeof part === 'string');
  const workdir = textIn(input, ['workdir', 'working_directory']);
  if (argv.length > 0 && PATCH_NAMES.has(argv[0]!)) return patchCall(call, argv[1] ?? null);
  if (argv.length > 0) call.command = commandOfArguments(argv, workdir);
  else if (typeof given === 'string') call.command = command(given, workdir, textIn(input, ['shell']) ?? shell);
  call.whole = call.command !== null;
  call.kind = call.command ? 'run' : 'other';
  return call;
}

function patchCall(call: CodexCall, text: string | null): CodexCall {
  const patch = text === null ? null : parseApplyPatch(text);
  call.kind = 'edit';
  call.edits = patch?.edits ?? [];
  call.whole = patch?.whole ?? false;
  return call;
}

function scriptCall(call: CodexCall, script: string): CodexCall {
  const { commands, patches } = scriptCalls(script);
  const run = commands.map(({ cmd, workdir }) => command(cmd, workdir, null));
  call.edits = patches.flatMap((patch) => parseApplyPatch(patch)?.edits ?? []);
  if (call.edits.length > 0) call.kind = 'edit';
  // What one command printed is what the script gave back; of several, nobody can tell.
  if (run.length === 1 && call.edits.length === 0) {
    call.kind = 'run';
    call.command = run[0]!;
  } else call.nested = run;
  return call;
}

/** A command out of the arguments of a process: a shell's script as it is, anything else as the arguments. */
export function commandOfArguments(argv: readonly string[], workdir: string | null): ShellCommand {
  const [program = '', option = '', script] = argv;
  if (argv.length === 3 && script !== undefined) {
    if (/^-[a-z]*c$/.test(option) && /(?:^|[\\/])(?:ba|z|da|k)?sh(?:\.exe)?$/i.test(program)) {
      return command(script, workdir, 'bash');
    }
    if (/^[-/]c(?:ommand)?$/i.test(option) && isPowerShell(program)) return command(script, workdir, 'powershell');
  }
  if (isPowerShell(program)) {
    const at = argv.findIndex((part) => /^[-/]c(?:ommand)?$/i.test(part));
    if (at > 0 && at === argv.length - 2) return command(argv[at + 1]!, workdir, 'powershell');
  }
  const text = argv
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
    .join(' ');
  return { ...command(text, workdir, 'bash'), argv: [...argv] };
}

function command(text: string, workdir: string | null, shell: string | null): ShellCommand {
  const powershell = shell !== null && isPowerShell(shell);
  return { ...posixCommand(text, null), shell: powershell ? 'powershell' : 'posix', workdir };
}

function isPowerShell(program: string): boolean {
  return /(?:^|[\\/])(?:powershell|pwsh)(?:\.exe)?$/i.test(program);
}

function textIn(value: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(field(value, name));
    if (text !== null) return text;
  }
  return null;
}

/** What the result of a tool that is no shell showed; null when it says that it failed. */
export function shownByTool(tool: string, input: unknown, output: string): Shown[] | null {
  switch (tool) {
    case 'read_file':
      return shownByRead(textIn(input, ['file_path', 'path']), output);
    case 'view_image': {
      const path = textIn(input, ['path', 'file_path']);
      return path === null ? [] : [shownPath(path, 'read')];
    }
    case 'list_dir':
      return shownByList(output);
    case 'grep_files':
      return output
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '' && !/^No matches found/i.test(line))
        .map((path) => shownPath(path, 'search'));
    default:
      return [];
  }
}

/** Lines as `L12: text`. */
function shownByRead(path: string | null, output: string): Shown[] | null {
  const ranges: LineRange[] = [];
  const lines: string[] = [];
  for (const line of output.split('\n')) {
    const match = /^L(\d{1,9}): ?/.exec(line);
    if (!match) continue;
    const number = Number(match[1]);
    const last = ranges.at(-1);
    if (last && number <= last.endLine) continue;
    if (last && number === last.endLine + 1) last.endLine = number;
    else ranges.push({ startLine: number, endLine: number });
    lines.push(line.slice(match[0].length).replace(/\r$/, ''));
  }
  if (path === null || ranges.length === 0) return null;
  return [{ path, class: 'read', ranges, how: 'printed', lines }];
}

/** A tree, two blanks a level; folders end with `/`, links with `@`. */
function shownByList(output: string): Shown[] | null {
  const [first = '', ...entries] = output.split(/\r?\n/);
  const root = /^Absolute path: (.+)$/.exec(first)?.[1];
  if (root === undefined) return null;
  const folders: string[] = [];
  const shown: Shown[] = [];
  for (const entry of entries) {
    const name = entry.trim();
    if (name === '' || /^More than \d+ entries found/.test(name)) continue;
    const level = Math.min((entry.length - entry.trimStart().length) >> 1, folders.length, 100);
    folders.length = level;
    if (name.endsWith('/')) folders.push(name.slice(0, -1));
    else if (!/[@?]$/.test(name))
      shown.push(shownPath([root.replace(/\/$/, ''), ...folders, name].join('/'), 'listing'));
  }
  return shown;
}

/**
 * Edits as Codex itself tells them after a patch, by path. Both ways of writing the kind of a change are known.
 * @param changes of an item `FileChange` or an event `patch_apply_end`
 */
export function editsOfChanges(changes: unknown): FileEdit[] {
  return Object.entries(recordOf(changes) ?? {}).flatMap(([path, change]): FileEdit[] => {
    const named = textOf(field(change, 'type'));
    const type = named ?? ['add', 'delete', 'update'].find((kind) => field(change, kind) !== undefined);
    const body = named === null && type !== undefined ? field(change, type) : change;
    const diff = textOf(field(body, 'unified_diff'));
    const to = textOf(field(body, 'move_path'));
    const moved: FileEdit[] = to === null ? [] : [{ kind: 'move', path, to }];
    if (type === 'delete') return [{ kind: 'delete', path }];
    if (type === 'add') {
      const content = textOf(field(body, 'content')) ?? (diff === null ? null : addedText(diff));
      return [content === null ? { kind: 'unknown', path } : { kind: 'write', path, content }];
    }
    if (diff === null || type !== 'update') return [{ kind: 'unknown', path }];
    return [...(diff === '' ? [] : [{ kind: 'diff' as const, path, diff }]), ...moved];
  });
}

function addedText(diff: string): string {
  const lines = diff.split('\n');
  const text = lines
    .filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
    .map((line) => line.slice(1) + '\n');
  return lines.some((line) => line.startsWith('\\ No newline')) ? text.join('').slice(0, -1) : text.join('');
}

/** The arguments of a call: JSON in a string for a function, a patch or a script as it is for a custom tool. */
export function inputOf(payload: Record<string, unknown>): unknown {
  if (payload.type === 'local_shell_call') return payload.action;
  if (payload.type === 'web_search_call') return payload.action;
  const given = payload.type === 'custom_tool_call' ? payload.input : payload.arguments;
  const parsed = parsedOf(given);
  return typeof parsed === 'object' && parsed !== null ? parsed : given;
}
