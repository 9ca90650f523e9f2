import type { AuditReport, Finding, Place } from '../../protocol/report.ts';
import { placeText } from '../../protocol/placeText.ts';
import { code, codeBlock, codeInHtml, fenceLanguage, prose } from './markdownText.ts';
import {
  adviceWords,
  comparedStates,
  countByLevel,
  counted,
  evidenceOf,
  hiddenCounts,
  hiddenReasons,
  lineText,
  metricRows,
  nothingRead,
  originWords,
  sideWords,
  skippedReasons,
  sortedFindings,
  suppressionFaults,
  suppressionWords,
  turnWords,
} from './reportWords.ts';
import { cutText, shownCode } from './shown.ts';
import { frameOf, noSources, type FrameLimits, type SourceLines } from './sourceLines.ts';

/** GitHub takes a comment of 65,536 characters. */
const MOST_TEXT = 60_000;
/** The page may have grown to this after the table of findings, and after their code, so that the rest has room. */
const MOST_TABLE = 28_000;
const MOST_CODE = 44_000;
/** Findings whose code could fit at all. */
export const MARKDOWN_FRAMES = 200;
/** Characters that the list of a folded section may take. */
const MOST_SECTION = 6_000;
/** Characters of a name, path, prompt or message. */
const MOST_WORDS = 300;
const LIMITS: FrameLimits = { lines: 20, columns: 160 };

/**
 * The report for a comment on a pull request, in GitHub's Markdown: verdict, findings worst first, metrics; code and
 * lists folded. It stays below the size that a comment may have, and says what it leaves out.
 * @param explain says in words why findings were hidden
 * @param sources texts of the head state, for code frames
 */
export function markdownReport(report: AuditReport, explain = false, sources: SourceLines = noSources): string {
  const { open, inherited, hidden } = sortedFindings(report);
  const page = new Page();
  page.add(...heading(report, open));
  findingTable(page, open, sideWords(report));
  details(page, open, sources, sideWords(report));
  page.add('| Measured | |', '| --- | --- |');
  page.add(...metricRows(report).map(([name, value]) => `| ${name} | ${prose(cut(value))} |`), '');
  sections(page, report, { inherited, hidden }, explain);
  return page.text();
}

/** Lines, as long as there is room for them. */
class Page {
  private readonly lines: string[] = [];
  private size = 0;

  add(...lines: string[]): void {
    this.lines.push(...lines);
    this.size += sizeOf(lines);
  }

  /** Adds a block if it fits whole, and says whether it did. */
  tryAdd(lines: string[], most = MOST_TEXT): boolean {
    if (this.size + sizeOf(lines) > most) return false;
    this.add(...lines);
    return true;
  }

  /** A folded list, cut where it grows too long. */
  folded(title: string, items: string[]): void {
    if (items.length === 0) return;
    let size = 0;
    const fitting = items.findIndex((item) => (size += item.length + 3) > MOST_SECTION);
    const listed = fitting < 0 ? items : items.slice(0, fitting);
    const rest = items.length - listed.length;
    const lines = listed.map((item) => `- ${item}`);
    if (rest > 0) lines.push(`- and ${rest} more`);
    const block = ['<details>', `<summary>${title}</summary>`, '', ...lines, '', '</details>', ''];
    if (!this.tryAdd(block)) this.tryAdd([`${title}: left out, for the comment would grow too long.`, '']);
  }

  text(): string {
    return `${this.lines.join('\n').trimEnd()}\n`;
  }
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function heading(report: AuditReport, open: Finding[]): string[] {
  const verdict = report.verdict === null ? '' : `: ${report.verdict}`;
  const turn = turnWords(report);
  const states = comparedStates(report);
  const said = report.scanned.files === 0 ? nothingRead(report) : `${sentence(countByLevel(open))}.`;
  return [
    `### Rewheel${verdict}`,
    '',
    `**${said}** ${prose(cut(report.workspace))}, ${prose(cut(states))}.`,
    '',
    ...(turn === null
      ? []
      : [`${sentence(prose(cut(turn.title)))}${turn.prompt ? `: ${prose(cut(turn.prompt))}` : ''}`, '']),
  ].filter((line, index, all) => line !== '' || all[index - 1] !== '');
}

type Sides = ReturnType<typeof sideWords>;

function findingTable(page: Page, open: Finding[], { here, there }: Sides): void {
  if (open.length === 0) return;
  page.add(`| Level | ${here} | Finding | ${there} |`, '| --- | --- | --- | --- |');
  const left = open.findIndex((finding) => {
    const { level, function: fn, target, members, message, rule } = finding;
    const more = members.length > 0 ? `, and ${counted(members.length, 'further copy', 'further copies')}` : '';
    const cells = [level, at(fn), `${prose(cut(message))} (${code(rule)})`, `${at(target)}${more}`];
    return !page.tryAdd([`| ${cells.join(' | ')} |`], MOST_TABLE);
  });
  page.add('');
  if (left >= 0)
    page.add(`${counted(open.length - left, 'more finding is', 'more findings are')} not listed here.`, '');
}

/** Code of both sides of the findings, as far as there is room. */
function details(page: Page, open: Finding[], sources: SourceLines, { here, there }: Sides): void {
  let without = 0;
  for (const finding of open) {
    const { function: fn, target, members, region } = finding;
    const evidence = evidenceOf(finding);
    const origin = originWords(target);
    const block = [
      '<details>',
      `<summary>${finding.level}: ${codeInHtml(cut(fn.name))} and ${codeInHtml(cut(target.name))}</summary>`,
      '',
      ...(evidence.length > 0 ? [prose(cut(evidence.join(' · '))), ''] : []),
      `${here}: ${at(fn)}`,
      '',
      ...frame(sources, fn, region),
      `${there}: ${at(target)}${origin === '' ? '' : `, ${origin}`}`,
      '',
      ...frame(sources, target),
      ...(members.length > 0 ? [`Further copies: ${few(members)}`, ''] : []),
      ...adviceLines(finding),
      '</details>',
      '',
    ];
    // One that is too long may be followed by one that fits, but readers would take the list for the whole.
    if (without > 0 || !page.tryAdd(block, MOST_CODE)) without++;
  }
  if (without > 0)
    page.add(`Code of ${counted(without, 'finding')} is left out, for the comment would grow too long.`, '');
}

function adviceLines(finding: Finding): string[] {
  const advice = adviceWords(finding);
  if (advice === null) return [];
  const note = prose(cut(advice.note));
  if (advice.lines.length === 0) return [`Instead: ${note}`, ''];
  return [
    `Instead (${note}):`,
    '',
    ...codeBlock(
      advice.lines.map((line) => shownCode(cut(line))),
      fenceLanguage(finding.function.file),
    ),
    '',
  ];
}

function frame(sources: SourceLines, place: Place, part?: Finding['region']): string[] {
  const lines = frameOf(sources, place, LIMITS, part);
  if (lines === null) return [];
  return [
    ...codeBlock(
      lines.map((line) => (line === null ? '…' : line.text)),
      fenceLanguage(place.file),
    ),
    '',
  ];
}

function sections(
  page: Page,
  report: AuditReport,
  { inherited, hidden }: { inherited: Finding[]; hidden: Finding[] },
  explain: boolean,
): void {
  const { adopted, resolved, moved, skipped } = report;
  const both = ({ function: fn, target }: Finding): string => `${at(fn)} and ${at(target)}`;
  if (report.base !== null) {
    page.folded(
      `Reused: ${counted(adopted.length, 'function')}`,
      adopted.map(({ name, file, origin, calledFrom }) => {
        const own = origin === 'self' ? ', from an earlier turn' : '';
        const first = calledFrom[0];
        const calls = first === undefined ? '' : `, called at ${code(lineText({ ...first, file: cut(first.file) }))}`;
        const more = calledFrom.length > 1 ? ` and ${calledFrom.length - 1} more` : '';
        return `${code(cut(name))} (${code(cut(file))}${own})${calls}${more}`;
      }),
    );
  }
  page.folded(`Resolved: ${counted(resolved.length, 'finding')}`, resolved.map(both));
  page.folded(
    `Moved or renamed: ${counted(moved.length, 'function')}`,
    moved.map(({ from, to }) => `${at(from)} to ${at(to)}`),
  );
  page.folded(
    `There before, in files that changed: ${counted(inherited.length, 'finding')}`,
    inherited.map((finding) => `${finding.level}: ${both(finding)} (${code(finding.rule)})`),
  );
  page.folded(
    `Suppressed or hidden, listed on request: ${counted(hidden.length, 'finding')}`,
    hidden.map((finding) => `${both(finding)} (${code(finding.rule)}): ${prose(cut(suppressionWords(finding)))}`),
  );
  if (report.hidden.total > 0) {
    page.add(`Hidden: ${report.hidden.total} (${prose(cut(hiddenCounts(report)))}).`, '');
    if (explain) {
      const reasons = hiddenReasons(report);
      page.folded(
        'Why they are hidden',
        reasons.flatMap(({ reason, count, words, pairs }) => [
          `${prose(cut(reason))} ${count}: ${prose(words)}`,
          ...pairs.map((pair) => `${prose(cut(reason))}: ${code(cut(pair))}`),
        ]),
      );
    }
  }
  for (const { title, places } of suppressionFaults(report)) {
    page.folded(
      `${title}: ${places.length}`,
      places.map(
        (one) =>
          `${code(lineText({ ...one, file: cut(one.file) }))} ${one.rule === '' ? 'all rules' : code(cut(one.rule))}`,
      ),
    );
  }
  page.folded(
    `Skipped: ${counted(skipped.length, 'file')} (${skippedReasons(report)})`,
    skipped.map(({ file, reason }) => `${code(cut(file))}: ${reason}`),
  );
}

function at(place: Place): string {
  return `${code(cut(place.name))} (${code(placeText({ ...place, file: cut(place.file) }))})`;
}

/** Places of a group that are named before the rest is counted. */
const FEW = 10;

function few(places: Place[]): string {
  const rest = places.length - FEW;
  return `${places.slice(0, FEW).map(at).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cut(text: string): string {
  return cutText(text, MOST_WORDS);
}
