import { addToList } from '../model/counts.ts';
import { compareText, refKey, type State, type StateFile } from '../model/state.ts';
import type { Changes } from '../turns/changes.ts';
import type { NewUse } from './newUses.ts';

/** A function or class of W(t-1) that new code uses, with the places. */
export interface Adopted {
  /** Where it stands in the base. */
  base: { file: StateFile; index: number };
  /** Where it stands in the head. */
  head: { file: StateFile; index: number };
  calledFrom: { file: string; line: number }[];
}

/** Adopted targets by `symbolKey` of their place in the base. */
export type Adoption = Map<string, Adopted>;

/** Targets that new code uses, by resolution (design.md section 2). */
export function adoptResolved(uses: NewUse[], changes: Changes): Adoption {
  const adoption: Adoption = new Map();
  for (const use of uses) {
    if (use.resolution.kind !== 'symbol') continue;
    const { file, symbol } = use.resolution.target;
    if (isAround(use, file, symbol)) continue;
    addUse(adoption, changes, use, file, symbol);
  }
  return sorted(adoption);
}

/**
 * Targets that new code uses by the paper's looser rule (papers/reporeuse.md 3.3.2, design.md `--match names`): the last
 * segment of a value reference equals the target's name, and the submission binds that name in no scope except by
 * import. Where several functions bear the name, the one that resolution finds counts, else none: the rule has no way
 * to tell them apart unless the targets are known.
 */
export function adoptByName(
  uses: NewUse[],
  changes: Changes,
  base: State,
  head: State,
  known: { file: StateFile; index: number }[] | null,
): Adoption {
  const bound = new Set<string>();
  for (const path of changes.touched) {
    const file = head.byPath.get(path)!;
    for (const scope of file.detail().scopes) {
      for (const binding of scope.bindings) {
        if (!NO_VALUE.has(binding.kind) && changes.isNewLine(path, binding.line)) bound.add(binding.name);
      }
    }
    for (const name of newMemberNames(file, changes)) bound.add(name);
  }
  const byName = new Map<string, { file: StateFile; index: number }[]>();
  const offer = (file: StateFile, index: number): void => {
    const { name } = file.summary.symbols[index]!;
    addToList(byName, name, { file, index });
  };
  if (known) for (const target of known) offer(target.file, target.index);
  else for (const file of base.files) file.summary.symbols.forEach((_, index) => offer(file, index));
  const adoption: Adoption = new Map();
  for (const use of uses) {
    if (bound.has(use.name)) continue;
    const candidates = byName.get(use.name) ?? [];
    if (candidates.length > 1 && !known) {
      if (use.resolution.kind === 'symbol') {
        addUse(adoption, changes, use, use.resolution.target.file, use.resolution.target.symbol);
      }
      continue;
    }
    for (const target of candidates) {
      const now = changes.headOf(target.file.path, target.index) ?? target;
      addSite(adoption, target, now, use);
    }
  }
  return sorted(adoption);
}

const NO_VALUE = new Set(['import', 'global', 'nonlocal', 'delete', 'type']);

/** Names of the functions, methods and classes that the turn itself wrote in a file. */
function newMemberNames(file: StateFile, changes: Changes): string[] {
  return file.summary.symbols
    .filter((_, index) => changes.baseOf(file.path, index) === undefined)
    .map((symbol) => symbol.name);
}

function addUse(adoption: Adoption, changes: Changes, use: NewUse, file: string, symbol: number): void {
  const before = changes.baseOf(file, symbol);
  if (!before) return;
  const now = changes.headOf(before.file.path, before.index);
  addSite(adoption, before, now ?? before, use);
}

function addSite(
  adoption: Adoption,
  base: { file: StateFile; index: number },
  head: { file: StateFile; index: number },
  use: NewUse,
): void {
  const key = refKey(base);
  let entry = adoption.get(key);
  if (!entry) adoption.set(key, (entry = { base, head, calledFrom: [] }));
  entry.calledFrom.push({ file: use.file.path, line: use.line });
}

/** A function that uses itself, or something nested in a function around the use, is no reuse. */
function isAround(use: NewUse, file: string, symbol: number): boolean {
  if (use.file.path !== file) return false;
  const { symbols } = use.file.summary;
  const around = new Set<number>();
  for (let at = use.container; at >= 0; at = symbols[at]!.parent) around.add(at);
  if (around.has(symbol)) return true;
  for (let at = symbols[symbol]!.parent; at >= 0; at = symbols[at]!.parent) {
    if (around.has(at) && symbols[at]!.kind !== 'class') return true;
  }
  return false;
}

function sorted(adoption: Adoption): Adoption {
  for (const entry of adoption.values()) {
    entry.calledFrom = entry.calledFrom
      .sort((a, b) => compareText(a.file, b.file) || a.line - b.line)
      .filter((site, i, all) => site.file !== all[i - 1]?.file || site.line !== all[i - 1]?.line);
  }
  const place = (entry: Adopted) => entry.head;
  return new Map(
    [...adoption].sort(
      ([, a], [, b]) =>
        compareText(place(a).file.path, place(b).file.path) ||
        place(a).file.summary.symbols[place(a).index]!.startLine -
          place(b).file.summary.symbols[place(b).index]!.startLine,
    ),
  );
}
