import type { Finding, Place } from '../../protocol/report.ts';

/**
 * Findings that can be fixed together: drop-ins, one a function, and such that no function comes to call itself through
 * others and no two files come to import each other.
 */
export function safeFindings(findings: readonly Finding[]): Finding[] {
  const calls = new Map<string, string>();
  const imports = new Map<string, Set<string>>();
  return findings.filter(({ advice, rule, function: own, target }) => {
    if (!advice?.dropIn || rule === 'wraps-target') return false;
    const [from, to] = [keyOf(own), keyOf(target)];
    if (calls.has(from) || reaches(to, from, (at) => calls.get(at) ?? [])) return false;
    const crosses = advice.import !== null && own.file !== target.file;
    if (crosses && reaches(target.file, own.file, (at) => imports.get(at) ?? [])) return false;
    calls.set(from, to);
    if (crosses) imports.set(own.file, (imports.get(own.file) ?? new Set()).add(target.file));
    return true;
  });
}

function reaches(from: string, to: string, next: (at: string) => Iterable<string> | string): boolean {
  const seen = new Set([from]);
  for (const at of seen) {
    if (at === to) return true;
    const following = next(at);
    for (const one of typeof following === 'string' ? [following] : following) seen.add(one);
  }
  return false;
}

function keyOf({ file, name, startLine, cell }: Place): string {
  return JSON.stringify([file, name, startLine, cell ?? null]);
}
