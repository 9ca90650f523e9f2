import type { Shown } from '../session.ts';
import { numberedRun, shownLines, shownPath, type NumberedLine } from './numberedLines.ts';
import { field, listOf, numberOf, textOf } from './values.ts';

export interface OpenCodeRead {
  shown: Shown[];
  directory: boolean;
  /** The tool stopped at its limit of bytes. */
  cut: boolean;
}

/**
 * What a finished `read` showed (specs of the logs, section 7). By shape: `<content>` with `N: text` from the same line on
 * (1.2), or from the next (1.18, with `metadata.display`), `<file>` with `00001| text` (before 1.2), `<entries>` for a
 * folder. A file that is an image or no text has no lines.
 */
export function openCodeRead(path: string, output: string, metadata: unknown): OpenCodeRead {
  const named = /^<path>(.*)<\/path>/.exec(output)?.[1] ?? path;
  const loaded = listOf(field(metadata, 'loaded')).flatMap((each) => textOf(each) ?? []);
  const given = loaded.map((each) => shownPath(each, 'given', 'structured'));
  if (/^(?:<path>.*<\/path>\s*)?<type>directory<\/type>/.test(output)) {
    return { shown: [...entriesOf(named, output), ...given], directory: true, cut: false };
  }
  const { numbered, footer } = contentOf(output);
  const cut = /^\(Output (?:was )?(?:truncated|capped) at /m.test(footer);
  const display = field(metadata, 'display');
  const start = numberOf(field(display, 'lineStart'));
  const text = textOf(field(display, 'text'));
  if (numbered.length === 0 && start !== null && start >= 1 && text && field(display, 'type') === 'file') {
    const lines = text.split('\n').map((line, index): NumberedLine => [start + index, line]);
    return { shown: [shownLines(named, 'read', 'structured', lines), ...given], directory: false, cut };
  }
  const structured =
    numbered.length > 0 && numbered[0]![0] === start && numbered.at(-1)![0] === field(display, 'lineEnd');
  const shown = shownLines(named, 'read', structured ? 'structured' : 'printed', numbered);
  return { shown: [shown, ...given], directory: false, cut };
}

function contentOf(output: string): { numbered: NumberedLine[]; footer: string } {
  const tag = /<content>|<file>/.exec(output);
  if (!tag) return { numbered: [], footer: '' };
  const body = output.slice(tag.index + tag[0].length);
  const lines = body.split('\n');
  const newLine = lines[0]!.trim() === '';
  const pattern = tag[0] === '<file>' ? /^\s*(\d+)\| ?(.*)$/ : /^(\d+):(?: (.*))?$/;
  const { numbered, next } = numberedRun(lines, newLine ? 1 : 0, pattern);
  const footer = lines
    .slice(next, next + 6)
    .join('\n')
    .trimStart();
  // Versions before 1.18 take the empty piece after a final line end for a line.
  const counted = tag[0] === '<file>' || !newLine;
  if (counted && footer.startsWith('(End of file') && numbered.at(-1)?.[1] === '') numbered.pop();
  return { numbered, footer };
}

function entriesOf(folder: string, output: string): Shown[] {
  const entries = /<entries>\n?([\s\S]*?)\n?<\/entries>/.exec(output)?.[1] ?? '';
  const base = folder.replace(/[\\/]+$/, '');
  return entries
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.endsWith('/') && !/^\(.*entries.*\)$/.test(line))
    .map((name) => shownPath(`${base}/${name}`, 'listing'));
}
