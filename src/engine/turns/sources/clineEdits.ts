import type { FileEdit } from '../session.ts';
import { parseApplyPatch } from './applyPatch.ts';
import { field, numberOf, textOf } from './values.ts';
import { linesText } from './linesText.ts';

/** What a call of Cline or Roo does to files; also when it is not known how. */
export function clineEdits(tool: string, input: unknown): FileEdit[] {
  const path =
    textOf(field(input, 'path')) ?? textOf(field(input, 'file_path')) ?? textOf(field(input, 'absolutePath'));
  if (tool === 'apply_patch') {
    const patch = textOf(field(input, 'input')) ?? textOf(field(input, 'patch')) ?? '';
    return parseApplyPatch(patch)?.edits ?? [];
  }
  if (path === null) return [];
  switch (tool) {
    case 'write_to_file':
    case 'new_rule': {
      const content = textOf(field(input, 'content'));
      return [content === null ? { kind: 'unknown', path } : { kind: 'write', path, content }];
    }
    case 'replace_in_file':
    case 'apply_diff':
      return searchReplace(path, textOf(field(input, 'diff')) ?? '');
    case 'search_and_replace':
    case 'search_replace':
    case 'edit':
    case 'edit_file':
    case 'editor':
      return [replacement(path, input)];
    case 'insert_content': {
      const line = numberOf(Number(field(input, 'line') ?? NaN));
      const text = textOf(field(input, 'content'));
      // Line 0 means the end of the file.
      if (line === null || line < 1 || text === null) return [{ kind: 'unknown', path }];
      return [{ kind: 'insert', path, afterLine: line - 1, text }];
    }
    default:
      return [];
  }
}

function replacement(path: string, input: unknown): FileEdit {
  const first = (...names: string[]): string | null => {
    for (const name of names) {
      const text = textOf(field(input, name));
      if (text !== null) return text;
    }
    return null;
  };
  const old = first('old_text', 'old_string', 'search');
  const text = first('new_text', 'new_string', 'replace');
  const line = numberOf(field(input, 'insert_line'));
  if (text === null || isTrue(field(input, 'use_regex'))) return { kind: 'unknown', path };
  if (line !== null && old === null) return { kind: 'insert', path, afterLine: line, text };
  if (old === null || old === '') return { kind: 'write', path, content: text };
  const all = isTrue(field(input, 'replace_all')) || field(input, 'search') !== undefined;
  return { kind: 'replace', path, old, new: text, all };
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

const START = /^(?:-{3,}|<{3,}) SEARCH>?\s*$/;
const MIDDLE = /^={3,}\s*$/;
const END = /^(?:\+{3,}|>{3,}) REPLACE>?\s*$/;

/** Blocks of SEARCH and REPLACE; an empty SEARCH is the whole file. Roo writes `:start_line:N` and a rule above the text. */
function searchReplace(path: string, diff: string): FileEdit[] {
  const edits: FileEdit[] = [];
  let old: string[] | null = null;
  let text: string[] | null = null;
  for (const raw of diff.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (old === null) {
      if (START.test(line)) old = [];
    } else if (text === null) {
      if (MIDDLE.test(line)) text = [];
      else if (/^-{7}\s*$/.test(line) && old.every((each) => /^:(?:start|end)_line:/.test(each))) old = [];
      else old.push(line);
    } else if (END.test(line)) {
      edits.push(block(path, old, text));
      old = text = null;
    } else text.push(line);
  }
  return edits.length > 0 ? edits : [{ kind: 'unknown', path }];
}

function block(path: string, old: string[], text: string[]): FileEdit {
  if (old.every((line) => line.trim() === '')) return { kind: 'write', path, content: linesText(text) };
  return { kind: 'replace', path, old: linesText(old), new: linesText(text), all: false };
}
