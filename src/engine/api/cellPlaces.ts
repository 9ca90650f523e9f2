import type { AuditReport, Finding } from '../../protocol/report.ts';
import { cellLine } from '../language/embedded/cellLine.ts';
import { symbolAt, type State } from '../model/state.ts';

type Lines = { startLine: number; endLine: number; cell?: number };
type Named = Lines & { file: string; name: string };

type Placed = Pick<AuditReport, 'findings' | 'resolved' | 'moved' | 'adopted' | 'suppressions'>;

/**
 * The report with places in notebooks as cell and line inside the cell. Up to here they are lines of the code of all
 * cells, which is what the analysis works on; so this comes last, after sorting.
 * @param base null for an audit of one state
 */
export function withCellPlaces<T extends Placed>(report: T, base: State | null, head: State): T {
  const states = base ? [head, base] : [head];
  if (!states.some(({ files }) => files.some(({ summary }) => summary.cells))) return report;
  const before = base ? [base, head] : states;
  const line = (file: string, at: number): { line: number; cell?: number } => {
    const cells = head.byPath.get(file)?.summary.cells;
    return cells ? cellLine(cells, at) : { line: at };
  };
  return {
    ...report,
    findings: report.findings.map((finding) => findingIn(finding, states)),
    resolved: report.resolved.map((finding) => findingIn(finding, before)),
    moved: report.moved.map(({ from, to }) => ({ from: placeIn(from, from, before), to: placeIn(to, to, states) })),
    adopted: report.adopted.map((one) => ({
      ...one,
      calledFrom: one.calledFrom.map((site) => ({ ...site, ...line(site.file, site.line) })),
    })),
    suppressions: {
      ...report.suppressions,
      stale: report.suppressions.stale.map((one) => ({ ...one, ...line(one.file, one.line) })),
    },
  };
}

function findingIn(finding: Finding, states: readonly State[]): Finding {
  const { function: fn, target, members, region } = finding;
  const { startLine, endLine } = placeIn(region, fn, states);
  return {
    ...finding,
    function: placeIn(fn, fn, states),
    target: placeIn(target, target, states),
    members: members.map((member) => placeIn(member, member, states)),
    region: { startLine, endLine },
  };
}

/** @param owner the function in whose notebook the lines are; it says which of the states is meant */
function placeIn<T extends Lines>(place: T, owner: Named, states: readonly State[]): T {
  const files = states.map((state) => symbolAt(state, owner)?.file ?? null);
  const cells = files.find((file) => file !== null)?.summary.cells;
  if (!cells) return place;
  const { cell, line } = cellLine(cells, place.startLine);
  return { ...place, startLine: line, endLine: line + place.endLine - place.startLine, cell };
}
