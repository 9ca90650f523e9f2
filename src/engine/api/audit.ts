import { REPORT_SCHEMA, type AuditReport, type Finding, type TargetsFile } from '../../protocol/report.ts';
import type { AuditOptions } from '../../protocol/options.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { HIDDEN_REASONS } from '../../protocol/hiddenReasons.ts';
import { VERSION } from '../../protocol/version.ts';
import { HiddenCounts, type KnownTarget, type TurnContext, type WholeContext } from '../findings/auditContext.ts';
import { bypassFindings } from '../findings/bypassedTargets.ts';
import { callFindings, reimplementedTargets } from '../findings/callFindings.ts';
import { cloneFindings, wholeCloneFindings, type Copies } from '../findings/cloneFindings.ts';
import { likelyRepeats, repeatFindings, wholeRepeatFindings } from '../findings/repeatFindings.ts';
import { lookAlikesOf } from '../findings/lookAlikes.ts';
import { twinFindings } from '../findings/twinFindings.ts';
import { readUnusedFindings } from '../findings/readUnused.ts';
import type { ParallelFamilies } from '../findings/filters/parallel.ts';
import { Adviser } from '../advice/adviser.ts';
import { wrapperFindings } from '../findings/wrapsTarget.ts';
import { constantFindings, wholeConstantFindings } from '../findings/duplicatesConstant.ts';
import { atLeast, compareFindings, placeOf } from '../findings/finding.ts';
import { FindingGroups, orderGroups, type FileAges } from '../findings/groups.ts';
import { suppressedBy, Suppressions } from '../findings/suppression.ts';
import type { AcceptedFindings } from '../findings/baseline.ts';
import { compareText, findSymbol, refKey, symbolAt, type State, type StateFile } from '../model/state.ts';
import { adoptByName, adoptResolved, type Adoption } from '../reuse/adoption.ts';
import { functionCounts, redundantLines, reuseMetrics } from '../reuse/metrics.ts';
import { newUses } from '../reuse/newUses.ts';
import { callsAcrossFiles } from '../reuse/crossFileCalls.ts';
import { compareStates, type Changes } from '../turns/changes.ts';
import { withCellPlaces } from './cellPlaces.ts';
import type { LoadedState } from './loadState.ts';
import { turnMetrics, withGaps, type TurnOfAudit } from './turnMeasures.ts';
import { constantOriginsOf, originsOf } from './origins.ts';

export interface AuditInput {
  workspace: string;
  base: LoadedState | null;
  head: LoadedState;
  /** State before the session's first turn: what is not in it is `self`. Null when only one turn is looked at. */
  sessionStart: LoadedState | null;
  targets: TargetsFile | null;
  /** What an agent's log tells; null with none. */
  turn: TurnOfAudit | null;
  options: AuditOptions;
  /** Workspace-relative paths (files or folders) that narrow what is reported; empty for all. */
  only: readonly string[];
  /** Findings that are accepted. */
  baseline: AcceptedFindings;
  /** Ages of files of the head state; null where nobody knows them. */
  ages: FileAges | null;
  /** Families that may repeat each other. */
  parallel: ParallelFamilies;
  /** Awaited between the steps of the work: lets other events in, and throws when the audit was cancelled. */
  checkpoint: () => Promise<void>;
  /** Told what the turn changed, function by function, before anything is judged. */
  onChanges?: (changes: Changes) => void;
}

/**
 * Audits one turn, or with no base the whole head state, and makes the report `rewheel/audit@1` of it.
 * @throws RewheelError `bad-targets` when a known target is not in the base
 */
export async function audit(input: AuditInput): Promise<AuditReport> {
  const report = input.base ? await auditTurn(input, input.base) : await auditWhole(input);
  return withCellPlaces(report, input.base?.state ?? null, input.head.state);
}

async function auditTurn(input: AuditInput, base: LoadedState): Promise<AuditReport> {
  const { head, options } = input;
  const changes = await compareStates(base.state, head.state);
  input.onChanges?.(changes);
  await input.checkpoint();
  const known = knownTargets(input.targets, base.state);
  const uses = newUses(head.state, head.graph, changes);
  const adoption =
    options.match === 'names'
      ? adoptByName(uses, changes, base.state, head.state, known?.map(({ base: target }) => target) ?? null)
      : adoptResolved(uses, changes);
  const context: TurnContext = {
    base: base.state,
    baseGraph: base.graph,
    head: head.state,
    headGraph: head.graph,
    options,
    hidden: new HiddenCounts(options.explain),
    parallel: input.parallel,
    groups: new FindingGroups(),
    changes,
    uses,
    adoption,
    known,
    originOf: await originsOf(base.state, {
      known,
      sessionStart: input.sessionStart?.state ?? null,
      ownLines: input.turn?.ownLines ?? null,
    }),
    originOfConstant: await constantOriginsOf(base.state, {
      sessionStart: input.sessionStart?.state ?? null,
      ownLines: input.turn?.ownLines ?? null,
    }),
  };
  await input.checkpoint();
  const alike = await lookAlikesOf(context, input.checkpoint);
  const suppressions = await Suppressions.open(head.state, context.hidden, options.showSuppressed);
  const cloned = cloneFindings(context, alike.keys);
  const groups = {
    ...cloned,
    findings: await orderGroups(
      cloned.findings,
      context.groups,
      head.state,
      head.graph,
      input.ages,
      ({ file, index }) => {
        return changes.baseOf(file.path, index) !== undefined;
      },
    ),
  };
  const inGroups = new Set(
    groups.findings.flatMap((finding) =>
      coveredKeys({ ...finding, members: [...finding.members, finding.target] }, context),
    ),
  );
  await input.checkpoint();
  const repeats = repeatFindings(context, alike, inGroups);
  const told = new Set([...inGroups, ...repeats.findings.flatMap((finding) => coveredKeys(finding, context))]);
  const clones = {
    findings: [...groups.findings, ...repeats.findings],
    resolved: [...groups.resolved, ...repeats.resolved],
    copies: groups.copies,
  };
  // They say that no call could take their place, so they are no re-implementation that a metric counts.
  const twins = twinFindings(context, told);
  const covered = new Set([...clones.findings, ...twins].flatMap((finding) => coveredKeys(finding, context)));
  const calls = await callFindings(context, covered, input.checkpoint);
  await input.checkpoint();
  const wrappers = wrapperFindings(context);
  await input.checkpoint();
  const found = [...clones.findings, ...calls.findings, ...wrappers.findings];
  const bypasses = [
    ...bypassFindings(context, found),
    ...readUnusedFindings(context, found, input.turn?.exposure ?? null),
  ];
  const judged = [...found, ...bypasses];
  const all = withGaps(context, judged, input.turn);
  all.forEach((finding, i) => context.groups.follow(judged[i]!, finding));
  const constants = constantFindings(context);
  const touched = new Set(changes.touched);
  const everything = [...all, ...constants.findings, ...twins];
  const settled = await settle(everything, input, context, suppressions, (file) => touched.has(file.path));
  const resolved = [...clones.resolved, ...calls.resolved, ...wrappers.resolved, ...constants.resolved]
    .filter(inScope(input))
    .sort(compareFindings);
  const introduced = settled.findings.filter((finding) => finding.status === 'introduced');
  return {
    ...frame(input, settled, context),
    metrics: {
      functions: functionCounts(changes),
      reuse: reuseMetrics(context, all),
      ...turnMetrics(context, all, input.turn),
      redundancy: {
        reimplemented: reimplementedTargets(context),
        ...redundantLines(all, (finding) => finding.status === 'introduced'),
      },
    },
    verdict: introduced.some((finding) => atLeast(finding.level, 'warning'))
      ? 'worse'
      : resolved.some((finding) => atLeast(finding.level, 'warning'))
        ? 'improved'
        : 'clean',
    resolved,
    moved: changes.moved.map(({ base: from, head: to }) => ({ from: placeOf(from), to: placeOf(to) })),
    copies: clones.copies,
    adopted: adoptedList(adoption, context.originOf),
  };
}

async function auditWhole(input: AuditInput): Promise<AuditReport> {
  const { head, options } = input;
  const context: WholeContext = {
    head: head.state,
    headGraph: head.graph,
    options,
    hidden: new HiddenCounts(options.explain),
    parallel: input.parallel,
    groups: new FindingGroups(),
  };
  const suppressions = await Suppressions.open(head.state, context.hidden, options.showSuppressed);
  const alike = await likelyRepeats(context, input.checkpoint);
  const { copies, findings: cloned }: { findings: Finding[]; copies: Copies } = wholeCloneFindings(context, alike.keys);
  const groups = { findings: await orderGroups(cloned, context.groups, head.state, head.graph, input.ages) };
  const inGroups = new Set(groups.findings.flatMap((finding) => coveredKeys(finding, context)));
  const repeats = [...groups.findings, ...wholeRepeatFindings(context, alike, inGroups)];
  const told = new Set(
    repeats.flatMap((one) => coveredKeys({ ...one, members: [...one.members, one.target] }, context)),
  );
  const twins = twinFindings(context, told);
  const settled = await settle(
    [...repeats, ...twins, ...wholeConstantFindings(context)],
    input,
    context,
    suppressions,
    () => true,
  );
  if (input.only.length === 0) settled.suppressions.stale.unshift(...staleFamilies(input.parallel));
  const adopted = callsAcrossFiles(head.state, head.graph);
  return {
    ...frame(input, settled, context),
    metrics: {
      functions: { new: 0, modified: 0, deleted: 0 },
      reuse: { targets: 'inferred', repo: NO_REUSE, self: NO_REUSE },
      ...NOT_MEASURED,
      redundancy: { reimplemented: 0, ...redundantLines(repeats, () => true) },
    },
    verdict: null,
    resolved: [],
    moved: [],
    copies,
    adopted,
  };
}

const NO_REUSE = { adopted: 0, bypassed: 0, rate: null };

/** What only an agent's log can tell. */
const NOT_MEASURED = { recall: null, exploration: null, effort: null } as const;

interface Settled {
  findings: Finding[];
  suppressions: AuditReport['suppressions'];
}

/** Scope, baseline, suppression and levels, in this order; sorted. */
async function settle(
  findings: readonly Finding[],
  input: AuditInput,
  context: WholeContext,
  suppressions: Suppressions,
  judged: (file: StateFile, line: number) => boolean,
): Promise<Settled> {
  const { options, baseline } = input;
  const scoped = findings.filter(inScope(input));
  await baseline.prepare(scoped, (path) => input.head.state.text(path));
  const accepted: Finding[] = [];
  const open = scoped.filter((finding) => {
    if (finding.suppressed || !baseline.accepts(finding, context.groups.copies(finding))) return true;
    context.hidden.add('baseline', 1, [finding.function, finding.target]);
    accepted.push(suppressedBy('external', HIDDEN_REASONS.baseline, finding));
    return false;
  });
  const shown = suppressions.apply(suppressions.thinGroups(open, context.groups)).filter((finding) => {
    if (finding.level !== 'hidden') return true;
    if (!finding.suppressed) context.hidden.add('level', 1, [finding.function, finding.target]);
    return options.showSuppressed;
  });
  if (options.showSuppressed) shown.push(...accepted);
  const adviser = new Adviser(context.head, context.headGraph);
  const advised = shown.sort(compareFindings).map((finding) => adviser.withAdvice(finding));
  return { findings: advised, suppressions: suppressions.summary(judged) };
}

function inScope({ only }: AuditInput): (finding: Finding) => boolean {
  if (only.length === 0) return () => true;
  const inside = (file: string): boolean =>
    only.some((path) => path === '' || file === path || file.startsWith(`${path}/`));
  return (finding) => [finding.function, finding.target, ...finding.members].some((place) => inside(place.file));
}

function frame(
  input: AuditInput,
  settled: Settled,
  context: WholeContext,
): Pick<
  AuditReport,
  | 'schema'
  | 'tool'
  | 'workspace'
  | 'base'
  | 'head'
  | 'turn'
  | 'findings'
  | 'hidden'
  | 'suppressions'
  | 'scanned'
  | 'skipped'
> {
  const { head } = input;
  return {
    schema: REPORT_SCHEMA,
    tool: { name: 'rewheel', version: VERSION },
    workspace: input.workspace,
    base: input.base?.state.label ?? null,
    head: head.state.label,
    turn: input.turn?.info ?? null,
    findings: settled.findings,
    hidden: hiddenOf(context),
    suppressions: settled.suppressions,
    scanned: { files: head.state.files.filter((file) => file.audited).length },
    skipped: [...head.skipped].sort((a, b) => compareText(a.file, b.file) || compareText(a.reason, b.reason)),
  };
}

/** Families that hid nothing, told only where everything was looked at. */
function staleFamilies(parallel: ParallelFamilies): AuditReport['suppressions']['stale'] {
  return parallel.unused().map(({ line }) => ({ file: parallel.file, line, rule: 'parallel' }));
}

function hiddenOf({ hidden }: WholeContext): AuditReport['hidden'] {
  const pairs = hidden.pairs();
  return { total: hidden.total(), byReason: hidden.byReason(), ...(pairs && { pairs }) };
}

/** Places that a clone finding is about: a second finding by calls for the same function would say nothing new. */
function coveredKeys(finding: Pick<Finding, 'function' | 'members'>, { head }: WholeContext): string[] {
  return [finding.function, ...finding.members].flatMap((place) => {
    const found = symbolAt(head, place);
    return found ? [refKey(found)] : [];
  });
}

function knownTargets(targets: TargetsFile | null, base: State): KnownTarget[] | null {
  if (!targets) return null;
  const known = new Map<string, KnownTarget>();
  for (const { file, name, origin } of targets.targets) {
    const found = findSymbol(base, file, name);
    if (found) {
      // Named twice it is still one target.
      known.set(refKey(found), { base: found, origin });
      continue;
    }
    const where = base.byPath.has(file) ? `has no function or class ${name}` : 'is not among the files that were read';
    throw new RewheelError(
      'bad-targets',
      `Target ${name} (${file}): ${file} ${where} in ${base.label}. Name a function that stands in the base.`,
    );
  }
  return [...known.values()];
}

function adoptedList(adoption: Adoption, originOf: TurnContext['originOf']): AuditReport['adopted'] {
  return [...adoption.values()].map(({ base, head, calledFrom }) => ({
    file: head.file.path,
    name: head.file.summary.symbols[head.index]!.qualifiedName,
    origin: originOf(base),
    calledFrom,
  }));
}
