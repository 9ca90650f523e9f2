import type { HiddenReason } from '../../protocol/hiddenReasons.ts';
import type { AuditOptions } from '../../protocol/options.ts';
import type { Origin } from '../../protocol/report.ts';
import type { Graph } from '../graph/types.ts';
import type { ConstantFact } from '../model/facts.ts';
import { totalOf } from '../model/counts.ts';
import type { FunctionRef, State, StateFile } from '../model/state.ts';
import type { Adoption } from '../reuse/adoption.ts';
import type { NewUse } from '../reuse/newUses.ts';
import type { Changes } from '../turns/changes.ts';

/** The head state alone, as `--all` audits it. */
export interface WholeContext {
  head: State;
  headGraph: Graph;
  options: AuditOptions;
  hidden: HiddenCounts;
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

/** Counts what was found and not reported, by reason: the number is in every report. */
export class HiddenCounts {
  private readonly counts = new Map<HiddenReason, number>();

  add(reason: HiddenReason, count = 1): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + count);
  }

  /** Reasons in code unit order. */
  byReason(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  total(): number {
    return totalOf(this.counts);
  }
}
