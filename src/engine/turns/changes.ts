import { addToList } from '../model/counts.ts';
import type { FunctionRef, State, StateFile } from '../model/state.ts';
import { compareText, functionsOf, isFunction, refKey, symbolKey } from '../model/state.ts';
import { changedLines } from './changedLines.ts';
import { pairFiles, type FilePairs } from './fileRenames.ts';

/** Body tokens below which equal bodies alone do not make a move: too many functions look alike there. */
const MOVE_TOKENS = 10;

/** What a turn did to the functions of the workspace (design.md section 2, "New code"). */
export interface Changes {
  files: FilePairs;
  /** Head functions without a counterpart in the base. */
  added: FunctionRef[];
  /** Head functions whose tokens differ from their counterpart's. */
  modified: { head: FunctionRef; base: FunctionRef }[];
  /** Base functions without a counterpart in the head. */
  deleted: FunctionRef[];
  /** Functions that stand elsewhere or under another name now. */
  moved: { head: FunctionRef; base: FunctionRef }[];
  /** Base symbol of a head symbol (functions and classes); undefined when the symbol is new. */
  baseOf(path: string, index: number): FunctionRef | undefined;
  /** Head symbol of a base symbol; undefined when it is gone. */
  headOf(path: string, index: number): FunctionRef | undefined;
  /** Paths of head files in which anything changed, sorted. */
  touched: string[];
  /** True when a head line is new code's: added or changed, and not part of a function that only moved. */
  isNewLine(path: string, line: number): boolean;
}

/** The head functions that hold new code: added ones first. */
export function writtenFunctions({ added, modified }: Changes): FunctionRef[] {
  return [...added, ...modified.map(({ head }) => head)];
}

/** Compares two states function by function. Moves and renames, of files and of functions, are taken out. */
export async function compareStates(base: State, head: State): Promise<Changes> {
  const files = pairFiles(base, head);
  const match = new SymbolMatch();
  for (const [headPath, basePath] of files.baseOf) {
    const to = head.byPath.get(headPath)!;
    const from = base.byPath.get(basePath)!;
    if (to.contentKey === from.contentKey) match.identical(to, from);
    else match.byName(to, from);
  }
  const touchedHead = [...files.added, ...files.changed].map((path) => head.byPath.get(path)!);
  const touchedBase = [
    ...files.deleted.map((path) => base.byPath.get(path)!),
    ...files.changed.map((path) => base.byPath.get(files.baseOf.get(path)!)!),
  ];
  const loose = matchMoves(match, touchedHead, touchedBase, base);
  const moved = collectMoved(match, head, files, loose);
  const movedKeys = new Set(
    moved
      .filter(({ head: to, base: from }) => to.symbol.content === from.symbol.content)
      .map(({ head: to }) => refKey(to)),
  );
  const added: FunctionRef[] = [];
  const modified: { head: FunctionRef; base: FunctionRef }[] = [];
  for (const file of touchedHead) {
    for (const ref of functionsOf(file)) {
      const before = match.baseOf(file.path, ref.index);
      if (!before) added.push(ref);
      else if (before.symbol.content !== ref.symbol.content) modified.push({ head: ref, base: before });
    }
  }
  const deleted = touchedBase.flatMap((file) =>
    functionsOf(file).filter((ref) => match.headOf(file.path, ref.index) === undefined),
  );
  const lines = await newLines(base, head, files);
  const touched = [...files.added, ...files.changed].sort(compareText);
  for (const file of touchedHead) excludeMoved(file, movedKeys, lines);
  return {
    files,
    added,
    modified,
    deleted,
    moved,
    baseOf: (path, index) => match.baseOf(path, index),
    headOf: (path, index) => match.headOf(path, index),
    touched,
    isNewLine: (path, line) => {
      const own = lines.get(path);
      return own === 'all' || (own !== undefined && own.has(line));
    },
  };
}

/** The two-way map between the symbols of two states. Files with equal content are matched by index, at no cost. */
class SymbolMatch {
  private readonly toBase = new Map<string, FunctionRef>();
  private readonly toHead = new Map<string, FunctionRef>();
  private readonly sameHead = new Map<string, StateFile>();
  private readonly sameBase = new Map<string, StateFile>();

  identical(to: StateFile, from: StateFile): void {
    this.sameHead.set(to.path, from);
    this.sameBase.set(from.path, to);
  }

  pair(to: FunctionRef, from: FunctionRef): void {
    this.toBase.set(refKey(to), from);
    this.toHead.set(refKey(from), to);
  }

  baseOf(path: string, index: number): FunctionRef | undefined {
    const same = this.sameHead.get(path);
    if (same) return { file: same, index, symbol: same.summary.symbols[index]! };
    return this.toBase.get(symbolKey(path, index));
  }

  headOf(path: string, index: number): FunctionRef | undefined {
    const same = this.sameBase.get(path);
    if (same) return { file: same, index, symbol: same.summary.symbols[index]! };
    return this.toHead.get(symbolKey(path, index));
  }

  /** Same kind and qualified name; of several definitions of one name, equal content first, then in order. */
  byName(to: StateFile, from: StateFile): void {
    const waiting = new Map<string, number[]>();
    from.summary.symbols.forEach((symbol, index) => {
      const key = `${symbol.kind} ${symbol.qualifiedName}`;
      addToList(waiting, key, index);
    });
    const take = (index: number, wanted: (candidate: number) => boolean): void => {
      const symbol = to.summary.symbols[index]!;
      const candidates = waiting.get(`${symbol.kind} ${symbol.qualifiedName}`);
      const at = candidates?.findIndex(wanted) ?? -1;
      if (!candidates || at < 0) return;
      const [base] = candidates.splice(at, 1);
      this.pair({ file: to, index, symbol }, { file: from, index: base!, symbol: from.summary.symbols[base!]! });
    };
    to.summary.symbols.forEach((symbol, index) =>
      take(index, (candidate) => from.summary.symbols[candidate]!.content === symbol.content),
    );
    to.summary.symbols.forEach((_, index) => {
      if (!this.toBase.has(symbolKey(to.path, index))) take(index, () => true);
    });
  }
}

interface LoosePair {
  to: FunctionRef;
  from: FunctionRef;
}

/**
 * Matches what names and paths did not: symbols that vanished in one place and appear in another. First equal content,
 * then equal bodies under another name, then the same name with an edited body, where both sides are the only one.
 */
function matchMoves(match: SymbolMatch, heads: StateFile[], bases: StateFile[], base: State): LoosePair[] {
  const open = (files: StateFile[], known: (path: string, index: number) => unknown): FunctionRef[] =>
    files.flatMap((file) =>
      file.summary.symbols
        .map((symbol, index) => ({ file, index, symbol }))
        .filter(({ index }) => known(file.path, index) === undefined),
    );
  const pairs: LoosePair[] = [];
  const round = (
    key: (ref: FunctionRef) => string | null,
    accept: (to: FunctionRef, from: FunctionRef) => boolean,
    uniqueOnly: boolean,
  ): void => {
    const gone = open(bases, (path, index) => match.headOf(path, index));
    if (gone.length === 0) return;
    const froms = groupBy(gone, key);
    const tos = groupBy(
      open(heads, (path, index) => match.baseOf(path, index)),
      key,
    );
    for (const [text, group] of tos) {
      const candidates = froms.get(text) ?? [];
      if (uniqueOnly && (candidates.length !== 1 || group.length !== 1)) continue;
      for (const to of group) {
        const at = candidates.findIndex((from) => accept(to, from));
        if (at < 0) continue;
        const [from] = candidates.splice(at, 1);
        match.pair(to, from!);
        pairs.push({ to, from: from! });
      }
    }
  };
  const kindOf = (ref: FunctionRef): string => (isFunction(ref.symbol) ? 'function' : ref.symbol.kind);
  round(
    (ref) => (ref.symbol.content ? `${kindOf(ref)} ${ref.symbol.name} ${ref.symbol.content}` : null),
    () => true,
    false,
  );
  // Under another name a body says where it went only when no other function had it: of several copies none "moved".
  let counts: Map<string, number> | undefined;
  const unique = (ref: FunctionRef): boolean => {
    if (!isFunction(ref.symbol) || ref.symbol.tokens < MOVE_TOKENS) return false;
    counts ??= bodyCounts(base);
    return (counts.get(ref.symbol.exact) ?? 0) <= 1;
  };
  const always = (): boolean => true;
  round((ref) => (unique(ref) ? ref.symbol.content || null : null), always, true);
  round((ref) => (unique(ref) ? ref.symbol.renamed || null : null), always, true);
  round((ref) => `${ref.symbol.kind} ${ref.symbol.name}`, resemble, true);
  return pairs;
}

/** How many functions of a state have each body. */
function bodyCounts(state: State): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of state.files) {
    for (const { exact } of file.summary.symbols) counts.set(exact, (counts.get(exact) ?? 0) + 1);
  }
  return counts;
}

/** The same function after an edit: enough of its parameters and calls, and about its size. */
function resemble(to: FunctionRef, from: FunctionRef): boolean {
  if (!isFunction(to.symbol)) return overlap(memberNames(to), memberNames(from)) >= 0.5;
  const features = (ref: FunctionRef): Set<string> =>
    new Set([...ref.symbol.parameters.map((p) => `(${p.name}`), ...ref.symbol.calledNames]);
  const size = Math.min(to.symbol.tokens, from.symbol.tokens) / Math.max(1, to.symbol.tokens, from.symbol.tokens);
  return size >= 0.4 && overlap(features(to), features(from)) >= 0.5;
}

function memberNames(ref: FunctionRef): Set<string> {
  return new Set(ref.file.summary.symbols.filter((symbol) => symbol.parent === ref.index).map((symbol) => symbol.name));
}

function overlap(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const name of a) if (b.has(name)) common++;
  return common / Math.max(a.size, b.size);
}

function groupBy(refs: FunctionRef[], key: (ref: FunctionRef) => string | null): Map<string, FunctionRef[]> {
  const groups = new Map<string, FunctionRef[]>();
  for (const ref of refs) {
    const text = key(ref);
    if (text) addToList(groups, text, ref);
  }
  return groups;
}

function collectMoved(
  match: SymbolMatch,
  head: State,
  files: FilePairs,
  loose: LoosePair[],
): { head: FunctionRef; base: FunctionRef }[] {
  const moved = loose.filter(({ to }) => isFunction(to.symbol)).map(({ to, from }) => ({ head: to, base: from }));
  const known = new Set(moved.map(({ head: to }) => refKey(to)));
  for (const [headPath, basePath] of files.baseOf) {
    if (headPath === basePath) continue;
    for (const ref of functionsOf(head.byPath.get(headPath)!)) {
      const before = match.baseOf(headPath, ref.index);
      if (before && before.file.path === basePath && !known.has(refKey(ref))) {
        moved.push({ head: ref, base: before });
      }
    }
  }
  return moved.sort(
    (a, b) => compareText(a.head.file.path, b.head.file.path) || a.head.symbol.startLine - b.head.symbol.startLine,
  );
}

async function newLines(base: State, head: State, files: FilePairs): Promise<Map<string, Set<number> | 'all'>> {
  const lines = new Map<string, Set<number> | 'all'>();
  for (const path of files.added) lines.set(path, 'all');
  for (const path of files.changed) {
    const before = await base.text(files.baseOf.get(path)!);
    const after = await head.text(path);
    lines.set(path, before === null || after === null ? 'all' : changedLines(before, after));
  }
  return lines;
}

/** Lines of functions that only moved are not new, although a line difference shows them as added. */
function excludeMoved(file: StateFile, moved: Set<string>, lines: Map<string, Set<number> | 'all'>): void {
  const spans = file.summary.symbols.filter((_, index) => moved.has(symbolKey(file.path, index)));
  if (spans.length === 0) return;
  const own = lines.get(file.path);
  const set = own === 'all' ? new Set(Array.from({ length: file.summary.lines }, (_, i) => i + 1)) : own;
  if (!set) return;
  for (const span of spans) for (let line = span.startLine; line <= span.endLine; line++) set.delete(line);
  lines.set(file.path, set);
}
