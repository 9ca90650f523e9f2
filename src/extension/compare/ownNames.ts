import { diffArrays } from 'diff';

const WORD = String.raw`[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*`;
const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const TOKEN = new RegExp(`${STRING}|${WORD}|\\d[\\p{L}\\d._]*|:=|[=!<>]=|[^\\s]`, 'gu');
const IS_WORD = new RegExp(`^${WORD}$`, 'u');

/** Tokens of a body beyond which names are not paired: longer ones are compared as they are. */
const MOST_TOKENS = 6_000;

/** Edits after which two bodies are too different for their names to be paired. */
const MOST_EDITS = 200;

/**
 * Pairs the names that two functions give to their own things (parameters, variables), by where they stand: a name of
 * `copy` and one of `target` that stand in each other's places and nowhere else. It works on texts of any language, so
 * a name counts as own by how it is bound; what is called, read from outside or taken as an attribute never is.
 * @returns own names of `copy` with those of `target`, in the order of the copy
 */
export function ownNames(copy: string, target: string): Map<string, string> {
  const [from, to] = [tokensOf(copy), tokensOf(target)];
  const pairs = new Map<string, string>();
  if (from.length > MOST_TOKENS || to.length > MOST_TOKENS) return pairs;
  const comparator = (a: string, b: string): boolean => a === b || (isWord(a) && isWord(b));
  const parts = diffArrays(from, to, { comparator, maxEditLength: MOST_EDITS });
  if (!parts) return pairs;
  const [own, theirs] = [boundNames(from), boundNames(to)];
  const taken = new Map<string, string>();
  const unsure = new Set<string>();
  let [at, against] = [0, 0];
  for (const { added, removed, count = 0 } of parts) {
    for (let index = 0; !added && !removed && index < count; index += 1) {
      const [name, other] = [from[at + index] ?? '', to[against + index] ?? ''];
      if (!isWord(name)) continue;
      const holder = taken.get(other) ?? name;
      if ((pairs.get(name) ?? other) !== other || holder !== name) unsure.add(name).add(holder);
      pairs.set(name, other);
      taken.set(other, name);
    }
    if (!added) at += count;
    if (!removed) against += count;
  }
  const [inCopy, inTarget] = [new Set(from), new Set(to)];
  for (const [name, other] of pairs) {
    const clear = own.has(name) && theirs.has(other) && !unsure.has(name);
    // A name that both use would stand for two things.
    if (!clear || inTarget.has(name) || inCopy.has(other)) pairs.delete(name);
  }
  return pairs;
}

/** The text with names replaced; what stands in strings is left as it is. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(TOKEN, (token) => names.get(token) ?? token);
}

/** Words that stand before a name that they bind. */
const BINDERS = new Set(['for', 'let', 'const', 'var', 'mut', 'as', 'final', 'auto']);

/** Names that a function binds: parameters, assigned names, loop variables. */
function boundNames(tokens: readonly string[]): Set<string> {
  const bound = new Set<string>();
  let depth = 0;
  let inParameters = true;
  let inLoop = false;
  tokens.forEach((token, index) => {
    const [before, after] = [tokens[index - 1] ?? '', tokens[index + 1] ?? ''];
    if (token === '(') depth += 1;
    if (token === ')') {
      depth -= 1;
      if (depth <= 0) inParameters = false;
    }
    if (token === 'for') inLoop = true;
    if (token === 'in' || token === 'of' || token === ':' || token === '{') inLoop = false;
    if (!isWord(token) || before === '.') return;
    const parameter = inParameters && depth > 0 && (/^[(,*&]$/.test(before) || /^[,):]$/.test(after));
    if (parameter || inLoop || after === '=' || after === ':=' || BINDERS.has(before)) bound.add(token);
  });
  return bound;
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function isWord(token: string): boolean {
  return IS_WORD.test(token);
}
