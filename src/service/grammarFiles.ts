import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GrammarSource } from '../engine/language/runtime.ts';

/** A grammar that is not there: the installation is damaged, no file of the user. */
export class GrammarError extends Error {}

const known = new Map<string, GrammarSource>();

/** The WebAssembly files in a folder of the bundles: the same source for the same folder. */
export function grammarFiles(folder: string): GrammarSource {
  let source = known.get(folder);
  if (!source) {
    source = {
      runtime: () => readWasm(folder, 'web-tree-sitter.wasm'),
      grammar: (name) => readWasm(folder, `tree-sitter-${name}.wasm`),
    };
    known.set(folder, source);
  }
  return source;
}

async function readWasm(folder: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    throw new GrammarError(`The grammar file ${name} cannot be read (${(error as Error).message}). Reinstall Rewheel.`);
  }
}
