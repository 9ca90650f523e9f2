import { z } from 'zod';
import { reportSchema } from '../../protocol/report.ts';
import { comparisonSchema } from '../audit/comparison.ts';

/** Raise this when the shape or the meaning of a stored result changes: others are not restored. */
const RESULT_VERSION = 1;

/** One audit of one folder, as it is kept over a reload. */
export const storedResultSchema = z.object({
  version: z.literal(RESULT_VERSION),
  /** Uri of the workspace folder. */
  folder: z.string(),
  comparison: comparisonSchema,
  /** The one file that was audited; null for the whole folder. */
  file: z.string().nullable(),
  /** ISO 8601 time. */
  auditedAt: z.string(),
  /** Digest (`textDigest`) at audit time of each file that a finding names; files that could not be read are left out. */
  digests: z.record(z.string(), z.string()),
  report: reportSchema,
});
export type StoredResult = z.infer<typeof storedResultSchema>;

/** Builds a result of the current version. */
export function createResult(parts: Omit<StoredResult, 'version'>): StoredResult {
  return { version: RESULT_VERSION, ...parts };
}

/** Files that the report's findings name (functions, targets, members), sorted. */
export function filesOfFindings(result: Pick<StoredResult, 'report'>): string[] {
  const files = new Set<string>();
  for (const finding of result.report.findings) {
    files.add(finding.function.file);
    files.add(finding.target.file);
    for (const member of finding.members) files.add(member.file);
  }
  return [...files].sort();
}
