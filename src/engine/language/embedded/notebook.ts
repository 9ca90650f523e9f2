import type { LanguageId } from '../../model/facts.ts';

/** A cell with code, as the notebook holds it. */
export interface NotebookCell {
  /** Place among all cells of the notebook, from 0. */
  index: number;
  /** Lines without their ends. */
  lines: string[];
}

export interface Notebook {
  /** Language of the kernel; null for one that is not read. */
  language: LanguageId | null;
  /** Cells with code of that language. */
  cells: NotebookCell[];
}

/** Kernels' names of languages. */
const LANGUAGES: Record<string, LanguageId> = {
  python: 'python',
  python2: 'python',
  python3: 'python',
  ipython: 'python',
  pyspark: 'python',
  javascript: 'javascript',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
  jslab: 'javascript',
  typescript: 'typescript',
  ts: 'typescript',
  tslab: 'typescript',
  deno: 'typescript',
};

/**
 * Reads a notebook in the formats 3 and 4 of Jupyter. Outputs are not looked at.
 * @returns null for what is no notebook; an empty file is one without cells
 */
export function readNotebook(text: string): Notebook | null {
  if (text.trim() === '') return { language: 'python', cells: [] };
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return null;
  }
  const cells = cellsOf(root);
  if (cells === null) return null;
  const language = languageOf(field(root, 'metadata'), cells);
  return { language, cells: language === null ? [] : codeCells(cells, language) };
}

function codeCells(cells: unknown[], language: LanguageId): NotebookCell[] {
  const found: NotebookCell[] = [];
  cells.forEach((cell, index) => {
    if (field(cell, 'cell_type') !== 'code') return;
    // Editors mark cells that are in another language than their notebook.
    const own = field(field(field(cell, 'metadata'), 'vscode'), 'languageId') ?? field(cell, 'language');
    if (typeof own === 'string' && known(own) !== language) return;
    found.push({ index, lines: sourceOf(cell).split(/\r\n|\r|\n/) });
  });
  return found;
}

/** Format 4 has `cells`; format 3 has `worksheets` with them, whose code is called `input`. */
function cellsOf(root: unknown): unknown[] | null {
  const cells = field(root, 'cells');
  if (Array.isArray(cells)) return cells;
  const sheets = field(root, 'worksheets');
  if (!Array.isArray(sheets)) return null;
  return sheets.flatMap((sheet) => {
    const inside = field(sheet, 'cells');
    return Array.isArray(inside) ? (inside as unknown[]) : [];
  });
}

function sourceOf(cell: unknown): string {
  const source = field(cell, 'source') ?? field(cell, 'input');
  if (typeof source === 'string') return source;
  return Array.isArray(source) ? source.filter((part) => typeof part === 'string').join('') : '';
}

/** What the notebook says; Python when it says nothing, as Jupyter takes it. */
function languageOf(metadata: unknown, cells: unknown[]): LanguageId | null {
  const spec = field(metadata, 'kernelspec');
  const stated = [
    field(field(metadata, 'language_info'), 'name'),
    field(spec, 'language'),
    field(spec, 'name'),
    ...cells.slice(0, 1).map((cell) => field(cell, 'language')),
  ].filter((name) => typeof name === 'string');
  if (stated.length === 0) return 'python';
  // A kernel of one's own may have any name (`my-env`), so what is said of the language goes first.
  return known(stated[0]!) ?? null;
}

function known(name: string): LanguageId | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(LANGUAGES, key) ? LANGUAGES[key] : undefined;
}

/** Own property of what may be an object. */
function field(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? (from as Record<string, unknown>)[name]
    : undefined;
}
