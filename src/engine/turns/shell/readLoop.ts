import type { Arg } from './call.ts';
import type { ListNode } from './script.ts';
import { blurred, claimsOf, knownLines, linesPiece, type Stream } from './stream.ts';

/** Lines beyond which a loop is not followed round by round. */
const MAX_ROUNDS = 1_000;

/** What `while read …` does with each line. */
export interface ReadLoop {
  names: string[];
  /** `-r`: backslashes mean nothing. */
  raw: boolean;
  /** Null: an option or separator that is not followed. Else whether blanks part the line (not with an empty `IFS`). */
  blanks: boolean | null;
  /** `|| [ -n "$l" ]`: a last line without its end counts too. */
  takesLast: boolean;
}

/** The loop over lines that a condition is of; null when it reads none. */
export function readLoop(condition: ListNode): ReadLoop | null {
  const reads = condition.items.flatMap(({ node }) => {
    const words = node.kind === 'command' ? node.words.map(({ value }) => value) : [];
    const at = words.indexOf('read');
    return at >= 0 && node.kind === 'command' ? [{ node, words, at }] : [];
  });
  const [first] = reads;
  if (!first) return null;
  const rest = first.words.slice(first.at + 1).filter((word): word is string => word !== null);
  const options = rest.filter((word) => word.startsWith('-'));
  const names = rest.filter((word) => !word.startsWith('-'));
  const separators = first.node.assignments.filter(({ name }) => name === 'IFS');
  const usual = separators.length === 0;
  const follows =
    first.at === 0 &&
    condition.items.length <= 2 &&
    condition.items[0]!.node === first.node &&
    options.every((option) => option === '-r') &&
    (usual || separators.every(({ value }) => value?.value === ''));
  return {
    names: names.length > 0 ? names : ['REPLY'],
    raw: options.includes('-r'),
    blanks: follows ? usual : null,
    takesLast: condition.items.length === 2 && condition.items[1]!.operator === '||',
  };
}

/** Values of the names in each round; null where they cannot be told. */
export function roundsOf(loop: ReadLoop, input: Stream): Arg[][] | null {
  const lines = knownLines(input);
  if (!lines || loop.blanks === null || lines.length > MAX_ROUNDS) return null;
  if (!loop.raw && lines.some(({ text }) => text.includes('\\'))) return null;
  const claims = claimsOf(blurred(input));
  const taken = lines.at(-1)?.open && !loop.takesLast ? lines.slice(0, -1) : lines;
  return taken.map(({ text, from }) => {
    const whole = loop.blanks ? withoutBlanks(text) : text;
    if (loop.names.length === 1)
      return [{ text: whole, candidates: null, printed: [linesPiece([{ text: whole, from }], claims)] }];
    const words = loop.blanks ? whole.split(/[ \t]+/) : [whole];
    return loop.names.map((_, i) => ({
      text: i < loop.names.length - 1 ? (words[i] ?? '') : words.slice(i).join(' '),
      candidates: null,
    }));
  });
}

/** Without blanks at both ends; other white space stays. */
function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ' \t'.includes(text[start]!)) start++;
  while (end > start && ' \t'.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}
