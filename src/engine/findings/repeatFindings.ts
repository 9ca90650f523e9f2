import type { Finding } from '../../protocol/report.ts';
import type { HiddenReason } from '../../protocol/hiddenReasons.ts';
import { bestPlaceFirst, cloneKey } from '../clones/cloneGroups.ts';
import { Forms } from '../clones/compare/forms.ts';
import { judge } from '../clones/compare/judge.ts';
import { likelyPairs } from '../clones/allPairs.ts';
import { sameCallees } from '../clones/sameCallees.ts';
import { repeatsOf, type Asked, type Repeat } from '../clones/compare/pairs.ts';
import type { Graph } from '../graph/types.ts';
import { compareText, refKey, symbolKey, type FunctionRef, type State } from '../model/state.ts';
import { nonBuiltinCalls } from '../reuse/callRule.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext, WholeContext } from './auditContext.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { exclusionOf, isTestPath, pairExclusion } from './neverReported.ts';

/** Further targets that a finding names. */
const MOST_MEMBERS = 5;

/**
 * Rules `reimplements-logic` and `duplicates-self` for what groups of equal normal forms do not show: copies with gaps,
 * logic inside a larger function, logic spread over a function and new helpers that only it calls.
 * @param covered functions that a group reports already, as `refKey` writes them
 */
export function repeatFindings(
  context: TurnContext,
  covered: ReadonlySet<string>,
): { findings: Finding[]; resolved: Finding[] } {
  const { head, headGraph, base, baseGraph, changes, options, hidden } = context;
  if (options.minTokens === 0) return { findings: [], resolved: [] };
  const written = writtenFunctions(changes).filter((ref) => ref.file.audited && ref.symbol.renamed !== '');
  const fresh = new Set(written.filter((ref) => isFresh(ref, context)).map(refKey));
  const forms = new Forms();
  const helpers = helpersOf(context, fresh);
  // What is too small by itself may do much with its helpers.
  const open = written.filter(
    (ref) =>
      fresh.has(refKey(ref)) &&
      !covered.has(refKey(ref)) &&
      (isAskable(ref, options.minTokens) || helpers.has(refKey(ref))),
  );
  const accept = (fn: FunctionRef, target: FunctionRef): boolean => {
    if (fresh.has(refKey(target)) && bestPlaceFirst(target, fn) > 0 && !covered.has(refKey(target))) return false;
    const own = helpers.get(refKey(fn));
    if (own?.some((helper) => refKey(helper) === refKey(target))) return false;
    return isPair(fn, target, headGraph, options.minTokens);
  };
  const asked = open.map((fn): Asked => ({ fn, helpers: helpers.get(refKey(fn)) ?? [] }));
  const found = repeatsOf(asked, head, headGraph, forms, accept);

  const modified = new Map(changes.modified.map((pair) => [refKey(pair.head), pair.base]));
  const before = earlierRepeats(context, open, base, baseGraph, forms);
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  asked.forEach(({ fn }, i) => {
    const repeats = shownOf(fn, found[i]!, hidden);
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
export function wholeRepeatFindings(context: WholeContext, covered: ReadonlySet<string>): Finding[] {
  const { head, headGraph, options, hidden } = context;
  if (options.minTokens === 0) return [];
  const forms = new Forms();
  const accept = (ref: FunctionRef): boolean =>
    isAskable(ref, options.minTokens) && !covered.has(refKey(ref)) && !isTestPath(ref.file.path);
  const byFunction = new Map<string, { fn: FunctionRef; repeats: Repeat[] }>();
  for (const { a, b } of likelyPairs(head, accept)) {
    if (cloneKey(a.file, a.index) === cloneKey(b.file, b.index)) continue;
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
      hidden,
    );
    const [first, ...rest] = shown.sort((x, y) => y.similarity - x.similarity);
    if (!first) continue;
    findings.push(findingOf(fn, first, rest.slice(0, MOST_MEMBERS), 'inherited', NONE, context));
  }
  return findings;
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
  return sameCallees(fn, graph, target, graph) ? { ...judged, target } : null;
}

function isAskable(ref: FunctionRef, minTokens: number): boolean {
  return exclusionOf(ref.symbol, minTokens) === null;
}

function isFresh(ref: FunctionRef, { changes }: TurnContext): boolean {
  const before = changes.baseOf(ref.file.path, ref.index);
  return before === undefined || cloneKey(before.file, before.index) !== cloneKey(ref.file, ref.index);
}

/** Whether two functions may be a pair at all: neither holds, calls or tests the other. */
function isPair(fn: FunctionRef, target: FunctionRef, graph: Graph, minTokens: number): boolean {
  if (exclusionOf(target.symbol, minTokens) !== null) return false;
  if (isTestPath(target.file.path)) return false;
  if (fn.file === target.file && (isInside(fn, target.index) || isInside(target, fn.index))) return false;
  return !calls(fn, target, graph) && !calls(target, fn, graph);
}

function isInside(outer: FunctionRef, index: number): boolean {
  for (let at = index; at >= 0; at = outer.file.summary.symbols[at]!.parent) if (at === outer.index) return true;
  return false;
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
function shownOf(fn: FunctionRef, repeats: readonly Repeat[], hidden: { add(reason: HiddenReason): void }): Repeat[] {
  const shown: Repeat[] = [];
  let why: HiddenReason | null = null;
  for (const repeat of repeats) {
    const reason = pairExclusion(fn, repeat.target);
    if (reason) why ??= reason;
    else shown.push(repeat);
  }
  if (shown.length === 0 && why) hidden.add(why);
  return shown;
}

/** New functions that are called by one written function only, and by helpers of it: for each caller its helpers. */
function helpersOf(context: TurnContext, fresh: ReadonlySet<string>): Map<string, FunctionRef[]> {
  const added = new Map(context.changes.added.map((ref) => [refKey(ref), ref]));
  const callers = new Map<string, Set<string>>();
  for (const { file, container, resolution } of context.uses) {
    if (resolution.kind !== 'symbol') continue;
    const key = symbolKey(resolution.target.file, resolution.target.symbol);
    if (!added.has(key)) continue;
    let at = container;
    // A call in a nested function is one of the function around it.
    for (let up = container; up >= 0; up = file.summary.symbols[up]!.parent)
      if (file.summary.symbols[up]!.kind !== 'class') at = up;
    const from = symbolKey(file.path, at);
    if (from === key) continue;
    const known = callers.get(key) ?? new Set();
    callers.set(key, known.add(from));
  }
  const found = new Map<string, FunctionRef[]>();
  for (const [key, from] of callers) {
    let [only] = from;
    const passed = new Set([key]);
    // Helpers of helpers belong to the function that stands at the top.
    while (from.size === 1 && only && !passed.has(only) && callers.get(only)?.size === 1 && added.has(only)) {
      passed.add(only);
      [only] = callers.get(only)!;
    }
    if (from.size !== 1 || !only || !fresh.has(only)) continue;
    const list = found.get(only) ?? [];
    list.push(added.get(key)!);
    found.set(only, list);
  }
  return found;
}

/** What the functions that the turn changed or deleted repeated before it, by their place in the base. */
function earlierRepeats(
  { changes, options }: TurnContext,
  open: readonly FunctionRef[],
  base: State,
  graph: Graph,
  forms: Forms,
): Map<string, Repeat> {
  const wanted = new Set(open.map(refKey));
  const refs = [
    ...changes.modified.filter(({ head }) => wanted.has(refKey(head))).map((pair) => pair.base),
    ...changes.deleted,
  ].filter((ref) => ref.file.audited && isAskable(ref, options.minTokens));
  const asked = refs.map((fn): Asked => ({ fn, helpers: [] }));
  const found = repeatsOf(asked, base, graph, forms, (fn, target) => isPair(fn, target, graph, options.minTokens));
  const earlier = new Map<string, Repeat>();
  refs.forEach((ref, i) => {
    const [first] = found[i]!.filter(({ target }) => {
      // Equal normal forms are a group's matter.
      return (
        pairExclusion(ref, target) === null && cloneKey(target.file, target.index) !== cloneKey(ref.file, ref.index)
      );
    });
    if (first) earlier.set(refKey(ref), first);
  });
  return earlier;
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
    level: levelFor(rule, isTelling(target) ? 'warning' : 'info', context.options),
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

const WHAT = {
  whole: 'the bodies do the same but for a few statements',
  contained: 'lines LINES do what it does',
  split: 'together with the new helpers that only it calls it does the same',
} as const;

function message(rule: string, fn: FunctionRef, { target, containment, region, differences }: Repeat): string {
  const verb = rule === 'duplicates-self' ? 'repeats' : 're-implements';
  const what = WHAT[containment].replace('LINES', `${region.startLine}-${region.endLine}`);
  const but = differences.length === 0 ? '' : ` (${differences.join('; ')})`;
  return `${fn.symbol.qualifiedName} ${verb} ${describe(target)}: ${what}${but}.`;
}
