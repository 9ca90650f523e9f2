import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportSchema, type AuditReport } from '../../../src/protocol/report.ts';
import type { SourceLines } from '../../../src/engine/reports/sourceLines.ts';
import { PROJECT } from '../../support/auditFolders.ts';

/** Every file has as many lines as are asked for. */
const sources: SourceLines = {
  lines: (file, from, to) => Array.from({ length: to - from + 1 }, (_, index) => `${file} line ${from + index}`),
};

/** A recorded report with `count` findings of all levels, each with functions of its own, and lists as long. */
export function reportWith(count: number): { report: AuditReport; sources: SourceLines } {
  const path = join(PROJECT, 'test/recorded/reports/turn-with-log/report.json');
  const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const [first] = report.findings;
  const levels = ['info', 'warning', 'error'] as const;
  const findings = Array.from({ length: count }, (_, index) => {
    const place = { name: `fn${index}`, startLine: 1, endLine: 80 };
    return {
      ...first!,
      level: levels[index % 3]!,
      function: { ...place, file: `src/file${index}.py` },
      target: { ...place, file: `lib/file${index}.py`, origin: 'repo' as const },
      region: { startLine: 1, endLine: 80 },
      fingerprint: `f${index}`,
    };
  });
  const skipped = findings.map(({ target }) => ({ file: target.file, reason: 'minified' as const }));
  const adopted = findings.map(({ target: { file, name } }) => ({
    file,
    name,
    origin: 'repo' as const,
    calledFrom: [],
  }));
  return { report: { ...report, findings, skipped, adopted, resolved: findings }, sources };
}
