import type { FileDetail, FileSummary, LanguageId, SymbolFact } from './facts.ts';

/** One file of a state with its facts. */
export interface StateFile {
  path: string;
  contentKey: string;
  language: LanguageId;
  summary: FileSummary;
  /** Decoded on first use. */
  detail(): FileDetail;
  /** False for generated files: calls into them resolve, but they are neither offender nor target. */
  audited: boolean;
}

/** One state of the workspace as the analysis sees it. */
export interface State {
  label: string;
  /** Sorted by path (code units). */
  files: readonly StateFile[];
  byPath: ReadonlyMap<string, StateFile>;
  /** Text of a file (of a notebook the code), with the lines of its facts; null when it cannot be read (any more). */
  text(path: string): Promise<string | null>;
}

/** A function or method of a state: the unit that findings are about. */
export interface FunctionRef {
  file: StateFile;
  /** Index into `file.summary.symbols`. */
  index: number;
  symbol: SymbolFact;
}

/** True for the function itself and what stands in it. */
export function holds(outer: FunctionRef, index: number): boolean {
  for (let at = index; at >= 0; at = outer.file.summary.symbols[at]!.parent) if (at === outer.index) return true;
  return false;
}

/** Stable text identity of a symbol within one state; the ordinal tells definitions of one name apart. */
export function symbolKey(path: string, index: number): string {
  return `${path}\u0000${index}`;
}

/** `symbolKey` of a function or class. */
export function refKey(ref: { file: StateFile; index: number }): string {
  return symbolKey(ref.file.path, ref.index);
}

/** True for the kinds that hold logic of their own: functions and methods. */
export function isFunction(symbol: SymbolFact): boolean {
  return symbol.kind === 'function' || symbol.kind === 'method';
}

/** All functions and methods of a file, in source order. */
export function functionsOf(file: StateFile): FunctionRef[] {
  const found: FunctionRef[] = [];
  file.summary.symbols.forEach((symbol, index) => {
    if (isFunction(symbol)) found.push({ file, index, symbol });
  });
  return found;
}

/** The function or class of a file with this qualified name; of several definitions the last, which is what callers get. */
export function findSymbol(state: State, path: string, qualifiedName: string): FunctionRef | undefined {
  const file = state.byPath.get(path);
  if (!file) return undefined;
  const index = file.summary.symbols.findLastIndex((symbol) => symbol.qualifiedName === qualifiedName);
  return index < 0 ? undefined : { file, index, symbol: file.summary.symbols[index]! };
}

/** The symbol that a finding names by its file, qualified name and first line. */
export function symbolAt(
  state: State,
  place: { file: string; name: string; startLine: number },
): FunctionRef | undefined {
  const file = state.byPath.get(place.file);
  if (!file) return undefined;
  const index = file.summary.symbols.findIndex(
    (symbol) => symbol.qualifiedName === place.name && symbol.startLine === place.startLine,
  );
  return index < 0 ? undefined : { file, index, symbol: file.summary.symbols[index]! };
}

/** Compares texts by code units: the order that every list of the report has, whatever the machine's locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
