import type { HiddenReason } from '../../protocol/hiddenReasons.ts';
import type { Finding } from '../../protocol/report.ts';
import type { Callee, Graph } from '../graph/types.ts';
import { refKey, symbolKey, type FunctionRef } from '../model/state.ts';
import { BodySimilarity } from '../reuse/bodySimilarity.ts';
import {
  callerOf,
  CallTargets,
  ownKey,
  type Caller,
  type CallHit,
  type CallRule,
  type KeyOf,
} from '../reuse/callRule.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { nearExclusion } from './filters/pairFilters.ts';
import { exclusionOf, isTestCode } from './neverReported.ts';

/** Similarity of the bodies from which a re-implementation by calls may warn; below it, it is told as information. */
const VERIFIED = 0.6;

/**
 * Targets whose bodies are compared for one function, those with the most shared calls. In families of hundreds of alike
 * functions each would otherwise be compared with all others, and a finding with hundreds of members helps nobody.
 */
const MOST_COMPARED = 20;
/** Functions judged between two checkpoints. */
const FUNCTIONS_PER_STEP = 50;

/**
 * Rule `reimplements-calls`: the paper's rule (papers/reporeuse.md 3.3.2) for each new or modified function alone. Of all
 * targets that one function re-implements, the most similar is named and the others are members.
 * @param covered pairs that a clone finding reports already, as `refKey` writes them
 * @param checkpoint awaited now and then, see `AuditInput`
 */
export async function callFindings(
  context: TurnContext,
  covered: ReadonlySet<string>,
  checkpoint: () => Promise<void>,
): Promise<{ findings: Finding[]; resolved: Finding[] }> {
  const { changes } = context;
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const rule = new RuleOverTurn(context);
  let done = 0;
  const pause = async (): Promise<void> => {
    if (++done % FUNCTIONS_PER_STEP === 0) await checkpoint();
  };
  for (const ref of changes.added) {
    await pause();
    const finding = rule.headFinding(ref, null, covered);
    if (finding) findings.push(finding);
  }
  for (const { head, base } of changes.modified) {
    await pause();
    const before = rule.baseFinding(base);
    const now = rule.headFinding(head, before, covered);
    if (now) findings.push(now);
    else if (before && !covered.has(refKey(head))) resolved.push(before);
  }
  for (const ref of changes.deleted) {
    await pause();
    const before = rule.baseFinding(ref);
    if (before) resolved.push(before);
  }
  return { findings, resolved };
}

/**
 * Number of distinct targets that the submission re-implements: `redundancy.reimplemented`. Known targets are held against
 * the new code of the turn as a whole. Inferred ones, which may be any function of W(t-1), are held against the new code
 * of one file at a time: the paper's submission is one file, and a turn that touches half of a repository calls so
 * much that it would "re-implement" the other half.
 */
export function reimplementedTargets(context: TurnContext): number {
  const { base, baseGraph, headGraph, changes, known } = context;
  const keys = keysOf(context);
  const written = writtenFunctions(changes);
  const paths = changes.touched.filter((path) => context.head.byPath.get(path)?.audited);
  const callers = (known ? [paths] : paths.map((path) => [path])).map((part) => {
    const inPart = new Set(part);
    const functions = written.filter((ref) => inPart.has(ref.file.path));
    return callerOf(functions, headGraph, keys.ofHead, (path, line) => changes.isNewLine(path, line), part);
  });
  const knownKeys = known && new Set(known.map((target) => refKey(target.base)));
  const targets = new CallTargets(
    base,
    callers,
    baseGraph,
    ruleOf(context),
    keys.ofBase,
    keys.ownInHead,
    (target) =>
      isLeft(target, context) &&
      (knownKeys?.has(refKey(target)) ?? isTarget(target)) &&
      !context.adoption.has(refKey(target)),
  );
  const keysWritten = new Set(written.map(refKey));
  const found = new Set<string>();
  for (const caller of callers) {
    for (const { target } of targets.hits(caller, (one) => {
      const now = changes.headOf(one.file.path, one.index)!;
      return !keysWritten.has(symbolKey(now.file.path, now.index)) && !callsAny(now, keysWritten, headGraph);
    })) {
      found.add(refKey(target));
    }
  }
  return found.size;
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
  private readonly similarity = new BodySimilarity();
  private readonly inHead = new Map<string, Caller>();
  private readonly inBase = new Map<string, Caller>();
  private readonly targets: CallTargets;

  constructor(private readonly context: TurnContext) {
    const { changes, headGraph, baseGraph, base } = context;
    const keys = keysOf(context);
    for (const ref of writtenFunctions(changes)) {
      if (isOffender(ref, context)) this.inHead.set(refKey(ref), callerOf([ref], headGraph, keys.ofHead));
    }
    for (const ref of [...changes.deleted, ...changes.modified.map((pair) => pair.base)]) {
      if (isOffender(ref, context)) this.inBase.set(refKey(ref), callerOf([ref], baseGraph, keys.ofBase));
    }
    const callers = [...this.inHead.values(), ...this.inBase.values()];
    this.targets = new CallTargets(
      base,
      callers,
      baseGraph,
      ruleOf(context),
      keys.ofBase,
      keys.ownInHead,
      (target) => isTarget(target) && isLeft(target, context),
    );
  }

  /** @param before the finding that the function had in the base, or null */
  headFinding(ref: FunctionRef, before: Finding | null, covered: ReadonlySet<string>): Finding | null {
    const { context } = this;
    const { changes, headGraph } = context;
    const caller = this.inHead.get(refKey(ref));
    if (!caller) return null;
    const wanted = new Set([refKey(ref)]);
    const hits = this.targets.hits(caller, (target) => {
      const now = changes.headOf(target.file.path, target.index)!;
      if (isAround(now, ref) || isAround(ref, now)) return false;
      // A function that now calls the new one had its logic taken out into it: that is no re-implementation.
      return !callsAny(now, wanted, headGraph);
    });
    if (hits.length === 0) return null;
    if (covered.has(refKey(ref))) {
      context.hidden.addRefs('subsumed', [ref, hits[0]!.target]);
      return null;
    }
    const ranked = this.ranked(ref, headGraph, hits);
    const shown = this.shown(ref, ranked, headGraph);
    if (shown.length === 0) {
      for (const { target, reason } of this.quiet(ref, ranked, headGraph))
        context.hidden.addRefs(reason, [ref, target]);
      return null;
    }
    return build(
      ref,
      shown,
      hits.length - ranked.length + shown.length,
      before ? 'inherited' : 'introduced',
      context,
      (target) => changes.headOf(target.file.path, target.index) ?? target,
    );
  }

  baseFinding(ref: FunctionRef): Finding | null {
    const caller = this.inBase.get(refKey(ref));
    if (!caller) return null;
    const wanted = new Set([refKey(ref)]);
    const hits = this.targets.hits(
      caller,
      (target) => !isAround(target, ref) && !isAround(ref, target) && !callsAny(target, wanted, this.context.baseGraph),
    );
    const { baseGraph } = this.context;
    const ranked = this.ranked(ref, baseGraph, hits);
    const shown = this.shown(ref, ranked, baseGraph);
    return shown.length === 0
      ? null
      : build(ref, shown, hits.length - ranked.length + shown.length, 'inherited', this.context, (target) => target);
  }

  /** Hits of a kind that is never reported, each with the reason. */
  private quiet(ref: FunctionRef, hits: RankedHit[], graph: Graph): { target: FunctionRef; reason: HiddenReason }[] {
    const { parallel } = this.context;
    return hits.flatMap(({ target }) => {
      const reason = nearExclusion(ref, target, { graph, parallel });
      return reason ? [{ target, reason }] : [];
    });
  }

  private shown(ref: FunctionRef, hits: RankedHit[], graph: Graph): RankedHit[] {
    const quiet = new Set(this.quiet(ref, hits, graph).map(({ target }) => refKey(target)));
    return hits.filter(({ target }) => !quiet.has(refKey(target)));
  }

  /** The hits that a finding names, most similar body first. */
  private ranked(ref: FunctionRef, graph: Graph, hits: CallHit[]): RankedHit[] {
    return [...hits]
      .sort((a, b) => b.share - a.share || b.sharedCalls.length - a.sharedCalls.length)
      .slice(0, MOST_COMPARED)
      .map((hit) => ({ ...hit, similarity: this.similarity.of(ref, graph, hit.target, this.context.baseGraph) }))
      .sort(
        (a, b) =>
          b.similarity - a.similarity ||
          b.share - a.share ||
          b.sharedCalls.length - a.sharedCalls.length ||
          (ownKey(a.target) < ownKey(b.target) ? -1 : 1),
      );
  }
}

function isOffender(ref: FunctionRef, context: TurnContext): boolean {
  if (!ref.file.audited) return false;
  const why = exclusionOf(ref.symbol, Math.max(1, context.options.minTokens));
  return why === null;
}

/** A target must still be there: what is gone cannot be called instead. */
function isLeft(target: FunctionRef, { changes }: TurnContext): boolean {
  return changes.headOf(target.file.path, target.index) !== undefined;
}

/** Test functions are no reuse targets, and neither is what has no logic. */
function isTarget(target: FunctionRef): boolean {
  return !isTestCode(target.file.path, target.symbol) && exclusionOf(target.symbol, 1) === null;
}

type Place = Pick<FunctionRef, 'file' | 'index'>;

/** True when `outer` is `inner` or encloses it: what is nested in a function is part of it. */
function isAround(outer: Place, inner: Place): boolean {
  if (outer.file.path !== inner.file.path) return false;
  for (let at = inner.index; at >= 0; at = inner.file.summary.symbols[at]!.parent) if (at === outer.index) return true;
  return false;
}

/** True when the function calls one of those that `wanted` names by `refKey`. */
function callsAny({ file, index }: Place, wanted: ReadonlySet<string>, graph: Graph): boolean {
  return graph
    .callees({ file: file.path, symbol: index })
    .some(
      ({ resolution }) =>
        resolution.kind === 'symbol' && wanted.has(symbolKey(resolution.target.file, resolution.target.symbol)),
    );
}

interface RankedHit extends CallHit {
  similarity: number;
}

function build(
  fn: FunctionRef,
  hits: RankedHit[],
  total: number,
  status: Finding['status'],
  context: TurnContext,
  placed: (target: FunctionRef) => FunctionRef,
): Finding {
  const [best, ...rest] = hits as [RankedHit, ...RankedHit[]];
  const target = placed(best.target);
  const verified = best.similarity >= VERIFIED;
  const percent = Math.round(best.share * 100);
  const also = total === 1 ? '' : ` So it does for ${total - 1} more function${total > 2 ? 's' : ''}.`;
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
