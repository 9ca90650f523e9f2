import type { Finding } from '../../protocol/report.ts';
import { refKey, type FunctionRef } from '../model/state.ts';
import { BodySimilarity } from '../reuse/bodySimilarity.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';

/**
 * Rule `bypasses-target` for known targets: one finding for each target that new code does not call. It stands at the
 * function that most likely should have called it: one that re-implements it, else the most similar new function.
 * @param others findings of the other rules, which say what re-implements what
 */
export function bypassFindings(context: TurnContext, others: readonly Finding[]): Finding[] {
  const findings: Finding[] = [];
  for (const { base, origin } of context.known ?? []) {
    if (context.adoption.has(refKey(base))) continue;
    const target = context.changes.headOf(base.file.path, base.index) ?? base;
    const culprit = culpritOf(target, context, others);
    if (!culprit) continue;
    const { fn, finding } = culprit;
    const how = finding ? `, and ${finding.function.name} re-implements it` : '';
    findings.push({
      rule: 'bypasses-target',
      level: levelFor('bypasses-target', 'warning', context.options),
      status: 'introduced',
      function: placeOf(fn),
      target: targetPlaceOf(target, origin),
      members: [],
      region: { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine },
      cloneType: finding?.cloneType ?? null,
      containment: finding?.containment ?? null,
      similarity: finding?.similarity ?? null,
      sharedCalls: finding?.sharedCalls ?? [],
      gap: null,
      message: `The target ${describe(target)} is not called by the new code${how}.`,
      fingerprint: fingerprintOf('bypasses-target', fn, target),
    });
  }
  return findings;
}

function culpritOf(
  target: FunctionRef,
  context: TurnContext,
  others: readonly Finding[],
): { fn: FunctionRef; finding: Finding | null } | null {
  const written = writtenFunctions(context.changes);
  const isTarget = (place: { file: string; name: string }): boolean =>
    place.file === target.file.path && place.name === target.symbol.qualifiedName;
  const finding =
    others.find((one) => isTarget(one.target)) ?? others.find((one) => one.members.some(isTarget)) ?? null;
  if (finding) {
    const fn = written.find(
      (ref) => ref.file.path === finding.function.file && ref.symbol.startLine === finding.function.startLine,
    );
    if (fn) return { fn, finding };
  }
  const similarityOf = new BodySimilarity();
  const { headGraph, baseGraph } = context;
  const graph = context.head.byPath.get(target.file.path) === target.file ? headGraph : baseGraph;
  let best: { fn: FunctionRef; similarity: number } | null = null;
  for (const fn of written) {
    if (!fn.file.audited) continue;
    const similarity = similarityOf.of(fn, headGraph, target, graph);
    if (!best || similarity > best.similarity) best = { fn, similarity };
  }
  return best && { fn: best.fn, finding: null };
}
