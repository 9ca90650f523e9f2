import type { LineRange, Shown } from '../session.ts';
import { addToList } from '../../model/counts.ts';
import { shownPath } from './numberedLines.ts';

/** Characters at the start of a line in which its path and number are looked for. */
const HEAD = 4096;

/**
 * Lines that a search tool printed (grep and ripgrep): `path:N:text`, context as `path-N-text`, without `path` when one
 * file was searched, without `N` when the tool was not asked for it. Lines that fit none of these are notices.
 * @param file the one file or folder that was searched; null when the call names none
 */
export function searchShown(text: string, file: string | null): Shown[] {
  const lines = text.split('\n').filter((line) => line !== '' && line !== '--' && !isNotice(line));
  if (lines.length === 0) return [];
  const found = new FoundLines();
  if (file !== null && lines.every((line) => /^\d+[:-]/.test(line))) {
    for (const line of lines) {
      const number = /^\d+/.exec(line)![0];
      found.add(file, Number(number), line.slice(number.length + 1));
    }
    return found.shown;
  }
  const context: string[] = [];
  for (const line of lines) {
    const hit = /^((?:[A-Za-z]:)?[^:\0]+):(\d+):/.exec(line.slice(0, HEAD));
    if (hit) found.add(hit[1]!, Number(hit[2]), line.slice(hit[0].length));
    else context.push(line);
  }
  if (found.paths.size > 0) {
    for (const line of context) addContext(found, line);
    return found.shown;
  }
  if (file !== null && /\.[^./\\]+$/.test(file)) return [shownPath(file, 'search')];
  for (const line of lines) {
    const hit = /^((?:[A-Za-z]:)?[^:\0]+):/.exec(line.slice(0, HEAD));
    if (hit && /[/\\.]/.test(hit[1]!)) found.add(hit[1]!, null, '');
  }
  return found.shown;
}

/** Ascending ranges of ascending numbers. */
export function rangesOf(numbers: Iterable<number>): LineRange[] {
  const ranges: LineRange[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last.endLine + 1) last.endLine = number;
    else ranges.push({ startLine: number, endLine: number });
  }
  return ranges;
}

/** What the tools say beside their hits. */
export function isNotice(line: string): boolean {
  return /^(?:\[Showing results|\.\.\. \[\d+ |\(Results are truncated|No (?:matches|files) found|Found \d+ )/.test(
    line,
  );
}

/** `path-N-text`: both may hold `-N-` themselves, so that a path which a hit named decides, else the first number. */
function addContext(found: FoundLines, line: string): void {
  const head = line.slice(0, HEAD);
  let first: { path: string; number: number; end: number } | null = null;
  for (const match of head.matchAll(/-(\d+)-/g)) {
    if (match.index === 0) continue;
    const place = { path: head.slice(0, match.index), number: Number(match[1]), end: match.index + match[0].length };
    const known = found.known(place.path);
    if (known !== null) return found.add(known, place.number, line.slice(place.end));
    first ??= place;
  }
  if (first && /[/\\.]/.test(first.path)) found.add(first.path, first.number, line.slice(first.end));
}

class FoundLines {
  readonly paths = new Map<string, Map<number, string>>();
  /** Known paths by their last segment: hits may be relative where context lines are absolute. */
  readonly #byName = new Map<string, string[]>();

  add(path: string, number: number | null, text: string): void {
    let lines = this.paths.get(path);
    if (!lines) {
      this.paths.set(path, (lines = new Map<number, string>()));
      const name = lastSegment(path);
      addToList(this.#byName, name, path);
    }
    if (number !== null && number > 0 && Number.isSafeInteger(number)) lines.set(number, text);
  }

  known(path: string): string | null {
    if (this.paths.has(path)) return path;
    const same = this.#byName.get(lastSegment(path)) ?? [];
    return same.find((other) => path.endsWith(`/${other}`) || other.endsWith(`/${path}`)) ?? null;
  }

  get shown(): Shown[] {
    return [...this.paths].map(([path, lines]) => {
      const sorted = [...lines].sort(([a], [b]) => a - b);
      return {
        path,
        class: 'search' as const,
        ranges: rangesOf(sorted.map(([number]) => number)),
        how: 'printed' as const,
        lines: sorted.map(([, text]) => text),
      };
    });
  }
}

function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
