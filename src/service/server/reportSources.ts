import { sortedFindings } from '../../engine/reports/reportWords.ts';
import type { SourceLines } from '../../engine/reports/sourceLines.ts';
import type { AuditReport } from '../../protocol/report.ts';

/** Characters of code that are kept for one report; findings beyond it have no code frames. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/**
 * Reads the files that findings stand in, for the code frames of a report.
 * @param text of a file of the head state; null when it cannot be read
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
    if (whole === null || whole.length > room) continue;
    room -= whole.length;
    files.set(path, whole.split('\n'));
  }
  return {
    lines: (file, from, to) =>
      files
        .get(file)
        ?.slice(from - 1, to)
        .map((line) => line.replace(/\r$/, '')) ?? null,
  };
}
