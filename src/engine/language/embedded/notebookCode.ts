import type { CellFact } from '../../model/facts.ts';
import type { EmbeddedResult } from './embeddedResult.ts';
import { plainPython } from './ipython.ts';
import { readNotebook } from './notebook.ts';
import { rawLines } from './rawLines.ts';

/**
 * Most bytes of a notebook. Most of a large one are outputs (images, tables), which are not read: the limit of design.md
 * section 3 (1 MiB) is for its code.
 */
export const MAX_NOTEBOOK_BYTES = 64 << 20;

const MAX_CODE = 1 << 20;

/**
 * The code of a notebook: its cells one below the other in their order, which make one module. A language that is not
 * read gives no code, and no reason for skipping: there is nothing wrong with the file.
 */
export function notebookCode(text: string): EmbeddedResult {
  const notebook = readNotebook(text);
  if (notebook === null) return { ok: false, reason: 'unreadable', detail: 'it is no notebook: no JSON with cells' };
  const { language } = notebook;
  if (language === null) return { ok: true, language: 'python', text: '', cells: [] };
  const lines: string[] = [];
  const cells: CellFact[] = [];
  const raw = rawLines(text);
  let size = 0;
  for (const cell of notebook.cells) {
    const code = language === 'python' ? plainPython(cell.lines) : cell.lines;
    if (code === null) continue;
    cells.push({ cell: cell.index, line: lines.length + 1, raw: raw.get(cell.index) ?? [] });
    for (const line of code) {
      lines.push(line);
      size += line.length + 1;
    }
    // The next cell must not go on with the last statement of this one, nor its functions with the last comment.
    lines.push(language === 'python' ? '' : ';');
  }
  if (size > MAX_CODE) {
    return { ok: false, reason: 'too-large', detail: `its cells hold ${size} characters of code, over ${MAX_CODE}` };
  }
  return { ok: true, language, text: lines.join('\n'), cells };
}
