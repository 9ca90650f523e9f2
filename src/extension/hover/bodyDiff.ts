import { structuredPatch } from 'diff';

/** Lines of a difference that a hover shows. */
const MOST_LINES = 40;

/** Edits after which two bodies are called too different to show. */
const MOST_EDITS = 200;

/** Lines of context around a change. */
const CONTEXT = 3;

/**
 * One difference of two bodies, in the form of a patch: lines of the target with `-`, lines of the copy with `+`. Null
 * when they are the same.
 */
export function bodyDiff(
  target: readonly string[],
  copy: readonly string[],
): { text: string; cut: boolean } | 'too-different' | null {
  const [before, after] = [target, copy].map((lines) => `${lines.join('\n')}\n`) as [string, string];
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', before, after, '', '', options);
  if (!patch) return 'too-different';
  if (patch.hunks.length === 0) return null;
  const lines = patch.hunks.flatMap((hunk, index) => (index === 0 ? hunk.lines : ['…', ...hunk.lines]));
  return { text: lines.slice(0, MOST_LINES).join('\n'), cut: lines.length > MOST_LINES };
}
