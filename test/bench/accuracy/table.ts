import { tally, type Score, type Tally } from './score.ts';

export interface Aims {
  [line: string]: { found?: number; flagged?: number };
}

/** The lines of a table in which columns stand under each other; the first column is to the left. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!)))
      .join('  ')
      .trimEnd(),
  );
}

export function percent(part: number, of: number, digits = 1): string {
  return of === 0 ? '–' : `${((100 * part) / of).toFixed(digits)} %`;
}

/**
 * The table of one language: a line for each transformation and class, with the first tool by level and the others'
 * share beside it, and the aim where there is one.
 */
export function accuracyTable(scores: ReadonlyMap<string, Score>, aims: Aims): string[] {
  const [[first, main], ...others] = [...scores] as [[string, Score], ...[string, Score][]];
  const tallies = others.map(([, score]) => tally(score.pairs));
  const { byTransformation, byClass } = tally(main.pairs);
  const header = ['', 'pairs', `${first}: found`, '', 'at info', 'missed', ...others.map(([name]) => name), 'aim', ''];
  const line = (label: string, own: Tally, beside: (Tally | undefined)[], aim?: number): string[] => [
    label,
    String(own.of),
    String(own.found),
    percent(own.found, own.of),
    String(own.info),
    String(own.missed),
    ...beside.map((other) => (other ? percent(other.found, other.of) : '')),
    ...(aim === undefined
      ? ['', '']
      : [`>= ${percent(aim, 1, 0)}`, own.found / own.of >= aim ? 'reached' : 'not reached']),
  ];
  const rows = [header];
  for (const [name, own] of byTransformation) {
    rows.push(
      line(
        `  ${name}`,
        own,
        tallies.map((other) => other.byTransformation.get(name)),
      ),
    );
  }
  for (const [name, own] of byClass) {
    rows.push(
      line(
        name,
        own,
        tallies.map((other) => other.byClass.get(name)),
        aims[name]?.found,
      ),
    );
  }
  const flagged = aims.unrelated?.flagged;
  const share = main.unrelated === 0 ? 0 : main.alarms.length / main.unrelated;
  rows.push([
    'unrelated, wrongly flagged',
    String(main.unrelated),
    String(main.alarms.length),
    percent(main.alarms.length, main.unrelated, 2),
    '',
    '',
    ...others.map(([, score]) => percent(score.alarms.length, score.unrelated, 2)),
    ...(flagged === undefined ? ['', ''] : [`<= ${percent(flagged, 1)}`, share <= flagged ? 'reached' : 'not reached']),
  ]);
  return aligned(rows);
}
