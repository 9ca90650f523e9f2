import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFacts } from '../../../src/engine/language/extract.ts';
import { languageOf } from '../../../src/engine/language/languages.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { createEcmascriptResolver } from '../../../src/engine/graph/ecmascript/resolver.ts';
import type { GraphFile, LanguageResolver, Resolution } from '../../../src/engine/graph/types.ts';

export interface Workspace {
  files: Map<string, GraphFile>;
  resolver: LanguageResolver;
}

/** Facts and resolver of texts by path. */
export async function workspaceOf(texts: ReadonlyMap<string, string>): Promise<Workspace> {
  const files = new Map<string, GraphFile>();
  const configs = new Map<string, string>();
  for (const path of [...texts.keys()].sort()) {
    const text = texts.get(path)!;
    const language = languageOf(path);
    if (language === null) {
      configs.set(path, text);
      continue;
    }
    const extracted = await extractFacts(language, text, installedGrammars);
    if (!extracted.ok) throw new Error(`${path}: ${extracted.reason} ${extracted.detail}`);
    const { summary, detail } = extracted.facts;
    files.set(path, { path, summary, detail: () => detail });
  }
  const resolver = createEcmascriptResolver({
    input: { files: [...files.values()], configs },
    file: (path) => files.get(path),
  });
  return { files, resolver };
}

/** Texts of a folder's files by path inside it, with `/`. */
export function readTexts(root: string, accept: (path: string) => boolean = () => true): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (accept(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  visit('');
  return texts;
}

/** A resolution in one line: `symbol a.ts#Foo.bar` (with `@line` when the file has several of that name). */
export function described(workspace: Workspace, resolution: Resolution): string {
  switch (resolution.kind) {
    case 'symbol': {
      const { file, symbol } = resolution.target;
      const { symbols } = workspace.files.get(file)!.summary;
      const fact = symbols[symbol]!;
      const same = symbols.filter((other) => other.qualifiedName === fact.qualifiedName).length;
      return `symbol ${file}#${fact.qualifiedName}${same > 1 ? `@${fact.startLine}` : ''}`;
    }
    case 'module':
      return `module ${resolution.file}`;
    case 'external':
    case 'builtin':
      return `${resolution.kind} ${resolution.name}`;
    default:
      return resolution.kind;
  }
}
