import type { Finding } from '../../protocol/report.ts';
import type { Callee, Graph } from '../graph/types.ts';
import { symbolKey, type FunctionRef } from '../model/state.ts';
import { bodySimilarity } from '../reuse/bodySimilarity.ts';
import { callerOf, callHits, ownKey, type CallHit, type KeyOf } from '../reuse/callRule.ts';
import type { TurnContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { exclusionOf, isTestPath } from './neverReported.ts';

/** Similarity of the bodies from which a re-implementation by calls may warn; below it, it is told as information. */
const VERIFIED = 0.6;

/**
 * Rule `reimplements-calls`: the paper's rule (papers/reporeuse.md 3.3.2) for each new or modified function alone. Of all
 * targets that one function re-implements, the most similar is named and the others are members.
 * @param covered pairs that a clone finding reports already, as `pairKey` writes them
 */
export function callFindings(
  context: TurnContext,
  covered: ReadonlySet<string>,
): { findings: Finding[]; resolved: Finding[] } {
  const { changes } = context;
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const keys = keysOf(context);
  for (const ref of changes.added) {
    const finding = headFinding(ref, null, context, keys, covered);
    if (finding) findings.push(finding);
  }
  for (const { head, base } of changes.modified) {
    const before = baseFinding(base, context, keys);
    const now = headFinding(head, before, context, keys, covered);
    if (now) findings.push(now);
    else if (before && !covered.has(pairKey(head))) resolved.push(before);
  }
  for (const ref of changes.deleted) {
    const before = baseFinding(ref, context, keys);
    if (before) resolved.push(before);
  }
  return { findings, resolved };
}

/** Distinct targets of W(t-1) that the submission as a whole re-implements: `redundancy.reimplemented`. */
export function submissionHits(context: TurnContext, accept: (target: FunctionRef) => boolean): CallHit[] {
  const { base, baseGraph, headGraph, changes } = context;
  const keys = keysOf(context);
  const written = [...changes.added, ...changes.modified.map(({ head }) => head)];
  const caller = callerOf(
    written,
    headGraph,
    keys.ofHead,
    (path, line) => changes.isNewLine(path, line),
    changes.touched.filter((path) => context.head.byPath.get(path)?.audited),
  );
  return callHits(caller, base, baseGraph, ruleOf(context), keys.ofBase, keys.ownInHead, (target) => {
    const now = changes.headOf(target.file.path, target.index);
    if (!now || !accept(target) || context.adoption.has(symbolKey(target.file.path, target.index))) return false;
    return !callsWritten(now.file.path, now.index, written, headGraph);
  });
}

/** Key of the function side of a finding: what a clone finding covers needs no second finding. */
export function pairKey(ref: FunctionRef): string {
  return symbolKey(ref.file.path, ref.index);
}

interface Keys {
  ofHead: KeyOf;
  /** Keys of base callees as they stand in the head, so that a moved callee is the same callee. */
  ofBase: KeyOf;
  ownInHead(target: FunctionRef): string;
}

function keysOf(context: TurnContext): Keys {
  const { changes } = context;
  const inHead = (path: string, index: number, otherwise: string): string => {
    const now = changes.headOf(path, index);
    return now ? `${now.file.path}#${now.file.summary.symbols[now.index]!.qualifiedName}` : otherwise;
  };
  return {
    ofHead: (callee) => callee.key,
    ofBase: (callee: Callee) => {
      const { resolution } = callee;
      if (resolution.kind !== 'symbol') return callee.key;
      return inHead(resolution.target.file, resolution.target.symbol, callee.key);
    },
    ownInHead: (target) => inHead(target.file.path, target.index, ownKey(target)),
  };
}

function ruleOf({ options }: TurnContext): { share: number; minCalls: number } {
  return { share: options.callShare, minCalls: options.minCalls };
}

function headFinding(
  ref: FunctionRef,
  before: Finding | null,
  context: TurnContext,
  keys: Keys,
  covered: ReadonlySet<string>,
): Finding | null {
  const { base, baseGraph, headGraph, changes } = context;
  if (!isOffender(ref, context)) return null;
  const own = changes.baseOf(ref.file.path, ref.index);
  const caller = callerOf([ref], headGraph, keys.ofHead);
  const hits = callHits(caller, base, baseGraph, ruleOf(context), keys.ofBase, keys.ownInHead, (target) => {
    if (own && own.file.path === target.file.path && own.index === target.index) return false;
    const now = changes.headOf(target.file.path, target.index);
    // A function that now calls the new one had its logic taken out into it: that is no re-implementation.
    return now !== undefined && isTarget(target) && !callsWritten(now.file.path, now.index, [ref], headGraph);
  });
  if (hits.length === 0) return null;
  if (covered.has(pairKey(ref))) {
    context.hidden.add('subsumed');
    return null;
  }
  return build(ref, ranked(ref, hits), before ? 'inherited' : 'introduced', context, (target) => {
    const now = changes.headOf(target.file.path, target.index);
    return now ? { ...now, symbol: now.file.summary.symbols[now.index]! } : target;
  });
}

function baseFinding(ref: FunctionRef, context: TurnContext, keys: Keys): Finding | null {
  const { base, baseGraph } = context;
  if (!isOffender(ref, context)) return null;
  const caller = callerOf([ref], baseGraph, keys.ofBase);
  const hits = callHits(
    caller,
    base,
    baseGraph,
    ruleOf(context),
    keys.ofBase,
    keys.ownInHead,
    (target) =>
      !(target.file.path === ref.file.path && target.index === ref.index) &&
      isTarget(target) &&
      !callsWritten(target.file.path, target.index, [ref], baseGraph),
  );
  return hits.length === 0 ? null : build(ref, ranked(ref, hits), 'inherited', context, (target) => target);
}

function isOffender(ref: FunctionRef, context: TurnContext): boolean {
  if (!ref.file.audited) return false;
  const why = exclusionOf(ref.symbol, Math.max(1, context.options.minTokens));
  return why === null;
}

/** Test functions are no reuse targets, and neither is what has no logic. */
function isTarget(target: FunctionRef): boolean {
  return !isTestPath(target.file.path) && exclusionOf(target.symbol, 1) === null;
}

function callsWritten(path: string, index: number, written: readonly FunctionRef[], graph: Graph): boolean {
  const wanted = new Set(written.map(pairKey));
  return graph
    .callees({ file: path, symbol: index })
    .some(
      ({ resolution }) =>
        resolution.kind === 'symbol' && wanted.has(symbolKey(resolution.target.file, resolution.target.symbol)),
    );
}

interface RankedHit extends CallHit {
  similarity: number;
}

function ranked(ref: FunctionRef, hits: CallHit[]): RankedHit[] {
  return hits
    .map((hit) => ({ ...hit, similarity: bodySimilarity(ref, hit.target) }))
    .sort(
      (a, b) =>
        b.similarity - a.similarity ||
        b.share - a.share ||
        b.sharedCalls.length - a.sharedCalls.length ||
        (ownKey(a.target) < ownKey(b.target) ? -1 : 1),
    );
}

function build(
  fn: FunctionRef,
  hits: RankedHit[],
  status: Finding['status'],
  context: TurnContext,
  placed: (target: FunctionRef) => FunctionRef,
): Finding {
  const [best, ...rest] = hits as [RankedHit, ...RankedHit[]];
  const target = placed(best.target);
  const verified = best.similarity >= VERIFIED;
  const percent = Math.round(best.share * 100);
  const also = rest.length === 0 ? '' : ` So it does for ${rest.length} more function${rest.length > 1 ? 's' : ''}.`;
  const bodies = verified
    ? `the bodies are ${Math.round(best.similarity * 100)}% alike`
    : 'the bodies are not alike enough to be sure';
  return {
    rule: 'reimplements-calls',
    level: levelFor('reimplements-calls', verified ? 'warning' : 'info', context.options),
    status,
    function: placeOf(fn),
    target: targetPlaceOf(target, context.originOf(best.target)),
    members: rest.map((hit) => targetPlaceOf(placed(hit.target), context.originOf(hit.target))),
    region: { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine },
    cloneType: null,
    containment: null,
    similarity: best.similarity,
    sharedCalls: best.sharedCalls,
    gap: null,
    message:
      `${fn.symbol.qualifiedName} does not call ${describe(target)}, but calls ${percent}% of what it calls ` +
      `(${best.sharedCalls.join(', ')}); ${bodies}.${also}`,
    fingerprint: fingerprintOf('reimplements-calls', fn, target),
  };
}
