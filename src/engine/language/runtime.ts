import { Language, Parser } from 'web-tree-sitter';
import type { LanguageId } from '../model/facts.ts';
import { useRuntimeModule } from './cursorSteps.ts';

/**
 * Where the WebAssembly files come from. Handed in, since the engine does not read files: bytes of
 * `web-tree-sitter.wasm` and of `tree-sitter-<grammar>.wasm`.
 */
export interface GrammarSource {
  runtime(): Promise<Uint8Array>;
  grammar(name: string): Promise<Uint8Array>;
}

const GRAMMAR_OF: Record<LanguageId, string> = {
  python: 'python',
  typescript: 'typescript',
  tsx: 'tsx',
  javascript: 'javascript',
  go: 'go',
  rust: 'rust',
  java: 'java',
  c: 'c',
  cpp: 'cpp',
  ruby: 'ruby',
  php: 'php',
  csharp: 'c_sharp',
  kotlin: 'kotlin',
  swift: 'swift',
};

/** Grammars of the shells that agents use (turns/shell). */
const SHELL_GRAMMARS = ['bash', 'powershell'];

/** Names of the grammars in use: the only ones that ship. */
export const GRAMMARS_IN_USE = [...new Set([...Object.values(GRAMMAR_OF), ...SHELL_GRAMMARS])].sort();

let started: Promise<void> | undefined;
const loaded = new Map<LanguageId, Promise<{ parser: Parser; language: Language }>>();

/** One parser a language and thread, made when a file of that language is first met. */
export function parserFor(id: LanguageId, source: GrammarSource): Promise<{ parser: Parser; language: Language }> {
  let entry = loaded.get(id);
  if (!entry) {
    entry = load(id, source);
    loaded.set(id, entry);
  }
  return entry;
}

async function load(id: LanguageId, source: GrammarSource): Promise<{ parser: Parser; language: Language }> {
  await startRuntime(source);
  const language = await Language.load(await source.grammar(GRAMMAR_OF[id]));
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, language };
}

/** Starts the WebAssembly runtime of this thread, once. */
export function startRuntime(source: GrammarSource): Promise<void> {
  started ??= initialise(source);
  return started;
}

async function initialise(source: GrammarSource): Promise<void> {
  let module: unknown;
  await Parser.init({
    wasmBinary: await source.runtime(),
    preRun: [(runtime: unknown) => (module = runtime)],
  } as never);
  useRuntimeModule(module);
}
