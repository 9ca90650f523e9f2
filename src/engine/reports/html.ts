import { escape } from 'html-escaper';
import { placeText } from '../../protocol/placeText.ts';
import type { AuditReport, Finding, Place, TargetPlace } from '../../protocol/report.ts';
import { htmlPage } from './htmlPage.ts';
import {
  adviceWords,
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
  originWords,
  sideWords,
  skippedReasons,
  sortedFindings,
  suppressionFaults,
  suppressionWords,
  turnWords,
} from './reportWords.ts';
import { shown } from './shown.ts';
import { frameOf, noSources, type FrameLimits, type SourceLines } from './sourceLines.ts';

const LIMITS: FrameLimits = { lines: 60, columns: 240 };
/** Characters of code frames, beyond which findings have none: browsers must open the page. */
const MOST_CODE = 4_000_000;
/** Findings beyond which browsers lay out only those in sight. */
const MANY = 200;
/** Findings whose code stands open. */
const OPEN = 10;
/** Places of a group, and callers of a function, that are named before the rest is counted. */
const FEW = 20;
/** Entries of a list before the rest is counted. */
const MOST_LISTED = 2000;

/**
 * The report as one HTML page that loads nothing, reads without scripts, and has filters where they run. Every text from
 * the audited code is escaped, with control and direction-changing characters as `\uXXXX`.
 * @param explain says in words why findings were hidden
 * @param sources texts of the head state, for code frames
 */
export function htmlReport(report: AuditReport, explain = false, sources: SourceLines = noSources): string {
  const { open, inherited, hidden } = sortedFindings(report);
  const title = `Rewheel: ${text(report.workspace)}`;
  const body = [
    '<main>',
    ...heading(report, open, title),
    '<h2>Findings</h2>',
    ...findingList(report, [...open, ...inherited, ...hidden], sources),
    '<h2>Measured</h2>',
    '<table><thead><tr><th scope="col">What</th><th scope="col">Value</th></tr></thead><tbody>',
    ...metricRows(report).map(([name, value]) => `<tr><th scope="row">${text(name)}</th><td>${text(value)}</td></tr>`),
    '</tbody></table>',
    ...sections(report, explain),
    '</main>',
    `<footer>Made by Rewheel ${text(report.tool.version)}.</footer>`,
  ];
  return htmlPage(title, body);
}

function text(from: string): string {
  return escape(shown(from));
}

function code(from: string): string {
  return `<code dir="ltr">${text(from)}</code>`;
}

function heading(report: AuditReport, open: Finding[], title: string): string[] {
  const turn = turnWords(report);
  const verdict = report.verdict === null ? '' : `Verdict: <strong>${report.verdict}</strong>. `;
  const said = report.scanned.files === 0 ? nothingRead(report) : `${countByLevel(open)}.`;
  return [
    `<h1>${title}</h1>`,
    `<p class="soft">${text(comparedStates(report))}</p>`,
    ...(turn === null ? [] : [`<p>${text(turn.title)}${turn.prompt ? `: <q>${text(turn.prompt)}</q>` : ''}</p>`]),
    `<p class="verdict ${report.verdict ?? ''}">${verdict}${text(said.charAt(0).toUpperCase() + said.slice(1))}</p>`,
  ];
}

function findingList(report: AuditReport, findings: Finding[], sources: SourceLines): string[] {
  if (findings.length === 0) return ['<p>None.</p>'];
  let room = MOST_CODE;
  const cards = findings.flatMap((finding, index) => {
    const card = cardOf(report, finding, room > 0 ? sources : noSources, index < OPEN);
    room -= card.code;
    return card.lines;
  });
  const note = '<p class="soft">The code of further findings is left out, for the page would grow too large.</p>';
  return [
    ...(findings.length > 1 ? filters(findings) : []),
    `<div${findings.length > MANY ? ' class="many"' : ''}>`,
    ...cards,
    '</div>',
    ...(room > 0 ? [] : [note]),
  ];
}

/** Hidden until the script runs. */
function filters(findings: Finding[]): string[] {
  const select = (key: 'level' | 'rule' | 'status', label: string): string => {
    const values = [...new Set(findings.map((finding) => finding[key]))].sort();
    if (values.length < 2) return '';
    const options = values
      .map((value) => `<option value="${value}">${value === 'hidden' ? 'suppressed or hidden' : value}</option>`)
      .join('');
    return `<label>${label}<select name="${key}"><option value="">all</option>${options}</select></label>`;
  };
  return [
    '<form id="filters" class="filters" role="search" aria-label="Filter findings" hidden>',
    '<label>Words<input name="words" type="search" autocomplete="off"></label>',
    select('level', 'Level'),
    select('rule', 'Rule'),
    select('status', 'Status'),
    '<output name="count"></output>',
    '</form>',
  ];
}

function cardOf(
  report: AuditReport,
  finding: Finding,
  sources: SourceLines,
  open: boolean,
): { lines: string[]; code: number } {
  const { rule, level, status, function: fn, target, members, region } = finding;
  const { here, there } = sideWords(report);
  const tags = [
    rule,
    ...(report.base === null ? [] : [status]),
    ...evidenceOf(finding).filter((part) => part.length < 40),
  ];
  const long = evidenceOf(finding).filter((part) => part.length >= 40);
  const sides = [side(sources, here, fn, region), side(sources, there, target)];
  const frames = sides.some(({ framed }) => framed)
    ? [
        `<details${open ? ' open' : ''}><summary>Code</summary><div class="sides">`,
        ...sides.map(({ html }) => html),
        '</div></details>',
      ]
    : [];
  const lines = [
    `<article class="finding ${level}" data-level="${level}" data-rule="${rule}" data-status="${status}">`,
    `<h3><span class="level">${levelWord(finding)}</span> ${code(fn.name)} and ${code(target.name)}</h3>`,
    `<p>${text(finding.message)}</p>`,
    `<p>${here}: ${code(placeWords(fn))}. ${there}: ${code(placeWords(target))}${originWords(target) === '' ? '' : ` (${originWords(target)})`}</p>`,
    `<p>${tags.map((tag) => `<span class="tag">${text(tag)}</span>`).join(' ')}</p>`,
    ...long.map((part) => `<p class="soft">${text(part)}</p>`),
    ...(level === 'hidden' ? [`<p class="soft">${text(suppressionWords(finding))}</p>`] : []),
    ...memberList(members),
    ...adviceLines(finding),
    ...frames,
    '</article>',
  ];
  return { lines, code: sides.reduce((sum, { html, framed }) => sum + (framed ? html.length : 0), 0) };
}

function adviceLines(finding: Finding): string[] {
  const advice = adviceWords(finding);
  if (advice === null) return [];
  const written = advice.lines.map(code).join(', then ');
  return [`<p>Instead: ${written === '' ? '' : `${written} `}<span class="soft">${text(advice.note)}</span></p>`];
}

function memberList(members: TargetPlace[]): string[] {
  if (members.length === 0) return [];
  const rest = members.length - FEW;
  const named = members.slice(0, FEW).map((place) => `${code(place.name)} (${code(placeWords(place))})`);
  return [`<p>Further copies: ${named.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}</p>`];
}

function placeWords({ file, startLine, endLine, cell }: Place): string {
  const lines = startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
  return `${file}${cell === undefined ? '' : `, cell ${cell}`}:${lines}`;
}

function side(
  sources: SourceLines,
  name: string,
  place: Place,
  part?: Finding['region'],
): { html: string; framed: boolean } {
  const caption = `<figcaption>${name}: ${code(placeText(place))}</figcaption>`;
  const frame = frameOf(sources, place, LIMITS, part);
  if (frame === null)
    return { html: `<figure>${caption}<p class="soft">Its text is not at hand.</p></figure>`, framed: false };
  const width = Math.max(...frame.map((line) => String(line?.number ?? '').length));
  const whole = frame.every((line) => line === null || line.marked);
  const lines = frame.map((line) => {
    if (line === null) return `<span><i>${' '.repeat(width)}  …</i></span>`;
    const marked = line.marked && !whole ? ' class="marked"' : '';
    return `<span${marked}><i>${String(line.number).padStart(width)}  </i>${escape(line.text)}</span>`;
  });
  // A scrolled block must be reached by keyboard.
  const pre = `<pre tabindex="0" role="group" aria-label="${name}, ${text(place.name)}, ${text(place.file)}${place.cell === undefined ? '' : ` cell ${place.cell}`} line ${place.startLine}" dir="ltr">`;
  return { html: `<figure>${caption}${pre}${lines.join('')}</pre></figure>`, framed: true };
}

function sections(report: AuditReport, explain: boolean): string[] {
  const { adopted, resolved, moved, skipped } = report;
  const lines = [
    ...list(
      `${report.base === null ? 'Calls across files' : 'Reused'}: ${counted(adopted.length, 'function')}`,
      adopted.map(({ name, file, origin, calledFrom }) => {
        const own = origin === 'self' ? ', from an earlier turn' : '';
        const calls = calledFrom.slice(0, FEW).map((call) => code(lineText(call)));
        const rest = calledFrom.length - FEW;
        const called =
          calls.length === 0 ? '' : `, called at ${calls.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
        return `${code(name)} (${code(file)}${own})${called}`;
      }),
    ),
    ...list(
      `Resolved: ${counted(resolved.length, 'finding')}`,
      resolved.map(({ function: fn, target, rule }) => {
        return `${code(fn.name)} (${code(placeWords(fn))}) and ${code(target.name)} (${code(placeWords(target))}), ${rule}`;
      }),
    ),
    ...list(
      `Moved or renamed: ${counted(moved.length, 'function')}`,
      moved.map(({ from, to }) => {
        return `${code(from.name)} (${code(placeWords(from))}) to ${code(to.name)} (${code(placeWords(to))})`;
      }),
    ),
  ];
  if (report.hidden.total > 0) {
    lines.push('<h2>Hidden</h2>', `<p>${counted(report.hidden.total, 'finding')}: ${text(hiddenCounts(report))}.</p>`);
    if (explain) {
      const reasons = hiddenReasons(report);
      lines.push(
        '<ul>',
        ...reasons.map(({ reason, count, words, pairs }) => {
          const named = pairs.map((pair) => `<li>${code(pair)}</li>`).join('');
          return `<li>${text(`${reason} ${count}: ${words}`)}${named === '' ? '' : `<ul>${named}</ul>`}</li>`;
        }),
        '</ul>',
      );
    }
  }
  lines.push(
    ...suppressionFaults(report).flatMap(({ title, places }) =>
      list(
        `${title}: ${places.length}`,
        places.map((one) => `${code(lineText(one))} ${text(one.rule === '' ? 'all rules' : one.rule)}`),
      ),
    ),
    ...list(
      `Skipped: ${counted(skipped.length, 'file')} (${skippedReasons(report)})`,
      skipped.map(({ file, reason }) => `${code(file)}: ${reason}`),
    ),
  );
  return lines;
}

function list(title: string, items: string[]): string[] {
  if (items.length === 0) return [];
  const rest = items.length - MOST_LISTED;
  const listed = items.slice(0, MOST_LISTED).map((item) => `<li>${item}</li>`);
  if (rest > 0) listed.push(`<li>and ${rest} more</li>`);
  return [`<details class="list"><summary><h2>${text(title)}</h2></summary><ul>`, ...listed, '</ul></details>'];
}
