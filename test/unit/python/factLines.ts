import type { FileFacts, SymbolFact } from '../../../src/engine/model/facts.ts';
import { RefFlag } from '../../../src/engine/model/references.ts';

/** One line of astFacts.py. */
export type CPythonFacts =
  | { path: string; error: string }
  | {
      path: string;
      symbols: string[];
      uses: string;
      formatted: [number, number, number, number][];
      scopes: {
        kind: string;
        name: string;
        line: number;
        local: string[];
        outside: Record<string, 'free' | 'global'>;
      }[];
    };

export interface Difference {
  symbol: string;
  difference: string;
}

/** Differences between our facts of a file and CPython's, each with the symbol (or the use, or the scope) it is about. */
export function factLines(facts: FileFacts, theirs: CPythonFacts): Difference[] {
  if ('error' in theirs) return [];
  return [
    ...compare(facts.summary.symbols.map(symbolLine), theirs.symbols, (line) => line.split(' ')[1]!),
    ...compare(useLines(facts, theirs.formatted), theirs.uses ? theirs.uses.split('\n') : [], (line) => `use ${line}`),
    ...compareScopes(facts, theirs.scopes),
  ];
}

function symbolLine(symbol: SymbolFact): string {
  const parameters = symbol.parameters.map((p) => `${p.name}:${p.kind}:${p.optional ? '?' : ''}`).join(',');
  return `${symbol.kind} ${symbol.qualifiedName} ${symbol.startLine}-${symbol.endLine} (${parameters})`;
}

function useLines({ detail }: FileFacts, formatted: [number, number, number, number][]): string[] {
  const { references, strings } = detail;
  const lines: string[] = [];
  let at = 0;
  for (let id = 0; id < references.name.length; id++) {
    const flags = references.flags[id]!;
    if (flags & RefFlag.Reflective) continue;
    // CPython calls the target of an augmented assignment a store.
    if (flags & RefFlag.Augmented && references.receiver[id] === -1) continue;
    const line = references.line[id]!;
    const column = references.column[id]!;
    while (at < formatted.length && isBehind(line, column, formatted[at]!)) at++;
    const range = formatted[at];
    const inside = range && (line > range[0] || (line === range[0] && column >= range[1]));
    lines.push(`${inside ? 0 : line} ${strings[references.name[id]!]}${flags & RefFlag.Call ? '()' : ''}`);
  }
  return lines;
}

function isBehind(line: number, column: number, range: [number, number, number, number]): boolean {
  return line > range[2] || (line === range[2] && column >= range[3]);
}

function compare(ours: string[], theirs: string[], symbolOf: (line: string) => string): Difference[] {
  const count = new Map<string, number>();
  for (const line of ours) count.set(line, (count.get(line) ?? 0) + 1);
  for (const line of theirs) count.set(line, (count.get(line) ?? 0) - 1);
  const found: Difference[] = [];
  for (const [line, n] of count) {
    if (n > 0) found.push({ symbol: symbolOf(line), difference: `only ours: ${line}` });
    if (n < 0) found.push({ symbol: symbolOf(line), difference: `only CPython's: ${line}` });
  }
  return found;
}

/**
 * Local names of each function and class must be the same; a name that we see used without being local must be what
 * `symtable` calls it there: free (bound in a function around) or global.
 */
function compareScopes(facts: FileFacts, theirs: Exclude<CPythonFacts, { error: string }>['scopes']): Difference[] {
  const { scopes, references, strings } = facts.detail;
  const locals = scopes.map((scope) => {
    const elsewhere = new Set(
      scope.bindings.filter((b) => b.kind === 'global' || b.kind === 'nonlocal').map((b) => b.name),
    );
    return new Set(scope.bindings.map((b) => b.name).filter((name) => !elsewhere.has(name) && name !== '__class__'));
  });
  const declared = scopes.map((scope) => new Set(scope.bindings.filter((b) => b.kind === 'global').map((b) => b.name)));
  const outside = scopes.map(() => new Map<string, 'free' | 'global'>());
  for (let id = 0; id < references.name.length; id++) {
    if (references.receiver[id] !== -1 || references.flags[id]! & (RefFlag.Type | RefFlag.Reflective)) continue;
    const name = strings[references.name[id]!]!;
    // The cell behind `super()` is no binding of the text; astFacts.py leaves it out as well.
    if (name === '__class__') continue;
    const from = references.scope[id]!;
    if (locals[from]!.has(name)) continue;
    let answer: 'free' | 'global' = 'global';
    if (!declared[from]!.has(name))
      for (let at = scopes[from]!.parent; at > 0; at = scopes[at]!.parent) {
        if (scopes[at]!.kind === 'class') continue;
        if (declared[at]!.has(name)) break;
        if (!locals[at]!.has(name)) continue;
        answer = 'free';
        break;
      }
    outside[from]!.set(name, answer);
  }
  const kept = scopes.flatMap((scope, index) => {
    if (scope.kind === 'module' || scope.kind === 'type') return [];
    const symbol = scope.symbol < 0 ? undefined : facts.summary.symbols[scope.symbol]!;
    const kind = scope.kind === 'class' ? 'class' : 'function';
    const name =
      scope.kind === 'comprehension' ? '<comprehension>' : scope.kind === 'lambda' ? '<lambda>' : symbol!.name;
    const line = scope.kind === 'comprehension' || scope.kind === 'lambda' ? scope.startLine : symbol!.nameLine;
    return [{ id: `${kind} ${name} ${line}`, local: [...locals[index]!].sort(), outside: outside[index]! }];
  });
  const found: Difference[] = [];
  const byId = groups(kept);
  for (const scope of theirs) {
    const id = `${scope.kind} ${scope.name} ${scope.line}`;
    const candidates = byId.get(id) ?? [];
    const symbol = `scope ${id}`;
    const local = [...scope.local].sort().join(' ');
    const fits = candidates.findIndex(
      (ours) =>
        ours.local.join(' ') === local && [...ours.outside].every(([used, answer]) => scope.outside[used] === answer),
    );
    if (fits >= 0) {
      candidates.splice(fits, 1);
      continue;
    }
    const near = candidates.map(
      (ours) =>
        `${ours.local.join(' ')} | ${[...ours.outside].filter(([used, answer]) => scope.outside[used] !== answer).join(' ')}`,
    );
    found.push({ symbol, difference: `CPython's ${local}; ours ${near.join(' or ') || 'missing'}` });
    candidates.splice(0, 1);
  }
  for (const [id, rest] of byId) for (const _ of rest) found.push({ symbol: `scope ${id}`, difference: 'only ours' });
  return found;
}

function groups<T extends { id: string }>(items: T[]): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const group = map.get(item.id);
    if (group) group.push(item);
    else map.set(item.id, [item]);
  }
  return map;
}
