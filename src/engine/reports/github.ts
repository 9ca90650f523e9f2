import type { AuditReport, Finding } from '../../protocol/report.ts';
import { placeText } from '../../protocol/placeText.ts';
import {
  comparedStates,
  countByLevel,
  counted,
  evidenceOf,
  hiddenCounts,
  hiddenReasons,
  levelWord,
  lineText,
  metricRows,
  nothingRead,
  skippedReasons,
  sortedFindings,
  suppressionFaults,
  suppressionWords,
} from './reportWords.ts';
import { cutText, shown } from './shown.ts';

/** GitHub shows this many annotations of each kind for one step of a workflow. */
const MOST_OF_A_KIND = 10;
/** Characters of a message, and of a title, beyond which GitHub cuts or refuses. */
const MOST_TEXT = 4000;
const MOST_TITLE = 255;

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice', hidden: null } as const;

/**
 * Workflow commands of GitHub Actions, one annotation a finding that the turn introduced (with no base: each), worst
 * first and no more than GitHub shows; what is left is listed in the log below them, with the counts of the report.
 * @param explain says in words why findings were hidden
 */
export function githubReport(report: AuditReport, explain = false): string {
  const { open, inherited, hidden } = sortedFindings(report);
  const lines: string[] = [];
  const rest: Finding[] = [];
  const used = { error: 0, warning: 0, notice: 0 };
  for (const finding of open) {
    const command = COMMANDS[finding.level];
    if (command === null) continue;
    if (used[command]++ < MOST_OF_A_KIND) lines.push(annotation(command, finding));
    else rest.push(finding);
  }
  const said = [
    `Rewheel: ${report.workspace}, ${comparedStates(report)}: ${countByLevel(open)}`,
    ...(report.verdict === null ? [] : [`Verdict: ${report.verdict}`]),
    ...(report.scanned.files === 0 ? [nothingRead(report)] : []),
    ...rest.map(({ level, rule, message, function: fn }) => `${level} ${placeText(fn)} ${message} [${rule}]`),
    ...(inherited.length > 0 ? [`Were there before, in files that changed: ${inherited.length}`] : []),
    ...hidden.map((finding) => {
      const { rule, message, function: fn } = finding;
      return `${levelWord(finding)} ${placeText(fn)} ${message} [${rule}] (${suppressionWords(finding)})`;
    }),
    ...(report.resolved.length > 0 ? [`Resolved: ${counted(report.resolved.length, 'finding')}`] : []),
    ...(report.moved.length > 0 ? [`Moved or renamed: ${counted(report.moved.length, 'function')}`] : []),
    ...metricRows(report).map(([name, value]) => `${name}: ${value}`),
    ...(report.hidden.total > 0 ? [`Hidden: ${report.hidden.total} (${hiddenCounts(report)})`] : []),
    ...(explain
      ? hiddenReasons(report).flatMap(({ reason, count, words, pairs }) => [
          `  ${reason} ${count}: ${words}`,
          ...pairs.map((pair) => `    ${pair}`),
        ])
      : []),
    ...suppressionFaults(report).flatMap(({ one, places }) =>
      places.map((place) => `${one}: ${lineText(place)} [${place.rule || 'all'}]`),
    ),
    ...(report.skipped.length > 0
      ? [`Skipped: ${counted(report.skipped.length, 'file')} (${skippedReasons(report)})`]
      : []),
  ];
  return `${[...lines, ...said.map(logLine)].join('\n')}\n`;
}

function annotation(command: string, finding: Finding): string {
  const { function: fn, target, rule, message, region } = finding;
  const where = `${target.name} (${placeText(target)})`;
  const existing = message.includes(where) ? '' : `Existing code: ${where}`;
  // Lines of a cell mean nothing in the notebook's file: the annotation stands at the file and says where.
  const cell = fn.cell === undefined ? '' : `In cell ${fn.cell}, line ${region.startLine}.`;
  const text = [message, cell, existing, evidenceOf(finding).join(', ')].filter((line) => line !== '');
  const place = fn.cell === undefined ? `,line=${region.startLine},endLine=${region.endLine}` : '';
  const title = property(cutText(`${rule}: ${fn.name}`, MOST_TITLE));
  return `::${command} file=${property(fn.file)}${place},title=${title}::${data(cutText(text.map(shown).join('\n'), MOST_TEXT))}`;
}

/** Data of a command, by the rules of the runner's toolkit. */
function data(text: string): string {
  return noCommand(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A property of a command: colon and comma would end it. */
function property(text: string): string {
  return data(shown(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A line of the log that is no command: `::` counts at the start of a line only, where our own words stand. */
function logLine(text: string): string {
  return noCommand(shown(text));
}

/** The runner takes the older form of a command anywhere in a line. */
function noCommand(text: string): string {
  return text.replaceAll('##[', '## [');
}
