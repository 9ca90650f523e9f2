import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AcceptedFindings } from '../../engine/findings/baseline.ts';
import type { AuditRequest } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { AuditReport, Finding } from '../../protocol/report.ts';
import { JscpdBaseline, jscpdSchema } from './jscpdBaseline.ts';
import { readTextFile } from './readTextFile.ts';

export const BASELINE_FILE = 'rewheel-baseline.json';
/** Where jscpd keeps its own by custom. */
const JSCPD_FILE = '.jscpd-baseline.json';
const SCHEMA = 'rewheel/baseline@1';

const entrySchema = z.object({
  fingerprint: z.string(),
  rule: z.string(),
  function: z.string(),
  target: z.string(),
  copies: z.number().int().min(0),
  /** Identities of the copies, so that a group stays accepted when one of them goes. */
  members: z.array(z.string()).optional(),
});
const baselineSchema = z.object({ schema: z.literal(SCHEMA), findings: z.array(entrySchema) });

/** One accepted finding; names are for its readers, fingerprint, number of further copies and their identities decide. */
export type BaselineEntry = z.infer<typeof entrySchema>;

/** The findings that baseline files accept, and what an update has to know of those that were asked about. */
export class Baseline implements AcceptedFindings {
  private readonly copiesOf = new Map<Finding['fingerprint'], readonly string[]>();
  private readonly byFingerprint: ReadonlyMap<string, BaselineEntry>;
  private readonly byMember = new Map<string, BaselineEntry[]>();

  /** @param jscpd a baseline of jscpd, or null */
  constructor(
    entries: readonly BaselineEntry[],
    private readonly jscpd: JscpdBaseline | null,
  ) {
    this.byFingerprint = new Map(entries.map((entry) => [entry.fingerprint, entry]));
    for (const entry of entries) {
      for (const member of new Set(entry.members)) {
        this.byMember.set(member, [...(this.byMember.get(member) ?? []), entry]);
      }
    }
  }

  async prepare(findings: readonly Finding[], text: (path: string) => Promise<string | null>): Promise<void> {
    await this.jscpd?.prepare(findings, text);
  }

  accepts(finding: Finding, copies: readonly string[] | null): boolean {
    if (copies) this.copiesOf.set(finding.fingerprint, copies);
    if (this.jscpd?.accepts(finding)) return true;
    if (copies && (this.byMember.get(copies[0]!) ?? []).some(({ members }) => holdsAll(members!, copies))) return true;
    // A group that has grown holds a copy that nobody has accepted yet.
    const entry = this.byFingerprint.get(finding.fingerprint);
    return entry !== undefined && finding.members.length <= entry.copies;
  }

  /** Identities of the copies of a finding that was asked about. */
  copies({ fingerprint }: Finding): readonly string[] | undefined {
    return this.copiesOf.get(fingerprint);
  }
}

/** Whether `some` are among `all`, each as often as it occurs. */
function holdsAll(all: readonly string[], some: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const one of all) left.set(one, (left.get(one) ?? 0) + 1);
  return some.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
}

/**
 * What was accepted: by the baseline that the request names, else by the usual ones of Rewheel and of jscpd in the root.
 * @throws RewheelError `bad-baseline` when the file is named and missing, or is no baseline
 */
export async function loadBaseline(request: AuditRequest): Promise<Baseline> {
  const own = await readAny(request.baselineFile ?? join(request.root, BASELINE_FILE), request.baselineFile !== null);
  const other = own?.jscpd ?? (await readAny(join(request.root, JSCPD_FILE), false))?.jscpd;
  return new Baseline(own?.entries ?? [], other ? await JscpdBaseline.open(other) : null);
}

/**
 * Entries of a baseline file; none when it does not exist.
 * @param named whether the user named the file, so that it must exist
 * @throws RewheelError `bad-baseline`
 */
export async function readBaseline(path: string, named: boolean): Promise<BaselineEntry[]> {
  return (await readAny(path, named))?.entries ?? [];
}

/**
 * Makes sure that an update does not write over the baseline of another tool.
 * @throws RewheelError `bad-baseline`
 */
export async function refuseJscpd(path: string): Promise<void> {
  const text = await readTextFile(path, false, 'bad-baseline', 'The baseline');
  let value: unknown = null;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    // What is no JSON is no baseline of jscpd either.
  }
  if (!jscpdSchema.safeParse(value).success) return;
  throw new RewheelError(
    'bad-baseline',
    `${path} is a baseline of jscpd, which is read and never written. Give another file to --update-baseline.`,
  );
}

/**
 * The baseline lies in the repository, which may hold a link that leads anywhere: it is never written through one.
 * @throws RewheelError `output-failed`
 */
export async function refuseLink(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isSymbolicLink()) {
    throw new RewheelError('output-failed', `${path} is a symbolic link, and the baseline is not written through one.`);
  }
}

async function readAny(
  path: string,
  named: boolean,
): Promise<{ entries: BaselineEntry[]; jscpd: z.infer<typeof jscpdSchema> | null } | null> {
  const text = await readTextFile(path, named, 'bad-baseline', 'The baseline');
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(`The baseline ${path} is no valid JSON.`, error);
  }
  const jscpd = jscpdSchema.safeParse(value);
  if (jscpd.success) return { entries: [], jscpd: jscpd.data };
  const checked = baselineSchema.safeParse(value);
  if (!checked.success) throw unusable(`${path} is no Rewheel baseline (schema ${SCHEMA}).`, checked.error);
  return { entries: checked.data.findings, jscpd: null };
}

function unusable(what: string, cause: unknown): RewheelError {
  return new RewheelError('bad-baseline', `${what} Write it anew with --all --update-baseline.`, { cause });
}

/**
 * Text of a baseline that accepts every finding of the report besides `kept`, sorted, so that an update changes few
 * lines.
 * @param asked the baseline of the audit that made the report
 */
export function baselineText(report: AuditReport, kept: readonly BaselineEntry[], asked: Baseline): string {
  return baselineWith(report.findings, kept, asked);
}

/** As `baselineText`, of some findings. */
export function baselineWith(accepted: readonly Finding[], kept: readonly BaselineEntry[], asked: Baseline): string {
  const entries = new Map(kept.map((entry) => [entry.fingerprint, entry]));
  for (const finding of accepted) {
    const { fingerprint, rule, level, function: fn, target, members } = finding;
    if (level === 'hidden') continue;
    const names = { function: `${fn.file}#${fn.name}`, target: `${target.file}#${target.name}` };
    const copies = Math.max(members.length, entries.get(fingerprint)?.copies ?? 0);
    const known = asked.copies(finding);
    entries.set(fingerprint, { fingerprint, rule, ...names, copies, ...(known && { members: [...known] }) });
  }
  const order = (entry: BaselineEntry): string =>
    [entry.function, entry.target, entry.rule, entry.fingerprint].join('\0');
  const findings = [...entries.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return `${JSON.stringify({ schema: SCHEMA, findings }, null, 2)}\n`;
}
