import type { Action, ActionKind, FileEdit, Shown } from '../session.ts';
import { pythonCall } from './pythonCall.ts';
import { fileWindows, HEADING_LIMIT, shownLines } from './numberedText.ts';

const SKILLS: Record<string, ActionKind> = {
  open_file: 'read',
  goto_line: 'read',
  scroll_down: 'read',
  scroll_up: 'read',
  search_dir: 'search',
  search_file: 'search',
  find_file: 'list',
  create_file: 'write',
  edit_file: 'edit',
  edit_file_by_replace: 'edit',
  edit_file_by_line: 'edit',
  insert_content_at_line: 'edit',
  append_file: 'edit',
};

/** Kind of an IPython cell: that of the skill it begins with (OpenHands' `agentskills`), else it runs code. */
export function cellKind(code: string): ActionKind {
  const name = /^\s*(?:print\()?(\w+)\s*\(/.exec(code)?.[1];
  return name !== undefined && Object.hasOwn(SKILLS, name) ? SKILLS[name]! : 'run';
}

const FAILED =
  /^\s*(\[Your proposed edit|\[No exact match|\[Edit error|ERROR|Error:|-{20,}\r?\n\w+(Error|Exception)\b|Traceback \(most recent call last\))/;

/** What the output of a cell tells: windows of files that were opened or edited. */
export function cellResult(code: string, output: string): Pick<Action, 'state' | 'shown' | 'edits'> {
  if (FAILED.test(output.slice(0, 2000))) return { state: 'failed', shown: [], edits: [] };
  const opens = /\b(open_file|goto_line|scroll_down|scroll_up)\s*\(/.test(code);
  const windows = fileWindows(output);
  const shown = windows.map((window): Shown =>
    shownLines(window.path, opens && !window.edited ? 'read' : 'echo', window),
  );
  const edited = windows.filter(({ edited }) => edited).map(({ path }) => path);
  const told = editOf(code);
  const edits = told ? [told] : [...new Set(edited)].map((path): FileEdit => ({ kind: 'unknown', path }));
  return { state: 'ok', shown: shown.concat(searched(output)), edits };
}

/** The edit of a cell that is one call with literal arguments. */
function editOf(code: string): FileEdit | null {
  const call = pythonCall(code);
  if (!call) return null;
  const [path, first, second] = ['file_name', ...(Object.hasOwn(NAMES, call.name) ? NAMES[call.name]! : [])].map(
    (name, place) =>
      call.named.get(name) ?? (place === 0 ? (call.named.get('filename') ?? call.args[0]) : call.args[place]),
  );
  if (typeof path !== 'string') return null;
  if (call.name === 'create_file') return { kind: 'write', path, content: '\n' };
  if (call.name === 'edit_file_by_replace' && typeof first === 'string' && typeof second === 'string') {
    return { kind: 'replace', path, old: first, new: second, all: false };
  }
  if (call.name === 'insert_content_at_line' && typeof first === 'number' && typeof second === 'string') {
    return { kind: 'insert', path, afterLine: Math.max(0, first - 1), text: second };
  }
  return null;
}

const NAMES: Record<string, string[]> = {
  edit_file_by_replace: ['to_replace', 'new_content'],
  insert_content_at_line: ['line_number', 'content'],
};

/** Paths and lines of `search_dir`, `search_file` and `find_file`, printed between brackets. */
function searched(output: string): Shown[] {
  const shown: Shown[] = [];
  let open: { path: string; file: boolean } | null = null;
  for (const line of output.split('\n')) {
    const head = /^\[Found \d+ matches for .* in (.+)\]$/.exec(line.slice(0, HEADING_LIMIT).trimEnd());
    if (head) open = { path: head[1]!, file: false };
    else if (line.startsWith('[End of matches')) open = null;
    else if (open) {
      const hit = /^(?:(.+) )?\(?Line (\d{1,9})\)?: ?(.*)$/.exec(line.trimEnd());
      const path = hit ? (hit[1] ?? open.path) : line.trim();
      if (path === '') continue;
      const ranges = hit ? [{ startLine: Number(hit[2]), endLine: Number(hit[2]) }] : [];
      const known = shown.at(-1);
      if (hit && known?.path === path && known.lines && Number(hit[2]) > (known.ranges.at(-1)?.endLine ?? 0)) {
        known.ranges.push(...ranges);
        known.lines.push(hit[3]!);
      } else {
        shown.push({ path, class: hit ? 'search' : 'listing', ranges, how: 'printed', lines: hit ? [hit[3]!] : null });
      }
    }
  }
  return shown;
}
