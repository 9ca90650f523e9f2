import type { RuleId } from '../../protocol/report.ts';

/** Languages whose line comments begin with `#`; the others that are audited have `//`. */
const HASH = /\.(?:pyi?|rb|rake|ipynb)$/i;

/**
 * The line that hides findings of a rule on the function below it.
 * @param firstLine the first line of the function: its indentation is taken over
 */
export function ignoreComment(file: string, rule: RuleId, reason: string, firstLine: string): string {
  const indent = /^[ \t]*/.exec(firstLine)![0];
  return `${indent}${HASH.test(file) ? '#' : '//'} rewheel-ignore[${rule}]: ${reason.replace(/\s+/g, ' ').trim()}`;
}
