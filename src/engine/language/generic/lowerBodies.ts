import { BodyBuilder } from '../../ir/bodyBuilder.ts';
import type { BodyTable } from '../../ir/model.ts';
import type { FactsWalk } from './factsWalk.ts';
import { Lowering, type LowerTable } from './lowering.ts';

/** Kept from file to file, so that a file costs no more memory than it needs. */
const builder = new BodyBuilder();

/** The bodies of a file whose walk is done. A function inside another lies in that one's body. */
export function lowerBodies(walk: FactsWalk, tables: LowerTable): BodyTable {
  builder.clear();
  const symbolOfNode = new Map<number, number>();
  walk.symbols.forEach((symbol, index) => {
    if (symbol.kind === 'function' || symbol.kind === 'method') symbolOfNode.set(walk.spans[index]!.node, index);
  });
  const lowering = new Lowering(walk, builder, symbolOfNode, tables);
  let covered = 0;
  for (const [node, symbol] of [...symbolOfNode].sort(([a], [b]) => a - b)) {
    const shape = tables.functions[walk.type(node)];
    if (node < covered || !shape || walk.spans[symbol]!.body < 0) continue;
    covered = walk.next[node]!;
    lowering.tail = 'none';
    lowering.function(node, shape);
  }
  const self = walk.spans.map((span, index) => {
    const { kind } = walk.symbols[index]!;
    return kind === 'function' ? lowering.known(span.variable) : -1;
  });
  return builder.finish(lowering.roots, self);
}
