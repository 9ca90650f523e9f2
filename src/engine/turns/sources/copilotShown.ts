import type { LineRange, Shown } from '../session.ts';
import { rangesOf } from './searchOutput.ts';
import type { ToolText } from './toolText.ts';
import { field, listOf, numberOf, textOf } from './values.ts';
import { shownPath } from './numberedLines.ts';

/**
 * What `view` printed: lines as `N. text`, a folder's names without numbers. The last number of a file stands for the
 * empty piece after its final newline. Long files are cut in the middle: the line before the cut may be cut itself.
 */
export function numberedShown({ input, text, telemetry }: ToolText): Shown[] {
  const path = textOf(field(input, 'path'));
  if (path === null || text === null) return [];
  const found: { number: number; text: string }[] = [];
  for (const line of text.split('\n')) {
    const printed = /^(\d{1,9})\.(?: |$)/.exec(line);
    const number = printed ? Number(printed[1]) : 0;
    const last = found.at(-1);
    if (!printed || (last && number <= last.number)) continue;
    if (last && number !== last.number + 1) found.pop();
    found.push({ number, text: line.slice(printed[0].length) });
  }
  if (
    field(field(telemetry, 'properties'), 'viewType') === 'directory' ||
    (found.length === 0 && isFolder(input, text))
  ) {
    return text
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('/'))
      .map((name) =>
        shownPath(/^(?:[/\\]|[A-Za-z]:)/.test(name) ? name : `${path.replace(/[/\\]+$/, '')}/${name}`, 'listing'),
      );
  }
  const end = numberOf(listOf(field(input, 'view_range'))[1]);
  const last = found.at(-1);
  if (last?.text === '' && (end === null || end < 0 || last.number < end)) found.pop();
  const ranges: LineRange[] = rangesOf(found.map(({ number }) => number));
  return [{ path, class: 'read', ranges, how: 'printed', lines: found.map((line) => line.text) }];
}

/** Without a range asked for, names alone, none of them with white space: what a folder prints. */
function isFolder(input: unknown, text: string): boolean {
  return (
    field(input, 'view_range') === undefined && text !== '' && text.split('\n').every((name) => /^[^\s:]+$/.test(name))
  );
}
