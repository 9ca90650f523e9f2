import type { Language } from 'web-tree-sitter';
import { BodyBuilder } from '../../../ir/bodyBuilder.ts';
import type { BodyTable } from '../../../ir/model.ts';
import type { Walk } from '../walk.ts';
import { lowerFunction } from './functions.ts';
import { Lowering } from './lowering.ts';
import { TABLES } from './statements.ts';

/** Kept from file to file, so that a file costs no more memory than it needs. */
const builder = new BodyBuilder();

/** The bodies of a file whose walk is done. A function inside another lies in that one's body. */
export function lowerBodies(walk: Walk, grammar: Language): BodyTable {
  builder.clear();
  const symbolOfNode = new Map<number, number>();
  walk.symbols.forEach((symbol, index) => {
    const { node } = walk.spans[index]!;
    if (node >= 0 && symbol.kind !== 'class') symbolOfNode.set(node, index);
  });
  const lowering = new Lowering(walk, builder, grammar, TABLES, symbolOfNode);
  let covered = 0;
  for (const [node, symbol] of [...symbolOfNode].sort(([a], [b]) => a - b)) {
    if (node < covered) continue;
    covered = walk.next[node]!;
    lowering.scope = walk.spans[symbol]!.scope;
    lowerFunction(lowering, node);
  }
  const self = walk.symbols.map((symbol, index) => {
    const { scope, name } = walk.spans[index]!;
    return symbol.kind === 'function' ? lowering.known(walk.scopes.lookup(scope, name)) : -1;
  });
  return builder.finish(lowering.roots, self);
}
