import type { Action, ActionKind, ActionState, FileEdit, Shown } from '../session.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import { shellResult, shownByGemini } from './geminiOutput.ts';
import { isRecord } from './jsonLines.ts';
import { field, listOf, numberOf, recordOf, textOf, timeOf } from './values.ts';

const KINDS: Record<string, ActionKind> = {
  read_file: 'read',
  read_many_files: 'read',
  grep_search: 'search',
  search_file_content: 'search',
  glob: 'list',
  list_directory: 'list',
  replace: 'edit',
  edit: 'edit',
  write_file: 'write',
  run_shell_command: 'run',
};

const CUT =
  /^Status: Showing lines \d+-\d+ of \d+ total lines|\.\.\. \[[\d,]+ characters omitted\] \.\.\.|<tool_output_masked>|^\[CONTENT TRUNCATED\]|^Output too large\.|\[WARNING: This file was truncated|^\.\.\. \[\d+ lines truncated\] \.\.\./m;

/**
 * The action of an element of `toolCalls`, with its result when it is there.
 * @param call the element, untrusted
 * @param at time of the message: that of the element is the one of the result
 * @returns null when it has no name
 */
export function geminiAction(call: unknown, fallbackId: string, at: string | null): Action | null {
  const tool = textOf(field(call, 'name'));
  if (tool === null) return null;
  const args = recordOf(field(call, 'args')) ?? {};
  const kind = Object.hasOwn(KINDS, tool) ? KINDS[tool]! : 'other';
  const action = emptyAction(textOf(field(call, 'id')) ?? fallbackId, kind, tool, args);
  const result = resultOf(field(call, 'result'));
  action.startedAt = at;
  action.state = stateOf(textOf(field(call, 'status')), result);
  if (action.state !== 'no-result') action.endedAt = timeOf(field(call, 'timestamp'));
  action.output = result?.text ?? null;
  action.outputCut = result !== null && CUT.test(result.text);
  action.edits = editsOf(tool, args, recordOf(field(call, 'resultDisplay')), result?.text ?? '');
  if (kind === 'run') command(action, args, result?.text ?? null);
  else if (action.state === 'ok' && result) action.shown = shownByGemini(tool, args, result.text, result.binary);
  return action;
}

interface Result {
  text: string;
  failed: boolean;
  /** An image or the like, which has no lines. */
  binary: boolean;
}

function resultOf(value: unknown): Result | null {
  const parts = Array.isArray(value) ? value : isRecord(value) || typeof value === 'string' ? [value] : [];
  if (parts.length === 0) return null;
  const found: Result = { text: '', failed: false, binary: false };
  const texts: string[] = [];
  for (const part of parts) {
    const response = field(field(part, 'functionResponse'), 'response');
    const error = textOf(field(response, 'error'));
    if (error !== null) found.failed = true;
    const output = field(response, 'output');
    const text = error ?? textOf(output) ?? textOf(part) ?? textOf(field(part, 'text'));
    if (text !== null) texts.push(text);
    else if (output !== undefined) texts.push(JSON.stringify(output));
    const nested = listOf(field(field(part, 'functionResponse'), 'parts'));
    found.binary ||= [part, ...nested].some(
      (each) => isRecord(each) && (each.inlineData ?? each.fileData) !== undefined,
    );
  }
  found.text = texts.join('\n');
  found.binary ||= /^(?:Binary content provided|Cannot display content of)/.test(found.text);
  return found;
}

function stateOf(status: string | null, result: Result | null): ActionState {
  switch (status) {
    case 'success':
      return 'ok';
    case 'error':
      return 'failed';
    case 'cancelled':
      return result && /did not allow|denied|declined/i.test(result.text) ? 'denied' : 'interrupted';
    case null:
      return result === null ? 'no-result' : result.failed ? 'failed' : 'ok';
    default:
      return 'no-result';
  }
}

function command(action: Action, args: Record<string, unknown>, output: string | null): void {
  const text = textOf(args.command);
  if (text === null) return void (action.kind = 'other');
  const workdir = textOf(args.dir_path) ?? textOf(args.directory);
  action.command = { ...posixCommand(text, null), workdir };
  if (output === null || (action.state !== 'ok' && action.state !== 'failed')) return;
  const result = shellResult(output);
  action.output = result.text;
  action.exitCode = result.exitCode ?? (action.state === 'ok' && result.whole ? 0 : null);
  if (action.exitCode !== null && action.exitCode !== 0) action.state = 'failed';
}

function editsOf(
  tool: string,
  args: Record<string, unknown>,
  display: Record<string, unknown> | null,
  output: string,
): FileEdit[] {
  const path = textOf(args.file_path) ?? textOf(args.absolute_path);
  if (path === null) return [];
  const changedByUser = /^User modified the `/m.test(output);
  const now = textOf(display?.newContent);
  if (tool === 'write_file') {
    const content = (changedByUser ? now : null) ?? textOf(args.content);
    return [content === null || (changedByUser && now === null) ? { kind: 'unknown', path } : write(path, content)];
  }
  if (tool !== 'replace' && tool !== 'edit') return [];
  const [old, replacement] = [textOf(args.old_string), textOf(args.new_string)];
  if (changedByUser || old === null || replacement === null) {
    return [now === null ? { kind: 'unknown', path } : write(path, now)];
  }
  if (old === '') return [write(path, replacement)];
  const all = args.allow_multiple === true || (numberOf(args.expected_replacements) ?? 1) > 1;
  return [{ kind: 'replace', path, old, new: replacement, all }];
}

function write(path: string, content: string): FileEdit {
  return { kind: 'write', path, content };
}

/** Files that a prompt brought with it: their text follows the marks that the program puts in. */
export function givenBy(text: string): Shown[] {
  return [...text.matchAll(/^Content from @?(.+):$/gm)].map((match) => ({
    path: match[1]!,
    class: 'given' as const,
    ranges: [],
    how: 'printed' as const,
    lines: null,
  }));
}
