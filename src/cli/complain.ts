import { shown } from '../engine/reports/shown.ts';

/** Tells a problem on standard error. */
export function complain(problem: string): void {
  process.stderr.write(`rewheel: ${shown(problem)}\n`);
}
