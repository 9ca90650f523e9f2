import type { Finding, Origin } from '../../protocol/report.ts';
import { bestPlaceFirst } from '../clones/cloneGroups.ts';
import { twinKey, typeTwins, type TypeTwin } from '../clones/typeTwins.ts';
import { addToList } from '../model/counts.ts';
import type { SymbolFact } from '../model/facts.ts';
import { functionsOf, refKey, type FunctionRef, type State } from '../model/state.ts';
import { writtenFunctions } from '../turns/changes.ts';
import type { TurnContext, WholeContext } from './auditContext.ts';
import { nearExclusion } from './filters/pairFilters.ts';
import { describe, fingerprintOf, levelFor, placeOf, targetPlaceOf } from './finding.ts';
import { exclusionOf, isTestCode } from './neverReported.ts';

/** Functions of one key that are held against each other. */
const MOST_COMPARED = 12;
/** Differences that a message names. */
const MOST_NAMED = 4;
const LONGEST_NAMED = 40;

/**
 * Information of the rules `reimplements-logic` and `duplicates-self`: functions that do the same for other types. A call
 * cannot take the place of one, so it is never more than information, and the message names what differs.
 * @param covered functions that another finding is about, as `refKey` writes them
 */
export function twinFindings(context: TurnContext | WholeContext, covered: ReadonlySet<string>): Finding[] {
  const { head, headGraph, options, hidden, parallel } = context;
  if (options.minTokens === 0) return [];
  const fresh = 'changes' in context ? freshOf(context) : null;
  if (fresh?.size === 0) return [];
  const findings: Finding[] = [];
  for (const group of groupsOf(head, fresh, covered, options.minTokens)) {
    const [target, ...rest] = group.sort((a, b) => age(a, fresh) - age(b, fresh) || bestPlaceFirst(a, b));
    const twins: { ref: FunctionRef; twin: TypeTwin }[] = [];
    for (const ref of rest) {
      if (fresh && !fresh.has(refKey(ref))) continue;
      const twin = typeTwins(target!, ref, headGraph);
      if (!twin) continue;
      const reason = nearExclusion(ref, target!, { graph: headGraph, parallel });
      if (reason) hidden.addRefs(reason, [ref, target!]);
      else twins.push({ ref, twin });
    }
    if (twins.length > 0) findings.push(findingOf(target!, twins, fresh, context));
  }
  return findings;
}

function freshOf({ changes }: TurnContext): Set<string> {
  return new Set(
    writtenFunctions(changes)
      .filter((ref) => changes.baseOf(ref.file.path, ref.index) === undefined)
      .map(refKey),
  );
}

function age(ref: FunctionRef, fresh: ReadonlySet<string> | null): number {
  return fresh?.has(refKey(ref)) ? 1 : 0;
}

/** Functions by what twins have in common; of a turn only groups that it added to. */
function groupsOf(
  head: State,
  fresh: ReadonlySet<string> | null,
  covered: ReadonlySet<string>,
  minTokens: number,
): FunctionRef[][] {
  const byKey = new Map<string, FunctionRef[]>();
  const sizes = fresh && sizesOf(head, fresh);
  for (const file of head.files) {
    if (!file.audited) continue;
    // Twins have one size: most functions of a large state need no further look.
    if (sizes && !file.summary.symbols.some((symbol) => sizes.has(sizeOf(symbol)))) continue;
    for (const ref of functionsOf(file)) {
      if (sizes && !sizes.has(sizeOf(ref.symbol))) continue;
      const key = twinKey(ref);
      if (key === null || covered.has(refKey(ref)) || exclusionOf(ref.symbol, minTokens) !== null) continue;
      if (!isTestCode(file.path, ref.symbol)) addToList(byKey, key, ref);
    }
  }
  return [...byKey.values()]
    .filter((group) => group.length > 1 && (!fresh || group.some((ref) => fresh.has(refKey(ref)))))
    .map((group) => group.sort((a, b) => age(b, fresh) - age(a, fresh)).slice(0, MOST_COMPARED));
}

/** What twins have in common as a number. */
function sizeOf({ tokens, statements }: SymbolFact): number {
  return tokens * 0x10000 + statements;
}

function sizesOf(head: State, fresh: ReadonlySet<string>): Set<number> {
  const sizes = new Set<number>();
  for (const key of fresh) {
    const cut = key.lastIndexOf('\u0000');
    const symbol = head.byPath.get(key.slice(0, cut))?.summary.symbols[Number(key.slice(cut + 1))];
    if (symbol) sizes.add(sizeOf(symbol));
  }
  return sizes;
}

function findingOf(
  target: FunctionRef,
  twins: readonly { ref: FunctionRef; twin: TypeTwin }[],
  fresh: ReadonlySet<string> | null,
  context: TurnContext | WholeContext,
): Finding {
  const [{ ref: fn, twin }, ...rest] = twins as [{ ref: FunctionRef; twin: TypeTwin }];
  const originOf = (ref: FunctionRef): Origin => {
    if (fresh?.has(refKey(ref))) return 'turn';
    return 'changes' in context ? context.originOf(context.changes.baseOf(ref.file.path, ref.index) ?? ref) : 'repo';
  };
  const rule = originOf(target) === 'turn' ? 'duplicates-self' : 'reimplements-logic';
  const differ = twin.differences.slice(0, MOST_NAMED).map(([theirs, ours]) => `${cut(ours)} for ${cut(theirs)}`);
  return {
    rule,
    level: levelFor(rule, 'info', context.options),
    status: fresh ? 'introduced' : 'inherited',
    function: placeOf(fn),
    target: targetPlaceOf(target, originOf(target)),
    members: (rest as { ref: FunctionRef }[]).map(({ ref }) => targetPlaceOf(ref, originOf(ref))),
    region: { startLine: fn.symbol.startLine, endLine: fn.symbol.endLine },
    cloneType: 3,
    containment: 'whole',
    similarity: twin.similarity,
    sharedCalls: [],
    gap: null,
    message:
      `${fn.symbol.qualifiedName} does for another type what ${describe(target)} does (${differ.join(', ')}). ` +
      'A call cannot take its place; one generic function could serve both.',
    fingerprint: fingerprintOf(rule, fn, target),
  };
}

function cut(text: string): string {
  return text.length <= LONGEST_NAMED ? text : `${text.slice(0, LONGEST_NAMED - 1)}…`;
}
