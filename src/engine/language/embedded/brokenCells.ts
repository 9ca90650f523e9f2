import type { Parser, Tree } from 'web-tree-sitter';
import type { CellFact } from '../../model/facts.ts';
import { cellAt } from './cellLine.ts';

/**
 * The text of a notebook without the cells that do not parse by themselves, where one of them pulls code of other cells
 * into its statements: an open bracket would swallow what follows. Lines stay.
 * @returns null when the text can stay as it is, else the text and the number of such cells
 */
export function withoutBrokenCells(
  tree: Tree,
  parser: Parser,
  text: string,
  cells: readonly CellFact[],
): { text: string; broken: number } | null {
  if (!crosses(tree, cells)) return null;
  const lines = text.split('\n');
  let broken = 0;
  cells.forEach(({ line }, index) => {
    const end = cells[index + 1]?.line ?? lines.length + 1;
    const alone = parser.parse(lines.slice(line - 1, end - 1).join('\n'));
    if (alone?.rootNode.hasError) {
      broken++;
      lines.fill('', line - 1, end - 1);
    }
    alone?.delete();
  });
  return broken > 0 ? { text: lines.join('\n'), broken } : null;
}

/** True when a statement, or what the parser could not read, lies in more than one cell. */
function crosses(tree: Tree, cells: readonly CellFact[]): boolean {
  return tree.rootNode.children.some((node) => {
    if (!node) return false;
    const { startPosition, endPosition } = node;
    const last = endPosition.column === 0 ? Math.max(endPosition.row - 1, startPosition.row) : endPosition.row;
    return cellAt(cells, startPosition.row + 1) !== cellAt(cells, last + 1);
  });
}
