import type { AuditReport, Finding, Level } from '../../../src/protocol/report.ts';
import { TRANSFORMATIONS, type FunctionName, type MutatedWorkspace, type Reimplementation } from './model.ts';

/** How a tool did on one re-implementation: `found` at warning or above, at `info`, or `missed`. */
export type Outcome = 'found' | 'info' | 'missed';

export interface ScoredPair {
  package: string;
  round: number;
  pair: Reimplementation;
  outcome: Outcome;
}

/** An unrelated function that was reported at warning or above. */
export interface FalseAlarm {
  package: string;
  round: number;
  function: FunctionName;
  origin: { package: string; file: string; name: string };
  /** What it was said to repeat. */
  target: FunctionName;
}

export interface Score {
  pairs: ScoredPair[];
  unrelated: number;
  alarms: FalseAlarm[];
}

/** Two functions of different packages that really do the same, as judged by reading: no false alarm. */
export interface RelatedPair {
  one: string;
  other: string;
  reason: string;
}

/** Two functions that a tool calls equal, and how loudly. */
export interface ReportedPair {
  level: Level;
  one: FunctionName;
  other: FunctionName;
}

/**
 * Every pair that a report's findings name: function and target, function and members. Where nothing differs the finding is a
 * group of copies, so each of them is one of every other.
 */
export function reportedPairs(report: AuditReport): ReportedPair[] {
  return report.findings.flatMap(({ level, function: own, target, members, similarity, containment }: Finding) => {
    const others = [target, ...members];
    const pairs = others.map((other) => ({ level, one: own as FunctionName, other: other as FunctionName }));
    if (similarity !== 1 || containment !== 'whole') return pairs;
    return [...pairs, ...others.flatMap((one, i) => others.slice(i + 1).map((other) => ({ level, one, other })))];
  });
}

/**
 * Scores what a tool reported on a workspace. A re-implementation counts as found when a pair joins it, or one of its
 * helpers, with its target. An unrelated function is wrongly flagged when a pair at warning or above joins it with anything
 * but functions of its own package that came with it.
 */
export function scoreWorkspace(
  workspace: MutatedWorkspace,
  reported: readonly ReportedPair[],
  related: readonly RelatedPair[],
): Score {
  const best = new Map<string, Level>();
  for (const { level, one, other } of reported) {
    for (const key of [pairKey(one, other), pairKey(other, one)]) {
      if (rank(level) > rank(best.get(key) ?? 'hidden')) best.set(key, level);
    }
  }
  const pairs = workspace.reimplemented.map((pair): ScoredPair => {
    const own = [pair.function.name, ...pair.helpers].map((name) => ({ file: pair.function.file, name }));
    const level = Math.max(...own.map((place) => rank(best.get(pairKey(place, pair.target)) ?? 'hidden')));
    const outcome = level >= rank('warning') ? 'found' : level === rank('info') ? 'info' : 'missed';
    return { package: workspace.package, round: workspace.round, pair, outcome };
  });
  return { pairs, unrelated: workspace.unrelated.length, alarms: falseAlarms(workspace, reported, related) };
}

function falseAlarms(
  workspace: MutatedWorkspace,
  reported: readonly ReportedPair[],
  related: readonly RelatedPair[],
): FalseAlarm[] {
  const strangers = new Map(workspace.unrelated.map((entry) => [placeKey(entry.function), entry]));
  const judged = new Set(related.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]));
  // Re-implementations stand for what they repeat.
  const targets = new Map(workspace.reimplemented.map((pair) => [placeKey(pair.function), pair.target]));
  const alarms = new Map<string, FalseAlarm>();
  for (const { level, one, other } of reported) {
    if (rank(level) < rank('warning')) continue;
    for (const [here, there] of [
      [one, other],
      [other, one],
    ] as const) {
      const stranger = strangers.get(placeKey(here));
      if (!stranger || strangers.has(placeKey(there))) continue;
      const target = targets.get(placeKey(there)) ?? there;
      const { package: name, file, name: own } = stranger.origin;
      if (judged.has(`${name}:${file}#${own} ${workspace.package}:${target.file}#${target.name}`)) continue;
      alarms.set(placeKey(here), {
        package: workspace.package,
        round: workspace.round,
        function: stranger.function,
        origin: stranger.origin,
        target: { file: target.file, name: target.name },
      });
    }
  }
  return [...alarms.values()];
}

/** One line of the table: a transformation, a class of them, or all. */
export interface Tally {
  of: number;
  found: number;
  info: number;
  missed: number;
}

/** Counts by transformation, in the order of `TRANSFORMATIONS`, and by class; without those that nothing was made with. */
export function tally(pairs: readonly ScoredPair[]): {
  byTransformation: Map<string, Tally>;
  byClass: Map<string, Tally>;
} {
  const byTransformation = new Map<string, Tally>();
  const byClass = new Map<string, Tally>();
  const add = (into: Map<string, Tally>, key: string, outcome: Outcome): void => {
    const line = into.get(key) ?? { of: 0, found: 0, info: 0, missed: 0 };
    line.of++;
    line[outcome]++;
    into.set(key, line);
  };
  const order = Object.keys(TRANSFORMATIONS);
  const sorted = [...pairs].sort((a, b) => order.indexOf(a.pair.transformation) - order.indexOf(b.pair.transformation));
  for (const { pair, outcome } of sorted) {
    add(byTransformation, pair.transformation, outcome);
    add(byClass, TRANSFORMATIONS[pair.transformation]!, outcome);
  }
  return { byTransformation, byClass };
}

function rank(level: Level): number {
  return ['hidden', 'info', 'warning', 'error'].indexOf(level);
}

function placeKey({ file, name }: FunctionName): string {
  return `${file}#${name}`;
}

function pairKey(one: FunctionName, other: FunctionName): string {
  return `${placeKey(one)} ${placeKey(other)}`;
}
