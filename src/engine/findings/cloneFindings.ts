import type { Finding, Origin } from '../../protocol/report.ts';
import { cloneIndex, cloneType } from '../clones/cloneGroups.ts';
import type { CloneKeys } from '../clones/cloneKeys.ts';
import { poolOf } from '../clones/pools.ts';
import { sameNames } from '../clones/sameNames.ts';
import type { Graph } from '../graph/types.ts';
import { type FunctionRef, type StateFile, compareText, refKey, symbolKey } from '../model/state.ts';
import { nonBuiltinCalls } from '../reuse/callRule.ts';
import type { TurnContext, WholeContext } from './auditContext.ts';
import { isSmallCallback } from './filters/closures.ts';
import { quietGroup } from './filters/quietGroup.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';

/** Body tokens below which a body of one statement is too small to warn about. */
const SMALL_BODY = 16;

/**
 * Rules `reimplements-logic` (whole functions, clone types 1 and 2) and `duplicates-self` over a turn: a group of equal
 * bodies is one finding. It is introduced when the turn wrote a member, unless that member was taken out of copies that
 * are gone: extracting a helper is no offence.
 */
export function cloneFindings(
  context: TurnContext,
  keys: CloneKeys,
): { findings: Finding[]; resolved: Finding[]; copies: Copies } {
  const { base, head, changes, options } = context;
  const findings: Finding[] = [];
  const resolved: Finding[] = [];
  const copies: Copies = { before: 0, after: 0 };
  const touched = new Set(changes.touched);
  const wanted = touchedDigests(context, keys);
  const headIndex = cloneIndex(head, keys, options.minTokens, wanted);
  const baseIndex = cloneIndex(base, keys, options.minTokens, wanted);
  for (const [digest, all] of headIndex.groups()) {
    const inBase = baseIndex.members(digest);
    const concerned = all.some((ref) => touched.has(ref.file.path));
    if (!concerned) continue;
    headIndex.countHidden(digest, context.hidden);
    if (headIndex.isHidden(digest)) continue;
    const written = new Set(all.filter((ref) => isFresh(ref, keys, context)));
    for (const members of verified(all, written, context)) {
      const fresh = members.filter((ref) => written.has(ref));
      // Only what does the same counts as a copy of before: equal text may call other functions.
      const before = inBase.filter((ref) => sameNames(members[0]!, context.headGraph, ref, context.baseGraph));
      const extracted = members.length <= before.length && isExtraction(fresh, before, digest, keys, context);
      const status = extracted ? 'inherited' : 'introduced';
      const finding = context.groups.add(members, (some) =>
        groupFinding(
          some,
          some.filter((ref) => written.has(ref)),
          status,
          keys,
          context,
        ),
      );
      if (!finding) continue;
      findings.push(finding);
      if (fresh.length > 0 || before.length !== members.length) add(copies, before.length, members.length);
    }
  }
  for (const [digest, before] of baseIndex.groups()) {
    if (baseIndex.isHidden(digest)) continue;
    const lost = before.filter((ref) => {
      const now = changes.headOf(ref.file.path, ref.index);
      return now === undefined || keys.of(now.file, now.index) !== digest;
    });
    const after = headIndex.members(digest);
    if (lost.length === 0 || after.length >= before.length) continue;
    if (after.length < 2) add(copies, before.length, after.length);
    const gone = new Set(lost);
    const kept = before.filter((ref) => !gone.has(ref));
    for (const ref of lost) {
      const target = kept[0] ?? before.find((other) => other !== ref)!;
      if (kept.length === 0 && ref === before[0]) continue;
      resolved.push(pairFinding(ref, target, keys, context));
    }
  }
  return { findings, resolved, copies };
}

/**
 * True when a new member took the place of copies that are gone: code in a file that lost its copy uses it now. Writing a
 * copy somewhere while another one goes away for a reason of its own is no extraction.
 */
function isExtraction(
  fresh: FunctionRef[],
  before: FunctionRef[],
  digest: string,
  keys: CloneKeys,
  context: TurnContext,
): boolean {
  const lostIn = new Set<string>();
  for (const ref of before) {
    const now = context.changes.headOf(ref.file.path, ref.index);
    if (!now || keys.of(now.file, now.index) !== digest) lostIn.add(ref.file.path);
  }
  const wanted = new Set(fresh.map(refKey));
  return context.uses.some(({ file, resolution }) => {
    if (resolution.kind !== 'symbol') return false;
    const base = context.changes.files.baseOf.get(file.path);
    return (
      base !== undefined && lostIn.has(base) && wanted.has(symbolKey(resolution.target.file, resolution.target.symbol))
    );
  });
}

/** Bodies that stand, or stood, in a file that the turn touched: no other group can change. */
function touchedDigests({ base, head, changes }: TurnContext, keys: CloneKeys): Set<string> {
  const digests = new Set<string>();
  const take = (file: StateFile | undefined): void => {
    if (file) file.summary.symbols.forEach((_, index) => digests.add(keys.of(file, index)));
  };
  for (const path of changes.touched) take(head.byPath.get(path));
  for (const path of changes.files.deleted) take(base.byPath.get(path));
  for (const path of changes.files.changed) take(base.byPath.get(changes.files.baseOf.get(path)!));
  return digests;
}

/** Every group of one state (`--all`): one finding a group, the best place to keep as its target. */
export function wholeCloneFindings(context: WholeContext, keys: CloneKeys): { findings: Finding[]; copies: Copies } {
  const index = cloneIndex(context.head, keys, context.options.minTokens, null);
  const findings: Finding[] = [];
  const copies: Copies = { before: 0, after: 0 };
  for (const [digest, all] of index.groups()) {
    index.countHidden(digest, context.hidden);
    if (index.isHidden(digest)) continue;
    for (const members of verified(all, new Set(), context)) {
      const finding = context.groups.add(members, ([target, fn, ...rest]) =>
        build('reimplements-logic', 'inherited', fn!, target!, rest, () => 'repo', keys, context),
      );
      findings.push(finding!);
      add(copies, members.length, members.length);
    }
  }
  return { findings, copies };
}

export interface Copies {
  before: number;
  after: number;
}

function add(copies: Copies, before: number, after: number): void {
  copies.before += before;
  copies.after += after;
}

/** Written or changed by the turn so that it became a member. */
function isFresh(ref: FunctionRef, keys: CloneKeys, context: TurnContext): boolean {
  const before = context.changes.baseOf(ref.file.path, ref.index);
  return before === undefined || keys.of(before.file, before.index) !== keys.of(ref.file, ref.index);
}

/**
 * Splits a group where equal text calls different functions; what is left alone is counted as hidden. Members come best
 * place first and stay so.
 */
function verified(members: FunctionRef[], written: ReadonlySet<FunctionRef>, context: WholeContext): FunctionRef[][] {
  const { headGraph, hidden, parallel } = context;
  const parts: FunctionRef[][] = [];
  for (const member of members) {
    const part = parts.find(
      ([first]) =>
        poolOf(first!.file.language) === poolOf(member.file.language) &&
        sameNames(first!, headGraph, member, headGraph),
    );
    if (part) part.push(member);
    else parts.push([member]);
  }
  if (parts.length > 1)
    hidden.addRefs(
      'other-callees',
      parts.map((part) => part[0]!),
      parts.length - 1,
    );
  return parts.flatMap((part) => {
    if (part.length < 2) return [];
    if (isGlue(part[0]!, headGraph)) {
      hidden.addRefs('glue', part);
      return [];
    }
    const left = quietGroup(part, written, { graph: headGraph, parallel }, hidden);
    return left.length < 2 ? [] : [left];
  });
}

function isSmall({ symbol }: FunctionRef): boolean {
  return symbol.statements <= 1 && symbol.tokens < SMALL_BODY;
}

/** A short body that hands its work to a function of the workspace: two of them share that function, which is reuse. */
function isGlue(ref: FunctionRef, graph: Graph): boolean {
  if (!isSmall(ref)) return false;
  return graph
    .callees({ file: ref.file.path, symbol: ref.index })
    .some(({ resolution }) => resolution.kind === 'symbol');
}

function groupFinding(
  members: readonly FunctionRef[],
  fresh: readonly FunctionRef[],
  ofFresh: Finding['status'],
  keys: CloneKeys,
  context: TurnContext,
): Finding | null {
  const written = new Set(fresh);
  const origin = (ref: FunctionRef): Origin => {
    const before = context.changes.baseOf(ref.file.path, ref.index);
    return before && !written.has(ref) ? context.originOf(before) : 'turn';
  };
  const old = members.filter((ref) => !written.has(ref));
  const status = fresh.length > 0 ? ofFresh : 'inherited';
  if (old.length === 0) {
    const [target, fn, ...rest] = members;
    return build('duplicates-self', status, fn!, target!, rest, origin, keys, context);
  }
  const [target, ...others] = old;
  const fn = fresh[0] ?? others[0];
  if (!fn) return null;
  const rest = members.filter((ref) => ref !== fn && ref !== target);
  return build('reimplements-logic', status, fn, target!, rest, origin, keys, context);
}

function pairFinding(fn: FunctionRef, target: FunctionRef, keys: CloneKeys, context: TurnContext): Finding {
  const origin = (ref: FunctionRef): Origin => context.originOf(ref);
  return build('reimplements-logic', 'inherited', fn, target, [], origin, keys, context, context.baseGraph);
}

function build(
  rule: 'reimplements-logic' | 'duplicates-self',
  status: Finding['status'],
  fn: FunctionRef,
  target: FunctionRef,
  rest: FunctionRef[],
  origin: (ref: FunctionRef) => Origin,
  keys: CloneKeys,
  context: WholeContext,
  graph: Graph = context.headGraph,
): Finding {
  const type = cloneType(fn, target);
  return {
    rule,
    level: levelFor(rule, isSmall(fn) || isSmallCallback(fn) ? 'info' : 'warning', context.options),
    status,
    function: placeOf(fn),
    target: targetPlaceOf(target, origin(target)),
    members: rest.map((ref) => targetPlaceOf(ref, origin(ref))),
    region: { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine },
    cloneType: type,
    containment: 'whole',
    similarity: 1,
    sharedCalls: [...new Set(nonBuiltinCalls(fn, graph).map((callee) => callee.name))].sort(compareText),
    gap: null,
    message: message(rule, fn, target, type, keys.parameterNote(fn, target), rest.length),
    fingerprint: fingerprintOf(rule, fn, target),
  };
}

const HOW = {
  1: 'the body is the same',
  2: 'the body is the same but for the names of its own variables',
  4: 'the body does the same, written in another form',
} as const;

function message(
  rule: string,
  fn: FunctionRef,
  target: FunctionRef,
  type: 1 | 2 | 4,
  note: string | null,
  more: number,
): string {
  const how = note ? `${HOW[type]}; ${note}` : HOW[type];
  const also = more === 0 ? '' : more === 1 ? ' There is one more copy.' : ` There are ${more} more copies.`;
  const verb = rule === 'duplicates-self' ? 'repeats' : 're-implements';
  return `${fn.symbol.qualifiedName} ${verb} ${describe(target)}: ${how}.${also}`;
}
