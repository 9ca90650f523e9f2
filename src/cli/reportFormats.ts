import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { githubReport } from '../engine/reports/github.ts';
import { htmlReport } from '../engine/reports/html.ts';
import { jsonReport } from '../engine/reports/json.ts';
import { MARKDOWN_FRAMES, markdownReport } from '../engine/reports/markdown.ts';
import { sarifReport } from '../engine/reports/sarif.ts';
import type { RuleHelp } from '../engine/reports/sarifRules.ts';
import type { SourceLines } from '../engine/reports/sourceLines.ts';
import { TEXT_FRAMES, textReport, type Paint } from '../engine/reports/text.ts';
import type { AuditReport } from '../protocol/report.ts';

/** What `--format` takes. */
export const FORMATS = ['text', 'json', 'sarif', 'markdown', 'html', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** Findings, worst first, of which the format shows code, which is read before the states are closed. */
export function framesOf(format: Format): number {
  switch (format) {
    case 'text':
      return TEXT_FRAMES;
    case 'markdown':
      return MARKDOWN_FRAMES;
    case 'html':
      return Infinity;
    default:
      return 0;
  }
}

export interface FormatOptions {
  paint: Paint;
  explain: boolean;
  sources: SourceLines;
  help: RuleHelp;
}

/** The report in one of the formats. */
export function formatReport(format: Format, report: AuditReport, options: FormatOptions): string {
  const { paint, explain, sources, help } = options;
  switch (format) {
    case 'text':
      return textReport(report, paint, explain, sources);
    case 'json':
      return jsonReport(report);
    case 'sarif':
      return sarifReport(report, help, explain);
    case 'markdown':
      return markdownReport(report, explain, sources);
    case 'html':
      return htmlReport(report, explain, sources);
    case 'github':
      return githubReport(report, explain);
  }
}

/** Descriptions of the rules out of a folder of Markdown files; a rule whose file is missing has none. */
export function ruleHelpIn(folder: string): RuleHelp {
  return (rule) => {
    try {
      return readFileSync(join(folder, `${rule}.md`), 'utf8').replaceAll('\r\n', '\n');
    } catch {
      return null;
    }
  };
}
