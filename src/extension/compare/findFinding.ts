import type { Finding } from '../../protocol/report.ts';
import type { ResultStore } from '../results/resultStore.ts';
import type { TurnSummaries } from '../results/turnSummaries.ts';
import { isFindingOf } from './references.ts';
import type { FindingRef } from './references.ts';

/** The finding that a link or tree item names; null when its audit is no longer known. */
export async function findFinding(
  ref: FindingRef,
  results: ResultStore,
  summaries: TurnSummaries,
): Promise<Finding | null> {
  const findings =
    ref.turn === null
      ? results.get(ref.folder)?.result.report.findings
      : (await summaries.of(ref.folder)).get(ref.turn)?.findings;
  return findings?.find((finding) => isFindingOf(ref, finding)) ?? null;
}
