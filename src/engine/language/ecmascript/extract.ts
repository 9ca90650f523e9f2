import type { Language } from 'web-tree-sitter';
import type { FileFacts, LanguageId } from '../../model/facts.ts';
import type { FlatTree } from '../flatTree.ts';

/** Facts of one TypeScript, TSX or JavaScript file. */
export function extractEcmascript(_tree: FlatTree, _grammar: Language, _language: LanguageId): FileFacts {
  throw new Error('ecmascript extraction is being written');
}
