import type { BindingKind } from '../../model/facts.ts';
import type { FactsWalk } from './factsWalk.ts';

/** Notes in the file's scope a name that stands here without a symbol: a prototype, a macro, an attribute. */
export function note(walk: FactsWalk, kind: BindingKind, name: string, node: number): void {
  const made = { symbol: -1, import: -1, value: -1, valueCalled: false };
  walk.scopes.scopes[0]!.bindings.push({ name, kind, line: walk.lineOf(node), ...made });
}

/** What qualified names begin with at this place. */
export function placeOf(walk: FactsWalk): string {
  return walk.symbol < 0 ? walk.prefix : `${walk.symbols[walk.symbol]!.qualifiedName}.`;
}
