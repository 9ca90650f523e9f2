import type { HiddenReason } from '../../../protocol/hiddenReasons.ts';
import type { FunctionRef } from '../../model/state.ts';
import type { HiddenCounts } from '../auditContext.ts';
import { equalExclusion, type FilterScope } from './pairFilters.ts';

/** Members that one is held against: groups of hundreds must not cost their square. */
const MOST_HELD = 24;

/**
 * What is left of a group of equal bodies when members that may repeat each other count as one: a member goes when a filter
 * hides its pair with one that stays. Fewer than two are no group. What goes is counted with its reason.
 * @param members best place first; the order is kept
 * @param first members that stay where there is a choice: those that the turn wrote
 */
export function quietGroup(
  members: readonly FunctionRef[],
  first: ReadonlySet<FunctionRef>,
  scope: FilterScope,
  hidden: HiddenCounts,
): FunctionRef[] {
  const kept = new Set<FunctionRef>();
  const order = [...members.filter((ref) => first.has(ref)), ...members.filter((ref) => !first.has(ref))];
  for (const ref of order) {
    let held = 0;
    let hiding: { other: FunctionRef; reason: HiddenReason } | null = null;
    for (const other of kept) {
      const reason = equalExclusion(ref, other, scope);
      if (reason) hiding = { other, reason };
      if (reason || ++held === MOST_HELD) break;
    }
    if (hiding) hidden.addRefs(hiding.reason, [ref, hiding.other]);
    else kept.add(ref);
  }
  return members.filter((ref) => kept.has(ref));
}
