import type { FileState } from './fileState.ts';
import { normalLine, type OutputLine } from './outputText.ts';

export interface SearchHit {
  path: string;
  /** 0 when the output has no number. */
  line: number;
}

const NUMBERED = /^(.{0,1000}?)([:-])(\d{1,7})\2/;

/**
 * Lines and files that the output of grep, ripgrep or git grep names: `path:N:text`, `path-N-text`, `N:text`,
 * `path:text`, ripgrep's form with the path on a line of its own.
 * @param files what was searched, where it is one or few
 * @param folders what paths may be relative to
 * @param texts of `files`, null where they are not known
 */
export function searchHits(
  lines: readonly OutputLine[],
  files: readonly string[],
  folders: readonly string[],
  state: FileState,
  texts: ReadonlyMap<string, readonly string[] | null>,
): SearchHit[] {
  const out: SearchHit[] = [];
  const single = files.length === 1 ? files[0]! : null;
  const located = new Map<string, string | null>();
  let heading: string | null = null;
  const fileOf = (name: string): string | null => {
    const known = located.get(name);
    if (known !== undefined) return known;
    let found: string | null = null;
    for (const folder of folders) {
      const path = name === '' || name.length > 1_000 ? null : state.resolve(name, folder);
      if (path !== null && state.isFile(path)) {
        found = path;
        break;
      }
    }
    located.set(name, found);
    return found;
  };
  for (const line of lines) {
    if (line === null || line === '--') continue;
    if (line === '') {
      heading = null;
      continue;
    }
    const own = ownNumber(line);
    const target = heading ?? single;
    if (own && target) {
      out.push({ path: target, line: own });
      continue;
    }
    const hit = hitOf(line, fileOf);
    if (hit) {
      out.push(hit);
      continue;
    }
    const whole = fileOf(line.trim());
    if (whole) {
      heading = whole;
      out.push({ path: whole, line: 0 });
      continue;
    }
    if (target) {
      const at = uniqueLine(texts.get(target) ?? null, line);
      if (at > 0) out.push({ path: target, line: at });
    }
  }
  return out;
}

function ownNumber(line: string): number {
  return Number(/^ {0,8}(\d{1,7})[:\t-]/.exec(line)?.[1] ?? 0);
}

/** The path may hold colons and dashes with numbers itself, so every split is tried. */
function hitOf(line: string, fileOf: (name: string) => string | null): SearchHit | null {
  let from = 0;
  for (let tries = 0; tries < 8; tries++) {
    const match = NUMBERED.exec(line.slice(from));
    if (!match) break;
    const end = from + match[1]!.length;
    const path = fileOf(line.slice(0, end));
    if (path) return { path, line: Number(match[3]) };
    from = end + 1;
  }
  const windows = /^[A-Za-z]:[\\/]/.test(line) ? 2 : 0;
  for (let at = line.indexOf(':', windows), tries = 0; at > 0 && tries < 4; at = line.indexOf(':', at + 1), tries++) {
    const path = fileOf(line.slice(0, at));
    if (path) return { path, line: 0 };
  }
  return null;
}

function uniqueLine(lines: readonly string[] | null, text: string): number {
  if (!lines || text.replace(/[^\p{L}\p{N}]/gu, '').length < 5) return 0;
  const at = lines.findIndex((line) => normalLine(line) === text);
  if (at < 0) return 0;
  const again = lines.findIndex((line, i) => i > at && normalLine(line) === text);
  return again < 0 ? at + 1 : 0;
}
