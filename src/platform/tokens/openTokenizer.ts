import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tokenizer } from '../../engine/ports/tokenizer.ts';

/**
 * The tokenizer of dist/tokens.cjs, loaded now (0.1 s) and not before.
 *
 * @param distFolder folder of the bundles
 */
export async function openTokenizer(distFolder: string): Promise<Tokenizer> {
  const bundle = (await import(pathToFileURL(join(distFolder, 'tokens.cjs')).href)) as {
    countTokens: Tokenizer['count'];
  };
  return { count: bundle.countTokens };
}
