import { addToList, totalOf } from '../model/counts.ts';
import type { State, StateFile } from '../model/state.ts';
import { compareText, functionsOf } from '../model/state.ts';

/** Share of a file's function tokens that must be found again for a rename with edits. Git's own default is half. */
const RENAME_SHARE = 0.5;

export interface FilePairs {
  /** Head path to base path: the same path, or the path that the file was renamed from. */
  baseOf: Map<string, string>;
  /** Head paths that have no counterpart in the base. */
  added: string[];
  /** Base paths that have no counterpart in the head. */
  deleted: string[];
  /** Head paths whose content differs from their counterpart's (added ones are not among them). */
  changed: string[];
}

/**
 * Pairs the files of two states: by path, then vanished with new files by equal content, then by the functions that they
 * share (weighted by tokens), best pair first.
 */
export function pairFiles(base: State, head: State): FilePairs {
  const baseOf = new Map<string, string>();
  const changed: string[] = [];
  const added: StateFile[] = [];
  for (const file of head.files) {
    const before = base.byPath.get(file.path);
    if (!before) {
      added.push(file);
      continue;
    }
    baseOf.set(file.path, file.path);
    if (before.contentKey !== file.contentKey) changed.push(file.path);
  }
  const gone = base.files.filter((file) => !head.byPath.has(file.path));
  const taken = new Set<string>();
  const rename = (to: StateFile, from: StateFile): void => {
    baseOf.set(to.path, from.path);
    taken.add(from.path);
    if (to.contentKey !== from.contentKey) changed.push(to.path);
  };
  const byContent = new Map<string, StateFile[]>();
  for (const file of gone) addToList(byContent, file.contentKey, file);
  for (const file of added) {
    const same = byContent.get(file.contentKey)?.find((candidate) => !taken.has(candidate.path));
    if (same) rename(file, same);
  }
  for (const { to, from } of similarPairs(
    added.filter((file) => !baseOf.has(file.path)),
    gone.filter((file) => !taken.has(file.path)),
  )) {
    if (!baseOf.has(to.path) && !taken.has(from.path)) rename(to, from);
  }
  return {
    baseOf,
    added: added.filter((file) => !baseOf.has(file.path)).map((file) => file.path),
    deleted: gone.filter((file) => !taken.has(file.path)).map((file) => file.path),
    changed: changed.sort(compareText),
  };
}

function similarPairs(added: StateFile[], gone: StateFile[]): { to: StateFile; from: StateFile }[] {
  // Only files that share a function (by body or by qualified name) are compared: no pass over all pairs.
  const holders = new Map<string, StateFile[]>();
  for (const file of gone) {
    for (const key of functionTokens(file).keys()) addToList(holders, key, file);
  }
  const pairs: { to: StateFile; from: StateFile; share: number }[] = [];
  for (const to of added) {
    const mine = functionTokens(to);
    const common = new Map<StateFile, number>();
    for (const [key, tokens] of mine) {
      for (const from of holders.get(key) ?? []) common.set(from, (common.get(from) ?? 0) + tokens);
    }
    for (const [from, tokens] of common) {
      const total = Math.max(totalOf(mine), totalOf(functionTokens(from)));
      const share = total === 0 ? 0 : tokens / total;
      if (share >= RENAME_SHARE) pairs.push({ to, from, share });
    }
  }
  return pairs.sort(
    (a, b) => b.share - a.share || compareText(a.to.path, b.to.path) || compareText(a.from.path, b.from.path),
  );
}

function functionTokens(file: StateFile): Map<string, number> {
  const tokens = new Map<string, number>();
  for (const { symbol } of functionsOf(file)) {
    if (symbol.exact) tokens.set(symbol.exact, (tokens.get(symbol.exact) ?? 0) + symbol.tokens);
  }
  return tokens;
}
