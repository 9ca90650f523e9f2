import type { Language } from 'web-tree-sitter';
import { BodyBuilder } from '../../../ir/bodyBuilder.ts';
import type { BodyTable } from '../../../ir/model.ts';
import type { NameLookup } from '../names.ts';
import type { Walk } from '../walk.ts';
import { lowerFunction } from './functions.ts';
import { Lowering } from './lowering.ts';
import { TABLES } from './statements.ts';

/** Kept from file to file, so that a file costs no more memory than it needs. */
const builder = new BodyBuilder();

/** The bodies of a file whose walk is done. A function inside another lies in that one's body. */
export function lowerBodies(walk: Walk, grammar: Language, lookup: NameLookup): BodyTable {
  builder.clear();
  const symbolOfNode = new Map<number, number>();
  walk.symbols.forEach((draft, index) => {
    const { kind } = draft.fact;
    if (draft.body >= 0 && (kind === 'function' || kind === 'method')) symbolOfNode.set(draft.node, index);
  });
  const lowering = new Lowering(walk, builder, grammar, TABLES, lookup, symbolOfNode);
  let covered = 0;
  for (const [node] of [...symbolOfNode].sort(([a], [b]) => a - b)) {
    if (node < covered) continue;
    covered = walk.next[node]!;
    lowerFunction(lowering, node);
  }
  const self = walk.symbols.map(({ fact, home, innerName }) => {
    const outer = home >= 0 ? lowering.known(fact.name, home) : -1;
    return outer < 0 && innerName !== '' && fact.scope >= 0 ? lowering.known(innerName, fact.scope) : outer;
  });
  return builder.finish(lowering.roots, self);
}
