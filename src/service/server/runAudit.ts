import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { languageOf } from '../../engine/language/extract.ts';
import type { FactsProvider, FactsRequest, Logger, ProgressListener } from '../../engine/ports/ports.ts';
import type { AuditRequest, AuditResponse } from '../../protocol/engine.ts';
import { REPORT_SCHEMA, type AuditReport } from '../../protocol/report.ts';
import { VERSION } from '../../protocol/version.ts';

export interface AuditEnvironment {
  facts: FactsProvider;
  logger: Logger;
  signal?: AbortSignal;
  onProgress?: ProgressListener;
}

/** Lists the files of the root and takes their facts. */
export async function runAudit(request: AuditRequest, environment: AuditEnvironment): Promise<AuditResponse> {
  const { facts, signal, onProgress } = environment;
  const requests: FactsRequest[] = [];
  for (const entry of await readdir(request.root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const language = languageOf(path);
    if (!entry.isFile() || !language) continue;
    const bytes = await readFile(path);
    if (bytes.length > 1 << 20) continue;
    requests.push({
      path: relative(request.root, path).split(sep).join('/'),
      contentKey: createHash('sha256').update(bytes).digest('hex'),
      language,
      size: bytes.length,
      read: () => readFile(path).catch(() => null),
    });
  }
  requests.sort((a, b) => (a.path < b.path ? -1 : 1));
  const outcomes = await facts.facts(requests, {
    workers: request.options.workers,
    timeLimitMs: request.options.fileTimeLimit * 1000,
    signal,
    onDone: (done) => onProgress?.({ phase: 'reading', done, total: requests.length }),
  });
  let functions = 0;
  const skipped: AuditReport['skipped'] = [];
  outcomes.forEach((outcome, index) => {
    if (outcome.ok) functions += outcome.facts.summary().symbols.length;
    else skipped.push({ file: requests[index]!.path, reason: outcome.reason });
  });
  const report = {
    schema: REPORT_SCHEMA,
    tool: { name: 'rewheel', version: VERSION },
    metrics: { functions: { new: functions, modified: 0, deleted: 0 } },
    scanned: { files: outcomes.filter((outcome) => outcome.ok).length },
    skipped,
  } as unknown as AuditReport;
  return { report, problems: [], timings: { totalMs: 0, parsedFiles: 0, cachedFiles: 0, peakRssMb: 0 } };
}
