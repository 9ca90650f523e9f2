import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { GrammarSource } from '../../src/engine/language/runtime.ts';

const modules = new URL('../../node_modules/', import.meta.url);

/** The WebAssembly files as the packages install them: what the bundle copies, for tests that run the engine itself. */
export const installedGrammars: GrammarSource = {
  runtime: () => readFile(fileURLToPath(new URL('web-tree-sitter/web-tree-sitter.wasm', modules))),
  grammar: (name) => readFile(fileURLToPath(new URL(`tree-sitter-wasm/out/${name}/tree-sitter-${name}.wasm`, modules))),
};
