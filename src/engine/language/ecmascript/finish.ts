import { SymbolFlag } from '../../model/facts.ts';
import { renumberSymbols } from '../symbolTable.ts';
import { Kind } from './kinds.ts';
import { isVarianceError } from './types.ts';
import type { SymbolDraft, Walk } from './walk.ts';

/** Marks what can be reached from outside its file: exported names, and members of what is exported. */
export function flagExported(walk: Walk): void {
  const { symbols, exportedLocals } = walk;
  for (const entry of walk.exports) {
    const symbol = entry.symbol >= 0 ? walk.symbols[entry.symbol]! : undefined;
    if (symbol) symbol.fact.flags |= SymbolFlag.Exported;
    if (entry.name !== 'default' || entry.local === '') continue;
    for (const binding of walk.scopes[0]!.bindings)
      if (binding.name === entry.local && binding.symbol >= 0)
        walk.symbols[binding.symbol]!.fact.flags |= SymbolFlag.DefaultExport;
  }
  for (const draft of symbols) {
    const { fact, root } = draft;
    if (root === 'default' || root.startsWith('exports.') || (root !== '' && exportedLocals.has(root)))
      fact.flags |= SymbolFlag.Exported;
    const parent = fact.parent >= 0 ? symbols[fact.parent]! : undefined;
    if (!parent || !(parent.fact.flags & SymbolFlag.Exported) || isPrivate(walk, draft)) continue;
    if (parent.fact.kind === 'class' || parent.fact.kind === 'interface')
      if (fact.kind !== 'class') fact.flags |= SymbolFlag.Exported;
  }
}

function isPrivate(walk: Walk, draft: SymbolDraft): boolean {
  if (draft.fact.name.startsWith('#')) return true;
  const up = walk.parent[draft.node]!;
  const owner = up >= 0 && walk.k(up) === Kind.public_field_definition ? up : draft.node;
  const modifier = walk.childOf(owner, Kind.accessibility_modifier);
  return modifier >= 0 && walk.textOf(modifier) === 'private';
}

/** Marks symbols that have an error of the syntax inside and returns the number of errors that are the text's own. */
export function flagDamaged(walk: Walk): number {
  const { tree, symbols } = walk;
  let count = 0;
  if (tree.errorCount === 0) return count;
  for (let node = 0; node < tree.count; node++) {
    if (tree.error[node] === 0 || isVarianceError(walk, node)) continue;
    count++;
    const from = tree.start[node]!;
    const to = tree.end[node]!;
    for (const { fact } of symbols)
      if (from <= fact.endOffset && to >= fact.startOffset) fact.flags |= SymbolFlag.Damaged;
  }
  return count;
}

/** Brings the symbols into the order of their starts and moves every index that names one along. */
export function sortSymbols(walk: Walk): void {
  const { symbols } = walk;
  const inOrder = symbols.every((s, i) => i === 0 || symbols[i - 1]!.fact.startOffset <= s.fact.startOffset);
  if (inOrder) return;
  const order = symbols.map((_, index) => index);
  order.sort((a, b) => symbols[a]!.fact.startOffset - symbols[b]!.fact.startOffset || a - b);
  const moved = new Int32Array(symbols.length);
  order.forEach((old, index) => (moved[old] = index));
  const sorted: SymbolDraft[] = order.map((old) => symbols[old]!);
  symbols.splice(0, symbols.length, ...sorted);
  const { scopes, references, bases } = walk;
  const at = renumberSymbols({ symbols: symbols.map((draft) => draft.fact), scopes, references, bases }, moved);
  for (const entry of walk.exports) entry.symbol = at(entry.symbol);
  for (const member of walk.members) member.parent = at(member.parent);
}
