import type { Finding } from '../../protocol/report.ts';
import { bestPlaceFirst } from '../clones/cloneGroups.ts';
import { CloneKeys } from '../clones/cloneKeys.ts';
import { Forms } from '../clones/compare/forms.ts';
import { judge } from '../clones/compare/judge.ts';
import { poolOf } from '../clones/pools.ts';
import { likelyPairs, type LikelyPair } from '../clones/allPairs.ts';
import { sameCallees } from '../clones/sameCallees.ts';
import { repeatsOf, type Repeat } from '../clones/compare/pairs.ts';
import type { Graph } from '../graph/types.ts';
import { compareText, type FunctionRef, holds, refKey, symbolKey } from '../model/state.ts';
import { nonBuiltinCalls } from '../reuse/callRule.ts';
import type { TurnContext, WholeContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, linesText, placeOf, targetPlaceOf } from './finding.ts';
import { isSmallCallback } from './filters/closures.ts';
import { equalExclusion, nearExclusion, type FilterScope } from './filters/pairFilters.ts';
import type { LookAlikes } from './lookAlikes.ts';
import { exclusionOf, isTestCode } from './neverReported.ts';

/** Further targets that a finding names. */
const MOST_MEMBERS = 5;

/**
 * Rules `reimplements-logic` and `duplicates-self` for what groups of equal normal forms do not show: copies with gaps,
 * logic inside a larger function, logic spread over a function and new helpers that only it calls.
 * @param covered functions that a group reports already, as `refKey` writes them
 */
export function repeatFindings(
  context: TurnContext,
  alike: LookAlikes,
  covered: ReadonlySet<string>,
): { findings: Finding[]; resolved: Finding[] } {
  const { headGraph, changes, options } = context;
  if (options.minTokens === 0) return { findings: [], resolved: [] };
  const { keys, written } = alike;
  const fresh = new Set(written.filter(({ fn }) => isFresh(fn, keys, context)).map(({ fn }) => refKey(fn)));
  const helpers = new Map(written.map((asked) => [refKey(asked.fn), asked.helpers]));
  const isOpen = written.map(({ fn }) => fresh.has(refKey(fn)) && !covered.has(refKey(fn)));
  const asked = written.filter((_, i) => isOpen[i]);
  const accept = (fn: FunctionRef, target: FunctionRef): boolean => {
    if (fresh.has(refKey(target)) && bestPlaceFirst(target, fn) > 0 && !covered.has(refKey(target))) return false;
    // Equal bodies are a group's matter, also where the group is hidden.
    if (keys.of(fn.file, fn.index) === keys.of(target.file, target.index)) return false;
    const own = helpers.get(refKey(fn));
    if (own?.some((helper) => refKey(helper) === refKey(target))) return false;
    return isPair(fn, target, headGraph, options.minTokens);
  };
  const candidates = alike.inHead.filter((_, i) => isOpen[i]);
  const found = repeatsOf(asked, candidates, headGraph, alike.forms, accept);

  const modified = new Map(changes.modified.map((pair) => [refKey(pair.head), pair.base]));
  const before = earlierRepeats(context, alike, new Set(asked.map(({ fn }) => refKey(fn))));
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  asked.forEach(({ fn }, i) => {
    const repeats = shownOf(fn, found[i]!, context);
    const was = modified.get(refKey(fn));
    const earlier = was && before.get(refKey(was));
    if (repeats.length === 0) {
      if (earlier) resolved.push(earlierFinding(was, earlier, context));
      return;
    }
    const [first, ...rest] = repeats as [Repeat, ...Repeat[]];
    const known = earlier && changes.headOf(earlier.target.file.path, earlier.target.index);
    const status = known && refKey(known) === refKey(first.target) ? 'inherited' : 'introduced';
    findings.push(findingOf(fn, first, rest.slice(0, MOST_MEMBERS), status, fresh, context));
  });
  for (const ref of changes.deleted) {
    const earlier = before.get(refKey(ref));
    if (earlier) resolved.push(earlierFinding(ref, earlier, context));
  }
  return { findings, resolved };
}

/** Similarity from which two functions that have stood beside each other are told of. */
const SURE = 0.82;
/** Share of the target that a larger function must hold for that. */
const SURE_CONTAINED = 0.92;
/** Body tokens that such a target has at least. */
const SURE_TOKENS = 40;

/**
 * The same for one state as it is (`--all`): every function is named once, with the best place first among what it repeats.
 * @param covered functions that a group reports already but for the one that it names as the target
 */
export function wholeRepeatFindings(
  context: WholeContext,
  { likely, keys, forms }: LikelyRepeats,
  covered: ReadonlySet<string>,
): Finding[] {
  const { headGraph, options } = context;
  const isOpen = (ref: FunctionRef): boolean => !covered.has(refKey(ref)) && !isTestCode(ref.file.path, ref.symbol);
  const byFunction = new Map<string, { fn: FunctionRef; repeats: Repeat[] }>();
  for (const { a, b } of likely) {
    if (!isOpen(a) || !isOpen(b) || keys.of(a.file, a.index) === keys.of(b.file, b.index)) continue;
    const [target, fn] = bestPlaceFirst(a, b) <= 0 ? [a, b] : [b, a];
    for (const [one, other] of [[fn, target] as const, [target, fn] as const]) {
      const repeat = sureRepeat(one, other, headGraph, forms, options.minTokens);
      if (!repeat) continue;
      const known = byFunction.get(refKey(one)) ?? { fn: one, repeats: [] };
      known.repeats.push(repeat);
      byFunction.set(refKey(one), known);
      break;
    }
  }
  const findings: Finding[] = [];
  for (const { fn, repeats } of byFunction.values()) {
    const shown = shownOf(
      fn,
      repeats.sort((x, y) => bestPlaceFirst(x.target, y.target)),
      context,
    );
    const [first, ...rest] = shown.sort((x, y) => y.similarity - x.similarity);
    if (!first) continue;
    findings.push(findingOf(fn, first, rest.slice(0, MOST_MEMBERS), 'inherited', NONE, context));
  }
  return findings;
}

/** Likely pairs of one state, all of them with keys of their normal forms. */
export interface LikelyRepeats {
  likely: readonly LikelyPair[];
  keys: CloneKeys;
  forms: Forms;
}

/** Pairs between two checkpoints. */
const STEP = 50;

/** @param checkpoint awaited now and then: lets other events in, and throws when the audit was cancelled */
export async function likelyRepeats(
  { head, options }: WholeContext,
  checkpoint: () => Promise<void>,
): Promise<LikelyRepeats> {
  const forms = new Forms();
  const keys = new CloneKeys(forms);
  const likely = options.minTokens === 0 ? [] : likelyPairs(head, (ref) => isAskable(ref, options.minTokens));
  for (const [i, { a, b }] of likely.entries()) {
    keys.learn(a);
    keys.learn(b);
    if (i % STEP === STEP - 1) await checkpoint();
  }
  return { likely, keys, forms };
}

const NONE: ReadonlySet<string> = new Set();

function sureRepeat(
  fn: FunctionRef,
  target: FunctionRef,
  graph: Graph,
  forms: Forms,
  minTokens: number,
): Repeat | null {
  if (!isPair(fn, target, graph, minTokens)) return null;
  const [a, b] = [forms.of(fn), forms.of(target)];
  const judged = a && b && judge(a, b);
  if (!judged || judged.similarity < (judged.containment === 'whole' ? SURE : SURE_CONTAINED)) return null;
  if (judged.containment === 'contained' && target.symbol.tokens < SURE_TOKENS) return null;
  return sameCallees(fn, graph, target, graph) ? { ...judged, target, proved: false, helpers: [] } : null;
}

function isAskable(ref: FunctionRef, minTokens: number): boolean {
  return exclusionOf(ref.symbol, minTokens) === null;
}

function isFresh(ref: FunctionRef, keys: CloneKeys, { changes }: TurnContext): boolean {
  const before = changes.baseOf(ref.file.path, ref.index);
  return before === undefined || keys.of(before.file, before.index) !== keys.of(ref.file, ref.index);
}

/** Whether two functions may be a pair at all: neither holds, calls or tests the other. */
function isPair(fn: FunctionRef, target: FunctionRef, graph: Graph, minTokens: number): boolean {
  if (poolOf(fn.file.language) !== poolOf(target.file.language)) return false;
  if (exclusionOf(target.symbol, minTokens) !== null) return false;
  if (isTestCode(target.file.path, target.symbol)) return false;
  if (fn.file === target.file && (holds(fn, target.index) || holds(target, fn.index))) return false;
  return !calls(fn, target, graph) && !calls(target, fn, graph);
}

function calls(fn: FunctionRef, target: FunctionRef, graph: Graph): boolean {
  if (!fn.symbol.calledNames.includes(target.symbol.name)) return false;
  const wanted = refKey(target);
  return graph
    .callees({ file: fn.file.path, symbol: fn.index })
    .some(
      ({ resolution }) =>
        resolution.kind === 'symbol' && symbolKey(resolution.target.file, resolution.target.symbol) === wanted,
    );
}

/** Leaves out what is never reported of a near copy, and counts it. */
function shownOf(fn: FunctionRef, repeats: readonly Repeat[], context: WholeContext): Repeat[] {
  const scope = scopeOf(context);
  return repeats.filter((repeat) => {
    const { target } = repeat;
    const reason = isAsGoodAsEqual(repeat) ? equalExclusion(fn, target, scope) : nearExclusion(fn, target, scope);
    if (reason) context.hidden.addRefs(reason, [fn, target]);
    return reason === null;
  });
}

/** Every statement is equal but for what likeness does not look at, such as the order of operands. */
function isAsGoodAsEqual({ containment, similarity, differences }: Repeat): boolean {
  return containment === 'whole' && similarity >= 0.995 && differences.length === 0;
}

function scopeOf({ headGraph, parallel }: WholeContext): FilterScope {
  return { graph: headGraph, parallel };
}

/** What the functions that the turn changed or deleted repeated before it, by their place in the base. */
function earlierRepeats(
  { baseGraph, changes, options, parallel }: TurnContext,
  { keys, forms, earlier, inBase }: LookAlikes,
  open: ReadonlySet<string>,
): Map<string, Repeat> {
  const closed = new Set(
    changes.modified.filter(({ head }) => !open.has(refKey(head))).map((pair) => refKey(pair.base)),
  );
  const isOpen = earlier.map(({ fn }) => !closed.has(refKey(fn)));
  const asked = earlier.filter((_, i) => isOpen[i]);
  const found = repeatsOf(
    asked,
    inBase.filter((_, i) => isOpen[i]),
    baseGraph,
    forms,
    (fn, target) => isPair(fn, target, baseGraph, options.minTokens),
  );
  const repeats = new Map<string, Repeat>();
  asked.forEach(({ fn }, i) => {
    const [first] = found[i]!.filter(({ target }) => {
      // Equal normal forms are a group's matter.
      return (
        nearExclusion(fn, target, { graph: baseGraph, parallel }) === null &&
        keys.of(target.file, target.index) !== keys.of(fn.file, fn.index)
      );
    });
    if (first) repeats.set(refKey(fn), first);
  });
  return repeats;
}

function earlierFinding(fn: FunctionRef, repeat: Repeat, context: TurnContext): Finding {
  return { ...findingOf(fn, repeat, [], 'inherited', new Set(), context, context.baseGraph) };
}

function findingOf(
  fn: FunctionRef,
  repeat: Repeat,
  rest: readonly Repeat[],
  status: Finding['status'],
  fresh: ReadonlySet<string>,
  context: WholeContext | TurnContext,
  graph: Graph = context.headGraph,
): Finding {
  const { target } = repeat;
  const isSelf = fresh.has(refKey(target));
  const rule = isSelf ? 'duplicates-self' : 'reimplements-logic';
  const originOf = (ref: FunctionRef): ReturnType<TurnContext['originOf']> | 'turn' => {
    if (fresh.has(refKey(ref))) return 'turn';
    if (!('changes' in context)) return 'repo';
    return context.originOf(
      graph === context.headGraph ? (context.changes.baseOf(ref.file.path, ref.index) ?? ref) : ref,
    );
  };
  return {
    rule,
    level: levelFor(rule, isTelling(target) && !isSmallCallback(target) ? 'warning' : 'info', context.options),
    status,
    function: placeOf(fn),
    target: targetPlaceOf(target, originOf(target)),
    members: rest.map((one) => targetPlaceOf(one.target, originOf(one.target))),
    region:
      repeat.containment === 'contained'
        ? repeat.region
        : { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine },
    cloneType: repeat.cloneType,
    containment: repeat.containment,
    similarity: repeat.similarity,
    sharedCalls: sharedCalls(fn, target, graph),
    gap: null,
    message: message(rule, fn, repeat),
    fingerprint: fingerprintOf(rule, fn, target),
  };
}

/** A target of some size: what is shorter is a common turn of phrase. */
function isTelling({ symbol }: FunctionRef): boolean {
  return symbol.tokens >= 24 || symbol.statements > 2;
}

function sharedCalls(fn: FunctionRef, target: FunctionRef, graph: Graph): string[] {
  const theirs = new Set(nonBuiltinCalls(target, graph).map(({ name }) => name));
  const ours = nonBuiltinCalls(fn, graph).map(({ name }) => name);
  return [...new Set(ours.filter((name) => theirs.has(name)))].sort(compareText);
}

function message(rule: string, fn: FunctionRef, repeat: Repeat): string {
  const { target, differences } = repeat;
  const verb = rule === 'duplicates-self' ? 'repeats' : 're-implements';
  const but = differences.length === 0 ? '' : ` (${differences.join('; ')})`;
  return `${fn.symbol.qualifiedName} ${verb} ${describe(target)}: ${whatIsEqual(fn, repeat)}${but}.`;
}

/** Proof and likeness are told apart: what has one normal form does the same, of all else a share is equal. */
function whatIsEqual(fn: FunctionRef, { containment, proved, similarity, region, helpers }: Repeat): string {
  const share = similarity >= 0.995 ? 'all' : `${Math.floor(similarity * 100)} %`;
  if (containment === 'contained') return `lines ${linesText(fn, region)} hold ${share} of its statements`;
  if (containment === 'whole') return `the bodies are alike, ${share} of their statements are equal`;
  const names = helpers.map(({ symbol }) => symbol.name);
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  const written = `with ${shown.join(', ')} written out in it, which nothing else calls,`;
  return proved ? `${written} the body does the same` : `${written} ${share} of the statements are equal`;
}
