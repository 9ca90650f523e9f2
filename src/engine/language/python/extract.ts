import type { Language } from 'web-tree-sitter';
import type { FileFacts } from '../../model/facts.ts';
import type { FlatTree } from '../flatTree.ts';

/** Facts of one Python file. */
export function extractPython(_tree: FlatTree, _grammar: Language): FileFacts {
  throw new Error('python extraction is being written');
}
