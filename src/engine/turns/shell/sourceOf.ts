import type { Node } from 'web-tree-sitter';

/** What is written at a node of the tree of `text`. */
export function sourceOf(text: string, { startIndex, endIndex }: Node): string {
  return text.slice(startIndex, endIndex);
}
