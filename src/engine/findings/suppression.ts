import type { AuditReport, Finding } from '../../protocol/report.ts';
import { compareText, symbolAt, type FunctionRef, type State, type StateFile } from '../model/state.ts';
import type { HiddenCounts } from './auditContext.ts';
import { placeOf } from './finding.ts';
import type { FindingGroups } from './groups.ts';

/** A comment that stands for a finding. */
interface Hit {
  key: string;
  reason: string;
}

/** Lines that only comment, of any language that is read. */
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*|#|--|"""|'''|@|\[|$)/;
/** Lines between a suppression comment and its function, documentation as a rule. */
const MOST_BETWEEN = 80;

/**
 * The suppression comments of a state (`rewheel-ignore[RULE]: reason`, design.md section 3): a comment on a function, or
 * above it with nothing but comments, decorators and blank lines between, stands for it. One side of a finding suffices.
 */
export class Suppressions {
  private readonly used = new Set<string>();

  private constructor(
    private readonly head: State,
    private readonly hidden: HiddenCounts,
    /** Lists suppressed findings as `hidden` instead of leaving them out. */
    private readonly keep: boolean,
    /** First line of code below a comment, by file and line. */
    private readonly below: ReadonlyMap<string, number>,
  ) {}

  static async open(head: State, hidden: HiddenCounts, keep: boolean): Promise<Suppressions> {
    const below = new Map<string, number>();
    for (const file of head.files) {
      const { suppressions } = file.summary;
      const lines = suppressions.length > 0 ? (await head.text(file.path))?.split(/\r\n?|\n/) : undefined;
      if (!lines) continue;
      for (const { line } of suppressions) {
        let at = line;
        while (at < lines.length && at - line < MOST_BETWEEN && COMMENT_LINE.test(lines[at]!)) at++;
        below.set(keyOf(file.path, line), at + 1);
      }
    }
    return new Suppressions(head, hidden, keep, below);
  }

  /**
   * Takes members with a comment out of groups of three and more: the others still repeat each other. What was taken out is
   * counted, and listed on request.
   */
  thinGroups(findings: readonly Finding[], groups: FindingGroups): Finding[] {
    return findings.flatMap((finding) => {
      const members = groups.members(finding);
      if (!members || members.length < 3) return [finding];
      const hits = new Map(members.map((ref) => [ref, this.at(placeOf(ref), finding.rule)]));
      const left = members.filter((ref) => hits.get(ref)!.length === 0);
      if (left.length === members.length || left.length < 2) return [finding];
      const thinned = groups.again(finding, left);
      const listed: Finding[] = [];
      for (const [ref, found] of hits) {
        if (found.length === 0) continue;
        this.use(found, [placeOf(ref), placeOf(left[0]!)]);
        const pair = this.keep ? groups.again(finding, inOrder(members, [left[0]!, ref])) : null;
        if (pair) listed.push(suppressedBy('inSource', reasonOf(found), pair));
      }
      return thinned ? [{ ...thinned, gap: finding.gap }, ...listed] : listed;
    });
  }

  /** Leaves out, or lists as hidden, every finding one side of which has a comment. */
  apply(findings: readonly Finding[]): Finding[] {
    return findings.flatMap((finding) => {
      if (finding.suppressed) return [finding];
      const hits = [finding.function, finding.target].flatMap((place) => this.at(place, finding.rule));
      if (hits.length > 0) {
        this.use(hits, [finding.function, finding.target]);
        return this.keep ? [suppressedBy('inSource', reasonOf(hits), finding)] : [];
      }
      const members = finding.members.filter((place) => {
        const found = this.at(place, finding.rule);
        if (found.length > 0) this.use(found, [finding.function, place]);
        return found.length === 0;
      });
      return [members.length === finding.members.length ? finding : { ...finding, members }];
    });
  }

  /**
   * What the report says of the comments: how many were of use, which hid nothing, and which give no reason.
   * @param judged whether all findings about the function that begins at this line were looked for
   */
  summary(judged: (file: StateFile, line: number) => boolean): AuditReport['suppressions'] {
    const stale: AuditReport['suppressions']['stale'] = [];
    const unexplained: AuditReport['suppressions']['stale'] = [];
    for (const file of this.head.files) {
      for (const { line, rule, reason } of file.summary.suppressions) {
        const place = { file: file.path, line, rule };
        if (this.used.has(keyOf(file.path, line, rule))) {
          if (reason === '') unexplained.push(place);
        } else if (judged(file, line)) stale.push(place);
      }
    }
    const byPlace = (a: { file: string; line: number }, b: { file: string; line: number }): number =>
      compareText(a.file, b.file) || a.line - b.line;
    stale.sort(byPlace);
    unexplained.sort(byPlace);
    return { used: this.used.size, stale, ...(unexplained.length > 0 && { unexplained }) };
  }

  private use(hits: readonly Hit[], places: readonly Finding['function'][]): void {
    for (const { key } of hits) this.used.add(key);
    this.hidden.add('suppressed', 1, places);
  }

  /** Comments that stand for a finding of this rule at a place. */
  private at(place: { file: string; startLine: number; name: string }, rule: string): Hit[] {
    const constant = rule === 'duplicates-constant' ? this.head.byPath.get(place.file) : undefined;
    const found = constant
      ? { file: constant, symbol: { startLine: place.startLine, nameLine: place.startLine } }
      : symbolAt(this.head, place);
    if (!found) return [];
    const { file, symbol } = found;
    return file.summary.suppressions
      .filter((one) => one.rule === '' || one.rule === rule)
      .filter(({ line }) => {
        if (line >= symbol.startLine - 1 && line <= symbol.nameLine) return true;
        const next = this.below.get(keyOf(file.path, line)) ?? 0;
        return line < symbol.startLine && next >= symbol.startLine && next <= symbol.nameLine;
      })
      .map((one) => ({ key: keyOf(file.path, one.line, one.rule), reason: one.reason }));
  }
}

function keyOf(path: string, line: number, rule?: string): string {
  return rule === undefined ? `${path}:${line}` : `${path}:${line}:${rule}`;
}

function reasonOf(hits: readonly Hit[]): string {
  return hits.find(({ reason }) => reason !== '')?.reason ?? '';
}

function inOrder(members: readonly FunctionRef[], some: readonly FunctionRef[]): FunctionRef[] {
  return members.filter((ref) => some.includes(ref));
}

/** The finding as `--show-suppressed` lists it. */
export function suppressedBy(kind: 'inSource' | 'external', reason: string, finding: Finding): Finding {
  return { ...finding, level: 'hidden', suppressed: { kind, reason, level: finding.level } };
}
