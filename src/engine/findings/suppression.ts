import type { Finding } from '../../protocol/report.ts';
import { compareText, symbolAt, type State, type StateFile } from '../model/state.ts';
import type { HiddenCounts } from './auditContext.ts';

export interface SuppressionResult {
  findings: Finding[];
  used: number;
  stale: { file: string; line: number; rule: string }[];
}

/**
 * Applies suppression comments (`rewheel-ignore[RULE]: reason`, design.md section 3): a comment on or right above either
 * side of a finding suffices. A comment that suppressed nothing is stale, told only where its function was judged.
 * @param judged whether all findings about the function that begins at this line were looked for
 * @param keep lists suppressed findings as `hidden` instead of leaving them out
 */
export function applySuppressions(
  findings: Finding[],
  head: State,
  hidden: HiddenCounts,
  judged: (file: StateFile, line: number) => boolean,
  keep: boolean,
): SuppressionResult {
  const used = new Set<string>();
  const kept: Finding[] = [];
  for (const finding of findings) {
    const hits = [finding.function, finding.target].flatMap((place) => matching(head, place, finding.rule));
    if (hits.length === 0) {
      kept.push(finding);
      continue;
    }
    hits.forEach(({ key }) => used.add(key));
    hidden.add('suppressed');
    const reason = hits.find((hit) => hit.reason !== '')?.reason ?? '';
    if (keep) kept.push(suppressedBy('inSource', reason, finding));
  }
  const stale: SuppressionResult['stale'] = [];
  for (const file of head.files) {
    for (const { line, rule } of file.summary.suppressions) {
      if (!used.has(`${file.path}:${line}`) && judged(file, line)) stale.push({ file: file.path, line, rule });
    }
  }
  stale.sort((a, b) => compareText(a.file, b.file) || a.line - b.line);
  return { findings: kept, used: used.size, stale };
}

/** The finding as `--show-suppressed` lists it. */
export function suppressedBy(kind: 'inSource' | 'external', reason: string, finding: Finding): Finding {
  return { ...finding, level: 'hidden', suppressed: { kind, reason, level: finding.level } };
}

/** Comments that stand for a finding of this rule at a place. */
function matching(
  head: State,
  place: { file: string; startLine: number; name: string },
  rule: string,
): { key: string; reason: string }[] {
  const file = head.byPath.get(place.file);
  const last = rule === 'duplicates-constant' ? place.startLine : symbolAt(head, place)?.symbol.nameLine;
  if (!file || last === undefined) return [];
  return file.summary.suppressions
    .filter((one) => one.rule === '' || one.rule === rule)
    .filter((one) => one.line >= place.startLine - 1 && one.line <= last)
    .map((one) => ({ key: `${place.file}:${one.line}`, reason: one.reason }));
}
