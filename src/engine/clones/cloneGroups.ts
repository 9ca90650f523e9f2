import { addToList } from '../model/counts.ts';
import type { FunctionRef, State } from '../model/state.ts';
import { compareText, isFunction } from '../model/state.ts';
import { SymbolFlag } from '../model/facts.ts';
import { BodyFilter } from './bodyFilter.ts';
import type { CloneKeys } from './cloneKeys.ts';
import type { HiddenReason } from '../../protocol/hiddenReasons.ts';
import { exclusionOf, isTestCode } from '../findings/neverReported.ts';

/** The functions of one state by `CloneKeys`. */
export interface CloneIndex {
  /** Groups of two or more functions, members best place to keep first. Excluded ones are still among them. */
  groups(): Iterable<[string, FunctionRef[]]>;
  /** Functions with this digest, best place first; empty when there is none. */
  members(digest: string): FunctionRef[];
  /** True when the group is of a kind that is never reported. */
  isHidden(digest: string): boolean;
  /** Counts the group as hidden, with its reason, when it is. */
  countHidden(digest: string, hidden: { addRefs(reason: HiddenReason, refs: readonly FunctionRef[]): void }): void;
}

/**
 * Indexes a state. Groups that hold test functions only are hidden: tests are compared with production code, not with
 * each other.
 * @param minTokens body tokens below which equal bodies say nothing; 0 switches the clone rules off
 * @param wanted digests to index; null for all
 */
export function cloneIndex(
  state: State,
  keys: CloneKeys,
  minTokens: number,
  wanted: ReadonlySet<string> | null,
): CloneIndex {
  const byDigest = new Map<string, FunctionRef[]>();
  const bodies = wanted && new BodyFilter(keys.renamedOf(wanted));
  for (const file of minTokens === 0 ? [] : state.files) {
    if (!file.audited) continue;
    const { symbols } = file.summary;
    for (const index of bodies ? bodies.in(file.summary) : symbols.keys()) {
      const symbol = symbols[index]!;
      if (symbol.renamed === '') continue;
      const digest = keys.of(file, index);
      if (exclusionOf(symbol, minTokens) === 'no-body') continue;
      addToList(byDigest, digest, { file, index, symbol });
    }
  }
  const sorted = new Set<string>();
  const members = (digest: string): FunctionRef[] => {
    const group = byDigest.get(digest) ?? [];
    if (!sorted.has(digest)) {
      group.sort(bestPlaceFirst);
      sorted.add(digest);
    }
    return group;
  };
  const reason = (digest: string): HiddenReason | null => {
    const group = byDigest.get(digest) ?? [];
    if (group.length === 0) return null;
    const own = exclusionOf(group[0]!.symbol, minTokens);
    if (own) return own;
    if (group.every((ref) => isTestCode(ref.file.path, ref.symbol))) return 'tests';
    return nestedInCopies(group, keys) ? 'nested' : null;
  };
  return {
    *groups() {
      for (const [digest, group] of byDigest) if (group.length > 1) yield [digest, members(digest)];
    },
    members,
    isHidden: (digest) => reason(digest) !== null,
    countHidden(digest, hidden) {
      const why = reason(digest);
      if (why) hidden.addRefs(why, members(digest));
    },
  };
}

/** Functions nested in functions that are copies of each other: the outer ones are reported. */
function nestedInCopies(group: FunctionRef[], keys: CloneKeys): boolean {
  const outer = new Set<string>();
  for (const ref of group) {
    const parent = ref.file.summary.symbols[ref.symbol.parent];
    if (!parent || !isFunction(parent) || parent.renamed === '') return false;
    outer.add(keys.of(ref.file, ref.symbol.parent));
  }
  return outer.size === 1;
}

/**
 * Order of the members of a group, best place to keep first: production before test code, exported, documented, outer
 * before nested, then by path and line so that the order is the same everywhere.
 */
export function bestPlaceFirst(a: FunctionRef, b: FunctionRef): number {
  return (
    placeRank(b) - placeRank(a) ||
    compareText(a.file.path, b.file.path) ||
    a.symbol.startLine - b.symbol.startLine ||
    a.index - b.index
  );
}

/** How good a place is to keep a copy, higher is better. */
export function placeRank(ref: FunctionRef): number {
  const { symbol } = ref;
  let value = 0;
  if (!isTestCode(ref.file.path, symbol)) value += 16;
  if (symbol.flags & SymbolFlag.Exported) value += 8;
  if (!symbol.name.startsWith('_') && !symbol.name.startsWith('#')) value += 4;
  if (symbol.doc !== '') value += 2;
  if (symbol.parent < 0) value += 1;
  return value;
}

/** 1 when the bodies are equal as written, 2 when own names were renamed, 4 when they have one normal form. */
export function cloneType(a: FunctionRef, b: FunctionRef): 1 | 2 | 4 {
  if (a.symbol.exact === b.symbol.exact) return 1;
  return a.symbol.renamed === b.symbol.renamed ? 2 : 4;
}
