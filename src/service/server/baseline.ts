import { join } from 'node:path';
import { z } from 'zod';
import type { AuditRequest } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { AuditReport } from '../../protocol/report.ts';
import { readTextFile } from './readTextFile.ts';

export const BASELINE_FILE = 'rewheel-baseline.json';
const SCHEMA = 'rewheel/baseline@1';

const entrySchema = z.object({
  fingerprint: z.string(),
  rule: z.string(),
  function: z.string(),
  target: z.string(),
  copies: z.number().int().min(0),
});
const baselineSchema = z.object({ schema: z.literal(SCHEMA), findings: z.array(entrySchema) });

/** One accepted finding; names are for its readers, the fingerprint and the number of further copies decide. */
export type BaselineEntry = z.infer<typeof entrySchema>;

/**
 * Fingerprints of the findings that were accepted, each with the number of further copies that it had then.
 * @throws RewheelError `bad-baseline` when the file is named and missing, or is no baseline
 */
export async function loadBaseline(request: AuditRequest): Promise<Map<string, number>> {
  const path = request.baselineFile ?? join(request.root, BASELINE_FILE);
  const entries = await readBaseline(path, request.baselineFile !== null);
  return new Map(entries.map(({ fingerprint, copies }) => [fingerprint, copies]));
}

/**
 * Entries of a baseline file; none when it does not exist.
 * @param named whether the user named the file, so that it must exist
 * @throws RewheelError `bad-baseline`
 */
export async function readBaseline(path: string, named: boolean): Promise<BaselineEntry[]> {
  const text = await readTextFile(path, named, 'bad-baseline', 'The baseline');
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(`The baseline ${path} is no valid JSON.`, error);
  }
  const checked = baselineSchema.safeParse(value);
  if (!checked.success) throw unusable(`${path} is no Rewheel baseline (schema ${SCHEMA}).`, checked.error);
  return checked.data.findings;
}

function unusable(what: string, cause: unknown): RewheelError {
  return new RewheelError('bad-baseline', `${what} Write it anew with --all --update-baseline.`, { cause });
}

/**
 * Text of a baseline that accepts every finding of the report besides `kept`, sorted, so that an update changes few
 * lines.
 */
export function baselineText(report: AuditReport, kept: readonly BaselineEntry[]): string {
  const entries = new Map(kept.map((entry) => [entry.fingerprint, entry]));
  for (const { fingerprint, rule, level, function: fn, target, members } of report.findings) {
    if (level === 'hidden') continue;
    const names = { function: `${fn.file}#${fn.name}`, target: `${target.file}#${target.name}` };
    const copies = Math.max(members.length, entries.get(fingerprint)?.copies ?? 0);
    entries.set(fingerprint, { fingerprint, rule, ...names, copies });
  }
  const order = (entry: BaselineEntry): string =>
    [entry.function, entry.target, entry.rule, entry.fingerprint].join('\0');
  const findings = [...entries.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return `${JSON.stringify({ schema: SCHEMA, findings }, null, 2)}\n`;
}
