import type { Shown } from '../session.ts';
import { shownLines, shownPath, type NumberedLine } from './numberedLines.ts';
import { field, listOf, parsedOf, textOf } from './values.ts';

/** `N | text`: a line of a file as Cline and Roo print it. */
const NUMBERED = /^\s*(\d+) \| ?(.*)$/;

/** Paths that a `read_file` asks for: of Roo's list of files (JSON or `<args>`), else the one. */
export function readPaths(input: unknown): string[] {
  const files = listOf(parsedOf(field(input, 'files'))).flatMap(
    (file) => textOf(field(file, 'path')) ?? textOf(file) ?? [],
  );
  const args = textOf(field(input, 'args')) ?? '';
  const inArgs = [...args.matchAll(/<path>([^<]*)<\/path>/g)].map((match) => match[1]!.trim());
  const paths = [...files, ...inArgs];
  const single = textOf(field(input, 'path')) ?? textOf(field(input, 'file_path'));
  return paths.length > 0 ? paths : single === null ? [] : [single];
}

/**
 * Files in the result of a read that prints line numbers, whatever stands around them: `File: p`, `<path>p</path>`,
 * notices of cuts, several ranges of a file. Lines of files cannot look like the rest, since each has its number.
 * @returns null when no line has a number
 */
export function numberedFiles(output: string, paths: readonly string[]): Shown[] | null {
  const files = new Map<string, NumberedLine[]>();
  let path = paths[0] ?? null;
  let found = false;
  for (const raw of output.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const numbered = NUMBERED.exec(line);
    if (numbered && path !== null && Number(numbered[1]) > 0) {
      found = true;
      const lines = files.get(path) ?? [];
      lines.push([Number(numbered[1]), numbered[2]!]);
      files.set(path, lines);
      continue;
    }
    const named = /^File: (.+)$/.exec(line)?.[1] ?? /<path>([^<]+)<\/path>/.exec(line)?.[1];
    if (named !== undefined) {
      path = named.trim();
      if (!files.has(path)) files.set(path, []);
    }
  }
  return found ? [...files].map(([name, lines]) => shownLines(name, 'read', 'printed', lines)) : null;
}

/** Roo's search: `# path`, below it `  N | text`, blocks parted by `----`. Cline's: `path` and `│text` without numbers. */
export function searchedFiles(output: string): Shown[] {
  const files = new Map<string, NumberedLine[]>();
  const lines = output.split('\n');
  let current: NumberedLine[] | null = null;
  const enter = (path: string): void => {
    current = files.get(path) ?? [];
    files.set(path, current);
  };
  lines.forEach((raw, index) => {
    const line = raw.trimEnd();
    const numbered = NUMBERED.exec(line);
    const hit = /^((?:[A-Za-z]:)?[^\s:│#][^:]*):(\d+):\s?(.*)$/.exec(line);
    if (numbered) (current as NumberedLine[] | null)?.push([Number(numbered[1]), numbered[2]!]);
    else if (/^# \S/.test(line)) enter(line.slice(2));
    else if (/^[│|]-{2,}$/.test((lines[index + 1] ?? '').trimEnd()) && line !== '' && !/^[│|]/.test(line)) enter(line);
    else if (hit) {
      enter(hit[1]!);
      (current as unknown as NumberedLine[]).push([Number(hit[2]), hit[3]!]);
    }
  });
  return [...files].map(([path, found]) =>
    found.length > 0 ? shownLines(path, 'search', 'printed', found) : shownPath(path, 'search'),
  );
}
