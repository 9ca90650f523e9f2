import { z } from 'zod';
import { reportSchema } from '../../protocol/report.ts';
import { comparisonSchema } from '../audit/comparison.ts';
import { RESULT_VERSION } from './resultVersion.ts';

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
