import type { Action, ActionKind, ActionState, FileEdit, Shown } from '../session.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { emptyAction, posixCommand } from './emptyAction.ts';
import { shownLines, shownPath, type NumberedLine } from './numberedLines.ts';
import { openCodeRead } from './openCodeRead.ts';
import { field, listOf, numberOf, parsedOf, textOf, timeOf } from './values.ts';

const KINDS: Partial<Record<string, ActionKind>> = {
  read: 'read',
  grep: 'search',
  codesearch: 'search',
  lsp: 'search',
  glob: 'list',
  list: 'list',
  ls: 'list',
  edit: 'edit',
  multiedit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  write: 'write',
  bash: 'run',
};

/** The action that a part of type `tool` tells; null when it is none. */
export function openCodeAction(
  part: unknown,
  place: { id: string; by: string | null; cwd: string | null },
): Action | null {
  const tool = textOf(field(part, 'tool'));
  const state = field(part, 'state');
  const status = textOf(field(state, 'status'));
  if (tool === null || status === null) return null;
  const kind = Object.hasOwn(KINDS, tool) ? KINDS[tool]! : 'other';
  const input = parsedOf(field(state, 'input') ?? null);
  const metadata = field(state, 'metadata');
  const [told, other] = status === 'error' ? ['error', 'output'] : ['output', 'error'];
  const output = textOf(field(state, told)) ?? textOf(field(state, other));
  const time = field(state, 'time');
  const action: Action = {
    ...emptyAction(place.id, kind, tool, input),
    by: place.by,
    cwd: place.cwd,
    startedAt: timeOf(field(time, 'start')),
    endedAt: timeOf(field(time, 'end')),
    state: stateOf(tool, status, output ?? ''),
    output: status === 'completed' || status === 'error' ? output : null,
    outputCut: field(metadata, 'truncated') === true && (kind === 'run' || kind === 'search' || kind === 'list'),
    edits: editsOf(tool, input, metadata),
  };
  if (kind === 'run') {
    const command = posixCommand(textOf(field(input, 'command')) ?? '', null);
    return {
      ...action,
      command: { ...command, workdir: textOf(field(input, 'workdir')) },
      exitCode: numberOf(field(metadata, 'exit')),
    };
  }
  return status === 'completed' ? withShown(action, metadata) : action;
}

function stateOf(tool: string, status: string, text: string): ActionState {
  // The call had another shape than the tool wants; the model was told so.
  if (tool === 'invalid' && status === 'completed') return 'failed';
  if (status === 'completed')
    return /<bash_metadata>[^<]*\b(?:User aborted|timeout)\b/.test(text.slice(-500)) ? 'interrupted' : 'ok';
  if (status !== 'error') return 'no-result';
  if (/\b(?:rejected permission|user dismissed|specified a rule which prevents)\b/i.test(text)) return 'denied';
  return /\baborted\b/i.test(text) && text.length < 200 ? 'interrupted' : 'failed';
}

function withShown(action: Action, metadata: unknown): Action {
  const output = action.output ?? '';
  if (action.tool === 'read') {
    const path = textOf(field(action.input, 'filePath')) ?? textOf(field(action.input, 'path'));
    if (path === null) return action;
    const { shown, directory, cut } = openCodeRead(path, output, metadata);
    return { ...action, kind: directory ? 'list' : 'read', shown, outputCut: cut };
  }
  if (action.tool === 'grep') return { ...action, shown: grepShown(output) };
  if (action.tool === 'glob') return { ...action, shown: globShown(output) };
  if (action.tool === 'list' || action.tool === 'ls') return { ...action, shown: treeShown(output) };
  return action;
}

/** `path:` lines, each with its `  Line N: text`. */
function grepShown(output: string): Shown[] {
  const found = new Map<string, NumberedLine[]>();
  let current: NumberedLine[] | null = null;
  for (const line of output.split('\n')) {
    const hit = /^ {2}Line (\d+): ?(.*?)\r?$/.exec(line);
    if (hit) current?.push([Number(hit[1]), hit[2]!]);
    else if (/^\S.*:\r?$/.test(line)) {
      const path = line.replace(/:\r?$/, '');
      current = found.get(path) ?? [];
      found.set(path, current);
    }
  }
  return [...found].map(([path, lines]) => shownLines(path, 'search', 'printed', lines));
}

/** A path a line; notices stand in brackets. */
function globShown(output: string): Shown[] {
  return output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && line !== 'No files found' && !line.endsWith('/') && !/^\(.*\)$/.test(line))
    .map((path) => shownPath(path, 'listing'));
}

/** A folder in the first line, below it its tree: two spaces a level, folders with `/`. */
function treeShown(output: string): Shown[] {
  const [first = '', ...lines] = output.split('\n');
  const folders = [first.trimEnd().replace(/[\\/]+$/, '')];
  const shown: Shown[] = [];
  for (const line of lines) {
    const [, indent, name] = /^( +)(\S.*?)\s*$/.exec(line) ?? [];
    if (indent === undefined || name === undefined) continue;
    const level = Math.min(Math.ceil(indent.length / 2), folders.length);
    folders.length = level;
    const path = `${folders[level - 1] ?? ''}/${name}`;
    if (name.endsWith('/')) folders.push(path.slice(0, -1));
    else shown.push(shownPath(path, 'listing'));
  }
  return shown;
}

function editsOf(tool: string, input: unknown, metadata: unknown): FileEdit[] {
  const path = textOf(field(input, 'filePath'));
  const content = textOf(field(input, 'content'));
  if (tool === 'write') return path !== null && content !== null ? [{ kind: 'write', path, content }] : [];
  if (tool === 'apply_patch' || tool === 'patch') {
    return parseApplyPatch(textOf(field(input, 'patchText')) ?? '')?.edits ?? [];
  }
  if (tool === 'multiedit') {
    return listOf(field(input, 'edits')).flatMap((edit) => {
      const file = textOf(field(edit, 'filePath')) ?? path;
      return file === null ? [] : replacement(file, edit);
    });
  }
  if (tool !== 'edit' || path === null) return [];
  const edits = replacement(path, input);
  if (edits.length === 0) return [content === null ? { kind: 'unknown', path } : { kind: 'write', path, content }];
  // The tool also takes an old text that fits but for its spaces: then only the whole file tells what was replaced.
  const before = textOf(field(field(metadata, 'filediff'), 'before'));
  const after = textOf(field(field(metadata, 'filediff'), 'after'));
  const [edit] = edits;
  if (edit?.kind === 'replace' && before !== null && after !== null && !before.includes(edit.old)) {
    if (after.includes(edit.new.trim())) return [{ kind: 'write', path, content: after }];
  }
  return edits;
}

/** An empty old text makes the file. */
function replacement(path: string, edit: unknown): FileEdit[] {
  const old = textOf(field(edit, 'oldString'));
  const text = textOf(field(edit, 'newString'));
  if (old === null || text === null) return [];
  if (old === '') return [{ kind: 'write', path, content: text }];
  return [{ kind: 'replace', path, old, new: text, all: field(edit, 'replaceAll') === true }];
}
