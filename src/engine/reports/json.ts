import type { AuditReport } from '../../protocol/report.ts';

/** The report document as text: two spaces, keys in the schema's order, a line end at the end. */
export function jsonReport(report: AuditReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
