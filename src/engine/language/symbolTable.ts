import type { ScopeFact, SymbolFact } from '../model/facts.ts';
import type { ReferenceTable } from './referenceTable.ts';

type FilledLater = 'scope' | 'bodyStart' | 'bodyEnd' | 'parameters' | 'decorators' | Digested;
type Digested = 'tokens' | 'statements' | 'exact' | 'renamed' | 'content' | 'calledNames';

/** A symbol as it is when a walk comes upon it: its scope, body, parameters, counts and digests are not known yet. */
export function newSymbol(head: Omit<SymbolFact, FilledLater>, decorators: string[] = []): SymbolFact {
  return {
    kind: head.kind,
    name: head.name,
    qualifiedName: head.qualifiedName,
    parent: head.parent,
    scope: -1,
    startLine: head.startLine,
    endLine: head.endLine,
    nameLine: head.nameLine,
    nameColumn: head.nameColumn,
    startOffset: head.startOffset,
    endOffset: head.endOffset,
    bodyStart: -1,
    bodyEnd: -1,
    signature: head.signature,
    doc: head.doc,
    parameters: [],
    flags: head.flags,
    tokens: 0,
    statements: 0,
    exact: '',
    renamed: '',
    content: '',
    calledNames: [],
    decorators,
  };
}

/** Tables that name symbols by index. */
interface SymbolUsers {
  symbols: readonly SymbolFact[];
  scopes: readonly ScopeFact[];
  references: ReferenceTable;
  bases: readonly { symbol: number }[];
}

/**
 * Moves every index that names a symbol along when the symbols are put into another order.
 * @param moved new index of each symbol by its old one
 * @returns the new index for an old one, for tables of one language's own; below zero stays as it is
 */
export function renumberSymbols(users: SymbolUsers, moved: Int32Array): (index: number) => number {
  const at = (index: number): number => (index < 0 ? index : moved[index]!);
  for (const symbol of users.symbols) symbol.parent = at(symbol.parent);
  for (const scope of users.scopes) {
    scope.symbol = at(scope.symbol);
    for (const binding of scope.bindings) binding.symbol = at(binding.symbol);
  }
  const { symbol, count } = users.references;
  for (let id = 0; id < count; id++) symbol[id] = at(symbol[id]!);
  for (const base of users.bases) base.symbol = at(base.symbol);
  return at;
}
