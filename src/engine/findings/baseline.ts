import type { Finding } from '../../protocol/report.ts';

/** Findings that were accepted. What they are kept in is a matter of whoever hands them in. */
export interface AcceptedFindings {
  /**
   * Called with the findings before they are asked about, for what has to be looked up first.
   * @param text text of a file of the head state
   */
  prepare(findings: readonly Finding[], text: (path: string) => Promise<string | null>): Promise<void>;
  /**
   * @param copies identities of all copies of a group, sorted; null for a finding that is no group
   */
  accepts(finding: Finding, copies: readonly string[] | null): boolean;
}
