import { z } from 'zod';
import { findingSchema, placeSchema, reportSchema } from '../../protocol/report.ts';

/** Raise this when the shape or the meaning of a summary changes: others are not restored. */
const SUMMARY_VERSION = 1;

/** Turns of one folder that are remembered; the oldest audits go first. */
export const MOST_TURNS = 100;

/** What an audit of a kept turn came to: enough to list the turn without auditing it again. */
export const turnSummarySchema = z.object({
  /** Id of the turn in the store. */
  turn: z.string(),
  /** ISO 8601 time of the audit. */
  auditedAt: z.string(),
  /** False for a turn that still ran when it was audited. */
  final: z.boolean(),
  verdict: reportSchema.shape.verdict,
  newFunctions: z.array(placeSchema),
  adopted: reportSchema.shape.adopted,
  findings: z.array(findingSchema),
  /** Findings of the base that are gone. */
  resolved: z.array(placeSchema),
  /** How much of each list was left out, in all. */
  leftOut: z.number().int().min(0),
});
export type TurnSummary = z.infer<typeof turnSummarySchema>;

export const turnSummariesSchema = z.object({
  version: z.literal(SUMMARY_VERSION),
  folder: z.string(),
  /** Latest audit last. */
  turns: z.array(turnSummarySchema),
});
export type StoredSummaries = z.infer<typeof turnSummariesSchema>;

/** Summaries of a folder, as they are stored. */
export function storedSummaries(folder: string, turns: readonly TurnSummary[]): StoredSummaries {
  return { version: SUMMARY_VERSION, folder, turns: turns.slice(-MOST_TURNS) };
}
