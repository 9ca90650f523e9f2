import type { Finding, Metrics } from '../../protocol/report.ts';
import { refKey, symbolAt, type FunctionRef, type StateFile } from '../model/state.ts';
import type { TurnContext } from '../findings/auditContext.ts';

type Place = { file: StateFile; index: number };

/**
 * Reuse over a turn (design.md sections 1 and 2; papers/reporeuse.md 3.3.2). With known targets the rate is the share of
 * them that new code calls; inferred, adopted targets against those that were re-implemented and not called.
 */
export function reuseMetrics(context: TurnContext, findings: readonly Finding[]): Metrics['reuse'] {
  const repo = { adopted: 0, bypassed: 0 };
  const self = { adopted: 0, bypassed: 0 };
  const of = (origin: 'repo' | 'self'): { adopted: number; bypassed: number } => (origin === 'repo' ? repo : self);
  if (context.known) {
    for (const { base, origin } of context.known) {
      if (context.adoption.has(refKey(base))) of(origin).adopted++;
      else of(origin).bypassed++;
    }
  } else {
    for (const { base } of context.adoption.values()) of(context.originOf(base)).adopted++;
    for (const target of bypassedTargets(context, findings)) of(context.originOf(target)).bypassed++;
  }
  return {
    targets: context.known ? 'known' : 'inferred',
    repo: { ...repo, rate: rateOf(repo) },
    self: { ...self, rate: rateOf(self) },
  };
}

function rateOf({ adopted, bypassed }: { adopted: number; bypassed: number }): number | null {
  return adopted + bypassed === 0 ? null : adopted / (adopted + bypassed);
}

/** Distinct functions of W(t-1) that new code re-implements and does not call. */
export function bypassedTargets(context: TurnContext, findings: readonly Finding[]): Place[] {
  const found = new Map<string, Place>();
  for (const finding of findings) {
    if (finding.status !== 'introduced' || finding.level === 'hidden') continue;
    if (finding.rule !== 'reimplements-calls' && finding.rule !== 'reimplements-logic') continue;
    const target = symbolAt(context.head, finding.target);
    const base = target && context.changes.baseOf(target.file.path, target.index);
    if (!base) continue;
    const key = refKey(base);
    if (!context.adoption.has(key)) found.set(key, base);
  }
  return [...found.values()];
}

/**
 * Lines of the new copies, and lines that could go: of a group of N equal bodies all but one. Each line counts once,
 * however many findings cover it.
 */
export function redundantLines(
  findings: readonly Finding[],
  counts: (finding: Finding) => boolean,
): { duplicatedLines: number; removableLines: number } {
  const duplicated = new Set<string>();
  const removable = new Set<string>();
  for (const finding of findings) {
    if (finding.cloneType === null || finding.level === 'hidden' || !counts(finding)) continue;
    if (finding.rule === 'bypasses-target') continue;
    const { startLine, endLine } = finding.region;
    const add = (file: string, from: number, to: number, set: Set<string>): void => {
      for (let line = from; line <= to; line++) set.add(`${file}:${line}`);
    };
    add(finding.function.file, startLine, endLine, duplicated);
    add(finding.function.file, startLine, endLine, removable);
    for (const member of finding.members) {
      if (finding.status === 'introduced' && member.origin !== 'turn') continue;
      add(member.file, member.startLine, member.endLine, duplicated);
      add(member.file, member.startLine, member.endLine, removable);
    }
    if (finding.status === 'inherited' || finding.rule === 'duplicates-self') {
      add(finding.target.file, finding.target.startLine, finding.target.endLine, duplicated);
    }
  }
  return { duplicatedLines: duplicated.size, removableLines: removable.size };
}

export function functionCounts(changes: {
  added: FunctionRef[];
  modified: unknown[];
  deleted: FunctionRef[];
}): Metrics['functions'] {
  return { new: changes.added.length, modified: changes.modified.length, deleted: changes.deleted.length };
}
