import type { AuditReport, Finding, TargetPlace } from '../../protocol/report.ts';
import { HIDDEN_REASONS } from '../../protocol/hiddenReasons.ts';

/** Styles of the terminal; the plain version returns its input. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
}

const same = (text: string): string => text;
export const plain: Paint = { bold: same, dim: same, red: same, yellow: same, cyan: same, green: same };

/** Places named on one line before the rest is counted. */
const FEW = 3;
/** Functions listed under "Reused" before the rest is counted. */
const REUSED = 12;

/**
 * The report for people. Names and paths come from the audited code, so control characters in them are shown as escapes:
 * they must not move the cursor or colour the terminal.
 * @param explain says in words why findings were hidden
 */
export function textReport(report: AuditReport, paint: Paint = plain, explain = false): string {
  const lines = [...heading(report, paint), '', ...findingLines(report, paint), ...reuseLines(report, paint)];
  lines.push(...summary(report, paint, explain));
  return `${lines.join('\n')}\n`;
}

function heading(report: AuditReport, paint: Paint): string[] {
  const what =
    report.base === null
      ? `all of ${shown(report.head)}`
      : `${shown(shortId(report.base))} to ${shown(shortId(report.head))}`;
  const { functions } = report.metrics;
  const counts =
    report.base === null
      ? files(report.scanned.files)
      : `${functions.new} new, ${functions.modified} modified, ${functions.deleted} deleted functions; ${files(report.scanned.files)}`;
  const turn = report.turn?.prompt ? [`  ${paint.dim(`turn ${report.turn.index}: ${shown(report.turn.prompt)}`)}`] : [];
  return [`${paint.bold(`Rewheel: ${shown(report.workspace)}`)}, ${what}`, ...turn, `  ${paint.dim(counts)}`];
}

function files(count: number): string {
  return count === 1 ? '1 file read' : `${count} files read`;
}

function findingLines(report: AuditReport, paint: Paint): string[] {
  const lines: string[] = [];
  const introduced = report.findings.filter((finding) => finding.status === 'introduced' || report.base === null);
  const inherited = report.findings.length - introduced.length;
  for (const finding of introduced) lines.push(...one(finding, paint), '');
  if (inherited > 0) {
    lines.push(
      paint.dim(`${inherited} more in the files that changed were there before (--format json lists them).`),
      '',
    );
  }
  for (const finding of report.resolved) {
    lines.push(
      `${paint.green('resolved')}  ${shown(finding.function.name)} no longer repeats ${shown(finding.target.name)} (${shown(finding.target.file)})`,
    );
  }
  if (report.resolved.length > 0) lines.push('');
  if (report.findings.length === 0 && report.resolved.length === 0) {
    lines.push(report.scanned.files === 0 ? nothingRead(report) : paint.green('No findings.'), '');
  }
  return lines;
}

/** An empty scan is no clean one: it says why. */
function nothingRead(report: AuditReport): string {
  const { skipped } = report;
  if (skipped.length === 0) return 'Nothing was read: there is no Python, TypeScript or JavaScript file here.';
  return `Nothing was read: all ${skipped.length} files were left out (${reasons(skipped)}).`;
}

function one(finding: Finding, paint: Paint): string[] {
  const level =
    finding.level === 'error'
      ? paint.red('error')
      : finding.level === 'warning'
        ? paint.yellow('warning')
        : paint.cyan(finding.level);
  const { function: fn, target } = finding;
  const lines = [
    `${shown(fn.file)}:${fn.startLine}  ${level}  ${shown(finding.message)}  ${paint.dim(finding.rule)}`,
    `    ${shown(fn.name)}, lines ${fn.startLine} to ${fn.endLine}`,
    `    target: ${place(target)}`,
  ];
  if (finding.members.length > 0) {
    const named = finding.members.slice(0, FEW).map(place).join('; ');
    const rest = finding.members.length - FEW;
    lines.push(`    also: ${named}${rest > 0 ? `; and ${rest} more` : ''}`);
  }
  const evidence = [
    finding.cloneType === null ? null : `clone type ${finding.cloneType}`,
    finding.containment,
    finding.similarity === null ? null : `similarity ${Math.round(finding.similarity * 100)}%`,
    finding.sharedCalls.length > 0 ? `shared calls: ${finding.sharedCalls.map(shown).join(', ')}` : null,
    finding.gap === null ? null : `${finding.gap} gap`,
  ].filter((part) => part !== null);
  if (evidence.length > 0) lines.push(`    ${paint.dim(evidence.join(' · '))}`);
  return lines;
}

function place(target: TargetPlace): string {
  const origin =
    target.origin === 'repo' ? '' : target.origin === 'self' ? ', from an earlier turn' : ', from this turn';
  return `${shown(target.name)} (${shown(target.file)}:${target.startLine}${origin})`;
}

function reuseLines(report: AuditReport, paint: Paint): string[] {
  if (report.adopted.length === 0 || report.base === null) return [];
  const lines = [paint.bold('Reused')];
  for (const { file, name, origin, calledFrom } of report.adopted.slice(0, REUSED)) {
    const first = calledFrom[0]!;
    const more = calledFrom.length > 1 ? ` and ${calledFrom.length - 1} more` : '';
    const from = origin === 'self' ? ', from an earlier turn' : '';
    lines.push(`    ${shown(name)} (${shown(file)}${from}), called at ${shown(first.file)}:${first.line}${more}`);
  }
  if (report.adopted.length > REUSED) lines.push(`    and ${report.adopted.length - REUSED} more`);
  return [...lines, ''];
}

function summary(report: AuditReport, paint: Paint, explain: boolean): string[] {
  const lines: string[] = [];
  const { reuse, redundancy, recall, exploration, effort } = report.metrics;
  if (report.base !== null) {
    lines.push(`Reuse of repository code: ${rate(reuse.repo)}; of own earlier code: ${rate(reuse.self)}.`);
    if (recall)
      lines.push(
        `Targets that were read: of the repository ${recalled(recall.repo)}; of own code ${recalled(recall.self)}.`,
      );
    if (exploration) lines.push(explored(exploration));
    if (effort) lines.push(`Effort: ${effortText(effort)}.`);
  }
  lines.push(
    `Re-implemented by calls: ${redundancy.reimplemented}. Duplicated lines: ${redundancy.duplicatedLines}, of which ${redundancy.removableLines} could go.`,
  );
  if (report.hidden.total > 0) {
    const why = Object.entries(report.hidden.byReason).map(([reason, count]) => `${reason} ${count}`);
    lines.push(paint.dim(`Hidden: ${report.hidden.total} (${why.join(', ')}).`));
    if (explain) lines.push(...explained(report).map(paint.dim));
  }
  if (report.skipped.length > 0) {
    lines.push(
      paint.dim(`Skipped: ${files(report.skipped.length).replace(' read', '')} (${reasons(report.skipped)}).`),
    );
  }
  for (const { file, line, rule } of report.suppressions.stale) {
    lines.push(paint.dim(`Stale suppression: ${shown(file)}:${line}${rule ? ` [${rule}]` : ''} hides nothing.`));
  }
  if (report.verdict) {
    const colour = { improved: paint.green, clean: paint.green, worse: paint.yellow }[report.verdict];
    lines.push(`Verdict: ${colour(report.verdict)}`);
  }
  return lines;
}

function explained({ hidden }: AuditReport): string[] {
  const words: Record<string, string> = HIDDEN_REASONS;
  return Object.entries(hidden.byReason).map(([reason, count]) => `    ${reason} ${count}: ${words[reason] ?? ''}`);
}

function reasons(skipped: AuditReport['skipped']): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ');
}

function rate({ adopted, bypassed, rate: value }: { adopted: number; bypassed: number; rate: number | null }): string {
  return value === null ? 'no targets' : `${adopted} of ${adopted + bypassed} (${Math.round(value * 100)}%)`;
}

function recalled({ recalled: read, targets }: { recalled: number; targets: number }): string {
  return targets === 0 ? 'no targets' : `${read} of ${targets}`;
}

function explored({ files: count, lines, searchedLines }: NonNullable<AuditReport['metrics']['exploration']>): string {
  const searched = searchedLines > 0 ? `, and ${searchedLines} more in search results` : '';
  return `Explored: ${count} ${count === 1 ? 'file' : 'files'}, ${lines} ${lines === 1 ? 'line' : 'lines'} read${searched}.`;
}

function effortText({ estimated, ...classes }: NonNullable<AuditReport['metrics']['effort']>): string {
  const used = Object.entries(classes).filter(([, { calls }]) => calls > 0);
  if (used.length === 0) return 'no call';
  const parts = used.map(([name, { calls, tokens }]) => `${name} ${calls}${tokens > 0 ? ` (${tokens} tokens)` : ''}`);
  return `${parts.join(', ')}${estimated ? '; tokens are estimated in part' : ''}`;
}

/** Commit ids are cut to twelve digits; everything else stays. */
function shortId(label: string): string {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(label) ? label.slice(0, 12) : label;
}

/** Text from outside with control and direction-changing characters as escapes. */
export function shown(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters that must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
