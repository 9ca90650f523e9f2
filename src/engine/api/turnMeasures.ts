import type { AuditReport, Finding, Metrics } from '../../protocol/report.ts';
import type { TurnContext } from '../findings/auditContext.ts';
import { fileLines } from '../language/embedded/cellLine.ts';
import { refKey, symbolAt, type StateFile } from '../model/state.ts';
import { bypassedTargets } from '../reuse/metrics.ts';
import { explorationOf, readInstead, type ReadFile } from '../turns/exposure/measures.ts';
import { gapOf, recallOf, type RecallTarget, type TargetRead } from '../turns/exposure/recall.ts';
import type { TurnExposure } from '../turns/exposure/turnExposure.ts';

/** What an agent's log tells of the turn that is audited. */
export interface TurnOfAudit {
  info: NonNullable<AuditReport['turn']>;
  /** What the agent was shown; null where the log cannot tell (files were put into the chat whole), and with no log. */
  exposure: TurnExposure | null;
  effort: Metrics['effort'];
  /** Lines that earlier turns of the session wrote, by file of the base; see `ownLines`. Null when a state tells. */
  ownLines: ReadonlyMap<string, ReadonlySet<string>> | null;
}

/** Files named in a message before the rest is left out. */
const FEW_FILES = 2;

/** Recall and exploration of the turn (design.md section 1); recall is over known targets, else over adopted and bypassed. */
export function turnMetrics(
  context: TurnContext,
  findings: readonly Finding[],
  turn: TurnOfAudit | null,
): Pick<Metrics, 'recall' | 'exploration' | 'effort'> {
  const effort = turn?.effort ?? null;
  if (!turn?.exposure) return { recall: null, exploration: null, effort };
  const targets = targetsOf(context, findings).map((place) => recallTarget(place, context));
  const { repo, self } = recallOf(targets, turn.exposure);
  return { recall: { repo, self }, exploration: explorationOf(turn.exposure), effort };
}

/**
 * Says of every missed target why it was missed: `gap`, and a sentence in the message with when it was read, or with what
 * the agent read instead.
 */
export function withGaps(context: TurnContext, findings: readonly Finding[], turn: TurnOfAudit | null): Finding[] {
  const exposure = turn?.exposure;
  if (!exposure) return [...findings];
  const instead = readInstead(exposure, FEW_FILES);
  return findings.map((finding) => {
    const target = missedTarget(context, finding);
    if (!target) return finding;
    const [read] = recallOf([recallTarget(target, context)], exposure).reads;
    return { ...finding, gap: gapOf(read ?? null), message: `${finding.message} ${why(read ?? null, instead)}` };
  });
}

type Place = { file: StateFile; index: number };

function targetsOf(context: TurnContext, findings: readonly Finding[]): Place[] {
  if (context.known) return context.known.map(({ base }) => base);
  const adopted = [...context.adoption.values()].map(({ base }) => base);
  return [...adopted, ...bypassedTargets(context, findings)];
}

/** The base's function that a finding says was missed; null when it was called all the same, or is the turn's own. */
function missedTarget(context: TurnContext, finding: Finding): Place | null {
  if (finding.status !== 'introduced' || finding.target.origin === 'turn') return null;
  const inHead = symbolAt(context.head, finding.target);
  const base = inHead ? context.changes.baseOf(inHead.file.path, inHead.index) : symbolAt(context.base, finding.target);
  return base && !context.adoption.has(refKey(base)) ? base : null;
}

function recallTarget({ file, index }: Place, context: TurnContext): RecallTarget {
  const head = context.changes.headOf(file.path, index);
  return {
    origin: context.originOf({ file, index }),
    path: file.path,
    ...fileLines(file.summary, file.summary.symbols[index]!),
    head: head && { path: head.file.path, ...fileLines(head.file.summary, head.symbol) },
  };
}

function why(read: TargetRead | null, instead: readonly ReadFile[]): string {
  if (read) {
    const time = read.at === null ? '' : ` at ${read.at.slice(11, 16)} UTC`;
    const by = read.by === null ? '' : ' by a sub-agent';
    return `It was read in this turn${time}${by} and not used.`;
  }
  if (instead.length === 0) return 'It was not read in this turn; the agent read no file.';
  const files = instead.map(({ path, lines }) => `${path} (${lines} ${lines === 1 ? 'line' : 'lines'})`).join(' and ');
  return `It was not read in this turn; the agent read ${files} instead.`;
}
