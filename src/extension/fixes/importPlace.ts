import type { MaskLanguage } from './codeMask.ts';
import type { TextChange } from './textChange.ts';

/**
 * The change that adds import lines: below the imports that the file begins with, else below its header (interpreter
 * line, licence, docstring, directives).
 * @param before line (1-based) of what uses them, which they have to stand above
 */
export function importLine(
  text: string,
  masked: string,
  added: readonly string[],
  before: number,
  language: MaskLanguage,
): TextChange {
  const lines = text.split('\n');
  const code = masked.split('\n');
  const last = lastImport(lines, code, before, language);
  if (last !== null) return insertion(lines, last + 1, `${added.join('\n')}\n`);
  const header = headerEnd(lines, code, language);
  const above = header > 0 && lines[header - 1]!.trim() !== '' ? '\n' : '';
  const below = (lines[header] ?? '').trim() === '' ? '' : '\n';
  return insertion(lines, header, `${above}${added.join('\n')}\n${below}`);
}

function insertion(lines: readonly string[], line: number, text: string): TextChange {
  const at = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  const total = lines.reduce((sum, one) => sum + one.length + 1, -1);
  // A file that ends without a line end.
  return at > total ? { start: total, end: total, text: `\n${text.trimEnd()}` } : { start: at, end: at, text };
}

/** 0-based last line of the last import of the file's top level above `before`; null when there is none. */
function lastImport(
  lines: readonly string[],
  code: readonly string[],
  before: number,
  language: MaskLanguage,
): number | null {
  const isImport =
    language === 'python' ? /^(?:import|from)\b/ : /^(?:import\b(?!\s*[(.])|(?:const|let|var)\s+[^=]*=\s*require\s*\()/;
  let found: number | null = null;
  let depth = 0;
  let statement = false;
  let quotes = false;
  for (let line = 0; line < Math.min(lines.length, before - 1); line += 1) {
    const own = code[line]!;
    if (depth === 0 && !statement) statement = isImport.test(own) && !/^["']/.test(lines[line]!);
    if (statement) quotes ||= /["'`]/.test(own);
    for (const sign of own) {
      if ('([{'.includes(sign)) depth += 1;
      else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
    }
    const goesOn = language === 'python' ? own.endsWith('\\') : !quotes;
    if (statement && depth === 0 && !goesOn) {
      found = line;
      statement = false;
      quotes = false;
    }
  }
  return found;
}

/** 0-based line behind the header. */
function headerEnd(lines: readonly string[], code: readonly string[], language: MaskLanguage): number {
  let end = 0;
  while (end < lines.length && /^(?:#!|#.*coding[:=])/.test(lines[end]!)) end += 1;
  // Comments that a blank line follows are the file's; others belong to what is below them.
  let at = end;
  while (at < lines.length && code[at]!.trim() === '' && lines[at]!.trim() !== '') at += 1;
  if (at > end && (at === lines.length || lines[at]!.trim() === '')) end = at;
  let next = end;
  while (next < lines.length && lines[next]!.trim() === '') next += 1;
  if (language === 'ecmascript') {
    while (/^(["'])use [a-z ]+\1;?\s*$/.test(lines[next] ?? '')) end = next += 1;
    return end;
  }
  const quote = /^[rRuU]?("""|'''|"|')/.exec(code[next] ?? '');
  if (!quote) return end;
  const rest = code.slice(next).join('\n');
  const close = rest.indexOf(quote[1]!, quote[0].length);
  return close < 0 ? end : next + rest.slice(0, close).split('\n').length;
}
