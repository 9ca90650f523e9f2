import type { HiddenReason } from '../../protocol/hiddenReasons.ts';
import type { AuditOptions } from '../../protocol/options.ts';
import type { Origin, Place } from '../../protocol/report.ts';
import type { Graph } from '../graph/types.ts';
import type { ConstantFact } from '../model/facts.ts';
import { totalOf } from '../model/counts.ts';
import { compareText, refKey, type FunctionRef, type State, type StateFile } from '../model/state.ts';
import type { Adoption } from '../reuse/adoption.ts';
import type { NewUse } from '../reuse/newUses.ts';
import type { Changes } from '../turns/changes.ts';
import { placeOf } from './finding.ts';
import type { FindingGroups } from './groups.ts';
import type { ParallelFamilies } from './filters/parallel.ts';

/** The head state alone, as `--all` audits it. */
export interface WholeContext {
  head: State;
  headGraph: Graph;
  options: AuditOptions;
  hidden: HiddenCounts;
  /** Families that may repeat each other, as `.rewheel.json` names them. */
  parallel: ParallelFamilies;
  groups: FindingGroups;
}

/** A turn: two states and what lies between them. */
export interface TurnContext extends WholeContext {
  base: State;
  baseGraph: Graph;
  changes: Changes;
  uses: NewUse[];
  adoption: Adoption;
  /** Known targets by their place in the base, or null when targets are inferred. */
  known: KnownTarget[] | null;
  /** Origin of a function or class of the base: `repo` when it was there before the session's first turn, else `self`. */
  originOf(base: { file: StateFile; index: number }): Exclude<Origin, 'turn'>;
  /** The same for a constant. */
  originOfConstant(file: StateFile, constant: ConstantFact): Exclude<Origin, 'turn'>;
}

export interface KnownTarget {
  base: FunctionRef;
  origin: Exclude<Origin, 'turn'>;
}

/** One thing that was found and not reported, for `--explain`. */
export interface HiddenPair {
  reason: HiddenReason;
  function: Place;
  /** What it was held against; null where a function alone is never reported. */
  target: Place | null;
  /** Further functions of the same group. */
  more: number;
}

/** Pairs that a report lists before the rest is only counted. */
const MOST_LISTED = 2000;

/** Counts what was found and not reported, by reason: the number is in every report. */
export class HiddenCounts {
  private readonly counts = new Map<HiddenReason, number>();
  private readonly listed: HiddenPair[] = [];
  private readonly pairsSeen = new Set<string>();

  /** @param keep whether what is hidden is also remembered one by one (`--explain`) */
  constructor(private readonly keep = false) {}

  /** @param places what is hidden; of many the first two are named */
  add(reason: HiddenReason, count = 1, places: readonly Place[] = []): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + count);
    const [fn, target = null] = places;
    if (this.keep && fn) {
      this.listed.push({ reason, function: fn, target, more: Math.max(0, places.length - 2) });
    }
  }

  /** The same for functions. A pair that two rules hide for one reason counts once. */
  addRefs(reason: HiddenReason, refs: readonly FunctionRef[], count = 1): void {
    if (refs.length === 2) {
      const key = [reason, ...refs.map(refKey).sort()].join('\0');
      if (this.pairsSeen.has(key)) return;
      this.pairsSeen.add(key);
    }
    this.add(reason, count, this.keep ? refs.map(placeOf) : []);
  }

  /** Reasons in code unit order. */
  byReason(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  total(): number {
    return totalOf(this.counts);
  }

  /** What was hidden one by one, by reason and place; null when it was not remembered. */
  pairs(): HiddenPair[] | null {
    if (!this.keep) return null;
    const sides = ({ function: fn, target }: HiddenPair): string =>
      [fn, target]
        .map((place) => `${place?.file}\0${String(place?.startLine).padStart(8, '0')}\0${place?.name}`)
        .join();
    return this.listed
      .sort((a, b) => compareText(a.reason, b.reason) || compareText(sides(a), sides(b)))
      .slice(0, MOST_LISTED);
  }
}
