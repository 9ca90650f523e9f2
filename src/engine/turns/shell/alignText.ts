import { isStrong } from './placeOutput.ts';
import { normalLine, type OutputLine } from './outputText.ts';

export interface AlignedRun {
  file: string;
  /** First line of the run in the file, 1-based, and in the output, from 0. */
  line: number;
  at: number;
  length: number;
}

interface KnownFile {
  file: string;
  lines: readonly string[];
}

/** Places of one line in a file that are looked at: blank lines and `}` have thousands. */
const MAX_PLACES = 150;
/** Lines of files and of the output, and runs, beyond which no further file is looked at. */
const MAX_LINES = 1_000_000;
const MAX_RUNS = 200_000;

/**
 * Runs of lines that the output and files have in common, the longest first, none of them over another. A run counts
 * from two lines on, or as one line with five letters that is unique in its file.
 */
export function alignText(output: readonly OutputLine[], files: readonly KnownFile[]): AlignedRun[] {
  const runs: AlignedRun[] = [];
  let steps = 0;
  for (const known of files) {
    for (const run of commonRuns(output, known)) runs.push(run);
    steps += output.length + known.lines.length;
    if (steps > MAX_LINES || runs.length > MAX_RUNS) break;
  }
  runs.sort((a, b) => b.length - a.length || a.at - b.at);
  const taken = new Set<number>();
  const takenLines = new Map<string, Set<number>>();
  const unique = new Map(files.map(({ file, lines }) => [file, countLines(lines)]));
  const chosen: AlignedRun[] = [];
  for (const run of runs) {
    const used = takenLines.get(run.file) ?? new Set<number>();
    takenLines.set(run.file, used);
    for (const part of free(run, taken, used)) {
      const texts = output.slice(part.at, part.at + part.length) as string[];
      if (!isStrong(texts)) continue;
      if (part.length === 1 && unique.get(part.file)?.get(texts[0]!) !== 1) continue;
      for (let i = 0; i < part.length; i++) {
        taken.add(part.at + i);
        used.add(part.line + i);
      }
      chosen.push(part);
    }
  }
  return chosen;
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const normal = normalLine(line);
    counts.set(normal, (counts.get(normal) ?? 0) + 1);
  }
  return counts;
}

function commonRuns(output: readonly OutputLine[], { file, lines }: KnownFile): AlignedRun[] {
  const places = new Map<string, number[]>();
  lines.forEach((line, i) => {
    const normal = normalLine(line);
    const list = places.get(normal);
    if (!list) places.set(normal, [i]);
    else if (list.length < MAX_PLACES) list.push(i);
  });
  const runs: AlignedRun[] = [];
  let open = new Map<number, number>();
  for (let at = 0; at <= output.length; at++) {
    const line = output[at];
    const next = new Map<number, number>();
    for (const place of line === null || line === undefined ? [] : (places.get(line) ?? []))
      next.set(place, (open.get(place - 1) ?? 0) + 1);
    for (const [place, length] of open)
      if (!next.has(place + 1)) runs.push({ file, line: place - length + 2, at: at - length, length });
    open = next;
  }
  return runs;
}

/** What is left of a run when taken lines are left out. */
function free(run: AlignedRun, taken: ReadonlySet<number>, used: ReadonlySet<number>): AlignedRun[] {
  const out: AlignedRun[] = [];
  let start = 0;
  for (let i = 0; i <= run.length; i++) {
    if (i < run.length && !taken.has(run.at + i) && !used.has(run.line + i)) continue;
    if (i > start) out.push({ ...run, line: run.line + start, at: run.at + start, length: i - start });
    start = i + 1;
  }
  return out;
}
