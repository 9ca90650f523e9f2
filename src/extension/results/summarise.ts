import type { AuditResponse } from '../../protocol/engine.ts';
import type { TurnSummary } from './turnSummary.ts';

/** Entries of each list that a summary keeps: a turn beyond them is looked at in its report. */
const MOST_ENTRIES = 200;

/** Calls of one function that a summary keeps. */
const MOST_CALLS = 20;

/** What is remembered of the audit of a kept turn; null when the audit was of none. */
export function summarise(
  { report, newFunctions, storedTurn }: Pick<AuditResponse, 'report' | 'newFunctions' | 'storedTurn'>,
  auditedAt: string,
  final: boolean,
): TurnSummary | null {
  if (storedTurn === null) return null;
  const findings = report.findings.filter(({ level, status }) => level !== 'hidden' && status === 'introduced');
  const lists = [newFunctions, report.adopted, findings, report.resolved];
  return {
    turn: storedTurn,
    auditedAt,
    final,
    verdict: report.verdict,
    newFunctions: newFunctions.slice(0, MOST_ENTRIES),
    adopted: report.adopted
      .slice(0, MOST_ENTRIES)
      .map((one) => ({ ...one, calledFrom: one.calledFrom.slice(0, MOST_CALLS) })),
    findings: findings.slice(0, MOST_ENTRIES),
    resolved: report.resolved.slice(0, MOST_ENTRIES).map((finding) => finding.function),
    leftOut: lists.reduce((sum, list) => sum + Math.max(0, list.length - MOST_ENTRIES), 0),
  };
}
