import type { Location, Log, Notification, Result, Run } from 'sarif';
import { ruleSchema, type AuditReport, type Finding, type Place } from '../../protocol/report.ts';
import { adviceWords, evidenceOf, hiddenReasons, originWords } from './reportWords.ts';
import { SARIF_LEVEL, sarifRules, type RuleHelp } from './sarifRules.ts';
import { shown } from './shown.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = '%SRCROOT%';
/** Further copies of a group that a result names: GitHub shows a hundred locations of a result. */
const MOST_MEMBERS = 98;
/** Files left out that are named one by one. */
const MOST_SKIPPED = 1000;

/**
 * The report as a SARIF 2.1.0 log with one run, with what GitHub code scanning asks for. Paths are relative to the base
 * id `%SRCROOT%`, which has no address: so the same report gives the same bytes everywhere.
 * - Introduced findings are `new`, inherited ones `unchanged`; with no base there is no `baselineState`. Resolved ones are
 *   counted in the run's properties: as results they would come out as open alerts where `absent` is not known.
 * - Suppressed findings (with `--show-suppressed`) carry a suppression and the level that they had.
 * @param help descriptions of the rules
 * @param explain says in words why findings were hidden
 */
export function sarifReport(report: AuditReport, help: RuleHelp = () => null, explain = false): string {
  const { findings, metrics, verdict, resolved, moved, copies, adopted, hidden, suppressions, scanned } = report;
  const seen = new Map<string, number>();
  const run: Run = {
    tool: {
      driver: {
        name: 'Rewheel',
        semanticVersion: report.tool.version,
        rules: sarifRules(help),
        notifications: NOTIFICATIONS.map(([id, text]) => ({ id, shortDescription: { text } })),
      },
    },
    automationDetails: { id: report.base === null ? 'rewheel/all/' : 'rewheel/turn/' },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the workspace that was audited.' } } },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(report, explain) }],
    results: findings.map((finding) => {
      const nth = (seen.get(finding.fingerprint) ?? 0) + 1;
      seen.set(finding.fingerprint, nth);
      return resultOf(finding, nth, report.base !== null);
    }),
    properties: {
      workspace: report.workspace,
      base: report.base,
      head: report.head,
      turn: report.turn,
      verdict,
      metrics,
      resolved: resolved.map(({ rule, fingerprint, function: fn, target }) => ({
        rule,
        fingerprint,
        function: fn,
        target,
      })),
      moved,
      copies,
      // With no base these are all calls across files: more than a log should carry.
      adopted: (report.base === null ? [] : adopted).map(({ file, name, origin, calledFrom }) => ({
        file,
        name,
        origin,
        calls: calledFrom.length,
      })),
      hidden,
      suppressions: { used: suppressions.used },
      scanned,
    },
  };
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
  const text = JSON.stringify(log, null, 2);
  return `${text.split('\n').map(shown).join('\n')}\n`;
}

function resultOf(finding: Finding, nth: number, compared: boolean): Result {
  const { rule, function: fn, target, members, suppressed } = finding;
  const level = SARIF_LEVEL[suppressed?.level ?? finding.level];
  const named = members.slice(0, MOST_MEMBERS);
  const left = members.length - named.length;
  const part = finding.region;
  return {
    ruleId: rule,
    ruleIndex: ruleSchema.options.indexOf(rule),
    // Only a failed check has a level.
    kind: level === 'none' ? 'informational' : 'fail',
    level,
    message: {
      text: `${plainText(finding.message)}${fn.cell === undefined ? '' : ` In cell ${fn.cell}, line ${part.startLine}.`} Existing code: [${plainText(target.name)}](0).${left > 0 ? ` Further copies that are not listed: ${left}.` : ''}${insteadOf(finding)}`,
    },
    locations: [locationOf(fn, part)],
    relatedLocations: [target, ...named].map((place, id) => ({
      id,
      ...locationOf(place),
      message: { text: [id === 0 ? 'existing code' : 'further copy', originWords(place)].filter(Boolean).join(', ') },
    })),
    partialFingerprints: {
      'rewheel/v1': finding.fingerprint,
      // What GitHub goes by. Its own would hold the text of the line, and end with every move.
      primaryLocationLineHash: `${finding.fingerprint}:${nth}`,
    },
    ...(compared ? { baselineState: finding.status === 'introduced' ? 'new' : 'unchanged' } : {}),
    ...(suppressed === undefined
      ? {}
      : {
          suppressions: [
            {
              kind: suppressed.kind,
              status: 'accepted',
              ...(suppressed.reason === '' ? {} : { justification: suppressed.reason }),
            },
          ],
        }),
    properties: {
      ...(fn.cell === undefined ? {} : { cell: fn.cell, cellRegion: part }),
      status: finding.status,
      origin: target.origin,
      cloneType: finding.cloneType,
      containment: finding.containment,
      similarity: finding.similarity,
      sharedCalls: finding.sharedCalls,
      gap: finding.gap,
      evidence: evidenceOf(finding),
      ...(finding.advice === undefined ? {} : { advice: finding.advice }),
    },
  };
}

/** The lines to write instead; a `fix` would have to know where imports and bodies begin. */
function insteadOf(finding: Finding): string {
  const advice = adviceWords(finding);
  if (advice === null || advice.lines.length === 0) return '';
  return ` Instead: ${plainText(shown(advice.lines.join(', then ')))} (${plainText(shown(advice.note))}).`;
}

/** Lines of a cell mean nothing in the notebook's file, so there the name alone tells where. */
function locationOf(place: Place, part: { startLine: number; endLine: number } = place): Location {
  const whole = { startLine: place.startLine, endLine: place.endLine };
  const region = { startLine: part.startLine, endLine: part.endLine };
  const inner = region.startLine > whole.startLine || region.endLine < whole.endLine;
  const cell = place.cell === undefined ? '' : `cell ${place.cell}, line ${place.startLine}: `;
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(place.file), uriBaseId: ROOT },
      ...(place.cell === undefined ? { region, ...(inner ? { contextRegion: whole } : {}) } : {}),
    },
    logicalLocations: [
      { name: place.name.split('.').at(-1)!, fullyQualifiedName: `${cell}${place.name}`, kind: 'function' },
    ],
  };
}

/** A relative reference, each segment percent-encoded; halves of surrogate pairs have no encoding of their own. */
function uriOf(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd')))
    .join('/');
}

/** Brackets would make a link of a message's text (SARIF 2.1.0, section 3.11.6). */
function plainText(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&');
}

const NOTIFICATIONS = [
  ['skipped-file', 'A source file was left out of the audit.'],
  ['hidden-findings', 'Findings that were made and are not reported.'],
  ['stale-suppression', 'A suppression comment that hides nothing.'],
  ['unexplained-suppression', 'A suppression comment that gives no reason.'],
] as const;

function notifications(report: AuditReport, explain: boolean): Notification[] {
  const { skipped, hidden, suppressions } = report;
  const note = (
    id: (typeof NOTIFICATIONS)[number][0],
    text: string,
    file?: string,
    startLine?: number,
  ): Notification => ({
    descriptor: { id, index: NOTIFICATIONS.findIndex(([known]) => known === id) },
    level: 'note',
    message: { text },
    ...(file === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(file), uriBaseId: ROOT },
                ...(startLine === undefined ? {} : { region: { startLine } }),
              },
            },
          ],
        }),
  });
  const notes = skipped.slice(0, MOST_SKIPPED).map(({ file, reason }) => note('skipped-file', reason, file));
  if (skipped.length > MOST_SKIPPED) {
    notes.push(note('skipped-file', `${skipped.length - MOST_SKIPPED} more files were left out.`));
  }
  if (hidden.total > 0) notes.push(note('hidden-findings', `${hidden.total} findings are hidden.`));
  if (explain) {
    for (const { reason, count, words, pairs } of hiddenReasons(report)) {
      notes.push(note('hidden-findings', plainText(`${reason} ${count}: ${words}`)));
      for (const pair of pairs) notes.push(note('hidden-findings', plainText(`${reason}: ${pair}`)));
    }
  }
  for (const { file, line, rule, cell } of suppressions.stale) {
    const of = plainText(rule === '' ? 'all rules' : rule);
    if (cell === undefined) notes.push(note('stale-suppression', of, file, line));
    else notes.push(note('stale-suppression', `${of} (cell ${cell}, line ${line})`, file));
  }
  for (const { file, line, rule } of suppressions.unexplained ?? []) {
    notes.push(note('unexplained-suppression', plainText(rule === '' ? 'all rules' : rule), file, line));
  }
  return notes;
}
