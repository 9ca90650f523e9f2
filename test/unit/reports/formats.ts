import { join } from 'node:path';
import { FORMATS, formatReport, ruleHelpIn, type Format } from '../../../src/cli/reportFormats.ts';
import { plain } from '../../../src/engine/reports/text.ts';
import { noSources, type SourceLines } from '../../../src/engine/reports/sourceLines.ts';
import { reportSources } from '../../../src/service/server/reportSources.ts';
import type { AuditReport } from '../../../src/protocol/report.ts';
import { PROJECT } from '../../support/auditFolders.ts';

const help = ruleHelpIn(join(PROJECT, 'media/rules'));

/** A report in every format, with the code of `texts` (path to text). */
export async function allFormats(
  report: AuditReport,
  texts: ReadonlyMap<string, string> | null,
  explain = false,
): Promise<Record<Format, string>> {
  const sources = texts === null ? noSources : await reportSources(report, async (path) => texts.get(path) ?? null);
  const made = FORMATS.map((format) => [format, inFormat(format, report, sources, explain)] as const);
  return Object.fromEntries(made) as Record<Format, string>;
}

function inFormat(format: Format, report: AuditReport, sources: SourceLines, explain: boolean): string {
  return formatReport(format, report, { paint: plain, explain, sources, help });
}
