import type { AuditProgress } from '../../protocol/engine.ts';

/** Where each phase begins and ends, in percent; the shares follow what the phases take on a large repository. */
const PHASES: Record<AuditProgress['phase'], readonly [number, number]> = {
  listing: [0, 5],
  reading: [5, 70],
  resolving: [70, 85],
  comparing: [85, 97],
  reporting: [97, 100],
};

/** Percent of the whole audit that is done, a whole number of 0 to 100. */
export function percentDone({ phase, done, total }: AuditProgress): number {
  const [from, to] = PHASES[phase];
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return Math.floor(from + (to - from) * share);
}
