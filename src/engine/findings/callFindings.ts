import type { Finding } from '../../protocol/report.ts';
import type { Callee, Graph } from '../graph/types.ts';
import { refKey, symbolKey, type FunctionRef } from '../model/state.ts';
import { bodySimilarity } from '../reuse/bodySimilarity.ts';
import {
  callerOf,
  callHits,
  candidateTargets,
  ownKey,
  type Caller,
  type CallHit,
  type CallRule,
  type KeyOf,
  type TargetTests,
} from '../reuse/callRule.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { exclusionOf, isTestPath } from './neverReported.ts';

/** Similarity of the bodies from which a re-implementation by calls may warn; below it, it is told as information. */
const VERIFIED = 0.6;

/**
 * Rule `reimplements-calls`: the paper's rule (papers/reporeuse.md 3.3.2) for each new or modified function alone. Of all
 * targets that one function re-implements, the most similar is named and the others are members.
 * @param covered pairs that a clone finding reports already, as `refKey` writes them
 */
export function callFindings(
  context: TurnContext,
  covered: ReadonlySet<string>,
): { findings: Finding[]; resolved: Finding[] } {
  const { changes } = context;
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const rule = new RuleOverTurn(context);
  for (const ref of changes.added) {
    const finding = rule.headFinding(ref, null, covered);
    if (finding) findings.push(finding);
  }
  for (const { head, base } of changes.modified) {
    const before = rule.baseFinding(base);
    const now = rule.headFinding(head, before, covered);
    if (now) findings.push(now);
    else if (before && !covered.has(refKey(head))) resolved.push(before);
  }
  for (const ref of changes.deleted) {
    const before = rule.baseFinding(ref);
    if (before) resolved.push(before);
  }
  return { findings, resolved };
}

/** Distinct targets of W(t-1) that the submission as a whole re-implements: `redundancy.reimplemented`. */
export function submissionHits(context: TurnContext, accept: (target: FunctionRef) => boolean): CallHit[] {
  const { base, baseGraph, headGraph, changes } = context;
  const keys = keysOf(context);
  const written = writtenFunctions(context.changes);
  const caller = callerOf(
    written,
    headGraph,
    keys.ofHead,
    (path, line) => changes.isNewLine(path, line),
    changes.touched.filter((path) => context.head.byPath.get(path)?.audited),
  );
  const rule = ruleOf(context);
  return callHits(caller, candidateTargets(base, [caller], rule), baseGraph, rule, keys.ofBase, keys.ownInHead, {
    accept: (target) => accept(target) && !context.adoption.has(refKey(target)),
    confirm: (target) => {
      const now = changes.headOf(target.file.path, target.index);
      return now !== undefined && !callsWritten(now.file.path, now.index, written, headGraph);
    },
  });
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
    return now ? ownKey(now) : otherwise;
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

function ruleOf({ options }: TurnContext): CallRule {
  return { share: options.callShare, minCalls: options.minCalls };
}

/** The rule applied function by function; what all of them need is made once. */
class RuleOverTurn {
  private readonly keys: Keys;
  private readonly rule: CallRule;
  private readonly inHead = new Map<string, Caller>();
  private readonly inBase = new Map<string, Caller>();
  private readonly candidates: FunctionRef[];

  constructor(private readonly context: TurnContext) {
    const { changes, headGraph, baseGraph, base } = context;
    this.keys = keysOf(context);
    this.rule = ruleOf(context);
    for (const ref of writtenFunctions(context.changes)) {
      if (isOffender(ref, context)) this.inHead.set(refKey(ref), callerOf([ref], headGraph, this.keys.ofHead));
    }
    for (const ref of [...changes.deleted, ...changes.modified.map((pair) => pair.base)]) {
      if (isOffender(ref, context)) this.inBase.set(refKey(ref), callerOf([ref], baseGraph, this.keys.ofBase));
    }
    this.candidates = candidateTargets(base, [...this.inHead.values(), ...this.inBase.values()], this.rule);
  }

  /** @param before the finding that the function had in the base, or null */
  headFinding(ref: FunctionRef, before: Finding | null, covered: ReadonlySet<string>): Finding | null {
    const { context } = this;
    const { changes, headGraph } = context;
    const caller = this.inHead.get(refKey(ref));
    if (!caller) return null;
    const own = changes.baseOf(ref.file.path, ref.index);
    const hits = this.hits(caller, {
      accept: (target) => !(own && refKey(own) === refKey(target)) && isTarget(target),
      // A function that now calls the new one had its logic taken out into it: that is no re-implementation.
      confirm: (target) => {
        const now = changes.headOf(target.file.path, target.index);
        return now !== undefined && !callsWritten(now.file.path, now.index, [ref], headGraph);
      },
    });
    if (hits.length === 0) return null;
    if (covered.has(refKey(ref))) {
      context.hidden.add('subsumed');
      return null;
    }
    return build(
      ref,
      ranked(ref, hits),
      before ? 'inherited' : 'introduced',
      context,
      (target) => changes.headOf(target.file.path, target.index) ?? target,
    );
  }

  baseFinding(ref: FunctionRef): Finding | null {
    const caller = this.inBase.get(refKey(ref));
    if (!caller) return null;
    const hits = this.hits(caller, {
      accept: (target) => refKey(target) !== refKey(ref) && isTarget(target),
      confirm: (target) => !callsWritten(target.file.path, target.index, [ref], this.context.baseGraph),
    });
    return hits.length === 0 ? null : build(ref, ranked(ref, hits), 'inherited', this.context, (target) => target);
  }

  private hits(caller: Caller, tests: TargetTests): CallHit[] {
    const { ofBase, ownInHead } = this.keys;
    return callHits(caller, this.candidates, this.context.baseGraph, this.rule, ofBase, ownInHead, tests);
  }
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
  const wanted = new Set(written.map(refKey));
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
