import { readNotebook } from '../../engine/language/embedded/notebook.ts';
import { languageOf } from '../../engine/language/languages.ts';
import { sortedFindings } from '../../engine/reports/reportWords.ts';
import type { SourceLines } from '../../engine/reports/sourceLines.ts';
import type { AuditReport } from '../../protocol/report.ts';

/** Characters of code that are kept for one report; findings beyond it have no code frames. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/**
 * Reads the files that findings stand in, for the code frames of a report.
 * @param text of a file of the head state as it is; null when it cannot be read
 * @param most findings, worst first, whose files are read
 */
export async function reportSources(
  report: AuditReport,
  text: (path: string) => Promise<string | null>,
  most = Infinity,
): Promise<SourceLines> {
  const files = new Map<string, string[]>();
  let room = MOST_CHARACTERS;
  const { open, inherited, hidden } = sortedFindings(report);
  const framed = [...open, ...inherited, ...hidden].slice(0, most);
  for (const path of new Set(framed.flatMap((finding) => [finding.function.file, finding.target.file]))) {
    const whole = await text(path);
    if (whole === null) continue;
    const parts = languageOf(path) === 'notebook' ? cellLines(path, whole) : new Map([[path, whole.split('\n')]]);
    // Of a notebook the outputs are not kept.
    let size = 0;
    for (const lines of parts.values()) for (const line of lines) size += line.length + 1;
    if (size > room) continue;
    room -= size;
    for (const [key, lines] of parts) files.set(key, lines);
  }
  return {
    lines: (file, from, to, cell) =>
      files
        .get(cell === undefined ? file : cellKey(file, cell))
        ?.slice(from - 1, to)
        .map((line) => line.replace(/\r$/, '')) ?? null,
  };
}

function cellLines(path: string, text: string): Map<string, string[]> {
  return new Map(readNotebook(text)?.cells.map(({ index, lines }) => [cellKey(path, index), lines]));
}

function cellKey(file: string, cell: number): string {
  return `${file}\0${cell}`;
}
