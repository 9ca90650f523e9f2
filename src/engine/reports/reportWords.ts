import { HIDDEN_REASONS } from '../../protocol/hiddenReasons.ts';
import { placeText } from '../../protocol/placeText.ts';
import type { AuditReport, Finding, Level, TargetPlace } from '../../protocol/report.ts';

/*
 * What a report says in words, for the formats that people read. Texts of the audited code come out as they are: each
 * format escapes them its own way.
 */

export interface Findings {
  /** Introduced by the turn, or with no base all of them, worst first. */
  open: Finding[];
  /** In the files that changed, and there before. */
  inherited: Finding[];
  /** Suppressed, accepted or of a hidden level: only listed on request. */
  hidden: Finding[];
}

const RANK: Record<Level, number> = { error: 0, warning: 1, info: 2, hidden: 3 };

/** Findings as people read them: worst first, and of an audit of everything those first that would save the most lines. */
export function sortedFindings({ findings, base }: AuditReport): Findings {
  const weight = (finding: Finding): number => (base === null ? -copiedLines(finding) : 0);
  const worstFirst = (some: Finding[]): Finding[] =>
    some.sort((a, b) => RANK[a.level] - RANK[b.level] || weight(a) - weight(b));
  const listed = findings.filter(({ level }) => level !== 'hidden');
  return {
    open: worstFirst(listed.filter(({ status }) => status === 'introduced' || base === null)),
    inherited: worstFirst(listed.filter(({ status }) => status !== 'introduced' && base !== null)),
    hidden: findings.filter(({ level }) => level === 'hidden'),
  };
}

/** Lines that would go if every copy of a group called the one that is kept. */
function copiedLines({ region, members }: Finding): number {
  return (region.endLine - region.startLine + 1) * (members.length + 1);
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const LEVEL_WORDS: Record<Level, [string, string]> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['for information', 'for information'],
  hidden: ['suppressed or hidden', 'suppressed or hidden'],
};

/** `2 warnings, 1 for information`; `no findings` for none. */
export function countByLevel(findings: readonly Finding[]): string {
  const counts = (Object.keys(RANK) as Level[]).flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : [counted(count, ...LEVEL_WORDS[level])];
  });
  return counts.length === 0 ? 'no findings' : counts.join(', ');
}

/** What was compared: `A to B`, or `all of B`. */
export function comparedStates({ base, head }: AuditReport): string {
  return base === null ? `all of ${shortId(head)}` : `${shortId(base)} to ${shortId(head)}`;
}

/** Commit ids are cut to twelve digits; everything else stays. */
function shortId(label: string): string {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(label) ? label.slice(0, 12) : label;
}

/** How a finding is headed: its level, or that it is suppressed. */
export function levelWord({ level, suppressed }: Finding): string {
  return suppressed === undefined ? level : 'suppressed';
}

/** What the two sides of a finding are called; in an audit of everything none of them is new. */
export function sideWords({ base }: AuditReport): { here: string; there: string } {
  return base === null ? { here: 'Copy', there: 'To keep' } : { here: 'New code', there: 'Existing code' };
}

/** A prompt as one line: line ends are layout in it. */
export function onOneLine(prompt: string): string {
  return prompt.replace(/[ \t\r\n]+/g, ' ').trim();
}

/** The agent's turn: its number, who wrote it, and the prompt on its own. */
export function turnWords({ turn }: AuditReport): { title: string; prompt: string | null } | null {
  if (turn === null) return null;
  const by = [turn.agent, turn.model].filter((part) => part !== null).join(', ');
  return { title: `turn ${turn.index}${by === '' ? '' : ` (${by})`}`, prompt: turn.prompt && onOneLine(turn.prompt) };
}

/** How a finding is known. Names of shared calls come from the code. */
export function evidenceOf(finding: Finding): string[] {
  return [
    finding.cloneType === null ? null : `clone type ${finding.cloneType}`,
    finding.containment,
    finding.similarity === null ? null : `similarity ${Math.round(finding.similarity * 100)}%`,
    finding.sharedCalls.length > 0 ? `shared calls: ${finding.sharedCalls.join(', ')}` : null,
    finding.gap === null ? null : `${finding.gap} gap`,
  ].filter((part) => part !== null);
}

/** Reasons that are named of why something is no drop-in. */
const MOST_OBSTACLES = 4;

/**
 * How the target is used instead: lines to write, and what stands in the way. Names in them come from the code. Null where
 * nothing is known.
 */
export function adviceWords({ advice, rule }: Finding): { lines: string[]; note: string } | null {
  if (advice === undefined) return null;
  const lines = [advice.import, advice.call].filter((line) => line !== null);
  const of = advice.obstacles.slice(0, MOST_OBSTACLES).join('; ');
  const known = advice.importedAs === null ? '' : `already imported as ${advice.importedAs}; `;
  const whole = rule === 'duplicates-constant' ? 'the value' : 'the body';
  const note = advice.dropIn ? `can take the place of ${whole} as it is` : `no drop-in${of === '' ? '' : `: ${of}`}`;
  return lines.length === 0 && of === '' ? null : { lines, note: known + note };
}

/** Where a target came from, when it was not there before the session; else empty. */
export function originWords({ origin }: TargetPlace): string {
  return { repo: '', self: 'from an earlier turn', turn: 'from this turn' }[origin];
}

/** Why a finding is only listed on request. */
export function suppressionWords({ suppressed }: Finding): string {
  if (suppressed === undefined) return 'its level is hidden';
  const { kind, reason, level } = suppressed;
  if (kind === 'external') return `${level}, ${reason}`;
  return `${level}, suppressed by a comment: ${reason === '' ? 'no reason given' : reason}`;
}

/** A line that the report names without a function: a call, a comment. */
export function lineText({ line, ...where }: { file: string; line: number; cell?: number }): string {
  return placeText({ ...where, startLine: line });
}

/** What was measured, as pairs of a name and a value; the same words in every format that has a table. */
export function metricRows(report: AuditReport): [name: string, value: string][] {
  const { functions, reuse, recall, exploration, effort, redundancy } = report.metrics;
  const rows: [string, string][] = [];
  if (report.base !== null) {
    rows.push(
      ['Functions', `${functions.new} new, ${functions.modified} modified, ${functions.deleted} deleted`],
      [`Reuse of repository code${reuse.targets === 'known' ? ' (known targets)' : ''}`, rateWords(reuse.repo)],
      ['Reuse of own earlier code', rateWords(reuse.self)],
    );
  }
  if (recall) rows.push(['Targets read', `repository ${recallWords(recall.repo)}; own ${recallWords(recall.self)}`]);
  if (exploration) rows.push(['Explored', explorationWords(exploration)]);
  if (effort) rows.push(['Effort', effortWords(effort)]);
  rows.push(
    ['Re-implemented by calls', String(redundancy.reimplemented)],
    ['Duplicated lines', `${redundancy.duplicatedLines}, of which ${redundancy.removableLines} could go`],
    [
      'Copies',
      report.base === null
        ? String(report.copies.after)
        : `${report.copies.before} before, ${report.copies.after} after`,
    ],
    ['Files read', String(report.scanned.files)],
  );
  return rows;
}

type OfOrigin = { adopted: number; bypassed: number; rate: number | null };

export function rateWords({ adopted, bypassed, rate }: OfOrigin): string {
  return rate === null ? 'no targets' : `${adopted} of ${adopted + bypassed} (${Math.round(rate * 100)}%)`;
}

export function recallWords({ recalled, targets }: { recalled: number; targets: number }): string {
  return targets === 0 ? 'no targets' : `${recalled} of ${targets}`;
}

export function explorationWords(exploration: NonNullable<AuditReport['metrics']['exploration']>): string {
  const { files, lines, searchedLines } = exploration;
  const searched = searchedLines > 0 ? `, and ${searchedLines} more in search results` : '';
  return `${counted(files, 'file')}, ${counted(lines, 'line')} read${searched}`;
}

export function effortWords({ estimated, ...classes }: NonNullable<AuditReport['metrics']['effort']>): string {
  const used = Object.entries(classes).filter(([, { calls }]) => calls > 0);
  if (used.length === 0) return 'no call';
  const parts = used.map(([name, { calls, tokens }]) => `${name} ${calls}${tokens > 0 ? ` (${tokens} tokens)` : ''}`);
  return `${parts.join(', ')}${estimated ? '; tokens are estimated in part' : ''}`;
}

/** `nested 3, trivial 12`. */
export function hiddenCounts({ hidden }: AuditReport): string {
  return Object.entries(hidden.byReason)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ');
}

/** Hidden pairs that are named for one reason before the rest is counted; JSON has them all. */
const MOST_PAIRS = 20;

export interface HiddenReasonWords {
  reason: string;
  count: number;
  words: string;
  /** What was hidden, one a line. */
  pairs: string[];
}

/** What `--explain` says of each reason. */
export function hiddenReasons({ hidden }: AuditReport): HiddenReasonWords[] {
  const words = new Map<string, string>(Object.entries(HIDDEN_REASONS));
  return Object.entries(hidden.byReason).map(([reason, count]) => {
    const all = (hidden.pairs ?? []).filter((pair) => pair.reason === reason);
    const pairs = all.slice(0, MOST_PAIRS).map(pairWords);
    if (all.length > MOST_PAIRS) pairs.push(`and ${all.length - MOST_PAIRS} more`);
    return { reason, count, words: words.get(reason) ?? '', pairs };
  });
}

function pairWords({ function: fn, target, more }: NonNullable<AuditReport['hidden']['pairs']>[number]): string {
  const named = [fn, target].flatMap((place) => (place ? [`${place.name} (${place.file}:${place.startLine})`] : []));
  return `${named.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Suppressions that need a look: those that hide nothing, and those that give no reason. */
export function suppressionFaults({ suppressions }: AuditReport): {
  title: string;
  one: string;
  fault: string;
  places: AuditReport['suppressions']['stale'];
}[] {
  const { stale, unexplained = [] } = suppressions;
  return [
    { title: 'Stale suppressions', one: 'Stale suppression', fault: 'hides nothing', places: stale },
    {
      title: 'Suppressions without a reason',
      one: 'Suppression without a reason',
      fault: 'says not why: write it after a colon',
      places: unexplained,
    },
  ];
}

/** `minified 2, too-large 1`. */
export function skippedReasons({ skipped }: AuditReport): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ');
}

/** An empty scan is no clean one: it says why. */
export function nothingRead(report: AuditReport): string {
  const count = report.skipped.length;
  if (count === 0) return 'Nothing was read: there is no Python, TypeScript or JavaScript file here.';
  return `Nothing was read: all ${count} files were left out (${skippedReasons(report)}).`;
}
