import type { KnownTarget } from '../findings/auditContext.ts';
import type { ConstantFact, SymbolFact } from '../model/facts.ts';
import { refKey, type State, type StateFile } from '../model/state.ts';

export interface OriginSources {
  known: readonly KnownTarget[] | null;
  /** State before the session's first turn. */
  sessionStart: State | null;
  /** Lines that the session's earlier turns wrote, by file; see `ownLines`. */
  ownLines: ReadonlyMap<string, ReadonlySet<string>> | null;
}

/**
 * Tells of each function or class of the base whether it was there before the session's first turn (`repo`) or an earlier
 * turn of the session wrote it (`self`, design.md section 1). What `--targets` says comes first, then the state before the
 * session, then what the log's earlier turns wrote; with none of them everything is `repo`.
 */
export async function originsOf(
  base: State,
  { known, sessionStart, ownLines }: OriginSources,
): Promise<(symbol: { file: StateFile; index: number }) => 'repo' | 'self'> {
  const stated = new Map(known?.map(({ base: target, origin }) => [refKey(target), origin]));
  const start = sessionStart && symbolsOf(sessionStart);
  const written = start || !ownLines ? null : await writtenSymbols(base, ownLines);
  return ({ file, index }) => {
    const given = stated.get(refKey({ file, index }));
    if (given) return given;
    if (written) return written.has(refKey({ file, index })) ? 'self' : 'repo';
    if (!start) return 'repo';
    const symbol = file.summary.symbols[index]!;
    const there = start.has(byName(file, symbol)) || (symbol.content !== '' && start.has(byBody(symbol)));
    return there ? 'repo' : 'self';
  };
}

/** Every symbol of the session's first state, by its name and, since it may have moved, by its body. */
function symbolsOf(state: State): Set<string> {
  const keys = new Set<string>();
  for (const file of state.files) {
    for (const symbol of file.summary.symbols) keys.add(byName(file, symbol)).add(byBody(symbol));
  }
  return keys;
}

function byName(file: StateFile, symbol: SymbolFact): string {
  return `${file.path}#${symbol.qualifiedName}`;
}

function byBody(symbol: SymbolFact): string {
  return `${symbol.name} ${symbol.content}`;
}

/** Symbols whose naming line the session wrote: a function that it changed only inside was there before. */
async function writtenSymbols(
  base: State,
  ownLines: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [path, own] of ownLines) {
    const file = base.byPath.get(path);
    const text = file && (await base.text(path));
    if (!file || typeof text !== 'string') continue;
    const lines = text.split(/\r\n?|\n/);
    file.summary.symbols.forEach((symbol, index) => {
      const naming = lines[symbol.nameLine - 1];
      if (naming !== undefined && own.has(naming.trim())) found.add(refKey({ file, index }));
    });
  }
  return found;
}

/**
 * The same for constants of the base: by name and value in the state before the session, else by the line that they begin
 * on, when an earlier turn of the session wrote it.
 */
export async function constantOriginsOf(
  base: State,
  { sessionStart, ownLines }: Omit<OriginSources, 'known'>,
): Promise<(file: StateFile, constant: ConstantFact) => 'repo' | 'self'> {
  if (sessionStart) {
    const key = ({ name, digest }: ConstantFact): string => `${name} ${digest}`;
    const there = new Set(sessionStart.files.flatMap((file) => (file.summary.constants ?? []).map(key)));
    return (_, constant) => (there.has(key(constant)) ? 'repo' : 'self');
  }
  const own = new Set<string>();
  for (const [path, written] of ownLines ?? []) {
    const constants = base.byPath.get(path)?.summary.constants ?? [];
    const text = constants.length > 0 ? await base.text(path) : null;
    const lines = text?.split(/\r\n?|\n/) ?? [];
    for (const { startLine } of constants) {
      const line = lines[startLine - 1];
      if (line !== undefined && written.has(line.trim())) own.add(`${path}:${startLine}`);
    }
  }
  return (file, constant) => (own.has(`${file.path}:${constant.startLine}`) ? 'self' : 'repo');
}
