import { RESULT_VERSION } from './resultVersion.ts';
import type { StoredResult } from './storedResult.ts';

/** Builds a result of the current version. */
export function createResult(parts: Omit<StoredResult, 'version'>): StoredResult {
  return { version: RESULT_VERSION, ...parts };
}

/** Files that the report's findings name (functions, targets, members), sorted. */
export function filesOfFindings(result: Pick<StoredResult, 'report'>): string[] {
  const files = new Set<string>();
  for (const finding of result.report.findings) {
    files.add(finding.function.file);
    files.add(finding.target.file);
    for (const member of finding.members) files.add(member.file);
  }
  return [...files].sort();
}
