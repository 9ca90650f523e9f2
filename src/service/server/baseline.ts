import { join } from 'node:path';
import { z } from 'zod';
import type { AuditRequest } from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import type { AuditReport } from '../../protocol/report.ts';
import { readTextFile } from './readTextFile.ts';

export const BASELINE_FILE = 'rewheel-baseline.json';
const SCHEMA = 'rewheel/baseline@1';

const baselineSchema = z.object({
  schema: z.literal(SCHEMA),
  findings: z.array(z.object({ fingerprint: z.string(), rule: z.string(), function: z.string(), target: z.string() })),
});

/**
 * Fingerprints of the findings that were accepted.
 * @throws RewheelError `bad-baseline` when the file is named and missing, or is no baseline
 */
export async function loadBaseline(request: AuditRequest): Promise<Set<string>> {
  const path = request.baselineFile ?? join(request.root, BASELINE_FILE);
  const text = await readTextFile(path, request.baselineFile !== null, 'bad-baseline', 'The baseline');
  if (text === null) return new Set();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RewheelError(
      'bad-baseline',
      `The baseline ${path} is no valid JSON. Write it anew with --update-baseline.`,
      {
        cause: error,
      },
    );
  }
  const checked = baselineSchema.safeParse(value);
  if (!checked.success) {
    throw new RewheelError(
      'bad-baseline',
      `${path} is no Rewheel baseline (schema ${SCHEMA}). Write it anew with --update-baseline.`,
    );
  }
  return new Set(checked.data.findings.map(({ fingerprint }) => fingerprint));
}

/** Text of a baseline that accepts every finding of the report; names are for its readers, fingerprints decide. */
export function baselineText(report: AuditReport): string {
  const findings = report.findings.map(({ fingerprint, rule, function: fn, target }) => ({
    fingerprint,
    rule,
    function: `${fn.file}#${fn.name}`,
    target: `${target.file}#${target.name}`,
  }));
  return `${JSON.stringify({ schema: SCHEMA, findings }, null, 2)}\n`;
}
