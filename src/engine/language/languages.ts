import type { SourceKind } from '../model/facts.ts';

/**
 * Which files are source files. Apart from the parser, so that what lists files need not load one.
 */
const LANGUAGE_OF_EXTENSION: Record<string, SourceKind> = {
  py: 'python',
  pyi: 'python',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  go: 'go',
  java: 'java',
  rs: 'rust',
  c: 'c',
  // A header is read as C++ when it holds C++ (`languageOfText`).
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  rb: 'ruby',
  rake: 'ruby',
  php: 'php',
  cs: 'csharp',
  kt: 'kotlin',
  kts: 'kotlin',
  swift: 'swift',
  ipynb: 'notebook',
  vue: 'vue',
  svelte: 'svelte',
};

/** The language or format that a path's extension stands for, or null when Rewheel does not read such files. */
export function languageOf(path: string): SourceKind | null {
  const dot = path.lastIndexOf('.');
  if (dot <= path.lastIndexOf('/')) return null;
  const extension = path.slice(dot + 1).toLowerCase();
  return Object.hasOwn(LANGUAGE_OF_EXTENSION, extension) ? LANGUAGE_OF_EXTENSION[extension]! : null;
}
