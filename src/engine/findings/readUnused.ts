import type { Finding } from '../../protocol/report.ts';
import { fileLines } from '../language/embedded/cellLine.ts';
import { functionsOf, refKey, type FunctionRef } from '../model/state.ts';
import { BodySimilarity } from '../reuse/bodySimilarity.ts';
import { recallOf } from '../turns/exposure/recall.ts';
import type { TurnExposure } from '../turns/exposure/turnExposure.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { exclusionOf, isTestCode } from './neverReported.ts';

/** Body tokens below which two functions look alike by chance. */
const MIN_TOKENS = 16;
/** Similarity of two bodies from which on the unused function is named: three of four steps are the same. */
const SIMILAR = 0.75;

/**
 * Rule `bypasses-target` where targets are inferred (design.md section 3): a function that the agent read in the turn and
 * did not use, and that a new function resembles. Info only: nothing proves that it should have been called. Functions
 * that were merely read are counted as hidden.
 * @param others findings of the other rules: what they name is not named again
 */
export function readUnusedFindings(
  context: TurnContext,
  others: readonly Finding[],
  exposure: TurnExposure | null,
): Finding[] {
  if (!exposure || context.known) return [];
  // A function that another finding is about needs no weaker one.
  const known = new Set(others.map((finding) => placeKey(finding.function)));
  const written = writtenFunctions(context.changes).filter((ref) => mayBe(ref) && !known.has(keyOf(ref)));
  if (written.length === 0) return [];
  const named = new Set(others.flatMap(({ target, members }) => [target, ...members].map(placeKey)));
  const modified = new Set(context.changes.modified.map(({ base }) => refKey(base)));
  const similarityOf = new BodySimilarity();
  const findings: Finding[] = [];
  for (const target of readFunctions(context, exposure)) {
    const key = refKey(target);
    if (context.adoption.has(key) || modified.has(key) || !mayBe(target)) continue;
    // What does not stand any more cannot be called.
    const now = context.changes.headOf(target.file.path, target.index);
    if (!now || named.has(keyOf(now))) continue;
    let best: { fn: FunctionRef; similarity: number } | null = null;
    for (const fn of written) {
      const similarity = similarityOf.of(fn, context.headGraph, now, context.headGraph);
      if (!best || similarity > best.similarity) best = { fn, similarity };
    }
    if (!best || best.similarity < SIMILAR) {
      context.hidden.addRefs('merely-read', [target]);
      continue;
    }
    findings.push(found(best.fn, now, best.similarity, context.originOf(target), context));
  }
  return findings;
}

function found(
  fn: FunctionRef,
  target: FunctionRef,
  similarity: number,
  origin: 'repo' | 'self',
  context: TurnContext,
): Finding {
  return {
    rule: 'bypasses-target',
    level: levelFor('bypasses-target', 'info', context.options),
    status: 'introduced',
    function: placeOf(fn),
    target: targetPlaceOf(target, origin),
    members: [],
    region: { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine },
    cloneType: null,
    containment: null,
    similarity,
    sharedCalls: [],
    gap: null,
    message: `${fn.symbol.qualifiedName} resembles ${describe(target)}, which it does not call.`,
    fingerprint: fingerprintOf('bypasses-target', fn, target),
  };
}

function mayBe({ file, symbol }: FunctionRef): boolean {
  return file.audited && !isTestCode(file.path, symbol) && exclusionOf(symbol, MIN_TOKENS) === null;
}

/** Functions of the base of which the agent read a line. */
function readFunctions({ base }: TurnContext, exposure: TurnExposure): FunctionRef[] {
  const paths = new Set(
    exposure.parts.flatMap(({ class: kind, basePath }) => (kind === 'read' && basePath ? [basePath] : [])),
  );
  return [...paths].sort().flatMap((path) => {
    const file = base.byPath.get(path);
    const functions = file ? functionsOf(file) : [];
    const targets = functions.map(({ file: { summary }, symbol }) => ({
      origin: 'repo' as const,
      path,
      ...fileLines(summary, symbol),
    }));
    const { reads } = recallOf(targets, exposure);
    return functions.filter((_, index) => reads[index] !== null);
  });
}

function keyOf({ file, symbol }: FunctionRef): string {
  return placeKey({ file: file.path, name: symbol.qualifiedName });
}

function placeKey({ file, name }: { file: string; name: string }): string {
  return `${file}\0${name}`;
}
