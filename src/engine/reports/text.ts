import type { AuditReport, Finding, Level, TargetPlace } from '../../protocol/report.ts';
import { placeText } from '../../protocol/placeText.ts';
import {
  adviceWords,
  comparedStates,
  counted,
  effortWords,
  evidenceOf,
  explorationWords,
  hiddenCounts,
  hiddenReasons,
  levelWord,
  lineText,
  nothingRead,
  onOneLine,
  originWords,
  rateWords,
  recallWords,
  skippedReasons,
  sortedFindings,
  suppressionFaults,
  suppressionWords,
} from './reportWords.ts';
import { shown } from './shown.ts';
import { frameOf, noSources, type FrameLimits, type SourceLines } from './sourceLines.ts';

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
/** Reused functions, moves and stale suppressions that are listed before the rest is counted. */
const LISTED = 12;
/** Findings with code frames; those after them are listed without. */
export const TEXT_FRAMES = 50;
const LIMITS: FrameLimits = { lines: 6, columns: 110 };

const HEADINGS: Record<Level, string> = {
  error: 'Errors',
  warning: 'Warnings',
  info: 'For information',
  hidden: 'Suppressed or hidden',
};

/**
 * The report for people. Names, paths and code come from the audited workspace, so control characters in them are shown
 * as escapes: they must not move the cursor or colour the terminal.
 * @param explain says in words why findings were hidden
 * @param sources texts of the head state, for code frames
 */
export function textReport(
  report: AuditReport,
  paint: Paint = plain,
  explain = false,
  sources: SourceLines = noSources,
): string {
  const lines = [...heading(report, paint), '', ...findingLines(report, paint, sources), ...reuseLines(report, paint)];
  lines.push(...movedLines(report, paint), ...summary(report, paint, explain));
  return `${lines.join('\n')}\n`;
}

function heading(report: AuditReport, paint: Paint): string[] {
  const { functions } = report.metrics;
  const read = `${counted(report.scanned.files, 'file')} read`;
  const counts =
    report.base === null
      ? read
      : `${functions.new} new, ${functions.modified} modified, ${functions.deleted} deleted functions; ${read}`;
  const turn = report.turn?.prompt
    ? [`  ${paint.dim(`turn ${report.turn.index}: ${shown(onOneLine(report.turn.prompt))}`)}`]
    : [];
  const title = `${paint.bold(`Rewheel: ${shown(report.workspace)}`)}, ${shown(comparedStates(report))}`;
  return [title, ...turn, `  ${paint.dim(counts)}`];
}

function findingLines(report: AuditReport, paint: Paint, sources: SourceLines): string[] {
  const lines: string[] = [];
  const { open, inherited, hidden } = sortedFindings(report);
  const listed = [...open, ...hidden];
  listed.forEach((finding, index) => {
    const { level } = finding;
    if (level !== listed[index - 1]?.level) {
      const count = listed.filter((other) => other.level === level).length;
      lines.push(paint.bold(`${HEADINGS[level]} (${count})`), '');
    }
    lines.push(...one(finding, paint, index < TEXT_FRAMES && level !== 'hidden' ? sources : noSources), '');
  });
  if (inherited.length > 0) {
    const more = `${inherited.length} more in the files that changed were there before (--format json lists them).`;
    lines.push(paint.dim(more), '');
  }
  for (const { function: fn, target } of report.resolved) {
    const what = `${shown(fn.name)} no longer repeats ${shown(target.name)} (${shown(target.file)})`;
    lines.push(`${paint.green('resolved')}  ${what}`);
  }
  if (report.resolved.length > 0) lines.push('');
  if (report.findings.length === 0 && report.resolved.length === 0) {
    lines.push(report.scanned.files === 0 ? nothingRead(report) : paint.green('No findings.'), '');
  }
  return lines;
}

function one(finding: Finding, paint: Paint, sources: SourceLines): string[] {
  const { function: fn, target, level, members } = finding;
  const colour = { error: paint.red, warning: paint.yellow, info: paint.cyan, hidden: paint.dim }[level];
  const lines = [
    `${shown(placeText(fn))}  ${colour(levelWord(finding))}  ${shown(finding.message)}  ${paint.dim(finding.rule)}`,
    `    ${shown(fn.name)}, lines ${fn.startLine} to ${fn.endLine}${fn.cell === undefined ? '' : ` of cell ${fn.cell}`}`,
    ...code(sources, fn, paint, finding.region),
    `    target: ${place(target)}`,
    ...code(sources, target, paint),
  ];
  if (members.length > 0) {
    const named = members.slice(0, FEW).map(place).join('; ');
    const rest = members.length - FEW;
    lines.push(`    also: ${named}${rest > 0 ? `; and ${rest} more` : ''}`);
  }
  const evidence = evidenceOf(finding).map(shown);
  if (evidence.length > 0) lines.push(`    ${paint.dim(evidence.join(' · '))}`);
  const advice = adviceWords(finding);
  if (advice && level !== 'hidden') {
    const written = advice.lines.map(shown).join('  then  ');
    lines.push(
      written === ''
        ? `    ${paint.dim(shown(advice.note))}`
        : `    try: ${written}  ${paint.dim(`(${shown(advice.note)})`)}`,
    );
  }
  if (level === 'hidden') lines.push(`    ${paint.dim(shown(suppressionWords(finding)))}`);
  return lines;
}

function code(
  sources: SourceLines,
  at: Finding['function'],
  paint: Paint,
  part: Finding['region'] | undefined = undefined,
): string[] {
  const frame = frameOf(sources, at, LIMITS, part) ?? [];
  const width = Math.max(...frame.map((line) => String(line?.number ?? '').length), 1);
  return frame.map((line) => {
    if (line === null) return paint.dim(`      ${' '.repeat(width)} | …`);
    return `${paint.dim(`      ${String(line.number).padStart(width)} |`)} ${line.text}`.trimEnd();
  });
}

function place(target: TargetPlace): string {
  const origin = originWords(target);
  return `${shown(target.name)} (${shown(placeText(target))}${origin === '' ? '' : `, ${origin}`})`;
}

function reuseLines(report: AuditReport, paint: Paint): string[] {
  if (report.adopted.length === 0 || report.base === null) return [];
  const lines = [paint.bold('Reused')];
  for (const { file, name, origin, calledFrom } of report.adopted.slice(0, LISTED)) {
    const first = calledFrom[0];
    const more = calledFrom.length > 1 ? ` and ${calledFrom.length - 1} more` : '';
    const from = origin === 'self' ? ', from an earlier turn' : '';
    const called = first === undefined ? '' : `, called at ${shown(lineText(first))}${more}`;
    lines.push(`    ${shown(name)} (${shown(file)}${from})${called}`);
  }
  if (report.adopted.length > LISTED) lines.push(`    and ${report.adopted.length - LISTED} more`);
  return [...lines, ''];
}

function movedLines({ moved }: AuditReport, paint: Paint): string[] {
  if (moved.length === 0) return [];
  const lines = moved.slice(0, LISTED).map(({ from, to }) => {
    return `    ${shown(from.name)} (${shown(placeText(from))}) to ${shown(to.name)} (${shown(placeText(to))})`;
  });
  if (moved.length > LISTED) lines.push(`    and ${moved.length - LISTED} more`);
  return [paint.bold('Moved or renamed'), ...lines, ''];
}

function summary(report: AuditReport, paint: Paint, explain: boolean): string[] {
  const lines: string[] = [];
  const { reuse, redundancy, recall, exploration, effort } = report.metrics;
  if (report.base !== null) {
    lines.push(`Reuse of repository code: ${rateWords(reuse.repo)}; of own earlier code: ${rateWords(reuse.self)}.`);
    if (recall) {
      const read = `of the repository ${recallWords(recall.repo)}; of own code ${recallWords(recall.self)}`;
      lines.push(`Targets that were read: ${read}.`);
    }
    if (exploration) lines.push(`Explored: ${explorationWords(exploration)}.`);
    if (effort) lines.push(`Effort: ${effortWords(effort)}.`);
  }
  lines.push(
    `Re-implemented by calls: ${redundancy.reimplemented}. Duplicated lines: ${redundancy.duplicatedLines}, of which ${redundancy.removableLines} could go.`,
  );
  if (report.hidden.total > 0) {
    lines.push(paint.dim(`Hidden: ${report.hidden.total} (${shown(hiddenCounts(report))}).`));
    if (explain) {
      const reasons = hiddenReasons(report);
      for (const { reason, count, words, pairs } of reasons) {
        lines.push(paint.dim(`    ${shown(reason)} ${count}: ${words}`));
        lines.push(...pairs.map((pair) => paint.dim(`        ${shown(pair)}`)));
      }
    }
  }
  if (report.skipped.length > 0) {
    lines.push(paint.dim(`Skipped: ${counted(report.skipped.length, 'file')} (${skippedReasons(report)}).`));
  }
  for (const { title, one: what, fault, places } of suppressionFaults(report)) {
    for (const one of places.slice(0, LISTED)) {
      const of = one.rule === '' ? '' : ` [${shown(one.rule)}]`;
      lines.push(paint.dim(`${what}: ${shown(lineText(one))}${of} ${fault}.`));
    }
    if (places.length > LISTED) lines.push(paint.dim(`and ${places.length - LISTED} more ${title.toLowerCase()}.`));
  }
  if (report.verdict) {
    const colour = { improved: paint.green, clean: paint.green, worse: paint.yellow }[report.verdict];
    lines.push(`Verdict: ${colour(report.verdict)}`);
  }
  return lines;
}
