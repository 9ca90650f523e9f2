import type { Action, Shown } from '../session.ts';
import { copilotAction } from './copilotActions.ts';
import { field, listOf, numberOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

/** Tools by their display ids, where these differ from the names that the model uses. */
const DISPLAY_IDS = new Map([
  ['copilot_readFile', 'read_file'],
  ['copilot_findTextInFiles', 'grep_search'],
  ['copilot_findFiles', 'file_search'],
  ['copilot_listDirectory', 'list_dir'],
  ['copilot_searchCodebase', 'semantic_search'],
  ['copilot_listCodeUsages', 'list_code_usages'],
  ['copilot_replaceString', 'replace_string_in_file'],
  ['copilot_multiReplaceString', 'multi_replace_string_in_file'],
  ['copilot_insertEdit', 'insert_edit_into_file'],
  ['copilot_applyPatch', 'apply_patch'],
  ['copilot_createFile', 'create_file'],
  ['copilot_editNotebook', 'edit_notebook_file'],
  ['copilot_runInTerminal', 'run_in_terminal'],
]);

/** The action that a display part of an answer tells of; null when it tells of none. */
export function partAction(part: unknown, fallbackId: string): Action | null {
  const kind = textOf(field(part, 'kind'));
  if (kind === 'textEditGroup') {
    const path = pathOf(field(part, 'uri'));
    if (path === null) return null;
    const action = copilotAction(fallbackId, 'textEditGroup', { path });
    const state = field(part, 'done') === true ? 'ok' : 'no-result';
    return { ...action, kind: 'edit', edits: [{ kind: 'unknown', path }], state };
  }
  if (kind !== 'toolInvocationSerialized') return null;
  const display = textOf(field(part, 'toolId')) ?? 'unknown';
  const tool = DISPLAY_IDS.get(display) ?? display;
  const command = textOf(field(field(field(part, 'toolSpecificData'), 'commandLine'), 'original'));
  const action = copilotAction(
    textOf(field(part, 'toolCallId')) ?? fallbackId,
    tool,
    command === null ? {} : { command },
  );
  const confirmed = field(part, 'isConfirmed');
  const denied = confirmed === false || numberOf(field(confirmed, 'type')) === 0;
  return {
    ...action,
    by: textOf(field(part, 'subAgentInvocationId')),
    state: denied ? 'denied' : field(part, 'isComplete') === true ? 'ok' : 'no-result',
    shown: denied ? [] : shownOf(part, tool),
  };
}

/** "Read [](file:///a/b.py#3-9), lines 3 to 9", and the places of hits. */
function shownOf(part: unknown, tool: string): Shown[] {
  if (tool === 'read_file') {
    const message = field(part, 'pastTenseMessage');
    const told = textOf(message) ?? textOf(field(message, 'value')) ?? '';
    const link = /\]\((file:\/\/[^)\s]{1,4096})\)(?:, lines? (\d{1,9})(?: to (\d{1,9}))?)?/.exec(told);
    const path = link ? fileOf(link[1]!.replace(/#.*$/, '')) : null;
    if (!link || path === null) return [];
    const start = link[2] === undefined ? null : Number(link[2]);
    const end = link[3] === undefined ? start : Number(link[3]);
    const ranges = start !== null && end !== null && end >= start ? [{ startLine: start, endLine: end }] : [];
    return [{ path, class: 'read', ranges, how: 'unverified', lines: null }];
  }
  if (tool !== 'grep_search' && tool !== 'file_search' && tool !== 'semantic_search') return [];
  const paths = listOf(field(part, 'resultDetails')).flatMap((hit) => pathOf(field(hit, 'uri') ?? hit) ?? []);
  const kind = tool === 'file_search' ? 'listing' : 'search';
  return [...new Set(paths)].map((path) => shownPath(path, kind, 'unverified'));
}

function pathOf(uri: unknown): string | null {
  return textOf(field(uri, 'fsPath')) ?? textOf(field(uri, 'path')) ?? fileOf(textOf(uri) ?? '');
}

/** Path of a file URI; null when it is none. */
function fileOf(uri: string): string | null {
  if (!uri.startsWith('file://')) return null;
  try {
    const path = decodeURIComponent(uri.slice('file://'.length).replace(/^[^/]*/, ''));
    return path.replace(/^\/([A-Za-z]:)/, '$1');
  } catch {
    return null;
  }
}
