import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFacts, languageOf } from '../../../src/engine/language/extract.ts';
import { GENERIC } from '../../../src/engine/language/generic/languageTable.ts';
import type { FileFacts } from '../../../src/engine/model/facts.ts';
import { PROJECT } from '../../support/auditFolders.ts';
import { bodyText } from '../../support/bodyText.ts';
import { installedGrammars } from '../../support/grammars.ts';
import { readable } from '../python/readable.ts';

/**
 * Facts of small files of the languages that tables describe, one folder a case under test/recorded/facts-LANGUAGE:
 * `input.*` and expect.json, with the meaning of plain names and the bodies. With UPDATE_RECORDED=1 the expectations are
 * written anew, to be read in the diff.
 */
const recorded = join(PROJECT, 'test/recorded');

for (const language of Object.keys(GENERIC)) {
  const root = join(recorded, `facts-${language}`);
  describe(`recorded facts of ${language}`, () => {
    for (const name of existsSync(root) ? readdirSync(root).sort() : [])
      it(name, async () => {
        const input = readdirSync(join(root, name)).find((file) => file.startsWith('input.'))!;
        const text = await readFile(join(root, name, input), 'utf8');
        const result = await extractFacts(languageOf(input)!, text, installedGrammars);
        assert.ok(result.ok);
        const actual = { ...(readable(result.facts) as object), ...more(result.facts) };
        const expectation = join(root, name, 'expect.json');
        if (process.env.UPDATE_RECORDED === '1') await writeFile(expectation, JSON.stringify(actual, null, 2) + '\n');
        assert.ok(existsSync(expectation), 'no expect.json: run with UPDATE_RECORDED=1 and read what it wrote');
        assert.deepEqual(actual, JSON.parse(await readFile(expectation, 'utf8')));
      });
  });
}

/** Namespace, names that mean something in the file with what they mean, and bodies. */
function more({ summary, detail }: FileFacts): object {
  const { references, strings, lexical, imports, bodies } = detail;
  const symbol = (index: number): string => summary.symbols[index]!.qualifiedName;
  const at = (id: number): string => `${strings[references.name[id]!]}@${references.line[id]}:${references.column[id]}`;
  const names = Array.from(lexical!.meaning, (meaning, id) => {
    const type = lexical!.type[id]!;
    const typed = type >= 0 ? `: ${at(type)}` : type <= -2 ? `: ${symbol(-2 - type)}` : '';
    if (meaning === -1) return '';
    const what = meaning >= 0 ? symbol(meaning) : meaning === -2 ? 'value' : `import ${imports[-3 - meaning]!.local}`;
    return `${at(id)} ${what}${typed}`;
  });
  return {
    namespace: detail.namespace ?? '',
    names: names.filter((line) => line !== ''),
    bodies: Object.fromEntries(
      summary.symbols.flatMap((fact, index) => {
        const root = bodies!.root[index]!;
        return root < 0 ? [] : [[`${fact.qualifiedName} ${fact.startLine}`, bodyText(bodies!, root)]];
      }),
    ),
  };
}
