import { shown } from './shown.ts';
import type { AuditReport } from '../../protocol/report.ts';

/**
 * The report document as text: two spaces, keys in the schema's order, a line end at the end. Characters that could steer
 * a terminal or turn the direction of text stand as JSON escapes, those too that JSON lets through.
 */
export function jsonReport(report: AuditReport): string {
  const text = JSON.stringify(report, null, 2);
  return `${text.split('\n').map(shown).join('\n')}\n`;
}
