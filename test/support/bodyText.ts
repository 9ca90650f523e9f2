import { NodeFlag, NodeKind, Origin, type BodyTable } from '../../src/engine/ir/model.ts';

/** A body as lines of text, one a node, for reading in a diff: kind, value, flags as a number. */
export function bodyText(bodies: BodyTable, root: number): string[] {
  const lines: string[] = [];
  const show = (node: number, depth: number): void => {
    const kind = bodies.kind[node]!;
    const value = bodies.value[node]!;
    const flags = bodies.flags[node]! === 0 ? '' : ` +${flagNames(bodies.flags[node]!)}`;
    lines.push(`${'  '.repeat(depth)}${NodeKind[kind]}${valueText(bodies, kind, value)}${flags}`);
    for (let child = node + 1; child < bodies.next[node]!; child = bodies.next[child]!) show(child, depth + 1);
  };
  show(root, 0);
  return lines;
}

function valueText(bodies: BodyTable, kind: NodeKind, value: number): string {
  if (kind !== NodeKind.Name) return value === 0 ? '' : ` ${JSON.stringify(bodies.strings[value])}`;
  const { name, origin, path } = bodies.variables;
  const imported = path[value]! === 0 ? '' : ` ${bodies.strings[path[value]!]}`;
  return ` ${bodies.strings[name[value]!]} ${Origin[origin[value]!]}${imported}`;
}

/** Bits share their places between kinds, so a bit may have several names. */
function flagNames(flags: number): string {
  return Object.entries(NodeFlag)
    .filter(([, bit]) => flags & bit)
    .map(([name]) => name)
    .filter(
      (name, index, all) =>
        index === 0 || NodeFlag[name as keyof typeof NodeFlag] !== NodeFlag[all[index - 1] as keyof typeof NodeFlag],
    )
    .join('+');
}
