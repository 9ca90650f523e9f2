import type { StoredResult } from './storedResult.ts';

/**
 * Adopted and bypassed functions, of the repository and of earlier turns together, and the share that was adopted;
 * null when there was nothing to adopt (design.md section 2: a rate with no targets is null).
 */
export function reuseCounts({ report }: Pick<StoredResult, 'report'>): {
  adopted: number;
  bypassed: number;
  rate: number | null;
} {
  const { repo, self } = report.metrics.reuse;
  const adopted = repo.adopted + self.adopted;
  const bypassed = repo.bypassed + self.bypassed;
  return { adopted, bypassed, rate: adopted + bypassed === 0 ? null : adopted / (adopted + bypassed) };
}
