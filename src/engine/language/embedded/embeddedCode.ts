import type { EmbeddedKind } from '../../model/facts.ts';
import type { EmbeddedResult } from './embeddedResult.ts';
import { notebookCode } from './notebookCode.ts';
import { scriptCode } from './scriptCode.ts';

/** Takes the code out of a notebook or a component. Never throws for what the text holds. */
export function embeddedCode(kind: EmbeddedKind, text: string): EmbeddedResult {
  return kind === 'notebook' ? notebookCode(text) : scriptCode(kind, text);
}
