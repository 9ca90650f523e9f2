import type { Finding } from '../../protocol/report.ts';
import { placeRank } from '../clones/cloneGroups.ts';
import { sideOf } from './finding.ts';
import { addToList } from '../model/counts.ts';
import { compareText, refKey, symbolKey, type FunctionRef, type State } from '../model/state.ts';
import type { Graph } from '../graph/types.ts';

interface Group {
  /** Best place to keep first. */
  members: readonly FunctionRef[];
  /** The finding for some of the members, in this order; null where they are none. */
  make: (members: readonly FunctionRef[]) => Finding | null;
}

/** The groups of equal bodies behind findings, so that a finding can be made again with other members or another order. */
export class FindingGroups {
  private readonly made = new Map<Finding, Group>();

  /** Makes the finding of a group and remembers how. */
  add(members: readonly FunctionRef[], make: Group['make']): Finding | null {
    const finding = make(members);
    if (finding) this.made.set(finding, { members, make });
    return finding;
  }

  members(finding: Finding): readonly FunctionRef[] | undefined {
    return this.made.get(finding)?.members;
  }

  /** The same finding for other members. */
  again(finding: Finding, members: readonly FunctionRef[]): Finding | null {
    const group = this.made.get(finding);
    return group ? this.add(members, group.make) : null;
  }

  /** Says that `now` is `before` with more said about it. */
  follow(before: Finding, now: Finding): void {
    const group = this.made.get(before);
    if (group) this.made.set(now, group);
  }

  /** Identities of all copies of a finding, sorted; null for what is no group. Lines and paths take no part. */
  copies(finding: Finding): string[] | null {
    return this.members(finding)?.map(sideOf).sort(compareText) ?? null;
  }
}

/** When files came to be: seconds by path, larger is younger; files that are not known are left out. */
export type FileAges = (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Functions of one name that are asked whether they call one that a group may keep. */
const MOST_ASKED = 200;

/**
 * Puts the members of every group in the order of what to keep (issue 4, item 3): exported, documented, called most,
 * oldest, then by path. Callers and ages are looked up only where what comes before leaves a choice.
 * @param isOld whether a function was there before the turn
 * @returns the findings, made anew where the order changed
 */
export async function orderGroups(
  findings: readonly Finding[],
  groups: FindingGroups,
  head: State,
  graph: Graph,
  ages: FileAges | null,
  isOld: (ref: FunctionRef) => boolean = () => true,
): Promise<Finding[]> {
  const open = findings.flatMap((finding) => {
    const members = groups.members(finding);
    return members && hasTies(members, placeRank) ? [{ finding, members }] : [];
  });
  if (open.length === 0) return [...findings];
  const calls = callCounts(
    open.flatMap(({ members }) => members),
    head,
    graph,
  );
  const callsOf = (ref: FunctionRef): number => calls.get(refKey(ref)) ?? 0;
  const tied = open.filter(({ members }) => hasTies(members, (ref) => placeRank(ref) * 1e6 + callsOf(ref)));
  // What the turn wrote has no age: git is asked where several older functions are left to choose from.
  const asked = new Set(
    tied.flatMap(({ members }) => {
      const old = members.filter(isOld);
      return old.length > 1 ? old.map(({ file }) => file.path) : [];
    }),
  );
  const born = ages && asked.size > 0 ? await ages([...asked].sort(compareText)) : new Map<string, number>();
  const age = ({ file }: FunctionRef): number => born.get(file.path) ?? Number.MAX_SAFE_INTEGER;
  const made = new Map<Finding, Finding>();
  for (const { finding, members } of open) {
    const sorted = [...members].sort(
      (a, b) =>
        placeRank(b) - placeRank(a) ||
        callsOf(b) - callsOf(a) ||
        age(a) - age(b) ||
        compareText(a.file.path, b.file.path) ||
        a.symbol.startLine - b.symbol.startLine ||
        a.index - b.index,
    );
    if (sorted.some((ref, i) => ref !== members[i])) made.set(finding, groups.again(finding, sorted) ?? finding);
  }
  return findings.map((finding) => made.get(finding) ?? finding);
}

function hasTies(members: readonly FunctionRef[], key: (ref: FunctionRef) => number): boolean {
  return new Set(members.map(key)).size < members.length;
}

/** Calls of each function in the head state. */
function callCounts(wanted: readonly FunctionRef[], head: State, graph: Graph): Map<string, number> {
  const keys = new Set(wanted.map(refKey));
  const names = new Set(wanted.map(({ symbol }) => symbol.name));
  const callers = new Map<string, { file: string; symbol: number }[]>();
  for (const { path, summary } of head.files) {
    summary.symbols.forEach(({ kind, parent, calledNames }, symbol) => {
      // Calls of a nested function are calls of the function around it.
      if (kind !== 'function' && kind !== 'method') return;
      if (parent >= 0 && summary.symbols[parent]!.kind !== 'class' && summary.symbols[parent]!.kind !== 'interface')
        return;
      for (const name of calledNames) if (names.has(name)) addToList(callers, name, { file: path, symbol });
    });
  }
  const asked = new Set<string>();
  const counts = new Map<string, number>();
  for (const list of callers.values()) {
    for (const caller of list.slice(0, MOST_ASKED)) {
      const key = symbolKey(caller.file, caller.symbol);
      if (asked.has(key)) continue;
      asked.add(key);
      for (const { resolution, sites } of graph.callees(caller)) {
        if (resolution.kind !== 'symbol') continue;
        const target = symbolKey(resolution.target.file, resolution.target.symbol);
        if (keys.has(target)) counts.set(target, (counts.get(target) ?? 0) + sites.length);
      }
    }
  }
  return counts;
}
