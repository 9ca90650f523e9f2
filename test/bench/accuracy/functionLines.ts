import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageOf } from '../../../src/engine/language/languages.ts';
import { isFunction } from '../../../src/engine/model/state.ts';
import type { FactsProvider } from '../../../src/engine/ports/ports.ts';
import { contentKey } from '../../../src/platform/files/contentKey.ts';

export interface FunctionLines {
  name: string;
  startLine: number;
  endLine: number;
}

/** The functions of some files of a folder with their lines, by path; a file that has no facts has none. */
export async function functionLines(
  folder: string,
  paths: readonly string[],
  facts: FactsProvider,
): Promise<Map<string, FunctionLines[]>> {
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const outcomes = await facts.facts(
    paths.map((path, index) => ({
      path,
      contentKey: contentKey(contents[index]!, 'sha1'),
      language: languageOf(path)!,
      read: () => Promise.resolve(contents[index]!),
    })),
    { workers: 1, timeLimitMs: 10_000 },
  );
  return new Map(
    outcomes.map((outcome, index) => [
      paths[index]!,
      !outcome.ok
        ? []
        : outcome.facts
            .summary()
            .symbols.filter(isFunction)
            .map(({ qualifiedName, startLine, endLine }) => ({ name: qualifiedName, startLine, endLine })),
    ]),
  );
}
