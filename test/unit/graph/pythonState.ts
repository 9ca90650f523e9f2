import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import { installedGrammars } from '../../support/grammars.ts';
import type { GraphFile, GraphInput } from '../../../src/engine/graph/types.ts';

const CONFIGS = new Set(['pyproject.toml', 'setup.cfg']);

/** Real facts of texts by path, as the graph takes them. */
export async function stateOf(texts: ReadonlyMap<string, string>): Promise<GraphInput> {
  const files: GraphFile[] = [];
  const configs = new Map<string, string>();
  for (const path of [...texts.keys()].sort()) {
    const text = texts.get(path)!;
    if (CONFIGS.has(path.slice(path.lastIndexOf('/') + 1))) configs.set(path, text);
    const language = languageOf(path);
    if (!language) continue;
    const result = await extractFacts(language, text, installedGrammars);
    if (!result.ok) continue;
    const { summary, detail } = result.facts;
    files.push({ path, summary, detail: () => detail });
  }
  return { files, configs };
}

/** Texts of a folder's files by relative path with `/`; `keep` leaves files out before they are read. */
export function textsIn(folder: string, keep: (path: string) => boolean = () => true): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (keep(path)) texts.set(path, readFileSync(join(folder, path), 'utf8'));
  }
  return texts;
}
